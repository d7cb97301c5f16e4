"""The options of a domain: one table, one reader (docs/spec, chapter MAN).

The same options come from a domain of the manifest, from ``--set key=value`` and from a port's ``options``; those
given override the domain's.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, fields
from types import MappingProxyType

from schemac.catalog.groups import article
from schemac.findings import Finding, did_you_mean, finding
from schemac.jsonschema.keywords import OUTPUT_DIALECTS
from schemac.pointer import Pointer
from schemac.values import Json, JsonObject, type_of

STRATEGY_NAMES = ("vendor_extension", "discriminated_union", "lazy", "merged", "flat")
_STRICT_FORMS = MappingProxyType(
    {"mcp": "strict", "openai": "openai-strict", "anthropic": "anthropic-strict"},
)
_STRICT_ALREADY = frozenset(_STRICT_FORMS.values())
_NAME_PART = re.compile(r"[A-Za-z0-9_.-]{0,64}")
_RESERVED_DISCRIMINATORS = ("arguments", "call")


@dataclass(frozen=True, slots=True)
class Filter:
    """Which tools are in the domain by their tags: all of ``tags``, one of ``any_tag``, none of ``exclude``."""

    tags: tuple[str, ...] = ()
    any_tag: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()

    def admits(self, tags: Iterable[str]) -> bool:
        """Tell whether a tool with these tags is in the domain; an empty condition restricts nothing."""
        own = set(tags)
        return (
            own.issuperset(self.tags)
            and (not self.any_tag or not own.isdisjoint(self.any_tag))
            and own.isdisjoint(self.exclude)
        )

    def to_json(self) -> JsonObject:
        """Return it as a manifest holds it."""
        return {"tags": list(self.tags), "any_tag": list(self.any_tag), "exclude": list(self.exclude)}


@dataclass(frozen=True, slots=True)
class Options:
    """Every option with its effective value; the fields are the rows of the table in docs/spec, chapter MAN."""

    group_by: str = "none"
    group_depth: int = 1
    strategy: str = "flat"
    target: str = "mcp"
    strict: bool = False
    output_dialect: str | None = None
    uncategorized: str = "fallback"
    facade_suffix: str = "tools"
    discriminator: str = "tool_name"
    separator: str = "_"
    schemas_in: str = "schema"
    describe: str = "per_facade"
    lines: str = "description"
    unknown_arguments: str = "strip"
    coerce: str = "json"
    errors: str = "brief"
    merge_conflicts: str = "any_of"
    min_group_size: int = 1
    split: str = "none"
    filter: Filter = field(default=Filter())
    names: str = "error"
    limits: str = "warn"
    explain_losses: bool = True
    null_means: str = "absent_or_marked"
    on_tool_error: str = "refuse"
    ttl_ms: int = 0
    page_size: int | None = None
    remember: int = 1024

    @property
    def grouped(self) -> bool:
        """Whether tools are presented as facades at all."""
        return self.group_by != "none" and self.strategy != "flat"

    def to_json(self) -> JsonObject:
        """Return every row with its effective value, absent ones as null."""
        row = {item.name: getattr(self, item.name) for item in fields(self)}
        row["filter"] = self.filter.to_json()
        return row


Check = Callable[[Json], str | None]
"""Returns None for a value that an option takes, else what it takes: ``one of a, b``."""


def _one_of(*choices: str) -> Check:
    def check(value: Json) -> str | None:
        return None if isinstance(value, str) and value in choices else f"one of {', '.join(choices)}"

    return check


def _boolean(value: Json) -> str | None:
    return None if isinstance(value, bool) else "true or false"


def _at_least(least: int) -> Check:
    def check(value: Json) -> str | None:
        fits = isinstance(value, int) and not isinstance(value, bool) and least <= value < 2**53
        return None if fits else f"a whole number, {least} or more"

    return check


def _depth(value: Json) -> str | None:
    return None if value in (1, 2) and not isinstance(value, bool) else "1 or 2"


def _name_part(value: Json) -> str | None:
    fits = isinstance(value, str) and _NAME_PART.fullmatch(value)
    return None if fits else 'a name of at most 64 of the characters A-Z, a-z, 0-9, _, . and -, or ""'


def _separator(value: Json) -> str | None:
    return None if isinstance(value, str) and value in ("_", "-", ".", "") else 'one of "_", "-", "." and ""'


def _discriminator(value: Json) -> str | None:
    if isinstance(value, str) and value and value not in _RESERVED_DISCRIMINATORS:
        return None
    return "the name of an argument, other than arguments and call"


def _filter(value: Json) -> str | None:
    known = {item.name for item in fields(Filter)}
    fits = (
        isinstance(value, dict)
        and known.issuperset(value)
        and all(isinstance(tags, list) and all(isinstance(tag, str) for tag in tags) for tags in value.values())
    )
    return None if fits else "an object with lists of tags under tags, any_tag and exclude"


_NULLABLE = frozenset({"output_dialect", "page_size"})
_CHECKS: Mapping[str, Check] = MappingProxyType(
    {
        "group_by": _one_of("none", "group", "namespace"),
        "group_depth": _depth,
        "strategy": _one_of(*STRATEGY_NAMES),
        "target": lambda value: None if isinstance(value, str) and value else "the name of a target",
        "strict": _boolean,
        "output_dialect": _one_of(*OUTPUT_DIALECTS),
        "uncategorized": _one_of("fallback", "error"),
        "facade_suffix": _name_part,
        "discriminator": _discriminator,
        "separator": _separator,
        "schemas_in": _one_of("schema", "meta"),
        "describe": _one_of("per_facade", "none"),
        "lines": _one_of("description", "signature", "compact", "toon"),
        "unknown_arguments": _one_of("strip", "reject"),
        "coerce": _one_of("json", "scalars", "none"),
        "errors": _one_of("brief", "with_schema"),
        "merge_conflicts": _one_of("any_of", "error"),
        "min_group_size": _at_least(1),
        "split": _one_of("none", "intent"),
        "filter": _filter,
        "names": _one_of("error", "sanitize"),
        "limits": _one_of("warn", "error"),
        "explain_losses": _boolean,
        "null_means": _one_of("absent_or_marked", "absent"),
        "on_tool_error": _one_of("refuse", "omit"),
        "ttl_ms": _at_least(0),
        "page_size": _at_least(1),
        "remember": _at_least(1),
    }
)
OPTION_NAMES = tuple(_CHECKS)
"""The options, in the order of the table."""


@dataclass(frozen=True, slots=True)
class Given:
    """Options as they were given somewhere, checked one by one.

    Attributes:
        values: Those that hold a value that the option takes.
        pointer: Where they stand.
    """

    values: Mapping[str, Json]
    pointer: Pointer


def read_given(value: Json, pointer: Pointer, found: list[Finding]) -> Given:
    """Check options one by one; what is wrong goes to ``found`` and is left out.

    A null stands for "not given", so that a port can pass every option.
    """
    if not isinstance(value, Mapping):
        found.append(finding("option-value", pointer, f"Options are an object, not {article(type_of(value))}."))
        return Given({}, pointer)
    good: dict[str, Json] = {}
    for name, item in value.items():
        check = _CHECKS.get(name)
        if check is None:
            hint = did_you_mean(name, OPTION_NAMES) or f"Options: {', '.join(OPTION_NAMES)}."
            found.append(finding("option-unknown", (*pointer, name), f"There is no option {name!r}.", hint))
        elif item is None:
            if name not in _NULLABLE:
                message = f"The option {name} takes {check(item)}, not null."
                found.append(finding("option-value", (*pointer, name), message, f"Leave {name} out for its default."))
        elif (takes := check(item)) is not None:
            message = f"The option {name} takes {takes}, not {_shown(item)}."
            hint = did_you_mean(item, takes.removeprefix("one of ").split(", ")) if isinstance(item, str) else ""
            found.append(finding("option-value", (*pointer, name), message, hint or None))
        else:
            good[name] = item
    return Given(good, pointer)


def _shown(value: Json) -> str:
    return repr(value) if isinstance(value, (str, int, float)) and len(str(value)) < 60 else article(type_of(value))


def effective(layers: Iterable[Given], found: list[Finding]) -> Options:
    """Return the options that hold when later layers override earlier ones, defaults last."""
    values: dict[str, Json] = {}
    at: dict[str, Pointer] = {}
    for layer in layers:
        values.update(layer.values)
        at.update({name: (*layer.pointer, name) for name in layer.values})
    group_by = values.get("group_by", "none")
    namespaces = group_by == "namespace"
    if namespaces:
        values = {"strategy": "merged", "discriminator": "action", "min_group_size": 2, **values}
    elif group_by == "group":
        values = {"strategy": "vendor_extension", **values}
    elif values.get("strategy", "flat") != "flat":
        message = f"The strategy {values['strategy']} shapes facades, and this domain has none (group_by is none)."
        found.append(finding("strategy-without-groups", at["strategy"], message))
        values["strategy"] = "flat"
    if values.get("strict"):
        values["target"] = _strict_form(values.get("target", "mcp"), at["strict"], found)
    chosen = values.get("filter")
    if chosen is not None:
        values["filter"] = Filter(**{name: tuple(tags) for name, tags in chosen.items()})
    return Options(**values)


def _strict_form(target: str, pointer: Pointer, found: list[Finding]) -> str:
    if target in _STRICT_ALREADY:
        return target
    strict = _STRICT_FORMS.get(target)
    if strict is None:
        message = f"The target {target} has no strict form; those of {', '.join(_STRICT_FORMS)} have."
        found.append(finding("option-value", pointer, message, "Leave strict out, or choose another target."))
        return target
    return strict
