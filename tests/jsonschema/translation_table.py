"""The table of docs/translation.md: what of the official suite translates exactly, by keyword.

``python -m tests.jsonschema.translation_table`` writes it into the page.
"""

from collections import Counter
from pathlib import Path

from schemac.jsonschema.keywords import DIALECTS, OUTPUT_DIALECTS
from schemac.jsonschema.link import link
from schemac.jsonschema.translate import translate
from tests.jsonschema.suite import FOLDERS, official
from tests.shared import ROOT, SHARED

TABLE = ROOT / "docs" / "translation.md"
_BEGIN, _END = "<!-- table: begin -->\n", "<!-- table: end -->"


def table(suite: Path) -> str:
    """Return the table in Markdown: a row per file of the suite, a column per source and output.

    A cell has the exact translations and, where some are not, all schemas: ``7`` or ``3/7``.
    """
    pairs = [(source, output) for source in FOLDERS for output in OUTPUT_DIALECTS if source != output]
    exact: Counter[tuple[str, str, str]] = Counter()
    every: Counter[tuple[str, str, str]] = Counter()
    for source in FOLDERS:
        for case in official(suite, source):
            module = link(case.schema, documents=case.documents, dialect=case.dialect)
            keyword = case.title.partition(":")[0]
            for output in OUTPUT_DIALECTS:
                every[keyword, source, output] += 1
                exact[keyword, source, output] += translate(module, DIALECTS[output]).exact
    rows = [
        ["keyword", *(f"{source} to {output}" for source, output in pairs)],
        ["---"] * (len(pairs) + 1),
    ]
    rows += [
        [f"`{keyword}`", *(_cell(exact[keyword, *pair], every[keyword, *pair]) for pair in pairs)]
        for keyword in sorted({keyword for keyword, _, _ in every})
    ]
    total = [
        _cell(*(sum(n for (_, *pair), n in counts.items() if tuple(pair) == wanted) for counts in (exact, every)))
        for wanted in pairs
    ]
    rows.append(["all", *total])
    return "".join(f"| {' | '.join(row)} |\n" for row in rows)


def _cell(exact: int, every: int) -> str:
    if exact == every:
        return str(every) if every else ""
    return f"{exact}/{every}"


def embedded(page: str, rows: str) -> str:
    """Return a page with the table put between its marks."""
    before, _, rest = page.partition(_BEGIN)
    return f"{before}{_BEGIN}\n{rows}\n{_END}{rest.partition(_END)[2]}"


if __name__ == "__main__":
    TABLE.write_text(embedded(TABLE.read_text(), table(SHARED / "json-schema-test-suite")))
