// An answer of a player or sequencer. What can be read is played.
#include <nlohmann/json.hpp>

#include "input.hpp"
#include "pentocity/input/json_text.hpp"
#include "pentocity/match/game.hpp"
#include "pentocity/match/json_cells.hpp"
#include "pentocity/match/protocol.hpp"

namespace {

using namespace pentocity;
using namespace pentocity::match;

template <class Read>
auto read(Read&& reader) -> std::optional<decltype(reader())> {
  try {
    return reader();
  } catch (const UnreadableAnswer&) {
  } catch (const std::invalid_argument&) {  // cells that are no piece
  }
  return std::nullopt;
}

}  // namespace

using namespace pentocity;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const Rules rules = [] {
    Rules r = Rules::report();
    r.side = 20;
    return r;
  }();
  const std::string text(fuzz::text_of(data, size));
  Game game(rules);
  const Request piece(Building::residence, *pentomino('L'));
  if (const auto move = read([&] { return move_of_line(text, 0); })) game.answer(piece, *move);
  if (const auto request = read([&] { return request_of_line(text, 0); })) game.answer(*request, Move::at(0, {0, 0}));
  if (const nlohmann::json ready = parse_json(text); ready.is_object())
    read([&] { return description_of_ready(ready); });
  return 0;
}
