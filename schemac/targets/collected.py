"""Pages over a folder of collected tool lists: reading it, its input schemas, and the command line that they share.

The lists are what servers answer to ``tools/list``, one JSON file a server.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple, TypeAlias

from schemac.canonical import canonical
from schemac.findings import Finding, SchemacError
from schemac.jsonschema import metaschema
from schemac.jsonschema.codec import Loss
from schemac.jsonschema.embed import standalone
from schemac.jsonschema.keywords import DRAFT_2020_12
from schemac.jsonschema.link import link
from schemac.jsonschema.translate import translate
from schemac.targets.lint import tool_list
from schemac.text import load
from schemac.values import Json, JsonObject

Lists: TypeAlias = Mapping[str, Json]
"""Documents by the names of their files."""


class Read(NamedTuple):
    """An input schema, ready to be lowered.

    Attributes:
        schema: A document of its own in dialect 2020-12, whose root says that it describes an object.
        losses: What bringing it into that dialect lost.
    """

    schema: JsonObject
    losses: tuple[Loss, ...]


@dataclass(frozen=True)
class Collected:
    """The input schemas of some lists.

    Attributes:
        lists: How many lists there are.
        tools: How many tools are in them, those without a readable schema included.
        schemas: Each input schema once, as written, in the order of the lists, with the number of tools that have it.
        unreadable: How many tools have none that can be read, by the code of the first finding.
    """

    lists: int
    tools: int
    schemas: Sequence[tuple[JsonObject, int]]
    unreadable: Mapping[str, int]


def read_folder(folder: Path) -> Lists:
    """Return the JSON documents of a folder by file name.

    Raises:
        OSError: A file cannot be read.
        SchemacError: A file is not JSON.
    """
    return {
        path.name: load(path.read_bytes(), format="json", file=str(path)).value
        for path in sorted(folder.glob("*.json"))
    }


def collect(lists: Lists) -> Collected:
    """Return the input schemas of lists; two are the same if their JSON is, whatever the order of members.

    Raises:
        SchemacError: ``not-a-tool-list``.
    """
    schemas: dict[bytes, JsonObject] = {}
    tools: Counter[bytes] = Counter()
    unreadable: Counter[str] = Counter()
    total = 0
    for _, document in sorted(lists.items()):
        for tool in tool_list(document).tools:
            total += 1
            schema = tool.get("inputSchema")
            if not isinstance(schema, dict):
                unreadable["input-schema-missing"] += 1
                continue
            key = canonical(schema)
            if key not in schemas:
                try:
                    read(schema)
                except SchemacError as refused:
                    unreadable[refused.findings[0].code] += 1
                    continue
                schemas[key] = schema
            tools[key] += 1
    return Collected(len(lists), total, [(schema, tools[key]) for key, schema in schemas.items()], unreadable)


def read(schema: JsonObject) -> Read:
    """Return an input schema as it is when lowering begins.

    Raises:
        SchemacError: It is not valid in its dialect, or a reference in it leads nowhere.
    """
    dialect = metaschema.dialect_of(schema, DRAFT_2020_12)
    if isinstance(dialect, Finding):
        raise SchemacError([dialect])
    invalid = metaschema.check(schema, dialect, ())
    if invalid:
        raise SchemacError(invalid)
    done = translate(link(schema, dialect=dialect), DRAFT_2020_12)
    document = standalone(done.module, DRAFT_2020_12)
    return Read(document if document.get("type") == "object" else {**document, "type": "object"}, done.losses)


def run(arguments: Sequence[str], module: str, page: Callable[[Lists], str]) -> int:
    """Print the page over the folder that a command line names, and return the exit code.

    Returns:
        0; 1 if a file of the folder is no list of tools; 2 if there is no folder with JSON files.
    """
    if len(arguments) != 1:
        return _complain([f"usage: python -m {module} FOLDER"], 2)
    folder = Path(arguments[0])
    try:
        lists = read_folder(folder)
        if not lists:
            return _complain([f"There is no folder '{folder}' with files *.json."], 2)
        text = page(lists)
    except OSError as why:
        return _complain([f"'{why.filename}' cannot be read: {why.strerror}."], 2)
    except SchemacError as refused:
        return _complain(_lines(refused), 1)
    sys.stdout.buffer.write(text.encode())
    return 0


def _lines(refused: SchemacError) -> Iterator[str]:
    for item in refused.findings:
        where = f"{item.place.file}:{item.place.line}: " if item.place else ""
        yield f"{where}{item.code}: {item.message}"


def _complain(lines: Sequence[str] | Iterator[str], code: int) -> int:
    for line in lines:
        sys.stderr.write(f"{line}\n")
    return code
