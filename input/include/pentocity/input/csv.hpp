#pragma once
// Reading CSV (RFC 4180) that other programs write: a head with the names of the columns, then rows.

#include <string>
#include <string_view>
#include <vector>

namespace pentocity::input {

/// A row of a CSV file. `fields` has one for each column.
struct CsvRow {
  int line = 0;  ///< of the file, from 1: where the row begins
  std::vector<std::string> fields;
};

class CsvFile {
 public:
  /// Reads a file: commas, quoted fields (which may hold commas, quotes as "" and line ends), LF or CRLF, with or
  /// without a byte order mark; blank lines are skipped. Throws InputError, with the line, if the file cannot be read,
  /// is empty, has a quote astray, or a row with other than the head's number of fields.
  static CsvFile load(const std::string& path);
  /// The same from text; `name` stands for the file in messages.
  static CsvFile parse(std::string_view text, const std::string& name);

  const std::vector<CsvRow>& rows() const { return rows_; }
  bool has_column(std::string_view name) const;
  /// The place of a column. Throws InputError, naming the nearest, if there is none of that name or there are two.
  std::size_t column(std::string_view name) const;

  /// Throws InputError: `file:line: message`.
  [[noreturn]] void fail(int line, const std::string& message) const;

 private:
  std::string name_;
  CsvRow head_;
  std::vector<CsvRow> rows_;
};

}  // namespace pentocity::input
