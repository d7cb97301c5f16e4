"""How deep and how much one schema may be written out: places, levels, values of choices (docs/spec, chapter TGT)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from schemac.targets.schema_rules import SchemaRules
from schemac.values import Json

INLINE_DEPTH: Final = 10
"""Where references are written out, no schema has more than so many around it."""
MERGE_DEPTH: Final = 32
"""The same where references are kept, and only those that something stands beside are written out."""
INLINE_ROOM: Final = 3_000
"""So many more places than the schema has may come of writing out references."""
MOST_LEVELS: Final = 64
"""No schema that is rewritten has more than so many around it: a level takes up to ten calls inside each other."""
NO_BOUND: Final = 1 << 62


class TooLargeError(Exception):
    """Writing out references takes more room than there is."""


class TooManyValuesError(Exception):
    """The choices of a schema list more values than the target takes; ``sizes`` of those listed so far."""

    def __init__(self, sizes: Sequence[int]) -> None:
        self.sizes = sizes
        super().__init__(sum(sizes))


class Search:
    """The search for the largest depth at which writing out references leaves room; at 0 it always does.

    A schema that names itself several times grows with the power of the depth, so that most of the work is that of the
    last few depths that are too large: halving meets few of them.
    """

    def __init__(self, most: int) -> None:
        self.depth = most
        """The depth to try next."""
        self._fits = 0
        self._too_large = most + 1

    def too_large(self) -> None:
        """Note that there was not room enough."""
        self._too_large = self.depth
        self._halve()

    def fits(self) -> bool:
        """Note that there was; tell whether no larger depth is left to try."""
        self._fits = self.depth
        self._halve()
        return self._too_large - self._fits == 1

    def _halve(self) -> None:
        self.depth = (self._fits + self._too_large) // 2


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


class Spent(NamedTuple):
    """What lowering something took.

    Attributes:
        places: Places counted.
        levels: How far below it schemas had to stand.
        choices: The sizes of the choices listed.
    """

    places: int
    levels: int
    choices: tuple[int, ...]


class Mark(NamedTuple):
    """Where watching began; see :meth:`Budget.watch`."""

    places: int
    choices: int
    deepest: int
    refused: bool


class Budget:
    """What is left of the bounds, for one run over a schema."""

    def __init__(self, rules: SchemaRules, bounds: Bounds) -> None:
        self._rules = rules
        self._depth = MOST_LEVELS if rules.depth is None else min(rules.depth, MOST_LEVELS)
        self._inline_depth = min(self._depth, bounds.inline_depth)
        self._inside = 0
        self._room = bounds.room
        self._more_room = bounds.more_room
        self._longest_choice = bounds.longest_choice
        self._choices: list[int] = []
        self._listed = 0
        self._places = 0
        self._deepest = 0
        self._refused = False

    # Levels

    @property
    def _limit(self) -> int:
        """How many schemas may stand around one, here."""
        return self._inline_depth if self._inside else self._depth

    def inline(self, change: int) -> None:
        """Go inside what a reference was written out for (1), or out of it (-1); 0 changes nothing."""
        self._inside += change

    def has_room(self, depth: int) -> bool:
        """Tell whether a schema may stand at a depth."""
        self._deepest = max(self._deepest, depth)
        if depth <= (self._inline_depth if self._inside else self._depth):
            return True
        self._refused = True
        return False

    # Places and values

    def count(self) -> None:
        """Count one more place.

        Raises:
            TooLargeError: There are too many.
        """
        self._places += 1
        if self._places > self._room:
            self._extend()

    def _extend(self) -> None:
        while self._places > self._room:
            if self._more_room is None:
                raise TooLargeError
            self._room += self._more_room()
            self._more_room = None

    def may_list(self, values: Sequence[Json]) -> bool:
        """Tell whether one more choice of values may be listed, and count it.

        Raises:
            TooManyValuesError: All choices together list too many.
        """
        size = len(values)
        rules = self._rules
        if rules.enum_characters is not None and size > rules.enum_characters[0]:
            characters = sum(len(value) for value in values if isinstance(value, str))
            if characters > rules.enum_characters[1]:
                return False
        if rules.enum_total is None:
            return True
        if size > self._longest_choice:
            return False
        self._list((size,))
        return True

    def _list(self, sizes: Sequence[int]) -> None:
        self._choices.extend(sizes)
        self._listed += sum(sizes)
        if self._rules.enum_total is not None and self._listed > self._rules.enum_total:
            raise TooManyValuesError(self._choices)

    # What is known from before

    @property
    def is_whole(self) -> bool:
        """Whether nothing is bound more than in a first run, so that what such a run made holds here."""
        return self._longest_choice >= NO_BOUND

    def watch(self, depth: int) -> Mark:
        """Begin to watch what something at a depth takes."""
        mark = Mark(self._places, len(self._choices), self._deepest, self._refused)
        self._deepest = depth
        self._refused = False
        return mark

    def watched(self, mark: Mark, depth: int) -> Spent | None:
        """Return what was taken since; None where something was refused, which it need not be elsewhere."""
        spent = Spent(self._places - mark.places, self._deepest - depth, tuple(self._choices[mark.choices :]))
        refused = self._refused
        self._deepest = max(self._deepest, mark.deepest)
        self._refused = refused or mark.refused
        return None if refused else spent

    def fits(self, spent: Spent, depth: int) -> bool:
        """Tell whether something that took so much may stand at a depth."""
        return depth + spent.levels <= self._limit

    def spend(self, spent: Spent, depth: int) -> None:
        """Take as much again, without a look at what took it.

        Raises:
            TooLargeError: There are too many places.
            TooManyValuesError: All choices together list too many values.
        """
        self._deepest = max(self._deepest, depth + spent.levels)
        self._places += spent.places
        if self._places > self._room:
            self._extend()
        if spent.choices:
            self._list(spent.choices)
