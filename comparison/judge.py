"""One lowering judged on one schema: by the rules of its target, and by arguments."""

from __future__ import annotations

import copy
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

import jsonschema_rs

from comparison.constraints import Subject, Witness, validator
from comparison.lowerings import Lowered, Lowering
from schemac.canonical import canonical
from schemac.findings import Severity
from schemac.jsonschema.codec import CodecError
from schemac.targets.judge import check_tool
from schemac.targets.registry import TARGETS
from schemac.values import Json, JsonObject
from tests.targets.law import openapi_read


class Fate(StrEnum):
    """What became of a constraint.

    Attributes:
        KEPT: The lowered schema refuses what breaks it.
        TOLD: It does not, but something that the library gives is different for the constraint: the schema (its
            descriptions included) or the report.
        SILENT: What the library gives is the same without the constraint.
        UNASKED: The lowered schema refuses the arguments even before the constraint is broken in them.
    """

    KEPT = "kept"
    TOLD = "told"
    SILENT = "silent"
    UNASKED = "unasked"


class Kind(StrEnum):
    """What can be wrong with a lowered schema."""

    GIVEN_UP = "not lowered"
    REFUSED = "refused by the target"
    BROKEN = "no valid schema"
    UNSAYABLE = "arguments that cannot be sent"
    FORCED = "optional properties that must be given"
    SILENT = "constraints lost silently"
    CHANGED = "given schema changed"


@dataclass(frozen=True, slots=True)
class Judgement:
    """What is to be said of one lowering of one schema.

    Attributes:
        kinds: What is wrong with it.
        fates: Of each constraint that was asked for, in the order of the subject; empty where there is no schema.
    """

    kinds: frozenset[Kind]
    fates: tuple[tuple[Witness, Fate], ...] = ()


class _Taken(NamedTuple):
    """What accepts arguments, with formats and without."""

    plain: jsonschema_rs.Validator
    formats: jsonschema_rs.Validator


def judge(lowering: Lowering, subject: Subject) -> Judgement:
    """Lower a schema and ask what came of it."""
    kinds: set[Kind] = set()
    given = copy.deepcopy(subject.schema)
    lowered = _lowered(lowering, given)
    if given != subject.schema:
        kinds.add(Kind.CHANGED)
    if lowered is None:
        return Judgement(frozenset({*kinds, Kind.GIVEN_UP}))
    if refused(lowered.schema, lowering.target):
        kinds.add(Kind.REFUSED)
    try:
        read = openapi_read(lowered.schema)
        taken = _Taken(validator(read), validator(read, formats=True))
    except ValueError:
        return Judgement(frozenset({*kinds, Kind.BROKEN}))
    if not all(_said(subject, lowered, taken.plain, value) for value in subject.full):
        kinds.add(Kind.UNSAYABLE)
    elif not all(_said(subject, lowered, taken.plain, value) for value in subject.sparse):
        kinds.add(Kind.FORCED)
    fates = tuple((witness, _fate(lowering, lowered, taken, witness)) for witness in subject.witnesses)
    if any(fate is Fate.SILENT for _, fate in fates):
        kinds.add(Kind.SILENT)
    return Judgement(frozenset(kinds), fates)


def refused(schema: JsonObject, target: str) -> bool:
    """Tell whether an error is to be said of a schema by the rules of a target."""
    tool = {"name": "tool", "description": "A tool.", "inputSchema": schema}
    return any(verdict.severity is Severity.ERROR for verdict in check_tool(tool, TARGETS[target]))


def _lowered(lowering: Lowering, schema: JsonObject) -> Lowered | None:
    """Lower a schema; None where the library will not, however it says so."""
    try:
        return lowering.lower(schema)
    except Exception:  # noqa: BLE001 - libraries raise what they like
        return None


def _said(subject: Subject, lowered: Lowered, takes: jsonschema_rs.Validator, value: Json) -> bool:
    """Tell whether arguments can be sent, and arrive as something that the schema accepts."""
    sent = lowered.encode(value)
    return takes.is_valid(sent) and subject.accepts(lowered.lift(sent))


def _fate(lowering: Lowering, lowered: Lowered, taken: _Taken, witness: Witness) -> Fate:
    takes = taken.formats if witness.keyword == "format" else taken.plain
    if not takes.is_valid(lowered.encode(witness.base)):
        return Fate.UNASKED
    if not _passes(lowered, takes, witness):
        return Fate.KEPT
    other = _lowered(lowering, copy.deepcopy(witness.without))
    return Fate.SILENT if other is not None and _text(other) == _text(lowered) else Fate.TOLD


def _passes(lowered: Lowered, takes: jsonschema_rs.Validator, witness: Witness) -> bool:
    """Tell whether broken arguments are accepted, and arrive as they were."""
    sent = lowered.encode(witness.broken)
    if not takes.is_valid(sent):
        return False
    try:
        return canonical(lowered.lift(sent)) == canonical(witness.broken)
    except CodecError:
        return False


def _text(lowered: Lowered) -> bytes:
    return canonical([lowered.schema, lowered.report])
