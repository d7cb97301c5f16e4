"""Who asks, and what they may do at this moment: the server's own matter, made up here of one file.

Tokens stand for people. ``SHOP_STAFF`` names a JSON file ``{token: {"role": name, "withdrawn": [tool, …]}}``, read at
each request, so that a change holds from the next request on. Without it there is one token for each role of the
manifest, ``<role>-token``. Over stdio the token is that of ``SHOP_TOKEN``.
"""

from __future__ import annotations

import json
import os
from dataclasses import replace
from pathlib import Path

from schemac import Decisions, Plan
from schemac.values import JsonObject

NOBODY = Decisions.granting()
"""Who is not known may use what is open to all."""


def record(plan: Plan, token: str) -> JsonObject | None:
    """Return what is known of a token's owner; None for a token that nobody has."""
    file = os.environ.get("SHOP_STAFF")
    if file:
        staff: dict[str, JsonObject] = json.loads(Path(file).read_text(encoding="utf-8"))
    else:
        staff = {f"{role}-token": {"role": role} for role in plan.catalog.roles}
    return staff.get(token)


def decisions(plan: Plan, token: str | None) -> Decisions:
    """Return what the owner of a token may do at this moment."""
    known = record(plan, token or os.environ.get("SHOP_TOKEN", ""))
    if known is None:
        return NOBODY
    role = plan.catalog.roles[known["role"]]
    return replace(role, tools={**role.tools, **dict.fromkeys(known.get("withdrawn", ()), False)})
