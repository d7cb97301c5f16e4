"""How large a schema is when every reference is replaced by what it means (docs/spec, chapter DSP)."""

from __future__ import annotations

from schemac.jsonschema.evaluate import Evaluator
from schemac.jsonschema.walk import children
from schemac.values import Schema


def expansion(evaluator: Evaluator, at_most: int) -> int:
    """Return how many references a document holds when each is replaced by its target, or a number beyond ``at_most``.

    A reference to something that is being expanded counts once. The count is what a validator that does not remember
    its verdicts may have to try: sixty definitions that each name the next one twice are 2**60.
    """
    if evaluator.targets.keys() == {"#"} and not _referred(evaluator, evaluator.document):
        return 0
    total: dict[int, int] = {}
    open_: set[int] = set()
    root = evaluator.document
    stack: list[tuple[Schema, list[Schema]]] = [(root, _referred(evaluator, root))]
    open_.add(id(root))
    waiting = {id(root): list(stack[0][1])}
    while stack:
        schema, targets = stack[-1]
        pending = waiting[id(schema)]
        if pending:
            target = pending.pop()
            if id(target) not in total and id(target) not in open_:
                open_.add(id(target))
                inner = _referred(evaluator, target)
                waiting[id(target)] = list(inner)
                stack.append((target, inner))
            continue
        stack.pop()
        open_.discard(id(schema))
        count = sum(1 + total.get(id(target), 0) for target in targets)
        if count > at_most:
            return count
        total[id(schema)] = count
    return total[id(root)]


def _referred(evaluator: Evaluator, schema: Schema) -> list[Schema]:
    """Return the target of each reference in a schema, definition maps aside."""
    found = []
    stack = [schema]
    while stack:
        item = stack.pop()
        if not isinstance(item, dict):
            continue
        if isinstance(item.get("$ref"), str):
            found.append(evaluator.targets[item["$ref"]][1])
        stack += [
            child
            for tokens, child in children(item, evaluator.dialect)
            if not evaluator.dialect.applicators[str(tokens[0])].definitions
        ]
    return found
