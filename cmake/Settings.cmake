# Compiler settings that all targets share.
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release)
endif()

# Several sources are compiled at a time, which takes half the time in all. What a source keeps to itself (in an unnamed
# namespace) therefore has a name of its own in its library. -DPENTOCITY_TOGETHER=OFF compiles each source alone.
option(PENTOCITY_TOGETHER "Compile several sources at a time" ON)
set(CMAKE_UNITY_BUILD OFF)  # which does the same in another way

find_program(CCACHE ccache)
if(CCACHE)
  # It takes the headers that a source needs from the compiler, and need not preprocess each source first (a tenth of
  # the time). What one build folder has compiled, those of other checkouts have too: no path of the checkout is in what is hashed.
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CMAKE_COMMAND} -E env CCACHE_DEPEND=1 CCACHE_NOHASHDIR=1 CCACHE_BASEDIR=${PROJECT_SOURCE_DIR}
      CCACHE_SLOPPINESS=pch_defines,time_macros ${CCACHE})
endif()

# Packages and wheels are for any processor, with a copy of the code for newer ones (Levels.cmake).
option(PENTOCITY_PACKAGE "Build what packages hold" OFF)
if(PENTOCITY_PACKAGE)
  add_link_options(-s)
  if(NOT DEFINED PENTOCITY_ARCH AND CMAKE_SYSTEM_PROCESSOR STREQUAL x86_64)
    set(PENTOCITY_ARCH x86-64)
  endif()
endif()

# The bit-parallel code gains much from 256-bit vectors. By default they are used if this is an x86-64 that has them; a program
# for several machines is built with -DPENTOCITY_ARCH=x86-64. Elsewhere the compiler's default is taken: every arm64 has vectors
# of 128 bits. Results do not depend on it.
if(NOT DEFINED PENTOCITY_ARCH)
  set(arch "")
  if(CMAKE_SYSTEM_PROCESSOR STREQUAL x86_64)
    include(CheckCXXSourceRuns)
    check_cxx_source_runs("int main() { return __builtin_cpu_supports(\"avx2\") && __builtin_cpu_supports(\"bmi2\") ? 0 : 1; }"
                          PENTOCITY_HAS_AVX2)
    if(PENTOCITY_HAS_AVX2)
      set(arch x86-64-v3)
    endif()
  endif()
  set(PENTOCITY_ARCH "${arch}" CACHE STRING "Value of -march; empty: the compiler's default")
endif()
if(PENTOCITY_ARCH)
  add_compile_options(-march=${PENTOCITY_ARCH})
endif()
if(NOT PENTOCITY_ARCH MATCHES "v[34]$")
  # g++ notes at each function that takes a board, or on arm64 a pair, how versions before 4.6 and 10.1 passed it.
  add_compile_options(-Wno-psabi)
endif()

# No fused multiply-add: sums of floating point must be the same bytes on every machine.
add_compile_options(-ffp-contract=off -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wno-sign-conversion
                    -Wnon-virtual-dtor -Woverloaded-virtual
                    # g++ 12 sees overlaps in std::string that are not there (its bug 105651)
                    $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict>
                    # and takes a source that is compiled together with others for a header
                    $<$<CXX_COMPILER_ID:GNU>:-Wno-subobject-linkage>
                    # clang takes what libstdc++ 12 itself uses of the deprecated for ours
                    $<$<CXX_COMPILER_ID:Clang>:-Wno-deprecated-declarations>
                    # g++ takes a tenth less time if it does not look so often for memory to use again
                    $<$<CXX_COMPILER_ID:GNU>:--param=ggc-min-expand=1000>)
set(CMAKE_CXX_FLAGS_RELEASE "-O3 -DNDEBUG")

option(PENTOCITY_WERROR "Treat warnings as errors" OFF)
if(PENTOCITY_WERROR)
  add_compile_options(-Werror)
endif()

set(PENTOCITY_SANITIZE "" CACHE STRING "Sanitizers, as for -fsanitize=")
if(PENTOCITY_SANITIZE)
  add_compile_options(-fsanitize=${PENTOCITY_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
  add_link_options(-fsanitize=${PENTOCITY_SANITIZE})
  # By these the code knows of them: compilers have no common names.
  foreach(sanitizer address thread)
    if(PENTOCITY_SANITIZE MATCHES ${sanitizer})
      string(TOUPPER ${sanitizer} name)
      add_compile_definitions(PENTOCITY_${name}_SANITIZER)
    endif()
  endforeach()
endif()

# pentocity_layer(NAME LIBRARIES...): a static library of all .cpp under src/ with the include root include/.
function(pentocity_layer name)
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/src/*.cpp)
  file(GLOB_RECURSE headers CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/include/*.hpp)
  add_library(pentocity_${name} STATIC ${sources})
  add_library(pentocity::${name} ALIAS pentocity_${name})
  set_target_properties(pentocity_${name} PROPERTIES EXPORT_NAME ${name})
  target_compile_features(pentocity_${name} PUBLIC cxx_std_20)
  target_sources(pentocity_${name} PUBLIC FILE_SET HEADERS BASE_DIRS include FILES ${headers})
  # Builds a translation unit per public header: each compiles alone.
  set_target_properties(pentocity_${name} PROPERTIES VERIFY_INTERFACE_HEADER_SETS ON)
  target_link_libraries(pentocity_${name} PUBLIC ${ARGN})
  pentocity_together(pentocity_${name} together 8 ${sources})
endfunction()

# pentocity_together(TARGET NAME NUMBER SOURCE...): compiles these sources of the target together, about NUMBER at a time, as
# TARGET_NAME_0.cpp, ... Which go together follows from a hash of each name, so that a new source leaves the others where they are.
# They are included by relative paths, for ccache; CMake's own unity build has whole paths.
function(pentocity_together target name number)
  if(NOT PENTOCITY_TOGETHER)
    return()
  endif()
  list(LENGTH ARGN count)
  math(EXPR needed "(${count} + ${number} - 1) / ${number}")
  set(groups 1)
  while(groups LESS needed AND groups LESS 16)  # one digit of a hash tells the group
    math(EXPR groups "${groups} * 2")
  endwhile()
  foreach(source ${ARGN})
    set_source_files_properties(${source} PROPERTIES HEADER_FILE_ONLY ON)
    cmake_path(GET source FILENAME file)
    string(MD5 hash ${file})
    string(SUBSTRING ${hash} 0 1 digit)
    math(EXPR group "0x${digit} % ${groups}")
    cmake_path(RELATIVE_PATH source BASE_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR})
    string(APPEND includes_${group} "#include \"${source}\"\n")
  endforeach()
  math(EXPR last "${groups} - 1")
  foreach(group RANGE ${last})
    if(includes_${group})
      set(together ${CMAKE_CURRENT_BINARY_DIR}/${target}_${name}_${group}.cpp)
      file(CONFIGURE OUTPUT ${together} CONTENT "${includes_${group}}" @ONLY)
      target_sources(${target} PRIVATE ${together})
    endif()
  endforeach()
endfunction()
