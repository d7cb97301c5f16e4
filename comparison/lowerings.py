"""What is compared: one library's lowering to one target, as a function from input schemas to what comes of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from schemac.values import Json, JsonObject


class GivenUp(Exception):  # noqa: N818 - a library's answer, not its failure
    """The library does not lower this schema for the target, and says so."""


def _same(value: Json) -> Json:
    return value


class Lowered(NamedTuple):
    """What came of a schema.

    Attributes:
        schema: What the target is sent.
        report: What the library says of it as data, beside the schema; None where it has no report.
        encode: From arguments to what stands for them under the lowered schema.
        lift: The way back, which raises ``CodecError`` for what stands for nothing.
    """

    schema: JsonObject
    report: Json = None
    encode: Callable[[Json], Json] = _same
    lift: Callable[[Json], Json] = _same


@dataclass(frozen=True, slots=True)
class Lowering:
    """One library's lowering to one target.

    Attributes:
        library: The distribution's name and version.
        target: The name of the target whose rules the result has to meet.
        how: How the library is called, for readers.
        lower: The call. It raises whatever the library raises; :class:`GivenUp` where the library says otherwise that
            it does not lower a schema.
    """

    library: str
    target: str
    how: str
    lower: Callable[[JsonObject], Lowered]
