"""The operations of port protocol 1, as the reference implementation has them: one function per operation.

An operation takes the ``input`` of a request and returns its ``result``, both JSON values of the shapes that
``corpus/protocol.schema.json`` gives. It refuses with :class:`OpError`, or lets the library's own
:class:`~schemac.findings.SchemacError` pass; the port answers with the first finding that is an error.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import TypeAlias

from schemac.conformance.operations.calls import encode, resolve
from schemac.conformance.operations.descriptors import signature
from schemac.conformance.operations.documents import digest, load
from schemac.conformance.operations.hello import hello
from schemac.conformance.operations.inputs import OpError
from schemac.conformance.operations.lowering import encode_arguments, lift_arguments, lower
from schemac.conformance.operations.manifests import (
    bytes_,
    cache_key,
    check,
    compile_,
    list_,
    list_result,
    validate_descriptor,
)
from schemac.conformance.operations.outputs import project_output
from schemac.conformance.operations.schemas import embed, prune, translate
from schemac.values import Json, JsonObject

__all__ = ["REGISTRY", "OpError", "Operation"]

Operation: TypeAlias = Callable[[JsonObject], Json]
"""From the input of a request to its result."""

REGISTRY: Mapping[str, Operation] = MappingProxyType(
    {
        "hello": hello,
        "load": load,
        "validate_descriptor": validate_descriptor,
        "check": check,
        "compile": compile_,
        "bytes": bytes_,
        "list_result": list_result,
        "list": list_,
        "signature": signature,
        "resolve": resolve,
        "encode": encode,
        "embed": embed,
        "translate": translate,
        "lower": lower,
        "encode_arguments": encode_arguments,
        "lift_arguments": lift_arguments,
        "prune": prune,
        "project_output": project_output,
        "digest": digest,
        "cache_key": cache_key,
    }
)
"""Every operation that the reference implementation answers; others are ``unknown-op``."""
