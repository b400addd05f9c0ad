#include "pentocity/isolation/conversation.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "answers.hpp"
#include "pentocity/input/json_text.hpp"
#include "pentocity/isolation/channel.hpp"

namespace pentocity::isolation {

void add_errors(std::string& errors, std::string_view more) {
  errors += more;
  if (errors.size() > kept_errors) errors.erase(0, errors.size() - kept_errors);
}

void add_error_line(std::string& errors, const std::string& line) {
  if (line.empty()) return;
  if (!errors.empty() && errors.back() != '\n') errors += '\n';
  errors += line + '\n';
}

std::string text_of_errors(const std::string& errors) {
  return errors.empty() ? errors : parse_json(text_of_json(nlohmann::json(errors))).get<std::string>();
}

std::optional<std::string> take_line(std::string& written, std::size_t& searched) {
  const std::size_t end = std::min(written.find('\n', searched), written.size());
  if (end == written.size() && end <= longest_message) {
    searched = end;
    return std::nullopt;
  }
  std::string line = written.substr(0, end);
  written.erase(0, end + 1);
  searched = 0;
  if (line.size() > longest_message) throw match::UnreadableAnswer("a line longer than 1 MiB");
  return line;
}

std::string what_ails(const std::string& written, bool held_back) {
  const std::size_t end = written.find('\n');
  const std::string line = written.substr(0, end);
  std::string out = "this answer ";
  if (held_back) out += fmt::format("came after the limit, when the input was closed: {}", late_answer);
  if (end == written.npos)
    out += fmt::format("{}{}", held_back ? "; and it " : "",
                       line.ends_with('\r') ? "ends in a carriage return (\\r) alone: a line ends in a line feed (\\n)"
                                            : "has no line feed (\\n) at its end");
  return out + ": " + quoted(line);
}

}  // namespace pentocity::isolation
