"""The names that the package promises; adding one is a decision."""

import schemac


def test_the_front_door_has_these_names():
    assert schemac.__all__ == [
        "Decisions",
        "Description",
        "Finding",
        "ListingCache",
        "Manifest",
        "Plan",
        "Refusal",
        "Resolution",
        "SchemacError",
        "Surface",
        "check",
        "plan",
        "read_manifest",
    ]


def test_the_docstring_is_a_map_that_runs(tmp_path):
    path = tmp_path / "manifest.yaml"
    path.write_text("schemac: 1\ntools: [{name: ping, inputSchema: {type: object}}]\n", encoding="utf-8")
    manifest = schemac.read_manifest(path)
    assert schemac.check(manifest) == []
    surface = schemac.plan(manifest).compile(schemac.Decisions.granting("p"))
    assert [tool["name"] for tool in surface.list_result("2025-11-25")["tools"]] == ["ping"]
    assert getattr(surface.resolve("ping", {}), "tool", None) == "ping"
