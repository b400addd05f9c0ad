#include "pentocity/input/csv.hpp"

#include <algorithm>
#include <boost/algorithm/string/replace.hpp>

#include "pentocity/input/byte_order_mark.hpp"
#include "pentocity/input/read_file.hpp"
#include "pentocity/input/suggestion.hpp"
#include "pentocity/input/user_error.hpp"

namespace pentocity::inline input {
namespace {

// A formula, or what would be read as one that is guarded already.
bool is_guarded(std::string_view text) {
  text.remove_prefix(std::min(text.find_first_not_of('\''), text.size()));
  text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
  constexpr std::string_view signs[] = {"=", "+", "-", "@", "\t", "\r", "\n", "\uff1d", "\uff0b", "\uff0d", "\uff20"};
  return std::any_of(std::begin(signs), std::end(signs), [&](std::string_view sign) { return text.starts_with(sign); });
}

// The text for which csv_field() wrote this one.
std::string unguarded(std::string field) {
  if (field.starts_with('\'') && is_guarded(std::string_view(field).substr(1))) field.erase(0, 1);
  return field;
}

// Takes the rows of a text, one after the other.
class RowReader {
 public:
  RowReader(std::string_view text, const CsvFile& file) : text_(text), file_(file) {}

  bool at_end() const { return at_ == text_.size(); }

  // The next one; of a blank line it has no fields.
  CsvRow next() {
    CsvRow row;
    row.line = line_;
    if (!at_line_end()) row.fields.push_back(field());
    while (!at_line_end()) {
      ++at_;  // a comma; at the end of the line or file an empty field follows it
      row.fields.push_back(field());
    }
    if (!at_end()) at_ += text_[at_] == '\r' ? 2 : 1;
    ++line_;
    return row;
  }

 private:
  bool at_line_end() const { return at_end() || text_[at_] == '\n' || text_.substr(at_, 2) == "\r\n"; }

  std::string field() { return unguarded(!at_end() && text_[at_] == '"' ? quoted_field() : plain_field()); }

  std::string quoted_field() {
    const int first_line = line_;
    std::string field;
    for (++at_;; ++at_) {
      if (at_end()) file_.fail(first_line, "a quote is opened on this line and never closed");
      if (text_[at_] == '"') {
        ++at_;
        if (at_end() || text_[at_] != '"') break;
      }
      if (text_[at_] == '\n') ++line_;
      field += text_[at_];
    }
    if (!at_line_end() && text_[at_] != ',')
      file_.fail(line_, "after a closing quote there must be a comma or the line's end");
    return field;
  }

  std::string plain_field() {
    const std::size_t begin = at_;
    for (; !at_line_end() && text_[at_] != ','; ++at_)
      if (text_[at_] == '"')
        file_.fail(line_, "a quote within a field: put the whole field in quotes and double this one");
    return std::string(text_.substr(begin, at_ - begin));
  }

  std::string_view text_;
  const CsvFile& file_;  ///< for messages
  std::size_t at_ = 0;
  int line_ = 1;
};

}  // namespace

std::string csv_quoted(std::string_view text) {
  return (is_guarded(text) ? "\"'" : "\"") + boost::replace_all_copy(std::string(text), "\"", "\"\"") + '"';
}

std::string csv_field(std::string_view text) {
  return text.find_first_of(",\"\r\n") == text.npos && !is_guarded(text) ? std::string(text) : csv_quoted(text);
}

CsvFile CsvFile::load(const std::string& path) { return parse(read_file(path), path); }

CsvFile CsvFile::parse(std::string_view text, const std::string& name) {
  CsvFile file;
  file.name_ = name;
  for (RowReader reader(without_byte_order_mark(text), file); !reader.at_end();) {
    CsvRow row = reader.next();
    const std::size_t fields = row.fields.size(), expected = file.head_.fields.size();
    if (fields == 0) continue;
    if (expected == 0)
      file.head_ = std::move(row);
    else if (fields != expected)
      file.fail(row.line, "{} fields where the head has {}", fields, expected);
    else
      file.rows_.push_back(std::move(row));
  }
  if (file.head_.fields.empty()) throw InputError("{}: the file is empty", name);
  return file;
}

bool CsvFile::has_column(std::string_view name) const {
  return std::ranges::find(head_.fields, name) != head_.fields.end();
}

std::size_t CsvFile::column(std::string_view name) const {
  const auto found = std::ranges::find(head_.fields, name);
  const std::string& first = head_.fields.front();
  if (const std::size_t at = first.find_first_of(";\t");
      found == head_.fields.end() && head_.fields.size() == 1 && at != first.npos)
    fail(head_.line, "there is no column '{}': {} stands between the names, expected a comma", name,
         first[at] == ';' ? "a semicolon" : "a tab");
  if (found == head_.fields.end()) fail(head_.line, "there is no column '{}'{}", name, suggestion(name, head_.fields));
  if (std::find(found + 1, head_.fields.end(), name) != head_.fields.end())
    fail(head_.line, "there are two columns '{}'", name);
  return static_cast<std::size_t>(found - head_.fields.begin());
}

void CsvFile::fail(int line, const std::string& message) const { throw InputError("{}:{}: {}", name_, line, message); }

}  // namespace pentocity::inline input
