#include "pentocity/input/csv.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "pentocity/input/yaml.hpp"

namespace pentocity::inline input {
namespace {

constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";

}  // namespace

CsvFile CsvFile::load(const std::string& path) { return parse(read_file(path), path); }

CsvFile CsvFile::parse(std::string_view text, const std::string& name) {
  CsvFile file;
  file.name_ = name;
  if (text.starts_with(byte_order_mark)) text.remove_prefix(byte_order_mark.size());

  std::size_t at = 0;
  int line = 1;
  const auto at_line_end = [&] {
    return at == text.size() || text[at] == '\n' || (text[at] == '\r' && text.substr(at, 2) == "\r\n");
  };
  const auto quoted_field = [&] {
    const int first_line = line;
    std::string field;
    for (++at;; ++at) {
      if (at == text.size()) file.fail(first_line, "a quote is opened on this line and never closed");
      if (text[at] == '"') {
        ++at;
        if (at == text.size() || text[at] != '"') break;
      }
      if (text[at] == '\n') ++line;
      field += text[at];
    }
    if (!at_line_end() && text[at] != ',')
      file.fail(line, "after a closing quote there must be a comma or the line's end");
    return field;
  };
  const auto plain_field = [&] {
    const std::size_t begin = at;
    while (!at_line_end() && text[at] != ',') {
      if (text[at] == '"') file.fail(line, "a quote within a field: put the whole field in quotes and double this one");
      ++at;
    }
    return std::string(text.substr(begin, at - begin));
  };

  for (bool is_head = true; at < text.size();) {
    CsvRow row;
    row.line = line;
    const bool blank = at_line_end();
    while (!blank) {
      row.fields.push_back(text[at] == '"' ? quoted_field() : plain_field());
      if (at_line_end()) break;
      ++at;
      // A comma at the end of the line or file is followed by an empty field.
      if (at_line_end()) {
        row.fields.emplace_back();
        break;
      }
    }
    if (at < text.size()) at += text[at] == '\r' ? 2 : 1;
    ++line;
    if (blank) continue;
    if (is_head) {
      file.head_ = std::move(row);
      is_head = false;
    } else if (row.fields.size() != file.head_.fields.size()) {
      file.fail(row.line, fmt::format("{} fields where the head has {}", row.fields.size(), file.head_.fields.size()));
    } else {
      file.rows_.push_back(std::move(row));
    }
  }
  if (file.head_.fields.empty()) throw InputError(fmt::format("{}: the file is empty", name));
  return file;
}

bool CsvFile::has_column(std::string_view name) const {
  return std::find(head_.fields.begin(), head_.fields.end(), name) != head_.fields.end();
}

std::size_t CsvFile::column(std::string_view name) const {
  const auto found = std::find(head_.fields.begin(), head_.fields.end(), name);
  if (found == head_.fields.end())
    fail(head_.line, fmt::format("there is no column '{}'{}", name, suggestion(name, head_.fields)));
  if (std::find(found + 1, head_.fields.end(), name) != head_.fields.end())
    fail(head_.line, fmt::format("there are two columns '{}'", name));
  return static_cast<std::size_t>(found - head_.fields.begin());
}

void CsvFile::fail(int line, const std::string& message) const {
  throw InputError(fmt::format("{}:{}: {}", name_, line, message));
}

}  // namespace pentocity::inline input
