"""The examples of docs/what-happens-to-your-schema.md: what comes out is what the library gives.

``python -m tests.engine.schema_page`` writes it into the page. An example is a comment that says what is done, a block
of YAML, and the place of the result::

    <!-- example: {"op": "prune", "decisions": {"grants": []}} -->
    ```yaml
    type: object
    ```
    <!-- result -->
    <!-- end -->

The operations are those of the port protocol; the YAML is the operation's ``manifest``, ``schemas`` or ``schema``.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any, NamedTuple

import yaml

from schemac.conformance import port
from schemac.conformance.operations import OpError
from schemac.findings import SchemacError
from schemac.jsonschema.keywords import DRAFT_2020_12
from schemac.jsonschema.walk import walk
from schemac.pointer import Pointer, render
from schemac.text.dump import dump
from tests.shared import ROOT

PAGE = ROOT / "docs" / "what-happens-to-your-schema.md"

_EXAMPLE = re.compile(
    r"(<!-- example: (?P<how>.*?) -->\n```yaml\n(?P<source>.*?)```\n(?:(?!<!-- example).)*?<!-- result -->\n)"
    r"(?P<result>.*?)(?=<!-- end -->)",
    re.DOTALL,
)
_TAKES = {"compile": "manifest", "resolve": "manifest", "project_output": "manifest", "embed": "schemas"}


class Example(NamedTuple):
    """An example of the page.

    Attributes:
        op: The operation.
        input: What it gets.
        draw: What is drawn of it: ``tree`` for what is taken out of a schema, ``map`` for who refers to what.
    """

    op: str
    input: dict[str, Any]
    draw: str


def examples(page: str) -> Iterator[Example]:
    """Yield the examples of a page, in order."""
    for found in _EXAMPLE.finditer(page):
        yield _example(found)


def rendered(page: str) -> str:
    """Return the page with every result put where it belongs."""
    return _EXAMPLE.sub(lambda found: found[1] + _result(_example(found)), page)


def _example(found: re.Match[str]) -> Example:
    how: dict[str, Any] = json.loads(found["how"])
    op = how.pop("op")
    draw = how.pop("draw", "")
    return Example(op, {_TAKES.get(op, "schema"): yaml.safe_load(found["source"]), **how}, draw)


def _result(example: Example) -> str:
    try:
        result: Any = port.perform(example.op, example.input)
    except SchemacError as refused:
        return "".join(_text(_sentence(item.code, item.pointer, item.message)) for item in refused.findings)
    except OpError as refused:
        return _text(_sentence(refused.code, refused.pointer, str(refused)))
    if example.op == "prune":
        picture = _tree(example.input["schema"], result["shown"]) if example.draw == "tree" else ""
        return f"{picture}\nShown:\n\n{_yaml(result['shown'])}\nEnforced:\n\n{_yaml(result['enforced'])}"
    if example.op == "embed":
        return f"{_map(result['document']) if example.draw == 'map' else ''}\n{_yaml(result['document'])}"
    if example.op == "translate":
        losses = [f"lost: {loss['keyword']} at {loss['pointer'] or '/'}" for loss in result["losses"]]
        return f"\n{_yaml(result['schema'])}{_text(chr(10).join(losses) or 'exact')}"
    if example.op == "compile":
        return "".join(f"\n{_yaml(tool)}" for tool in result["tools"])
    return f"\n{_yaml(result)}"


def _sentence(code: str, pointer: Pointer, message: str) -> str:
    return f"{code} at {render(pointer) or '/'}: {message}"


def _text(line: str) -> str:
    return f"\n```text\n{line}\n```\n"


def _yaml(value: Any) -> str:
    return f"```yaml\n{dump(value, 'yaml')}```\n"


def _mermaid(lines: list[str]) -> str:
    body = "\n".join(f"  {line}" for line in lines)
    return f"\n```mermaid\nflowchart LR\n{body}\n```\n"


def _tree(before: Any, after: Any) -> str:
    """Draw the parts of a schema, those dashed that are not in it afterwards."""
    left = {pointer for pointer, _ in walk(after, DRAFT_2020_12)}
    numbers: dict[Pointer, int] = {}
    lines = []
    gone = []
    for pointer, schema in walk(before, DRAFT_2020_12):
        numbers[pointer] = number = len(numbers)
        gate = schema.get("x-requires") if isinstance(schema, dict) else None
        label = f"{pointer[-1] if pointer else 'root'}" + (f"<br/>needs {gate}" if gate else "")
        lines.append(f'n{number}["{label}"]')
        above = next((numbers[pointer[:end]] for end in range(len(pointer) - 1, -1, -1) if pointer[:end] in numbers), 0)
        if pointer:
            lines.append(f"n{above} --> n{number}")
        if pointer not in left:
            gone.append(f"n{number}")
    if gone:
        lines.append("classDef gone stroke-dasharray: 4 4,color:#999")
        lines.append(f"class {','.join(gone)} gone")
    return _mermaid(lines)


def _map(document: Any) -> str:
    """Draw which schema of a document refers to which definition."""
    lines = []
    for keyword, shape in (("properties", '["{}"]'), ("$defs", '(["{}"])')):
        for name, schema in document.get(keyword, {}).items():
            lines.append(f"{_id(keyword, name)}{shape.format(name)}")
            parts = [part for _, part in walk(schema, DRAFT_2020_12) if isinstance(part, dict)]
            targets = dict.fromkeys(part["$ref"].rpartition("/")[2] for part in parts if "$ref" in part)
            lines += [f"{_id(keyword, name)} --> {_id('$defs', target)}" for target in targets]
    return _mermaid(lines)


def _id(keyword: str, name: str) -> str:
    return f"{'s' if keyword == 'properties' else 'd'}_{re.sub('[^A-Za-z0-9]', '_', name)}"


if __name__ == "__main__":
    PAGE.write_text(rendered(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
