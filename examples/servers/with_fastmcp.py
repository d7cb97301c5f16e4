"""The shop on FastMCP: a provider that lists the caller's facades, and a tool class that resolves their calls.

SHOP_TOKEN=viewer-token python -m examples.servers.with_fastmcp        # over stdio
python -m examples.servers.with_fastmcp --http --port 8000             # streamable HTTP, a token per request
"""

from __future__ import annotations

import argparse
import json
import logging
from collections.abc import Sequence
from typing import Any

import anyio
from fastmcp import FastMCP
from fastmcp.server.auth import AccessToken, TokenVerifier
from fastmcp.server.dependencies import get_access_token
from fastmcp.server.providers import Provider
from fastmcp.tools import Tool, ToolResult
from mcp.types import CallToolResult, ToolAnnotations

from examples.servers import staff
from examples.servers.actions import ShopError, act
from examples.shop.figures import MANIFEST
from schemac import Decisions, Description, ListingCache, Refusal, Resolution, plan, read_manifest

LOG = logging.getLogger("shop")
PROTOCOL = "2025-11-25"  # FastMCP itself brings what it lists to the client's version
PLAN = plan(read_manifest(str(MANIFEST)))  # all that can fail, once, before anybody asks
LISTINGS = ListingCache({})  # any mapping; cachetools or Redis to bound or to share it


def caller() -> Decisions:
    """Return what whoever asks may do at this moment."""
    access = get_access_token()
    return staff.decisions(PLAN, access.token if access else None)


class Listed(Tool):
    """A tool of the listing: a facade, or a tool that stands alone."""

    async def run(self, arguments: dict[str, Any]) -> ToolResult:
        """Answer tools/call: find out what is meant, then take the direct path."""
        decisions = caller()  # of this moment: the listing may be older
        outcome = PLAN.compile(decisions).resolve(self.name, arguments)
        if isinstance(outcome, Refusal):
            LOG.info("refused %s at %s: %s", outcome.code, outcome.pointer, outcome.reason)
            return _answer(outcome.to_result())
        return _answer(outcome.to_result() if isinstance(outcome, Description) else await run(outcome, decisions))


async def run(call: Resolution, decisions: Decisions) -> dict[str, Any]:
    """Take the direct path, and show of the result what the caller may see."""
    try:
        with anyio.fail_after(call.timeout_ms / 1000 if call.timeout_ms else None):
            result = await anyio.to_thread.run_sync(act, call.tool, call.arguments, abandon_on_cancel=True)
    except (ShopError, TimeoutError) as failed:
        return {"content": [{"type": "text", "text": str(failed) or "It took too long."}], "isError": True}
    shown = PLAN.project_output(call.tool, decisions, result)
    if isinstance(shown, Refusal):
        LOG.error("result of %s: %s", call.tool, shown.reason)
        return shown.to_result()
    return {"content": [{"type": "text", "text": json.dumps(shown.value)}], "structuredContent": shown.value}


def _answer(result: dict[str, Any]) -> ToolResult:
    return ToolResult.from_mcp_result(CallToolResult.model_validate(result))


class Shop(Provider):
    """Lists what the caller may use. A name that is not listed is not found, whether it exists or not."""

    async def _list_tools(self) -> Sequence[Tool]:
        return [
            Listed(
                name=tool["name"],
                title=tool.get("title"),
                description=tool.get("description"),
                parameters=tool["inputSchema"],
                output_schema=tool.get("outputSchema"),
                annotations=ToolAnnotations.model_validate(tool["annotations"]) if "annotations" in tool else None,
                meta=tool.get("_meta"),
            )
            for tool in LISTINGS.list_result(PLAN, caller(), PROTOCOL)["tools"]
        ]


class Tokens(TokenVerifier):
    """Tells FastMCP whose token it is."""

    async def verify_token(self, token: str) -> AccessToken | None:
        """Return whose it is; None, which is answered with 401, for a token that nobody has."""
        known = staff.record(PLAN, token)
        return AccessToken(token=token, client_id=known["role"], scopes=[]) if known else None


SERVER = FastMCP("shop", providers=[Shop()], auth=Tokens(), dereference_schemas=False)

if __name__ == "__main__":
    options = argparse.ArgumentParser()
    options.add_argument("--http", action="store_true")
    options.add_argument("--port", type=int, default=8000)
    chosen = options.parse_args()
    if chosen.http:
        SERVER.run(transport="http", port=chosen.port)
    else:
        SERVER.run(transport="stdio", show_banner=False)
