"""Findings as SARIF 2.1.0 (OASIS), which code scanning services read."""

from __future__ import annotations

import json
from importlib.metadata import PackageNotFoundError, version
from pathlib import PurePath
from typing import Any
from urllib.parse import quote

from schemac.findings import CATALOGUE, Finding, Findings, Place
from schemac.pointer import render as render_pointer

_SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"


def to_sarif(findings: Findings) -> str:
    """Return one SARIF log with one run: the rules that were met, by code, and one result per finding.

    A relative file stays relative (to the folder the command ran in); an absolute one becomes a ``file:`` URI. A
    finding without a place has only a logical location, its pointer.
    """
    codes = sorted({item.code for item in findings})
    index = {code: position for position, code in enumerate(codes)}
    driver = {"name": "schemac", **_version(), "rules": [_rule(code) for code in codes]}
    run = {
        "tool": {"driver": driver},
        "columnKind": "unicodeCodePoints",
        "results": [_result(item, index[item.code]) for item in findings],
    }
    log = {"$schema": _SCHEMA, "version": "2.1.0", "runs": [run]}
    return json.dumps(log, indent=1, ensure_ascii=False) + "\n"


def _version() -> dict[str, str]:
    try:
        return {"version": version("schemac")}
    except PackageNotFoundError:  # run from a checkout that was never installed
        return {}


def _rule(code: str) -> dict[str, Any]:
    entry = CATALOGUE[code]
    return {
        "id": code,
        "shortDescription": {"text": entry.summary},
        "fullDescription": {"text": entry.cause},
        "help": {"text": entry.cure},
        "defaultConfiguration": {"level": entry.severity.value},
    }


def _result(item: Finding, rule: int) -> dict[str, Any]:
    text = f"{item.message}\n{item.hint}" if item.hint else item.message
    where = item.argument or render_pointer(item.pointer)
    location: dict[str, Any] = {"logicalLocations": [{"fullyQualifiedName": where}]}
    if item.place:
        location = {"physicalLocation": _physical(item.place), **location}
    result: dict[str, Any] = {
        "ruleId": item.code,
        "ruleIndex": rule,
        "level": item.severity.value,
        "message": {"text": text},
        "locations": [location],
    }
    if item.related:
        result["relatedLocations"] = [
            {"id": number, "physicalLocation": _physical(place), "message": {"text": word}}
            for number, (place, word) in enumerate(item.related, 1)
        ]
    return result


def _physical(place: Place) -> dict[str, Any]:
    region = {
        "startLine": place.line,
        "startColumn": place.column,
        "endLine": place.line,
        "endColumn": place.column + 1,  # SARIF's end is exclusive; a place is one character
    }
    return {"artifactLocation": {"uri": _uri(place.file)}, "region": region}


def _uri(file: str) -> str:
    path = PurePath(file)
    if path.is_absolute():
        return path.as_uri()
    written = quote(path.as_posix(), safe="/-._~!$&'()*+,;=:@")
    # A colon before the first slash would make what precedes it a scheme (RFC 3986, 4.2).
    return f"./{written}" if ":" in written.split("/", 1)[0] else written
