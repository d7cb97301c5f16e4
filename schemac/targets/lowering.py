"""Lowering: a schema brought within a target's rules, with the way of arguments out and back (docs/spec, chapter TGT).

Which passes run, and in which order, follows from the rules of the target's table alone.
"""

from __future__ import annotations

from schemac.jsonschema.codec import Form
from schemac.jsonschema.embed import standalone
from schemac.jsonschema.keywords import DRAFT_2020_12
from schemac.jsonschema.link import link
from schemac.targets.passes.context import NullMeans, Settings
from schemac.targets.passes.lens import chained, codec_of
from schemac.targets.passes.rewrite import rewrite
from schemac.targets.schema_rules import SchemaRules
from schemac.values import JsonObject


def lower(
    schema: JsonObject, rules: SchemaRules, *, explain_losses: bool = True, null_means: NullMeans = "absent_or_marked"
) -> Form:
    settings = Settings(rules, explain_losses, null_means)
    done = rewrite(link(schema), settings)
    lens=codec_of(done.lens); losses=done.losses
    for _ in range(4):
        if done.settled: break
        before=done.module.root.schema
        done = rewrite(done.module, settings)
        lens=chained(lens, codec_of(done.lens))
        if done.module.root.schema == before: break
    return Form(standalone(done.module, DRAFT_2020_12), lens, losses)
