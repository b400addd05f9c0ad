#pragma once
// Reads the messages of the protocol from left to right, without a tree in between. The library for JSON that the host
// uses took eight times as long for a turn.

#include <charconv>
#include <cstdlib>
#include <stdexcept>
#include <system_error>

#include "pentocity/core/cell.hpp"
#include "pentocity/game/options.hpp"

namespace pentocity::guest {

/// Reads one JSON text. Each function takes the value that comes next, and throws std::runtime_error if it is another.
class JsonReader {
 public:
  explicit JsonReader(std::string_view text) : text_(text) {}

  /// An object: calls member(key) at each value, which it must take. The key is as it is written, with its escapes.
  template <class F>
  void object(F&& member) {
    take('{');
    if (takes('}')) return;
    do {
      const std::string_view key = raw_text();
      take(':');
      member(key);
    } while (takes(','));
    take('}');
  }
  /// A list: calls element() at each value, which it must take.
  template <class F>
  void list(F&& element) {
    take('[');
    if (takes(']')) return;
    do element();
    while (takes(','));
    take(']');
  }

  template <class Int>
  Int integer() {
    skip_blanks();
    const std::size_t begin = at_;
    int small = 0;  // nearly all are
    for (; at_ < begin + 9 && is_digit(next()); ++at_) small = 10 * small + (next() - '0');
    if (at_ > begin && !is_digit(next())) return static_cast<Int>(small);
    Int value = 0;
    const auto [end, error] = std::from_chars(text_.data() + begin, text_.data() + text_.size(), value);
    if (error != std::errc()) fail("an integer");
    at_ = static_cast<std::size_t>(end - text_.data());
    return value;
  }
  bool flag() {
    const bool value = takes("true");
    if (!value && !takes("false")) fail("true or false");
    return value;
  }
  bool takes_null() { return takes("null"); }
  std::string text() {
    const std::string_view raw = raw_text();
    if (raw.find('\\') == raw.npos) return std::string(raw);
    std::string out;
    for (at_ -= raw.size() + 1; text_[at_] != '"';) {
      out += text_[at_++];
      if (out.back() != '\\') continue;
      out.pop_back();
      append_escaped(out);
    }
    ++at_;
    return out;
  }
  /// A list of pairs [row, column].
  Cells cells() {
    Cells out;
    out.reserve(16);
    list([&] {
      Cell& cell = out.emplace_back();
      take('[');
      cell.row = integer<int>();
      take(',');
      cell.column = integer<int>();
      take(']');
    });
    return out;
  }
  /// Any value that nobody needs; what is in a list or an object is not looked at.
  void skip() {
    skip_blanks();
    int depth = 0;
    do {
      const char c = next();
      if (at_ == text_.size()) fail("the end of a value");
      if (c == '"') {
        raw_text();
      } else if (depth == 0 && c != '[' && c != '{') {
        const std::size_t end = std::min(text_.find_first_of(",]} ", at_), text_.size());
        if (end == at_) fail("a value");
        at_ = end;
      } else {
        depth += (c == '[' || c == '{') - (c == ']' || c == '}');
        ++at_;
      }
    } while (depth > 0);
  }
  /// The value of an option; none for any other one.
  std::optional<OptionValue> value() {
    skip_blanks();
    const char first = next();
    if (first == '"') return text();
    if (first == 't' || first == 'f') return flag();
    if (first == '{' || first == '[') {
      skip();
      return std::nullopt;
    }
    if (takes_null()) return std::nullopt;
    const std::size_t end = std::min(text_.find_first_not_of("+-.0123456789eE", at_), text_.size());
    std::int64_t integer = 0;
    const auto [stop, error] = std::from_chars(text_.data() + at_, text_.data() + end, integer);
    if (error == std::errc() && stop == text_.data() + end) {
      at_ = end;
      return integer;
    }
    // A fraction; or an integer that is too long for one, as the host reads it.
    const std::string number(text_.substr(at_, end - at_));
    char* stop_of_real = nullptr;
    const double real = std::strtod(number.c_str(), &stop_of_real);
    if (number.empty() || *stop_of_real != '\0') fail("a value");
    at_ = end;
    return real;
  }
  /// The end of the text.
  void end() {
    skip_blanks();
    if (at_ < text_.size()) fail("the end of the line");
  }

 private:
  [[noreturn]] void fail(const std::string& expected) const {
    throw std::runtime_error("byte " + std::to_string(at_ + 1) + " of a message: expected " + expected);
  }
  static bool is_digit(char c) { return c >= '0' && c <= '9'; }
  char next() const { return at_ < text_.size() ? text_[at_] : '\0'; }
  void skip_blanks() {
    while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\t' || text_[at_] == '\r')) ++at_;
  }
  bool takes(std::string_view word) {
    skip_blanks();
    const bool found = text_.substr(at_, word.size()) == word;
    if (found) at_ += word.size();
    return found;
  }
  bool takes(char c) {
    skip_blanks();
    const bool found = next() == c;
    at_ += found;
    return found;
  }
  void take(char c) {
    if (!takes(c)) fail(std::string("'") + c + "'");
  }

  // A text without its quotes, as it is written.
  std::string_view raw_text() {
    take('"');
    const std::size_t begin = at_;
    while (next() != '"') {
      at_ += next() == '\\' ? 2 : 1;
      if (at_ >= text_.size()) fail("the end of a text");
    }
    return text_.substr(begin, at_++ - begin);
  }

  std::uint32_t unit() {  // of UTF-16, in four hexadecimal digits
    std::uint32_t out = 0;
    const char* const first = text_.data() + at_;
    if (text_.size() - at_ < 4 || std::from_chars(first, first + 4, out, 16).ptr != first + 4) fail("four digits");
    at_ += 4;
    return out;
  }
  // What stands behind a backslash.
  void append_escaped(std::string& out) {
    constexpr std::string_view escapes = "\"\\/bfnrt", meanings = "\"\\/\b\f\n\r\t";
    const char letter = next();
    ++at_;
    if (const std::size_t i = escapes.find(letter); i != escapes.npos) {
      out += meanings[i];
      return;
    }
    if (letter != 'u') fail("an escape");
    std::uint32_t code = unit();
    if (code >= 0xD800 && code < 0xDC00 && text_.substr(at_, 2) == "\\u") {
      at_ += 2;
      code = 0x10000 + ((code - 0xD800) << 10) + (unit() - 0xDC00);
    }
    const auto put = [&](std::uint32_t lead, int shift) {
      out += static_cast<char>(lead | (code >> shift));
      for (shift -= 6; shift >= 0; shift -= 6) out += static_cast<char>(0x80 | ((code >> shift) & 0x3F));
    };
    if (code < 0x80)
      put(0, 0);
    else if (code < 0x800)
      put(0xC0, 6);
    else if (code < 0x10000)
      put(0xE0, 12);
    else
      put(0xF0, 18);
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

}  // namespace pentocity::guest
