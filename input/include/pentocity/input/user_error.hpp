#pragma once
// What goes wrong for a reason that the user can see to, as an exception with one clear line.

#include <stdexcept>
#include <string_view>

namespace pentocity::inline input {

/// Something that the user can see to: a full disk, a folder that cannot be written, a port that is taken, or wrong
/// input (InputError). The command line prints the message and exits with code 2.
class UserError : public std::runtime_error {
 public:
  /// The message is one line; it is passed through printable().
  explicit UserError(std::string_view message);
};

/// Wrong input of the user: in a file, in which case the message names file, line and key as far as there are any, or
/// on the command line.
class InputError : public UserError {
 public:
  using UserError::UserError;
};

}  // namespace pentocity::inline input
