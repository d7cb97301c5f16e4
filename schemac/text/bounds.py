"""How much a text may hold before it is refused (docs/spec, chapter LOD)."""

from __future__ import annotations

from dataclasses import dataclass, fields

MAX_DEPTH = 256
"""The deepest nesting that any option can allow, since the rest of the library recurses over the levels of a value."""


@dataclass(frozen=True, slots=True)
class Bounds:
    """Limits on one text; exceeding one is the finding ``limit-exceeded`` (for aliases ``alias-budget``).

    Attributes:
        max_bytes: Length of the text in bytes of UTF-8.
        max_nodes: Values in the document: scalars, arrays and objects, not counting keys; an alias or a merge counts
            as many as what it stands for.
        max_depth: Arrays and objects inside one another; ``[[1]]`` has two levels. At most 256.
        max_alias_nodes: The values that all aliases and merges of one text stand for, together.

    Raises:
        ValueError: A limit is not a positive integer, or ``max_depth`` is above 256.
    """

    max_bytes: int = 64 * 2**20
    max_nodes: int = 2_000_000
    max_depth: int = MAX_DEPTH
    max_alias_nodes: int = 200_000

    def __post_init__(self) -> None:
        for item in fields(self):
            limit = getattr(self, item.name)
            if isinstance(limit, bool) or not isinstance(limit, int) or limit < 1:
                raise ValueError(f"{item.name} must be a positive integer, not {limit!r}")
        if self.max_depth > MAX_DEPTH:
            raise ValueError(f"max_depth can be at most {MAX_DEPTH}, not {self.max_depth}")
