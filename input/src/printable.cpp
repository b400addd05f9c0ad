#include "pentocity/input/printable.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace pentocity::inline input {
namespace {

// The code point of a character of so many bytes.
unsigned code_point(std::string_view text, std::size_t length) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned>(static_cast<unsigned char>(text[i])); };
  if (length == 1) return byte(0);
  unsigned code = byte(0) & (0x7fu >> length);
  for (std::size_t i = 1; i < length; ++i) code = code << 6 | (byte(i) & 0x3f);
  return code;
}

// First and last of each range: control characters, separators of lines and paragraphs, marks of annotations, the blank
// of Braille, and all that Unicode 15 calls Default_Ignorable_Code_Point.
constexpr unsigned unseen[][2] = {{0x00, 0x1f},     {0x7f, 0x9f},       {0xad, 0xad},       {0x34f, 0x34f},
                                  {0x61c, 0x61c},   {0x115f, 0x1160},   {0x17b4, 0x17b5},   {0x180b, 0x180f},
                                  {0x200b, 0x200f}, {0x2028, 0x202e},   {0x2060, 0x206f},   {0x2800, 0x2800},
                                  {0x3164, 0x3164}, {0xfe00, 0xfe0f},   {0xfeff, 0xfeff},   {0xffa0, 0xffa0},
                                  {0xfff0, 0xfffb}, {0x1bca0, 0x1bca3}, {0x1d173, 0x1d17a}, {0xe0000, 0xe0fff}};

// Blanks other than that of ASCII.
constexpr unsigned other_blanks[][2] = {{0xa0, 0xa0},     {0x1680, 0x1680}, {0x2000, 0x200a},
                                        {0x202f, 0x202f}, {0x205f, 0x205f}, {0x3000, 0x3000}};

template <std::size_t size>
bool lies_in(const unsigned (&ranges)[size][2], unsigned code) {
  return std::any_of(ranges, ranges + size, [code](const auto& r) { return r[0] <= code && code <= r[1]; });
}

}  // namespace

std::size_t character_length(std::string_view text) {
  const auto byte = [&](std::size_t i) { return i < text.size() ? static_cast<unsigned char>(text[i]) : 0u; };
  if (text.empty()) return 0;
  const unsigned first = byte(0);
  if (first < 0x80) return 1;
  const std::size_t length = first >= 0xc2 && first <= 0xdf   ? 2
                             : first >= 0xe0 && first <= 0xef ? 3
                             : first >= 0xf0 && first <= 0xf4 ? 4
                                                              : 0;
  for (std::size_t i = 1; i < length; ++i)
    if ((byte(i) & 0xc0) != 0x80) return 0;
  // No longer than need be, no surrogates, nothing above U+10FFFF.
  const bool min = !(first == 0xe0 && byte(1) < 0xa0) && !(first == 0xf0 && byte(1) < 0x90);
  const bool max = !(first == 0xed && byte(1) > 0x9f) && !(first == 0xf4 && byte(1) > 0x8f);
  return min && max ? length : 0;
}

std::size_t display_columns(std::string_view text) {
  return static_cast<std::size_t>(std::ranges::count_if(text, [](char ch) { return (ch & 0xc0) != 0x80; }));
}

bool is_unseen(std::string_view text, std::size_t length) {
  if (length == 0) return false;
  const unsigned code = code_point(text, length);
  return lies_in(unseen, code);
}

bool has_unseen(std::string_view text) {
  while (!text.empty()) {
    const std::size_t length = character_length(text);
    if (length == 0 || is_unseen(text, length)) return true;
    text.remove_prefix(length);
  }
  return false;
}

bool has_odd_blanks(std::string_view text) {
  if (text.starts_with(' ') || text.ends_with(' ') || text.find("  ") != text.npos) return true;
  for (std::size_t length = 0; !text.empty(); text.remove_prefix(std::max<std::size_t>(1, length))) {
    length = character_length(text);
    const unsigned code = length == 0 ? 0 : code_point(text, length);
    if (lies_in(other_blanks, code)) return true;
  }
  return false;
}

std::string printable(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const std::size_t length = character_length(text);
    if (text[0] == '\n')
      out += "\\n";
    else if (text[0] == '\t')
      out += "\\t";
    else if (length == 0 || (length == 1 && is_unseen(text, 1)))
      out += fmt::format("\\x{:02x}", static_cast<unsigned char>(text[0]));
    else if (is_unseen(text, length))
      out += fmt::format("\\u{:04x}", code_point(text, length));
    else
      out += text.substr(0, length);
    text.remove_prefix(std::max<std::size_t>(1, length));
  }
  return out;
}

std::string_view last_line(std::string_view text) {
  const std::size_t end = text.find_last_not_of(" \r\n");
  if (end == std::string_view::npos) return {};
  text = text.substr(0, end + 1);
  return text.substr(text.rfind('\n') + 1);
}

std::string counted(std::size_t n, std::string_view thing) {
  return fmt::format("{} {}{}", n, thing, n == 1 ? "" : "s");
}

}  // namespace pentocity::inline input
