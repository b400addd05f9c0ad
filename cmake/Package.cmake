# What an installed Pentocity offers a plugin author: find_package(pentocity), pentocity_add_plugin(name source...).
include(CMakePackageConfigHelpers)
install(TARGETS pentocity_core pentocity_game EXPORT pentocity-targets FILE_SET HEADERS)
install(EXPORT pentocity-targets NAMESPACE pentocity:: DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/pentocity)
configure_package_config_file(cmake/pentocity-config.cmake.in pentocity-config.cmake
                              INSTALL_DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/pentocity)
write_basic_package_version_file(pentocity-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/pentocity-config.cmake ${CMAKE_CURRENT_BINARY_DIR}/pentocity-config-version.cmake
              cmake/pentocity-plugin.cmake
        DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/pentocity)
