// Stored games against the players: each is played again, up to the limit that is said to have ended it.
#include <fmt/format.h>

#include <chrono>

#include "audit_parts.hpp"
#include "pentocity/match/remote.hpp"
#include "pentocity/results/columns.hpp"
#include "pentocity/tournament/run.hpp"

namespace pentocity::audit {

using namespace match;

namespace {

using Clock = std::chrono::steady_clock;

// How often a game is played before it is said that time cannot have ended it there, or must have ended it.
constexpr int max_attempts = 3;
constexpr std::array times_up{"cpu", "wall", "game", "handshake"};
constexpr std::array space_up{"memory", "processes"};

bool is_one_of(const std::string& error, const auto& words) { return std::ranges::find(words, error) != words.end(); }

// Whether a limit of time has ended the game, for the player or the sequencer.
bool is_out_of_time(const GameResult& game) {
  if (match::is_limit_of_instructions(game.error)) return false;
  return game.status == Status::timeout || (game.status == Status::sequencer_failed && is_one_of(game.error, times_up));
}

double seconds_since(Clock::time_point begin) { return std::chrono::duration<double>(Clock::now() - begin).count(); }

// The limit that is said to have ended a game, and where: `answers` of the player, or requests of the sequencer, came
// before. If the game ends there here, too, what was used of the limit is not known, for it was passed.
struct Stop {
  const GameRow& row;
  bool of_sequencer = row.status == Status::sequencer_failed;
  int answers = of_sequencer ? row.turns : row.accepted + row.rejects;
  bool at_start = of_sequencer ? row.error == "handshake" : row.turns == 0;
  bool reached = false;  ///< here the answer came, and the game was stopped after it
  double answer_seconds = 0;
  GameUsage used_at_start = {};

  // Whatever comes is an answer.
  template <class Ask>
  void ask_and_stop(const Ask& ask) {
    const auto begin = Clock::now();
    try {
      ask();
    } catch (const UnreadableAnswer&) {
    }
    answer_seconds = seconds_since(begin);
    reached = true;
    throw ParticipantFailed(row.status, row.error);
  }
};

// None if the row says that no limit, or one that does not depend on the machine, ended the game.
std::optional<Stop> stop_of(const GameRow& row) {
  const bool space = row.status == Status::crashed && is_one_of(row.error, space_up);
  return space || is_out_of_time(row) ? std::optional(Stop{row}) : std::nullopt;
}

class StoppedPlayer : public PlayerSession {
 public:
  StoppedPlayer(std::unique_ptr<PlayerSession> player, Stop& stop) : player_(std::move(player)), stop_(stop) {}
  Move play(const Request& request, const View& view) override {
    if (view.turn < stop_.answers) return player_->play(request, view);
    stop_.ask_and_stop([&] { player_->play(request, view); });
    return {};
  }
  Remains end(const GameRecord& record) override { return player_->end(record); }

 private:
  std::unique_ptr<PlayerSession> player_;
  Stop& stop_;
};

class StoppedSequencer : public Sequencer {
 public:
  StoppedSequencer(std::unique_ptr<Sequencer> sequencer, Stop& stop) : sequencer_(std::move(sequencer)), stop_(stop) {}
  bool adaptive() const override { return sequencer_->adaptive(); }
  Request next(int turn, const Land* land) override {
    if (turn >= stop_.answers) stop_.ask_and_stop([&] { sequencer_->next(turn, land); });
    return sequencer_->next(turn, land);
  }

 private:
  std::unique_ptr<Sequencer> sequencer_;
  Stop& stop_;
};

// The same participants, of which one is stopped where it is said to have been. `stop` must outlive them.
Participants stopped(Participants game, Stop& stop) {
  if (stop.of_sequencer)
    game.sequencer = [make = game.sequencer, &stop]() -> std::unique_ptr<Sequencer> {
      if (stop.at_start) stop.ask_and_stop(make);
      return std::make_unique<StoppedSequencer>(make(), stop);
    };
  else
    game.player = [make = game.player, &stop]() -> std::unique_ptr<PlayerSession> {
      if (stop.at_start)
        stop.ask_and_stop([&] {
          GameRecord record;
          record.status = stop.row.status;
          record.error = stop.row.error;
          stop.used_at_start = make()->end(record).used;
        });
      return std::make_unique<StoppedPlayer>(make(), stop);
    };
  return game;
}

// What was used here of the limit, and the limit.
struct Share {
  double used, limit;
  const char* unit;
};

Share share_of(const Stop& stop, const GameUsage& used, double game_seconds, const match::Limits& limits) {
  const std::string& error = stop.row.error;
  // What a sequencer used of the processors is not known; its time is about as much.
  if (error == "cpu")
    return {stop.of_sequencer ? game_seconds : used.cpu_seconds + stop.used_at_start.cpu_seconds, limits.time, "s"};
  if (error == "game") return {game_seconds, limits.game_wall, "s"};
  if (error == "handshake") return {stop.answer_seconds, limits.handshake, "s"};
  if (error == "memory")
    return {static_cast<double>(std::max(used.peak_memory, stop.used_at_start.peak_memory)),
            static_cast<double>(limits.memory), "bytes"};
  if (error == "processes")
    return {static_cast<double>(std::max(used.peak_tasks, stop.used_at_start.peak_tasks)), isolation::max_tasks,
            "processes and threads"};
  return {stop.answer_seconds, limits.move_wall, "s"};
}

// One game that is played again.
struct Again {
  const tournament::Config& config;
  const results::GameId& id;
  const GameRow& stored;
  const std::string& place;
  bool traced;
  PlayedAgain out = {};

  PlayedAgain run() {
    for (int attempt = 1; !attempt_is_enough(attempt == max_attempts); ++attempt) {
    }
    return std::move(out);
  }

  const results::Schedule& schedule() const { return config.schedule; }

  // False if the game is to be played once more.
  bool attempt_is_enough(bool last) {
    std::optional<Stop> stop = stop_of(stored);
    Participants game = tournament::participants_of(config, id);
    const auto begin = Clock::now();
    GameRecord record = play_game(schedule().rules, stop ? stopped(std::move(game), *stop) : std::move(game),
                                  {schedule().limits.time * time_tolerance});
    if (stop && stop->reached) {
      // A limit in this process ends a game between two turns.
      if (!stop->of_sequencer && stop->answers == stored.turns && !stop->at_start) record.turns.pop_back();
      if (!judge(share_of(*stop, record.used, seconds_since(begin), schedule().limits), last)) return false;
    } else if (is_out_of_time(record)) {
      if (!stop) {
        if (!last) return false;
        add(out.findings, place, "status",
            fmt::format("{} ({}), for here it took more than {} times the limit, each of {} times",
                        name_of(record.status), record.error, time_tolerance, max_attempts),
            std::string(name_of(stored.status)));
        return true;
      }
      if (record.status != stored.status || std::ssize(record.turns) != stored.turns) {
        out.undecided = "here a limit of time ended them before";
        return true;
      }
      out.reaches_limit = true;
      record.error = stored.error;  // which of several limits of time came first is chance
    } else if (stop) {
      out.reaches_limit = record.status == stored.status && record.error == stored.error;
    }
    compare(std::move(record));
    return true;
  }

  // Whether this limit can have ended the game there. Returns false if that is to be seen once more.
  bool judge(const Share& share, bool last) {
    if (share.used >= share.limit) {
      out.reaches_limit = true;
    } else if (share.used * time_tolerance >= share.limit) {
      out.undecided = "they are said to have ended at a limit, and here used more than half of it";
    } else if (last) {
      add(out.findings, place, "error",
          fmt::format("no limit at turn {}, up to which it used {:.3g} of {:.3g} {} here",
                      stored.turns > 0 ? stored.turns - 1 : 0, share.used, share.limit, share.unit),
          fmt::format("{} ({})", name_of(stored.status), stored.error));
    }
    return last || share.used * time_tolerance >= share.limit;
  }

  void compare(GameRecord record) {
    if (traced) out.trace = trace_text(tournament::trace_header(schedule(), id), record);
    const GameRow row = tournament::game_row(schedule(), id, std::move(record));
    for (const results::Column& column : results::game_columns()) {
      const std::string expected = results::word_of(column.get(row)), found = results::word_of(column.get(stored));
      const bool known = !column.added || found != results::word_of({});
      if (column.deterministic && known && expected != found) add(out.findings, place, column.name, expected, found);
    }
  }
};

}  // namespace

PlayedAgain play_again(const tournament::Config& config, const results::GameId& id, const GameRow& stored,
                       const std::string& place, bool traced) {
  return Again{config, id, stored, place, traced}.run();
}

}  // namespace pentocity::audit
