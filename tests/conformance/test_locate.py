"""The corpus comes with the package, or lies beside it in a source tree."""

import shutil
import subprocess
import sys
import zipfile

import pytest

from schemac.conformance import corpus as corpora
from schemac.conformance.corpus import CorpusError
from tests.shared import ROOT


def test_in_a_source_tree_the_folder_beside_the_package_is_found():
    assert corpora.locate() == ROOT / "corpus"


def test_the_corpus_in_the_package_comes_first(tmp_path):
    package = tmp_path / "package"
    (tmp_path / "corpus").mkdir()
    package.mkdir()
    assert corpora.locate(package) == tmp_path / "corpus"
    (package / "_corpus").mkdir()
    assert corpora.locate(package) == package / "_corpus"


def test_a_package_without_a_corpus_is_an_error(tmp_path):
    with pytest.raises(CorpusError, match="none in the package"):
        corpora.locate(tmp_path / "package")


def test_the_runner_works_from_the_built_wheel_alone(tmp_path):
    pytest.importorskip("hatchling")
    source = tmp_path / "source"
    source.mkdir()
    for name in ("pyproject.toml", "README.md"):
        shutil.copy(ROOT / name, source)
    for name in ("schemac", "corpus"):
        shutil.copytree(ROOT / name, source / name, ignore=shutil.ignore_patterns("__pycache__"))
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)],
        cwd=source,
        check=True,
        capture_output=True,
    )
    (wheel,) = tmp_path.glob("*.whl")
    installed = tmp_path / "installed"
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(installed)
    program = (
        "import sys; sys.path.insert(0, sys.argv[1])\n"
        "from schemac.conformance import corpus, lint, runner\n"
        "assert corpus.locate().name == '_corpus', corpus.locate()\n"
        "assert lint.lint() == []\n"
        "cases = corpus.load().select(areas=['keys'])\n"
        "command = [sys.executable, '-c', 'import sys; sys.path.insert(0, sys.argv[1]);'\n"
        "           'from schemac.conformance.port import main; main()', sys.argv[1]]\n"
        "report = runner.run(corpus.load(), command, cases=cases)\n"
        "print(report.ok, len(report.results))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, str(installed)], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert done.stdout.startswith("True"), done.stderr
