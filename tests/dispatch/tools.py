"""Tools by themselves, as a caller with some grants reaches them: what the tests of dispatch share."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from schemac.catalog.decisions import Decisions
from schemac.dispatch.outcome import Refusal, Resolution
from schemac.plan import plan
from schemac.pointer import render
from schemac.surface.surface import Surface


def surface_of(schema: Any, grants: Iterable[str] = (), *, validator: Any = "jsonschema-rs", **options: Any) -> Surface:
    """Return a surface whose only tool is ``t``, listed flat, with the given input schema."""
    tool = {"name": "t", "inputSchema": {"type": "object", **schema}, "timeout_ms": 1500}
    made = plan({"schemac": 1, "tools": [tool]}, options=options, validator=validator)
    return made.compile(Decisions.granting(*grants))


def call(schema: Any, arguments: Any, grants: Iterable[str] = (), **options: Any) -> Any:
    """Return what a call of that tool means."""
    return surface_of(schema, grants, **options).resolve("t", arguments)


def accepted(schema: Any, arguments: Any, grants: Iterable[str] = (), **options: Any) -> Resolution:
    outcome = call(schema, arguments, grants, **options)
    assert isinstance(outcome, Resolution), outcome
    return outcome


def refused(schema: Any, arguments: Any, grants: Iterable[str] = (), **options: Any) -> Refusal:
    outcome = call(schema, arguments, grants, **options)
    assert isinstance(outcome, Refusal), outcome
    return outcome


def stripped(outcome: Resolution) -> list[str]:
    return [render(at) for at in outcome.stripped]


def coerced(outcome: Resolution) -> list[tuple[str, str]]:
    return [(render(at), what) for at, what in outcome.coerced]
