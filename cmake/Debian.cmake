# Debian packages, made by scripts/package: the program, what authors of plugins build with, the Python package, and the
# documentation that scripts/documentation has made.
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME pentocity)
set(CPACK_PACKAGE_VENDOR "The Pentocity developers")
# Who makes packages says who they are as Debian's own tools ask for it.
set(maintainer "The Pentocity developers <pentocity@users.noreply.github.com>")
if(DEFINED ENV{DEBFULLNAME} AND DEFINED ENV{DEBEMAIL})
  set(maintainer "$ENV{DEBFULLNAME} <$ENV{DEBEMAIL}>")
endif()
set(CPACK_PACKAGE_CONTACT "${maintainer}")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ
    WORLD_EXECUTE)
set(CPACK_COMPONENTS_ALL program development python documentation)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "")  # it would stand before the first line of each description below
set(same "pentocity (= ${PROJECT_VERSION})")

set(CPACK_DEBIAN_PROGRAM_PACKAGE_NAME pentocity)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_RECOMMENDS bubblewrap)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SUGGESTS default-jdk-headless)  # for players in Java
set(CPACK_DEBIAN_PROGRAM_DESCRIPTION "online packing simulator and tournaments of its players
Pentocity plays a game in which a city grows on a land of 50 by 50 cells:
building requests, among them pentominoes, arrive one at a time, and a player
places each of them with roads, parks and ponds. The program runs tournaments
of players that nobody has vetted, shows games as pictures and pages, and
solves tiling puzzles and questions of districting exactly.")
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_NAME pentocity-dev)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS "${same}")
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_RECOMMENDS "g++, cmake")
# for portable players
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SUGGESTS "clang, lld, wasi-libc, libc++-dev-wasm32, libclang-rt-dev-wasm32, libboost-dev")
set(CPACK_DEBIAN_DEVELOPMENT_DESCRIPTION "headers for players and sequencers of Pentocity
What a player or a sequencer of the packing simulator Pentocity is built with:
headers and static libraries, with files for CMake and pkg-config.")
set(CPACK_DEBIAN_PYTHON_PACKAGE_NAME python3-pentocity)
set(CPACK_DEBIAN_PYTHON_PACKAGE_SECTION python)
if(Python_FOUND)  # the module is for this version alone
  math(EXPR next "${Python_VERSION_MINOR} + 1")
  set(CPACK_DEBIAN_PYTHON_PACKAGE_DEPENDS
      "${same}, python3 (>= 3.${Python_VERSION_MINOR}), python3 (<< 3.${next}), python3-numpy")
endif()
set(CPACK_DEBIAN_PYTHON_PACKAGE_SUGGESTS "python3-pandas, python3-networkx")
set(CPACK_DEBIAN_PYTHON_PACKAGE_CONTROL_EXTRA
    "${PROJECT_SOURCE_DIR}/cmake/debian/postinst;${PROJECT_SOURCE_DIR}/cmake/debian/prerm")
set(CPACK_DEBIAN_PYTHON_DESCRIPTION "online packing simulator and solvers for Python
The Python package of Pentocity: players written in Python, games and their
results, environments for learning, puzzles and districts.")
set(CPACK_DEBIAN_DOCUMENTATION_PACKAGE_NAME pentocity-doc)
set(CPACK_DEBIAN_DOCUMENTATION_PACKAGE_SECTION doc)
set(CPACK_DEBIAN_DOCUMENTATION_PACKAGE_ARCHITECTURE all)
set(CPACK_DEBIAN_DOCUMENTATION_PACKAGE_SHLIBDEPS OFF)
set(CPACK_DEBIAN_DOCUMENTATION_DESCRIPTION "documentation of Pentocity, for browsers
All pages about the packing simulator Pentocity, its players, tournaments and
solvers, and its C++ headers, in /usr/share/doc/pentocity-doc/html.")

# Each package has a copyright and a changelog of its own, as Debian asks.
find_program(PENTOCITY_GZIP gzip)
string(TIMESTAMP date "%a, %d %b %Y %H:%M:%S +0000" UTC)
configure_file(cmake/debian/changelog.in changelog @ONLY)
if(PENTOCITY_PACKAGE)
  execute_process(COMMAND ${PENTOCITY_GZIP} -9nkf ${PROJECT_BINARY_DIR}/changelog COMMAND_ERROR_IS_FATAL ANY)
  foreach(component ${CPACK_COMPONENTS_ALL})
    string(TOUPPER ${component} name)
    set(folder ${CMAKE_INSTALL_DATADIR}/doc/${CPACK_DEBIAN_${name}_PACKAGE_NAME})
    install(FILES cmake/debian/copyright ${PROJECT_BINARY_DIR}/changelog.gz DESTINATION ${folder} COMPONENT ${component})
  endforeach()
  install(DIRECTORY build/documentation/html DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/pentocity-doc COMPONENT documentation)
endif()
include(CPack)
