"""The lowerings that are compared: schemac's own, and those of two libraries that agents are written with."""

from __future__ import annotations

from collections.abc import Callable
from importlib.metadata import version
from typing import Any, Final

import mcp.types
from agents.mcp import MCPServer, MCPUtil
from mcp.types import CallToolResult, GetPromptResult, ListPromptsResult, Tool
from pydantic_ai.profiles import JsonSchemaTransformer
from pydantic_ai.profiles.google import GoogleJsonSchemaTransformer, GoogleOpenAPISchemaTransformer
from pydantic_ai.providers.openai import OpenAIProvider

from comparison.lowerings import GivenUp, Lowered, Lowering
from schemac.targets.collected import read
from schemac.targets.lowering import lower
from schemac.targets.registry import TARGETS
from schemac.values import JsonObject

_MODEL: Final = "gpt-5"
"""The model that pydantic-ai is asked for its profile of; any current one of OpenAI has the same transformer."""


class _NoServer(MCPServer):
    """The server that openai-agents wants beside a tool; nothing is asked of it."""

    @property
    def name(self) -> str:
        return "none"

    async def connect(self) -> None:
        raise NotImplementedError

    async def cleanup(self) -> None:
        raise NotImplementedError

    async def list_tools(self, *_: Any) -> list[Tool]:
        raise NotImplementedError

    async def call_tool(self, *_: Any) -> CallToolResult:
        raise NotImplementedError

    async def list_prompts(self) -> ListPromptsResult:
        raise NotImplementedError

    async def get_prompt(self, *_: Any) -> GetPromptResult:
        raise NotImplementedError


_SERVER: Final = _NoServer()


def _schemac(target: str) -> Callable[[JsonObject], Lowered]:
    rules = TARGETS[target].schema

    def lowered(schema: JsonObject) -> Lowered:
        given = read(schema)
        form = lower(given.schema, rules)
        report = [loss.to_json() for loss in (*given.losses, *form.losses)]
        return Lowered(form.schema, report, form.codec.encode, lambda sent: form.codec.lift(sent).value)

    return lowered


def _openai_agents(schema: JsonObject) -> Lowered:
    tool = mcp.types.Tool.model_validate({"name": "tool", "inputSchema": schema})
    made = MCPUtil.to_function_tool(tool, _SERVER, convert_schemas_to_strict=True)
    if not made.strict_json_schema:
        raise GivenUp("It is sent without strict mode.")
    return Lowered(made.params_json_schema)


def _pydantic_ai(transformer: type[JsonSchemaTransformer]) -> Callable[[JsonObject], Lowered]:
    return lambda schema: Lowered(transformer(schema, strict=True).walk())


def _openai_transformer() -> type[JsonSchemaTransformer]:
    profile = OpenAIProvider.model_profile(_MODEL)
    transformer = profile.get("json_schema_transformer") if profile else None
    if transformer is None:
        raise LookupError(f"pydantic-ai has no transformer for {_MODEL}.")
    return transformer


def _named(distribution: str) -> str:
    return f"{distribution} {version(distribution)}"


def lowerings() -> tuple[Lowering, ...]:
    """Return what is compared, by target, schemac first."""
    own, agents, pydantic = _named("schemac"), _named("openai-agents"), _named("pydantic-ai-slim")
    return (
        Lowering(own, "openai-strict", 'lower(schema, target("openai-strict").schema)', _schemac("openai-strict")),
        Lowering(
            agents,
            "openai-strict",
            "MCPUtil.to_function_tool(tool, server, convert_schemas_to_strict=True)",
            _openai_agents,
        ),
        Lowering(
            pydantic,
            "openai-strict",
            f'OpenAIProvider.model_profile("{_MODEL}")["json_schema_transformer"](schema, strict=True).walk()',
            _pydantic_ai(_openai_transformer()),
        ),
        Lowering(own, "gemini", 'lower(schema, target("gemini").schema)', _schemac("gemini")),
        Lowering(
            pydantic,
            "gemini",
            "GoogleOpenAPISchemaTransformer(schema, strict=True).walk()",
            _pydantic_ai(GoogleOpenAPISchemaTransformer),
        ),
        Lowering(
            own,
            "gemini-json-schema",
            'lower(schema, target("gemini-json-schema").schema)',
            _schemac("gemini-json-schema"),
        ),
        Lowering(
            pydantic,
            "gemini-json-schema",
            "GoogleJsonSchemaTransformer(schema, strict=True).walk()",
            _pydantic_ai(GoogleJsonSchemaTransformer),
        ),
    )
