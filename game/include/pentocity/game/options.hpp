#pragma once
// Options of players and sequencers: declared once, with type, default and meaning, and set from a config.

#include <cstdint>
#include <map>
#include <stdexcept>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace pentocity::inline game {

using OptionValue = std::variant<bool, std::int64_t, double, std::string>;

/// One option that a player or sequencer declares. The default gives the type.
struct OptionSpec {
  std::string name;
  OptionValue fallback;
  std::string meaning;
  std::vector<std::string> choices = {};  ///< of a string: the words allowed; empty: any
  double least = -1e18, most = 1e18;      ///< of a number; an integer is also within the range of int
};

/// `boolean`, `integer`, `number` or `string`.
std::string_view type_name(const OptionValue& value);
/// As in YAML or JSON.
std::string to_string(const OptionValue& value);

/// The value that a text in a config or on a command line stands for, read as the option's type. Throws
/// std::invalid_argument, in words for its author, if it is none.
OptionValue parse_option(const OptionSpec& spec, const std::string& text);

/// A full set of options: every declared one has a value of its declared type.
class Options {
 public:
  Options() = default;
  explicit Options(const std::vector<OptionSpec>& declared);

  /// Sets an option. An integer serves where a number is declared. Throws std::invalid_argument, in words meant for the
  /// author of a config, if the option is not declared, has another type, or is out of range.
  void set(const std::vector<OptionSpec>& declared, const std::string& name, OptionValue value);

  /// The value. Throws std::logic_error if it is not declared with this type: a mistake in the plugin.
  template <class T>
  const T& get(const std::string& name) const {
    const auto it = values_.find(name);
    if (it == values_.end() || !std::holds_alternative<T>(it->second))
      throw std::logic_error("option '" + name + "' is not declared with the type it is read as");
    return std::get<T>(it->second);
  }
  bool flag(const std::string& name) const { return get<bool>(name); }
  int integer(const std::string& name) const { return static_cast<int>(get<std::int64_t>(name)); }
  double number(const std::string& name) const { return get<double>(name); }
  const std::string& text(const std::string& name) const { return get<std::string>(name); }

  const std::map<std::string, OptionValue>& values() const { return values_; }

 private:
  std::map<std::string, OptionValue> values_;
};

}  // namespace pentocity::inline game
