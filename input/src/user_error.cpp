#include "pentocity/input/user_error.hpp"

#include "pentocity/input/printable.hpp"

namespace pentocity::inline input {

UserError::UserError(std::string_view message) : std::runtime_error(printable(message)) {}

}  // namespace pentocity::inline input
