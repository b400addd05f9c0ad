#pragma once
// Audits: checks whether the results in a folder agree with each other, and whether the same games give the same
// results when they are played again.

#include <atomic>
#include <functional>
#include <nlohmann/json_fwd.hpp>
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

/// A recorded game that was handed in without a results folder.
struct SubmittedGame {
  std::string file, player, sequencer;
  std::uint64_t seed = 0;
  int repeat = 0;  ///< the number of the seed in the config
  match::Status status = match::Status::ok;
  int score = 0;
};

/// What was found about recorded games.
struct TraceAudit {
  std::vector<SubmittedGame> games;  ///< those that are what they should be
  std::vector<AuditFinding> findings;
};

/// Checks the recorded games (*.jsonl, *.jsonl.gz) of a folder against a config, whose players do not matter. Each must
/// be by the config's rules, on one of its sequencers and seeds, and with the requests of that stream; its moves are
/// judged again. Each player must have all games of the config once. Nothing is known of who made the moves, and with
/// how much time. Throws InputError if the folder has no recorded games, if the config's seeds are secret, and if one
/// of its sequencers is adaptive or not built in.
TraceAudit audit_traces(const std::string& folder, const Config& config, int jobs);

/// A finding as one line: `where: field: expected this, found that`.
std::string text_of(const AuditFinding& finding);
/// The audit as JSON, format `pentocity-audit/1`.
nlohmann::ordered_json to_json(const Audit& audit);
/// The same of recorded games, format `pentocity-trace-audit/1`.
nlohmann::ordered_json to_json(const TraceAudit& audit);

}  // namespace pentocity::tournament
