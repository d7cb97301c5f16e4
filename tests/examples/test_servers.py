"""The example servers, asked by a real client over stdio and over streamable HTTP."""

from __future__ import annotations

import importlib
import importlib.util
import json
import os
import socket
import sys
import threading
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any

import anyio
import httpx2
import pytest
import uvicorn
from mcp import Client, MCPError, StdioServerParameters
from mcp.client.streamable_http import streamable_http_client

from examples.shop.figures import load
from schemac import Decisions, plan
from schemac.dispatch.outcome import Refusal

ROOT = Path(__file__).resolve().parents[2]
PLAN = plan(load())
SECONDS = 120
ORDERS = "orders_tools"

lowlevel = pytest.param("lowlevel", id="lowlevel")
with_fastmcp = pytest.param(
    "with_fastmcp",
    id="fastmcp",
    marks=pytest.mark.skipif(not importlib.util.find_spec("fastmcp"), reason="FastMCP is not installed"),
)
each_server = pytest.mark.parametrize("name", [lowlevel, with_fastmcp])
pytestmark = pytest.mark.filterwarnings("ignore")  # those of the servers' libraries are not ours


def run(work: Callable[[], Coroutine[Any, Any, None]]) -> None:
    async def bounded() -> None:
        with anyio.fail_after(SECONDS):
            await work()

    anyio.run(bounded)


def write_staff(file: Path, **staff: Any) -> Path:
    file.write_text(json.dumps({f"{name}-token": known for name, known in staff.items()}), encoding="utf-8")
    return file


def over_stdio(name: str, token: str, **environment: str) -> StdioServerParameters:
    return StdioServerParameters(
        command=sys.executable,
        args=["-m", f"examples.servers.{name}"],
        env={**os.environ, "SHOP_TOKEN": token, **environment},
        cwd=ROOT,
    )


@contextmanager
def over_http(name: str) -> Iterator[str]:
    """Serve on a port that the system chooses; the socket listens before anybody connects."""
    module = importlib.import_module(f"examples.servers.{name}")
    app = module.app() if name == "lowlevel" else module.SERVER.http_app(json_response=True, stateless_http=True)
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        listening.listen()
        server = uvicorn.Server(uvicorn.Config(app, log_level="error"))
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]})
        thread.start()
        try:
            yield f"http://127.0.0.1:{listening.getsockname()[1]}/mcp"
        finally:
            server.should_exit = True
            thread.join()


@asynccontextmanager
async def connected(url: str, token: str) -> AsyncIterator[Client]:
    headers = {"Authorization": f"Bearer {token}"}
    http = httpx2.AsyncClient(headers=headers, trust_env=False, timeout=SECONDS)
    async with http, Client(streamable_http_client(url, http_client=http)) as client:
        yield client


def expected(role: str, withdrawn: Sequence[str] = ()) -> list[str]:
    given = PLAN.catalog.roles[role]
    hidden = Decisions.parse({"predicates": dict(given.predicates), "tools": dict.fromkeys(withdrawn, False)})
    return [tool["name"] for tool in PLAN.compile(given if not withdrawn else hidden).tools]


def calling(tool: str, arguments: Any) -> dict[str, Any]:
    return {"tool_name": tool, "arguments": arguments}


def text_of(result: Any) -> str:
    return "".join(part.text for part in result.content)


def refusal(role: str, tool: str) -> str:
    outcome = PLAN.compile(PLAN.catalog.roles[role]).resolve(ORDERS, calling(tool, {}))
    assert isinstance(outcome, Refusal)
    return outcome.message


@pytest.mark.parametrize("name", ["lowlevel", "with_fastmcp"])
def test_a_server_is_a_short_file(name: str) -> None:
    assert len((ROOT / "examples" / "servers" / f"{name}.py").read_text(encoding="utf-8").splitlines()) < 120


@each_server
@pytest.mark.parametrize("mode", ["auto", "legacy"])
def test_over_stdio_a_viewer_lists_calls_and_is_refused(name: str, mode: str) -> None:
    async def work() -> None:
        async with Client(over_stdio(name, "viewer-token"), mode=mode) as client:
            listed = (await client.list_tools()).tools
            assert [tool.name for tool in listed] == expected("viewer")

            done = await client.call_tool(ORDERS, calling("list_orders", '{"limit": 2, "states": "[\\"packed\\"]"}'))
            assert not done.is_error
            assert done.structured_content is not None
            assert [order["state"] for order in done.structured_content["orders"]] == ["packed", "packed"]
            assert json.loads(text_of(done)) == done.structured_content

            for tool in ("cancel_order", "no_such_tool"):
                refused = await client.call_tool(ORDERS, calling(tool, {}))
                assert refused.is_error
                assert text_of(refused) == refusal("viewer", tool)

            wrong = await client.call_tool(ORDERS, calling("get_order", {"order_id": 7}))
            assert wrong.is_error
            assert "`order_id` must be a string" in text_of(wrong)
            missing = await client.call_tool(ORDERS, calling("get_order", {"order_id": "ord_000000000000"}))
            assert (missing.is_error, text_of(missing)) == (True, "There is no order ord_000000000000.")

            alone = await client.call_tool("get_current_user", {})
            assert alone.structured_content == {"id": "usr_1", "name": "Ada", "team": "support"}

    run(work)


@each_server
def test_a_facade_that_the_caller_does_not_see_is_answered_like_one_that_does_not_exist(name: str) -> None:
    async def answer(client: Client, tool: str) -> str:
        try:
            return text_of(await client.call_tool(tool, calling("create_coupon", {})))
        except MCPError as error:
            assert error.code == -32602
            return str(error)

    async def work(url: str) -> None:
        async with connected(url, "viewer-token") as client:
            hidden, unknown = [await answer(client, tool) for tool in ("marketing_tools", "marketimg_tools")]
            assert hidden == unknown.replace("marketimg", "marketing")

    with over_http(name) as url:
        run(lambda: work(url))


@each_server
def test_over_http_two_roles_at_once_get_what_is_theirs(name: str) -> None:
    async def one(url: str, role: str, earns: bool) -> None:
        async with connected(url, f"{role}-token") as client:
            for _ in range(3):
                assert [tool.name for tool in (await client.list_tools()).tools] == expected(role)
                found = await client.call_tool(ORDERS, calling("list_orders", {"limit": 1}))
                assert found.structured_content is not None
                known = found.structured_content["orders"][0]["order_id"]
                order = await client.call_tool(ORDERS, calling("get_order", {"order_id": known, "margins": True}))
                assert order.structured_content is not None
                assert ("margin" in order.structured_content) is earns

    async def work(url: str) -> None:
        async with anyio.create_task_group() as tasks:
            for role, earns in (("viewer", False), ("admin", True), ("viewer", False), ("admin", True)):
                tasks.start_soon(one, url, role, earns)

    with over_http(name) as url:
        run(lambda: work(url))


async def is_withdrawn_and_given_back(client: Client, file: Path) -> None:
    call = calling("cancel_order", {"order_id": "ord_0123456789ab", "reason": "fraud_suspected"})
    facade = next(tool for tool in (await client.list_tools()).tools if tool.name == ORDERS)
    assert "cancel_order" in facade.input_schema["properties"]["tool_name"]["enum"]
    done = await client.call_tool(ORDERS, call)
    assert not done.is_error, text_of(done)

    write_staff(file, ada={"role": "admin", "withdrawn": ["cancel_order"]})
    refused = await client.call_tool(ORDERS, call)
    unknown = await client.call_tool(ORDERS, calling("cancel_0rder", call["arguments"]))
    assert (refused.is_error, unknown.is_error) == (True, True)
    assert text_of(refused) == text_of(unknown).replace("cancel_0rder", "cancel_order")
    assert "Nothing was executed." in text_of(refused)
    assert "cancel_order" not in text_of(refused).partition("Available tools")[2]

    write_staff(file, ada={"role": "admin"})
    assert (await client.call_tool(ORDERS, call)).structured_content == done.structured_content


@each_server
def test_over_stdio_a_permission_withdrawn_between_list_and_call_is_gone(name: str, tmp_path: Path) -> None:
    file = write_staff(tmp_path / "staff.json", ada={"role": "admin"})

    async def work() -> None:
        async with Client(over_stdio(name, "ada-token", SHOP_STAFF=str(file))) as client:
            await is_withdrawn_and_given_back(client, file)

    run(work)


@each_server
def test_over_http_a_permission_withdrawn_between_list_and_call_is_gone(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = write_staff(tmp_path / "staff.json", ada={"role": "admin"})
    monkeypatch.setenv("SHOP_STAFF", str(file))

    async def work(url: str) -> None:
        async with connected(url, "ada-token") as client:
            await is_withdrawn_and_given_back(client, file)

    with over_http(name) as url:
        run(lambda: work(url))


@each_server
def test_a_token_that_nobody_has_is_turned_away(name: str) -> None:
    request = {"jsonrpc": "2.0", "id": 1, "method": "tools/list"}
    headers = {"Accept": "application/json, text/event-stream"}
    with over_http(name) as url, httpx2.Client(trust_env=False, timeout=SECONDS) as http:
        for extra in ({}, {"Authorization": "Bearer nobody-token"}):
            assert http.post(url, json=request, headers=headers | extra).status_code == 401


@each_server
def test_who_is_not_known_on_stdio_may_use_what_is_open_to_all(name: str) -> None:
    async def work() -> None:
        async with Client(over_stdio(name, "nobody-token")) as client:
            names = [tool.name for tool in (await client.list_tools()).tools]
            assert names == [tool["name"] for tool in PLAN.compile(Decisions.granting()).tools]
            assert ORDERS not in names

    run(work)


def test_the_sdk_s_server_lists_every_byte_of_the_surface() -> None:
    async def work(url: str) -> None:
        async with connected(url, "manager-token") as client:
            listed = await client.list_tools()
            told = [tool.model_dump(by_alias=True, mode="json", exclude_none=True) for tool in listed.tools]
            surface = PLAN.compile(PLAN.catalog.roles["manager"])
            assert told == surface.list_result(str(client.session.protocol_version))["tools"]

    with over_http("lowlevel") as url:
        run(lambda: work(url))


@pytest.mark.skipif(not importlib.util.find_spec("fastmcp"), reason="FastMCP is not installed")
def test_fastmcp_lists_what_the_surface_has() -> None:
    async def work(url: str) -> None:
        async with connected(url, "manager-token") as client:
            listed = {tool.name: tool for tool in (await client.list_tools()).tools}
            for tool in PLAN.compile(PLAN.catalog.roles["manager"]).tools:
                told = listed[tool["name"]].model_dump(by_alias=True, mode="json", exclude_none=True)
                for field in ("description", "inputSchema", "outputSchema", "annotations", "title"):
                    assert told.get(field) == tool.get(field)
                assert tool.get("_meta", {}).items() <= told.get("_meta", {}).items()

    with over_http("with_fastmcp") as url:
        run(lambda: work(url))


def test_a_stale_cursor_is_a_protocol_error() -> None:
    async def work(url: str) -> None:
        async with connected(url, "viewer-token") as client:
            with pytest.raises(MCPError) as refused:
                await client.list_tools(cursor="bm9uZTo1")
            assert refused.value.code == -32602

    with over_http("lowlevel") as url:
        run(lambda: work(url))
