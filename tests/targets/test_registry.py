"""Targets are found by name; those of other packages when somebody asks for them."""

import pytest

from schemac.findings import SchemacError
from schemac.targets import TARGETS, Target, registry, tables, target, target_names
from schemac.targets.wire import MCP

OUTSIDE = Target(name="outside", title="Outside", reads="Somebody.", wire=MCP, rules=())


class Spy:
    """An entry point that says whether it was loaded."""

    def __init__(self, name: str, value: object) -> None:
        self.name, self.value, self.gives, self.loaded = name, "package:TARGET", value, 0

    def load(self):
        self.loaded += 1
        return self.gives


@pytest.fixture
def entries(monkeypatch):
    found = [Spy("outside", OUTSIDE), Spy("broken", 3), Spy("mcp", OUTSIDE)]
    monkeypatch.setattr(registry, "entry_points", lambda group: found if group == registry.GROUP else [])
    return found


def test_a_target_of_the_package_is_found_and_cannot_be_replaced(entries):
    assert target("mcp") is TARGETS["mcp"]
    assert entries[2].loaded == 0


def test_a_target_of_another_package_is_loaded_when_asked_for(entries):
    assert "outside" in target_names()
    assert entries[0].loaded == 0
    assert target("outside") is OUTSIDE
    assert [entry.loaded for entry in entries] == [1, 0, 0]


@pytest.mark.usefixtures("entries")
def test_an_entry_point_to_something_else_is_refused():
    with pytest.raises(SchemacError) as refused:
        target("broken")
    assert refused.value.findings[0].code == "unknown-target"


def test_an_unknown_name_brings_the_nearest():
    with pytest.raises(SchemacError) as refused:
        target("opneai")
    assert [item.code for item in refused.value.findings] == ["unknown-target"]
    assert "openai" in refused.value.findings[0].hint
    with pytest.raises(SchemacError) as refused:
        target("zzz")
    assert "mcp" in refused.value.findings[0].hint


def test_a_new_target_is_one_new_file(tmp_path, monkeypatch):
    (tmp_path / "a_new_reader.py").write_text(
        "from schemac.targets.model import Target\n"
        "from schemac.targets.wire import MCP\n"
        'TARGET = Target(name="a-new-reader", title="New", reads="Somebody.", wire=MCP, rules=())\n',
        encoding="utf-8",
    )
    monkeypatch.setattr(tables, "__path__", [*tables.__path__, str(tmp_path)])
    found = registry._own()
    assert set(found) == {*TARGETS, "a-new-reader"}
    assert list(found) == sorted(found)
