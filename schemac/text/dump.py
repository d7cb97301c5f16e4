"""Writing a JSON value as YAML or JSON text for people to read and edit (docs/spec, chapter LOD).

The YAML is block style, with literal blocks for texts of several lines. A text that some reader of YAML 1.1 or 1.2
would take for something else (``on``, ``no``, ``2024-01-01``, ``012``, ``1_000``, ``0x1F``, ``~``) is quoted, so the
file says the same everywhere. The same value gives the same bytes on any machine.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Literal

import yaml

from schemac.values import Json

_WIDTH = 100
_STR = "tag:yaml.org,2002:str"
# Wider than any reader's rules for numbers, dates and times: quoting too much costs two characters.
_NUMBER_LIKE = re.compile(r"[-+]?\.?[0-9][0-9A-Fa-f_xXoO.:+TZtz -]*")
_WORDS = re.compile(r"y|n|yes|no|on|off|true|false|null|~|[-+]?\.(?:inf|nan)", re.IGNORECASE)
_BREAKS = re.compile("[\x85\u2028\u2029]")
"""Line ends to readers of YAML 1.1, characters like others to those of 1.2: always written as escapes."""
_RESOLVER = yaml.resolver.Resolver()
"""Knows the rules of YAML 1.1; it only reads its own tables here."""


def dump(value: Json, format: Literal["yaml", "json"]) -> str:  # noqa: A002 - as in the loader
    """Return the text of a value, ended by a line end.

    Floats with an integral value are written as integers, which they are equal to.

    Raises:
        ValueError: The value has a float that JSON does not have, infinity or not-a-number.
    """
    if format == "json":
        return json.dumps(_integral(value), indent=2, ensure_ascii=False, allow_nan=False) + "\n"
    # The emitter in C breaks lines elsewhere and is not on every machine: only the one in Python is used.
    text: str = yaml.emit(_events(value), Dumper=yaml.SafeDumper, allow_unicode=True, width=_WIDTH)
    return text


def _events(value: Json) -> Iterator[yaml.Event]:
    yield yaml.StreamStartEvent()
    yield yaml.DocumentStartEvent(explicit=False)
    stack: list[Json | yaml.Event] = [value]
    while stack:
        item = stack.pop()
        if isinstance(item, yaml.Event):
            yield item
        elif isinstance(item, dict):
            yield yaml.MappingStartEvent(anchor=None, tag=None, implicit=True, flow_style=not item)
            stack.append(yaml.MappingEndEvent())
            for name, member in reversed(item.items()):
                stack += [member, name]
        elif isinstance(item, list):
            yield yaml.SequenceStartEvent(anchor=None, tag=None, implicit=True, flow_style=not item)
            stack.append(yaml.SequenceEndEvent())
            stack.extend(reversed(item))
        elif isinstance(item, str):
            yield _text(item)
        else:
            yield yaml.ScalarEvent(anchor=None, tag=None, implicit=(True, False), value=_number(item))
    yield yaml.DocumentEndEvent(explicit=False)
    yield yaml.StreamEndEvent()


def _text(text: str) -> yaml.ScalarEvent:
    style: str | None = None
    if _BREAKS.search(text):
        style = '"'
    elif "\n" in text and not text[0].isspace():  # a block that starts with white space must state its indentation
        style = "|"
    return yaml.ScalarEvent(anchor=None, tag=None, implicit=(_is_plain(text), True), value=text, style=style)


def _is_plain(text: str) -> bool:
    """Tell whether no reader of YAML takes the bare text for anything but a text."""
    if _NUMBER_LIKE.fullmatch(text) or _WORDS.fullmatch(text):
        return False
    tag = _RESOLVER.resolve(yaml.ScalarNode, text, (True, False))  # type: ignore[no-untyped-call]  # PyYAML's stubs
    return bool(tag == _STR)


def _integral(value: Json) -> Json:
    """Return a value with each float that is an integer as that integer, in all its digits."""
    if isinstance(value, dict):
        return {name: _integral(item) for name, item in value.items()}
    if isinstance(value, list):
        return [_integral(item) for item in value]
    return int(value) if isinstance(value, float) and value.is_integer() else value


def _number(value: Json) -> str:
    """Return a number, boolean or null as readers of YAML 1.1 and 1.2 agree on it."""
    if not isinstance(value, float):
        return json.dumps(value)
    if value.is_integer():
        return str(int(value))
    text = json.dumps(value, allow_nan=False)
    return text if "." in text else text.replace("e", ".0e")
