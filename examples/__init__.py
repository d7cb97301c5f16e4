"""Examples of the project's own; each is a package that runs with ``python -m``."""
