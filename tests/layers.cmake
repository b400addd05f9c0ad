# The layers, checked by the compiler: from a layer's include path, the headers of the layers it stands on are found, and
# those of all others are not. A test for each layer, so that a wrong target_link_libraries is seen before it is used.
set(layers core input game helpers guest simulator/statistics simulator/match simulator/isolation simulator/portable simulator/entrants simulator/results
    simulator/figures simulator/tournament simulator/league simulator/audit simulator/search solvers/packing solvers/exchange
    solvers/districting solvers/tictactoe players sequencers web)

# check_layer(LAYER MAY_INCLUDE...)
function(check_layer layer)
  set(source "// What ${layer} may include, and what not.\n")
  foreach(other IN LISTS layers)
    set(root ${PROJECT_SOURCE_DIR}/${other})
    if(IS_DIRECTORY ${root}/include)
      string(APPEND root /include)
    endif()
    file(GLOB_RECURSE headers RELATIVE ${root} ${root}/*.hpp)
    foreach(header IN LISTS headers)
      get_filename_component(room ${other} NAME)
      if(room IN_LIST ARGN)
        string(APPEND source "#if !__has_include(\"${header}\")\n#error ${layer} cannot include ${header}\n#endif\n")
      else()
        string(APPEND source "#if __has_include(\"${header}\")\n#error ${layer} can include ${header}\n#endif\n")
      endif()
    endforeach()
  endforeach()
  get_filename_component(name ${layer} NAME)
  set(file ${CMAKE_CURRENT_BINARY_DIR}/layers/${name}.cpp)
  file(CONFIGURE OUTPUT ${file} CONTENT "${source}" @ONLY)
  list(JOIN ARGN " " may)
  add_test(NAME "layers: ${layer} sees ${may} and no other"
           COMMAND ${CMAKE_CXX_COMPILER} -std=c++20 -fsyntax-only
                   "-I$<JOIN:$<TARGET_PROPERTY:pentocity_${name},INCLUDE_DIRECTORIES>,;-I>" ${file}
           COMMAND_EXPAND_LISTS)
endfunction()

# What each may use follows from the arrows of the diagram in docs/background/architecture.md: `a --> b & c` and all that b and c may use.
set(page ${PROJECT_SOURCE_DIR}/docs/background/architecture.md)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${page})
file(STRINGS ${page} rows REGEX "^  [a-z]+ --> ")
foreach(row IN LISTS rows)
  string(REGEX MATCH "^  ([a-z]+) --> (.*)$" match "${row}")
  string(REPLACE " & " ";" uses_of_${CMAKE_MATCH_1} "${CMAKE_MATCH_2}")
endforeach()
# A layer without arrows must be at the end of one: so none is missing.
file(STRINGS ${page} table REGEX "^\\| `[a-z/]+/` \\| `[a-z]+` \\|")
foreach(layer IN LISTS layers)
  get_filename_component(name ${layer} NAME)
  if(NOT table MATCHES "`${layer}/` . `${name}`" OR NOT rows MATCHES "(^|[ ;])${name}([ ;]|$)")
    message(FATAL_ERROR "${page}: the table or the diagram of layers lacks ${layer}")
  endif()
  set(may ${name})
  set(next ${name})
  while(next)
    list(POP_FRONT next one)
    list(APPEND may ${uses_of_${one}})
    list(APPEND next ${uses_of_${one}})
  endwhile()
  list(REMOVE_DUPLICATES may)
  check_layer(${layer} ${may})
endforeach()
