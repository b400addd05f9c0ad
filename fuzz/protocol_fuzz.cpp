// An answer of a player or sequencer: a line, or the frame of a hosted one. What can be read is played.
#include <nlohmann/json.hpp>

#include "frames.hpp"
#include "input.hpp"
#include "pentocity/input/json_text.hpp"
#include "pentocity/match/game.hpp"
#include "pentocity/match/json_cells.hpp"
#include "pentocity/match/protocol.hpp"

namespace {

using namespace pentocity;
using namespace pentocity::match;
using namespace pentocity::isolation;

template <class Read>
auto read(Read&& reader) -> std::optional<decltype(reader())> {
  try {
    return reader();
  } catch (const UnreadableAnswer&) {
  } catch (const std::invalid_argument&) {  // cells that are no piece
  } catch (const std::runtime_error&) {     // a frame cut short
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
  for (const auto& move :
       {read([&] { return move_of_line(text, 0); }), read([&] { return FrameReader(text).get_move(); })})
    if (move) game.answer(piece, *move);
  for (const auto& request :
       {read([&] { return request_of_line(text, 0); }), read([&] { return FrameReader(text).get_request(); })})
    if (request) game.answer(*request, Move::at(0, {0, 0}));
  if (const nlohmann::json ready = parse_json(text); ready.is_object())
    read([&] { return description_of_ready(ready); });
  return 0;
}
