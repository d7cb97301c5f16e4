from collections import Counter

from schemac.findings import CAP, Finding, Severity, capped, finding, in_order


def _warnings(count: int) -> list[Finding]:
    return [finding("import-member-moved", ("tools", index), "w") for index in range(count)]


def _errors(count: int, start: int = 0) -> list[Finding]:
    return [finding("import-tool-invalid", ("tools", start + index), "e") for index in range(count)]


def test_up_to_the_cap_all_are_kept_in_order():
    findings = list(reversed(_warnings(CAP)))
    assert capped(findings) == in_order(findings)


def test_one_more_than_the_cap_is_said_in_a_last_note():
    result = capped(_warnings(CAP + 1))
    assert result[:-1] == _warnings(CAP)
    assert result[-1].code == "too-many-findings"
    assert result[-1].severity is Severity.NOTE
    assert "1 more" in result[-1].message


def test_a_warning_never_pushes_an_error_out():
    result = capped([*_warnings(500), *_errors(CAP - 10, start=1000)])
    counts = Counter(item.code for item in result)
    assert counts == {"import-tool-invalid": CAP - 10, "import-member-moved": 10, "too-many-findings": 1}
    assert result[:-1] == in_order(result[:-1])
    assert "warnings: 490" in result[-1].message


def test_errors_beyond_the_cap_are_counted_as_errors():
    result = capped([*_warnings(3), *_errors(CAP + 7, start=10)])
    assert all(item.is_error for item in result[:-1])
    assert "errors: 7, warnings: 3" in result[-1].message
