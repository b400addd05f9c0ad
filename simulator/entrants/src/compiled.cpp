// Entrants that are written in C++: built in, which this program finds by their names, or from shared libraries
// (plugins). They play in this process, or hosted in one of their own.

#include <fmt/format.h>

#include "kinds.hpp"
#include "pentocity/input/read_file.hpp"
#include "pentocity/isolation/hosted.hpp"
#include "pentocity/isolation/participants.hpp"

namespace pentocity::entrants {
namespace {

namespace fs = std::filesystem;

using isolation::WardenPool, isolation::WardenSetup, match::Isolation;

// Where a player or sequencer comes from, and everything about it that decides games, but for options.
template <class Role>
struct Code {
  match::Description description;                 ///< its options are known
  nlohmann::ordered_json made_of;                 ///< Entry::made_of, without options and files
  std::vector<isolation::FileHashes> files = {};  ///< of a plugin in this process
  bool built_in = true;
  std::shared_ptr<const typename Role::Spec> spec;  ///< in this process
  std::optional<WardenSetup> isolated;              ///< in another; there is one or the other
};

template <class Role>
class Compiled : public Entrant<Role> {
 public:
  // An entry for it with these values of its options.
  static typename Role::Entry entry(const std::shared_ptr<const Code<Role>>& code, const Options& options) {
    typename Role::Entry entry;
    entry.name = code->description.name;
    entry.built_in = code->built_in;
    entry.isolated = code->isolated.has_value();
    auto made_of = code->made_of;
    made_of["options"] = isolation::options_json(options);
    if (!code->files.empty()) made_of["files"] = code->files;
    entry.made_of = text_of_json(made_of);
    if constexpr (std::is_same_v<Role, PlayerRole>) {
      entry.summary = code->description.summary;
      entry.declared = *code->description.options;
      entry.options = options;
      entry.plays = code->description.plays;
    } else {
      entry.draws_as = draws_of(entry.name, options, *code->description.options);
    }
    entry.entrant = std::make_shared<const Compiled>(code, options);
    return entry;
  }

  Compiled(std::shared_ptr<const Code<Role>> code, Options options)
      : code_(std::move(code)), options_(std::move(options)) {
    if (code_->isolated) pool_ = std::make_shared<WardenPool>(*code_->isolated);
  }

  std::unique_ptr<typename Role::Made> make(const typename Role::Setting& setting,
                                            const typename Role::Seed& seed) const override {
    if constexpr (std::is_same_v<Role, PlayerRole>) {
      if (pool_)
        return isolation::command_player(isolation::in_process(pool_)(seed), isolation::options_json(options_), setting,
                                         seed);
      return std::make_unique<match::LocalPlayer>(code_->spec->make({setting, seed, options_}));
    } else {
      const match::StreamSeed its_seed = code_->built_in ? seed : seed.for_untrusted();
      if (pool_)
        return isolation::command_sequencer(isolation::in_process(pool_, its_seed.key)(its_seed.seed),
                                            isolation::options_json(options_), setting, its_seed.seed);
      const bool java = options_.text(generator_option().name) == "java";
      return code_->spec->make(
          {setting, its_seed.seed, its_seed.random(java ? Generator::java : Generator::pcg), options_});
    }
  }
  typename Role::Entry with(const Options& options) const override { return entry(code_, options); }
  const WardenSetup* setup() const override { return pool_ && !code_->built_in ? &pool_->setup() : nullptr; }

 private:
  std::shared_ptr<const Code<Role>> code_;
  Options options_;
  std::shared_ptr<WardenPool> pool_;  ///< null: it plays in this process
};

template <class Role>
Code<Role> built_in_code(const std::string& name, const isolation::Hosting& hosting) {
  const auto& spec = built_in_spec<Role>(name);
  Code<Role> code;
  code.description = {spec.name, spec.summary, spec.options};
  code.made_of[Role::word] = name;
  if (std::is_same_v<Role, PlayerRole> && hosting.isolation == Isolation::all)
    code.isolated = {.participant = {{"role", Role::word}, {"built_in", name}}, .confinement = hosting.confinement};
  else
    code.spec = {std::shared_ptr<void>(), &spec};  // lives as long as the program
  return code;
}

// Loads the plugin into this process, or asks it what it is in one of its own.
template <class Role>
Code<Role> plugin_code(const Origin& origin, const std::string& folder, const isolation::Hosting& hosting) {
  const std::string path = (fs::path(folder) / origin.value.text).lexically_normal().string();
  const std::string absolute = fs::absolute(path).lexically_normal().string();
  WardenSetup setup{.participant = {{"role", Role::word}, {"plugin", path}, {"file", absolute}},
                    .confinement = hosting.confinement};
  Code<Role> code;
  code.built_in = false;
  read_file(path);  // for what it tells of a file that is none
  if (hosting.isolation == Isolation::none) {
    hosting.confinement->kept->watch(absolute);
    setup.files = {absolute};
    read_files(origin, folder, setup, false);
    code.files = hosting.confinement->kept->hashes(setup.files);
    code.spec = isolation::load_plugin<typename Role::Spec>(path, path);
    code.description = {code.spec->name, code.spec->summary, code.spec->options};
    if (std::is_same_v<Role, PlayerRole>) code.description.plays = isolation::games_of_plugin(path, path);
  } else {
    add_own(setup, path);
    add_folder_of(setup, path);
    read_files(origin, folder, setup);
    code.description = describe_plugin(std::make_shared<WardenPool>(setup));
    code.isolated = std::move(setup);
  }
  code.made_of["plugin"] = code.description.name;
  return code;
}

const isolation::Hosting in_this_process{Isolation::none, nullptr};

template <class Role>
std::optional<typename Role::Entry> entry_of_identity(const match::EntrantId& entrant) {
  const nlohmann::json identity = parse_json(entrant.identity);
  if (!identity.is_object() || !identity.contains(Role::word)) return std::nullopt;
  try {
    Origin origin{.kind = Role::word, .value = {identity.at(Role::word)}};
    const nlohmann::json options = identity.value("options", nlohmann::json::object());
    for (const auto& [name, value] : options.items())
      origin.options.push_back({{name}, {value.is_string() ? std::string(value) : text_of_json(value)}});
    auto entry = compiled_of<Role>(origin, "", in_this_process);
    if (entry.made_of != entrant.identity) return std::nullopt;
    entry.name = entrant.name;
    return entry;
  } catch (const std::exception&) {  // of another version of this program
    return std::nullopt;
  }
}

}  // namespace

template <class Role>
typename Role::Entry compiled_of(const Origin& origin, const std::string& folder, const isolation::Hosting& hosting) {
  Code<Role> code = at(origin.value, [&] {
    return origin.kind == "plugin" ? plugin_code<Role>(origin, folder, hosting)
                                   : built_in_code<Role>(origin.value.text, hosting);
  });
  // Its own options, and the one that all sequencers have.
  std::vector<OptionSpec> declared = *code.description.options;
  if (std::is_same_v<Role, SequencerRole>) declared.push_back(generator_option());
  Options options(declared);
  set_options(options, origin.options, declared, fmt::format("{} '{}'", Role::word, code.description.name));
  return Compiled<Role>::entry(std::make_shared<const Code<Role>>(std::move(code)), options);
}

template PlayerEntry compiled_of<PlayerRole>(const Origin&, const std::string&, const isolation::Hosting&);
template SequencerEntry compiled_of<SequencerRole>(const Origin&, const std::string&, const isolation::Hosting&);

PlayerEntry built_in_player(const std::string& name) {
  return compiled_of<PlayerRole>({.kind = "player", .value = {name}}, "", in_this_process);
}

SequencerEntry built_in_sequencer(const std::string& name, const std::vector<std::string>& assignments) {
  return compiled_of<SequencerRole>({.kind = "sequencer", .value = {name}, .options = split_assignments(assignments)},
                                    "", in_this_process);
}

std::optional<PlayerEntry> player_of_identity(const match::EntrantId& entrant) {
  return entry_of_identity<PlayerRole>(entrant);
}

std::optional<SequencerEntry> sequencer_of_identity(const match::EntrantId& entrant) {
  return entry_of_identity<SequencerRole>(entrant);
}

}  // namespace pentocity::entrants
