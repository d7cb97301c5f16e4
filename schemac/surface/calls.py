"""Calls on a surface: what a name reaches, and whether the caller may still use it (docs/spec, chapter DSP).

Everything that a caller is told is made of what it sees: an answer about a hidden tool is that about a name which no
tool has.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from schemac.catalog.decisions import Decisions
from schemac.catalog.members import Member
from schemac.dispatch.coerce import What
from schemac.dispatch.outcome import Description, Outcome, Refusal
from schemac.dispatch.resolve import (
    NOTHING_EXECUTED,
    check_arguments,
    read_first,
    read_object,
    refused_by,
)
from schemac.dispatch.target import Target, target_of
from schemac.findings import did_you_mean
from schemac.jsonschema.codec import CodecError, Lifted
from schemac.pointer import Pointer, lookup
from schemac.strategies.base import ARGUMENTS, Call, quoted, refuse_others, select, unknown_tool
from schemac.surface.describe import described_as
from schemac.surface.entry import DescribeRoute, FacadeRoute, Route, ToolRoute
from schemac.surface.presentation import Presentation
from schemac.values import Json, JsonObject

_NAMED_AT_MOST = 50
_GUESSED_AT_MOST = 128  # code points of a name to which a near one is looked for
_WITHDRAWN = "the caller saw the tool when it listed, and may not use it any more"


class Calls:
    """The calls of one caller at one moment.

    Args:
        routes: What the names on the caller's surface reach.
        presentation: What all surfaces of the plan have in common.
        decisions: The caller's of this moment; None to trust the surface.
    """

    def __init__(self, routes: Mapping[str, Route], presentation: Presentation, decisions: Decisions | None) -> None:
        self._routes = routes
        self._presentation = presentation
        self._rules = presentation.rules
        self._decisions = decisions

    def resolve(self, name: Json, arguments: Json) -> Outcome:
        """Return what a call means; see :meth:`schemac.surface.surface.Surface.resolve`."""
        route = self._routes.get(name) if isinstance(name, str) else None
        if isinstance(route, ToolRoute):
            return self._tool(route, name, arguments)
        if isinstance(route, FacadeRoute):
            return self._facade(route, name, arguments)
        if isinstance(route, DescribeRoute):
            return self._describe(route, name, arguments)
        return self._unknown(name, self._reason(name))

    def _tool(self, route: ToolRoute, name: str, arguments: Json) -> Outcome:
        member = self._now(route.member)
        if member is None:
            return self._unknown(name, _WITHDRAWN)
        read = read_first(arguments, self._rules, "arguments-not-object")
        if read.refusal is not None:
            return read.refusal
        target = target_of(member, self._rules.engine)
        sent = _unwrapped(target, read.value) if route.sent is None else _as_sent(read.value)
        done: list[tuple[Pointer, What]] = [((), "json")] if read.decoded else []
        text = read.text if route.sent is None else None
        outcome = check_arguments(target, sent, self._rules, done, route.sent, text)
        return self._as_listed(outcome, member, name)

    def _facade(self, route: FacadeRoute, name: str, arguments: Json) -> Outcome:
        read = read_first(arguments, self._rules, "call-not-object")
        if read.refusal is not None:
            return read.refusal
        done: list[tuple[Pointer, What]] = [((), "json")] if read.decoded else []
        outer = _as_sent(read.value)
        if route.sent is not None:
            try:
                outer, told = route.sent.lift(read.value, self._rules.coerce, self._rules.bounds)
            except CodecError as error:
                return refused_by(error)
            done += told
        value = outer.value
        try:
            try:
                call, locate = route.codec.lift(value)
            except CodecError as error:
                if error.code != "call-not-object":
                    raise
                # a form that wants an object further in: text there is read like the whole
                inner = read_object(lookup(value, error.pointer), error.pointer, self._rules, error.code)
                if inner.refusal is not None:
                    return inner.refusal
                done += [(outer.locate(error.pointer), "json")] if inner.decoded else []
                value = _put(value, error.pointer, inner.value)
                call, locate = route.codec.lift(value)
        except CodecError as error:
            refusal = self._not_lifted(error, route, name, value)
            return replace(refusal, pointer=outer.locate(refusal.pointer))
        member = self._now(route.members[call.name])
        if member is None:
            return self._no_member(route, name, call._replace(named_at=outer.locate(call.named_at)))
        sent = Lifted(call.arguments, locate).within(outer)
        lowered = route.member_sent.get(call.name)
        text = read.text if route.sent is None and lowered is None else None  # a lens may give long names back
        outcome = check_arguments(target_of(member, self._rules.engine), sent, self._rules, done, lowered, text)
        return self._as_listed(outcome, member, call.name)

    def _describe(self, route: DescribeRoute, name: str, arguments: Json) -> Outcome:
        read = read_first(arguments, self._rules, "call-not-object")
        if read.refusal is not None:
            return read.refusal
        value = read.value
        try:
            if route.sent is not None:
                value = route.sent.lift(value, self._rules.coerce, self._rules.bounds)[0].value
            wire = select(value, route.discriminator, route.members)
            refuse_others(value, (route.discriminator,), "leave {} out")
        except CodecError as error:
            return self._not_lifted(error, route, name, value)
        member = self._now(route.members[wire])
        if member is None:
            return self._no_member(route, name, Call(wire, None, (route.discriminator,)))
        if member is route.members[wire]:
            return Description(member.tool.name, route.results[wire])
        return Description(member.tool.name, self._presentation.describe(member, wire))

    def _now(self, member: Member) -> Member | None:
        """Return a tool as the caller sees it at this moment; None if it may not use it."""
        if self._decisions is None:
            return member
        return self._presentation.recheck(member.tool.name, self._decisions)

    def _as_listed(self, outcome: Outcome, member: Member, name: str) -> Outcome:
        """Return an outcome whose schema, if it shows one, is as the target reads it: so are the arguments written."""
        aim = self._presentation.aim
        if not isinstance(outcome, Refusal) or outcome.schema is None or not aim.lowers:
            return outcome
        return replace(outcome, schema=member.once(aim, name, described_as)["inputSchema"])

    def _usable(self, route: FacadeRoute | DescribeRoute) -> list[str]:
        return [name for name, member in route.members.items() if self._now(member) is not None]

    def _reaches(self, route: Route) -> bool:
        members = [route.member] if isinstance(route, ToolRoute) else route.members.values()
        return any(self._now(member) is not None for member in members)

    def _unknown(self, name: Json, reason: str) -> Refusal:
        """Return the refusal of a name that reaches nothing."""
        names = [other for other, route in self._routes.items() if other != name and self._reaches(route)]
        said = unknown_tool(name)
        for facade, route in self._routes.items():
            if isinstance(route, FacadeRoute) and self._holds(route, name):
                said = f"{said} It is called through {quoted(facade)}."
        return Refusal("tool-unknown", (), _naming(said, name, names), reason, is_protocol_error=True)

    def _holds(self, route: FacadeRoute, name: Json) -> bool:
        """Tell whether the caller may call a tool of that name through a facade."""
        return any(member.tool.name == name and self._now(member) is not None for member in route.members.values())

    def _no_member(self, route: FacadeRoute | DescribeRoute, name: str, call: Call) -> Refusal:
        """Return the refusal of a member that was withdrawn, worded as that of a name that no tool has."""
        names = self._usable(route)
        if not names:
            return self._unknown(name, _WITHDRAWN)
        message = _naming(unknown_tool(call.name, str(call.named_at[-1])), call.name, names)
        return Refusal("tool-unknown", call.named_at, message, _WITHDRAWN)

    def _not_lifted(
        self, error: CodecError, route: FacadeRoute | DescribeRoute, name: str, value: JsonObject
    ) -> Refusal:
        """Return the refusal of arguments that a form cannot make sense of."""
        if error.code not in ("tool-unknown", "tool-not-named"):
            return refused_by(error)
        names = self._usable(route)
        if not names:
            return self._unknown(name, _WITHDRAWN)
        if error.code == "tool-not-named":
            return Refusal(error.code, error.pointer, _naming(str(error), None, names), str(error))
        sent = lookup(value, error.pointer)
        return Refusal(error.code, error.pointer, _naming(str(error), sent, names), self._reason(sent))

    def _reason(self, name: Json) -> str:
        """Return, for the server's log, why a name reaches nothing."""
        if isinstance(name, str) and name in self._presentation.flat_names:
            return "the tool is hidden from this caller, or is called by another name"
        return "no tool has that name"


def _naming(sentence: str, name: Json, names: list[str]) -> str:
    """Return a sentence about a name that reaches nothing, with what the caller may call instead.

    A near name is told only where not all are: a guess may be taken for advice.
    """
    if not names:
        return f"{sentence} {NOTHING_EXECUTED} No tools are available."
    said = f"{sentence} {NOTHING_EXECUTED} Available tools: {', '.join(names[:_NAMED_AT_MOST])}"
    if len(names) <= _NAMED_AT_MOST:
        return f"{said}."
    hint = did_you_mean(name, names) if isinstance(name, str) and len(name) <= _GUESSED_AT_MOST else ""
    return f"{said} and {len(names) - _NAMED_AT_MOST} more. {hint}".rstrip()


def _unwrapped(target: Target, value: JsonObject) -> Lifted:
    """Return a flat tool's arguments, also where a client nested them in ``arguments`` as a facade takes them.

    That is only read so if it is the only key, and the tool neither declares that name nor takes any.
    """
    if len(value) == 1 and ARGUMENTS in value:
        shape = target.input.shape
        if shape.is_closed and ARGUMENTS not in shape.names and not shape.matches(ARGUMENTS):
            return Lifted(value[ARGUMENTS], lambda pointer: (ARGUMENTS, *pointer))
    return _as_sent(value)


def _as_sent(value: Json) -> Lifted:
    return Lifted(value, lambda pointer: pointer)


def _put(value: Json, pointer: Pointer, part: Json) -> Json:
    """Return an object with a part at a place replaced; ``value`` is not changed."""
    if not pointer:
        return part
    return {**value, pointer[0]: _put(value[pointer[0]], pointer[1:], part)}
