#pragma once
// Reading CSV files (RFC 4180): a header with the names of the columns, then rows.

#include <fmt/core.h>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace pentocity::inline input {

/// A text as a field that spreadsheets take for text: one that begins as a formula does (with =, +, -, @, also as wide
/// characters, or a control character; blanks and apostrophes before it do not count) has an apostrophe before it,
/// which CsvFile takes off again. csv_quoted() puts quotes around it, csv_field() only where they are needed.
std::string csv_quoted(std::string_view text);
std::string csv_field(std::string_view text);

/// A row of a CSV file, with one field for each column.
struct CsvRow {
  int line = 0;  ///< the line of the file in which the row begins, from 1
  std::vector<std::string> fields;
};

/// The contents of a CSV file.
class CsvFile {
 public:
  /// Reads a file. Fields are separated by commas and may be quoted; a quoted field may contain commas, line ends, and
  /// quotes written as "". Lines end in LF or CRLF, a byte order mark at the beginning is skipped, and so are blank
  /// lines. The apostrophe that csv_field() puts before a formula is no part of the text. Throws InputError if the file
  /// cannot be read or is empty and, with the line, if a quote is misplaced or a row has another number of fields than
  /// the header.
  static CsvFile load(const std::string& path);
  /// The same from text; messages call the file `name`.
  static CsvFile parse(std::string_view text, const std::string& name);

  const std::vector<CsvRow>& rows() const { return rows_; }
  std::size_t columns() const { return head_.fields.size(); }
  bool has_column(std::string_view name) const;
  /// The index of a column. Throws InputError if there is none of this name (the message suggests the most similar) or
  /// if there are two.
  std::size_t column(std::string_view name) const;

  /// Throws InputError with the message `file:line: message`. The message may be made as by fmt::format().
  [[noreturn]] void fail(int line, const std::string& message) const;
  template <class... Args>
  [[noreturn]] void fail(int line, fmt::format_string<Args...> format, Args&&... args) const {
    fail(line, fmt::format(format, std::forward<Args>(args)...));
  }

 private:
  std::string name_;
  CsvRow head_;
  std::vector<CsvRow> rows_;
};

}  // namespace pentocity::inline input
