#include "columns.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>

#include "pentocity/input/user_error.hpp"

namespace pentocity::tournament {

using namespace match;

namespace {

enum Kept : bool { varying = false, deterministic = true };

// An integer of the database; what fits no member is the nearest that does.
template <class T>
T whole_of(const ColumnValue& value) {
  const std::int64_t* whole = std::get_if<std::int64_t>(&value);
  if (whole == nullptr) return 0;
  if constexpr (sizeof(T) == sizeof(std::int64_t)) return static_cast<T>(*whole);
  return static_cast<T>(std::clamp<std::int64_t>(*whole, std::numeric_limits<T>::min(), std::numeric_limits<T>::max()));
}

double real_of(const ColumnValue& value) {
  const double* real = std::get_if<double>(&value);
  return real == nullptr ? 0 : *real;
}

std::string_view text_of(const ColumnValue& value) {
  const std::string_view* text = std::get_if<std::string_view>(&value);
  return text == nullptr ? std::string_view() : *text;
}

template <auto member>
constexpr Column whole(std::string_view name) {
  return {name,
          ColumnType::whole,
          false,
          deterministic,
          [](const GameRow& row) { return ColumnValue(static_cast<std::int64_t>(row.*member)); },
          [](GameRow& row, const ColumnValue& value) {
            row.*member = whole_of<std::decay_t<decltype(row.*member)>>(value);
          }};
}

template <int Metrics::*member>
constexpr Column metric() {
  return {std::find_if(metric_infos.begin(), metric_infos.end(), [](const auto& m) { return m.whole == member; })->name,
          ColumnType::whole,
          false,
          deterministic,
          [](const GameRow& row) { return ColumnValue(std::int64_t{row.metrics.*member}); },
          [](GameRow& row, const ColumnValue& value) { row.metrics.*member = whole_of<int>(value); }};
}

// Columns for what a game used.
template <double GameUsage::*member>
constexpr Column seconds(std::string_view name) {
  return {name,
          ColumnType::real,
          false,
          varying,
          [](const GameRow& row) { return ColumnValue(row.used.*member); },
          [](GameRow& row, const ColumnValue& value) { row.used.*member = real_of(value); }};
}
template <auto member>
constexpr Column used(std::string_view name) {
  return {name,
          ColumnType::whole,
          false,
          varying,
          [](const GameRow& row) { return ColumnValue(static_cast<std::int64_t>(row.used.*member)); },
          [](GameRow& row, const ColumnValue& value) {
            row.used.*member = whole_of<std::decay_t<decltype(row.used.*member)>>(value);
          }};
}

template <auto member>
constexpr Column text(std::string_view name) {
  return {name,
          ColumnType::text,
          false,
          deterministic,
          [](const GameRow& row) { return ColumnValue(std::string_view(row.*member)); },
          [](GameRow& row, const ColumnValue& value) { row.*member = text_of(value); }};
}

constexpr Column seed_column{
    "seed",
    ColumnType::whole,
    true,
    deterministic,
    [](const GameRow& row) { return row.seed ? ColumnValue(static_cast<std::int64_t>(*row.seed)) : ColumnValue(); },
    [](GameRow& row, const ColumnValue& value) {
      const auto* seed = std::get_if<std::int64_t>(&value);
      row.seed = seed ? std::optional(static_cast<std::uint64_t>(*seed)) : std::nullopt;
    }};

constexpr Column status_column{"status",
                               ColumnType::text,
                               false,
                               deterministic,
                               [](const GameRow& row) { return ColumnValue(name_of(row.status)); },
                               [](GameRow& row, const ColumnValue& value) {
                                 const auto status = status_of_name(text_of(value));
                                 if (!status)
                                   throw InputError(
                                       "'{}' is no status: expected ok, invalid, crashed, timeout or sequencer_failed",
                                       text_of(value));
                                 row.status = *status;
                               }};

constexpr Column utility_column{"utility",
                                ColumnType::real,
                                true,
                                deterministic,
                                [](const GameRow& row) {
                                  const auto& utility = row.metrics.utility;
                                  return utility ? ColumnValue(*utility) : ColumnValue();
                                },
                                [](GameRow& row, const ColumnValue& value) {
                                  const double* utility = std::get_if<double>(&value);
                                  row.metrics.utility = utility ? std::optional(*utility) : std::nullopt;
                                }};

constexpr Column error_column{
    "error",
    ColumnType::text,
    true,
    deterministic,
    [](const GameRow& row) { return row.status == Status::ok ? ColumnValue() : std::string_view(row.error); },
    [](GameRow& row, const ColumnValue& value) { row.error = text_of(value); }};

constexpr Column stderr_column{
    "stderr",
    ColumnType::text,
    true,
    varying,
    [](const GameRow& row) { return row.error_output.empty() ? ColumnValue() : std::string_view(row.error_output); },
    [](GameRow& row, const ColumnValue& value) { row.error_output = text_of(value); }};

constexpr std::array columns{text<&GameRow::player>("player"),
                             text<&GameRow::sequencer>("sequencer"),
                             whole<&GameRow::repeat>("repeat"),
                             seed_column,
                             status_column,
                             whole<&GameRow::score>("score"),
                             metric<&Metrics::empty>(),
                             metric<&Metrics::road>(),
                             metric<&Metrics::building>(),
                             metric<&Metrics::resort>(),
                             utility_column,
                             metric<&Metrics::perimeter>(),
                             metric<&Metrics::extendable>(),
                             metric<&Metrics::giant>(),
                             metric<&Metrics::giant_perimeter>(),
                             metric<&Metrics::giant_extendable>(),
                             metric<&Metrics::exposed_edges>(),
                             whole<&GameRow::turns>("turns"),
                             whole<&GameRow::accepted>("accepted"),
                             whole<&GameRow::rejects>("rejects"),
                             whole<&GameRow::invalid_moves>("invalid_moves"),
                             whole<&GameRow::adaptive>("adaptive"),
                             seconds<&GameUsage::cpu_seconds>("cpu_seconds"),
                             seconds<&GameUsage::wall_seconds>("wall_seconds"),
                             used<&GameUsage::peak_memory>("peak_memory"),
                             used<&GameUsage::peak_tasks>("processes"),
                             error_column,
                             stderr_column};

void append_escaped(std::string& out, std::string_view text) {
  for (const char ch : text) {
    if (ch == '\\' || static_cast<unsigned char>(ch) < 0x20 || ch == 0x7f)
      fmt::format_to(std::back_inserter(out), "\\x{:02x}", static_cast<unsigned char>(ch));
    else
      out.push_back(ch);
  }
}

void append_word(std::string& out, const ColumnValue& value) {
  if (const auto* whole = std::get_if<std::int64_t>(&value)) {
    const fmt::format_int digits(*whole);
    out.append(digits.data(), digits.size());
  } else if (const auto* real = std::get_if<double>(&value)) {
    fmt::format_to(std::back_inserter(out), "{:.17g}", *real);
  } else if (const auto* text = std::get_if<std::string_view>(&value)) {
    append_escaped(out, *text);
  } else {
    out += "\\N";
  }
}

}  // namespace

std::string_view name_of(ColumnType type) {
  constexpr std::array<std::string_view, 3> names{"INTEGER", "REAL", "TEXT"};
  return names[static_cast<std::size_t>(type)];
}

std::span<const Column> game_columns() { return columns; }

RowDigest::RowDigest() {
  crypto_generichash_init(&state_, nullptr, 0, crypto_generichash_BYTES);
  std::string line;
  for (const Column& column : columns)
    if (column.deterministic) line += fmt::format("{}\t", column.name);
  add_line(line + "key\n");
}

void RowDigest::add(const GameRow& row, std::string_view key) {
  line_.clear();
  for (const Column& column : columns)
    if (column.deterministic) {
      append_word(line_, column.get(row));
      line_ += '\t';
    }
  append_word(line_, key);
  line_ += '\n';
  add_line(line_);
}

void RowDigest::add_line(const std::string& line) {
  crypto_generichash_update(&state_, reinterpret_cast<const unsigned char*>(line.data()), line.size());
}

std::string RowDigest::hex() {
  std::array<unsigned char, crypto_generichash_BYTES> bytes{};
  crypto_generichash_final(&state_, bytes.data(), bytes.size());
  return fmt::format("{:02x}", fmt::join(bytes, ""));
}

std::string word_of(const ColumnValue& value) {
  std::string out;
  append_word(out, value);
  return out;
}

}  // namespace pentocity::tournament
