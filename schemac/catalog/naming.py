"""Names that the reader of a listing takes (docs/spec, chapter TGT)."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from schemac.catalog.layout import Layout, describe_name
from schemac.catalog.model import Tool
from schemac.catalog.options import Options
from schemac.findings import Finding, finding

DIGITS = 8
"""Hexadecimal digits of the digest in a mapped name."""


@dataclass(frozen=True, slots=True)
class NameForm:
    """What names may be.

    Attributes:
        pattern: A regular expression for the whole name; "" takes all.
        most: Characters at most; None without a limit.
    """

    pattern: str
    most: int | None

    def takes(self, name: str) -> bool:
        """Tell whether a name may stand."""
        fits = self.most is None or len(name) <= self.most
        return fits and (not self.pattern or re.fullmatch(self.pattern, name) is not None)

    def mapped(self, name: str) -> str:
        """Return the name that stands for one that may not, made from that one alone.

        Each refused character becomes ``_``; then follow ``_`` and 8 hex digits of the SHA-256 of the original name,
        and the front is cut to fit.
        """
        characters = (character if self._takes_at(index, character) else "_" for index, character in enumerate(name))
        tail = "_" + hashlib.sha256(name.encode()).hexdigest()[:DIGITS]
        front = "".join(characters)
        return (front if self.most is None else front[: self.most - len(tail)]) + tail

    def _takes_at(self, index: int, character: str) -> bool:
        before = "a" if index else ""
        return not self.pattern or re.fullmatch(self.pattern, before + character) is not None


def fit_names(layout: Layout, tools: Sequence[Tool], options: Options, form: NameForm) -> tuple[Layout, list[Finding]]:
    """Return a layout whose names may all stand, and a finding for each that may not.

    Args:
        layout: The domain's.
        tools: Its tools, by index.
        options: Whether tools' names are mapped (``names: sanitize``), and whether a group's tools may be listed flat.
        form: What names may be.
    """
    found: list[Finding] = []
    lone = set(range(len(tools))) if options.min_group_size > 1 else set(layout.flat)
    names = list(layout.flat_names)
    for index in sorted(lone):
        if form.takes(names[index]):
            continue
        if options.names == "sanitize":
            names[index] = form.mapped(names[index])
        else:
            message = f"The target refuses the name {names[index]!r}{_why(names[index], form)}."
            hint = "Rename the tool, or let `names: sanitize` map its name."
            found.append(finding("name-refused", tools[index].at("name"), message, hint))
    for facade in layout.facades:
        at = tools[facade.members[0]].at("group")
        for name in _produced(facade.name, options):
            if not form.takes(name):
                message = f"The target refuses the name {name!r} that the group {facade.path} gives{_why(name, form)}."
                found.append(finding("name-refused", at, message))
    found.extend(_meeting(names, layout, tools))
    return replace(layout, flat_names=tuple(names)), found


def _produced(name: str, options: Options) -> Iterable[str]:
    described = options.strategy == "lazy" and options.describe == "per_facade"
    return (name, describe_name(name)) if described else (name,)


def _why(name: str, form: NameForm) -> str:
    if form.most is not None and len(name) > form.most:
        return f" of {len(name)} characters, and takes {form.most}"
    return ""


def _meeting(names: Sequence[str], layout: Layout, tools: Sequence[Tool]) -> Iterator[Finding]:
    """Yield a finding for each mapped name that something else has."""
    taken = [*layout.flat_names, *(facade.name for facade in layout.facades)]
    for index, name in enumerate(names):
        if name != layout.flat_names[index] and (name in taken or name in names[:index]):
            message = f"The name {tools[index].name!r} would be mapped to {name!r}, which is taken."
            yield finding("name-refused", tools[index].at("name"), message)
