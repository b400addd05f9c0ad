#pragma once
// Text for a terminal or a page; that of any origin is made safe to print.

#include <cstddef>
#include <string>
#include <string_view>

namespace pentocity::inline input {

/// The number of bytes of the text's first character; 0 if the text does not begin with valid UTF-8 or is empty.
std::size_t character_length(std::string_view text);

/// How many columns a text takes on the screen, if each character takes one.
std::size_t display_columns(std::string_view text);

/// Tells whether the text contains bytes that are no UTF-8, or a character that is invisible, so that it can make two
/// names look the same, move the cursor or change the order of the text around it. That holds for control characters
/// (C0, C1, DEL), separators of lines, and all that Unicode says to leave out when it cannot be shown: marks of
/// direction or joining, soft hyphens, fillers of Hangul, variation selectors, tags. Joiners between two letters of
/// scripts that write letters otherwise for them, such as those of Farsi, Hindi or Mongolian, are not invisible.
bool has_unseen(std::string_view text);

/// Tells whether the text has blanks that a reader may overlook: at an end, two in a row, or others than that of ASCII.
bool has_odd_blanks(std::string_view text);

/// The text on one line, with invisible characters written out: line feeds as `\n`, tabs as `\t`, other control
/// characters below 128 and bytes that are no UTF-8 as `\xNN`, other invisible characters as `\uNNNN`.
std::string printable(std::string_view text);

/// A text of any origin as it stands in HTML or XML, between tags or in a quoted attribute: invisible characters are
/// written out as printable() does, and `&`, `<`, `>` and `"` as entities.
std::string markup_text(std::string_view text);

/// What a program said last, for one line of a message: the last line of its error output that is not blank, no step of
/// a stack trace and no note of Rust or Node.js about themselves. Before what a Rust panic says stands where it was.
/// Without spaces at its end; empty if there is no such line.
std::string last_words(std::string_view text);

/// The first and the last lines of a text, so many at most, each printable() and indented by four spaces; between them
/// stands how many are left out. A compiler tells its errors first, a program that ends tells what ended it last.
std::string printable_lines(std::string_view text, std::size_t first, std::size_t last);

/// A number of things in English: counted(1, "game") is "1 game", counted(2, "game") is "2 games".
std::string counted(std::size_t n, std::string_view thing);

}  // namespace pentocity::inline input
