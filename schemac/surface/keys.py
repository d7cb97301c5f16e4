"""Digests and cache keys: normative, so that servers in different languages can share a cache (chapter SUR)."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping

from schemac.canonical import digest
from schemac.catalog.model import Catalog, Tool
from schemac.catalog.options import Options
from schemac.catalog.read import VERSION
from schemac.emit import emit
from schemac.values import JsonObject

SURFACE_VERSION = 1
"""Raised with any release that changes a byte of an output; part of every cache key."""


def defs_digest(catalog: Catalog, domain: str, options: Options, tools: Iterable[Tool]) -> str:
    """Return the digest of all that shapes the surfaces of a domain, whoever asks.

    Args:
        catalog: The manifest.
        domain: The domain's name.
        options: Its effective options.
        tools: The domain's tools, in declared order.
    """
    return digest(
        {
            "schemac": VERSION,
            "dialect": catalog.dialect,
            "domain": domain,
            "options": options.to_json(),
            "groups": {path: settings.to_json() for path, settings in catalog.groups.items()},
            "schemas": dict(catalog.documents),
            # member order is part of a descriptor, since emitted tools keep it
            "descriptors": [hashlib.sha256(emit(tool.descriptor)).hexdigest() for tool in tools],
        }
    )


def cache_key(domain: str, definitions: str, vector: JsonObject) -> str:
    """Return the key under which a surface may be shared by every caller with the same vector."""
    return digest([SURFACE_VERSION, domain, definitions, vector])


def etag(tools: list[JsonObject], described: Mapping[str, JsonObject], routes: Mapping[str, str | list[str]]) -> str:
    """Return the etag of a surface: all that its caller can get from it, and nothing of the author's side."""
    return digest({"tools": tools, "describe": dict(described), "routes": dict(routes)})
