"""Prints ``docs/errors.md`` from the catalogue of finding codes: ``python -m schemac.findings.pages [--write]``."""

from __future__ import annotations

import re
import sys
from pathlib import Path

from schemac.findings.catalogue import AREAS
from schemac.findings.entry import Entry

PAGE = Path(__file__).resolve().parents[2] / "docs" / "errors.md"
"""Where the page stands in a checkout."""

_HEAD = """\
# Findings

What `schemac` can find, by area, with the cause, the cure and the smallest example of each. An error refuses; a
warning is worth a look; a note explains. Codes are stable: scripts can rely on them, and a code is never given another
meaning. The wording of a message may change at any time.

This page is made from the catalogue in the source: `python -m schemac.findings.pages --write`.
"""


def page() -> str:
    """Return the whole page, in Markdown: areas in the catalogue's order, codes in alphabetical order."""
    areas = {name: sorted(entries, key=lambda entry: entry.code) for name, entries in AREAS.items() if entries}
    contents = "\n".join(
        f"- {name}: {', '.join(f'[`{entry.code}`](#{entry.code})' for entry in entries)}"
        for name, entries in areas.items()
    )
    sections = [f"## {name}\n\n" + "\n".join(map(_section, entries)) for name, entries in areas.items()]
    return "\n".join([_HEAD, contents, "", *sections])


def _section(entry: Entry) -> str:
    return (
        f"### {entry.code}\n\n"
        f"{entry.severity.value.capitalize()}. {markdown(entry.summary)}\n\n"
        f"**Cause.** {markdown(entry.cause)}\n\n"
        f"**Cure.** {markdown(entry.cure)}\n\n"
        f"{_fenced(entry.example)}\n"
    )


def markdown(sentence: str) -> str:
    """Return a sentence with ``<`` and ``*`` escaped where they stand outside of code, so that they show as written."""
    parts = re.split("(`+[^`]*`+)", sentence)
    return "".join(part if part.startswith("`") else re.sub("([<*])", r"\\\1", part) for part in parts)


def _fenced(example: str) -> str:
    longest = max((len(run) for run in re.findall("`+", example)), default=0)
    fence = "`" * max(3, longest + 1)
    language = "console" if example.startswith("$ ") else "json" if example[:1] in {"{", "["} else "yaml"
    return f"{fence}{language}\n{example.rstrip()}\n{fence}"


def main(arguments: list[str]) -> int:
    """Print the page, or write it where it belongs with ``--write``; return the exit status."""
    if arguments not in ([], ["--write"]):
        sys.stderr.write("usage: python -m schemac.findings.pages [--write]\n")
        return 2
    if arguments:
        PAGE.write_text(page(), encoding="utf-8", newline="\n")
    else:
        sys.stdout.write(page())
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
