"""What the steps of rewriting one schema share: rules, losses, and how deep and how much may be written out."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Final, NamedTuple

from schemac.jsonschema.codec import Action
from schemac.jsonschema.module import Module
from schemac.targets.passes.facts import Facts, Said, disjoint, facts_of
from schemac.targets.passes.losses import Noted, dropped
from schemac.targets.passes.lowered import Lower
from schemac.targets.passes.parts import Part, Place, PlaceIdent, alternatives, ident_of
from schemac.targets.passes.settings import Settings
from schemac.targets.passes.taken import takes_value
from schemac.targets.schema_rules import Fate, Nullable
from schemac.values import Json

INLINE_DEPTH: Final = 10
"""Where references are written out, no schema has more than so many around it."""
MERGE_DEPTH: Final = 32
"""The same where references are kept, and only those that something stands beside are written out."""
INLINE_ROOM: Final = 3_000
"""So many more places than the schema has may come of writing out references."""
NO_BOUND: Final = 1 << 62


class TooLargeError(Exception):
    """Writing out references takes more room than there is."""


class TooManyValuesError(Exception):
    """The choices of a schema list more values than the target takes; ``sizes`` of those listed so far."""

    def __init__(self, sizes: Sequence[int]) -> None:
        self.sizes = sizes
        super().__init__(sum(sizes))


class Bounds(NamedTuple):
    """How much may be written.

    Attributes:
        inline_depth: How many schemas may stand around one inside what a reference was written out for.
        longest_choice: How many values a choice may list.
        room: So many places there may be, and as many more as ``more_room`` tells when these are used up.
        more_room: See there; None where ``room`` is all there is.
    """

    inline_depth: int
    longest_choice: int = NO_BOUND
    room: int = NO_BOUND
    more_room: Callable[[], int] | None = None


class Context:
    """The state of lowering one module.

    Attributes:
        rules: What the target takes.
        losses: Those of the definition that is being lowered.
        settled: Nothing was put together of lowered parts in a way that lowering again may simplify.
        lower: Lowers a place, whatever it is.
    """

    lower: Lower

    def __init__(self, module: Module, settings: Settings, bounds: Bounds) -> None:
        self.module = module
        self.definitions = module.definitions
        self.settings = settings
        self.rules = settings.rules
        self.losses: Noted = {}
        self.settled = True
        self._room = bounds.room
        self._more_room = bounds.more_room
        self._inline_depth = bounds.inline_depth
        self._inside = 0
        self._longest_choice = bounds.longest_choice
        self._choices: list[int] = []
        self._listed = 0
        self._open: set[PlaceIdent] = set()
        self._outlines: dict[PlaceIdent, Facts] = {}

    # Bounds

    @property
    def limit(self) -> int | None:
        """How many schemas may stand around one, here."""
        own = self.rules.depth
        if not self._inside:
            return own
        return self._inline_depth if own is None else min(own, self._inline_depth)

    def may_list(self, values: Sequence[Json]) -> bool:
        """Tell whether one more choice of values may be listed, and count it.

        Raises:
            TooManyValuesError: All choices together list too many.
        """
        size = len(values)
        rules = self.rules
        if rules.enum_characters is not None and size > rules.enum_characters[0]:
            characters = sum(len(value) for value in values if isinstance(value, str))
            if characters > rules.enum_characters[1]:
                return False
        if rules.enum_total is None:
            return True
        if size > self._longest_choice:
            return False
        self._choices.append(size)
        self._listed += size
        if self._listed > rules.enum_total:
            raise TooManyValuesError(self._choices)
        return True

    def has_room(self, depth: int) -> bool:
        """Tell whether a schema may stand at a depth."""
        return self.limit is None or depth <= self.limit

    def count(self) -> None:
        """Count one more place.

        Raises:
            TooLargeError: There are too many.
        """
        self._room -= 1
        if self._room < 0:
            if self._more_room is None:
                raise TooLargeError
            self._room += self._more_room()
            self._more_room = None

    def is_open(self, ident: PlaceIdent) -> bool:
        """Tell whether this place stands around itself."""
        return ident in self._open

    def enter(self, ident: PlaceIdent) -> None:
        """Be inside a place that no reference was written out for."""
        self._open.add(ident)

    def leave(self, ident: PlaceIdent) -> None:
        """Be outside it again."""
        self._open.discard(ident)

    @contextmanager
    def inside(self, ident: PlaceIdent, *, inlined: bool) -> Iterator[None]:
        """Be inside a place; ``inlined``: a reference was written out for it."""
        self._open.add(ident)
        self._inside += inlined
        try:
            yield
        finally:
            self._inside -= inlined
            self._open.discard(ident)

    # Losses

    def lose(self, part: Part, keyword: str, action: Action, why: str) -> None:
        """Note a constraint that is lost, once."""
        self.losses.setdefault((part.ident, keyword), (action, why))

    def take_back(self, count: int) -> None:
        """Forget the losses that were noted after the first so many."""
        while len(self.losses) > count:
            self.losses.popitem()

    def rewritten(self, part: Part, keyword: str, why: str) -> None:
        """Note a constraint that something wider, or an encoding, stands for."""
        self.lose(part, keyword, Action.REWRITTEN, why)

    def drop(self, part: Part, keyword: str, notes: list[str], value: Json = None) -> None:
        """Note a constraint that the target does not take, and say it in the notes, if it can be said."""
        value = part.schema[keyword] if value is None else value
        text, action, why = dropped(keyword, value, explain=self.settings.explain_losses)
        if text:
            notes.append(text)
        self.lose(part, keyword, action, why)

    def drop_all(self, said: Iterable[Said], notes: list[str]) -> None:
        """Note several, of which another subschema says the same keyword differently."""
        for part, keyword in said:
            self.drop(part, keyword, notes)

    # Rules

    def takes(self, keyword: str) -> bool:
        """Tell whether a keyword may stand below the root."""
        return self.rules.takes(keyword)

    def takes_value(self, keyword: str, value: Json, types: Sequence[str]) -> bool:
        """Tell whether a keyword may stand with this value beside these types."""
        return takes_value(self.rules, keyword, value, types)

    @property
    def flag(self) -> bool:
        """Whether ``nullable: true`` says that null is valid."""
        return self.rules.nullable is Nullable.FLAG

    @property
    def encodes_rest(self) -> bool:
        """Whether members without a declaration must be written as entries."""
        return self.rules.closed or self.rules.fate("additionalProperties") is not Fate.TAKEN

    def outline(self, place: Place) -> Facts:
        """Return roughly which values a place takes."""
        ident = ident_of(place)
        found = self._outlines.get(ident)
        if found is None:
            found = self._outlines[ident] = self._outline(place)
        return found

    def _outline(self, place: Place) -> Facts:
        branches = alternatives(place, self.definitions)
        if branches is None:
            return Facts(None)
        facts = [facts_of(branch.parts, nullable=self.flag) for branch in branches]
        types = dict.fromkeys(name for item in facts for name in item.types or ())
        values = [value for item in facts for value in item.values or ()]
        return Facts(
            None if any(item.types is None for item in facts) else tuple(types),
            None if any(item.values is None for item in facts) else values,
        )

    def are_disjoint(self, one: Place, other: Place) -> bool:
        """Tell whether no value fits both places."""
        return disjoint(self.outline(one), self.outline(other))
