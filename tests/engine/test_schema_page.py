"""The page that shows what happens to a schema shows what happens to it."""

from __future__ import annotations

from tests.engine.schema_page import PAGE, examples, rendered


def test_every_result_on_the_page_is_the_library_s():
    page = PAGE.read_text(encoding="utf-8")
    assert rendered(page) == page, "python -m tests.engine.schema_page writes it"


def test_every_result_has_its_example():
    page = PAGE.read_text(encoding="utf-8")
    assert page.count("<!-- result -->") == page.count("<!-- end -->") == len(list(examples(page))) > 10


def test_a_wrong_result_is_noticed():
    page = PAGE.read_text(encoding="utf-8")
    wrong = page.replace("<!-- result -->\n", "<!-- result -->\nsomething else\n", 1)
    assert wrong != page
    assert rendered(wrong) == page
