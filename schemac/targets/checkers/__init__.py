"""Judging finished tool definitions by the rules of a target alone (docs/spec, chapter TGT).

Nothing here knows how schemas are brought within the rules: checkers never import lowering passes.
"""

from __future__ import annotations
