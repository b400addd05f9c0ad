#include "land_picture.hpp"

#include <fmt/format.h>

#include "pentocity/input/printable.hpp"
#include "pentocity/input/user_error.hpp"
#include "pentocity/match/read_trace.hpp"

namespace pentocity::app {

using match::Game, match::Mismatch, match::TraceLines, match::Turn;

LandPicture land_picture(const TraceLines& trace, const std::string& file, int turn,
                         std::vector<Mismatch>& mismatches) {
  const int turns = static_cast<int>(trace.turns.size());
  if (turn >= turns)
    throw InputError(turns == 0
                         ? fmt::format("{}: there is no turn {}: the game has none", file, turn)
                         : fmt::format("{}: there is no turn {}: the game has turns 0 to {}", file, turn, turns - 1));
  const int last = turn < 0 ? turns - 1 : turn;
  LandPicture picture{Land(trace.rules.side), {}, std::nullopt};
  int number = 0;
  mismatches = replay_trace(trace, [&](const Game& game, const Turn& played) {
    if (number <= last) {
      picture.land = played.fault ? game.measured_land() : game.land();
      picture.turn = played;
      // What is no answer stands in the note alone, which is not replayed.
      if (const auto note = trace.turns[number].find("note"); note != trace.turns[number].end() && note->is_string())
        picture.turn->move.note = *note;
      picture.number = number;
      picture.score = game.score();
      picture.rejects = game.rejects();
      if (played.stands()) picture.buildings.push_back(game.land().grid().board(played.building));
    }
    ++number;
  });
  return picture;
}

std::string complaint_of(const Mismatch& m, const std::string& file) {
  return fmt::format("pentocity: {}: this recording does not agree with its rules: {}{}: recorded {}, replayed {}\n",
                     file, m.turn >= 0 ? fmt::format("turn {}: ", m.turn) : "", m.field, printable(m.recorded),
                     printable(m.replayed));
}

}  // namespace pentocity::app
