r"""Matching in time linear in the text: an automaton run over it, with no backtracking (docs/spec, chapter DSP).

It serves patterns with a lookaround, which linear engines do not take, and places where no such engine is installed.
A lookaround is matched before what holds it: one run of its own automaton over the text (from the end backwards for a
lookahead) tells for every position whether it holds there, and from then on it is a question about a position, as
``^`` and ``\b`` are.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from schemac.patterns.charset import LAST, WORD, CharSet, Property, within
from schemac.patterns.ecma import Alt, At, Look, Node, Repeat, Seq

Member = Callable[[str], bool]
"""Tells whether a character is in a set."""

_CACHED = 4_000
"""Steps and closures a run remembers; on overflow it forgets them all, so memory is bounded."""

_MATCH, _CHAR, _FORK, _ASK = range(4)


def size(node: Node, at_most: int) -> int:
    """Return how many states a tree needs, or some number beyond ``at_most``."""
    if isinstance(node, (Seq, Alt)):
        total = len(node.items) if isinstance(node, Alt) else 0
        for item in node.items:
            total += size(item, at_most)
            if total > at_most:
                break
        return max(total, 1)
    if isinstance(node, Repeat):
        one = size(node.item, at_most)
        optional = 1 if node.high is None else node.high - node.low
        return max(one * node.low + (one + 1) * optional, 1)
    if isinstance(node, Look):
        return 1 + size(node.item, at_most)
    return 1


def matcher(tree: Node, has_property: Callable[[Property], Member]) -> Callable[[str], bool]:
    """Return a function that tells whether a tree is found anywhere in a text.

    Time is proportional to the length of the text times :func:`size` of the tree, whatever they are.
    """
    program = _Program(tree, has_property, backwards=False)
    return lambda text: _Run(program, text).found()


@dataclass(slots=True)
class _Program:
    """The states of one automaton; ``codes[i]`` says what ``i`` does and ``first[i]``, ``second[i]`` where it leads."""

    tree: Node
    has_property: Callable[[Property], Member]
    backwards: bool
    codes: list[int] = field(default_factory=list)
    first: list[int] = field(default_factory=list)
    second: list[int] = field(default_factory=list)
    sets: list[Member | None] = field(default_factory=list)
    looks: list[tuple[_Program, Look]] = field(default_factory=list)
    questions: set[At] = field(default_factory=set)
    start: int = 0

    def __post_init__(self) -> None:
        members: dict[CharSet, Member] = {}
        self.start = self._build(self.tree, self._state(_MATCH), members)

    def _state(self, code: int, first: int = -1, second: int = -1, member: Member | None = None) -> int:
        self.codes.append(code)
        self.first.append(first)
        self.second.append(second)
        self.sets.append(member)
        return len(self.codes) - 1

    def _build(self, node: Node, then: int, members: dict[CharSet, Member]) -> int:
        """Add the states of a node that lead to ``then``; return where they start."""
        if isinstance(node, CharSet):
            member = members.get(node)
            if member is None:
                member = members[node] = _member(node, self.has_property)
            return self._state(_CHAR, then, member=member)
        if isinstance(node, Seq):
            for item in node.items if self.backwards else reversed(node.items):
                then = self._build(item, then, members)
            return then
        if isinstance(node, Alt):
            entry = self._build(node.items[-1], then, members)
            for item in reversed(node.items[:-1]):
                entry = self._state(_FORK, self._build(item, then, members), entry)
            return entry
        if isinstance(node, Repeat):
            return self._repeat(node, then, members)
        if isinstance(node, Look):
            self.looks.append((_Program(node.item, self.has_property, backwards=node.ahead), node))
            return self._state(_ASK, then, (len(At) + len(self.looks) - 1) * 2 + (not node.negated))
        self.questions.add(node)
        bit = _BIT[At.WORD if node is At.NOT_WORD else node]
        return self._state(_ASK, then, bit * 2 + (node is not At.NOT_WORD))

    def _repeat(self, node: Repeat, then: int, members: dict[CharSet, Member]) -> int:
        if node.high is None:
            loop = self._state(_FORK, -1, then)
            self.first[loop] = self._build(node.item, loop, members)
            entry = loop
        else:
            entry = then
            for _ in range(node.high - node.low):
                entry = self._state(_FORK, self._build(node.item, entry, members), then)
        for _ in range(node.low):
            entry = self._build(node.item, entry, members)
        return entry


_BIT = {At.START: 0, At.END: 1, At.WORD: 2}


def _member(chars: CharSet, has_property: Callable[[Property], Member]) -> Member:
    ranges = chars.ranges
    wanted = not chars.negated
    properties = [(has_property(item), not item.negated) for item in chars.properties]
    if len(ranges) == 1 and ranges[0][0] == ranges[0][1] and wanted and not properties:
        return chr(ranges[0][0]).__eq__
    if not properties:

        def in_ranges(char: str) -> bool:
            code = ord(char)
            at = bisect_right(ranges, (code, LAST + 1)) - 1
            return (at >= 0 and code <= ranges[at][1]) is wanted

        return in_ranges

    def in_any(char: str) -> bool:
        found = within(ranges, ord(char)) or any(has(char) is holds for has, holds in properties)
        return found is wanted

    return in_any


class _Core:
    """A set of states, and where it leads without taking a character, by the context of the position."""

    __slots__ = ("closures", "states")

    def __init__(self, states: frozenset[int]) -> None:
        self.states = states
        self.closures: dict[int, _Closed] = {}


class _Closed:
    """The states that wait for a character, whether the end was reached, and where each character leads."""

    __slots__ = ("accepted", "after", "waiting")

    def __init__(self, waiting: tuple[int, ...], accepted: bool) -> None:
        self.waiting = waiting
        self.accepted = accepted
        self.after: dict[str, _Core] = {}


class _Run:
    """One automaton over one text; what it meets again it remembers, so most characters cost two look-ups."""

    def __init__(self, program: _Program, text: str) -> None:
        self.program = program
        self.text = text
        self.looks = [_Run(inner, text).positions(look) for inner, look in program.looks]
        self.words = At.WORD in program.questions or At.NOT_WORD in program.questions
        self.cores: dict[frozenset[int], _Core] = {}
        self.remembered = 0

    def found(self) -> bool:
        """Tell whether the program matches anywhere."""
        core = self.core(())
        for position, char in enumerate(self.text):
            closed = self.closed(core, self.context(position))
            if closed.accepted:
                return True
            core = closed.after.get(char) or self.after(closed, char)
        return self.closed(core, self.context(len(self.text))).accepted

    def positions(self, look: Look) -> bytearray:
        """Return for every position, 0 to the text's length, whether the lookaround's item matches there (0 or 1)."""
        text = self.text
        length = len(text)
        result = bytearray(length + 1)
        core = self.core(())
        # A lookahead is run from the end: what starts here and matches, reversed, ends here.
        for taken in range(length):
            position = length - taken if look.ahead else taken
            closed = self.closed(core, self.context(position))
            result[position] = closed.accepted
            char = text[position - 1] if look.ahead else text[position]
            core = closed.after.get(char) or self.after(closed, char)
        last = 0 if look.ahead else length
        result[last] = self.closed(core, self.context(last)).accepted
        return result

    def context(self, position: int) -> int:
        """Return the answers to all questions about a position, as bits."""
        length = len(self.text)
        bits = (position == 0) | (position == length) << 1
        if self.words:
            before = position > 0 and within(WORD, ord(self.text[position - 1]))
            after = position < length and within(WORD, ord(self.text[position]))
            bits |= (before is not after) << 2
        for index, holds in enumerate(self.looks, len(At)):
            bits |= holds[position] << index
        return bits

    def core(self, states: Iterable[int]) -> _Core:
        """Return the one core of these states and of the start, since a match may start anywhere."""
        key = frozenset((*states, self.program.start))
        found = self.cores.get(key)
        if found is None:
            found = self.cores[key] = _Core(key)
        return found

    def remember(self) -> None:
        """Count one more thing remembered; forget all when they are too many."""
        self.remembered += 1
        if self.remembered > _CACHED:
            self.remembered = 0
            for core in self.cores.values():
                core.closures = {}
            self.cores = {}

    def closed(self, core: _Core, context: int) -> _Closed:
        """Follow all that takes no character."""
        known = core.closures.get(context)
        if known is not None:
            return known
        self.remember()
        program = self.program
        codes, first, second = program.codes, program.first, program.second
        waiting: list[int] = []
        seen = set(core.states)
        stack = list(core.states)
        accepted = False
        while stack:
            state = stack.pop()
            code = codes[state]
            if code == _CHAR:
                waiting.append(state)
                continue
            if code == _MATCH:
                accepted = True
                continue
            if code == _ASK and (context >> (second[state] >> 1) & 1) != second[state] & 1:
                continue
            for target in (first[state], second[state]) if code == _FORK else (first[state],):
                if target not in seen:
                    seen.add(target)
                    stack.append(target)
        found = core.closures[context] = _Closed(tuple(waiting), accepted)
        return found

    def after(self, closed: _Closed, char: str) -> _Core:
        """Return where the states lead over a character."""
        self.remember()
        sets, first = self.program.sets, self.program.first
        answers: dict[int, bool] = {}
        reached = []
        for state in closed.waiting:
            member = sets[state]
            answer = answers.get(id(member))
            if answer is None:
                answer = answers[id(member)] = member is not None and member(char)
            if answer:
                reached.append(first[state])
        found = closed.after[char] = self.core(reached)
        return found
