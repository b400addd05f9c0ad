# The libraries from elsewhere that the layers use, as targets library::NAME. A program links the archives of those that have
# one, for each shared library takes the better part of a millisecond to load, at every start. Modules, such as the Python
# package and plugins, take the shared ones. So do programs with -DPENTOCITY_STATIC=OFF, or where there is no archive.
find_package(Boost 1.74 REQUIRED COMPONENTS filesystem)
find_package(fmt REQUIRED)
find_package(yaml-cpp REQUIRED)
find_package(nlohmann_json REQUIRED)
find_package(CLI11 REQUIRED)
find_package(SQLite3 REQUIRED)
find_package(ZLIB REQUIRED)
find_package(PNG REQUIRED)
find_package(Threads REQUIRED)
find_package(PkgConfig REQUIRED)
pkg_check_modules(libsodium REQUIRED IMPORTED_TARGET libsodium)
pkg_check_modules(libseccomp REQUIRED IMPORTED_TARGET libseccomp)

option(PENTOCITY_STATIC "Link the programs with archives of the libraries, where there are some" ON)

# pentocity_library(NAME TARGET ARCHIVE [LIBRARY...]): library::NAME is TARGET, or in a program libARCHIVE.a, which itself
# needs LIBRARY...
function(pentocity_library name target archive)
  add_library(library::${name} INTERFACE IMPORTED GLOBAL)
  set(linked ${target})
  find_library(PENTOCITY_ARCHIVE_${archive} lib${archive}.a)
  mark_as_advanced(PENTOCITY_ARCHIVE_${archive})
  if(PENTOCITY_STATIC AND PENTOCITY_ARCHIVE_${archive})
    set(program $<STREQUAL:$<TARGET_PROPERTY:TYPE>,EXECUTABLE>)
    set(linked $<${program}:${PENTOCITY_ARCHIVE_${archive}}> $<$<NOT:${program}>:${target}> ${ARGN})
    target_include_directories(library::${name} INTERFACE $<TARGET_PROPERTY:${target},INTERFACE_INCLUDE_DIRECTORIES>)
  endif()
  target_link_libraries(library::${name} INTERFACE ${linked})
endfunction()
pentocity_library(yaml yaml-cpp yaml-cpp)
pentocity_library(sqlite SQLite::SQLite3 sqlite3 ${CMAKE_DL_LIBS} Threads::Threads)
pentocity_library(zlib ZLIB::ZLIB z)
pentocity_library(png PNG::PNG png library::zlib)
pentocity_library(sodium PkgConfig::libsodium sodium)
pentocity_library(seccomp PkgConfig::libseccomp seccomp)
pentocity_library(filesystem Boost::filesystem boost_filesystem)

# fmt, in programs and modules alike: Debian has no archive of it, but all that one is made of.
get_target_property(type fmt::fmt TYPE)
if(PENTOCITY_STATIC AND type STREQUAL SHARED_LIBRARY AND fmt_VERSION MATCHES "^9\\.")
  add_library(pentocity_fmt STATIC cmake/fmt.cpp)
  get_target_property(include fmt::fmt INTERFACE_INCLUDE_DIRECTORIES)
  target_include_directories(pentocity_fmt SYSTEM PUBLIC $<BUILD_INTERFACE:${include}>)
  get_target_property(definitions fmt::fmt INTERFACE_COMPILE_DEFINITIONS)  # whatever is linked, the objects are the same
  target_compile_definitions(pentocity_fmt PUBLIC $<BUILD_INTERFACE:${definitions}>)
else()
  add_library(pentocity_fmt INTERFACE)
  target_link_libraries(pentocity_fmt INTERFACE fmt::fmt)
endif()
set_target_properties(pentocity_fmt PROPERTIES EXPORT_NAME fmt)
