#pragma once
// Audits: checks whether the results in a folder agree with each other, and whether the same games give the same
// results when they are played again.

#include "pentocity/match/trace_check.hpp"
#include "pentocity/results/promises.hpp"
#include "pentocity/tournament/config.hpp"

namespace pentocity::audit {

/// How to audit a results folder.
struct AuditOptions {
  /// How many games are played again; they are chosen by a hash of the digest and the game. None: all that can be
  /// played again.
  std::optional<std::size_t> games;
  int jobs = 1;  ///< threads
  /// What was agreed: the folder's schedule must be this config's. It also says where the players and sequencers that
  /// are not built in come from, of which a results folder has only hashes.
  const tournament::Config* config = nullptr;
  /// What the host published beforehand: files of commitments and rosters (commitment.hpp), or their hashes, or that of
  /// a secret (match::Secret::commitment()), as text or in a file.
  std::vector<std::string> published = {};
  std::string contributions = {};  ///< a folder with the numbers that authors have revealed; empty: none
  std::string beacon = {};         ///< a file with what the beacon said; empty: none
  const std::atomic<bool>* interrupted = nullptr;  ///< if this becomes true, no more games are checked
  /// Called after each checked game.
  std::function<void(std::size_t done, std::size_t all)> progress = {};
};

/// A value that differs from what it should be, that is, what follows from the other data.
struct AuditFinding : match::Difference {
  std::string where;  ///< a file, or a row of results.sqlite, and perhaps a turn
};

/// What could not be checked from what was given.
struct AuditGap {
  std::string part;       ///< such as `played again`, to be read after "not"
  std::string why;        ///< the reason, and what would help
  std::size_t games = 0;  ///< of how many games; 0: of none in particular
};
/// AuditGap::part of games that were not played again.
inline constexpr const char* played_again_part = "played again";

/// The result of an audit.
struct Audit {
  std::size_t games = 0;  ///< all games of the schedule, stored or not
  /// With what the schedule was compared, such as `the config`.
  std::vector<std::string> compared;
  /// The players who did not play, by the results and by AuditOptions::contributions: their authors have revealed no
  /// number.
  std::vector<std::string> unrevealed;
  results::Disqualifications disqualified;  ///< by the folder: they are in no table
  /// Stored games of the schedule, traces that were checked, and games that were played again.
  std::size_t rows = 0, traces = 0, played_again = 0;
  /// Of the games that were played again, those that a limit ended there and that came to the same limit here.
  std::size_t limits_reached = 0;
  /// Rows of players and sequencers that the schedule does not name (any more), and of other versions of those it
  /// names.
  std::size_t other_rows = 0;
  std::vector<AuditFinding> findings;
  std::vector<AuditGap> gaps;
  std::string digest;  ///< results::RowDigest of the games
  bool interrupted = false;
};

/// Compares the rows, the traces and the summary of a results folder with each other and its schedule with what was
/// agreed, replays the traces, makes the requests anew from sequencers and seeds, and plays games again. A game that a
/// limit is said to have ended is played again up to there, and is amiss if it then is well within half of the limit,
/// up to three times. Whatever of this could not be done is among the gaps. Writes nothing. Throws UserError if the
/// folder is no results folder or cannot be read, and HostFault.
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
  std::vector<AuditGap> gaps;
};

/// Checks the recorded games (*.jsonl, *.jsonl.gz) of a folder against a config, whose players do not matter. Each must
/// be by the config's rules, on one of its sequencers and seeds, and with the requests of that stream; its moves are
/// judged again. Each player must have all games of the config once. Nothing is known of who made the moves, and with
/// how much time. Throws InputError if the folder has no recorded games, if the config's seeds are secret, and if one
/// of its sequencers is adaptive or not built in.
TraceAudit audit_traces(const std::string& folder, const tournament::Config& config, int jobs);

/// A finding as one line: `where: field: expected this, found that`.
std::string finding_line(const AuditFinding& finding);
/// A gap as one line: `not played again: 6 games: why`.
std::string gap_line(const AuditGap& gap);
/// The audit as JSON, format `pentocity-audit/1`.
nlohmann::ordered_json to_json(const Audit& audit);
/// The same of recorded games, format `pentocity-trace-audit/1`.
nlohmann::ordered_json to_json(const TraceAudit& audit);

}  // namespace pentocity::audit
