"""What each API and client accepts: tables, independent checkers, lowering passes.

- :data:`TARGETS`, :func:`target`, :func:`target_names`: the tables;
- :func:`check_tool`, :func:`check_list`: judge finished definitions by the rules alone;
- :func:`schemac.targets.lint.lint`: judge a list by several targets at once.
"""

from __future__ import annotations

from schemac.targets.judge import check_list, check_tool
from schemac.targets.model import Confidence, Note, Reach, Rule, Source, Target, Verdict
from schemac.targets.registry import TARGETS, target, target_names

__all__ = [
    "TARGETS",
    "Confidence",
    "Note",
    "Reach",
    "Rule",
    "Source",
    "Target",
    "Verdict",
    "check_list",
    "check_tool",
    "target",
    "target_names",
]
