"""Commands of ports for tests, and a small corpus whose cases show where a port goes wrong."""

import sys
from pathlib import Path

from schemac.conformance.corpus import Case, Corpus

REFERENCE = (sys.executable, "-m", "schemac.conformance.port")

_NULL = "74234e98afe7498fb5daf1f36ac2d78acc339464f950703b8c019892f982b90b"
_LIST = "4f53cda18c2baa0c0354bb5f9a3ecbe5ed12ab4d8e11ba873c2f11161202b945"


def misbehaving(habit: str) -> tuple[str, ...]:
    """Return the command of the port with one bad habit."""
    return (sys.executable, str(Path(__file__).parent.parent / "ports" / "misbehaving.py"), habit)


def digest_case(case_id: str, value: object, sha256: str) -> Case:
    """Return a case for the operation digest."""
    return Case(
        id=case_id,
        title="a digest is right",
        spec=("SUR-6",),
        profiles=("keys",),
        since="0.1",
        op="digest",
        input={"value": value},
        expect={"result": {"sha256": sha256}},
        also_ok=(),
        area="a",
        topic="b",
        file="a/b.json",
        index=0,
    )


def corpus_of(*cases: Case) -> Corpus:
    """Return a corpus of these cases alone."""
    return Corpus(root=Path(), version="0.1", cases=cases, requirements={}, retired={}, released=frozenset())


THREE = corpus_of(digest_case("first", [], _LIST), digest_case("null", None, _NULL), digest_case("last", [], _LIST))
"""A case before, at and after the request at which the bad habits show."""
