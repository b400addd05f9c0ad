#pragma once
// Games of the playground: one that somebody plays move by move, the same requests played by a player beside it, and
// what planner-fast, or planner, would do.

#include "pentocity/match/game.hpp"
#include "pentocity/match/trace.hpp"
#include "planner/city.hpp"

namespace pentocity::playground {

/// A request stream: a built-in sequencer with its default options, or a mix.
struct Stream {
  std::string name;                ///< of the sequencer, or of the mix
  std::optional<std::string> mix;  ///< the mix as src/yaml_of_json.cpp reads it; none: a built-in sequencer
  std::uint64_t seed = 0;
};

/// A game on a stream, answered from outside.
class PlayedGame {
 public:
  PlayedGame(const Rules& rules, const Stream& stream);

  const Rules& rules() const { return rules_; }
  const Land& land() const { return game_.land(); }
  int score() const { return game_.score(); }
  int rejects() const { return game_.rejects(); }
  bool over() const { return game_.over() || failed_; }
  int turn() const { return static_cast<int>(turns_.size()); }
  const std::vector<match::Turn>& turns() const { return turns_; }
  /// The request to answer. Only if the game is not over.
  const Request& request() const { return *request_; }
  View view() const;
  /// Judges the answer, and asks for the next request.
  const match::Turn& answer(Move move) { return settle(game_.answer(*request_, std::move(move))); }
  /// The same of what is no answer; `why` says what came.
  const match::Turn& refuse(std::string why) { return settle(game_.refuse(*request_, std::move(why))); }
  /// The same of a line of the protocol.
  const match::Turn& answer_line(const std::string& line);
  /// The player has crashed, and the game is over: `error` says how, `asked` whether it owed an answer to the request.
  void fail(const std::string& error, bool asked);
  /// The game as it stands.
  match::GameRecord record() const;

 private:
  void ask();
  const match::Turn& settle(match::Turn turn);
  Rules rules_;
  Options options_;
  std::unique_ptr<Sequencer> sequencer_;
  match::Game game_;
  std::vector<match::Turn> turns_;
  std::optional<Request> request_;
  std::optional<std::string> failed_;  ///< how the player crashed
};

/// A built-in player that plays a game of its own on a stream.
class PlayerGame {
 public:
  PlayerGame(const Rules& rules, const Stream& stream, const std::string& player, std::uint64_t seed);
  PlayedGame& game() { return game_; }
  /// Plays a turn, unless the game is over.
  void step();

 private:
  PlayedGame game_;
  Options options_;
  std::unique_ptr<Player> player_;
};

/// A move as the planner sees it.
struct Candidate {
  Move move;
  /// What the move is worth to the planner, in points: those it scores and the change of the land's value. None for
  /// moves that carry on a strip, which are not compared with others.
  std::optional<double> value;
};

/// Asks a planner about each request of a game in turn.
class Adviser {
 public:
  /// `player` is planner or planner-fast. The rules must live longer than the object.
  Adviser(const Rules& rules, const std::string& player, std::uint64_t seed);
  /// The planner's moves for a request, at most `most`: the one that it would make, then the others with the best by
  /// its evaluation first; none if it would reject. Must be called for every request of the game once.
  std::vector<Candidate> candidates(const Request& request, const View& view, std::size_t most);
  /// What a legal move for the request that candidates() was last called for is worth, as Candidate::value; `delta` is
  /// what it scores.
  double worth(const Request& request, const Land& land, const Move& move, int delta) const {
    return worth_(request, land, move, delta);
  }

 private:
  Options options_;
  std::unique_ptr<Player> player_;
  const std::vector<players::planner::Draft>* drafts_;  ///< the moves that it chose from last
  std::function<double(const Request&, const Land&, const Move&, int)> worth_;
};

}  // namespace pentocity::playground
