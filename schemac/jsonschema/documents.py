"""The documents that references may name by URI: the manifest's ``schemas:`` and the official metaschemas.

Nothing is ever fetched: a URI that is neither is ``ref-unresolvable`` (docs/spec, chapter ENG).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from types import MappingProxyType
from typing import Final

import jsonschema_specifications  # type: ignore[import-untyped]  # the package has no types
from referencing.jsonschema import SchemaRegistry, specification_with

from schemac.findings import Finding, finding
from schemac.jsonschema.index import Index
from schemac.jsonschema.keywords import DRAFT_2020_12, Dialect
from schemac.jsonschema.limits import measured
from schemac.jsonschema.module import Definition
from schemac.jsonschema.places import Place, Unlinkable, document_root
from schemac.jsonschema.scan import Scan, define, scan
from schemac.pointer import Pointer
from schemac.values import Schema

_METASCHEMAS: Final[SchemaRegistry] = jsonschema_specifications.REGISTRY


class Documents:
    """Schema documents by URI; immutable, and prepared only as far as references reach into them.

    Args:
        schemas: From URI to schema, as in a manifest.
        dialect: The dialect of those without ``$schema``.
        pointer: Where ``schemas`` stands in the value that findings point into.
    """

    def __init__(
        self,
        schemas: Mapping[str, Schema] = MappingProxyType({}),
        *,
        dialect: Dialect = DRAFT_2020_12,
        pointer: Pointer = ("schemas",),
    ) -> None:
        self._schemas = dict(schemas)
        self._dialect = dialect
        self._pointer = pointer
        self._prepared: dict[str, Index] = {}
        self._scans: dict[tuple[str, Pointer], Scan] = {}
        self._definitions: dict[tuple[str, Pointer], tuple[tuple[str, ...], Definition]] = {}

    def __len__(self) -> int:
        return len(self._schemas)

    @cached_property
    def _registry(self) -> SchemaRegistry:
        """The given documents over the official metaschemas; a registry without a retriever knows no other."""
        specification = specification_with(self._dialect.uri)
        given = ((uri, specification.create_resource(schema)) for uri, schema in self._schemas.items())
        return _METASCHEMAS.with_resources(given)

    @cached_property
    def _keys(self) -> Mapping[str, str]:
        """From a URI without empty fragment to the key under which the document was given."""
        return {uri.rstrip("#"): uri for uri in self._schemas}

    def index(self, key: str) -> Index:
        """Return the index of a document by the key under which it was given, or by an official URI.

        Raises:
            KeyError: There is no such document.
            Unlinkable: It is too large, or its dialect is not known.
        """
        found = self._prepared.get(key)
        if found is None:
            schema = self._registry[key].contents
            inner = measured(schema)
            if isinstance(inner, Finding):
                raise Unlinkable("limit-exceeded", f"names the document {key!r}: {inner.message}")
            # Two threads may both prepare it; they prepare the same.
            found = self._prepared[key] = Index(document_root(key, schema, self._dialect), inner)
        return found

    def scanned(self, place: Place) -> Scan:
        """Return the scan of a place of a document, made once for all schemas that refer to it."""
        at = place.document, place.pointer
        found = self._scans.get(at)
        if found is None:
            found = self._scans[at] = scan(place)
        return found

    def definition(self, found: Scan, targets: Sequence[str]) -> Definition:
        """Return the definition that a place of a document becomes, one for all schemas that refer to it.

        Args:
            found: From :meth:`scanned`.
            targets: The key that each of its references means; another schema may have resources of its own.
        """
        at = found.place.document, found.place.pointer
        known, made = self._definitions.get(at, ((), None))
        if made is None or known != tuple(targets):
            # Only the last is kept, so that schemas cannot fill the memory of documents that outlive them.
            made = define(found, targets)
            self._definitions[at] = tuple(targets), made
        return made

    def resources(self, uri: str) -> Iterator[Place]:
        """Yield each place that has a URI: the document given under it, else resources inside documents given.

        Raises:
            Unlinkable: The document given under it cannot be used.
        """
        key = self._keys.get(uri, uri)
        if key in self._registry:
            yield self.index(key).root
            return
        for other in self._schemas:
            try:
                index = self.index(other)
            except Unlinkable:
                continue  # told by findings(), and by a reference to the document itself
            yield from index.resources(uri)

    def locate(self, document: str, pointer: Pointer) -> Pointer | None:
        """Return where a place of a document stands in the value that findings point into; None for a metaschema."""
        return (*self._pointer, document, *pointer) if document in self._schemas else None

    def findings(self) -> Iterator[Finding]:
        """Yield what makes documents unusable by any reference: unknown dialect, size."""
        for key in self._schemas:
            try:
                self.index(key)
            except Unlinkable as error:
                yield finding(error.code, (*self._pointer, key), f"the document {key!r} {error.why}")


NO_DOCUMENTS: Final = Documents()
"""Only the official metaschemas."""
