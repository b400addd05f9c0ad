#pragma once
// Command lines that a message tells its reader to type.

#include <string>

namespace pentocity::inline input {

/// A word of a command line as a shell takes it: in quotes, if it has characters that mean something there.
std::string shell_word(const std::string& word);

}  // namespace pentocity::inline input
