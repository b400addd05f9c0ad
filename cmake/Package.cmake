# What `cmake --install` puts where: the program with its configs, and for authors of plugins the headers and libraries of
# core and game as a CMake package: find_package(pentocity), pentocity_add_plugin(name source...).
include(CMakePackageConfigHelpers)
set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/pentocity)

install(TARGETS pentocity)
install(TARGETS pentocity-warden DESTINATION ${CMAKE_INSTALL_LIBEXECDIR}/pentocity)
install(DIRECTORY configs/ DESTINATION ${CMAKE_INSTALL_DATADIR}/pentocity/configs)
install(PROGRAMS scripts/slurm/submit scripts/slurm/shard scripts/slurm/merge
        DESTINATION ${CMAKE_INSTALL_DATADIR}/pentocity/slurm)
install(FILES LICENSE README.md DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(DIRECTORY docs DESTINATION ${CMAKE_INSTALL_DOCDIR})

install(TARGETS pentocity_core pentocity_game pentocity_fmt EXPORT pentocity-targets FILE_SET HEADERS)
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
