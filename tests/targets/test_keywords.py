"""The matrix of keywords and targets: a change of a table shows here as a diff.

``python -m tests.targets.test_keywords`` writes the file anew.
"""

from pathlib import Path

from schemac.targets import TARGETS
from schemac.targets.pages import fates
from schemac.targets.vocabulary import KEYWORDS

SNAPSHOT = Path(__file__).with_name("keywords.snapshot.txt")


def matrix() -> str:
    rows = [["", *TARGETS], *([keyword, *fates(keyword)] for keyword in KEYWORDS)]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = ("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows)
    return "\n".join(lines) + "\n"


def test_no_keyword_changed_its_fate_unseen():
    assert matrix() == SNAPSHOT.read_text(encoding="utf-8")


if __name__ == "__main__":
    SNAPSHOT.write_text(matrix(), encoding="utf-8", newline="\n")
