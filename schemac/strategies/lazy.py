"""``lazy``: enum and generic arguments; a caller fetches a schema with the describe tool (docs/spec, chapter STR)."""

from __future__ import annotations

from collections.abc import Mapping

from schemac.catalog.members import Member
from schemac.strategies.base import FacadeForm, Prepared, Settings, Strategy, selector_codec, selector_schema
from schemac.strategies.moving import moved_document


class Lazy(Strategy):
    """See the module."""

    name = "lazy"
    separate = True

    def prepare(self, member: Member, settings: Settings) -> Prepared:
        """Make the member's own document in the facade's dialect, as the describe tool gives it."""
        return moved_document(member, "inputSchema", settings.dialect)

    def assemble(self, members: Mapping[str, Prepared], settings: Settings) -> FacadeForm:
        """Return a facade without any schema of a member, described on request unless the options say never."""
        names = list(members)
        return FacadeForm(
            selector_schema(settings.discriminator, names),
            selector_codec(settings.discriminator, members),
            described=settings.options.describe == "per_facade",
        )
