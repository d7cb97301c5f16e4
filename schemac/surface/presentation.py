"""What all surfaces of a plan have in common."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from schemac.catalog.decisions import Decisions
from schemac.catalog.members import Member
from schemac.catalog.options import Options
from schemac.dispatch.resolve import Rules
from schemac.surface.aim import Aim
from schemac.surface.describe import described_as
from schemac.surface.flat import Alone
from schemac.values import JsonObject


@dataclass(frozen=True, slots=True)
class Presentation:
    """See the module.

    Attributes:
        options: The domain's options.
        aim: What the domain's target asks for.
        alone: How tools that stand alone are shown.
        rules: How calls are treated.
        flat_names: Each tool's name where it is listed flat, by its own name; for every tool of the domain.
        recheck: Gives a tool, by its own name, as a caller with other decisions sees it; None where it is hidden.
    """

    options: Options
    aim: Aim
    alone: Alone
    rules: Rules
    flat_names: Mapping[str, str]
    recheck: Callable[[str, Decisions], Member | None]

    def describe(self, member: Member, name: str) -> JsonObject:
        """Return what a describe tool tells of a member under the name that it has on the wire."""
        return described_as(member, self.aim, name)
