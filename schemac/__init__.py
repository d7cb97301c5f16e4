"""schemac compiles MCP tools, groups and permission decisions into the ``tools/list`` that one caller should see.

The stages, in the order in which data goes through them::

    manifest = read_manifest("manifest.yaml")          # text -> values, with places for findings
    findings = check(manifest)                         # everything there is to say, over all domains
    plan_ = plan(manifest)                             # all that can fail, once per domain and options
    surface = plan_.compile(Decisions.granting("p"))   # what one caller sees; never fails
    surface.list_result("2025-11-25")                  # the answer to tools/list
    surface.resolve(name, arguments, decisions)        # what a tools/call means: a Resolution with the real tool and
                                                       # checked arguments, a Description, or a Refusal

What refuses raises :class:`SchemacError`, which carries every :class:`Finding`. See docs/architecture.md for the rooms
behind these names.
"""

from __future__ import annotations

from schemac.catalog.decisions import Decisions
from schemac.check import check
from schemac.dispatch.outcome import Description, Refusal, Resolution
from schemac.findings import Finding, SchemacError
from schemac.plan import Plan, plan
from schemac.surface.cache import ListingCache
from schemac.surface.surface import Surface
from schemac.text import Manifest, read_manifest

__all__ = [
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

__version__ = "0.1.0"
