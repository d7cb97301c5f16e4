"""Gates inside schemas: what one caller sees, and what one caller is held to (docs/spec, chapter GAT).

Author time, once per schema: :func:`analyse` reads the gates of a linked module, refuses those that nothing sound could
be made of, and prepares a *skeleton*, the few subschemas that gates can change. Request time: :func:`prune` replaces
what no gate admits by ``false``, simplifies to the least fixed point, and gives two modules, *shown* and *enforced*,
that share every part which did not change. Its work is proportional to what is gated; it never raises.

    gather      keywords -> gates; misspellings, dead places
    skeleton    the nodes that gates can change
    positions   gates below not, if, contains, …
    mentions    gated names that stay visible; open objects
    rules       what removal does, keyword by keyword
    run         the least fixed point over definitions and their uses
    uses        names for copies of definitions
    assemble    results -> two modules
    annotate    defaults and examples that no longer fit; x-default-for
"""

from __future__ import annotations

from schemac.jsonschema.prune.annotate import Wanted, annotated
from schemac.jsonschema.prune.assemble import assemble
from schemac.jsonschema.prune.model import Answers, Pruned, Sites
from schemac.jsonschema.prune.places import GatedPlace, gated_places
from schemac.jsonschema.prune.run import Run
from schemac.jsonschema.prune.sites import analyse

__all__ = ["Answers", "GatedPlace", "Pruned", "Sites", "analyse", "gated_places", "prune"]


def prune(sites: Sites, answers: Answers) -> Pruned:
    """Return a module as one caller sees it and is held to.

    Args:
        sites: What gates can do to the module, from :func:`analyse`.
        answers: The answers for the caller, such as parsed decisions.
    """
    nodes = sites.skeleton
    values = answers.values if sites.values else {}
    closed = any(gate.holds(answers.answer) is not True for gate in sites.gates)
    if nodes is None or not (closed or any(key in values for key in sites.values)):
        return Pruned(sites.bare, sites.bare)
    run = Run(sites, nodes, answers)
    run.finish()
    pruned, defaults = assemble(sites, nodes, run)
    wanted = {
        (key, pointer): Wanted(values[wish], sites.takers[node.key, node.pointer])
        for key, pointer, node in defaults
        if (wish := node.default_for) is not None and wish in values
    }
    return annotated(pruned, wanted, look=sites.annotated)
