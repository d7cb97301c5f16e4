import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from schemac.conformance import corpus as corpora
from schemac.values import JsonObject


def case(**changes: Any) -> JsonObject:
    """Return a case as it stands in a file, right unless changed; a change to None takes the member out."""
    members = {
        "id": "area-topic-list",
        "title": "the digest of a list is right",
        "spec": ["SUR-6"],
        "profile": "keys",
        "since": "0.2",
        "op": "digest",
        "input": {"value": []},
        "expect": {"result": {"sha256": "4f53cda18c2baa0c0354bb5f9a3ecbe5ed12ab4d8e11ba873c2f11161202b945"}},
    }
    return {name: value for name, value in (members | changes).items() if value is not None}


def write_cases(root: Path, *cases: JsonObject, area: str = "area", topic: str = "topic", **changes: Any) -> None:
    """Write a case file into a corpus."""
    content = {"$schema": "../case.schema.json", "format": 1, "area": area, "topic": topic, "cases": list(cases)}
    path = root / "area" / "topic.json"
    path.parent.mkdir(exist_ok=True)
    path.write_text(json.dumps(content | changes), encoding="utf-8")


@pytest.fixture
def small(tmp_path):
    """Return the folder of a corpus that has one sentence and no cases."""
    for name in ("case.schema.json", "protocol.schema.json", "requirements.schema.json"):
        shutil.copy(corpora.locate() / name, tmp_path / name)
    (tmp_path / "corpus.json").write_text('{"version": "0.2", "format": 1, "protocol": 1}', encoding="utf-8")
    sentence = {"section": "SUR: Keys", "level": "must", "since": "0.1", "text": "A digest is right."}
    ledger = {"$schema": "requirements.schema.json", "requirements": {"SUR-6": sentence}}
    (tmp_path / "requirements.json").write_text(json.dumps(ledger), encoding="utf-8")
    (tmp_path / "retired.txt").write_text("", encoding="utf-8")
    (tmp_path / "released.txt").write_text("", encoding="utf-8")
    return tmp_path
