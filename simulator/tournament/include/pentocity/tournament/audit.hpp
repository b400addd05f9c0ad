#pragma once
// Audits: checks whether the results in a folder agree with each other, and whether the same games give the same
// results when they are played again.

#include <atomic>
#include <functional>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "pentocity/tournament/config.hpp"

namespace pentocity::tournament {

/// How to audit a results folder.
struct AuditOptions {
  /// How many games are played again; they are chosen by a hash of the digest and the game. None: all that can be
  /// played again.
  std::optional<std::size_t> games;
  int jobs = 1;  ///< threads
  /// A config that says where the players and sequencers that are not built in come from. A results folder has only
  /// their hashes.
  const Config* config = nullptr;
  const std::atomic<bool>* interrupted = nullptr;  ///< if this becomes true, no more games are checked
  /// Called after each checked game.
  std::function<void(std::size_t done, std::size_t all)> progress = {};
};

/// A value that differs from what it should be.
struct AuditFinding {
  /// A file, or a row of results.sqlite, and perhaps a turn.
  std::string where;
  std::string field;            ///< such as `score`
  std::string expected, found;  ///< the value that follows from the other data, and the value found
};

/// A reason why some games were not played again, and their number.
struct AuditGap {
  std::string why;
  std::size_t games = 0;
};

/// The result of an audit.
struct Audit {
  std::size_t games = 0;  ///< all games of the schedule, stored or not
  /// Stored games of the schedule, traces that were checked, and games that were played again.
  std::size_t rows = 0, traces = 0, played_again = 0;
  /// Rows of players and sequencers that the schedule does not name (any more), and of other versions of those it
  /// names.
  std::size_t other_rows = 0;
  std::vector<AuditFinding> findings;
  std::vector<AuditGap> gaps;
  std::string digest;  ///< Store::digest() of the folder
  bool interrupted = false;
};

/// Compares the rows, the traces and the summary of a results folder with each other, replays the traces, makes the
/// requests anew from sequencers and seeds, and plays games again. Writes nothing. Throws UserError if the folder is no
/// results folder or cannot be read, and HostFault.
Audit audit_results(const std::string& folder, const AuditOptions& options);

/// A finding as one line: `where: field: expected this, found that`.
std::string text_of(const AuditFinding& finding);
/// The audit as JSON, format `pentocity-audit/1`.
nlohmann::ordered_json to_json(const Audit& audit);

}  // namespace pentocity::tournament
