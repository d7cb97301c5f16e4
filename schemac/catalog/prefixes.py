"""Grouping tools by the words of their names, for lists that say nothing of groups (docs/spec, chapter GRP).

The rule is fixed, so that the same list always gives the same groups:

1. A name is split into words at ``_``, ``-``, ``.``, ``/`` and at changes of case: ``getCIKList`` is get, cik, list.
2. Words that lead more than two thirds of all names are passed over, since they name the server, not a topic
   (``browser_tabs``), and so are leading verbs and small words (``list_open_orders`` is about orders), but never the
   last word of a name.
3. Tools whose next word is the same, a plural counting as its singular, make a group, if there are at least two. The
   group is named by the words that all of them go on with, three at most: ``pull_request``.
4. Of the others, those that share the word of their name that was passed over last as the server's make a group of
   that name, if there are at least two; the rest is in ``misc``.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence

MISC = "misc"
"""The group of tools that share a word with no other."""

_WORD = re.compile(r"[A-Z]+(?![a-z])[0-9]*|[A-Z]?[a-z0-9]+|[0-9]+")
_LONGEST = 64  # characters of a segment of a group path
_COMMON = 2 / 3
_MOST_WORDS = 3
_VERBS = frozenset(
    """
    abort accept activate add analyse analyze append apply approve archive assign attach audit authorize batch
    browse build bulk calculate call cancel change check clear clone close compare complete compute configure
    confirm connect convert copy count create deactivate debug decode del delete describe detach detect disable
    discard disconnect dismiss download drop duplicate edit enable encode end evaluate exec execute explain explore
    export extract fetch fill filter find fork format forward generate get grant handle has import init initialize
    insert inspect install interact invite invoke is join kill launch link list load lock login logout lookup make
    manage mark modify move mute navigate new open optimize overwrite parse patch pause perform pin place poll post
    preview print process provision pst publish purge push put query read rebuild receive refresh register reject
    reload remove rename render reopen replace reply reserve reset resize resolve restart restore resume retrieve
    retry revert revoke rotate run save scan schedule search select send set setup share show simulate sort start
    stop submit subscribe suggest summarize suspend sync tail take terminate toggle transfer transform transition
    translate trigger try unapprove unassign undo uninstall unlink unlock unmute unpin unpublish unset unsubscribe
    update upgrade upload upsert use validate verify view wait watch write
    """.split()  # noqa: SIM905 - words read better as a text
)
_SMALL = frozenset("a all an and any as at by current each for from in into my of on or the to with".split())  # noqa: SIM905 - the same


def words_of(name: str) -> tuple[str, ...]:
    """Return the words of a name in lower case; a name without letters and digits has none."""
    return tuple(word.lower() for word in _WORD.findall(name))


def prefix_groups(names: Iterable[str]) -> dict[str, str]:
    """Return the group of each name: one segment of a group path. The order of names does not matter."""
    words = {name: words_of(name) for name in sorted(set(names))}
    start, server = _topics(words)
    keys = {name: _singular(words[name][start[name]]) for name in words if words[name]}
    members: dict[str, list[str]] = {}
    for name, key in keys.items():
        members.setdefault(key, []).append(name)
    groups: dict[str, str] = {}
    for listed in members.values():
        if len(listed) > 1:
            groups.update(dict.fromkeys(listed, _label([words[name][start[name] :] for name in listed])))
    left = Counter(server[name] for name in words if name not in groups and server[name])
    for name in words:
        if name not in groups:
            groups[name] = server[name] if left[server[name]] > 1 else MISC
    return {name: group[:_LONGEST] for name, group in groups.items()}


def _topics(words: dict[str, tuple[str, ...]]) -> tuple[dict[str, int], dict[str, str]]:
    """Return where the topic of each name starts, and the last word that was passed over as the server's, or ''."""
    start = dict.fromkeys(words, 0)
    server = dict.fromkeys(words, "")
    while True:
        for name, listed in words.items():
            start[name] = _past(listed, start[name], _SMALL)
        leading = Counter(listed[start[name]] for name, listed in words.items() if listed)
        word, count = min(leading.items(), key=lambda item: (-item[1], item[0]), default=("", 0))
        if count > len(words) * _COMMON and count > 2:
            moved = [
                name for name, listed in words.items() if listed[start[name] :][1:] and listed[start[name]] == word
            ]
            for name in moved:
                start[name] += 1
                server[name] = word
        else:
            moved = []
            for name, listed in words.items():
                at = _past(listed, start[name], _VERBS | _SMALL)
                if at != start[name]:
                    moved.append(name)
                    start[name] = at
        if not moved:
            return start, server


def _past(words: Sequence[str], start: int, passed: frozenset[str]) -> int:
    while start < len(words) - 1 and words[start] in passed:
        start += 1
    return start


def _singular(word: str) -> str:
    if len(word) > 4 and word.endswith("ies"):
        return word[:-3] + "y"
    if len(word) > 4 and word.endswith(("sses", "xes", "ches", "shes")):
        return word[:-2]
    if len(word) > 2 and word.endswith("s") and not word.endswith(("ss", "us", "is")):
        return word[:-1]
    return word


def _label(topics: list[tuple[str, ...]]) -> str:
    """Name the group of these topics by the words that all go on with, each in the form that most write it in."""
    label: list[str] = []
    for forms in zip(*topics, strict=False):
        if len({_singular(form) for form in forms}) > 1 or len(label) == _MOST_WORDS:
            break
        counts = Counter(forms)
        label.append(min(counts, key=lambda form: (-counts[form], len(form), form)))
    return "_".join(label)
