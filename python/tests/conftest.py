"""What the tests share. The package is that of the build folder, which stands on PYTHONPATH, or an installed one."""
import os
import sys

import pytest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path[:0] = [os.path.join(ROOT, "docs", "examples"), os.path.dirname(os.path.abspath(__file__))]


@pytest.fixture
def root():
    return ROOT
