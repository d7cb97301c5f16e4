"""``python -m schemac`` is ``schemac``."""

from schemac.cli import main

main()
