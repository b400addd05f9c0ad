#include "pentocity/match/game.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <ctime>
#include <stdexcept>

#include "pentocity/match/remote.hpp"

namespace pentocity::match {
namespace {

constexpr std::array<std::string_view, status_count> status_names{"ok", "invalid", "crashed", "timeout",
                                                                  "sequencer_failed"};

void sort_unique(Cells& cells) {
  std::ranges::sort(cells);
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
void shorten(std::string& text, int max) {
  std::size_t end = 0;
  for (int characters = 0; end < text.size() && end < 4 * static_cast<std::size_t>(max); ++end) {
    const bool begins = (text[end] & 0xc0) != 0x80;
    if (begins && ++characters > max) break;
  }
  text.resize(end);
}

// The next turn of a game. What is no answer is judged as one that is invalid.
Turn turn_of(Game& game, PlayerSession& player, const Participants& participants, const Request& request,
             const View& view) {
  try {
    std::optional<Move> opening = participants.opening ? participants.opening(request, view) : std::nullopt;
    if (opening) player.watch(request, *opening);
    return game.answer(request, opening ? std::move(*opening) : player.play(request, view));
  } catch (const UnreadableAnswer& e) {
    return game.refuse(request, e.what());
  }
}

}  // namespace

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

GameRecord play_game(const Rules& rules, const Participants& participants, const GameLimits& limits) {
  GameRecord record;
  Game game(rules);
  CpuLimit cpu(limits.cpu_seconds);
  std::unique_ptr<Sequencer> sequencer;
  std::unique_ptr<PlayerSession> player;
  std::optional<Outcome> last;

  bool players_turn = false;  // or else it is the sequencer's: whose failure it is if anything is thrown
  const auto end = [&](Status status, std::string error) {
    record.status = players_turn ? status : Status::sequencer_failed;
    record.error = std::move(error);
    shorten(record.error, longest_error);
  };
  try {
    sequencer = participants.sequencer();
    if (!sequencer) throw std::runtime_error("no sequencer was made");
    record.adaptive = sequencer->adaptive();
    players_turn = true;
    player = participants.player();
    while (record.status == Status::ok && !game.over()) {
      const int number = static_cast<int>(record.turns.size());
      players_turn = false;
      const Request request = sequencer->next(number, record.adaptive ? &game.land() : nullptr);
      if (participants.check_requests && !request.is_proper()) throw std::invalid_argument("bad_request");
      players_turn = true;
      if (cpu.passed()) {
        end(Status::timeout, "cpu");
        break;
      }
      Turn& turn = record.turns.emplace_back(request);
      turn.answered = false;
      turn.score_after = game.score();
      turn.rejects_after = game.rejects();
      turn = turn_of(
          game, *player, participants, request,
          {.land = game.land(), .turn = number, .score = game.score(), .rejects = game.rejects(), .last = last});
      last = Outcome{turn.stands(), turn.fault, turn.delta};
      record.accepted += turn.stands();
      record.invalid_moves += turn.fault && !game.aborted();
      if (game.aborted()) {
        end(Status::invalid, std::string(name_of(*turn.fault)));
        if (turn.fault == Fault::bad_answer) record.error += ": " + turn.move.note;
      }
    }
  } catch (const HostFault&) {  // no end of a game
    throw;
  } catch (const ParticipantFailed& e) {
    end(e.status, e.what());
    record.error_output = e.errors;
  } catch (const std::exception& e) {
    end(Status::crashed, e.what());
  } catch (...) {
    end(Status::crashed, "unknown exception");
  }

  record.score = game.score();
  record.rejects = game.rejects();
  record.land = game.land();
  record.metrics = measure(game.measured_land(), record.score);
  const double in_this_process = cpu.used();
  if (player) {
    PlayerSession::Remains remains = player->end(record);
    record.used = remains.used;
    if (record.status != Status::sequencer_failed) record.error_output = std::move(remains.error_output);
  }
  record.used.cpu_seconds += in_this_process;
  return record;
}

}  // namespace pentocity::match
