# The Python package, which is a target of its own: `--target pentocity` builds nothing of it. By default it is there if
# pybind11 is, as scripts/install-dependencies installs it for the tests.
if(NOT DEFINED Python_EXECUTABLE AND NOT SKBUILD AND EXISTS /usr/bin/python3)
  set(Python_EXECUTABLE /usr/bin/python3)  # the one that Debian's NumPy and pandas are for
endif()
set(PYBIND11_FINDPYTHON ON)
set(python OFF)
find_package(Python 3.11 QUIET COMPONENTS Interpreter Development.Module)
if(Python_FOUND)
  find_package(pybind11 2.10 CONFIG QUIET)
endif()
if(pybind11_FOUND AND NOT PENTOCITY_SANITIZE)  # a Python without sanitizers cannot load a module with them
  set(python ON)
endif()
option(PENTOCITY_PYTHON "Build the Python package (needs pybind11)" ${python})
if(PENTOCITY_PYTHON)
  find_package(pybind11 2.10 CONFIG REQUIRED)
  add_subdirectory(python)
endif()
