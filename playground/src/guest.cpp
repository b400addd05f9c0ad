#include "guest.hpp"

#include <nlohmann/json.hpp>

#include "pentocity/input/json_text.hpp"
#include "pentocity/input/user_error.hpp"
#include "pentocity/match/protocol.hpp"

namespace pentocity::playground {

using match::Status;

namespace {

// The default limits, as a player is told of them: here nobody counts its instructions.
constexpr double game_seconds = 100, move_seconds = 20;

}  // namespace

GuestGame::GuestGame(const Rules& rules, const Stream& stream, std::uint64_t seed)
    : game_(rules, stream), seed_(seed), random_(seed), seen_(rules.side) {}

std::string GuestGame::hello() const {
  return text_of_json(
             match::hello_to_player(nlohmann::json::object(), game_.rules(), seed_, game_seconds, move_seconds)) +
         '\n';
}

void GuestGame::fail(const std::string& error, const std::string& line) {
  game_.fail(error, ready_);
  ailment_ = line;
  closed_ = true;
}

// False: there is no whole line.
bool GuestGame::take_answer() {
  try {
    const std::optional<std::string> line = match::take_line(output_, searched_);
    if (!line) return false;
    if (const auto why = match::failure_of_line(*line)) {
      fail(*why, "");
    } else if (ready_) {
      game_.answer_line(*line);
    } else if (const nlohmann::json ready = match::ready_of_line(*line); ready.is_null()) {
      fail("handshake", match::no_handshake(*line));
    } else {
      const PlayedGames declared = match::description_of_ready(ready).plays;
      if (!declared.include(game_.rules()))
        throw InputError("it plays {} only, and not side {} under {}", declared.words(), game_.rules().side,
                         game_.rules().profile);
      ready_ = true;
    }
  } catch (const match::UnreadableAnswer& e) {  // a line without end
    if (ready_)
      game_.refuse(e.what());
    else
      fail(e.what(), "");
  }
  return true;
}

std::optional<std::string> GuestGame::read(std::string_view written) {
  if (closed_) return "";
  output_ += written;
  if (!take_answer())
    fail("no_answer", output_.empty() ? "it waits for input and has not answered" : match::what_ails(output_, false));
  if (closed_) return std::nullopt;
  if (!game_.over()) return match::turn_to_player(game_.request(), game_.view(), game_seconds, seen_) + '\n';
  closed_ = true;
  const match::GameRecord now = game_.record();
  return match::farewell_to_player(now.status, now.score, now.error) + '\n';
}

void GuestGame::end(const std::string& why, std::string_view written, std::string errors) {
  if (!closed_) {
    output_ += written;
    // What it wrote before are answers, unless that was too much.
    while (why != "output" && !closed_ && !game_.over() && take_answer()) {
    }
    if (!closed_ && !game_.over())
      fail(why, errors.empty() && !output_.empty() ? match::what_ails(output_, false) : "");
  }
  errors_ = match::text_of_errors(errors);
  match::add_error_line(errors_, ailment_);
}

match::GameRecord GuestGame::record() const {
  match::GameRecord out = game_.record();
  out.error_output = errors_;
  return out;
}

}  // namespace pentocity::playground
