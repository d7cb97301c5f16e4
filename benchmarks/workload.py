"""What is measured: a list of tools as a manifest, with gates, and the callers who ask for it."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from benchmarks import generated
from schemac.catalog.decisions import Decisions
from schemac.catalog.importing import import_tools
from schemac.jsonschema.documents import Documents
from schemac.jsonschema.keywords import DRAFT_2020_12
from schemac.jsonschema.link import link
from schemac.jsonschema.module import Module
from schemac.jsonschema.prune import analyse
from schemac.jsonschema.translate import translate
from schemac.plan import Plan, plan
from schemac.text import Manifest
from schemac.text.dump import dump
from schemac.values import Json, JsonObject

REAL = Path(__file__).resolve().parents[2] / "shared" / "real-tools"
"""Collected lists of real servers, where they lie beside the project."""

LARGEST = 3
"""So many of the collected lists are measured, the largest."""

TOGGLED = 5
"""Callers who differ little differ in so many predicates."""


@dataclass(frozen=True)
class Workload:
    """A list of tools to measure on.

    Attributes:
        name: What the report calls it.
        manifest: Its manifest's value.
        predicates: Every predicate that gates something in it.
    """

    name: str
    manifest: JsonObject
    predicates: tuple[str, ...]

    @cached_property
    def loaded(self) -> Manifest:
        """The manifest as it is once it was read."""
        return Manifest.from_value(self.manifest)

    @cached_property
    def json(self) -> str:
        """The manifest as JSON text."""
        return dump(self.manifest, "json")

    @cached_property
    def yaml(self) -> str:
        """The manifest as YAML text."""
        return dump(self.manifest, "yaml")

    @property
    def schemas(self) -> list[JsonObject]:
        """The input and output schemas of its tools."""
        tools = self.manifest["tools"]
        return [tool[field] for tool in tools for field in ("inputSchema", "outputSchema") if field in tool]

    @cached_property
    def flat(self) -> JsonObject:
        """The flat listing that shows every tool: what J is measured on."""
        return {"tools": self.plan(strategy="flat").compile(self.everything).tools}

    @property
    def everything(self) -> Decisions:
        """The decisions of a caller for whom every predicate holds."""
        return Decisions.granting(*self.predicates)

    def modules(self) -> list[Module]:
        """Return every schema anew as lowering takes it: linked, without its gates, in dialect 2020-12."""
        documents = Documents(self.manifest.get("schemas", {}))
        linked = [(schema, link(schema, documents=documents)) for schema in self.schemas]
        bare = [analyse(module, schema, documents=documents).bare for schema, module in linked]
        return [translate(module, DRAFT_2020_12).module for module in bare]

    def plan(self, **options: Json) -> Plan:
        """Return a new plan, with these options over the manifest's own."""
        return plan(self.loaded, options=options)

    def callers(self) -> Iterator[Decisions]:
        """Yield callers who have nothing in common: each predicate holds for half of them."""
        number = 0
        while True:
            yield Decisions.granting(*[name for name in self.predicates if _draw(number, name) % 2])
            number += 1

    def similar_callers(self) -> Iterator[Decisions]:
        """Yield callers for whom all but :data:`TOGGLED` predicates hold, other ones for each."""
        number = 0
        while True:
            away = set(sorted(self.predicates, key=lambda name: _draw(number, name))[:TOGGLED])
            yield Decisions.granting(*[name for name in self.predicates if name not in away])
            number += 1


def _draw(number: int, name: str) -> int:
    """Return a number that looks random and is the same everywhere."""
    return int.from_bytes(hashlib.sha256(f"{number} {name}".encode()).digest()[:8])


def generated_workload(name: str, tools: int = generated.TOOLS, *, scattered: bool = False) -> Workload:
    """Return a workload of generated tools; see :func:`benchmarks.generated.manifest`."""
    predicates = tuple(generated.predicate(number) for number in range(generated.PREDICATES))
    return Workload(name, generated.manifest(tools, scattered=scattered), predicates)


def real_workloads() -> list[Workload]:
    """Return the largest of the collected lists as workloads; none where they are absent."""
    files = sorted(REAL.glob("*.json"), key=lambda file: (-file.stat().st_size, file.name)) if REAL.is_dir() else []
    return [_real(file) for file in files[:LARGEST]]


def _real(file: Path) -> Workload:
    """Return a collected list as a workload: grouped by prefix, and gated, since real lists hold no gates."""
    listed = import_tools(json.loads(file.read_text(encoding="utf-8")), group_by="prefix", on_duplicate="first")
    manifest = listed.manifest()
    tools = manifest["tools"]
    names = [generated.predicate(number) for number in range(generated.PREDICATES)]
    gated = [{**tool, "requires": names[at * len(names) // len(tools)]} for at, tool in enumerate(tools)]
    used = tuple(dict.fromkeys(tool["requires"] for tool in gated))
    return Workload(file.stem, {**manifest, "tools": gated}, used)
