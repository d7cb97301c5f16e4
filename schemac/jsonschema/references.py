"""Resolve one reference to the one place it means (docs/spec, chapter ENG)."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain
from urllib.parse import unquote

from schemac.jsonschema.documents import Documents
from schemac.jsonschema.index import Index
from schemac.jsonschema.places import Place, Scope, Unlinkable, follow, joined
from schemac.pointer import Pointer, parse
from schemac.values import Json, equal


class Resolver:
    """Resolves the references of one schema.

    Args:
        own: The index of the schema itself.
        documents: What else may be named.
    """

    def __init__(self, own: Index, documents: Documents) -> None:
        self._own = own
        self._documents = documents

    def index(self, document: str) -> Index:
        """Return the index of a document; "" is the schema itself."""
        return self._documents.index(document) if document else self._own

    def resolve(self, reference: Json, document: str, scope: Scope) -> tuple[Place, str]:
        """Return the place that a reference written in ``scope`` of a document means, and the anchor it named, if any.

        Raises:
            Unlinkable: It means no place that holds a schema, or more than one.
        """
        if not isinstance(reference, str):
            raise Unlinkable("ref-unresolvable", "is not text")
        uri, _, fragment = reference.partition("#")
        target = joined(scope.base, uri) if uri else scope.base
        here = target == scope.base
        resource = self.index(document).resource(scope.resource) if here else self._named(target, document)
        if not fragment:
            return resource, ""
        name = unquote(fragment)
        if not name.startswith("/"):
            index = self.index(resource.document)
            return _only(index.anchors(resource.scope.resource, name), f"the anchor {name!r}"), name
        try:
            tokens = parse(name)
        except ValueError as error:
            raise Unlinkable("ref-unresolvable", f"is malformed: {error}") from None
        return follow(resource, tokens), ""

    def _named(self, uri: str, document: str) -> Place:
        """Return the resource of a URI: of the same document, of the schema itself, or of the documents."""
        inside = self.index(document).resources(uri)
        own = self._own.resources(uri) if document else ()
        return _only(chain(inside, own, self._documents.resources(uri)), f"the URI {uri!r}")

    def dynamic(self, document: str, resource: Pointer, name: str) -> Place | None:
        """Return the place that a resource offers to dynamic references by a name."""
        return self.index(document).dynamic(resource, name)


def _only(places: Iterable[Place], what: str) -> Place:
    """Return the only place of several; those that say the same in the same dialect count as one."""
    found: Place | None = None
    for place in places:
        if found is None:
            found = place
        elif (place.document, place.pointer) != (found.document, found.pointer) and not (
            place.scope.dialect is found.scope.dialect and equal(place.schema, found.schema)
        ):
            raise Unlinkable("ref-ambiguous", f"may mean several places, since {what} is given more than once")
    if found is None:
        raise Unlinkable("ref-unresolvable", f"reaches nothing: {what} is not known")
    return found
