"""YAML text to a JSON value, from the parser's events, without recursion (docs/spec, chapter LOD).

Aliases are counted before anything is copied: while the text is read an alias is the very object it stands for, and
only when the whole is known to be within its bounds does each user get an object of its own.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, NamedTuple, NoReturn

import yaml

from schemac.pointer import Pointer
from schemac.text.bounds import Bounds
from schemac.text.errors import TextError
from schemac.text.report import Report
from schemac.text.source import Source
from schemac.text.yaml_core import PREFIX, plain, shown, tagged
from schemac.text.yaml_events import Events, events_of, syntax_error
from schemac.text.yaml_mask import Mask
from schemac.text.yaml_merge import Merge, maps_of, merged, unshare
from schemac.values import Json, JsonObject

_NOT_SPECIFIC = re.compile(r"(?:&\S+\s+)?!\s")
"""The tag ``!``, which makes text of any scalar, and which older versions of libyaml keep to themselves."""

_SURROGATE = re.compile("[\ud800-\udfff]")
_QUOTE_KEY = "Keys are text in JSON: put the key in quotes."


class _Anchor(NamedTuple):
    """What an alias stands for: the value, how many values it holds, and how deep it nests."""

    value: Json
    nodes: int
    height: int


class _Open:
    """A map or list whose end is not read yet."""

    __slots__ = ("anchor", "height", "items", "key", "members", "merges", "nodes_before", "use")

    def __init__(self, anchor: str | None, nodes_before: int, *, is_map: bool) -> None:
        self.members: JsonObject | None = {} if is_map else None
        self.items: list[Json] = []
        self.key: str | None = None  # the key whose value comes next
        self.use = ""  # what becomes of that value: kept, "skip", or "merge"
        self.merges: list[Merge] = []
        self.anchor = anchor
        self.nodes_before = nodes_before
        self.height = 0

    @property
    def wants_key(self) -> bool:
        return self.members is not None and self.key is None


def load_yaml(source: Source, bounds: Bounds, *, parse: Callable[[str], Events] = events_of) -> Json:
    """Return the value of a YAML text.

    Args:
        source: The text.
        bounds: What it may hold.
        parse: The parser of masked text.

    Raises:
        SchemacError: It is refused; the findings say all that is wrong, as far as it could be read.
    """
    report = Report(source)
    try:
        mask = Mask(source.text)
    except TextError as error:
        report.add(error.code, (), error.message, 0)
        report.refuse()
    return _Builder(source.text, mask, bounds, report).build(parse)


class _Builder:
    def __init__(self, text: str, mask: Mask, bounds: Bounds, report: Report) -> None:
        self.text = text
        self.mask = mask
        self.masked = not mask.idle
        self.bounds = bounds
        self.report = report
        self.stack: list[_Open] = []
        self.anchors: dict[str, _Anchor | None] = {}
        self.nodes = 0
        self.alias_nodes = 0
        self.shares = False
        self.documents = 0
        self.empty = True
        self.root: Json = None

    def build(self, parse: Callable[[str], Events]) -> Json:
        handlers: dict[type, Callable[[Any], None]] = {
            yaml.ScalarEvent: self.scalar,
            yaml.MappingStartEvent: self.start_map,
            yaml.SequenceStartEvent: self.start_list,
            yaml.MappingEndEvent: self.end,
            yaml.SequenceEndEvent: self.end,
            yaml.AliasEvent: self.alias,
            yaml.DocumentStartEvent: self.document,
        }
        try:
            get = parse(self.mask.text).get_event
            while (event := get()) is not None:
                handle = handlers.get(type(event))
                if handle is not None:
                    handle(event)
        except yaml.YAMLError as error:
            offset, fault = syntax_error(error, self.mask.text)
            self.report.add(fault.code, self.pointer(), fault.message, offset, fault.hint)
            self.report.refuse()
        if self.empty:
            self.report.add("empty-document", (), "The text holds no value.", 0)
        self.report.refuse_if_any()
        if self.shares:
            unshare(self.root)
        return self.root

    def pointer(self) -> Pointer:
        """Return where the value that is read now will stand."""
        tokens: list[str | int] = []
        for frame in self.stack:
            if frame.members is None:
                tokens.append(len(frame.items))
            elif frame.key is None:
                break  # a map or list as a key, or the next key itself
            else:
                tokens.append(frame.key)
        return tuple(tokens)

    def stop(self, code: str, message: str, offset: int) -> NoReturn:
        """Note that a bound is exceeded, and read no further.

        Raises:
            SchemacError: Always.
        """
        self.report.add(code, self.pointer(), message, offset)
        self.report.refuse()

    def count(self, nodes: int, offset: int) -> None:
        self.nodes += nodes
        if self.nodes > self.bounds.max_nodes:
            self.stop("limit-exceeded", f"The document holds more than {self.bounds.max_nodes} values.", offset)

    def document(self, event: yaml.DocumentStartEvent) -> None:
        self.documents += 1
        if self.documents > 1:
            self.report.add("multiple-documents", (), "A second document starts here.", _start(event))
            self.report.refuse()

    def scalar(self, event: yaml.ScalarEvent) -> None:
        frame = self.stack[-1] if self.stack else None
        if frame is not None and frame.wants_key:
            self.scalar_key(frame, event)
            return
        try:
            value = self.read(event)
        except TextError as error:
            self.report.add(error.code, self.pointer(), error.message, _start(event))
            value = None
        self.count(1, _start(event))
        if event.anchor:
            self.anchors[event.anchor] = _Anchor(value, 1, 0)
        if frame is None:
            self.empty = not (event.value or event.style or event.tag)
        self.put(value, _start(event))

    def read(self, event: yaml.ScalarEvent) -> Json:
        """Return the value of a scalar.

        Raises:
            TextError: It denotes no JSON value.
        """
        text = event.value
        if self.masked:
            text = self.mask.restore(text, event.style, _start(event), _end(event))
        if event.style == '"' and not text.isascii() and _SURROGATE.search(text):
            raise TextError("lone-surrogate", "An escape denotes half of a character.")
        if event.tag and event.tag != "!":
            return tagged(event.tag, text)
        if event.style or event.tag:
            return text
        value = plain(text)
        if type(value) is not str and _NOT_SPECIFIC.match(self.text, _start(event), _end(event)):
            return text
        return value

    def scalar_key(self, frame: _Open, event: yaml.ScalarEvent) -> None:
        if event.value == "<<" and not event.style and not event.tag:
            frame.key, frame.use = "<<", "merge"
            return
        try:
            key = self.read(event)
        except TextError as error:
            key = None
            if error.code not in ("not-json-number", "number-out-of-range"):  # those are keys that lack their quotes
                self.report.add(error.code, (*self.pointer(), event.value), error.message, _start(event))
                frame.key, frame.use = event.value, "skip"
                return
        if event.anchor:
            self.anchors[event.anchor] = _Anchor(key, 1, 0)
        self.take_key(frame, key, event.value, _start(event))

    def take_key(self, frame: _Open, key: Json, written: str, offset: int) -> None:
        """Make a value the next key of a map, if it can be one."""
        assert frame.members is not None
        if not isinstance(key, str):
            message = f"The key {written[:40]!r} is not text here." if written else "The key is null, not text."
            self.report.add("key-not-string", (*self.pointer(), written), message, offset, _QUOTE_KEY)
            frame.key, frame.use = written, "skip"
            return
        frame.use = ""
        if key in frame.members:
            self.report.add_duplicate((*self.pointer(), key), offset)
            frame.use = "skip"
        frame.key = key

    def put(self, value: Json, offset: int) -> None:
        """Give a complete value to what it stands in."""
        if not self.stack:
            self.root = value
            return
        frame = self.stack[-1]
        if frame.members is None:
            frame.items.append(value)
            return
        if frame.key is None:  # a map or list that stands as a key; its finding is made already
            frame.key, frame.use = "?", "skip"
            return
        if not frame.use:
            frame.members[frame.key] = value
        elif frame.use == "merge":
            maps = maps_of(value)
            if maps is None:
                message = "What '<<' merges must be a map, or a list of maps."
                self.report.add("yaml-merge", self.pointer(), message, offset)
            else:
                frame.merges.append(Merge(len(frame.members), maps))
        frame.key, frame.use = None, ""

    def start_map(self, event: yaml.MappingStartEvent) -> None:
        self.start(event, "map")

    def start_list(self, event: yaml.SequenceStartEvent) -> None:
        self.start(event, "seq")

    def start(self, event: yaml.CollectionStartEvent, kind: str) -> None:
        offset = _start(event)
        if self.stack and self.stack[-1].wants_key:
            message = "A key is a map or a list."
            self.report.add("key-not-string", self.pointer(), message, offset, "Keys are text in JSON.")
        if event.tag and event.tag not in ("!", PREFIX + kind):
            message = f"The tag {shown(event.tag)} does not make a JSON value of a {kind}."
            self.report.add("yaml-tag", self.pointer(), message, offset)
        if len(self.stack) >= self.bounds.max_depth:
            self.stop("limit-exceeded", f"The document nests deeper than {self.bounds.max_depth} levels.", offset)
        nodes_before = self.nodes
        self.count(1, offset)
        if event.anchor:
            self.anchors[event.anchor] = None
        self.empty = False
        self.stack.append(_Open(event.anchor, nodes_before, is_map=kind == "map"))

    def end(self, event: yaml.CollectionEndEvent) -> None:
        frame = self.stack.pop()
        value: Json = frame.items
        if frame.members is not None:
            value = merged(frame.members, frame.merges) if frame.merges else frame.members
        height = frame.height + 1
        if frame.anchor:
            self.anchors[frame.anchor] = _Anchor(value, self.nodes - frame.nodes_before, height)
        if self.stack:
            self.stack[-1].height = max(self.stack[-1].height, height)
        self.put(value, _start(event))

    def alias(self, event: yaml.AliasEvent) -> None:
        offset, name = _start(event), event.anchor or ""
        anchor = self.anchors.get(name)
        frame = self.stack[-1] if self.stack else None
        if anchor is None:
            self.empty = False
            if name in self.anchors:
                message = f"The alias *{name} stands inside what it stands for."
                self.report.add("alias-recursive", self.pointer(), message, offset)
            else:
                self.report.add("alias-unknown", self.pointer(), f"No anchor &{name} stands before *{name}.", offset)
            anchor = _Anchor("" if frame is not None and frame.wants_key else None, 1, 0)
        if frame is not None and frame.wants_key:
            self.take_key(frame, anchor.value, f"*{name}", offset)
            return
        self.alias_nodes += anchor.nodes
        if self.alias_nodes > self.bounds.max_alias_nodes:
            message = f"The aliases of the document stand for more than {self.bounds.max_alias_nodes} values."
            self.stop("alias-budget", message, offset)
        self.count(anchor.nodes, offset)
        if frame is not None:
            if len(self.stack) + anchor.height > self.bounds.max_depth:
                self.stop("limit-exceeded", f"The document nests deeper than {self.bounds.max_depth} levels.", offset)
            frame.height = max(frame.height, anchor.height)
        self.shares = self.shares or isinstance(anchor.value, (dict, list))
        self.put(anchor.value, offset)


def _start(event: yaml.Event) -> int:
    assert event.start_mark is not None
    return event.start_mark.index


def _end(event: yaml.Event) -> int:
    assert event.end_mark is not None
    return event.end_mark.index
