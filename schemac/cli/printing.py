"""``schemac schema`` (docs/spec, chapter CLI)."""

from __future__ import annotations

from schemac.catalog.manifest_schema import manifest_schema_text
from schemac.cli import common


def schema_command() -> None:
    """Print the JSON Schema of the manifest, for editors and validators.

    **Example**

    `schemac schema > schemac.schema.json`
    """
    common.write(manifest_schema_text(), None)
