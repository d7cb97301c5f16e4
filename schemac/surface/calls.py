"""Calls on a surface: what a name reaches, and whether the caller may still use it (docs/spec, chapter DSP)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from schemac.catalog.decisions import Decisions
from schemac.catalog.members import Member
from schemac.dispatch.outcome import Description, Outcome, Refusal
from schemac.dispatch.resolve import (
    NOTHING_EXECUTED,
    Rules,
    check_arguments,
    read_object,
    refuse,
    refused_by,
    within_bounds,
)
from schemac.dispatch.target import Target, target_of
from schemac.jsonschema.codec import CodecError, Lifted
from schemac.strategies.base import ARGUMENTS, available, select
from schemac.surface.entry import DescribeRoute, Route, ToolRoute
from schemac.values import Json, JsonObject

Recheck = Callable[[str, Decisions], Member | None]


def unknown_name(name: str, names: Sequence[str], *, known: bool) -> Refusal:
    """Return the refusal of a name that this caller's listing does not have: the same for hidden and for unknown.

    Args:
        name: What was called.
        names: The names that the caller may call.
        known: The domain has a tool of that name; for the server's log only.
    """
    reason = "the tool is hidden from this caller, or is called through a facade" if known else "no tool has that name"
    message = f"There is no tool {name!r}. {NOTHING_EXECUTED} {available(names)}"
    return Refusal("tool-unknown", (), message, reason, is_protocol_error=True)


def resolve_call(
    route: Route, name: str, arguments: Json, decisions: Decisions | None, rules: Rules, recheck: Recheck
) -> Outcome:
    """Return what a call of a name on the surface means.

    Args:
        route: What the name reaches on this caller's surface.
        name: The name that was called.
        arguments: What was sent.
        decisions: The caller's of this moment, or None.
        rules: How calls are treated.
        recheck: Asks the plan again.
    """
    over = within_bounds(arguments, rules)
    if over is not None:
        return over
    read = read_object(arguments, (), rules)
    if read.refusal is not None:
        return read.refusal
    if isinstance(route, ToolRoute):
        sent = _unwrapped(target_of(route.member, rules.engine), read.value)
        return _checked(route.member, sent, decisions, rules, recheck, name, ())
    if isinstance(route, DescribeRoute):
        return _described(route, read.value, decisions, recheck)
    try:
        call, locate = route.codec.lift(read.value)
    except CodecError as error:
        return refused_by(error)
    member = route.members[call.name]
    names = list(route.members)
    return _checked(member, Lifted(call.arguments, locate), decisions, rules, recheck, call.name, names)


def _unwrapped(target: Target, value: JsonObject) -> Lifted:
    """Return a flat tool's arguments, also where a client nested them in ``arguments`` as a facade takes them.

    That is only read so if it is the only key, and the tool neither declares that name nor takes any.
    """
    if len(value) == 1 and ARGUMENTS in value:
        shape = target.input.shape
        if shape.is_closed and ARGUMENTS not in shape.names and not shape.matches(ARGUMENTS):
            return Lifted(value[ARGUMENTS], lambda pointer: (ARGUMENTS, *pointer))
    return Lifted(value, lambda pointer: pointer)


def _checked(
    member: Member,
    sent: Lifted,
    decisions: Decisions | None,
    rules: Rules,
    recheck: Recheck,
    name: str,
    names: Sequence[str],
) -> Outcome:
    if decisions is not None:
        fresh = recheck(member.tool.name, decisions)
        if fresh is None:
            return _withdrawn(name, [other for other in names if other != name])
        member = fresh
    return check_arguments(target_of(member, rules.engine), sent, rules)


def _withdrawn(name: str, names: Sequence[str]) -> Refusal:
    reason = "the caller saw the tool when it listed, and may not use it any more"
    message = f"There is no tool {name!r}. {NOTHING_EXECUTED} {available(names)}"
    return Refusal("tool-unknown", (), message, reason)


def _described(route: DescribeRoute, value: Json, decisions: Decisions | None, recheck: Recheck) -> Outcome:
    names = list(route.members)
    try:
        wire = select(value, route.discriminator, frozenset(names), names)
    except CodecError as error:
        return refused_by(error)
    for key in value:
        if key != route.discriminator:
            return refuse("argument-misplaced", (key,), f"{key!r} is not an argument here.")
    tool = route.members[wire].tool.name
    if decisions is not None and recheck(tool, decisions) is None:
        return _withdrawn(wire, [other for other in names if other != wire])
    return Description(tool, route.results[wire])
