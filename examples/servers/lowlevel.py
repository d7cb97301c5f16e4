"""The shop on the low-level server of the official MCP SDK.

SHOP_TOKEN=viewer-token python -m examples.servers.lowlevel            # over stdio
python -m examples.servers.lowlevel --http --port 8000                 # streamable HTTP, a token per request
"""

from __future__ import annotations

import argparse
import json
import logging
from typing import Any

import anyio
import uvicorn
from mcp import MCPError
from mcp.server import Server, ServerRequestContext
from mcp.server.auth.middleware.auth_context import get_access_token
from mcp.server.auth.provider import AccessToken
from mcp.server.auth.settings import AuthSettings
from mcp.server.stdio import stdio_server
from mcp.types import CallToolRequestParams, CallToolResult, ListToolsResult, PaginatedRequestParams
from starlette.applications import Starlette

from examples.servers import staff
from examples.servers.actions import ShopError, act
from examples.shop.figures import MANIFEST
from schemac import Decisions, Description, ListingCache, Refusal, Resolution, SchemacError, plan, read_manifest

LOG = logging.getLogger("shop")
PLAN = plan(read_manifest(str(MANIFEST)))  # all that can fail, once, before anybody asks
LISTINGS = ListingCache({})  # any mapping; cachetools or Redis to bound or to share it


def caller() -> Decisions:
    """Return what whoever asks may do at this moment."""
    access = get_access_token()
    return staff.decisions(PLAN, access.token if access else None)


async def list_tools(context: ServerRequestContext[Any], params: PaginatedRequestParams | None) -> ListToolsResult:
    """Answer tools/list: one listing for all callers who may do the same."""
    cursor = params.cursor if params else None
    protocol = max(context.protocol_version, "2025-06-18")  # older clients pass over what they do not know
    try:
        listing = LISTINGS.list_result(PLAN, caller(), protocol, cursor)
    except SchemacError as refused:
        raise MCPError(-32602, refused.findings[0].message) from None
    return ListToolsResult.model_validate(listing)


async def call_tool(_: ServerRequestContext[Any], params: CallToolRequestParams) -> CallToolResult:
    """Answer tools/call: find out what is meant, then take the direct path."""
    decisions = caller()  # of this moment: the listing may be older
    outcome = PLAN.compile(decisions).resolve(params.name, params.arguments)
    if isinstance(outcome, Refusal):
        LOG.info("refused %s at %s: %s", outcome.code, outcome.pointer, outcome.reason)
        if outcome.is_protocol_error:
            error = outcome.to_error()
            raise MCPError(error["code"], error["message"], error["data"])
        return CallToolResult.model_validate(outcome.to_result())
    if isinstance(outcome, Description):
        return CallToolResult.model_validate(outcome.to_result())
    return CallToolResult.model_validate(await run(outcome, decisions))


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


class Tokens:
    """Tells the SDK whose token it is."""

    async def verify_token(self, token: str) -> AccessToken | None:
        """Return whose it is; None, which is answered with 401, for a token that nobody has."""
        known = staff.record(PLAN, token)
        return AccessToken(token=token, client_id=known["role"], scopes=[]) if known else None


SERVER: Server[Any] = Server("shop", on_list_tools=list_tools, on_call_tool=call_tool)


def app() -> Starlette:
    """Return the server as a web application, which asks for a bearer token."""
    auth = AuthSettings.model_validate(
        {"issuer_url": "https://login.shop.example", "resource_server_url": None, "validate_token_resource": False}
    )
    return SERVER.streamable_http_app(json_response=True, stateless_http=True, auth=auth, token_verifier=Tokens())


async def over_stdio() -> None:
    """Serve one client on standard input and output."""
    async with stdio_server() as (read, write):
        await SERVER.run(read, write, SERVER.create_initialization_options())


if __name__ == "__main__":
    options = argparse.ArgumentParser()
    options.add_argument("--http", action="store_true")
    options.add_argument("--port", type=int, default=8000)
    chosen = options.parse_args()
    uvicorn.run(app(), port=chosen.port) if chosen.http else anyio.run(over_stdio)
