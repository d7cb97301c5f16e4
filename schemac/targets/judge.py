"""Judging finished tool definitions by the rules of a target (docs/spec, chapter TGT).

By the rules alone: nothing here, and nothing it imports, knows how lowering brings a schema within them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from schemac.pointer import Pointer
from schemac.targets.checkers.base import ListDemand, ToolDemand, Trouble
from schemac.targets.checkers.subject import Subject
from schemac.targets.model import Rule, Target, Verdict
from schemac.values import JsonObject


def check_tool(tool: JsonObject, target: Target) -> tuple[Verdict, ...]:
    """Judge one tool in MCP form by the rules on single tools, which decide whether a definition is accepted.

    Pointers start at the tool. Where several rules object to the same keyword of the same place, the first of the table
    speaks. The verdicts stand in the order of the table.
    """
    return tuple(judge_tool(Subject(tool), target))


def check_list(tools: Sequence[JsonObject], target: Target) -> tuple[Verdict, ...]:
    """Judge a list of tools in MCP form: each by itself, and all together by counts and names.

    Pointers start at the list.
    """
    return tuple(judge_list([Subject(tool) for tool in tools], target))


def judge_tool(subject: Subject, target: Target) -> Iterator[Verdict]:
    """Do the work of :func:`check_tool` for a tool that is laid out already."""
    found = (
        (rule, trouble)
        for rule in target.rules
        if isinstance(rule.demand, ToolDemand)
        for trouble in rule.demand.check(_seen(subject, rule, target))
    )
    return _first_of_each_place(found, target)


def judge_list(subjects: Sequence[Subject], target: Target) -> Iterator[Verdict]:
    """Do the work of :func:`check_list` for tools that are laid out already."""
    for index, subject in enumerate(subjects):
        for verdict in judge_tool(subject, target):
            yield replace(verdict, pointer=(index, *verdict.pointer))
    found = (
        (rule, trouble)
        for rule in target.rules
        if isinstance(rule.demand, ListDemand)
        for trouble in rule.demand.check(subjects)
    )
    yield from _first_of_each_place(found, target)


def _seen(subject: Subject, rule: Rule, target: Target) -> Subject:
    """Return the part of a tool that a rule is about."""
    return (subject.reached if rule.used else subject).outside(target.unread + rule.unseen)


def _first_of_each_place(found: Iterable[tuple[Rule, Trouble]], target: Target) -> Iterator[Verdict]:
    seen: set[tuple[Pointer, str]] = set()
    for rule, trouble in found:
        place = _place(trouble)
        if place not in seen:
            seen.add(place)
            yield Verdict(trouble.pointer, trouble.keyword, trouble.problem, rule, target.name)


def _place(trouble: Trouble) -> tuple[Pointer, str]:
    """Return the schema and the keyword; a keyword that is missing has the pointer of its schema alone."""
    pointer = trouble.pointer
    held = pointer[:-1] if pointer and pointer[-1] == trouble.keyword else pointer
    return held, trouble.keyword
