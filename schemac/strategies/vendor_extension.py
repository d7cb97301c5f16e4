"""``vendor_extension``: enum and generic arguments, with the schemas under a keyword that validators ignore.

With ``schemas_in: meta`` the map rides in the tool's ``_meta`` instead: hosts forward an input schema to the model, so
only there does deferring save context, and some clients refuse unknown keywords (docs/spec, chapter STR).
"""

from __future__ import annotations

from collections.abc import Mapping

from schemac.catalog.members import Member
from schemac.strategies.base import FacadeForm, Prepared, Settings, Strategy, selector_codec, selector_schema
from schemac.strategies.moving import moved_document

KEYWORD = "x-tool-input-schemas"
META_KEY = "tool-input-schemas"


class VendorExtension(Strategy):
    """See the module."""

    name = "vendor_extension"
    separate = True

    def prepare(self, member: Member, settings: Settings) -> Prepared:
        """Make the member's own document in the facade's dialect; references in it start at it."""
        return moved_document(member, "inputSchema", settings.dialect)

    def assemble(self, members: Mapping[str, Prepared], settings: Settings) -> FacadeForm:
        """Return exactly the shape that docs/spec, chapter STR gives."""
        names = list(members)
        schema = selector_schema(settings.discriminator, names)
        entries = {name: prepared.value for name, prepared in members.items()}
        codec = selector_codec(settings.discriminator, members)
        if settings.options.schemas_in == "meta":
            return FacadeForm(schema, codec, meta={META_KEY: entries})
        schema[KEYWORD] = entries
        return FacadeForm(schema, codec)
