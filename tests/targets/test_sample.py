"""A sample shows some of every rule that was broken, is the same for the same seed, and says what stands there."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from schemac.findings import SchemacError
from schemac.targets import target
from schemac.targets.collected import read_folder
from schemac.targets.sample import LEAST, sample
from schemac.targets.survey import main, survey

OPEN = {"type": "object", "properties": {"a": {"type": "string", "minLength": 1}}, "required": ["a"]}


def tool(number, **schema):
    return {"name": f"t{number}", "inputSchema": {**OPEN, **schema}}


def lists():
    """Return three lists: many open objects, few lengths beside them, one name that occurs twice."""
    many = [tool(number, properties={"b": {"type": "string"}}, required=["b"]) for number in range(60)]
    return {
        "many.json": {"tools": many},
        "few.json": [tool(number) for number in range(6)],
        "twice.json": {"result": {"tools": [tool(1), tool(1)]}},
    }


def test_every_rule_that_was_broken_is_there_and_the_rest_goes_by_how_often():
    drawn = sample(lists(), target("strict"), 40)
    assert drawn.found == {"STR-NAME-UNIQUE": 1, "STR-CLOSED": 68, "STR-KEYWORDS": 8, "STR-STRICT-TOOLS": 1}
    kept = [item.verdict.rule.id for item in drawn.drawn]
    assert {name: kept.count(name) for name in kept} == {
        "STR-NAME-UNIQUE": 1,
        "STR-CLOSED": 32,
        "STR-KEYWORDS": 6,
        "STR-STRICT-TOOLS": 1,
    }
    assert kept == sorted(kept, key=list(drawn.found).index)


def test_a_sample_is_no_larger_than_what_was_found():
    drawn = sample(lists(), target("strict"), 1000)
    assert len(drawn.drawn) == sum(drawn.found.values()) == 78
    assert len({(item.file, item.pointer, item.verdict.rule.id) for item in drawn.drawn}) == 78


def test_a_small_sample_still_has_the_least_of_each_rule():
    drawn = sample(lists(), target("strict"), 1)
    assert len(drawn.drawn) == 1 + LEAST + LEAST + 1


@given(st.integers(0, 100), st.integers(0, 5))
def test_shares_add_up(size, seed):
    drawn = sample(lists(), target("strict"), size, seed)
    least = sum(min(count, LEAST) for count in drawn.found.values())
    assert len(drawn.drawn) == max(least, min(size, 78))


def test_the_same_seed_draws_the_same_and_another_seed_others():
    first, again, other = (str(sample(lists(), target("strict"), 20, seed)) for seed in (0, 0, 1))
    assert first == again
    assert first != other


def test_files_take_turns():
    drawn = sample(lists(), target("strict"), 1)
    assert {item.file for item in drawn.drawn if item.verdict.rule.id == "STR-CLOSED"} == set(lists())


def test_a_finding_is_printed_with_file_tool_pointer_rule_problem_cure_and_schema():
    text = str(sample({"a.json": {"tools": [tool(1)]}}, target("anthropic-strict"), 100, 7))
    assert text.startswith("anthropic-strict: 2 of 2 findings, seed 7\n")
    assert "\n     1 of      1  ANS-CLOSED\n" in text
    assert "\nANS-BOUNDS, error: Numeric bounds, lengths of texts and maxItems are refused.\n   Leave it out" in text
    assert (
        "2. a.json t1 /tools/0/inputSchema/properties/a/minLength\n"
        "   The keyword 'minLength' stands here: anthropic-strict refuses the whole request.\n"
        '   {"minLength": 1, "type": "string"}\n'
    ) in text


def test_the_excerpt_is_the_schema_at_the_place_cut_where_it_goes_deep():
    names = {"type": {}, "b": {"type": "array", "items": {"type": "string"}}}
    schema = {"type": "object", "properties": names, "required": ["a" * 9] * 9, "title": "a" * 99}
    drawn = sample({"a.json": [{"name": "t", "inputSchema": schema}]}, target("openai-strict"), 100).drawn
    found = {item.verdict.rule.id: item.excerpt for item in drawn}
    assert found["OAS-TYPE"] == "{}"  # the property is named like the keyword that it lacks
    assert json.loads(found["OAS-REQUIRED"])["properties"] == {"type": {}, "b": {"…": 2}}
    assert json.loads(found["OAS-REQUIRED"])["required"] == ["a" * 9] * 8
    assert json.loads(found["OAS-REQUIRED"])["title"] == "a" * 59 + "…"


def test_the_list_itself_has_no_excerpt():
    drawn = sample(lists(), target("strict"), 100).drawn
    (limit,) = [item for item in drawn if item.verdict.rule.id == "STR-STRICT-TOOLS"]
    assert (limit.file, limit.tool, limit.pointer, limit.excerpt) == ("many.json", "", ("tools",), "")
    assert "many.json (the list) /tools\n   The list has 60 strict tools" in str(limit)


def test_what_is_no_list_is_refused():
    with pytest.raises(SchemacError):
        sample({"a.json": {}}, target("mcp"), 10)


def test_the_command_prints_the_page_or_a_sample(tmp_path, capsys):
    for name, content in lists().items():
        (tmp_path / name).write_text(json.dumps(content), encoding="utf-8")
    assert main([str(tmp_path)]) == 0
    assert capsys.readouterr().out == survey(read_folder(tmp_path))
    assert main([str(tmp_path), "--sample", "5", "--target", "openai", "--seed", "3"]) == 0
    assert capsys.readouterr().out == str(sample(read_folder(tmp_path), target("openai"), 5, 3))
    assert main([str(tmp_path), "--sample", "5", "--target", "opnai"]) == 1
    assert "unknown-target: There is no target 'opnai'" in capsys.readouterr().err
