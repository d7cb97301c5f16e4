"""Loading: text to values with places, within bounds (docs/spec, chapter LOD).

- :func:`load` reads YAML or JSON and gives a :class:`Loaded`, whose parts can be located in the text;
- :func:`decode_json` reads JSON that came with a request, without places;
- :func:`read_manifest` reads a manifest file and the lists that its ``tools_from`` names; :class:`Manifest` is what
  everything else takes.

Text is refused with :class:`~schemac.findings.SchemacError`, which says all that is wrong, each with its place.
"""

from __future__ import annotations

from schemac.text.bounds import Bounds
from schemac.text.errors import TextError
from schemac.text.json_load import decode_json
from schemac.text.load import Loaded, load
from schemac.text.manifest import Manifest, read_manifest
from schemac.text.source import TextFormat

__all__ = ["Bounds", "Loaded", "Manifest", "TextError", "TextFormat", "decode_json", "load", "read_manifest"]
