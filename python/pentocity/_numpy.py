"""Which NumPy goes with this build."""
from importlib import metadata

from ._core import _pybind11


def check() -> None:
    """Throws ImportError for a NumPy 2 if this module was built with a pybind11 before 2.12, which takes its arrays for others:
    arrays of results would hold wrong numbers, without an error."""
    try:
        version = metadata.version("numpy")
    except metadata.PackageNotFoundError:
        return
    if int(version.split(".")[0]) >= 2 and _pybind11 < (2, 12):
        raise ImportError(f"this build of pentocity, with pybind11 {_pybind11[0]}.{_pybind11[1]}, does not go with NumPy {version}: "
                          "expected a NumPy below 2, or a build by `pip install .`, which brings a newer pybind11")


check()
