#pragma once
// Joins results folders: the shards of a run, or runs of different players and sequencers with the same rules, seeds
// and limits.

#include "pentocity/figures/summary.hpp"
#include "pentocity/results/trace_folder.hpp"

namespace pentocity::tournament {

/// The outcome of a merge.
struct MergeResult {
  figures::Summary summary;
  std::size_t games = 0, stored = 0;  ///< games of the joined schedule, and how many of them are stored
  std::size_t missing_traces = 0;     ///< traces that should be kept but are in no folder
  std::string removed;                ///< which games were removed first, in one line; may be empty
  bool has_secret = true;             ///< false: the games were drawn from a secret that was found nowhere
};

/// Adds the games of `folders` to the folder `out`, which is made if it does not exist; with `fresh` its results are
/// removed first (results::removed_by()). Players and sequencers are in the order in which they first occur in the
/// folders. If the folders are the shards of a run, the result is that of the whole run. `policy` says which games'
/// traces `out` keeps: these are copied from `folders`, and others of the same pairings are removed; with `none` the
/// traces in `out` stay as they are; if it is none, those that all of the folders keep, or else policy_for(out). A
/// secret is copied from the folders or from the file `file_of_secret`, and commitment and roster are copied, too.
/// Equal results of a game are one. Throws UserError if the folders hold games of different configs, promise different
/// things, or have different results of one game, `out` included, if one name stands for different players or
/// sequencers, or if a file cannot be read or written; in all cases but the last nothing was written.
MergeResult merge_results(const std::string& out, const std::vector<std::string>& folders,
                          std::optional<results::TracePolicy> policy, results::Fresh deletion,
                          const std::string& file_of_secret = {});

}  // namespace pentocity::tournament
