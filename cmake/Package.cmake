# What `cmake --install` puts where: the program with its configs, manual pages and completion, and for authors of plugins
# the headers and libraries of core, game and helpers as a CMake package: find_package(pentocity), pentocity_add_plugin(name
# source...). With the sources of these layers and of guest there is pentocity_add_portable(name source...). The components are
# those of the Debian packages (Debian.cmake): program, development and, in python/CMakeLists.txt, python.
include(CMakePackageConfigHelpers)
set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/pentocity)
set(CMAKE_INSTALL_DEFAULT_COMPONENT_NAME program)

install(TARGETS pentocity)
if(NOT PENTOCITY_PACKAGE)  # see Levels.cmake
  install(TARGETS pentocity-warden DESTINATION ${CMAKE_INSTALL_LIBEXECDIR}/pentocity)
endif()
install(DIRECTORY configs/ DESTINATION ${CMAKE_INSTALL_DATADIR}/pentocity/configs)
install(PROGRAMS scripts/slurm/submit scripts/slurm/shard scripts/slurm/merge
        DESTINATION ${CMAKE_INSTALL_DATADIR}/pentocity/slurm)
install(FILES README.md DESTINATION ${CMAKE_INSTALL_DOCDIR})
if(NOT PENTOCITY_PACKAGE)  # a Debian package has it as its copyright
  install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})
endif()
install(DIRECTORY docs DESTINATION ${CMAKE_INSTALL_DOCDIR} PATTERN doxygen EXCLUDE)
set(page *.1)
set(zsh site-functions)
if(PENTOCITY_PACKAGE)  # where Debian's zsh looks
  set(page *.1.gz)
  set(zsh vendor-completions)
endif()
install(DIRECTORY ${PROJECT_BINARY_DIR}/share/man/ DESTINATION ${CMAKE_INSTALL_MANDIR} FILES_MATCHING PATTERN ${page})
install(FILES app/completion/pentocity.bash RENAME pentocity
        DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
install(FILES app/completion/_pentocity DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/${zsh})
install(FILES app/completion/pentocity.fish
        DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)

set(CMAKE_INSTALL_DEFAULT_COMPONENT_NAME development)
install(TARGETS pentocity_core pentocity_game pentocity_helpers pentocity_wasm EXPORT pentocity-targets FILE_SET HEADERS)
set(sources ${CMAKE_INSTALL_DATADIR}/pentocity/sources)
foreach(layer core game helpers guest)
  install(DIRECTORY ${layer}/src DESTINATION ${sources}/${layer})
endforeach()
install(FILES guest/main.cpp guest/portable.cpp DESTINATION ${sources}/guest)
install(DIRECTORY guest/include/ DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
# The build folder serves as a package too.
export(EXPORT pentocity-targets NAMESPACE pentocity:: FILE ${PROJECT_BINARY_DIR}/pentocity-targets.cmake)
install(EXPORT pentocity-targets NAMESPACE pentocity:: DESTINATION ${package_dir})
configure_package_config_file(cmake/pentocity-config.cmake.in pentocity-config.cmake INSTALL_DESTINATION ${package_dir})
write_basic_package_version_file(pentocity-config-version.cmake COMPATIBILITY SameMinorVersion)
configure_file(cmake/pentocity-plugin.cmake.in pentocity-plugin.cmake @ONLY)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/pentocity-config.cmake
              ${CMAKE_CURRENT_BINARY_DIR}/pentocity-config-version.cmake
              ${CMAKE_CURRENT_BINARY_DIR}/pentocity-plugin.cmake
        DESTINATION ${package_dir})
file(RELATIVE_PATH up /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
configure_file(cmake/pentocity.pc.in pentocity.pc @ONLY)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/pentocity.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
set(CMAKE_INSTALL_DEFAULT_COMPONENT_NAME program)
