"""A schema as a target reads it, and the way of values through it (docs/spec, chapters TGT and DSP)."""

from __future__ import annotations

from functools import cached_property

from schemac.dispatch.coerce import Coercer, Mode, What
from schemac.jsonschema.codec import Form, Lifted, Loss
from schemac.jsonschema.keywords import Dialect
from schemac.jsonschema.link import link
from schemac.pointer import Pointer
from schemac.text import Bounds
from schemac.values import Json, Schema


class Sent:
    """A lowered schema, ready to take values out to the wire and back.

    Attributes:
        schema: What the target reads.
        losses: What it cannot say.
    """

    __slots__ = ("__dict__", "_codec", "_dialect", "losses", "schema")

    def __init__(self, form: Form, dialect: Dialect) -> None:
        self.schema: Schema = form.schema
        self.losses: tuple[Loss, ...] = form.losses
        self._codec = form.codec
        self._dialect = dialect

    @cached_property
    def _coercer(self) -> Coercer:
        return Coercer(link(self.schema, dialect=self._dialect))

    def encode(self, value: Json) -> Json:
        """Return a value as the target sends it."""
        return self._codec.encode(value)

    def lift(self, value: Json, mode: Mode, bounds: Bounds) -> tuple[Lifted, tuple[tuple[Pointer, What], ...]]:
        """Return a value that was sent as the schema before lowering takes it, and what was read as what it says.

        Text is read against the schema as sent first, so that a place that holds JSON text is decoded exactly once.

        Raises:
            CodecError: The value has no meaning there.
        """
        coerced = self._coercer.coerce(value, mode, bounds)
        return self._codec.lift(coerced.value), coerced.coerced
