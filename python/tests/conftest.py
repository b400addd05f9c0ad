"""What the tests share. The package is that of the build folder, which stands on PYTHONPATH, or an installed one."""
import os
import sys

import pytest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path[:0] = [os.path.join(ROOT, "docs", "examples"), os.path.dirname(os.path.abspath(__file__))]


@pytest.fixture
def tmp_path(tmp_path):
    """Of pytest, but open to the user that a host who is root plays as."""
    for folder in (tmp_path, *list(tmp_path.parents)[:2]):
        folder.chmod(0o755)
    return tmp_path


@pytest.fixture
def root():
    return ROOT
