"""Demands of the Model Context Protocol on ``_meta`` keys and on ``x-mcp-header``."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from schemac.pointer import Pointer
from schemac.targets.checkers.base import ToolDemand, Trouble, clipped
from schemac.targets.checkers.nodes import Node
from schemac.targets.checkers.subject import Subject

_LABEL = r"[A-Za-z](?:[A-Za-z0-9-]*[A-Za-z0-9])?"
_META_KEY = re.compile(rf"(?:{_LABEL}(?:\.{_LABEL})*/)?(?:[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?)?")
_TOKEN = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+")
_HEADER = "x-mcp-header"


@dataclass(frozen=True)
class MetaKeyForm(ToolDemand):
    """A key of ``_meta`` is an optional prefix of labels with a slash, and a name."""

    code: ClassVar[str] = "target-meta-key"
    cure: ClassVar[str] = (
        "Write `example.com/name`: the prefix is a domain, the name starts and ends with letter or digit."
    )

    def check(self, subject: Subject) -> Iterator[Trouble]:
        """Yield each key of another form."""
        for place, key in _meta_keys(subject):
            if not _META_KEY.fullmatch(key):
                yield Trouble(place, "key", f"'{clipped(key)}' is no key that `_meta` may have")


@dataclass(frozen=True)
class MetaKeyFree(ToolDemand):
    """No label of a key's prefix is one of ``labels``, unless the key is one of ``known``."""

    code: ClassVar[str] = "target-meta-key"
    cure: ClassVar[str] = "Take a prefix of your own domain."
    labels: tuple[str, ...]
    known: tuple[str, ...]

    def check(self, subject: Subject) -> Iterator[Trouble]:
        """Yield each key with a reserved prefix."""
        for place, key in _meta_keys(subject):
            prefix, slash, _ = key.rpartition("/")
            if slash and key not in self.known and any(label in self.labels for label in prefix.split(".")):
                yield Trouble(place, "key", f"The prefix of the key '{clipped(key)}' is reserved")


def _meta_keys(subject: Subject) -> Iterator[tuple[Pointer, str]]:
    meta = subject.tool.get("_meta")
    if isinstance(meta, dict):
        for key in meta:
            yield ("_meta", key), key


@dataclass(frozen=True)
class HeaderMarks(ToolDemand):
    """``x-mcp-header`` is a unique token on a property of a plain type that the root reaches through ``properties``."""

    code: ClassVar[str] = "target-header"
    cure: ClassVar[str] = "Take the keyword out, or put it on a string, integer or boolean property of the root."
    types: tuple[str, ...]

    def check(self, subject: Subject) -> Iterator[Trouble]:
        """Yield each mark with what is wrong about it first."""
        seen: set[str] = set()
        for node in subject.holding(_HEADER):
            problem = self._problem(subject, node, seen)
            if problem:
                yield Trouble((*node.pointer, _HEADER), _HEADER, f"'{_HEADER}' {problem}")

    def _problem(self, subject: Subject, node: Node, seen: set[str]) -> str:
        value = node.schema[_HEADER]
        if not isinstance(value, str) or not _TOKEN.fullmatch(value):
            return "is no header name"
        if value.casefold() in seen:
            return f"'{clipped(value)}' stands here a second time"
        seen.add(value.casefold())
        if node.schema.get("type") not in self.types:
            return f"stands on a property whose type is none of {', '.join(self.types)}"
        around = node
        while around.depth:
            if around.via != "properties":
                return f"stands below '{around.via}'"
            around = subject.nodes[around.parent]
        return "" if node.depth else "stands at the root"
