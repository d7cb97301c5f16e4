"""What becomes of a call: a resolution, a description, or a refusal; values, never exceptions (chapter DSP)."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TypeAlias

from schemac.dispatch.coerce import What
from schemac.dispatch.validate import Violation
from schemac.pointer import Pointer, render
from schemac.values import JsonObject

INVALID_PARAMS = -32602
"""JSON-RPC's code for invalid parameters, which MCP uses for unknown tools and for requests that are malformed."""


@dataclass(frozen=True, slots=True)
class Resolution:
    """A call that may be made: the server makes it, through its own direct path.

    Attributes:
        tool: The real tool's name.
        arguments: Its arguments, checked.
        timeout_ms: The tool's own timeout in milliseconds, or None.
        coerced: Where text was read as what it says, or a member dropped, and how; pointers into what was sent.
        stripped: Names that were taken out, as pointers into what was sent.
    """

    tool: str
    arguments: JsonObject
    timeout_ms: int | None
    coerced: tuple[tuple[Pointer, What], ...] = ()
    stripped: tuple[Pointer, ...] = ()


@dataclass(frozen=True, slots=True)
class Description:
    """What a describe tool was asked for: answer it with :meth:`to_result`; no tool is called.

    Attributes:
        tool: The tool that is described.
        value: ``{name, description, inputSchema, outputSchema}``, as this caller sees it.
    """

    tool: str
    value: JsonObject

    def to_result(self) -> JsonObject:
        """Return MCP's result of a tool call, as structured content and as text."""
        text = json.dumps(self.value, ensure_ascii=False)
        return {"content": [{"type": "text", "text": text}], "structuredContent": self.value, "isError": False}


@dataclass(frozen=True, slots=True)
class Refusal:
    """A call that is not made. Everything but ``reason`` may be shown to the caller.

    Attributes:
        code: From the catalogue of findings.
        pointer: Where in the arguments that were sent.
        message: A sentence that a model can act on.
        reason: For the server's log only: it may tell of tools that the caller does not see.
        violations: For arguments that do not fit: everything that does not, with pointers into what was sent.
        is_protocol_error: There is no such tool at all: answer with :meth:`to_error`, not with a result.
        schema: With ``errors: with_schema``, the tool's input schema as the caller sees it.
    """

    code: str
    pointer: Pointer
    message: str
    reason: str
    violations: tuple[Violation, ...] = ()
    is_protocol_error: bool = False
    schema: JsonObject | None = None

    def to_json(self) -> JsonObject:
        """Return what a caller may see: ``{code, pointer, message}``."""
        return {"code": self.code, "pointer": render(self.pointer), "message": self.message}

    def to_result(self) -> JsonObject:
        """Return MCP's tool-execution error, which lets the model mend its call."""
        content = [{"type": "text", "text": self.message}]
        if self.schema is not None:
            shown = json.dumps(self.schema, ensure_ascii=False)
            content.append({"type": "text", "text": f"The input schema is: {shown}"})
        return {"content": content, "isError": True}

    def to_error(self) -> JsonObject:
        """Return the JSON-RPC error object for a name that is no tool (-32602)."""
        return {"code": INVALID_PARAMS, "message": self.message, "data": {"code": self.code}}


Outcome: TypeAlias = Resolution | Description | Refusal
"""What ``surface.resolve`` returns."""
