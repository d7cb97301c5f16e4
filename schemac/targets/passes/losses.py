"""What lowering loses: where, which keyword, what became of it and why (docs/spec, chapter TGT).

Losses point into the schema that was given. Those of a definition count once, however often it is referred to.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from itertools import pairwise
from operator import itemgetter
from typing import Any, Final, NamedTuple, TypeAlias

from schemac.jsonschema.codec import Action, Loss
from schemac.jsonschema.module import Definition, Module
from schemac.jsonschema.vacuous import is_vacuous
from schemac.pointer import Pointer, sort_key
from schemac.targets.passes.parts import Ident, Part
from schemac.targets.passes.wording import sentence
from schemac.values import Json

Noted: TypeAlias = dict[tuple[Ident, str], tuple[Action, str]]
"""From places of definitions and keywords to what became of the keyword there and why, in the order noted."""

_TELLING: Final = frozenset({"default", "examples", "example", "format", "contentMediaType", "contentEncoding"})
"""Keywords that assert nothing, here or anywhere."""
_ONLY_TELLS: Final = "The target does not take it; it only tells, and nothing is held to it."
_CHECKED: Final = "The target does not take it; it is checked when the tool is called."


class Dropped(NamedTuple):
    """A keyword that the target does not take.

    Attributes:
        text: What the description says instead, "" for nothing.
        action: Whether it is described.
        why: A sentence for people.
    """

    text: str
    action: Action
    why: str


def dropped(keyword: str, value: Json, *, explain: bool) -> Dropped | None:
    """Return what becomes of a keyword that the target does not take; None where its value refuses nothing.

    Args:
        keyword: The keyword.
        value: Its value.
        explain: Say it in the description, if it can be said.
    """
    if is_vacuous(keyword, value):
        return None
    text = sentence(keyword, value) if explain else ""
    return Dropped(text, Action.DESCRIBED if text else Action.DROPPED, _ONLY_TELLS if keyword in _TELLING else _CHECKED)


class Losses:
    """What is lost of one module: places of its definitions become places of what was authored."""

    def __init__(self, module: Module) -> None:
        self._definitions = module.definitions
        self._noted: Noted = {}

    @property
    def found(self) -> tuple[Loss, ...]:
        """The losses, in the order noted."""
        return tuple(authored(self._noted, self._definitions))

    def lose(self, part: Part, keyword: str, action: Action, why: str) -> None:
        """Note a constraint that is lost, once."""
        self._noted.setdefault((part.ident, keyword), (action, why))


def authored(noted: Noted, definitions: Mapping[str, Definition]) -> list[Loss]:
    """Return what was noted as losses of what was authored."""
    found: list[Loss] = []
    for ((key, pointer), keyword), (action, why) in noted.items():
        definition = definitions[key]
        found.append(Loss(definition.authored(pointer), keyword, action, why, definition.origin.document))
    return found


def in_order(losses: Iterable[Loss]) -> tuple[Loss, ...]:
    """Return each of several losses once, by document, pointer and keyword."""
    found = list(losses)
    try:
        keyed = _sorted(found, lambda pointer: pointer)  # as sort_key has it, unless an index meets a name
    except TypeError:
        keyed = _sorted(found, sort_key)
    if any(one[0] == other[0] for one, other in pairwise(keyed)):
        return tuple(dict.fromkeys([loss for _, loss in keyed]))
    return tuple([loss for _, loss in keyed])


def _sorted(losses: Iterable[Loss], place: Callable[[Pointer], Any]) -> list[tuple[tuple[str, Any, str], Loss]]:
    keyed = [((loss.document, place(loss.pointer), loss.keyword), loss) for loss in losses]
    keyed.sort(key=itemgetter(0))
    return keyed
