"""The command line: options, streams, exit codes; no logic of its own."""

from __future__ import annotations

import sys

from schemac.cli.app import app


def main() -> None:
    """Run ``schemac``; data goes to standard output as UTF-8, whatever the locale."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(encoding="utf-8", errors="backslashreplace", newline="\n")
    app()
