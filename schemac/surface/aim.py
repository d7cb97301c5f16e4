"""What a domain's target asks of its surfaces: dialect, form, lowering (docs/spec, chapter TGT)."""

from __future__ import annotations

from typing import cast

from schemac.catalog.options import Options
from schemac.dispatch.sent import Sent
from schemac.jsonschema.codec import IDENTITY
from schemac.jsonschema.keywords import DIALECTS, DRAFT_2020_12, Dialect
from schemac.jsonschema.limits import COMPOSED
from schemac.targets.lowering import Lowering
from schemac.targets.model import Target
from schemac.targets.passes.settings import NullMeans
from schemac.values import JsonObject


class Aim:
    """A target, with the options that shape what it gets; compared by identity.

    Attributes:
        target: The target.
        dialect: The dialect into which schemas are moved, before any lowering.
        envelope: A union sits under a property, since the target takes none at the root.
        lowers: Schemas are brought within the target's rules.
    """

    def __init__(self, target: Target, options: Options) -> None:
        self.target = target
        self.lowers = not target.keeps_schemas
        self.dialect: Dialect = DRAFT_2020_12 if self.lowers else DIALECTS[options.output_dialect or "2020-12"]
        self.envelope = target.schema.envelope
        self.written: Dialect = DIALECTS[target.dialect] if self.lowers else self.dialect
        """The dialect of what is emitted."""
        self._lowering = Lowering(
            target.schema, explain_losses=options.explain_losses, null_means=cast(NullMeans, options.null_means)
        )

    def lower(self, schema: JsonObject) -> Sent | None:
        """Return a schema as the target reads it; None where that is the schema itself."""
        if not self.lowers:
            return None
        form = self._lowering.schema(schema, COMPOSED)
        if form.codec is IDENTITY and form.schema is schema:
            return None
        return Sent(form, self.written)
