"""One file per target: its table of rules, with sources. A new file with a ``TARGET`` is a new target."""

from __future__ import annotations
