#pragma once
// One game: asks the sequencer for requests and the player for moves, judges the moves and records everything.

#include "pentocity/game/player.hpp"
#include "pentocity/game/proposals.hpp"
#include "pentocity/game/sequencer.hpp"
#include "pentocity/match/course.hpp"
#include "pentocity/match/metrics.hpp"

namespace pentocity::match {

/// How a game ended.
///
///   `ok`                by reject number `max_rejects`
///   `invalid`           by an invalid move under rules that end the game at it
///   `crashed`           the player threw an exception, or its process ended, held too much memory, had too many
///                       processes, or sent what is no message
///   `timeout`           the player exceeded a limit of CPU or wall time. In this program's own process the CPU time of
///                       the sequencer and of judging counts too
///   `sequencer_failed`  the sequencer failed in any way or made a request that is not proper
enum class Status : std::uint8_t { ok, invalid, crashed, timeout, sequencer_failed };
inline constexpr int status_count = 5;
/// The name of a status in results and traces, as above.
std::string_view name_of(Status status);
/// The status of that name; no value for another word.
std::optional<Status> status_of_name(std::string_view name);

/// One turn: a request and what became of it.
struct Turn {
  explicit Turn(Request asked, Move answer = {}) : request(std::move(asked)), move(std::move(answer)) {}

  Request request;
  Move move;  ///< as the player answered, the note cut; in an accepting move each list of cells sorted, without repeats
  bool answered = true;        ///< false: the player failed before it answered, and the game ended
  std::optional<Fault> fault;  ///< what is wrong with an accepting move; no value if it is legal
  Cells building;              ///< the building's cells of an accepting move; see Judgement
  /// Points of this turn.
  int delta = 0;
  int score_after = 0;
  int rejects_after = 0;

  /// Tells whether a building was placed.
  bool stands() const { return answered && move.accept && !fault; }
  /// What the player is told of it in the next turn.
  Outcome outcome() const { return {stands(), fault, delta}; }
};

/// What a game used. These figures differ each time a game is played.
struct GameUsage {
  /// CPU time: of the thread that played the game (the sequencer, the judging, and a player in this process) and of all
  /// processes of a player in a process of its own.
  double cpu_seconds = 0;
  /// From the start of the player's process to its end; 0 if it has none of its own.
  double wall_seconds = 0;
  /// The maximum number of bytes that all processes of the player were seen to hold at a time (see Usage); 0 if it has
  /// no process of its own.
  std::uint64_t peak_memory = 0;
  /// The maximum number of processes and threads of the player at a time; 0 if it has no process of its own.
  int peak_tasks = 0;
  /// Instructions of a portable player, in the whole game and the most in one move; 0 of others, whose work has no such
  /// count.
  std::uint64_t instructions = 0, max_instructions = 0;
};

/// The invalid moves of one game that have the same fault.
struct InvalidMoves {
  Fault fault = Fault::bad_answer;
  int moves = 0;     ///< their number
  int turn = 0;      ///< of the first of them
  std::string said;  ///< what the player answered in that turn, as JSON, or what is wrong with it and its beginning

  friend bool operator==(const InvalidMoves&, const InvalidMoves&) = default;
};
inline constexpr int fault_count = static_cast<int>(Fault::bad_answer) + 1;

/// How a game ended, and what it came to.
struct GameResult {
  Status status = Status::ok;
  /// Empty for `ok`. For `invalid`, the name of the fault, and after `bad_answer` a colon and what came instead of an
  /// answer. Otherwise a word such as `cpu` or `exit:1` (docs/reference/plugins.md), or the message of the exception,
  /// cut to 500 characters.
  std::string error;
  int score = 0;  ///< of a failed game: the score up to its end
  int accepted = 0;
  /// Rejected requests, and invalid moves where these count as rejects.
  int rejects = 0;
  int invalid_moves = 0;  ///< those that counted as rejects
  /// All invalid moves, including one that ended the game: an entry for each fault, in the order of the faults.
  std::vector<InvalidMoves> faults;
  /// How the score grew, what the cells became and why requests were rejected. None if it is not known, as of published
  /// scores.
  std::optional<Course> course;
  Metrics metrics;        ///< of the land after the last turn that placed a building
  bool adaptive = false;  ///< the sequencer saw the land, so its requests depend on the player
  GameUsage used;
  /// The last 64 KiB of what the player, or the sequencer that failed, wrote to its error output; empty if it ran in
  /// this process.
  std::string error_output;
};

/// What a message says of the time of a game that ended at a limit of time, so that the load of the machine can be told
/// from the player's work: `, after 1.1 s, in which it used 0.0 s of CPU time`. Empty for other games, and for a player
/// in this process.
std::string time_of(const GameResult& game);

/// The invalid moves of a game with these turns, by their fault.
std::vector<InvalidMoves> invalid_moves_in(const std::vector<Turn>& turns);
/// The first of these moves in words: its fault and its turn, and what the player answered.
std::string words_of(const InvalidMoves& invalid);

/// The record of a game that has been played: its result, and how it came about.
struct GameRecord : GameResult {
  std::vector<Turn> turns;
  /// The land at the end. If an invalid move ended the game, what that move built before its fault stands on it.
  Land land;
};

/// The result of one game of a tournament: a row of the table `game` of results.sqlite. All statistics are computed
/// from such rows. Player and sequencer have their names from the config.
struct GameRow : GameResult {
  std::string player = {};
  std::string sequencer = {};
  int repeat = 0;  ///< counts from 0
  /// The seed of the request stream, which `pentocity sequence --seed` accepts; none under `seed: secret`.
  std::optional<std::uint64_t> seed = 0;
  int turns = 0;

  /// Tells whether the metrics are known. Scores read from a CSV of published results have no turns and no metrics.
  /// Every game that was played and ended `ok` has turns.
  bool measured() const { return turns > 0; }
};

/// The state of a game under its rules, one turn after the other. Used to play and to replay games. The rules must
/// outlive it.
class Game {
 public:
  explicit Game(const Rules& rules) : rules_(rules), land_(empty_land(rules)), before_fatal_(land_) {}

  const Land& land() const { return land_; }
  int score() const { return score_; }
  int rejects() const { return rejects_; }
  /// Tells whether the game is over, by rejects or by an invalid move that ends it.
  bool over() const { return aborted_ || rejects_ >= rules_.max_rejects; }
  /// Tells whether an invalid move ended it.
  bool aborted() const { return aborted_; }
  /// The land after the last turn that placed a building; the metrics are measured on it.
  const Land& measured_land() const { return aborted_ ? before_fatal_ : land_; }

  /// What the player sees in the turn of this number.
  View view(int turn, const std::optional<Outcome>& last = std::nullopt) const {
    return {.land = land_, .turn = turn, .score = score_, .rejects = rejects_, .last = last};
  }

  /// Judges an answer and carries it out. After an invalid move the land stays as it was under `skip`; under `abort`
  /// what was built before the fault stays. Notes are cut to 200 characters.
  Turn answer(const Request& request, Move move);
  /// Judges an unreadable answer as an invalid move with the fault `bad_answer`. `answer` says what came; its
  /// first 500 characters become the note of the turn.
  Turn refuse(const Request& request, std::string answer);

 private:
  /// Counts a turn that has been judged.
  void settle(Turn& turn);

  const Rules& rules_;
  Land land_, before_fatal_;
  int score_ = 0;
  int rejects_ = 0;
  bool aborted_ = false;
};

/// Limits of every game. Processes of participants also have those of match::Limits.
struct GameLimits {
  /// CPU time of the thread that plays the game, in seconds. It is checked before each answer of the player, and within
  /// one where the player itself calls check_time().
  double cpu_seconds = 300;
};

/// A player during one game, in this process or in one of its own. By default watch(), pause() and end() do nothing,
/// which suits a player in this process.
class PlayerSession : public Player {
 public:
  /// What a player's process used and wrote, known when its game is over.
  struct Remains {
    GameUsage used;  ///< of its own process and all that this one started; all 0 if it has none
    std::string error_output;
  };

  /// Tells the player that this move was made in its place (Participants::opening). A player that is shown the whole
  /// land in each turn need not know.
  virtual void watch(const Request&, const Move&) {}
  /// Stops its process and all processes that this one started, between two answers, until another function of this
  /// object is called. Meanwhile no time passes for its limits. Throws what play() throws for a process that failed,
  /// and HostFault.
  virtual void pause() {}
  /// Tells the player how the game went, and ends its process and all processes that this one started; none of them is
  /// left when the function returns. Throws HostFault. Called once, after the last move.
  virtual Remains end(const GameRecord&) { return {}; }
  /// Whether its work is counted by itself, so that GameLimits::cpu_seconds does not hold for its game.
  virtual bool counts_work() const { return false; }
  /// The same player as one that proposes moves; null if it does not. It belongs to this object.
  virtual Proposer* proposer() { return nullptr; }
};

/// A player in this process.
class LocalPlayer : public PlayerSession {
 public:
  /// Throws std::runtime_error if `player` is null.
  explicit LocalPlayer(std::unique_ptr<Player> player);
  Move play(const Request& request, const View& view) override { return player_->play(request, view); }
  Proposer* proposer() override { return dynamic_cast<Proposer*>(player_.get()); }

 private:
  std::unique_ptr<Player> player_;
};

/// How the two participants of a game, the sequencer and the player, are made. The functions are called on the thread
/// that plays the game. What they throw, except for a HostFault, ends the game as a failure of that participant.
/// `player` must not return null.
struct Participants {
  std::function<std::unique_ptr<Sequencer>()> sequencer;
  std::function<std::unique_ptr<PlayerSession>()> player;
  /// Asked for an answer to each request before the player is. If it returns a move, that one is played and the player
  /// is not asked, so the player continues a game whose first moves are given. Empty: the player answers all requests.
  std::function<std::optional<Move>(const Request&, const View&)> opening = {};
};

/// Plays one game on this thread. An exception of the player or sequencer ends the game and is recorded. Throws
/// HostFault if a process of the host is lost or cannot be started: such a game has no result and can be played again.
GameRecord play_game(const Rules& rules, const Participants& participants, const GameLimits& limits = {});

/// Plays several games in lockstep, on this thread: in each turn one game after the other goes on by one request, and
/// players that wait for their turn are paused. So while a player answers request t, no other has been asked for more
/// than that. Returns the records in the order of `games`; they are those of play_game() for each. Throws HostFault if
/// any of the games has no result.
std::vector<GameRecord> play_in_lockstep(const Rules& rules, std::span<const Participants> games,
                                         const GameLimits& limits = {});

}  // namespace pentocity::match
