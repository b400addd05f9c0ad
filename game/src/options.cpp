#include "pentocity/game/options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <climits>

namespace pentocity::inline game {
namespace {

// Bounds in words.
std::string range(double min, double max) {
  const OptionSpec unbounded{};
  if (max >= unbounded.max && min > unbounded.min) return fmt::format("{} or more", min);
  if (min <= unbounded.min && max < unbounded.max) return fmt::format("{} or less", max);
  return fmt::format("{} to {}", min, max);
}

// `a boolean`, `an integer`, ...
std::string a_value(const OptionValue& value) {
  return fmt::format("{} {}", std::holds_alternative<std::int64_t>(value) ? "an" : "a", type_name(value));
}

}  // namespace

std::string_view type_name(const OptionValue& value) {
  static constexpr std::array<std::string_view, 4> names{"boolean", "integer", "number", "string"};
  return names[value.index()];
}

std::string to_string(const OptionValue& value) {
  return std::visit([](const auto& v) { return fmt::format("{}", v); }, value);
}

OptionValue parse_option(const OptionSpec& spec, const std::string& text) {
  const auto number = [&](auto value) -> OptionValue {
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error == std::errc() && end == text.data() + text.size()) return value;
    throw std::invalid_argument(fmt::format("option '{}' takes {}, not '{}'", spec.name, a_value(spec.fallback), text));
  };
  if (std::holds_alternative<std::int64_t>(spec.fallback)) return number(std::int64_t{0});
  if (std::holds_alternative<double>(spec.fallback)) return number(0.0);
  if (std::holds_alternative<std::string>(spec.fallback)) return text;
  if (text == "true" || text == "false") return text == "true";
  throw std::invalid_argument(fmt::format("option '{}' is '{}': expected true or false", spec.name, text));
}

Options::Options(const std::vector<OptionSpec>& declared) {
  for (const OptionSpec& spec : declared) values_.emplace(spec.name, spec.fallback);
}

void Options::set(const std::vector<OptionSpec>& declared, const std::string& name, OptionValue value) {
  const auto spec = std::find_if(declared.begin(), declared.end(), [&](const OptionSpec& s) { return s.name == name; });
  if (spec == declared.end()) throw std::invalid_argument(fmt::format("there is no option '{}'", name));
  if (std::holds_alternative<double>(spec->fallback) && std::holds_alternative<std::int64_t>(value))
    value = static_cast<double>(std::get<std::int64_t>(value));
  if (value.index() != spec->fallback.index())
    throw std::invalid_argument(fmt::format("option '{}' takes {}, not '{}' ({})", name, a_value(spec->fallback),
                                            to_string(value), a_value(value)));
  const auto check_range = [&](double v, double min, double max) {
    if (!(v >= min && v <= max))
      throw std::invalid_argument(
          fmt::format("option '{}' is {}: expected {}", name, to_string(value), range(min, max)));
  };
  if (const auto* i = std::get_if<std::int64_t>(&value))
    check_range(static_cast<double>(*i), std::max(spec->minimum(), double{INT_MIN}),
                std::min(spec->maximum(), double{INT_MAX}));
  if (const auto* d = std::get_if<double>(&value)) check_range(*d, spec->minimum(), spec->maximum());
  if (const auto* s = std::get_if<std::string>(&value);
      s != nullptr && !spec->choices.empty() &&
      std::find(spec->choices.begin(), spec->choices.end(), *s) == spec->choices.end())
    throw std::invalid_argument(
        fmt::format("option '{}' is '{}': expected one of {}", name, *s, fmt::join(spec->choices, ", ")));
  values_[name] = std::move(value);
}

}  // namespace pentocity::inline game
