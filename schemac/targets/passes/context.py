"""What the steps of rewriting one schema share: rules, losses, and how deep and how much may be written out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager

from schemac.jsonschema.codec import Action
from schemac.jsonschema.module import Module
from schemac.targets.passes.budget import Bounds, Budget
from schemac.targets.passes.facts import Facts, Said, disjoint, facts_of
from schemac.targets.passes.losses import Noted, dropped
from schemac.targets.passes.lowered import Lower
from schemac.targets.passes.parts import Branch, Part, Place, PlaceIdent, alternatives, ident_of
from schemac.targets.passes.settings import Settings
from schemac.targets.passes.taken import takes_value
from schemac.targets.schema_rules import Fate, Nullable
from schemac.values import Json


class Context:
    """The state of lowering one module.

    Attributes:
        rules: What the target takes.
        losses: Those of the definition that is being lowered.
        settled: Nothing was put together of lowered parts in a way that lowering again may simplify.
        referred: The definitions that references were written to.
        tentative: Not all of what was written may be in the result.
        numbers: A number for definitions that are known by it, with all that they refer to.
        texts: What a reference says, by the definition it means; its key where nothing is said of it.
        budget: What is left of what may be written.
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
        self.referred: dict[str, None] = {}
        self.tentative = False
        self.texts: Mapping[str, str] = {}
        self.numbers: Mapping[str, int | None] = {}
        self.budget = Budget(self.rules, bounds)
        self.has_room = self.budget.has_room
        self.may_list = self.budget.may_list
        self.count = self.budget.count
        self._open: set[PlaceIdent] = set()
        self._outlines: dict[PlaceIdent, Facts] = {}
        self._crowded: set[PlaceIdent] = set()

    # Where it is

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
        self.budget.inline(+inlined)
        try:
            yield
        finally:
            self.budget.inline(-inlined)
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
        lost = dropped(keyword, value, explain=self.settings.explain_losses)
        if lost is None:
            return
        if lost.text:
            notes.append(lost.text)
        self.lose(part, keyword, lost.action, lost.why)

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

    def alternatives(self, place: Place) -> Sequence[Branch] | None:
        """Return the alternatives of a place; see :func:`~schemac.targets.passes.parts.alternatives`.

        Where there are too many, which takes long to find out, that is remembered.
        """
        if self._crowded and ident_of(place) in self._crowded:
            return None
        branches = alternatives(place, self.definitions)
        if branches is None:
            self._crowded.add(ident_of(place))
        return branches

    def outline(self, place: Place) -> Facts:
        """Return roughly which values a place takes."""
        ident = ident_of(place)
        found = self._outlines.get(ident)
        if found is None:
            found = self._outlines[ident] = self._outline(place)
        return found

    def _outline(self, place: Place) -> Facts:
        branches = self.alternatives(place)
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
