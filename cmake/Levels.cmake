# What packages and wheels hold (-DPENTOCITY_PACKAGE=ON): the code of the program and that of the Python module are shared
# libraries, with a second copy in glibc-hwcaps/LEVEL beside them, which the loader takes on processors of that level. The
# program `pentocity` and the module have no code; they only name their library. A library shows only the one function that
# is called: if it showed more, plugins would be bound to it instead of what they were built with.

# Where things go in a wheel, or below the prefix.
if(SKBUILD)
  set(PENTOCITY_PROGRAM_DIR pentocity/bin)
  set(PENTOCITY_LIBRARY_DIR pentocity/lib)
  set(PENTOCITY_PYTHON_DIR pentocity)
else()
  set(PENTOCITY_PROGRAM_DIR ${CMAKE_INSTALL_BINDIR})
  set(PENTOCITY_LIBRARY_DIR ${CMAKE_INSTALL_LIBDIR}/pentocity)
  set(PENTOCITY_PYTHON_DIR lib/python3/dist-packages/pentocity)
endif()
file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/no_code.cpp CONTENT "")

# pentocity_take_code(TARGET FOLDER COMPONENT LIBRARY FUNCTION PROGRAM...): TARGET, which is installed to FOLDER, takes
# FUNCTION from the target LIBRARY. That one is installed here, with the programs that it starts.
function(pentocity_take_code target folder component library function)
  set(map ${PROJECT_BINARY_DIR}/${library}.map)
  file(CONFIGURE OUTPUT ${map} CONTENT "{ global: ${function}; local: *; };\n")
  target_link_options(${library} PRIVATE LINKER:--version-script=${map})
  set_target_properties(${library} PROPERTIES LIBRARY_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR} LINK_DEPENDS ${map})
  target_link_options(${target} PRIVATE LINKER:--no-as-needed)
  target_link_libraries(${target} PRIVATE ${library})
  file(RELATIVE_PATH up /${folder} /${PENTOCITY_LIBRARY_DIR})
  set_target_properties(${target} PROPERTIES INSTALL_RPATH "$ORIGIN/${up}")
  if(SKBUILD)
    set(component python)
  endif()
  install(TARGETS ${library} ${ARGN} COMPONENT ${component} DESTINATION ${PENTOCITY_LIBRARY_DIR})
  if(NOT PENTOCITY_ARCH STREQUAL "x86-64")
    return()
  endif()
  set(build ${PROJECT_BINARY_DIR}-x86-64-v3)
  set(copies ${PENTOCITY_LIBRARY_DIR}/glibc-hwcaps/x86-64-v3)
  install(FILES ${build}/$<TARGET_FILE_NAME:${library}> COMPONENT ${component} DESTINATION ${copies})
  foreach(program ${ARGN})
    install(PROGRAMS ${build}/${program} COMPONENT ${component} DESTINATION ${copies})
  endforeach()
  set_property(GLOBAL APPEND PROPERTY pentocity_doors ${target})
  set_property(GLOBAL APPEND PROPERTY pentocity_code ${library} ${ARGN})
endfunction()

# pentocity_add_level(): builds the second copy of all code, as it is built here. Its folder lies beside this one, for ccache.
function(pentocity_add_level)
  get_property(doors GLOBAL PROPERTY pentocity_doors)
  get_property(code GLOBAL PROPERTY pentocity_code)
  if(NOT code)
    return()
  endif()
  set(build ${PROJECT_BINARY_DIR}-x86-64-v3)
  set(settings -DPENTOCITY_ARCH=x86-64-v3 -DPENTOCITY_TESTS=OFF -DPENTOCITY_PYTHON=${python})
  foreach(setting CMAKE_CXX_COMPILER CMAKE_BUILD_TYPE PENTOCITY_PACKAGE Python_EXECUTABLE pybind11_DIR)
    list(APPEND settings -D${setting}=${${setting}})
  endforeach()
  add_custom_target(level
    COMMAND ${CMAKE_COMMAND} -S ${PROJECT_SOURCE_DIR} -B ${build} -G ${CMAKE_GENERATOR} ${settings}
    COMMAND ${CMAKE_COMMAND} --build ${build} --target ${code}
    USES_TERMINAL VERBATIM)
  add_dependencies(level ${code})  # one after the other: each takes all processors
  foreach(door ${doors})
    add_dependencies(${door} level)
  endforeach()
endfunction()
