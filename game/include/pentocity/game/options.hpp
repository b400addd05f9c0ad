#pragma once
// The options of players and sequencers. A player declares its options with their defaults and meanings; a config or a
// command line gives them values.

#include <cstdint>
#include <map>
#include <stdexcept>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace pentocity::inline game {

/// The value of an option.
using OptionValue = std::variant<bool, std::int64_t, double, std::string>;

/// The declaration of one option. The type of its default is the type of the option.
struct OptionSpec {
  std::string name;
  OptionValue fallback;  ///< the default
  std::string meaning;
  std::vector<std::string> choices = {};  ///< the strings that a string option allows; if empty, it allows all
  double min = -1e18;                     ///< the minimum of a number; an integer must also fit an int
  double max = 1e18;                      ///< the maximum
};

/// The declaration of a number, or of an integer if `fallback` is one, from `min` to `max`.
inline OptionSpec number_option(std::string name, OptionValue fallback, std::string meaning, double min, double max) {
  return {std::move(name), std::move(fallback), std::move(meaning), {}, min, max};
}

/// The type of a value in words for users: `boolean`, `integer`, `number` or `string`.
std::string_view type_name(const OptionValue& value);
/// The value as it is written in a config: `true`, `12`, `0.5`; a string without quotes.
std::string to_string(const OptionValue& value);

/// Reads a text from a config or a command line as a value of the option's type. Throws std::invalid_argument, with a
/// message for the author of the text, if it is no value of that type. Does not check limits and choices;
/// Options::set() does.
OptionValue parse_option(const OptionSpec& spec, const std::string& text);

/// The options of one player or sequencer: each declared option with a value of its type.
class Options {
 public:
  Options() = default;
  /// All declared options with their defaults.
  explicit Options(const std::vector<OptionSpec>& declared);

  /// Gives an option a value; an integer is turned into a number where a number is declared. Throws
  /// std::invalid_argument, with a message for the author of a config, if `declared` has no such option, or if the
  /// value has another type, is beyond the limits, or is none of the choices.
  void set(const std::vector<OptionSpec>& declared, const std::string& name, OptionValue value);

  /// The value of an option; T is bool, std::int64_t, double or std::string. Throws std::logic_error if there is no
  /// option of this name and type, which is a mistake in the player or sequencer.
  template <class T>
  const T& get(const std::string& name) const {
    const auto it = values_.find(name);
    if (it == values_.end() || !std::holds_alternative<T>(it->second))
      throw std::logic_error("option '" + name + "' is not declared with the type it is read as");
    return std::get<T>(it->second);
  }
  /// The same for each type. integer() returns an int, which holds every value that set() accepts.
  bool flag(const std::string& name) const { return get<bool>(name); }
  int integer(const std::string& name) const { return static_cast<int>(get<std::int64_t>(name)); }
  double number(const std::string& name) const { return get<double>(name); }
  const std::string& text(const std::string& name) const { return get<std::string>(name); }

  const std::map<std::string, OptionValue>& values() const { return values_; }

 private:
  std::map<std::string, OptionValue> values_;
};

}  // namespace pentocity::inline game
