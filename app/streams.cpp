#include "streams.hpp"

#include <algorithm>
#include <filesystem>

#include "pentocity/input/user_error.hpp"

namespace pentocity::app {

using namespace tournament;

namespace {

bool is_file(const std::string& source) {
  const auto& specs = builtin_sequencers();
  if (std::any_of(specs.begin(), specs.end(), [&](const SequencerSpec& s) { return s.name == source; })) return false;
  const auto extension = std::filesystem::path(source).extension();
  std::error_code ignored;
  return extension == ".yaml" || extension == ".yml" || std::filesystem::is_regular_file(source, ignored);
}

}  // namespace

SequencerEntry find_stream(const std::string& source, const std::vector<std::string>& options) {
  if (!is_file(source)) return built_in_sequencer(source, options);
  if (!options.empty()) throw InputError("a mix has no options: its file says everything");
  return sequencer_of_file("mix", source);
}

}  // namespace pentocity::app
