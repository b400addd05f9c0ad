#include "pentocity/game/options.hpp"

#include <algorithm>
#include <array>
#include <boost/algorithm/string/join.hpp>
#include <charconv>
#include <climits>
#include <cmath>

namespace pentocity::inline game {
namespace {

// The shortest text that is read as this number; with an exponent below 10^-4 and from 10^16 on.
std::string text_of(double number) {
  std::array<char, 32> text;
  const double size = std::abs(number);
  const bool plain = size == 0 || (size >= 1e-4 && size < 1e16);
  const auto format = plain ? std::chars_format::fixed : std::chars_format::scientific;
  return {text.data(), std::to_chars(text.data(), text.data() + text.size(), number, format).ptr};
}

// Bounds in words.
std::string range(double min, double max) {
  const OptionSpec unbounded{};
  if (max >= unbounded.max && min > unbounded.min) return text_of(min) + " or more";
  if (min <= unbounded.min && max < unbounded.max) return text_of(max) + " or less";
  return text_of(min) + " to " + text_of(max);
}

// `a boolean`, `an integer`, ...
std::string a_value(const OptionValue& value) {
  return (std::holds_alternative<std::int64_t>(value) ? "an " : "a ") + std::string(type_name(value));
}

[[noreturn]] void refuse(const std::string& name, const std::string& why) {
  throw std::invalid_argument("option '" + name + "' " + why);
}

}  // namespace

std::string_view type_name(const OptionValue& value) {
  static constexpr std::array<std::string_view, 4> names{"boolean", "integer", "number", "string"};
  return names[value.index()];
}

std::string to_string(const OptionValue& value) {
  if (const auto* text = std::get_if<std::string>(&value)) return *text;
  if (const auto* flag = std::get_if<bool>(&value)) return *flag ? "true" : "false";
  if (const auto* integer = std::get_if<std::int64_t>(&value)) return std::to_string(*integer);
  return text_of(std::get<double>(value));
}

OptionValue parse_option(const OptionSpec& spec, const std::string& text) {
  const auto number = [&](auto value) -> OptionValue {
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error == std::errc() && end == text.data() + text.size()) return value;
    refuse(spec.name, "takes " + a_value(spec.fallback) + ", not '" + text + "'");
  };
  if (std::holds_alternative<std::int64_t>(spec.fallback)) return number(std::int64_t{0});
  if (std::holds_alternative<double>(spec.fallback)) return number(0.0);
  if (std::holds_alternative<std::string>(spec.fallback)) return text;
  if (text == "true" || text == "false") return text == "true";
  refuse(spec.name, "is '" + text + "': expected true or false");
}

Options::Options(const std::vector<OptionSpec>& declared) {
  for (const OptionSpec& spec : declared) values_.emplace(spec.name, spec.fallback);
}

void Options::set(const std::vector<OptionSpec>& declared, const std::string& name, OptionValue value) {
  const auto spec = std::find_if(declared.begin(), declared.end(), [&](const OptionSpec& s) { return s.name == name; });
  if (spec == declared.end()) throw std::invalid_argument("there is no option '" + name + "'");
  if (std::holds_alternative<double>(spec->fallback) && std::holds_alternative<std::int64_t>(value))
    value = static_cast<double>(std::get<std::int64_t>(value));
  if (value.index() != spec->fallback.index())
    refuse(name, "takes " + a_value(spec->fallback) + ", not '" + to_string(value) + "' (" + a_value(value) + ")");
  const auto check_range = [&](double v, double min, double max) {
    if (!(v >= min && v <= max)) refuse(name, "is " + to_string(value) + ": expected " + range(min, max));
  };
  if (const auto* i = std::get_if<std::int64_t>(&value))
    check_range(static_cast<double>(*i), std::max(spec->min, double{INT_MIN}), std::min(spec->max, double{INT_MAX}));
  if (const auto* d = std::get_if<double>(&value)) check_range(*d, spec->min, spec->max);
  if (const auto* s = std::get_if<std::string>(&value);
      s != nullptr && !spec->choices.empty() &&
      std::find(spec->choices.begin(), spec->choices.end(), *s) == spec->choices.end())
    refuse(name, "is '" + *s + "': expected one of " + boost::join(spec->choices, ", "));
  values_[name] = std::move(value);
}

}  // namespace pentocity::inline game
