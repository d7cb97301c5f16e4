"""The rows of the report: each is one function, with its budget and its unit (docs/spec, chapter PRF).

To add a row, write a function from a workload to its runs (or to a figure), and name it in :data:`CASES`.
"""

from __future__ import annotations

import copy
import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from itertools import islice, repeat
from statistics import median
from types import MappingProxyType

import jsonschema_rs

from benchmarks import generated
from benchmarks.measure import Run, seconds, traced
from benchmarks.workload import Workload, generated_workload
from schemac.dispatch.outcome import Resolution
from schemac.jsonschema.embed import standalone
from schemac.jsonschema.keywords import DRAFT_2020_12
from schemac.plan import Plan
from schemac.strategies import STRATEGIES
from schemac.targets import target
from schemac.targets.lowering import Lowering
from schemac.text import load

SURFACES = 1000
"""So many surfaces are held against one."""


@dataclass(frozen=True)
class Unit:
    """What figures are multiples of.

    Attributes:
        says: What it is, in words.
        run: From a workload to the run that is one unit.
    """

    says: str
    run: Callable[[Workload], Run]


UNITS: Mapping[str, Unit] = MappingProxyType(
    {
        "J": Unit("json.dumps of the flat listing", lambda workload: partial(json.dumps, workload.flat)),
        "D": Unit("copy.deepcopy of all schemas", lambda workload: partial(copy.deepcopy, workload.schemas)),
        "L": Unit("json.loads of the manifest as JSON", lambda workload: partial(json.loads, workload.json)),
    }
)


@dataclass(frozen=True)
class Timed:
    """An operation whose time is compared with a unit.

    Attributes:
        name: For ``--only`` and for JSON.
        says: What is done, in words.
        unit: A name in :data:`UNITS`.
        budget: How many units it may take; None where none is stated.
        runs: From a workload to its runs, without end; what is done to make a run is not timed.
        loops: Calls per run, for operations too short for the clock.
        generated_only: Real lists are passed over.
    """

    name: str
    says: str
    unit: str
    budget: float | None
    runs: Callable[[Workload], Iterator[Run]]
    loops: int = 1
    generated_only: bool = False


@dataclass(frozen=True)
class Counted:
    """A figure that is a ratio in itself; ``unit`` is the word for it, the rest as for :class:`Timed`."""

    name: str
    says: str
    unit: str
    budget: float | None
    figure: Callable[[Workload], float]
    generated_only: bool = True


def _plan(strategy: str) -> Callable[[Workload], Iterator[Run]]:
    return lambda workload: repeat(partial(workload.plan, strategy=strategy))


def _first_compile(strategy: str) -> Callable[[Workload], Iterator[Run]]:
    def runs(workload: Workload) -> Iterator[Run]:
        while True:
            yield partial(workload.plan(strategy=strategy).compile, workload.everything)

    return runs


def _new_compile(strategy: str) -> Callable[[Workload], Iterator[Run]]:
    def runs(workload: Workload) -> Iterator[Run]:
        # a new plan each time, since after a few callers it knows every variant of every tool
        for decisions in workload.callers():
            yield partial(_served(workload, strategy).compile, decisions)

    return runs


def _similar_compile(workload: Workload) -> Iterator[Run]:
    made = _served(workload, "vendor_extension")
    for decisions in workload.similar_callers():
        yield partial(made.compile, decisions)


def _similar_compile_scattered(workload: Workload) -> Iterator[Run]:
    return _similar_compile(_scattered(workload))


def _scattered(workload: Workload) -> Workload:
    """Return a generated workload of the same size whose gates are spread over all groups."""
    return generated_workload("scattered", len(workload.manifest["tools"]), scattered=True)


def _known_compile(workload: Workload) -> Iterator[Run]:
    return repeat(partial(_served(workload, "vendor_extension").compile, workload.everything))


def _served(workload: Workload, strategy: str) -> Plan:
    """Return a plan that has served a caller."""
    made = workload.plan(strategy=strategy)
    made.compile(workload.everything)
    return made


def _to_json(workload: Workload) -> Iterator[Run]:
    return repeat(_served(workload, "vendor_extension").compile(workload.everything).to_json)


def _list_result(workload: Workload) -> Iterator[Run]:
    surface = _served(workload, "vendor_extension").compile(workload.everything)
    return repeat(partial(surface.list_result, "2025-11-25"))


def _etag(workload: Workload) -> Iterator[Run]:
    made = _served(workload, "vendor_extension")
    for decisions in workload.similar_callers():
        surface = made.compile(decisions)
        yield partial(getattr, surface, "etag")


def _defs_digest(workload: Workload) -> Iterator[Run]:
    while True:
        yield partial(getattr, workload.plan(), "defs_digest")


def _cache_key(workload: Workload) -> Iterator[Run]:
    made = _served(workload, "vendor_extension")
    assert made.defs_digest  # made once for a plan; its own row tells what that costs
    for decisions in workload.callers():
        yield partial(made.cache_key, decisions)


LOWERED = ("strict", "openai-strict", "anthropic-strict", "gemini", "openai", "anthropic")
"""Targets that schemas are lowered to, strict ones first; only these have a budget."""


def _lower_module(name: str) -> Callable[[Workload], Iterator[Run]]:
    def runs(workload: Workload) -> Iterator[Run]:
        rules = target(name).schema

        def run() -> None:
            lowering = Lowering(rules)
            for module in modules:
                lowering.module(module)

        while True:
            # new ones each time, so that nothing is kept with them
            modules = workload.modules()
            yield run

    return runs


def _lower_schema(name: str) -> Callable[[Workload], Iterator[Run]]:
    def runs(workload: Workload) -> Iterator[Run]:
        rules = target(name).schema
        schemas = [standalone(module, DRAFT_2020_12) for module in workload.modules()]

        def run() -> None:
            lowering = Lowering(rules)
            for schema in schemas:
                lowering.schema(schema)

        return repeat(run)

    return runs


def _lowering_budget(name: str) -> float | None:
    return 1 if target(name).schema.closed else None


def _load_json(workload: Workload) -> Iterator[Run]:
    return repeat(partial(load, workload.json, format="json"))


def _load_yaml(workload: Workload) -> Iterator[Run]:
    return repeat(partial(load, workload.yaml, format="yaml"))


CALLS = 200
"""So many tools are called, spread over the list."""

PER_CALL = 25e-6 / 17e-3
"""What resolving one call may take beside validation, in J."""


class _Calls:
    """Calls of generated tools, each with arguments that fit, on a surface that shows everything."""

    def __init__(self, workload: Workload) -> None:
        tools = workload.manifest["tools"]
        chosen = tools[:: max(1, len(tools) // CALLS)]
        surface = workload.plan().compile(workload.everything)
        schemas = {tool["name"]: tool["inputSchema"] for tool in workload.flat["tools"]}
        self.surface = surface
        self.decisions = workload.everything
        self.calls = [(tool["name"], generated.arguments(tool)) for tool in chosen]
        self.sent = [surface.encode(tool["name"], generated.arguments(tool)) for tool in chosen]
        self.asked = [(schemas[tool["name"]], generated.arguments(tool)) for tool in chosen]

    def resolve(self) -> None:
        """Resolve every call."""
        for call in self.sent:
            outcome = self.surface.resolve(call["name"], call["arguments"])
            assert isinstance(outcome, Resolution)

    def resolve_asking(self) -> None:
        """Resolve every call, asking for each tool again with the decisions of the moment."""
        for call in self.sent:
            outcome = self.surface.resolve(call["name"], call["arguments"], self.decisions)
            assert isinstance(outcome, Resolution)

    def encode(self) -> None:
        """Encode every call."""
        for tool, arguments in self.calls:
            self.surface.encode(tool, arguments)

    def judge(self) -> Run:
        """Return the run that asks jsonschema-rs alone the same questions."""
        asked = [(jsonschema_rs.validator_for(schema), arguments) for schema, arguments in self.asked]

        def run() -> None:
            for validator, arguments in asked:
                assert validator.is_valid(arguments)

        return run


def _resolve_first(workload: Workload) -> float:
    """Return what the first call of a tool takes, in J."""
    calls = _Calls(workload)
    return seconds(calls.resolve) / len(calls.sent) / seconds(UNITS["J"].run(workload))


def _resolve_parts(workload: Workload) -> tuple[float, float]:
    """Return what a later call takes, and what jsonschema-rs alone takes for it, both in J."""
    calls = _Calls(workload)
    calls.resolve()
    return _parts(workload, calls, calls.resolve)


def _parts(workload: Workload, calls: _Calls, resolve: Run) -> tuple[float, float]:
    judge, unit = calls.judge(), UNITS["J"].run(workload)
    rounds = [(seconds(resolve), seconds(judge), seconds(unit)) for _ in range(7)]
    resolved, judged, one = (median(times) for times in zip(*rounds, strict=True))
    return resolved / len(calls.sent) / one, judged / len(calls.sent) / one


def _asking(workload: Workload) -> float:
    """Return what a call takes, asked for again with the decisions of the moment, over what it may."""
    calls = _Calls(workload)
    calls.resolve_asking()
    resolved, judged = _parts(workload, calls, calls.resolve_asking)
    return resolved / (PER_CALL + 2 * judged)


def _encode(workload: Workload) -> float:
    """Return what encoding one call takes, in J."""
    calls = _Calls(workload)
    unit = UNITS["J"].run(workload)
    rounds = [(seconds(calls.encode, 10), seconds(unit)) for _ in range(7)]
    encoded, one = (median(times) for times in zip(*rounds, strict=True))
    return float(encoded / len(calls.calls) / one)


def _resolve(workload: Workload) -> float:
    """Return what a call takes over what it may: the budget beside validation, and twice jsonschema-rs alone."""
    resolved, judged = _resolve_parts(workload)
    return resolved / (PER_CALL + 2 * judged)


def _resolve_beside(workload: Workload) -> float:
    """Return what a call takes beside validation, taken as the whole less jsonschema-rs alone, in J."""
    resolved, judged = _resolve_parts(workload)
    return resolved - judged


def _memory(workload: Workload) -> float:
    """Return the memory of a plan with many surfaces over that of the same plan with one."""
    with traced() as alive:
        made = workload.plan()
        kept = [made.compile(workload.everything)]
        one = alive()
        kept.extend(made.compile(decisions) for decisions in islice(workload.similar_callers(), SURFACES - 1))
        return alive() / one


def _memory_scattered(workload: Workload) -> float:
    return _memory(_scattered(workload))


CASES: tuple[Timed | Counted, ...] = (
    *(Timed(f"plan-{name}", f"plan, all checks, {name}", "J", 20, _plan(name)) for name in ("flat", *STRATEGIES)),
    *(
        Timed(f"compile-first-{name}", f"compile, a plan's first caller, {name}", "J", 1, _first_compile(name))
        for name in ("flat", *STRATEGIES)
    ),
    *(
        Timed(f"compile-new-{name}", f"compile, its second, quite another one, {name}", "J", 1, _new_compile(name))
        for name in ("flat", *STRATEGIES)
    ),
    Timed("compile-similar", "compile, new vector with 5 answers changed", "J", 1, _similar_compile),
    Timed(
        "compile-similar-scattered",
        "the same, each gate in many groups",
        "J",
        1,
        _similar_compile_scattered,
        generated_only=True,
    ),
    Timed("compile-known", "compile, vector seen before", "J", 0.01, _known_compile, loops=100),
    Timed("to-json", "a surface's bytes", "J", None, _to_json),
    Timed("list-result", "the result of tools/list, from a surface", "J", None, _list_result, loops=10),
    Timed("etag", "a surface's etag", "J", None, _etag),
    Timed("defs-digest", "the digest of a plan's definitions", "J", None, _defs_digest),
    Timed("cache-key", "a caller's cache key, digest known", "J", None, _cache_key),
    *(
        Timed(f"lower-{name}", f"lower every linked schema, {name}", "D", _lowering_budget(name), _lower_module(name))
        for name in LOWERED
    ),
    *(
        Timed(f"lower-unlinked-{name}", f"link and lower every schema, {name}", "D", None, _lower_schema(name))
        for name in LOWERED
    ),
    Counted("resolve-first", "resolve, a tool's first call", "J", None, _resolve_first),
    Counted("resolve", "resolve a call, against 25 us at J = 17 ms and 2 x jsonschema-rs", "times", 1, _resolve),
    Counted("resolve-beside", "the same without the time of jsonschema-rs alone", "J", PER_CALL, _resolve_beside),
    Counted("resolve-asking", "resolve a call, asking again with decisions of the moment", "times", 1, _asking),
    Counted("encode", "encode a call", "J", PER_CALL, _encode),
    Timed("load-json", "load the manifest from JSON, with places", "L", None, _load_json),
    Timed("load-yaml", "load the manifest from YAML, with places", "L", None, _load_yaml),
    Counted("memory", f"plan with {SURFACES:,} surfaces, 5 answers changed in each, against one", "times", 3, _memory),
    Counted("memory-scattered", "the same, each gate in many groups", "times", 3, _memory_scattered),
)
