# Run in each build: writes the source file TO, which tells VERSION and the commit of the folder SOURCE, unless it is there already.
# Files that `git archive` packed have the commit in cmake/commit.txt.
set(commit "")
find_program(git git)
if(git AND EXISTS "${SOURCE}/.git")
  execute_process(COMMAND ${git} -C "${SOURCE}" describe --always --exclude * --abbrev=12 --dirty=-changed
                  OUTPUT_VARIABLE commit OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
else()
  file(STRINGS "${SOURCE}/cmake/commit.txt" packed LIMIT_COUNT 1)
  if(packed MATCHES "^[0-9a-f]+$")
    string(SUBSTRING "${packed}" 0 12 commit)
  endif()
endif()
file(CONFIGURE OUTPUT "${TO}" @ONLY CONTENT [[
#include "pentocity/input/version.hpp"

namespace pentocity::inline input {

std::string_view program_version() { return "@VERSION@"; }
std::string_view program_commit() { return "@commit@"; }

}  // namespace pentocity::inline input
]])
