import io
import json
from pathlib import Path

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from schemac.cli.render import exit_status, render, to_github, to_json, to_sarif
from schemac.cli.render_text import excerpt, visible
from schemac.findings import CATALOGUE, Finding, Place, Severity, finding

SOURCE = {"m.yaml": ["schemac: 1", "tools:", "  - name: a", "\t- name: a", "名前: [値, 値]"]}


def line_of(place: Place) -> str | None:
    lines = SOURCE.get(place.file)
    return lines[place.line - 1] if lines and place.line <= len(lines) else None


def make(
    severity: Severity = Severity.ERROR,
    message: str = "It is wrong.",
    place: Place | None = None,
    hint: str = "Put it right.",
    related: tuple[tuple[Place, str], ...] = (),
) -> Finding:
    code = {
        Severity.ERROR: "import-tool-invalid",
        Severity.WARNING: "import-member-moved",
        Severity.NOTE: "import-tool-new",
    }
    return Finding(code[severity], severity, ("tools", 0, "a/b"), message, hint, place, related)


def text(*findings: Finding, stream: io.StringIO | None = None) -> str:
    out = stream or io.StringIO()
    render(findings, format="text", source_line=line_of, stream=out)
    return out.getvalue()


def test_text_shows_severity_code_place_source_caret_related_and_help():
    item = make(place=Place("m.yaml", 3, 11), related=((Place("m.yaml", 1, 1), "first given here"),))
    assert text(item) == (
        "error[import-tool-invalid]: It is wrong.\n"
        " --> m.yaml:3:11\n"
        "  |\n"
        "3 |   - name: a\n"
        "  |           ^\n"
        " ::: m.yaml:1:1\n"
        "  |\n"
        "1 | schemac: 1\n"
        "  | - first given here\n"
        "  = help: Put it right.\n"
        "\n"
        "1 error\n"
    )


def test_text_without_a_place_shows_the_pointer():
    assert "\n --> /tools/0/a~1b\n" in text(make())


def test_text_without_the_source_at_hand_leaves_the_excerpt_out():
    shown = text(make(place=Place("other.yaml", 3, 11)))
    assert " --> other.yaml:3:11\n" in shown
    assert "^" not in shown


def test_the_gutter_fits_the_widest_line_number_of_all_places():
    item = make(place=Place("m.yaml", 3, 11), related=((Place("far.yaml", 1200, 1), "first given here"),))
    lines = text(item).splitlines()
    assert lines[1] == "    --> m.yaml:3:11"
    assert lines[3] == "   3 |   - name: a"
    assert lines[5] == "    ::: far.yaml:1200:1: first given here"


def test_text_writes_nothing_without_findings():
    assert text() == ""


def test_the_last_line_counts_by_severity():
    shown = text(make(), make(), make(Severity.WARNING), make(Severity.NOTE), make(Severity.NOTE))
    assert shown.endswith("\n2 errors, 1 warning, 2 notes\n")


def test_the_gutter_is_as_wide_as_the_line_number():
    lines = text(make(place=Place("far.yaml", 12345, 1))).splitlines()
    assert lines[1] == "     --> far.yaml:12345:1"


def test_a_tab_is_shown_as_blanks_and_the_caret_follows():
    lines = text(make(place=Place("m.yaml", 4, 2))).splitlines()
    assert lines[3] == "4 |     - name: a"
    assert lines[4] == "  |     ^"


def test_the_caret_stands_under_a_wide_character_and_spans_it():
    lines = text(make(place=Place("m.yaml", 5, 9))).splitlines()
    assert lines[3] == "5 | 名前: [値, 値]"
    assert lines[4] == "  | " + " " * cell_len("名前: [値, ") + "^^"


def test_markup_of_the_terminal_library_is_text():
    assert "[bold]It[/bold] :smile:" in text(make(message="[bold]It[/bold] :smile:"))


def test_control_and_direction_characters_are_escaped():
    hostile = "a\x1b[31mb\u202ec\r\nd\u2066e\x9b"
    assert visible(hostile) == "a\\x1b[31mb\\u202ec\\r\\nd\\u2066e\\x9b"
    shown = text(
        make(message=hostile, hint=hostile, place=Place(hostile, 1, 1), related=((Place(hostile, 1, 1), hostile),))
    )
    assert not any(char in shown for char in "\x1b\u202e\r\u2066\x9b")


def test_colours_only_on_a_terminal_and_not_with_no_color(monkeypatch):
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    for name in ("NO_COLOR", "FORCE_COLOR", "TTY_COMPATIBLE", "TTY_INTERACTIVE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("TERM", "xterm-256color")
    assert "\x1b[" not in text(make())
    assert "\x1b[1;31m" in text(make(), stream=Terminal())
    monkeypatch.setenv("NO_COLOR", "1")
    assert "31m" not in text(make(), stream=Terminal())


def test_a_stream_that_cannot_say_a_character_gets_an_escape():
    raw = io.BytesIO()
    stream = io.TextIOWrapper(raw, encoding="ascii")
    render([make(message="値 is wrong")], format="text", source_line=line_of, stream=stream)
    stream.flush()
    assert raw.getvalue().startswith(b"error[import-tool-invalid]: \\u5024 is wrong\n")


@pytest.mark.parametrize(
    ("line", "column", "width", "expected"),
    [
        ("abc", 1, 40, ("abc", 0, 1)),
        ("abc", 4, 40, ("abc", 3, 1)),
        ("abc", 9, 40, ("abc", 3, 1)),
        ("", 1, 40, ("", 0, 1)),
        ("e\u0301x", 3, 40, ("e\u0301x", 1, 1)),
        ("x" * 100, 1, 16, ("x" * 10 + "...", 0, 1)),
        ("x" * 100, 100, 16, ("..." + "x" * 10, 12, 1)),
        ("x" * 49 + "!" + "x" * 50, 50, 16, ("...xxx!xxxxxx...", 6, 1)),
    ],
)
def test_an_excerpt_is_cut_around_the_caret(line, column, width, expected):
    assert excerpt(line, column, width) == expected


@given(st.text(max_size=120), st.integers(1, 130), st.integers(24, 60))
def test_an_excerpt_never_exceeds_its_width_and_the_caret_stands_in_it(line, column, width):
    shown, before, span = excerpt(line, column, width)
    assert cell_len(shown) <= width
    assert 0 <= before <= cell_len(shown)
    assert before + span <= width + 1
    if column <= len(line) and cell_len(line[column - 1]) and line[column - 1].isalnum():
        assert shown[len(_prefix(shown, before)) :].lstrip("\u200c\u200d").find(line[column - 1]) >= 0


def _prefix(shown: str, cells: int) -> str:
    used = 0
    for index, char in enumerate(shown):
        if used >= cells:
            return shown[:index]
        used += cell_len(char)
    return shown


def test_json_holds_the_findings_with_their_places_and_the_counts():
    item = make(place=Place("m.yaml", 3, 11), related=((Place("m.yaml", 1, 1), "first"),))
    assert json.loads(to_json([item, make(Severity.NOTE, "値")])) == {
        "findings": [
            {
                "code": "import-tool-invalid",
                "severity": "error",
                "pointer": "/tools/0/a~1b",
                "message": "It is wrong.",
                "hint": "Put it right.",
                "file": "m.yaml",
                "line": 3,
                "column": 11,
                "related": [{"file": "m.yaml", "line": 1, "column": 1, "message": "first"}],
            },
            {
                "code": "import-tool-new",
                "severity": "note",
                "pointer": "/tools/0/a~1b",
                "message": "値",
                "hint": "Put it right.",
                "file": None,
                "line": None,
                "column": None,
                "related": [],
            },
        ],
        "counts": {"error": 1, "warning": 0, "note": 1},
    }


def test_json_without_findings_is_still_a_report():
    assert json.loads(to_json([])) == {"findings": [], "counts": {"error": 0, "warning": 0, "note": 0}}


def test_github_escapes_what_ends_a_command_or_a_property():
    item = make(message="100%: a,b\r\nc", hint="", place=Place("a,b:c%.yaml", 3, 7))
    assert to_github([item]) == (
        "::error file=a%2Cb%3Ac%25.yaml,line=3,col=7,title=schemac import-tool-invalid::100%25: a,b%0D%0Ac\n"
    )


def test_github_has_one_line_per_finding_with_its_severity():
    lines = to_github([make(), make(Severity.WARNING), make(Severity.NOTE)]).splitlines()
    assert [line.split(" ")[0] for line in lines] == ["::error", "::warning", "::notice"]
    assert lines[0].endswith("::It is wrong.%0Ahelp: Put it right.")


SARIF_SHAPE = json.loads((Path(__file__).parent / "sarif-subset.schema.json").read_text(encoding="utf-8"))


def test_the_shape_of_sarif_is_a_schema_and_refuses_what_is_not_sarif():
    jsonschema.Draft202012Validator.check_schema(SARIF_SHAPE)
    log = json.loads(to_sarif([make(place=Place("m.yaml", 3, 11))]))
    del log["runs"][0]["tool"]["driver"]["name"]
    assert not jsonschema.Draft202012Validator(SARIF_SHAPE).is_valid(log)


@pytest.mark.parametrize(
    "findings",
    [
        [],
        [make()],
        [make(place=Place("m.yaml", 3, 11), related=((Place("m.yaml", 1, 1), "first"),)), make(Severity.NOTE, hint="")],
        [finding(code, (), "m") for code in CATALOGUE],
    ],
    ids=["none", "no place", "places", "every code"],
)
def test_sarif_has_the_shape_that_the_standard_gives_it(findings):
    log = json.loads(to_sarif(findings))
    jsonschema.Draft202012Validator(SARIF_SHAPE).validate(log)
    run = log["runs"][0]
    rules = run["tool"]["driver"]["rules"]
    assert [rule["id"] for rule in rules] == sorted({item.code for item in findings})
    assert [rules[result["ruleIndex"]]["id"] for result in run["results"]] == [item.code for item in findings]


def test_sarif_results_have_physical_locations_with_an_exclusive_end():
    result = json.loads(to_sarif([make(place=Place("d/m.yaml", 3, 11))]))["runs"][0]["results"][0]
    assert result["locations"] == [
        {
            "physicalLocation": {
                "artifactLocation": {"uri": "d/m.yaml"},
                "region": {"startLine": 3, "startColumn": 11, "endLine": 3, "endColumn": 12},
            },
            "logicalLocations": [{"fullyQualifiedName": "/tools/0/a~1b"}],
        }
    ]


@pytest.mark.parametrize(
    ("file", "uri"),
    [
        ("m.yaml", "m.yaml"),
        ("./d/m.yaml", "d/m.yaml"),
        ("with blank#?.yaml", "with%20blank%23%3F.yaml"),
        ("値.yaml", "%E5%80%A4.yaml"),
        ("a:b.yaml", "./a:b.yaml"),
        ("d/a:b.yaml", "d/a:b.yaml"),
        ("<stdin>", "%3Cstdin%3E"),
        ("/abs/m.yaml", "file:///abs/m.yaml"),
    ],
)
def test_sarif_names_files_by_uri_references(file, uri):
    result = json.loads(to_sarif([make(place=Place(file, 1, 1))]))["runs"][0]["results"][0]
    assert result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] == uri


@pytest.mark.parametrize(
    ("severities", "on_error", "on_warning"),
    [
        ([], 0, 0),
        ([Severity.NOTE], 0, 0),
        ([Severity.WARNING], 0, 1),
        ([Severity.WARNING, Severity.ERROR], 1, 1),
    ],
)
def test_the_exit_status_follows_the_severest_finding(severities, on_error, on_warning):
    findings = [make(severity) for severity in severities]
    assert exit_status(findings) == on_error
    assert exit_status(findings, "warning") == on_warning


@pytest.mark.parametrize("name", ["json", "sarif", "github"])
def test_render_writes_what_the_pure_functions_return(name):
    out = io.StringIO()
    render([make()], format=name, source_line=line_of, stream=out)
    assert out.getvalue() == {"json": to_json, "sarif": to_sarif, "github": to_github}[name]([make()])


def test_text_has_errors_first_then_warnings_then_notes_each_in_the_order_given():
    given_order = [
        make(Severity.NOTE, "n1"),
        make(Severity.ERROR, "e1"),
        make(Severity.WARNING, "w1"),
        make(Severity.ERROR, "e2"),
        make(Severity.NOTE, "n2"),
    ]
    heads = [line.partition(": ")[2] for line in text(*given_order).splitlines() if "]: " in line]
    assert heads == ["e1", "e2", "w1", "n1", "n2"]
    rows = json.loads(to_json(given_order))["findings"]
    assert [row["message"] for row in rows] == ["n1", "e1", "w1", "e2", "n2"]
