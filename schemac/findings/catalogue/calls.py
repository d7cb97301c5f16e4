"""Refusals of a call, a cursor or a listing request; and patterns, which calls are matched against."""

from __future__ import annotations

from schemac.findings.entry import Entry, error, warning

ENTRIES: tuple[Entry, ...] = (
    error(
        "pattern-unbounded",
        "A pattern cannot be matched within a bound on time.",
        cause="It has a backreference, or its counted repetitions expand to more states than are allowed, so that a "
        "hostile argument could keep the server busy.",
        cure="Spell out what a backreference repeats, use smaller counts, and bound lengths with minLength and "
        "maxLength; or check it in the tool.",
        example='{"type": "string", "pattern": "^(.+)-\\\\1$"}',
    ),
    warning(
        "pattern-legacy",
        "A pattern is read here, but refused by clients that compile it with the u flag.",
        cause="It escapes a character that needs none (\\- or \\_ outside a class), leaves a brace or bracket without "
        "a backslash, or puts a class beside a hyphen ([\\w-.]).",
        cure="Leave out needless backslashes, escape lone brackets and braces, and put a hyphen last in its class.",
        example='{"type": "string", "pattern": "^[\\\\w-.]+$"}',
    ),
)
