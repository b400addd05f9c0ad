#pragma once
// The protocol `pentocity-player/1` (docs/reference/protocol.md) from the side of a player, and from the side of a run
// whose Python players are in processes of the same user, the workers. A worker plays one game after the other over the
// same pipes; if its player fails it answers with `error` and `traceback`, and each of its answers says the CPU time of
// the game up to then, as `cpu`.

#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "pentocity/input/file.hpp"
#include "pentocity/match/game.hpp"

namespace pentocity::python {

/// Lines over a pair of file descriptors. Throws std::runtime_error if one fails.
class Lines {
 public:
  Lines(int in, int out) : in_(in), out_(out) {}
  /// The next line, without its end; none at the end of the input.
  std::optional<std::string> read();
  void write(std::string line);

 private:
  int in_, out_;
  std::string buffer_;
  std::size_t used_ = 0;
};

/// What the first message of a game says.
struct Hello {
  Rules rules;
  std::uint64_t seed = 0;
  nlohmann::json options;
};
/// Reads it. Throws InputError for a line that is none.
Hello read_hello(const std::string& line);
std::string hello_line(const Hello& hello);

/// What a turn's message says. The land is changed by what was placed.
struct Asked {
  int turn = 0;
  Request request;
  int score = 0, rejects = 0;
  std::optional<Outcome> last;
};
/// Reads a turn, and changes the land. None for the end of the game. Throws InputError for a line that is neither.
std::optional<Asked> read_turn(const std::string& line, Land& land);
/// The message of a turn. `seen` is the land as of the message before, and becomes the present one.
std::string turn_line(const Request& request, const View& view, Land& seen);

/// An answer, and what a worker adds.
std::string answer_line(int turn, const Move& move, std::optional<double> cpu);
/// Reads a worker's answer. Throws std::runtime_error with what its player threw.
struct Answer {
  Move move;
  double cpu = 0;
  std::string error, traceback;
};
Answer read_answer(const std::string& line);

}  // namespace pentocity::python
