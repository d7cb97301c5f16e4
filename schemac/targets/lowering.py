"""Lowering: a schema brought within a target's rules, with the way of arguments out and back (docs/spec, chapter TGT).

Which passes run, and in which order, follows from the rules of the target's table alone: :func:`passes_for`. A target
that takes a small language has its schemas rewritten as a whole; one that takes most of JSON Schema gets repairs.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple, TypeAlias

from schemac.jsonschema.codec import IDENTITY, Codec, Form, Loss
from schemac.jsonschema.embed import standalone
from schemac.jsonschema.keywords import DIALECTS
from schemac.jsonschema.limits import AUTHORED, Limits
from schemac.jsonschema.link import link
from schemac.jsonschema.module import Module
from schemac.jsonschema.translate import translate
from schemac.targets.passes import inlining, nodes, root
from schemac.targets.passes.lens import chained, codec_of
from schemac.targets.passes.losses import Losses, in_order
from schemac.targets.passes.rewrite import rewrite
from schemac.targets.passes.settings import NullMeans, Settings
from schemac.targets.schema_rules import Fate, SchemaRules
from schemac.values import Json, JsonObject

__all__ = ["Lowering", "NullMeans", "Pass", "Step", "lower", "lower_module", "passes_for"]


class Step(NamedTuple):
    """What one pass makes of a module.

    Attributes:
        module: The lowered module; the same one where nothing had to change.
        codec: The way of arguments through this pass.
        losses: What it lost, in the order of its walk.
        document: The module as a document of its own, where the pass knows it.
    """

    module: Module
    codec: Codec[Json, Json] = IDENTITY
    losses: tuple[Loss, ...] = ()
    document: JsonObject | None = None


Pass: TypeAlias = Callable[[Module, Settings], Step]
"""One pass: a linked module of dialect 2020-12, whose root is an object's, to another."""

_SETTLES: Final = 4
"""Lowering what was lowered changes nothing after so many rounds at most."""


class Lowering:
    """Brings schemas within a target's rules; what is common to many of them is worked out once.

    Several threads may use one at once.
    """

    def __init__(
        self, rules: SchemaRules, *, explain_losses: bool = True, null_means: NullMeans = "absent_or_marked"
    ) -> None:
        """Make ready for a target.

        Args:
            rules: What the target takes: ``target("openai-strict").schema``.
            explain_losses: Say lost constraints in descriptions.
            null_means: ``absent``: an explicit null of an optional property, where the target demands every property,
                is not told from its absence.
        """
        self._rules = rules
        self._settings = Settings(rules, explain_losses=explain_losses, null_means=null_means)
        self._passes = passes_for(rules)

    def schema(self, schema: JsonObject, limits: Limits = AUTHORED) -> Form:
        """Lower a schema.

        Args:
            schema: A document of its own in dialect 2020-12, valid by its metaschema, whose root describes an object,
                such as a facade's input schema or a tool's. It is not changed, and parts that need no change are
                shared.
            limits: How large it may be.

        Returns:
            The lowered schema; the codec, which takes arguments that the schema accepts to those that the lowered one
            accepts, and back; and the losses, which point into ``schema``. What is lost is still to be enforced when a
            tool is called.

        Raises:
            SchemacError: ``schema`` cannot be linked.
        """
        form = self.module(link(schema, limits=limits))
        lowered = form.schema
        if "$schema" in schema and "$schema" not in lowered and self._rules.takes("$schema", root=True):
            lowered = {"$schema": schema["$schema"], **lowered}
        return form._replace(schema=schema if lowered == schema else lowered)

    def module(self, module: Module) -> Form:
        """Lower a schema that is linked already, every definition in dialect 2020-12; see :meth:`schema`."""
        codec: Codec[Json, Json] = IDENTITY
        losses: list[Loss] = []
        document: JsonObject | None = None
        for run in self._passes:
            step = run(module, self._settings)
            module, codec, document = step.module, chained(codec, step.codec), step.document
            losses.extend(step.losses)
        dialect = module.root.dialect
        lowered = standalone(module, dialect) if document is None else document
        if dialect.name != "2020-12":
            lowered = {"$schema": f"{dialect.uri}#", **lowered}
        return Form(lowered, codec, in_order(losses))


def lower(
    schema: JsonObject, rules: SchemaRules, *, explain_losses: bool = True, null_means: NullMeans = "absent_or_marked"
) -> Form:
    """Bring one schema within a target's rules; see :class:`Lowering`."""
    return Lowering(rules, explain_losses=explain_losses, null_means=null_means).schema(schema)


def lower_module(
    module: Module, rules: SchemaRules, *, explain_losses: bool = True, null_means: NullMeans = "absent_or_marked"
) -> Form:
    """Bring one schema that is linked already within a target's rules; see :class:`Lowering`."""
    return Lowering(rules, explain_losses=explain_losses, null_means=null_means).module(module)


def passes_for(rules: SchemaRules) -> tuple[Pass, ...]:
    """Return the passes that bring schemas within some rules, in their order."""
    small = rules.closed or rules.only is not None or rules.fate("allOf") is not Fate.TAKEN
    if small:
        return (_rewrite,)
    found: list[Pass] = [_repair, _flatten]
    if not rules.references:
        found.append(_inline)
    if rules.property_names:
        found.append(_rename)
    if rules.dialect != "2020-12":
        found.append(_translate)
    return tuple(found)


def _rewrite(module: Module, settings: Settings) -> Step:
    """Say everything anew, in the target's own small language."""
    done = rewrite(module, settings)
    codec, losses = codec_of(done.lens), done.losses
    for _ in range(_SETTLES):
        if done.settled:
            break
        again = rewrite(done.module, settings)
        if standalone(again.module, module.root.dialect) == standalone(done.module, module.root.dialect):
            break
        codec = chained(codec, codec_of(again.lens))
        done = again
    return Step(done.module, codec, losses, done.document)


def _repair(module: Module, settings: Settings) -> Step:
    """Give single subschemas the forms that the target takes."""
    losses = Losses(module)
    return Step(nodes.repair(module, settings, losses.lose), losses=losses.found)


def _flatten(module: Module, settings: Settings) -> Step:
    """Leave at the root what the target takes there."""
    losses = Losses(module)
    return Step(root.flatten(module, settings, losses.lose), losses=losses.found)


def _inline(module: Module, settings: Settings) -> Step:
    """Write out references."""
    losses = Losses(module)
    return Step(inlining.inline(module, settings, losses.lose), losses=losses.found)


def _rename(module: Module, settings: Settings) -> Step:
    """Rename properties of the root."""
    losses = Losses(module)
    renamed, lens = root.rename(module, settings, losses.lose)
    return Step(renamed, codec_of(lens), losses.found)


def _translate(module: Module, settings: Settings) -> Step:
    """Say it in the dialect that the target reads."""
    done = translate(module, DIALECTS[settings.rules.dialect])
    return Step(done.module, losses=done.losses)
