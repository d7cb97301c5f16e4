"""Data that lives beside the project, not in it; tests that read it skip where it is absent."""

from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
SHARED = ROOT.parent / "shared"


def shared(*parts: str) -> Path:
    """Return a path of the collected data, or skip the calling test."""
    path = SHARED.joinpath(*parts)
    if not path.exists():
        pytest.skip(f"collected data {'/'.join(parts)} is not beside the project")
    return path


def real_tool_files() -> list[Path]:
    """Return the collected tool lists, for parametrisation; empty where they are absent."""
    return sorted((SHARED / "real-tools").glob("*.json")) if (SHARED / "real-tools").is_dir() else []
