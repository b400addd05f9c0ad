#pragma once
// Joins results folders: the shards of a run, or runs of different players and sequencers under one config.

#include <string>
#include <vector>

#include "pentocity/tournament/summary.hpp"
#include "pentocity/tournament/trace_folder.hpp"

namespace pentocity::tournament {

struct MergeResult {
  Summary summary;
  std::size_t games = 0, stored = 0;  ///< of the whole tournament, and of them in the folders
  std::size_t missing_traces = 0;     ///< that the policy keeps, but no folder has
  bool has_secret = true;             ///< false: the games are drawn from a secret, and it is in no folder
};

/// Adds the games of `folders` to `out` (made if need be; `fresh`: its results are removed first): players and
/// sequencers in the order in which the folders first have them. Shards of a run so give the bytes of the whole run.
/// The secret of `seed: secret` is copied too, from the folders or the file that has it.
/// Throws InputError if they are not of one config, if one name stands for different players, or for whatever the file
/// system says.
MergeResult merge_results(const std::string& out, const std::vector<std::string>& folders, TracePolicy traces,
                          bool fresh, const std::string& file_of_secret = {});

}  // namespace pentocity::tournament
