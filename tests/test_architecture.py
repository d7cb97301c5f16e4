"""The rooms of the package know each other in one direction only (docs/architecture.md)."""

import ast
from pathlib import Path

import pytest

import schemac

PACKAGE = Path(schemac.__file__).parent

LEAVES = {"values", "pointer", "findings", "gates", "canonical", "emit", "patterns"}
KNOWS = {
    "values": set(),
    "pointer": {"values"},
    "findings": {"pointer", "values"},
    "gates": {"findings", "pointer", "values"},
    "canonical": {"values"},
    "emit": {"values"},
    "patterns": {"findings", "pointer", "values"},
    "text": LEAVES,
    "jsonschema": LEAVES,
    "catalog": LEAVES | {"jsonschema", "text"},
    "strategies": LEAVES | {"jsonschema", "catalog"},
    "targets": LEAVES | {"jsonschema", "text"},
    "surface": LEAVES | {"jsonschema", "catalog", "strategies", "targets", "dispatch"},
    "dispatch": LEAVES | {"jsonschema", "catalog", "text"},
}


def room_of(module):
    """The room of a dotted module name below the package: ``schemac.text.load`` is in ``text``."""
    return module.split(".")[1] if "." in module else ""


def imports():
    """Every import at run time of one module of the package by another, as rooms."""
    for path in sorted(PACKAGE.rglob("*.py")):
        parts = path.relative_to(PACKAGE).with_suffix("").parts
        tree = ast.parse(path.read_text(encoding="utf-8"))
        skipped = {
            id(inner)
            for node in ast.walk(tree)
            if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"
            for inner in ast.walk(node)
        }
        for node in ast.walk(tree):
            if id(node) in skipped:
                continue
            if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("schemac"):
                yield parts[0], room_of(node.module), "/".join(parts)


def test_rooms_import_only_what_is_below_them():
    wrong = {
        (source, target, file)
        for source, target, file in imports()
        if source in KNOWS and target and target != source and target not in KNOWS[source]
    }
    assert not wrong


def test_no_strategy_knows_another():
    allowed = {"base", "moving"}
    for path in sorted((PACKAGE / "strategies").glob("*.py")):
        if path.stem in {"__init__", *allowed}:
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("schemac.strategies."):
                assert node.module.split(".")[2] in allowed, path.name


def test_checkers_never_import_passes():
    files = {file for _, _, file in imports() if file.startswith("targets/checkers")}
    assert files
    for file in sorted(files):
        for node in ast.walk(ast.parse((PACKAGE / f"{file}.py").read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and node.module:
                assert "passes" not in node.module.split("."), file


@pytest.mark.parametrize("name", ["open", "socket", "time", "random", "datetime"])
def test_the_core_is_pure(name):
    """Below the loaders and the command line nothing reads files, clocks, sockets or dice."""
    edges = {"text", "cli", "conformance", "__main__", "findings/pages", "targets/pages"}
    for path in sorted(PACKAGE.rglob("*.py")):
        inside = path.relative_to(PACKAGE).with_suffix("").as_posix()
        if inside.split("/")[0] in edges or inside in edges:
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                assert name not in {alias.name for alias in node.names}, inside
            elif isinstance(node, ast.ImportFrom):
                assert node.module != name, inside
            elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                assert node.func.id != name, inside
