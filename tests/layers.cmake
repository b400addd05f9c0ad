# The layers, checked by the compiler: from a layer's include path, the headers of the layers it stands on are found, and
# those of all others are not. A test for each layer, so that a wrong target_link_libraries is seen before it is used.
set(layers core input game simulator/statistics simulator/match simulator/isolation simulator/tournament simulator/search
    solvers/packing solvers/districting solvers/tictactoe web)

# check_layer(LAYER MAY_INCLUDE...)
function(check_layer layer)
  set(source "// What ${layer} may include, and what not.\n")
  foreach(other IN LISTS layers)
    file(GLOB_RECURSE headers RELATIVE ${PROJECT_SOURCE_DIR}/${other}/include ${PROJECT_SOURCE_DIR}/${other}/include/*.hpp)
    foreach(header IN LISTS headers)
      if(other IN_LIST ARGN)
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

check_layer(core core)
check_layer(input input)
check_layer(game core game)
check_layer(players core game)
check_layer(sequencers core game input)
check_layer(simulator/statistics simulator/statistics)
check_layer(simulator/match core game input simulator/match)
check_layer(simulator/isolation core game input simulator/match simulator/isolation)
check_layer(simulator/tournament core game input simulator/statistics simulator/match simulator/isolation
            simulator/tournament)
check_layer(simulator/search core game input simulator/statistics simulator/match simulator/isolation simulator/tournament
            simulator/search)
check_layer(solvers/packing core input solvers/packing)
check_layer(solvers/districting core input solvers/districting)
check_layer(solvers/tictactoe core input solvers/tictactoe)
check_layer(web web)
