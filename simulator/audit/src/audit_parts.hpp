#pragma once
// What the parts of an audit have in common.

#include "pentocity/audit/audit.hpp"
#include "pentocity/figures/summary.hpp"
#include "pentocity/match/read_trace.hpp"

namespace pentocity::audit {

using Findings = std::vector<AuditFinding>;

void add(Findings& out, const std::string& where, std::string_view field, const std::string& expected,
         const std::string& found);
void add(Findings& out, const std::string& where, const std::vector<match::Difference>& differences);

/// A game as the lines of an audit name it.
std::string name_of_game(std::string_view player, std::string_view sequencer, int repeat);
/// A turn of a trace, or the file if `turn` is negative.
std::string place_of_turn(const std::string& file, int turn);

/// Checks whether the requests of a trace are those of a stream that is not adaptive, up to the first that is not.
void check_requests(const std::string& file, Sequencer& stream, const match::TraceLines& trace, Findings& out);

/// What was agreed: compares what a results folder was to play with a config, if there is one, and with what its host
/// promised, in files of the folder and by what he published. Returns whether what was to be played is known so. Throws
/// InputError for a file that promises nothing.
bool compare_with_agreed(const std::string& folder, const AuditOptions& options, const results::Schedule& found,
                         Audit& out);

/// Compares the columns of one row with each other and with the schedule, as far as they follow from each other.
/// `place` names the row.
void check_columns(const std::string& place, const results::Schedule& schedule, const match::GameRow& row,
                   Findings& out);
/// Checks whether a game that is said to have ended at a limit of time has used as much, by its own row.
void check_use(const std::string& place, const match::Limits& limits, const match::GameRow& row, Findings& out);
/// Compares summary.json with the summary of the rows. `complete`: all games of the schedule are stored.
void check_summary(const std::string& folder, const figures::Summary& summary, bool complete, Audit& out);

/// What came of playing a stored game again.
struct PlayedAgain {
  Findings findings;
  /// It is said to have ended at a limit, and came to that limit here, too.
  bool reaches_limit = false;
  /// Why it could not be decided whether the row is right; empty if it could.
  std::string undecided;
  /// The trace of the game that was compared with the row; empty if it was not to be made, or there is no such game.
  std::string trace;
};
/// Plays a stored game again, whose limits of time must be `time_tolerance` times as long as those of the schedule
/// (isolation::Confinement::tolerance), and compares it with its row. If the row says that a limit ended it, it is
/// played up to there. `place` names the row. With `traced` its trace is made.
PlayedAgain play_again(const tournament::Config& config, const results::GameId& id, const match::GameRow& stored,
                       const std::string& place, bool traced);
/// Two machines, or two runs on one machine, are taken to differ in speed by at most so much.
inline constexpr double time_tolerance = 2;

}  // namespace pentocity::audit
