"""What the steps of rewriting one schema share: rules, losses, and how deep and how much may be written out.

Losses point into the schema that was given. Those of a definition count once, however often it is referred to.
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, Literal, NamedTuple, Protocol

from schemac.jsonschema.codec import Action, Loss
from schemac.jsonschema.module import Module
from schemac.targets.passes.facts import Facts, Said, disjoint, facts_of
from schemac.targets.passes.lens import MaybeLens
from schemac.targets.passes.parts import Ident, Part, Place, PlaceIdent, alternatives, ident_of
from schemac.targets.passes.wording import sentence
from schemac.targets.schema_rules import Fate, Nullable, SchemaRules
from schemac.values import Json, JsonObject

INLINE_DEPTH: Final = 10
"""Where references are written out, no schema has more than so many around it."""
MERGE_DEPTH: Final = 32
"""The same where references are kept, and only those that something stands beside are written out."""
INLINE_ROOM: Final = 3_000
"""So many more places than the schema has may come of writing out references."""

NullMeans = Literal["absent_or_marked", "absent"]


_TELLING: Final = frozenset({"default", "examples", "example", "format", "contentMediaType", "contentEncoding"})
"""Keywords that assert nothing, here or anywhere."""


def _kept(keyword: str) -> str:
    return (
        "it only tells, and nothing is held to it" if keyword in _TELLING else "it is checked when the tool is called"
    )


@dataclass(frozen=True, slots=True)
class Settings:
    """How to lower.

    Attributes:
        rules: What the target takes.
        explain_losses: Say lost constraints in descriptions.
        null_means: ``absent``: an explicit null of an optional property cannot be told from its absence.
    """

    rules: SchemaRules
    explain_losses: bool = True
    null_means: NullMeans = "absent_or_marked"


class Lowered(NamedTuple):
    """A place of the lowered schema.

    Attributes:
        schema: What the target reads.
        lens: How values go; None where they stay as they are.
        wire: The JSON types of the values that ``schema`` accepts.
        marker: The name in the object that says an explicit null, "" where there is none.
    """

    schema: JsonObject
    lens: MaybeLens
    wire: frozenset[str]
    marker: str = ""


class Lower(Protocol):
    """Lowers one place."""

    def __call__(self, place: Place, depth: int, spot: Part, *, absent: bool = False) -> Lowered:
        """Return what a place becomes.

        Args:
            place: What it takes.
            depth: How many schemas stand around it.
            spot: Where it is in the schema, for losses.
            absent: Null must be free to say that the property is absent.
        """


class TooLargeError(Exception):
    """Writing out references takes more room than there is."""


class TooManyValuesError(Exception):
    """The choices of a schema list more values than the target takes; ``sizes`` of those listed so far."""

    def __init__(self, sizes: Sequence[int]) -> None:
        self.sizes = sizes
        super().__init__(sum(sizes))


class Losses:
    """What is lost of one module: places of its definitions become places of what was authored."""

    def __init__(self, module: Module) -> None:
        self._definitions = module.definitions
        self._found: dict[tuple[Ident, str], Loss] = {}

    @property
    def found(self) -> tuple[Loss, ...]:
        """The losses, in the order noted."""
        return tuple(self._found.values())

    def lose(self, part: Part, keyword: str, action: Action, why: str) -> None:
        """Note a constraint that is lost, once."""
        definition = self._definitions[part.key]
        loss = Loss(definition.authored(part.pointer), keyword, action, why, definition.origin.document)
        self._found.setdefault((part.ident, keyword), loss)


class Context:
    """The state of lowering one module.

    Attributes:
        rules: What the target takes.
        losses: Those of the definition that is being lowered.
        settled: Nothing was put together of lowered parts in a way that lowering again may simplify.
        lower: Lowers a place, whatever it is.
    """

    lower: Lower

    def __init__(
        self, module: Module, settings: Settings, room: int, inline_depth: int, longest_choice: int = 1 << 62
    ) -> None:
        self.module = module
        self.definitions = module.definitions
        self.settings = settings
        self.rules = settings.rules
        self.losses: dict[tuple[Ident, str], Loss] = {}
        self.room = room
        self.settled = True
        self._inline_depth = inline_depth
        self._inside = 0
        self._longest_choice = longest_choice
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
        self.room -= 1
        if self.room < 0:
            raise TooLargeError

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
        definition = self.definitions[part.key]
        pointer = definition.authored(part.pointer)
        loss = Loss(pointer, keyword, action, why, definition.origin.document)
        self.losses.setdefault((part.ident, keyword), loss)

    def rewritten(self, part: Part, keyword: str, why: str) -> None:
        """Note a constraint that something wider, or an encoding, stands for."""
        self.lose(part, keyword, Action.REWRITTEN, why)

    def drop(self, part: Part, keyword: str, notes: list[str], value: Json = None) -> None:
        """Note a constraint that the target does not take, and say it in the notes, if it can be said."""
        value = part.schema[keyword] if value is None else value
        text = sentence(keyword, value) if self.settings.explain_losses else ""
        if text:
            notes.append(text)
        action = Action.DESCRIBED if text else Action.DROPPED
        self.lose(part, keyword, action, f"The target does not take it; {_kept(keyword)}.")

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
        rules = self.rules
        if not rules.takes(keyword):
            return False
        if keyword in rules.most and value > rules.most[keyword]:
            return False
        if keyword == "format":
            return rules.formats is None or all(
                value in rules.formats.get(name, rules.formats.get("", frozenset())) for name in types
            )
        return keyword != "pattern" or pattern_fits(value, rules)

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


_USES: Final = {
    "LOOKAROUND": re.compile(r"\(\?<?[=!]"),
    "BACKREFERENCE": re.compile(r"\\(?:[1-9]|k<)"),
    "WORD_BOUNDARY": re.compile(r"\\[bB]"),
    "UNICODE_PROPERTY": re.compile(r"\\[pP]\{"),
    "INLINE_FLAGS": re.compile(r"\(\?[a-zA-Z-]+[:)]"),
}
"""How a pattern looks that uses a feature, by the feature's name; more patterns look so than use it."""
_REPEAT: Final = re.compile(r"\{(\d+)(?:,(\d*))?\}")


def pattern_fits(pattern: str, rules: SchemaRules) -> bool:
    """Tell whether a target takes a pattern; one that only looks as if it used what the target lacks is not taken."""
    if any(_USES[feature.name].search(pattern) for feature in rules.patterns_without):
        return False
    if rules.most_repeats is not None:
        numbers = [text for repeat in _REPEAT.findall(pattern) for text in repeat if text]
        if any(len(text) > len(str(rules.most_repeats)) or int(text) > rules.most_repeats for text in numbers):
            return False
    return not rules.patterns_in_python or _compiles(pattern)


@lru_cache(maxsize=1024)
def _compiles(pattern: str) -> bool:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # a possible nested set is no refusal
        try:
            re.compile(pattern)
        except (re.error, OverflowError, RecursionError):
            return False
    return True
