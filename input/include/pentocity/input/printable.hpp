#pragma once
// Text of any origin, made safe to print in a terminal or on a page.

#include <cstddef>
#include <string>
#include <string_view>

namespace pentocity::inline input {

/// How many bytes the first UTF-8 character of the text has; 0 if the bytes are no UTF-8 or the text is empty.
std::size_t character_length(std::string_view text);

/// Is the first character of the text, of `length` bytes, invisible and able to move the cursor or change the order of
/// the text around it? That holds for control characters (C0, C1, DEL) and marks of direction or joining (U+200B to
/// U+200F, U+202A to U+202E, U+2066 to U+2069, U+FEFF).
bool is_unseen(std::string_view text, std::size_t length);

/// Does the text contain a character for which is_unseen() is true, or bytes that are no UTF-8?
bool has_unseen(std::string_view text);

/// The text on one line, with invisible characters written out: line feeds as \n, tabs as \t, other control characters
/// below 128 and bytes that are no UTF-8 as \xNN, other characters for which is_unseen() is true as \uNNNN.
std::string printable(std::string_view text);

}  // namespace pentocity::inline input
