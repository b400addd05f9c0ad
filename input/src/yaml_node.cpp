#include <algorithm>
#include <cmath>

#include "pentocity/input/number_of.hpp"
#include "pentocity/input/suggestion.hpp"
#include "pentocity/input/yaml.hpp"
#include "yaml_messages.hpp"

namespace pentocity::inline input {
std::string excerpt(std::string_view text) {
  std::size_t end = 0;
  while (end < text.size() && end < 60) end += std::max<std::size_t>(1, character_length(text.substr(end)));
  return end < text.size() ? fmt::format("{}...", text.substr(0, end)) : std::string(text);
}

void YamlNode::fail(const std::string& message) const { fail_at(file_, line_, column_, "{}", message); }

std::string YamlNode::place() const { return fmt::format("{}:{}:{}", file_, line(), column()); }

std::string YamlNode::subject() const { return key_.empty() ? "this" : fmt::format("'{}'", excerpt(key_)); }

std::string YamlNode::described() const {
  if (is_mapping()) return "a mapping";
  if (is_sequence()) return "a list";
  return is_null() ? "nothing" : fmt::format("'{}'", excerpt(raw()));
}

void YamlNode::check_keys(const std::vector<std::string>& keys) const {
  for (const Entry& entry : all_entries())
    if (std::find(keys.begin(), keys.end(), entry.key) == keys.end())
      entry.key_node.fail("unknown key '{}'{}", excerpt(entry.key), suggestion(entry.key, keys));
}

std::vector<YamlNode::Entry> YamlNode::entries() const {
  std::vector<Entry> out = all_entries();
  std::erase_if(out, [](const Entry& entry) { return entry.value.is_null(); });
  return out;
}

std::vector<YamlNode::Entry> YamlNode::all_entries() const {
  // A whole document that is one text is no file of ours, and whoever named it may not be allowed to see it.
  if (!is_mapping())
    fail("{} must be a mapping, not {}", subject(), is_scalar() && key_.empty() ? "a text" : described());
  std::vector<Entry> out;
  for (std::size_t i = 0; i < value_->members.size(); ++i) {
    const YamlValue& key = value_->keys[i];
    Entry entry{key.text, part(key, key_), part(value_->members[i], key.text)};
    // For a value that is left out, the parser gives the beginning of the next line as its place.
    if (entry.value.is_null() && entry.value.line_ != key.line)
      entry.value.line_ = key.line, entry.value.column_ = key.column;
    out.push_back(std::move(entry));
  }
  return out;
}

std::vector<YamlNode> YamlNode::elements() const {
  if (!is_sequence()) fail("{} must be a list, not {}", subject(), described());
  std::vector<YamlNode> out;
  for (const YamlValue& element : value_->members) out.push_back(part(element, key_));
  return out;
}

bool YamlNode::has(std::string_view key) const { return find(key).has_value(); }

YamlNode YamlNode::at(std::string_view key) const {
  for (Entry& entry : all_entries())
    if (entry.key == key && entry.value.is_null())
      entry.value.fail("'{}' has no value (what begins with # is a comment, unless it is quoted)", key);
    else if (entry.key == key)
      return std::move(entry.value);
  fail("the key '{}' is missing", key);
}

std::optional<YamlNode> YamlNode::find(std::string_view key) const {
  for (Entry& entry : entries())
    if (entry.key == key) return std::move(entry.value);
  return std::nullopt;
}

std::string YamlNode::text() const {
  if (!is_scalar()) fail("{} must be a word, not {}", subject(), described());
  return raw();
}

std::int64_t YamlNode::integer(std::int64_t min, std::int64_t max) const {
  const auto value = number_of<std::int64_t>(raw());
  if (!value || *value < min || *value > max)
    fail("{} must be an integer from {} to {}, not {}", subject(), min, max, described());
  return *value;
}

double YamlNode::number() const {
  const auto value = number_of<double>(raw());
  if (!value || !std::isfinite(*value)) fail("{} must be a number, not {}", subject(), described());
  return *value;
}

bool YamlNode::boolean() const {
  if (raw() == "true") return true;
  if (raw() == "false") return false;
  fail("{} must be true or false, not {}", subject(), described());
}

}  // namespace pentocity::inline input
