#pragma once
// Exceptions for errors that the user can do something about. Each has a message of one line.

#include <fmt/core.h>

#include <stdexcept>
#include <string_view>
#include <utility>

#include "pentocity/input/printable.hpp"

namespace pentocity::inline input {

/// An error that the user can do something about: a full disk, a folder that cannot be written, a port that is taken,
/// or wrong input (InputError). The command line prints the message and exits with code 2.
class UserError : public std::runtime_error {
 public:
  /// `message` is passed through printable(), so it becomes one line.
  explicit UserError(std::string_view message) : std::runtime_error(printable(message)) {}
  /// The same, where the message is made as by fmt::format().
  template <class... Args>
  explicit UserError(fmt::format_string<Args...> format, Args&&... args)
      : UserError(std::string_view(fmt::format(format, std::forward<Args>(args)...))) {}
};

/// Wrong input of the user, in a file or on the command line. For a file, the message names the file and, where they
/// are known, line and key.
class InputError : public UserError {
 public:
  using UserError::UserError;
};

}  // namespace pentocity::inline input
