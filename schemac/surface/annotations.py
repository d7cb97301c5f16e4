"""The hints of a facade: the safest value that its visible members allow (docs/spec, chapter TXT)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping


def aggregate(members: Iterable[Mapping[str, bool]]) -> dict[str, bool]:
    """Return the hints of a tool that stands for several.

    A hint is given iff a member declares it. Members that do not declare it count with MCP's default, so safety that
    nobody declared is never inferred: read-only only if all are; destructive unless every member is declared not to be
    (read-only counts); idempotent only if all are (read-only counts); open-world unless all say false.
    """
    hints = list(members)
    declared = {hint for member in hints for hint in member}
    found: dict[str, bool] = {}
    if "readOnlyHint" in declared:
        found["readOnlyHint"] = all(member.get("readOnlyHint") is True for member in hints)
    if "destructiveHint" in declared:
        found["destructiveHint"] = not all(
            member.get("destructiveHint") is False or member.get("readOnlyHint") is True for member in hints
        )
    if "idempotentHint" in declared:
        found["idempotentHint"] = all(
            member.get("idempotentHint") is True or member.get("readOnlyHint") is True for member in hints
        )
    if "openWorldHint" in declared:
        found["openWorldHint"] = not all(member.get("openWorldHint") is False for member in hints)
    return found
