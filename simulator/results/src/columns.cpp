#include "pentocity/results/columns.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <concepts>
#include <limits>
#include <nlohmann/json.hpp>
#include <span>

#include "pentocity/input/json_text.hpp"
#include "pentocity/input/user_error.hpp"
#include "pentocity/match/json_cells.hpp"

namespace pentocity::results {

using namespace match;

namespace {

// What a member of a row is as a value.
template <std::integral T>
ColumnValue value_of(T whole) {
  return static_cast<std::int64_t>(whole);
}
ColumnValue value_of(double real) { return real; }
ColumnValue value_of(const std::string& text) { return text; }
ColumnValue value_of(Status status) { return std::string(name_of(status)); }

// Numbers by the names of what they count: of the values of an enumeration.
template <class Name>
void append(std::string& out, std::string_view what, std::span<const int> counts) {
  out.append(",\"").append(what).append("\":{");
  for (std::size_t i = 0; i < counts.size(); ++i) {
    out.append(i > 0 ? ",\"" : "\"").append(name_of(static_cast<Name>(i))).append("\":");
    const fmt::format_int count(counts[i]);
    out.append(count.data(), count.size());
  }
  out += '}';
}
// By hand, as a summary compares a million of these texts.
ColumnValue value_of(const Course& course) {
  std::string out = fmt::format(R"({{"every":{},"scores":[{}])", Course::step, fmt::join(course.scores, ","));
  append<Kind>(out, "cells", course.cells);
  append<RejectCause>(out, "rejects", course.rejects);
  append<PointCause>(out, "points", course.points);
  return out += '}';
}
ColumnValue value_of(const std::vector<InvalidMoves>& faults) {
  if (faults.empty()) return {};
  nlohmann::ordered_json out;
  for (const InvalidMoves& invalid : faults)
    out[std::string(name_of(invalid.fault))] = {
        {"moves", invalid.moves}, {"turn", invalid.turn}, {"said", invalid.said}};
  return text_of_json(out);
}
template <class T>
ColumnValue value_of(const std::optional<T>& member) {
  return member ? value_of(*member) : ColumnValue();
}

// What a value is as a member. One of another type is 0 or empty; an integer that does not fit, the nearest that does.
template <std::integral T>
void read(const ColumnValue& value, T& member) {
  const std::int64_t* whole = std::get_if<std::int64_t>(&value);
  if (whole == nullptr)
    member = 0;
  else if constexpr (sizeof(T) == sizeof(std::int64_t))
    member = static_cast<T>(*whole);
  else
    member =
        static_cast<T>(std::clamp<std::int64_t>(*whole, std::numeric_limits<T>::min(), std::numeric_limits<T>::max()));
}
void read(const ColumnValue& value, double& member) {
  const double* real = std::get_if<double>(&value);
  member = real == nullptr ? 0 : *real;
}
void read(const ColumnValue& value, std::string& member) {
  const std::string* text = std::get_if<std::string>(&value);
  member = text == nullptr ? std::string() : *text;
}
void read(const ColumnValue& value, Status& member) {
  std::string name;
  read(value, name);
  const auto status = status_of_name(name);
  if (!status) throw InputError("'{}' is no status: expected ok, invalid, crashed, timeout or sequencer_failed", name);
  member = *status;
}
// The numbers of the text, in their order, from which the same text must come again: what is damaged must not pass for
// what is not there.
void read(const ColumnValue& value, Course& member) {
  std::string text;
  read(value, text);
  std::vector<int> numbers;
  for (std::size_t i = 0; i < text.size(); ++i) {
    int number = 0;
    const bool begins = text[i] == ':' || text[i] == '[' || text[i] == ',';
    if (begins && std::from_chars(&text[i + 1], text.data() + text.size(), number).ec == std::errc())
      numbers.push_back(number);
  }
  std::span left(numbers);
  for (const std::span<int> counts : {std::span<int>(member.points), {member.rejects}, {member.cells}})
    if (left.size() >= counts.size()) {
      std::ranges::copy(left.last(counts.size()), counts.begin());
      left = left.first(left.size() - counts.size());
    }
  if (!left.empty()) member.scores.assign(left.begin() + 1, left.end());  // after "every"
  if (value_of(member) != value) throw InputError("it tells no course of a game");
}
void read(const ColumnValue& value, std::vector<InvalidMoves>& member) try {
  std::string text;
  read(value, text);
  const nlohmann::json faults = parse_json(text);
  const auto whole = [](const nlohmann::json& number) { return int_of_json(number).value_or(0); };
  for (int i = 0; i < fault_count; ++i) {
    const auto fault = static_cast<Fault>(i);
    if (const auto found = faults.find(std::string(name_of(fault))); found != faults.end())
      member.push_back({fault, whole(found->at("moves")), whole(found->at("turn")), found->at("said")});
  }
  if (value_of(member) != value) throw InputError("it tells no invalid moves");
} catch (const nlohmann::json::exception&) {
  throw InputError("it tells no invalid moves");
}
template <class T>
void read(const ColumnValue& value, std::optional<T>& member) {
  member.reset();
  if (!std::holds_alternative<std::monostate>(value)) read(value, member.emplace());
}

template <class T>
constexpr ColumnType type_of = std::is_integral_v<T>         ? ColumnType::whole
                               : std::is_floating_point_v<T> ? ColumnType::real
                                                             : ColumnType::text;
template <class T>
constexpr ColumnType type_of<std::optional<T>> = type_of<T>;

// The member of a row, or the member of that member, and so on.
template <auto... path>
constexpr auto& member_of(auto& row) {
  return (row.*....*path);
}

// A column of these traits.
template <auto... path>
constexpr Column column(std::string_view name, Column traits = {}) {
  using Member = std::decay_t<decltype(member_of<path...>(std::declval<GameRow&>()))>;
  traits.name = name;
  traits.type = type_of<Member>;
  traits.nullable |= std::is_constructible_v<Member, std::nullopt_t>;
  traits.digested &= !traits.added;
  if (traits.get == nullptr) traits.get = [](const GameRow& row) { return value_of(member_of<path...>(row)); };
  traits.set = [](GameRow& row, const ColumnValue& value) { read(value, member_of<path...>(row)); };
  return traits;
}

template <std::size_t index>
constexpr Column metric() {
  constexpr MetricInfo info = metric_infos[index];
  return column<&GameRow::metrics, std::get<info.member.index()>(info.member)>(info.name, {.added = info.added});
}

constexpr std::array columns = []<std::size_t... index>(std::index_sequence<index...> /*metrics*/) {
  return std::array{
      column<&GameRow::player>("player", {.brief = true}),
      column<&GameRow::sequencer>("sequencer", {.brief = true}),
      column<&GameRow::repeat>("repeat", {.brief = true}),
      column<&GameRow::seed>("seed", {.brief = true}),
      column<&GameRow::status>("status", {.brief = true}),
      column<&GameRow::score>("score", {.brief = true}),
      metric<index>()...,
      column<&GameRow::turns>("turns", {.brief = true}),
      column<&GameRow::accepted>("accepted"),
      column<&GameRow::rejects>("rejects"),
      column<&GameRow::invalid_moves>("invalid_moves"),
      column<&GameRow::faults>("faults", {.nullable = true, .brief = true}),
      column<&GameRow::course>("course", {.digested = false}),
      column<&GameRow::adaptive>("adaptive"),
      column<&GameRow::used, &GameUsage::cpu_seconds>("cpu_seconds", {.deterministic = false, .digested = false}),
      column<&GameRow::used, &GameUsage::wall_seconds>("wall_seconds", {.deterministic = false, .digested = false}),
      column<&GameRow::used, &GameUsage::peak_memory>("peak_memory", {.deterministic = false, .digested = false}),
      column<&GameRow::used, &GameUsage::peak_tasks>("processes", {.deterministic = false, .digested = false}),
      column<&GameRow::used, &GameUsage::instructions>("instructions", {.digested = false}),
      column<&GameRow::used, &GameUsage::max_instructions>("max_instructions", {.digested = false}),
      column<&GameRow::error>(
          "error",
          {.nullable = true,
           .brief = true,
           .get = [](const GameRow& row) { return row.status == Status::ok ? ColumnValue() : value_of(row.error); }}),
      column<&GameRow::error_output>(
          "stderr",
          {.nullable = true, .deterministic = false, .digested = false, .brief = true, .get = [](const GameRow& row) {
             return row.error_output.empty() ? ColumnValue() : value_of(row.error_output);
           }})};
}(std::make_index_sequence<metric_count>());

void append_word(std::string& out, const ColumnValue& value) {
  if (const auto* whole = std::get_if<std::int64_t>(&value)) {
    const fmt::format_int digits(*whole);
    out.append(digits.data(), digits.size());
  } else if (const auto* real = std::get_if<double>(&value)) {
    fmt::format_to(std::back_inserter(out), "{:.17g}", *real);
  } else if (const auto* text = std::get_if<std::string>(&value)) {
    for (const char ch : *text)
      if (ch == '\\' || static_cast<unsigned char>(ch) < 0x20 || ch == 0x7f)
        fmt::format_to(std::back_inserter(out), "\\x{:02x}", static_cast<unsigned char>(ch));
      else
        out.push_back(ch);
  } else {
    out += "\\N";
  }
}

}  // namespace

std::string_view name_of(ColumnType type) {
  return type == ColumnType::whole ? "INTEGER" : type == ColumnType::real ? "REAL" : "TEXT";
}

std::span<const Column> game_columns() { return columns; }

RowDigest::RowDigest() {
  crypto_generichash_init(&state_, nullptr, 0, crypto_generichash_BYTES);
  for (const Column& column : columns)
    if (column.digested) line_ += fmt::format("{}\t", column.name);
  line_ += "key\n";
  add_line();
}

void RowDigest::add(const GameRow& row, std::string_view key) {
  line_.clear();
  for (const Column& column : columns)
    if (column.digested) {
      append_word(line_, column.get(row));
      line_ += '\t';
    }
  append_word(line_, std::string(key));
  line_ += '\n';
  add_line();
}

void RowDigest::add_line() {
  crypto_generichash_update(&state_, reinterpret_cast<const unsigned char*>(line_.data()), line_.size());
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

}  // namespace pentocity::results
