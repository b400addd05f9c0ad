#pragma once
// One game: requests in, moves out, judged and recorded.

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "pentocity/game/player.hpp"
#include "pentocity/game/sequencer.hpp"
#include "pentocity/simulator/metrics.hpp"

namespace pentocity {

/// How a game ended. `ok`: by rejects. `invalid`: by an invalid move under rules that abort. `crashed`, `timeout`: by
/// the player's own doing. `sequencer_failed`: no fault of the player.
enum class Status : std::uint8_t { ok, invalid, crashed, timeout, sequencer_failed };
inline constexpr int status_count = 5;
std::string_view name_of(Status status);
std::optional<Status> status_of_name(std::string_view name);

/// One request and what became of it.
struct Turn {
  explicit Turn(Request asked, Move answer = {}) : request(std::move(asked)), move(std::move(answer)) {}

  Request request;
  Move move;                   ///< as the player answered, structures sorted and without repeats
  bool answered = true;        ///< false: the player crashed on this request
  std::optional<Fault> fault;  ///< of an accepting move that does not stand
  Cells building;              ///< of an accepting move; see Judgement
  int delta = 0;
  int score_after = 0;
  int rejects_after = 0;

  bool stands() const { return answered && move.accept && !fault; }
};

/// What a game took, which differs from one time to the next.
struct GameUsage {
  double cpu_seconds = 0;   ///< of the player; in this process also of the sequencer and the rules
  double wall_seconds = 0;  ///< from the start of the player's process; 0 in this process
  std::uint64_t peak_memory =
      0;  ///< bytes of all its processes, as often as it was looked at, else its largest one's; 0 in this process
  int peak_tasks = 0;  ///< most processes and threads at a time; 0 in this process
};

/// A game that has been played.
struct GameRecord {
  std::vector<Turn> turns;
  Status status = Status::ok;
  std::string error;  ///< empty for `ok`; a fault's name, or what the player or sequencer did
  int score = 0;
  int accepted = 0;
  int rejects = 0;        ///< invalid moves included, where they are skipped
  int invalid_moves = 0;  ///< skipped ones
  Metrics metrics;        ///< of the land after the last move that stands
  Land land;              ///< as it stood at the end: of an aborted game the fatal move is partly applied
  bool adaptive = false;  ///< did the sequencer see the land?
  GameUsage used;
  /// The end of what the player, or the sequencer that failed, wrote to its error stream in a process of its own.
  std::string error_output;
};

/// The course of a game under the rules, one turn at a time: what play_game and replay share.
class Game {
 public:
  explicit Game(const Rules& rules) : rules_(rules), land_(rules.side), before_fatal_(rules.side) {}

  const Land& land() const { return land_; }
  int score() const { return score_; }
  int rejects() const { return rejects_; }
  /// Is the game over, by rejects or by an invalid move?
  bool over() const { return aborted_ || rejects_ >= rules_.max_rejects; }
  bool aborted() const { return aborted_; }
  /// The land after the last move that stands: what the metrics are taken from.
  const Land& measured_land() const { return aborted_ ? before_fatal_ : land_; }

  /// Judges an answer and carries it out.
  Turn answer(const Request& request, Move move);
  /// Judges what is no answer: the invalid move `bad_answer`. What came is kept as the note.
  Turn refuse(const Request& request, std::string answer);

 private:
  const Rules& rules_;
  Land land_, before_fatal_;
  int score_ = 0;
  int rejects_ = 0;
  bool aborted_ = false;
};

struct GameLimits {
  /// Of the thread: construction and moves of those that live in this process.
  double cpu_seconds = 300;
};

/// Makes the two sides of one game. Called on the playing thread; what they throw ends the game.
struct GameSides {
  std::function<std::unique_ptr<Sequencer>()> sequencer;
  std::function<std::unique_ptr<Player>()> player;
  bool check_requests = false;  ///< refuse requests that are not proper: set for sequencers that are not built in
  /// Answers the first requests in the player's place, up to the first for which it has no move: the game is then
  /// somebody else's half-built land. None: the player is asked from the start.
  std::function<std::optional<Move>(const Request&, const View&)> opening = {};
};

/// Plays one game in this thread. Never throws for what a player or sequencer does. Throws HostFault if a process that
/// keeps one of them is lost or cannot be made: there is no result then, and the game can be played again.
GameRecord play_game(const Rules& rules, const GameSides& sides, const GameLimits& limits = {});

}  // namespace pentocity
