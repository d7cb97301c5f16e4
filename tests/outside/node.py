"""Asking Node, where it and the packages of tests/node are at hand."""

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

HERE = Path(__file__).resolve().parent.parent / "node"


def ask(script: str, value: Any) -> Any:
    """Run a script of tests/node on a JSON value; returns the JSON it prints. Skips the test where it cannot."""
    node = shutil.which("node")
    if node is None or not (HERE / "node_modules").is_dir():
        pytest.skip("Node with the packages of tests/node is not at hand")
    done = subprocess.run(
        [node, script],
        cwd=HERE,
        input=json.dumps(value).encode(),
        capture_output=True,
        check=False,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr.decode()[-2000:]
    return json.loads(done.stdout)
