"""The corpus, the port protocol and the runner that holds ports to it."""
