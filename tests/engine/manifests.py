"""Random manifests with gates on tools and inside schemas, and twins that differ only in what a caller may not see."""

from __future__ import annotations

import copy
import json
import re
from dataclasses import dataclass, field
from random import Random
from typing import Any

from schemac.catalog.decisions import Decisions
from schemac.gates import parse_gate
from schemac.jsonschema.keywords import DIALECTS
from tests.jsonschema.gated_schemas import NAMES, Author

GROUPS = ("depot", "depot/rail", "port", None)
STRATEGIES = ("vendor_extension", "discriminated_union", "lazy", "flat")
"""The forms that show each member's schema, or describe it, as it is."""
OUTPUTS = (None, "draft-04", "draft-07", "2020-12")
WORDS = ("count", "move", "list", "drop", "weigh")


@dataclass
class Written:
    """A manifest, and who wrote each of its schemas.

    Attributes:
        value: The manifest.
        authors: By tool and field, the author of the schema there.
        drafts: By the same, the schema with the definitions that nothing refers to.
    """

    value: dict[str, Any]
    authors: dict[tuple[str, str], Author] = field(default_factory=dict)
    drafts: dict[tuple[str, str], dict[str, Any]] = field(default_factory=dict)

    @property
    def tools(self) -> list[dict[str, Any]]:
        tools: list[dict[str, Any]] = self.value["tools"]
        return tools


def options(random: Random) -> dict[str, Any]:
    """Choose options that have a say in what a surface holds."""
    chosen: dict[str, Any] = {
        "group_by": random.choice(["group", "group", "group", "none"]),
        "group_depth": random.choice([1, 2]),
        "min_group_size": random.choice([1, 1, 2]),
        "lines": random.choice(["description", "compact", "signature"]),
        "unknown_arguments": random.choice(["strip", "reject"]),
        "coerce": random.choice(["json", "scalars", "none"]),
        "errors": random.choice(["brief", "with_schema"]),
    }
    output = random.choice(OUTPUTS)
    if output is not None:
        chosen["output_dialect"] = output
    if chosen["group_by"] == "group":
        chosen["strategy"] = random.choice([*STRATEGIES, "merged"])
        chosen["split"] = random.choice(["none", "none", "intent"])
        if chosen["strategy"] == "vendor_extension":
            chosen["schemas_in"] = random.choice(["schema", "meta"])
    return chosen


def write(random: Random, *, tools: int = 3, gate_rate: float = 0.3, negated: bool = True) -> Written:
    """Write a manifest of a few tools whose schemas are in dialects of their own; gates in them may say ``not``."""
    written = Written(
        {
            "schemac": 1,
            "domains": {"default": options(random)},
            "groups": {"depot": "What the depot does."} if random.random() < 0.5 else {},
            "tools": [],
        }
    )
    for index in range(tools):
        name = f"{WORDS[index % len(WORDS)]}_{index}"
        tool: dict[str, Any] = {
            "name": name,
            "inputSchema": schema(random, written, (name, "inputSchema"), gate_rate, negated),
        }
        describe(random, tool)
        if random.random() < 0.5:
            tool["requires"] = Author(random, negated=True).gate()
        if random.random() < 0.3:
            tool["outputSchema"] = schema(random, written, (name, "outputSchema"), gate_rate, negated)
        written.tools.append(tool)
    return written


def describe(random: Random, tool: dict[str, Any], word: str = "") -> None:
    """Give a tool what people read, and where it belongs."""
    group = random.choice(GROUPS)
    if group is not None:
        tool["group"] = group
    if random.random() < 0.8:
        tool["description"] = f"Does {word or tool['name']} by day {random.randint(1, 9)}.\nMore of it."
    if group is not None and random.random() < 0.3:
        tool["group_summary"] = f"All about {word or tool['name']}."
    if random.random() < 0.3:
        tool["annotations"] = {"readOnlyHint": random.random() < 0.5, "openWorldHint": random.random() < 0.5}
    if random.random() < 0.2:
        tool["_meta"] = {"example.org/mark": word or 1}


def schema(
    random: Random, written: Written, key: tuple[str, str], gate_rate: float, negated: bool = True
) -> dict[str, Any]:
    dialect = random.choice(sorted(DIALECTS))
    author = Author(random, dialect, gate_rate=gate_rate, negated=negated, definitions=2)
    written.authors[key] = author
    document = {"$schema": DIALECTS[dialect].uri, **author.document()}
    if random.random() < 0.3:
        document["properties"]["zone"] = {"type": "string", "x-default-for": "timezone"}
    written.drafts[key] = document
    return trimmed(document)


def trimmed(document: dict[str, Any]) -> dict[str, Any]:
    """Return a schema without the definitions that nothing refers to, whose gates would gate nothing."""
    keyword = "$defs" if "$defs" in document else "definitions"
    definitions = document[keyword]
    reached: list[str] = []
    stack = [{name: part for name, part in document.items() if name != keyword}]
    while stack:
        for name in re.findall(r'"#/[$a-z]+/(\w+)"', json.dumps(stack.pop())):
            if name not in reached:
                reached.append(name)
                stack.append(definitions[name])
    kept = {name: part for name, part in definitions.items() if name in reached}
    found = {**document, keyword: kept}
    if not kept:
        del found[keyword]
    return found


def twin(
    random: Random, written: Written, grants: list[str], public: frozenset[tuple[str, str]] = frozenset()
) -> tuple[Written, dict[str, str]]:
    """Return a manifest that is the same to a caller with these grants, and new names of what was renamed.

    Hidden tools are rewritten, taken out or added; so is what stands in parts that gates take out.

    Args:
        random: The source of what is new.
        written: The manifest.
        grants: The caller's.
        public: Tools and names of gated properties that keep their names, since callers may know them.
    """
    answers = Decisions.granting(*grants)
    renamed: dict[str, str] = {}
    other = Written({**written.value, "tools": []})
    for tool in written.tools:
        gate = tool.get("requires")
        if gate is not None and parse_gate(gate).holds(answers.answer) is not True:
            for _ in range(random.randint(0, 2)):
                other.tools.append(hidden(random, other, gate))
            continue
        same = copy.deepcopy(tool)
        for name in ("inputSchema", "outputSchema"):
            key = (tool["name"], name)
            if key in written.authors:
                known = frozenset(at for tool_name, at in public if tool_name == tool["name"])
                changed, names = rewritten(written.authors[key], written.drafts[key], answers, known)
                same[name] = trimmed(changed)
                renamed |= names
        other.tools.append(same)
    return other, renamed


def rewritten(author: Author, schema: Any, answers: Decisions, known: frozenset[str]) -> tuple[Any, dict[str, str]]:
    """Return a schema that differs only in what gates take out of it, and new names of the properties among that."""
    renamed: dict[str, str] = {}

    def holds(item: Any) -> bool:
        return "x-requires" not in item or parse_gate(item["x-requires"]).holds(answers.answer) is True

    def collect(item: Any) -> None:
        for name, part in item.items() if isinstance(item, dict) else ():
            if name in author.sites and name not in known and isinstance(part, dict) and not holds(part):
                renamed[name] = f"t{name}"
        for part in item.values() if isinstance(item, dict) else item if isinstance(item, list) else ():
            collect(part)

    def changed(item: Any) -> Any:
        if isinstance(item, str):
            return renamed.get(item, item)
        if isinstance(item, list):
            return [changed(part) for part in item]
        if not isinstance(item, dict):
            return item
        if not holds(item):
            fresh = Author(author.random, author.dialect, gate_rate=0.0, definitions=author.definitions)
            return {**fresh.as_object(fresh.schema(2, author.definitions)), "x-requires": item["x-requires"]}
        return {renamed.get(name, name): changed(part) for name, part in item.items()}

    collect(schema)
    return changed(schema), renamed


def hidden(random: Random, other: Written, gate: Any) -> dict[str, Any]:
    """Write a tool that is as hidden as the one whose gate it has, and as unlike that one as can be."""
    name = f"veiled_{len(other.tools)}"
    tool: dict[str, Any] = {"name": name, "requires": gate}
    describe(random, tool, "veiled work")
    tool["inputSchema"] = schema(random, other, (name, "inputSchema"), 0.2)
    return tool


def call(random: Random, names: list[str], tools: list[str], author: Author, also: tuple[str, ...]) -> tuple[str, Any]:
    """Write a call as a client might send it: mostly well-formed."""
    known = (*NAMES, "zone", "xy", *also)
    name = random.choice([*names, *names, *tools, "nothing"])
    arguments: Any = author.instance(3, known)
    kind = random.random()
    if name in names and kind > 0.9 and isinstance(arguments, dict):
        arguments = {"tool_name": random.choice(tools), **arguments}
    elif name in names and kind < 0.7:
        arguments = {"tool_name": random.choice([*tools, "nothing"]), "arguments": arguments}
        if kind < 0.1:
            arguments["extra"] = 1
    return name, arguments
