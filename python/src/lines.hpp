#pragma once
// Lines between a player's process and the program that asks it. They are those of the protocol `pentocity-player/1`
// (docs/reference/protocol.md), also between a run and its workers, processes of the same user for Python players. A
// worker plays one game after the other over the same pipes; if its player fails it answers with `error` and
// `traceback`, and each of its answers says the CPU time of the game up to then, as `cpu`.

#include <optional>
#include <string>

namespace pentocity::python {

/// Lines over a pair of file descriptors. Throws std::system_error if one fails.
class Lines {
 public:
  Lines(int in, int out) : in_(in), out_(out) {}
  /// The next line, without its end; none at the end of the input.
  std::optional<std::string> read();
  void write(std::string line) const;

 private:
  int in_, out_;
  std::string buffer_;
  std::size_t used_ = 0;
};

}  // namespace pentocity::python
