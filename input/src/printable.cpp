#include "pentocity/input/printable.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <boost/algorithm/string/replace.hpp>
#include <vector>

namespace pentocity::inline input {
namespace {

struct Character {
  std::size_t length = 0;  // in bytes; 0: no UTF-8
  unsigned code = 0;
};

// The first one of a text.
Character first_of(std::string_view text) {
  if (text.empty()) return {};
  const auto byte = [&](std::size_t i) { return i < text.size() ? static_cast<unsigned char>(text[i]) : 0u; };
  if (byte(0) < 0x80) return {1, byte(0)};
  const std::size_t length = std::countl_one(static_cast<unsigned char>(text[0]));
  if (length < 2 || length > 4) return {};
  unsigned code = byte(0) & (0x7fu >> length);
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xc0) != 0x80) return {};
    code = code << 6 | (byte(i) & 0x3f);
  }
  // No longer than need be, no surrogates, nothing above U+10FFFF.
  constexpr unsigned least[] = {0x80, 0x800, 0x10000};
  if (code < least[length - 2] || (code >= 0xd800 && code < 0xe000) || code > 0x10ffff) return {};
  return {length, code};
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

// Of these, what letters of scripts from Arabic to Myanmar, and of Khmer and Mongolian, have between them: there it
// shows in how they are written, as joiners do in Farsi and Hindi.
constexpr unsigned between_letters[][2] = {{0x180b, 0x180f}, {0x200c, 0x200d}};
constexpr unsigned joined[][2] = {{0x600, 0x109f}, {0x1780, 0x18af}};

// Whether a character shows nothing, between the one before and the text that follows.
bool hides(unsigned before, unsigned code, std::string_view rest) {
  const auto is_joined = [](unsigned other) { return lies_in(joined, other) && !lies_in(unseen, other); };
  return lies_in(unseen, code) &&
         !(lies_in(between_letters, code) && is_joined(before) && is_joined(first_of(rest).code));
}

}  // namespace

std::size_t character_length(std::string_view text) { return first_of(text).length; }

std::size_t display_columns(std::string_view text) {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char ch) { return (ch & 0xc0) != 0x80; }));
}

bool has_unseen(std::string_view text) {
  unsigned before = 0;
  for (Character first; !text.empty(); before = first.code) {
    first = first_of(text);
    text.remove_prefix(first.length);
    if (first.length == 0 || hides(before, first.code, text)) return true;
  }
  return false;
}

bool has_odd_blanks(std::string_view text) {
  if (text.starts_with(' ') || text.ends_with(' ') || text.find("  ") != text.npos) return true;
  for (Character first; !text.empty(); text.remove_prefix(std::max<std::size_t>(1, first.length))) {
    first = first_of(text);
    if (lies_in(other_blanks, first.code)) return true;
  }
  return false;
}

std::string printable(std::string_view text) {
  std::string out;
  unsigned before = 0;
  for (Character first; !text.empty();
       text.remove_prefix(std::max<std::size_t>(1, first.length)), before = first.code) {
    first = first_of(text);
    if (text[0] == '\n')
      out += "\\n";
    else if (text[0] == '\t')
      out += "\\t";
    else if (first.length != 0 && !hides(before, first.code, text.substr(first.length)))
      out += text.substr(0, first.length);
    else if (first.length <= 1)
      out += fmt::format("\\x{:02x}", static_cast<unsigned char>(text[0]));
    else
      out += fmt::format("\\u{:04x}", first.code);
  }
  return out;
}

std::string markup_text(std::string_view text) {
  std::string out = printable(text);
  for (const auto& [sign, entity] : {std::pair("&", "&amp;"), {"<", "&lt;"}, {">", "&gt;"}, {"\"", "&quot;"}})
    boost::replace_all(out, sign, entity);
  return out;
}

std::string printable_lines(std::string_view text, std::size_t first, std::size_t last) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    lines.push_back(text.substr(0, text.find('\n')));
    text.remove_prefix(std::min(lines.back().size() + 1, text.size()));
  }
  std::string out;
  const std::size_t left_out = lines.size() - std::min(lines.size(), first + last);
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (left_out == 0 || i < first || i >= first + left_out)
      out += "    " + printable(lines[i]) + "\n";
    else if (i == first)
      out += fmt::format("    ({} left out)\n", counted(left_out, "line"));
  }
  return out;
}

std::string last_words(std::string_view text) {
  constexpr std::string_view blanks = " \t\r\n";
  // Takes the last line off the text.
  const auto take_line = [&] {
    text = text.substr(0, text.find_last_not_of(blanks) + 1);
    const std::string_view line = text.substr(text.rfind('\n') + 1);
    text.remove_suffix(line.size());
    return line;
  };
  const auto adds_nothing = [&](std::string_view line) {
    const std::size_t indented = std::min(line.find_first_not_of(blanks), line.size());
    const std::string_view words = line.substr(indented);
    return indented > 0 ? words.starts_with("at ") || words.starts_with("... ")
                        : words.starts_with("note: run with `RUST_BACKTRACE") || words.starts_with("Node.js v");
  };
  std::string_view line = take_line();
  while (adds_nothing(line)) line = take_line();
  const std::string_view before = take_line();
  const bool panic = before.starts_with("thread '") && before.find(" panicked at ") != before.npos;
  return std::string(panic ? before : "") + (panic ? " " : "") + std::string(line);
}

std::string counted(std::size_t n, std::string_view thing) {
  return fmt::format("{} {}{}", n, thing, n == 1 ? "" : "s");
}

}  // namespace pentocity::inline input
