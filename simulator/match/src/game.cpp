#include "pentocity/match/game.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <ctime>

#include "pentocity/match/remote.hpp"

namespace pentocity::match {
namespace {

constexpr std::array<std::string_view, status_count> status_names{"ok", "invalid", "crashed", "timeout",
                                                                  "sequencer_failed"};

void sort_unique(Cells& cells) {
  std::sort(cells.begin(), cells.end());
  cells.erase(std::unique(cells.begin(), cells.end()), cells.end());
}

double thread_cpu_seconds() {
  timespec t{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_nsec) * 1e-9;
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
  double used() const { return thread_cpu_seconds() - begin_; }

 private:
  using Clock = std::chrono::steady_clock;
  double limit_, begin_;
  Clock::time_point last_read_ = Clock::now();
};

constexpr int longest_note = 200, longest_error = 500;

// Cuts a player's text to so many characters (of UTF-8, or bytes that are none).
void shorten(std::string& text, int most) {
  std::size_t end = 0;
  for (int characters = 0; end < text.size() && end < 4 * static_cast<std::size_t>(most); ++end) {
    const bool begins = (text[end] & 0xc0) != 0x80;
    if (begins && ++characters > most) break;
  }
  text.resize(end);
}

// The message of whatever was thrown, for the record of a game.
std::string message_of_exception() {
  try {
    throw;
  } catch (const std::exception& e) {
    std::string message = e.what();
    shorten(message, longest_error);
    return message;
  } catch (...) {
    return "unknown exception";
  }
}

// The end of a game whose player throws. What the process of a side says in the end is kept. A fault of the host is no
// end of a game: it is thrown on.
void end_with_exception(GameRecord& record) {
  record.error = message_of_exception();
  record.status = Status::crashed;
  try {
    throw;
  } catch (const HostFault&) {
    throw;
  } catch (const SideFailed& e) {
    record.status = e.status;
    record.error_output = e.errors;
  } catch (...) {
  }
}

// The same of a sequencer, however it failed.
void end_without_request(GameRecord& record) {
  end_with_exception(record);
  record.status = Status::sequencer_failed;
}

}  // namespace

std::string_view name_of(Status status) { return status_names[static_cast<std::size_t>(status)]; }

std::optional<Status> status_of_name(std::string_view name) {
  const auto it = std::find(status_names.begin(), status_names.end(), name);
  if (it == status_names.end()) return std::nullopt;
  return static_cast<Status>(it - status_names.begin());
}

Turn Game::refuse(const Request& request, std::string answer) {
  Turn turn(request);
  turn.move.accept = true;
  turn.move.note = std::move(answer);
  shorten(turn.move.note, longest_error);
  turn.fault = Fault::bad_answer;
  before_fatal_ = land_;
  if (rules_.on_invalid == OnInvalid::abort)
    aborted_ = true;
  else
    ++rejects_;
  turn.score_after = score_;
  turn.rejects_after = rejects_;
  return turn;
}

Turn Game::answer(const Request& request, Move move) {
  Turn turn(request, std::move(move));
  shorten(turn.move.note, longest_note);
  if (turn.move.accept) {
    for (Cells* cells : {&turn.move.road, &turn.move.water, &turn.move.park}) sort_unique(*cells);
    before_fatal_ = land_;
    Judgement judgement = apply_move(rules_, land_, request, turn.move);
    turn.fault = judgement.fault;
    turn.building = std::move(judgement.building);
    turn.delta = judgement.delta;
    score_ += turn.delta;
    if (turn.fault && rules_.on_invalid == OnInvalid::abort) aborted_ = true;
    if (turn.fault && rules_.on_invalid == OnInvalid::skip) land_ = before_fatal_;
  }
  if (!turn.stands() && !aborted_) ++rejects_;
  turn.score_after = score_;
  turn.rejects_after = rejects_;
  return turn;
}

GameRecord play_game(const Rules& rules, const GameSides& sides, const GameLimits& limits) {
  GameRecord record;
  Game game(rules);
  CpuLimit cpu(limits.cpu_seconds);
  const auto end = [&](Status status, std::string error) {
    record.status = status;
    record.error = std::move(error);
  };

  std::unique_ptr<Sequencer> sequencer;
  std::unique_ptr<Player> player;
  try {
    sequencer = sides.sequencer();
    if (!sequencer) throw std::runtime_error("no sequencer was made");
    record.adaptive = sequencer->adaptive();
  } catch (...) {
    end_without_request(record);
  }
  if (record.status == Status::ok) {
    try {
      player = sides.player();
      if (!player) throw std::runtime_error("no player was made");
    } catch (...) {
      end_with_exception(record);
    }
  }
  auto* const remote = dynamic_cast<RemotePlayer*>(player.get());

  std::optional<Outcome> last;
  while (record.status == Status::ok && !game.over()) {
    const int number = static_cast<int>(record.turns.size());
    std::optional<Request> request;
    try {
      request = sequencer->next(number, record.adaptive ? &game.land() : nullptr);
      if (sides.check_requests && !request->is_proper()) throw std::invalid_argument("bad_request");
    } catch (...) {
      end_without_request(record);
      break;
    }
    if (cpu.passed()) {
      end(Status::timeout, "cpu");
      break;
    }
    Turn turn(*request);
    try {
      const View view{game.land(), number, game.score(), game.rejects(), last};
      std::optional<Move> opening = sides.opening ? sides.opening(*request, view) : std::nullopt;
      if (opening && remote != nullptr) remote->watch(*request, *opening);
      turn = game.answer(*request, opening ? std::move(*opening) : player->play(*request, view));
    } catch (const UnreadableAnswer& e) {
      turn = game.refuse(*request, e.what());
    } catch (...) {
      turn.answered = false;
      turn.score_after = game.score();
      turn.rejects_after = game.rejects();
      record.turns.push_back(std::move(turn));
      end_with_exception(record);
      break;
    }
    last = Outcome{turn.stands(), turn.fault, turn.delta};
    record.accepted += turn.stands();
    record.invalid_moves += turn.fault && !game.aborted();
    if (game.aborted()) {
      end(Status::invalid, std::string(name_of(*turn.fault)));
      if (turn.fault == Fault::bad_answer) record.error += ": " + turn.move.note;
    }
    record.turns.push_back(std::move(turn));
  }

  record.score = game.score();
  record.rejects = game.rejects();
  record.land = game.land();
  record.metrics = measure(game.measured_land(), record.score);
  record.used.cpu_seconds = cpu.used();
  if (remote != nullptr) {
    remote->end(record);
    const double in_this_process = record.used.cpu_seconds;
    record.used = remote->used();
    record.used.cpu_seconds += in_this_process;
    if (record.status != Status::sequencer_failed) record.error_output = remote->errors();
  }
  return record;
}

}  // namespace pentocity::match
