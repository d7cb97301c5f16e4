import pytest

from schemac.text import load

from .helpers import brief, refusal, same

pytestmark = pytest.mark.usefixtures("yaml_parser")

TEXT = """
on off yes no y n On NO Yes tRUE nULL true! 2023-01-01 2023-03-05t06:07:08.90-05:00 1_000 22:30 190:20:30 0o8 0xG
+0x1F -0o7 0b11 . + -- .. ._1 1.2.3 1e 1e+ e3 .e3 .Nan .iNF nan inf = <<x 0X1F 1__0 ٣ 1٣ -.inF
""".split()  # noqa: SIM905 - a list of so many words reads better without quotes


@pytest.mark.parametrize("text", TEXT)
def test_what_the_core_schema_does_not_resolve_stays_text(text):
    assert load(f"a: {text}", format="yaml").value == {"a": text}
    assert load(f"[{text}]", format="yaml").value == [text]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        *[(word, None) for word in ("null", "Null", "NULL", "~", "")],
        *[(word, True) for word in ("true", "True", "TRUE")],
        *[(word, False) for word in ("false", "False", "FALSE")],
        ("012", 12),
        ("007", 7),
        ("0100", 100),
        ("+12", 12),
        ("-12", -12),
        ("-0", 0),
        ("0o17", 15),
        ("0x1F", 31),
        ("0xff", 255),
        ("1.0", 1),
        ("1.", 1),
        ("1e3", 1000),
        ("-.5", -0.5),
        ("01.5", 1.5),
        ("12e03", 12000),
        ("1e-2", 0.01),
        ("9007199254740993", 9007199254740993),
        ("6123456789012345671234567890", 6123456789012345671234567890),
    ],
)
def test_what_the_core_schema_resolves_is_that_value(text, value):
    assert same(load(f"a: {text}", format="yaml").value, {"a": value})


@pytest.mark.parametrize("text", ["true", "12", "0x1F", "null", "~", ".nan", "<<", "2023-01-01", ""])
def test_quoted_and_block_scalars_are_text(text):
    for spelled in (f'"{text}"', f"'{text}'", f"!!str {text}", f"! {text}", f"|-\n  {text}", f">-\n  {text}"):
        assert load(f"a: {spelled}", format="yaml").value == {"a": text}


def test_an_anchor_before_the_tag_that_makes_text_of_anything():
    assert load("[&x ! 12, *x, &y !!str 13, *y]", format="yaml").value == ["12", "12", "13", "13"]


@pytest.mark.parametrize("text", [".nan", ".NaN", ".NAN", ".inf", "-.Inf", "+.INF", "!!float .inf"])
def test_nan_and_the_infinities_are_refused(text):
    assert brief(refusal(f"a: 1\nb: {text}")) == [("not-json-number", "/b", "2:4")]


@pytest.mark.parametrize("text", ["1e400", "1" * 401, "0x1" + "0" * 400, "0o1" + "0" * 500, "1" * 9999])
def test_numbers_out_of_range_are_refused(text):
    assert brief(refusal(f"[{text}]")) == [("number-out-of-range", "/0", "1:2")]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("!!str 12", "12"),
        ("!!str", ""),
        ('!!int "12"', 12),
        ("!!int 0x1F", 31),
        ("!!float 1", 1),
        ("!!float 1.5", 1.5),
        ('!!bool "true"', True),
        ("!!null ''", None),
        ("!!null null", None),
        ("!!map {a: 1}", {"a": 1}),
        ("!!seq [1]", [1]),
        ("! [1]", [1]),
        ("!<tag:yaml.org,2002:str> 12", "12"),
    ],
)
def test_tags_of_the_core_schema_are_honoured(text, value):
    assert same(load(f"a: {text}", format="yaml").value, {"a": value})


@pytest.mark.parametrize(
    "text",
    [
        "!!binary aGk=",
        "!!timestamp 2023-01-01",
        "!!set {a}",
        "!!omap [a: 1]",
        "!!python/object/apply:os.system [ls]",
        "!mine x",
        "!mine [x]",
        "!!int 1.5",
        "!!int 1.0",
        "!!int true",
        "!!float x",
        "!!float 0x1F",
        "!!bool yes",
        "!!null 0",
        "!!map [a]",
        "!!seq {a: 1}",
        "!!map x",
        "!<tag:example.com,2000:int> 1",
    ],
)
def test_other_tags_and_tags_that_do_not_fit_are_refused(text):
    assert brief(refusal(f"a: 1\nb:\n- {text}")) == [("yaml-tag", "/b/0", "3:3")]


def test_a_tag_handle_of_ones_own_can_name_a_core_tag():
    assert load("%TAG !y! tag:yaml.org,2002:\n---\n!y!str 12", format="yaml").value == "12"


@pytest.mark.parametrize("version", ["1.1", "1.2"])
def test_the_version_directive_changes_nothing(version):
    assert load(f"%YAML {version}\n---\n[on, 012]", format="yaml").value == ["on", 12]
