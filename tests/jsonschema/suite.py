"""Schemas with verdicts: the official test suite where it is at hand, and cases of our own."""

import contextlib
import json
import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import jsonschema
import jsonschema_rs

from schemac.jsonschema.documents import Documents
from schemac.jsonschema.keywords import DIALECTS, Dialect
from schemac.values import Json, Schema

OWN = Path(__file__).with_name("cases_references.json")

PYTHON: dict[str, Any] = {
    "draft-04": jsonschema.Draft4Validator,
    "draft-06": jsonschema.Draft6Validator,
    "draft-07": jsonschema.Draft7Validator,
    "2019-09": jsonschema.Draft201909Validator,
    "2020-12": jsonschema.Draft202012Validator,
}
RUST: dict[str, Any] = {
    "draft-04": jsonschema_rs.Draft4Validator,
    "draft-06": jsonschema_rs.Draft6Validator,
    "draft-07": jsonschema_rs.Draft7Validator,
    "2019-09": jsonschema_rs.Draft201909Validator,
    "2020-12": jsonschema_rs.Draft202012Validator,
}
FOLDERS = {"draft-04": "draft4", "draft-07": "draft7", "2020-12": "draft2020-12"}


class Check(NamedTuple):
    """A value and whether the schema accepts it."""

    what: str
    data: Json
    valid: bool


class Case(NamedTuple):
    """A schema with its verdicts."""

    title: str
    dialect: Dialect
    schema: Schema
    tests: tuple[Check, ...]
    documents: Documents
    given: Mapping[str, Schema]
    refused: str | None = None


def judges(schema: Schema, dialect: Dialect) -> "Verdicts":
    """Return the two independent judges of a schema."""
    return Verdicts(PYTHON[dialect.name](schema), RUST[dialect.name](schema, validate_formats=False, offline=True))


class Verdicts(NamedTuple):
    """Two validators that share no code."""

    python: Any
    rust: Any

    def of(self, value: Json) -> set[bool]:
        """Return what the two say; Python's has no say where its regular expressions lack what a pattern uses."""
        found = {self.rust.is_valid(value)}
        with contextlib.suppress(re.error):
            found.add(self.python.is_valid(value))
        return found


@cache
def official(root: Path, name: str) -> tuple[Case, ...]:
    """Return the cases of the official suite for one dialect, the remote documents given."""
    dialect = DIALECTS[name]
    remotes = {
        f"http://localhost:1234/{path.relative_to(root / 'remotes').as_posix()}": json.loads(path.read_text())
        for path in sorted((root / "remotes").rglob("*.json"))
    }
    documents = Documents(remotes, dialect=dialect)
    return tuple(
        Case(
            f"{path.stem}: {group['description']}",
            dialect,
            group["schema"],
            tuple(Check(test["description"], test["data"], test["valid"]) for test in group["tests"]),
            documents,
            remotes,
        )
        for path in sorted((root / "tests" / FOLDERS[name]).glob("*.json"))
        for group in json.loads(path.read_text())
    )


def own() -> Iterator[Case]:
    """Yield our own cases about references."""
    for group in json.loads(OWN.read_text()):
        dialect = DIALECTS[group["dialect"]]
        yield Case(
            f"{dialect.name}: {group['title']}",
            dialect,
            group["schema"],
            tuple(
                Check(json.dumps(data), data, valid) for valid in (True, False) for data in group[str(valid).lower()]
            ),
            Documents(group.get("documents", {}), dialect=dialect),
            group.get("documents", {}),
            group.get("refused"),
        )
