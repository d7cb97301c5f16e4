"""All targets by name: the tables of this package, and those that installed packages bring.

Another package adds targets with an entry point of the group ``schemac.targets`` whose name is the target's and which
leads to a :class:`schemac.targets.model.Target`. It is loaded when somebody asks for that name. A table of this
package cannot be replaced.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from pkgutil import iter_modules
from types import MappingProxyType

from schemac.findings import SchemacError, did_you_mean, finding
from schemac.targets import tables
from schemac.targets.model import Target

GROUP = "schemac.targets"
"""The group of entry points."""


def _own() -> Mapping[str, Target]:
    modules = [import_module(f"{tables.__name__}.{info.name}") for info in iter_modules(tables.__path__)]
    found = [module.TARGET for module in modules]
    return MappingProxyType({item.name: item for item in sorted(found, key=lambda item: item.name)})


TARGETS: Mapping[str, Target] = _own()
"""The targets of this package, sorted by name."""


def target_names() -> tuple[str, ...]:
    """Return every name that :func:`target` knows, sorted; nothing is loaded for it."""
    return tuple(sorted({*TARGETS, *(entry.name for entry in _entries())}))


def target(name: str) -> Target:
    """Return the target of a name.

    Raises:
        SchemacError: ``unknown-target``; also where an entry point leads to something else than a target of its name.
    """
    own = TARGETS.get(name)
    if own is not None:
        return own
    for entry in _entries():
        if entry.name == name:
            loaded = entry.load()
            if isinstance(loaded, Target) and loaded.name == name:
                return loaded
            problem = f"The entry point {entry.value!r} of {GROUP} is no target named {name!r}."
            raise SchemacError([finding("unknown-target", (), problem)])
    hint = did_you_mean(name, target_names()) or f"Targets: {', '.join(target_names())}."
    raise SchemacError([finding("unknown-target", (), f"There is no target {name!r}.", hint)])


def _entries() -> Iterable[EntryPoint]:
    return entry_points(group=GROUP)
