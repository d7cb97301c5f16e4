"""How to lower, with all that is made ready once for every schema that is lowered so (docs/spec, chapter TGT)."""

from __future__ import annotations

from typing import Literal, TypeAlias

from schemac.targets.passes.leaves import Leaf, Leaves
from schemac.targets.passes.memo import KeptComponent, KeptPlace, Memo, Numbers, PlaceKey
from schemac.targets.schema_rules import SchemaRules

NullMeans: TypeAlias = Literal["absent_or_marked", "absent"]
ComponentKey: TypeAlias = tuple[tuple[tuple[str, str, bytes], ...], frozenset[int]]


class Settings:
    """How to lower; used by several threads at once.

    Attributes:
        rules: What the target takes.
        explain_losses: Say lost constraints in descriptions.
        null_means: ``absent``: an explicit null of an optional property cannot be told from its absence.
        leaves: The short way for subschemas without others in them.
        known_leaves: Leaves lowered before, by content and by whether null must be free.
        known_places: Other places that hold no references, or are one, by the same and by what they refer to.
        known_components: Definitions with all that they refer to, by number.
        numbers: Those numbers, by key, text and content of each definition, and numbers of what it refers to.
    """

    def __init__(
        self, rules: SchemaRules, *, explain_losses: bool = True, null_means: NullMeans = "absent_or_marked"
    ) -> None:
        self.rules = rules
        self.explain_losses = explain_losses
        self.null_means = null_means
        self.leaves = Leaves(rules, explain_losses=explain_losses)
        self.known_leaves: Memo[tuple[bytes, bool], Leaf] = Memo()
        self.known_places: Memo[PlaceKey, KeptPlace] = Memo()
        self.known_components: Memo[int, KeptComponent] = Memo()
        self.numbers: Numbers[ComponentKey] = Numbers()
