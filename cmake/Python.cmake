# The Python package, which is a target of its own: `--target pentocity` builds nothing of it. -DPENTOCITY_PYTHON=ON or OFF
# says whether it is there. If neither is said, each configuration looks whether pybind11 is installed, as
# scripts/install-dependencies installs it for the tests.
if(NOT DEFINED Python_EXECUTABLE AND NOT SKBUILD AND EXISTS /usr/bin/python3)
  set(Python_EXECUTABLE /usr/bin/python3)  # the one that Debian's NumPy and pandas are for
endif()
set(PYBIND11_FINDPYTHON ON)
set(python OFF)
if(NOT DEFINED PENTOCITY_PYTHON OR PENTOCITY_PYTHON)
  find_package(Python 3.11 QUIET COMPONENTS Interpreter Development.Module)
  if(Python_FOUND)
    find_package(pybind11 2.10 CONFIG QUIET)
  endif()
  set(python ${pybind11_FOUND})
endif()
if(PENTOCITY_PYTHON AND NOT python)
  message(FATAL_ERROR "PENTOCITY_PYTHON needs Python 3.11 or newer with its headers, and pybind11 2.10 or newer")
endif()
# A Python without sanitizers cannot load a module with them.
if(python AND (PENTOCITY_PYTHON OR NOT PENTOCITY_SANITIZE))
  add_subdirectory(python)
endif()
