#pragma once
// Open files that close by themselves.

#include <unistd.h>

#include <utility>

namespace pentocity::inline input {

/// Owns a file descriptor and closes it at its end; -1: none.
class File {
 public:
  explicit File(int number = -1) : number_(number) {}
  ~File() { reset(); }
  File(File&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
  File& operator=(File&& other) noexcept {
    std::swap(number_, other.number_);
    return *this;
  }
  int get() const { return number_; }
  void reset() {
    if (number_ >= 0) ::close(number_);
    number_ = -1;
  }
  /// Gives the descriptor away, which is no longer closed here.
  int release() { return std::exchange(number_, -1); }

 private:
  int number_;
};

}  // namespace pentocity::inline input
