"""Keeping listings in any mapping, shared by processes or not (docs/spec, chapter SUR)."""

from __future__ import annotations

import json
from collections.abc import MutableMapping
from typing import TYPE_CHECKING

from schemac.catalog.decisions import Decisions
from schemac.emit import emit
from schemac.values import JsonObject

if TYPE_CHECKING:
    from schemac.plan import Plan


class ListingCache:
    """Keeps the results of ``tools/list`` under keys that tell callers apart by their answers alone.

    Args:
        entries: Text to bytes: a dict, a cachetools cache, a mapping over Redis.
    """

    def __init__(self, entries: MutableMapping[str, bytes]) -> None:
        self._entries = entries

    def list_result(self, plan: Plan, decisions: Decisions, protocol: str, cursor: str | None = None) -> JsonObject:
        """Return what ``plan.compile(decisions).list_result(protocol, cursor)`` gives, from the cache if it is there.

        An entry that is not what this library wrote is ignored and replaced.

        Raises:
            SchemacError: As ``Surface.list_result``; refusals are not kept.
        """
        key = ":".join(["schemac", plan.cache_key(decisions), protocol, cursor or ""])
        kept = self._entries.get(key)
        if kept is not None:
            try:
                result = json.loads(kept)
            except ValueError:
                result = None
            if isinstance(result, dict):
                return result
        made = plan.compile(decisions).list_result(protocol, cursor)
        self._entries[key] = emit(made)
        return made
