"""The command line: options, streams, exit codes; no logic of its own."""
