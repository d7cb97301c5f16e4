"""Print the page over a folder of tool lists: ``python -m comparison FOLDER``."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from functools import partial

from comparison.page import page
from schemac.targets.collected import run


def main(arguments: Sequence[str]) -> int:
    """Print the page over the folder that a command line names, and return the exit code.

    Returns:
        Those of :func:`schemac.targets.collected.run`; 2 also if a library that is compared is not installed.
    """
    try:
        from comparison.libraries import lowerings  # noqa: PLC0415 - the libraries are development extras
    except ModuleNotFoundError as missing:
        sys.stderr.write(f"{missing.name} is not installed: pip install -e '.[dev]'\n")
        return 2
    return run(arguments, "comparison", partial(page, lowerings=lowerings()))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
