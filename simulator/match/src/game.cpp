#include "pentocity/match/game.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <deque>
#include <nlohmann/json.hpp>

#include "pentocity/game/time_limit.hpp"
#include "pentocity/input/json_text.hpp"
#include "pentocity/input/memory_limit.hpp"
#include "pentocity/input/printable.hpp"
#include "pentocity/match/json_cells.hpp"
#include "pentocity/match/remote.hpp"

namespace pentocity::match {
namespace {

constexpr std::array<std::string_view, status_count> status_names{"ok", "invalid", "crashed", "timeout",
                                                                  "sequencer_failed"};

void sort_unique(Cells& cells) {
  std::sort(cells.begin(), cells.end());
  cells.erase(std::unique(cells.begin(), cells.end()), cells.end());
}

// Reading the CPU clock is a system call; it is read only when enough wall time has passed for the answer to have
// changed.
class CpuLimit {
 public:
  explicit CpuLimit(double seconds) : limit_(seconds), begin_(thread_cpu_seconds()) {}
  bool passed() {
    const auto now = Clock::now();
    if (now - last_read_ < std::chrono::milliseconds(5)) return false;
    last_read_ = now;
    return used() > limit_;
  }
  double used() const { return before_ + thread_cpu_seconds() - begin_; }

  // What this thread does from now on until go_on() is called is no part of the game.
  void halt() { before_ = used(); }
  void go_on() { begin_ = thread_cpu_seconds(); }
  // What was left when the game last went on.
  double left() const { return limit_ - before_; }

 private:
  using Clock = std::chrono::steady_clock;
  double limit_, begin_, before_ = 0;
  Clock::time_point last_read_ = Clock::now();
};

constexpr int longest_note = 200, longest_error = 500;

// Cuts a player's text to so many characters (of UTF-8, or bytes that are none).
void shorten(std::string& text, int max) {
  std::size_t end = 0;
  for (int characters = 0; end < text.size() && end < 4 * static_cast<std::size_t>(max); ++end) {
    const bool begins = (text[end] & 0xc0) != 0x80;
    if (begins && ++characters > max) break;
  }
  text.resize(end);
}

// What the player answered in a turn, as a player in another language would have written it.
std::string said_in(const Turn& turn, int number) {
  if (turn.fault == Fault::bad_answer) return turn.move.note;
  Move move = turn.move;
  move.accept = true;
  std::string text = text_of_json(json_of_answer(number, move));
  shorten(text, longest_error);
  return text;
}

// A game that is played, from the making of its participants to the player's end.
class Play {
 public:
  Play(const Rules& rules, const Participants& participants, const GameLimits& limits)
      : participants_(participants), rules_(rules), game_(rules), limits_(limits), cpu_(limits.cpu_seconds) {}

  // Plays the game from its beginning to its end.
  GameRecord run() {
    {
      const TimeLimit limit(limits_.cpu_seconds);
      attempt([this] {
        make_participants();
        while (!over()) play_turn();
      });
    }
    finish();
    return std::move(record_);
  }

  // Makes the participants or, in later calls, plays a turn, and pauses the player. Returns whether the game goes on.
  bool advance() {
    cpu_.go_on();
    {
      const TimeLimit limit(cpu_.left());
      attempt([this] {
        if (player_)
          play_turn();
        else
          make_participants();
        if (!over()) player_->pause();
      });
    }
    if (over()) {
      finish();
      player_.reset();
      sequencer_.reset();
    }
    cpu_.halt();
    return !over();
  }
  // Of a game that has ended.
  GameRecord take_record() { return std::move(record_); }

 private:
  bool over() const { return record_.status != Status::ok || game_.over(); }

  // Does a part of the game, which ends if a participant fails.
  template <class Part>
  void attempt(const Part& part) {
    try {
      part();
    } catch (const HostFault&) {  // gives no result: the game can be played again
      throw;
    } catch (const MemoryLimitReached&) {  // for what the program holds in all, not this game alone
      throw;
    } catch (const TimeIsUp& e) {
      end(Status::timeout, e.what());
    } catch (const ParticipantFailed& e) {
      end(e.status, e.what());
      record_.error_output = e.errors;
      if (record_.status != Status::sequencer_failed) record_.used = e.used;
    } catch (const std::exception& e) {
      end(Status::crashed, e.what());
    } catch (...) {
      end(Status::crashed, "unknown exception");
    }
  }

  void make_participants() {
    sequencer_ = participants_.sequencer();
    if (!sequencer_) throw std::runtime_error("no sequencer was made");
    record_.adaptive = sequencer_->adaptive();
    players_turn_ = true;
    player_ = participants_.player();
  }

  void play_turn() {
    const int number = static_cast<int>(record_.turns.size());
    players_turn_ = false;
    const Request request = sequencer_->next(number, record_.adaptive ? &game_.land() : nullptr);
    players_turn_ = true;
    if (!player_->counts_work() && cpu_.passed()) return end(Status::timeout, "cpu");
    Turn& turn = record_.turns.emplace_back(request);
    turn.answered = false;
    turn.score_after = game_.score();
    turn.rejects_after = game_.rejects();
    turn = judged(request, game_.view(number, last_));
    last_ = turn.outcome();
    record_.accepted += turn.stands();
    record_.invalid_moves += turn.fault && !game_.aborted();
    note_course(turn);
    if (game_.aborted()) {
      end(Status::invalid, std::string(name_of(*turn.fault)));
      if (turn.fault == Fault::bad_answer) record_.error += ": " + turn.move.note;
    }
  }

  void note_course(const Turn& turn) {
    if (record_.turns.size() % Course::step == 0) course_.scores.push_back(turn.score_after);
    if (turn.stands() || game_.aborted()) return;
    const RejectCause cause = turn.fault ? RejectCause::invalid : cause_of_reject(rules_, game_.land(), turn.request);
    ++course_.rejects[static_cast<std::size_t>(cause)];
  }

  // An unreadable answer is judged as an invalid move.
  Turn judged(const Request& request, const View& view) {
    try {
      std::optional<Move> opening = participants_.opening ? participants_.opening(request, view) : std::nullopt;
      if (opening) player_->watch(request, *opening);
      return game_.answer(request, opening ? std::move(*opening) : player_->play(request, view));
    } catch (const UnreadableAnswer& e) {
      return game_.refuse(request, e.what());
    }
  }

  void end(Status status, std::string error) {
    record_.status = players_turn_ ? status : Status::sequencer_failed;
    record_.error = std::move(error);
    shorten(record_.error, longest_error);
  }

  void finish() {
    record_.score = game_.score();
    record_.rejects = game_.rejects();
    record_.faults = invalid_moves_in(record_.turns);
    record_.land = game_.land();
    record_.metrics = measure(game_.measured_land(), record_.score);
    for (const Kind kind : all_kinds)
      course_.cells[static_cast<std::size_t>(kind)] = game_.measured_land().of(kind).count();
    course_.points = points_of(rules_, game_.measured_land(), record_.turns);
    record_.course = course_;
    const double in_this_process = cpu_.used();
    if (player_) {
      PlayerSession::Remains remains = player_->end(record_);
      record_.used = remains.used;
      if (record_.status != Status::sequencer_failed) record_.error_output = std::move(remains.error_output);
    }
    record_.used.cpu_seconds += in_this_process;
  }

  const Participants& participants_;
  const Rules& rules_;
  GameRecord record_;
  Course course_;
  Game game_;
  const GameLimits& limits_;
  CpuLimit cpu_;
  std::unique_ptr<Sequencer> sequencer_;
  std::unique_ptr<PlayerSession> player_;
  std::optional<Outcome> last_;
  bool players_turn_ =
      false;  ///< whose turn it is, the player's or the sequencer's, and so whose failure an exception counts as
};

}  // namespace

std::string time_of(const GameResult& game) {
  if (game.status != Status::timeout || game.used.wall_seconds == 0) return {};
  return fmt::format(", after {:.1f} s, in which it used {:.1f} s of CPU time", game.used.wall_seconds,
                     game.used.cpu_seconds);
}

std::vector<InvalidMoves> invalid_moves_in(const std::vector<Turn>& turns) {
  std::map<Fault, InvalidMoves> found;
  for (const Turn& turn : turns) {
    if (!turn.fault) continue;
    InvalidMoves& of_fault = found[*turn.fault];
    if (of_fault.moves++ > 0) continue;
    of_fault.fault = *turn.fault;
    of_fault.turn = static_cast<int>(&turn - turns.data());
    of_fault.said = said_in(turn, of_fault.turn);
  }
  std::vector<InvalidMoves> out;
  for (auto& [fault, of_fault] : found) out.push_back(std::move(of_fault));
  return out;
}

std::string words_of(const InvalidMoves& invalid) {
  return fmt::format("{} at turn {}: it answered: {}", name_of(invalid.fault), invalid.turn, invalid.said);
}

std::string words_of(const ParticipantFailed& failure) {
  const std::string last = last_words(failure.errors);
  return fmt::format("{}{}{}", failure.what(), last.empty() ? "" : "; its last words: ", last);
}

std::string_view name_of(Status status) { return status_names[static_cast<std::size_t>(status)]; }

std::optional<Status> status_of_name(std::string_view name) {
  const auto it = std::find(status_names.begin(), status_names.end(), name);
  if (it == status_names.end()) return std::nullopt;
  return static_cast<Status>(it - status_names.begin());
}

LocalPlayer::LocalPlayer(std::unique_ptr<Player> player) : player_(std::move(player)) {
  if (!player_) throw std::runtime_error("no player was made");
}

Turn Game::refuse(const Request& request, std::string answer) {
  Turn turn(request, {.accept = true, .location = {}, .note = std::move(answer)});
  shorten(turn.move.note, longest_error);
  turn.fault = Fault::bad_answer;
  before_fatal_ = land_;
  settle(turn);
  return turn;
}

Turn Game::answer(const Request& request, Move move) {
  Turn turn(request, std::move(move));
  shorten(turn.move.note, longest_note);
  if (turn.move.accept) {
    for (Cells* cells : {&turn.move.road, &turn.move.pond, &turn.move.park}) sort_unique(*cells);
    before_fatal_ = land_;
    Judgement judgement = apply_move(rules_, land_, request, turn.move);
    turn.fault = judgement.fault;
    turn.building = std::move(judgement.building);
    turn.delta = judgement.delta;
    score_ += turn.delta;
    if (turn.fault && rules_.on_invalid == OnInvalid::skip) land_ = before_fatal_;
  }
  settle(turn);
  return turn;
}

void Game::settle(Turn& turn) {
  if (turn.fault && rules_.on_invalid == OnInvalid::abort) aborted_ = true;
  if (!turn.stands() && !aborted_) ++rejects_;
  turn.score_after = score_;
  turn.rejects_after = rejects_;
}

GameRecord play_game(const Rules& rules, const Participants& participants, const GameLimits& limits) {
  return Play(rules, participants, limits).run();
}

std::vector<GameRecord> play_in_lockstep(const Rules& rules, std::span<const Participants> games,
                                         const GameLimits& limits) {
  std::deque<Play> plays;
  std::vector<Play*> open;
  for (const Participants& participants : games) open.push_back(&plays.emplace_back(rules, participants, limits));
  while (!open.empty()) std::erase_if(open, [](Play* play) { return !play->advance(); });
  std::vector<GameRecord> records;
  for (Play& play : plays) records.push_back(play.take_record());
  return records;
}

}  // namespace pentocity::match
