#pragma once
// The identity of an entrant, by which its stored games are known.

#include <filesystem>
#include <nlohmann/json.hpp>

#include "pentocity/game/options.hpp"
#include "pentocity/input/json_text.hpp"

namespace pentocity::entrants {

/// What something is, as JSON, once with hashes of 64 bits, by which its stored games are known, and once with hashes
/// of 256 bits, of which nobody finds two contents with one hash.
struct Identity {
  nlohmann::ordered_json brief = nlohmann::ordered_json::object(), full = nlohmann::ordered_json::object();

  /// These bytes, as a value.
  static Identity of_bytes(std::string_view bytes);
  /// Names and contents of all files of a folder, or a file's contents, as a value. Throws as read_file() does.
  static Identity of_files(const std::filesystem::path& path);

  Identity& add(const std::string& name, const nlohmann::ordered_json& value) {
    return add(name, Identity{value, value});
  }
  Identity& add(const std::string& name, const Identity& value);
  /// The same with values of options.
  Identity with(const Options& options) const;
  /// Gives an entry this identity.
  template <class Entry>
  void write_to(Entry& entry) const {
    entry.identity = text_of_json(brief);
    entry.contents = text_of_json(full);
  }
};

}  // namespace pentocity::entrants
