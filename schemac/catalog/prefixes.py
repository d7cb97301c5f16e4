"""Grouping tools by the words of their names, for lists that say nothing of groups (docs/spec, chapter GRP).

The rule is fixed, so that the same list always gives the same groups:

1. A name is split into words at ``_``, ``-``, ``.``, ``/`` and at changes of case: ``getCIKList`` is get, cik, list.
2. Words that lead more than two thirds of all names are passed over, since they name the server, not a topic
   (``browser_tabs``), and so are leading verbs and small words (``list_open_orders`` is about orders), but never the
   last word of a name.
3. Tools whose next word is the same, a plural counting as its singular, make a group, if there are at least two. The
   group is named by the words that all of them go on with, three at most: ``pull_request``.
4. Of the others, one that goes on with the name of such a group later in its own joins it: ``merge_pull_request``.
5. Those that are left make a group with others that have the same word, if there are at least two: of its words after
   verbs, small words and the server's, the one that most of them have.
6. Of the others, those that share the word of their name that was passed over last as the server's make a group of
   that name, if there are at least two and it is no verb; the rest is in ``misc``.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

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
    confirm connect convert copy count create customize deactivate debug decline decode decrypt del delete
    describe detach detect disable discard disconnect dismiss download drop duplicate edit enable encode encrypt
    end evaluate exec execute exercise explain explore export extract fetch fill filter find fork format forward
    generate get getter grant handle has import init initialize insert inspect install interact invite invoke is
    join kill launch link list load lock login logout lookup make manage mark modify move mute navigate new open
    optimize overwrite parse patch pause perform pin place poll post preview print process protect provision pst
    publish purge push put query read reauthorize rebuild receive refresh register reject reload remove rename
    render reopen replace reply reprioritize reserve reset resize resolve restart restore resume retrieve retry
    revert revoke rotate run save scan schedule search searcher select send set setup share show simulate snooze
    sort star start stop submit subscribe suggest summarize suspend sync tail take terminate toggle transfer
    transform transition translate trigger try unapprove unassign undo uninstall unlink unlock unmerge unmute
    unpin unprotect unpublish unresolve unset unstar unsubscribe untag update upgrade upload upsert use validate
    verify view wait watch withdraw write
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
    labels = {
        key: _label([words[name][start[name] :] for name in listed])
        for key, listed in members.items()
        if len(listed) > 1
    }
    groups = {name: labels[key] for name, key in keys.items() if key in labels}
    rest = {name: words[name][start[name] :] for name in words if name not in groups}
    groups.update(_joining(rest, labels))
    groups.update(_sharing({name: listed for name, listed in rest.items() if name not in groups}))
    left = Counter(server[name] for name in words if name not in groups and server[name])
    for name in words:
        if name not in groups:
            groups[name] = server[name] if left[server[name]] > 1 else MISC
    return {name: group[:_LONGEST] for name, group in groups.items()}


def _joining(rest: Mapping[str, Sequence[str]], labels: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Yield each of the other names that goes on with the name of a group, after its first word, with that group."""
    known = {key: tuple(map(_singular, label.split("_"))) for key, label in labels.items()}
    for name, listed in rest.items():
        plain = tuple(map(_singular, listed))
        for at in range(1, len(listed)):
            wanted = known.get(plain[at]) if listed[at] not in _VERBS else None
            if wanted is not None and plain[at : at + len(wanted)] == wanted:
                yield name, labels[plain[at]]
                break


def _sharing(rest: Mapping[str, Sequence[str]]) -> Iterator[tuple[str, str]]:
    """Yield each of the other names that has a word in common with another one, with that word as its group."""
    topics = {name: [word for word in listed if _is_topic(word)] for name, listed in rest.items()}
    counts = Counter(word for listed in topics.values() for word in set(map(_singular, listed)))
    members: dict[str, list[tuple[str, str]]] = {}
    for name, listed in topics.items():
        shared = [word for word in listed if counts[_singular(word)] > 1]
        if shared:
            word = max(shared, key=lambda item: counts[_singular(item)])  # of equals, the first
            members.setdefault(_singular(word), []).append((name, word))
    for found in members.values():
        if len(found) > 1:
            label = _label([(word,) for _, word in found])
            yield from ((name, label) for name, _ in found)


def _is_topic(word: str) -> bool:
    return len(word) > 2 and word not in _VERBS and word not in _SMALL and not word.isdigit()


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
                if word not in _VERBS:
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
