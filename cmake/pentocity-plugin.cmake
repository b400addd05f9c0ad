# pentocity_add_plugin(name source...): a shared library with one player or sequencer, built as lib<name>.so.
function(pentocity_add_plugin name)
  add_library(${name} MODULE ${ARGN})
  target_compile_definitions(${name} PRIVATE PENTOCITY_PLUGIN)
  target_link_libraries(${name} PRIVATE pentocity::game)
  set_target_properties(${name} PROPERTIES CXX_VISIBILITY_PRESET hidden VISIBILITY_INLINES_HIDDEN ON)
endfunction()
