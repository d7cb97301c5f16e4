"""``schemac conformance``: streams and exit status."""

import json
import os
import subprocess
import sys
from collections.abc import Sequence

import pytest
from typer.testing import CliRunner, Result

from schemac.cli.conformance import app
from schemac.conformance import corpus as corpora
from tests.conformance.conftest import case, write_cases
from tests.conformance.ports import REFERENCE, misbehaving

KEYS = ("--area", "keys")


def invoke(*arguments: str) -> Result:
    return CliRunner().invoke(app, list(arguments))


def run(*arguments: str, port: Sequence[str] = REFERENCE) -> Result:
    return invoke("run", *arguments, "--", *port)


def test_a_port_that_passes_exits_with_0_and_shows_totals():
    done = run(*KEYS)
    assert done.exit_code == 0
    totals = dict(line.rsplit(maxsplit=1) for line in done.stdout.splitlines() if line)
    assert int(totals["passed"]) == int(totals["total"]) > 0


def test_a_port_that_fails_exits_with_1_and_shows_what_differs():
    done = run(*KEYS, "--show", "2", port=misbehaving("empty"))
    assert done.exit_code == 1
    assert "failed keys-digest-null" in done.stdout
    assert "/sha256: expected" in done.stdout
    assert "failed and " in done.stdout


@pytest.mark.parametrize(
    ("arguments", "port"),
    [
        (("--area", "nowhere"), REFERENCE),
        (("--op", "nothing"), REFERENCE),
        (("--profile", "all"), REFERENCE),
        (("--id", "no-such-case"), REFERENCE),
        (("--time-limit", "0"), REFERENCE),
        (("--corpus", "no-such-folder"), REFERENCE),
        (("--known-failing", "no-such-file"), REFERENCE),
        ((), ("no-such-program-anywhere",)),
        ((), ()),
    ],
)
def test_wrong_usage_exits_with_2_and_says_why(arguments, port):
    done = run(*arguments, port=port)
    assert done.exit_code == 2
    assert done.stdout == ""
    assert done.stderr


def test_the_report_is_json_on_demand_and_in_a_file(tmp_path):
    path = tmp_path / "report.json"
    done = run(*KEYS, "--json", "--output", str(path))
    report = json.loads(done.stdout)
    assert report["ok"]
    assert report["total"] == sum(report["counts"].values()) == len(report["results"])
    assert json.loads(path.read_text(encoding="utf-8")) == report


def test_a_known_failing_list_turns_failures_into_expected_ones(tmp_path):
    path = tmp_path / "known.txt"
    path.write_text("# ours\nkeys-digest-null null is not done yet\n", encoding="utf-8")
    arguments = ("--id", "keys-digest-null", "--known-failing", str(path))
    assert run(*arguments, port=misbehaving("empty")).exit_code == 0
    done = run(*arguments)
    assert done.exit_code == 1
    assert "stale keys-digest-null: the case passes" in done.stdout


def test_a_known_failing_entry_needs_a_reason(tmp_path):
    path = tmp_path / "known.txt"
    path.write_text("keys-digest-null\n", encoding="utf-8")
    done = run("--known-failing", str(path))
    assert done.exit_code == 2
    assert "without a reason" in done.stderr


def test_noise_and_crashes_are_shown():
    assert "wrong 1.2 ready" in run("--id", "keys-digest-null", port=misbehaving("banner")).stdout
    crashed = run("--id", "keys-digest-null", port=misbehaving("crashing"))
    assert "errored keys-digest-null (crashed)" in crashed.stdout
    assert "it all went wrong" in crashed.stdout


def test_options_of_the_port_are_left_to_it():
    done = invoke("run", "--id", "keys-digest-null", "--", sys.executable, "-u", "-m", "schemac.conformance.port")
    assert done.exit_code == 0


def test_list_prints_ids_and_titles():
    done = invoke("list", "--area", "keys", "--op", "digest", "--profile", "keys")
    assert done.exit_code == 0
    assert "keys-digest-null  null is the text null" in done.stdout.splitlines()
    listed = json.loads(invoke("list", "--area", "keys", "--json").stdout)
    assert [item["id"] for item in listed] == [item.id for item in corpora.load().select(areas=["keys"])]


def test_show_prints_a_case_and_its_sentences():
    done = invoke("show", "keys-digest-null")
    assert done.exit_code == 0
    assert json.loads(done.stdout)["id"] == "keys-digest-null"
    assert "SUR-6: A digest is the SHA-256" in done.stderr


def test_show_tells_an_unknown_case_from_a_retired_one(small):
    write_cases(small, case())
    (small / "retired.txt").write_text("area-topic-gone 0.2 it was wrong\n", encoding="utf-8")
    unknown = invoke("show", "area-topic-x", "--corpus", str(small))
    retired = invoke("show", "area-topic-gone", "--corpus", str(small))
    assert (unknown.exit_code, retired.exit_code) == (2, 2)
    assert "no case area-topic-x" in unknown.stderr
    assert "is retired: 0.2 it was wrong" in retired.stderr


def test_dump_prints_the_lines_that_a_port_is_sent():
    done = subprocess.run(
        [sys.executable, "-c", "from schemac.cli.conformance import app; app()", "dump", "--area", "keys"],
        capture_output=True,
        check=True,
    )
    lines = done.stdout.split(b"\n")[:-1]
    assert len(lines) == len(corpora.load().select(areas=["keys"]))
    assert json.loads(lines[0]) == {"id": 1, "op": "digest", "input": {"value": None}}


def test_a_locale_that_is_not_utf8_changes_no_byte():
    program = "from schemac.cli.conformance import app; app()"
    show, listing = (
        subprocess.run(
            [sys.executable, "-c", program, *arguments],
            capture_output=True,
            check=True,
            env={**os.environ, "LC_ALL": "C", "PYTHONUTF8": "0"},
        ).stdout.decode("utf-8")
        for arguments in (("show", "load-text-composed"), ("list", "--json"))
    )
    assert "é: 1" in show
    assert "é: 1" in listing


def test_lint_exits_with_0_for_a_clean_corpus_and_1_for_another(small):
    write_cases(small, case())
    assert invoke("lint", "--corpus", str(small)).exit_code == 0
    write_cases(small, case(title="The end."))
    done = invoke("lint", "--corpus", str(small))
    assert done.exit_code == 1
    assert "its title" in done.stdout


def test_a_word_that_names_nothing_is_told_with_its_option_and_the_nearest():
    done = run("--area", "digset", "--id", "keys-digest-nul")
    assert done.exit_code == 2
    assert "--area digset: there is no 'digset'" in done.stderr
    assert "--id keys-digest-nul: there is no 'keys-digest-nul'. Did you mean 'keys-digest-null'?" in run(
        "--id", "keys-digest-nul"
    ).stderr.replace("\n", " ")
