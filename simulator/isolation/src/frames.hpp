#pragma once
// Frames: the messages between the host and a C++ player or sequencer in a process of its own. A frame is a length of 4
// bytes, a letter (Frame), and values as they are in memory. The other process may send any bytes, so reading checks
// every length.

#include <cstring>
#include <stdexcept>

#include "pentocity/game/player.hpp"

namespace pentocity::isolation {

/// The kinds of frames.
enum class Frame : char {
  ready = 'r',        ///< from a participant that has been made; one byte: is it an adaptive sequencer?
  description = 's',  ///< from a plugin: name, summary and options as JSON text
  bad_input = 'i',    ///< from a plugin that cannot be used: why, as text
  /// To a player: the request. To a sequencer: the number of the turn, and if it is adaptive, the land as one board for
  /// each kind of cell but `empty`.
  turn = 't',
  opening = 'o',        ///< to a player: a request, and the move that was made in its place
  answer = 'a',         ///< from a participant: a move, or a request
  too_long = 'l',       ///< the answer would have been longer than longest_message
  exception = 'x',      ///< an exception was thrown: its message
  out_of_memory = 'm',  ///< std::bad_alloc was thrown; the text is empty
};

/// The length at the beginning of a frame: the number of bytes after it.
using FrameLength = std::uint32_t;

/// Builds a frame: the adding functions append values, and finish() writes the length and returns the bytes.
class FrameWriter {
 public:
  explicit FrameWriter(Frame kind) : bytes_(sizeof(FrameLength), '\0') { add(kind); }
  template <class T>
  FrameWriter& add(const T& value) {
    static_assert(std::is_trivially_copyable_v<T>);
    return append({reinterpret_cast<const char*>(&value), sizeof value});
  }
  FrameWriter& add_text(std::string_view text) { return add(static_cast<std::uint32_t>(text.size())).append(text); }
  FrameWriter& add_cells(const Cells& cells) {
    add(static_cast<std::uint32_t>(cells.size()));
    return append({reinterpret_cast<const char*>(cells.data()), cells.size() * sizeof(Cell)});
  }
  FrameWriter& add_board(const LandBoard& board) {
    add(board.used);
    return append({reinterpret_cast<const char*>(board.words.data()), board.used * sizeof board.words[0]});
  }
  FrameWriter& add_request(const Request& request) { return add(request.type()).add_cells(request.cells()); }
  FrameWriter& add_move(const Move& move) {
    add(move.accept).add(move.rotation).add(move.location);
    for (const Cells* cells : {&move.road, &move.pond, &move.park})
      add_cells(move.accept ? *cells : Cells{});  // nothing of a rejected move is read
    return add_text(move.note);
  }
  std::string finish() {
    const auto length = static_cast<FrameLength>(bytes_.size() - sizeof(FrameLength));
    std::memcpy(bytes_.data(), &length, sizeof length);
    return std::move(bytes_);
  }

 private:
  FrameWriter& append(std::string_view bytes) {
    bytes_.append(bytes);
    return *this;
  }
  std::string bytes_;
};

/// Reads the values of a frame, without its length, in the order in which they were added. All functions throw
/// std::runtime_error if the frame is too short.
class FrameReader {
 public:
  explicit FrameReader(std::string_view bytes) : rest_(bytes) {}
  template <class T>
  T get() {
    static_assert(std::is_trivially_copyable_v<T>);
    T value;
    std::memcpy(&value, take(sizeof value).data(), sizeof value);
    return value;
  }
  bool get_flag() { return get<std::uint8_t>() != 0; }
  std::string get_text() { return std::string(take(get<std::uint32_t>())); }
  Cells get_cells() {
    const std::size_t count = get<std::uint32_t>();
    const std::string_view bytes = take(count * sizeof(Cell));
    Cells cells(count);
    if (count > 0) std::memcpy(cells.data(), bytes.data(), bytes.size());
    return cells;
  }
  LandBoard get_board() {
    const auto used = get<int>();
    if (used < LandBoard::small_words || used > LandBoard::max_words)
      throw std::runtime_error("a message has a bad board");
    LandBoard board;
    board.use(used);
    const std::string_view bytes = take(used * sizeof board.words[0]);
    std::memcpy(board.words.data(), bytes.data(), bytes.size());
    return board;
  }
  /// Also throws std::invalid_argument, if the cells are not connected.
  Request get_request() {
    const bool factory = get_flag();
    return {factory ? Building::factory : Building::residence, get_cells()};
  }
  Move get_move() {
    Move move;
    move.accept = get_flag();
    move.rotation = get<int>();
    move.location = get<Cell>();
    for (Cells* cells : {&move.road, &move.pond, &move.park}) *cells = get_cells();
    move.note = get_text();
    return move;
  }

 private:
  std::string_view take(std::size_t size) {
    if (size > rest_.size()) throw std::runtime_error("a message is cut short");
    const std::string_view out = rest_.substr(0, size);
    rest_.remove_prefix(size);
    return out;
  }
  std::string_view rest_;
};

}  // namespace pentocity::isolation
