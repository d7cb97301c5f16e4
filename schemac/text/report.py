"""Collects what is wrong with one text, each with its place."""

from __future__ import annotations

from dataclasses import replace
from typing import NoReturn

from schemac.findings import Finding, SchemacError, capped, finding
from schemac.pointer import Pointer
from schemac.text.source import Source

_ENOUGH = 1000  # a text with so many mistakes is not read further: findings take memory too


class Report:
    """The findings about one source, in the order they were met."""

    def __init__(self, source: Source) -> None:
        self._source = source
        self._findings: list[Finding] = []
        self._repeated: dict[int, int] = {}  # by index in the findings, the offset of the key

    def add(self, code: str, pointer: Pointer, message: str, offset: int, hint: str | None = None) -> None:
        """Note one finding at an offset of the text.

        Raises:
            SchemacError: There are too many to go on.
        """
        item = replace(finding(code, pointer, message, hint), place=self._source.place(offset))
        self._findings.append(item)
        if len(self._findings) >= _ENOUGH:
            self.refuse()

    def add_duplicate(self, pointer: Pointer, offset: int) -> None:
        """Note that the key at a pointer is given again at an offset; both places go into the finding."""
        self._repeated[len(self._findings)] = offset
        name = str(pointer[-1])
        self.add("duplicate-key", pointer, f"The key {name!r} is given twice in one object.", offset)

    def refuse(self) -> NoReturn:
        """Raise all that was noted.

        Raises:
            SchemacError: Always.
        """
        for index, offset in self._repeated.items():
            item = self._findings[index]
            first = self._source.first_given(offset)
            if first is not None:
                message = f"{item.message} It is first given at {first}."
                self._findings[index] = replace(item, message=message, related=((first, "first given here"),))
        raise SchemacError(capped(self._findings))

    def refuse_if_any(self) -> None:
        """Raise what was noted, if anything was.

        Raises:
            SchemacError: Something was.
        """
        if self._findings:
            self.refuse()
