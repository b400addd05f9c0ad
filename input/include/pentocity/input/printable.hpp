#pragma once
// Text that strangers wrote, made fit for a terminal or a page: what cannot be seen is written out.

#include <cstddef>
#include <string>
#include <string_view>

namespace pentocity::input {

/// The bytes of the UTF-8 character that text begins with; 0 if it is malformed, or there is none.
std::size_t character_length(std::string_view text);

/// Does text begin with a character that shows nothing, and may move the cursor or turn the order of what stands around
/// it: a control character (C0, C1, DEL), or a mark of direction or joining (U+200B to U+200F, U+202A to U+202E, U+2066
/// to U+2069, U+FEFF)? `length` is that of the character.
bool is_unseen(std::string_view text, std::size_t length);

/// Has text a character that is_unseen(), or bytes that are no UTF-8?
bool has_unseen(std::string_view text);

/// The text on one line, what is seen as it is: line feeds as \n, tabs as \t, other control characters below 128 and
/// bytes that are no UTF-8 as \xNN, all else that is_unseen() as \uNNNN.
std::string printable(std::string_view text);

}  // namespace pentocity::input
