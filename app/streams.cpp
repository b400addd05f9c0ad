#include "streams.hpp"

#include <algorithm>
#include <filesystem>

#include "pentocity/input/user_error.hpp"

namespace pentocity::app {

using namespace entrants;
using namespace play;

SequencerEntry find_stream(const std::string& source, const std::vector<std::string>& options) {
  isolation::Hosting hosting;
  hosting.confinement->folder = std::filesystem::current_path().string();
  if (options.empty()) return sequencer_of_word(source, hosting);
  if (std::ranges::find(builtin_sequencers(), source, &SequencerSpec::name) != builtin_sequencers().end() ||
      !std::filesystem::is_regular_file(source))
    return built_in_sequencer(source, options);
  const auto extension = std::filesystem::path(source).extension();
  if (extension == ".yaml" || extension == ".yml")
    throw InputError("--option: a mix has no options: its file says everything");
  throw InputError("--option: {} gets its options in a config, and is then named as in it, with --config", source);
}

Config config_with_sequencer(const std::string& path, const std::string& name, Overrides overrides) {
  constexpr std::string_view option = "--sequencers: ";
  overrides.sequencers = {name};
  try {
    return load_config(path, overrides);
  } catch (const InputError& e) {
    const std::string_view message = e.what();
    if (!message.starts_with(option)) throw;
    throw InputError("{}", message.substr(option.size()));
  }
}

}  // namespace pentocity::app
