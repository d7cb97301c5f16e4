"""Options of a domain that are given on the command line, and what is wrong with them (docs/spec, chapter CLI).

A finding about such an option names what was written, ``--set lines=long``, since nothing about it stands in a file.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Annotated

import typer

from schemac.catalog.options import STRATEGY_NAMES
from schemac.findings import Finding, SchemacError
from schemac.jsonschema.keywords import OUTPUT_DIALECTS
from schemac.targets import TARGETS, target_names
from schemac.text import load
from schemac.values import Json


def _strategies(start: str) -> list[str]:
    return [name for name in STRATEGY_NAMES if name.startswith(start)]


def targets_starting(start: str) -> list[str]:
    """Return the targets whose name starts so, those of installed packages among them; for completion in a shell."""
    return [name for name in target_names() if name.startswith(start)]


TARGET_HELP = f"The API or client that will read the list: {', '.join(TARGETS)}, or one that an installed package has."

Strategy = Annotated[
    str | None,
    typer.Option(help=f"Shape of facades: {', '.join(STRATEGY_NAMES)}.", autocompletion=_strategies),
]
Target = Annotated[str | None, typer.Option(help=TARGET_HELP, autocompletion=targets_starting)]
Strict = Annotated[bool, typer.Option("--strict", help="The strict form of the target.")]
OutputDialect = Annotated[str | None, typer.Option(help=f"Dialect of all schemas: {', '.join(OUTPUT_DIALECTS)}.")]
SetOption = Annotated[
    list[str] | None, typer.Option("--set", metavar="KEY=VALUE", help="Any option of a domain; may be repeated.")
]


@dataclass(frozen=True, slots=True)
class GivenOptions:
    """Options given on the command line.

    Attributes:
        values: By name.
        written: By name, what was written: ``--target openai``.
    """

    values: Mapping[str, Json] = field(default_factory=dict)
    written: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def read(
        cls,
        strategy: str | None = None,
        target: str | None = None,
        strict: bool = False,
        output_dialect: str | None = None,
        settings: Iterable[str] | None = None,
    ) -> GivenOptions:
        """Take what was given; values of ``--set`` are read as YAML, and the named options win over it.

        Raises:
            typer.BadParameter: A setting has not the form ``KEY=VALUE``, or its value is not YAML.
        """
        values: dict[str, Json] = {}
        written: dict[str, str] = {}
        for setting in settings or ():
            key, value = _setting(setting)
            values[key], written[key] = value, f"--set {setting}"
        named: tuple[tuple[str, Json, str], ...] = (
            ("strategy", strategy, f"--strategy {strategy}"),
            ("target", target, f"--target {target}"),
            ("output_dialect", output_dialect, f"--output-dialect {output_dialect}"),
            ("strict", strict or None, "--strict"),
        )
        for name, item, said in named:
            if item is not None:
                values[name], written[name] = item, said
        return cls(values, written)

    def named(self, findings: Iterable[Finding]) -> Iterator[Finding]:
        """Yield the findings, those about given options with what was written for them."""
        for item in findings:
            about = item.pointer[1] if len(item.pointer) > 1 and item.pointer[0] == "options" else ""
            said = self.written.get(str(about), "")
            yield replace(item, argument=said) if said else item


def _setting(setting: str) -> tuple[str, Json]:
    key, found, text = setting.partition("=")
    if not found:
        raise typer.BadParameter(f"it takes KEY=VALUE, and {setting!r} has no '='.", param_hint="--set")
    try:
        return key, load(text, format="yaml", file="--set").value if text.strip() else ""
    except SchemacError as refused:
        message = f"{refused.findings[0].message} Quote text that YAML reads otherwise."
        raise typer.BadParameter(message, param_hint=f"--set {setting}") from None
