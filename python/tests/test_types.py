"""Types: mypy and pyright, as strict as they are, have nothing to say against the package and the examples."""
import ast
import os
import subprocess
import sys

import pentocity
import pytest

PROJECT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")


@pytest.mark.parametrize("checker", ["mypy", "pyright"])
def test_strict_checkers_find_nothing(checker, tmp_path):
    for name in (checker, "distributed", "gerrychain", "gymnasium", "pandas"):
        pytest.importorskip(name)
    words = ["--strict", "--cache-dir", str(tmp_path)] if checker == "mypy" else ["--pythonpath", sys.executable]
    done = subprocess.run([sys.executable, "-m", checker, "--project" if checker == "pyright" else "--config-file",
                           os.path.join(PROJECT, "pyproject.toml"), *words], cwd=PROJECT, capture_output=True, text=True,
                          check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_stub_of_the_package_has_its_names():
    with open(os.path.join(os.path.dirname(pentocity.__file__), "__init__.pyi"), encoding="utf-8") as stream:
        names = {alias.asname for node in ast.parse(stream.read()).body for alias in node.names}
    assert names - {"__version__"} == set(pentocity.__all__)
