#include "pentocity/tournament/config.hpp"

#include <fmt/format.h>

#include <set>

#include "run_parts.hpp"

namespace pentocity::tournament {

using namespace match;

namespace {

// The name that an entry says, whatever else is wrong with it.
std::string said_name(const YamlNode& entry) {
  if (entry.is_scalar()) return entry.raw();
  for (const char* key : {"name", entrants::PlayerRole::word, entrants::SequencerRole::word})
    if (const auto name = entry.is_mapping() ? entry.find(key) : std::nullopt; name && name->is_scalar())
      return name->raw();
  return {};
}

template <class Entry>
Entry entry_of(const EntrantId& entrant, const std::vector<Entry>& entries, const std::vector<EntrantId>& ids,
               std::optional<Entry> (*of_identity)(const EntrantId&)) {
  if (const auto same = std::ranges::find(ids, entrant); same != ids.end())
    return entries[static_cast<std::size_t>(same - ids.begin())];
  Entry none;
  none.name = entrant.name;
  return of_identity(entrant).value_or(none);
}

// Elements of a list, each once. What is wrong with one goes to `broken`, if there is that.
template <class Entry, class Read>
std::vector<Entry> read_entries(const YamlNode& node, std::map<std::string, std::string>* broken, Read&& read) {
  std::vector<Entry> entries;
  std::set<std::string> names;
  for (const YamlNode& element : node.elements()) {
    try {
      Entry entry = read(element);
      if (!names.insert(entry.name).second)
        element.fail("the name '{}' is given twice: set another with the key 'name'", entry.name);
      entries.push_back(std::move(entry));
    } catch (const InputError& error) {
      if (broken == nullptr) throw;
      broken->emplace(said_name(element), error.what());
    }
  }
  if (entries.empty() && (broken == nullptr || broken->empty())) node.fail("the list is empty");
  return entries;
}

// Names from a list of the command line, in which commas stand between them. A known name may itself have commas:
// unless each piece is a name, the longest that is one when its pieces are joined is meant.
std::vector<std::string> joined_names(const std::vector<std::string>& pieces, const std::vector<std::string>& known) {
  const auto is_known = [&](const std::string& name) { return has_name(known, name); };
  if (std::ranges::all_of(pieces, is_known)) return pieces;
  std::vector<std::string> out;
  for (auto piece = pieces.begin(); piece != pieces.end();) {
    auto end = pieces.end();
    const auto name = [&] { return fmt::format("{}", fmt::join(piece, end, ",")); };
    while (end - piece > 1 && !is_known(name())) --end;
    out.push_back(name());
    piece = end;
  }
  return out;
}

// Throws InputError unless the config of `path` has all of these names.
template <class Entry>
void require_names(const std::vector<std::string>& names, const std::vector<Entry>& entries, std::string_view option,
                   const std::string& path, const Config& config) {
  const std::vector<std::string> known = names_of(entries);
  for (const std::string& name : names)
    if (!has_name(known, name)) {
      config.require_unbroken(name);
      throw InputError("{}: '{}' is not in {}{}", option, name, path, suggestion(name, known));
    }
}

// Those of the config that the command line names, in the order of the config.
template <class Entry>
std::vector<Entry> selected(std::vector<Entry> entries, const std::vector<std::string>& names, std::string_view option,
                            const std::string& path, const Config& config) {
  require_names(names, entries, option, path, config);
  if (!names.empty()) std::erase_if(entries, [&](const Entry& e) { return !has_name(names, e.name); });
  return entries;
}

template <class Entry>
std::vector<match::EntrantId> entrants_of(const std::vector<Entry>& entries) {
  std::vector<match::EntrantId> out;
  for (const Entry& e : entries) out.push_back({e.name, e.identity()});
  return out;
}

// The schedule's entrants from the entries.
Config finished(Config config) {
  config.schedule.players = entrants_of(config.players);
  config.schedule.sequencers = entrants_of(config.sequencers);
  results::check_pairings(config.schedule);
  return config;
}

// Of entrants from files that call themselves the same, such as two builds of a player, each is called after its file,
// and after the folders around it if need be: `build/libmine` and `build-clang/libmine`. `words` are those of the
// command line that the last entries come from.
template <class Entry>
void name_apart(std::vector<Entry>& entries, const std::vector<std::string>& words) {
  constexpr int most_folders = 3;
  for (int folders = 0; folders <= most_folders; ++folders) {
    const std::vector<std::string> names = names_of(entries);
    std::size_t i = entries.size() - words.size();
    for (const std::string& word : words) {
      if (Entry& entry = entries[i++]; !entry.built_in && std::ranges::count(names, entry.name) > 1) {
        std::filesystem::path around = std::filesystem::absolute(word).lexically_normal(), name = around.stem();
        for (int k = 0; k < folders; ++k) {
          around = around.parent_path();
          name = around.filename() / name;
        }
        entry.name = name.string();
      }
    }
  }
}

// Adds those that words of the command line name to the players or sequencers of a config, and puts their names in
// place of the words. `kind` is what they are, and `make` makes one of a word.
template <class Entry, class Make>
void add_others(std::vector<Entry>& entries, std::vector<std::string>& words, const Config& config, const Make& make,
                std::string_view kind, const std::string& path) {
  const std::vector<std::string> names = names_of(entries);
  std::vector<std::string*> others;
  try {
    for (std::string& word : words)
      if (!has_name(names, word)) {
        others.push_back(&word);
        entries.push_back(make(word, config.hosting));
      }
    std::vector<std::string> files;
    for (const std::string* other : others) files.push_back(*other);
    name_apart(entries, files);
    for (std::size_t i = 0; i < others.size(); ++i) {
      const std::string& name = entries[names.size() + i].name;
      if (std::ranges::count(entries, name, &Entry::name) > 1)
        throw InputError("'{}' would be called as the {} '{}' is, which it is not", *others[i], kind, name);
    }
  } catch (const InputError& e) {
    config.require_unbroken(*others.back());
    if (const std::string similar = suggestion(*others.back(), names); similar.starts_with(", did"))
      throw InputError("--{}s: '{}' is not in {}{}", kind, *others.back(), path, similar);
    throw InputError("--{0}s: {1}; the {0}s of {2} are {3}", kind, e.what(), path, fmt::join(names, ", "));
  }
  for (std::size_t i = 0; i < others.size(); ++i) *others[i] = entries[names.size() + i].name;
}

// As player_of_word().
entrants::SequencerEntry stream_of_word(const std::string& word, const isolation::Hosting& hosting) {
  return entrants::sequencer_of_word(word, hosting);
}

// Whether this is a named player from files, and none of these.
bool is_elsewhere(const YamlNode& player, const std::vector<std::string>& at_hand) {
  if (!player.is_mapping() || player.find("player")) return false;
  const auto name = player.find("name");
  return name && !has_name(at_hand, name->text());
}

// What can be said of it without its files.
entrants::PlayerEntry named_only(const YamlNode& player) {
  entrants::PlayerEntry entry;
  entry.name = player.at("name").text();
  entry.built_in = false;
  entry.isolated = true;
  if (const auto contribution = player.find("contribution")) entry.contribution = contribution->text();
  return entry;
}

std::vector<entrants::PlayerEntry> read_players(const YamlNode& root, const std::string& folder,
                                                const Overrides& overrides, Config& config) {
  if (overrides.no_players) return {};
  auto* const broken = overrides.leave_out_broken ? &config.broken : nullptr;
  return read_entries<entrants::PlayerEntry>(root.at("players"), broken, [&](const YamlNode& n) {
    return overrides.at_hand && is_elsewhere(n, *overrides.at_hand)
               ? named_only(n)
               : entrants::player_of_yaml(n, folder, config.hosting);
  });
}

// What processes of a config's players may use, and where they start. The seeds stand in the config, and earlier
// results show what they bring.
void confine(const std::string& path, const Overrides& overrides, Config& config) {
  const std::filesystem::path absolute = std::filesystem::absolute(path);
  const std::filesystem::path start =
      overrides.folder.empty() ? absolute.parent_path() : std::filesystem::absolute(overrides.folder);
  isolation::Confinement& confinement = *config.hosting.confinement;
  confinement.limits = config.schedule.limits;
  confinement.folder = start.lexically_normal().string();
  confinement.hidden = {absolute.lexically_normal().string(), (start / "results").lexically_normal().string()};
}

void ask_about_options(std::vector<entrants::PlayerEntry>& players) {
  for (entrants::PlayerEntry& player : players)
    if (!player.options.values().empty()) player = entrants::asked_if_possible(player);
}

void refuse_generators(const Config& config) {
  for (const entrants::SequencerEntry& sequencer : config.sequencers)
    if (config.schedule.commitment && !sequencer.generator_place.empty())
      throw InputError(
          "{}: 'generator' and `seed: secret` exclude each other: '{}' then draws from the secret; leave 'generator' "
          "out",
          sequencer.generator_place, sequencer.name);
}

int isolated_of(const std::vector<entrants::PlayerEntry>& players) {
  return static_cast<int>(std::ranges::count_if(players, &entrants::PlayerEntry::isolated));
}

// The number of repeats that a file names.
int named_repeats(const YamlNode& root, Overrides overrides) {
  overrides.repeats.reset();
  results::Schedule schedule;
  read_seeds(root, overrides, schedule);
  return schedule.repeats();
}

// Leaves out claims about others than the players and sequencers that play; `names` are all players of the file.
void leave_out_claims(Config& config, const std::vector<std::string>& names) {
  const auto left_out = [](const std::vector<std::string>& wanted, const std::vector<std::string>& there) {
    return std::ranges::any_of(wanted, [&](const auto& name) { return !has_name(there, name); });
  };
  std::erase_if(config.claims, [&](const figures::Claim& claim) {
    // A lead is one over all players of the config.
    return left_out(claim.statistic == figures::Statistic::lead ? names : claim.compare, names_of(config.players)) ||
           left_out(claim.sequencers, names_of(config.sequencers));
  });
}

}  // namespace

OptionAssignment option_assignment(const std::string& text, const std::vector<std::string>& players) {
  OptionAssignment out{"", text};
  for (const std::string& name : players)
    if (name.size() > out.player.size() && text.starts_with(name + ":")) out = {name, text.substr(name.size() + 1)};
  if (!out.player.empty()) return out;
  const std::size_t colon = text.substr(0, text.find('=')).rfind(':');
  return colon == text.npos ? out : OptionAssignment{text.substr(0, colon), text.substr(colon + 1)};
}

void set_options(std::vector<entrants::PlayerEntry>& players, const std::vector<std::string>& assignments) {
  std::vector<std::vector<std::string>> of(players.size());
  const std::vector<std::string> names = names_of(players);
  for (const std::string& assignment : assignments) {
    const OptionAssignment parts = option_assignment(assignment, names);
    const auto player = std::ranges::find(names, parts.player);
    if (!parts.player.empty() && player == names.end())
      throw InputError("--option {}: no player '{}'{}", assignment, parts.player, suggestion(parts.player, names));
    of[parts.player.empty() ? 0 : static_cast<std::size_t>(player - names.begin())].push_back(parts.assignment);
  }
  for (std::size_t i = 0; i < players.size(); ++i) {
    try {
      players[i] = entrants::with_options(players[i], of[i]);
    } catch (const InputError& e) {
      throw InputError("--option: {}", e.what());
    }
  }
}

std::vector<entrants::SequencerEntry> read_sequencers(const YamlNode& list, const std::string& folder,
                                                      const isolation::Hosting& hosting,
                                                      std::map<std::string, std::string>* broken) {
  return read_entries<entrants::SequencerEntry>(
      list, broken, [&](const YamlNode& node) { return entrants::sequencer_of_yaml(node, folder, hosting); });
}

void Config::require_unbroken(const std::string& entry) const {
  for (const std::string& said : {entry, std::string()})
    if (const auto its = broken.find(said); its != broken.end()) throw InputError("{}", its->second);
}

void Config::use(const Secret& known) {
  secret = known;
  schedule.commitment = known.commitment();
}

void Config::use(const Draw& draw) {
  schedule.derivation = draw.derivation();
  use(draw.secret());
}

StreamSeed Config::stream(int repeat, const entrants::SequencerEntry& sequencer) const {
  return secret ? Draw(*secret, schedule.derivation).stream(repeat, sequencer.draws_as)
                : StreamSeed(schedule.seeds.at(repeat));
}

std::optional<std::pair<std::string, std::string>> same_draws(const std::vector<entrants::SequencerEntry>& sequencers) {
  std::map<std::string, std::string> first;  // by draws
  for (const entrants::SequencerEntry& sequencer : sequencers)
    if (const auto [other, fresh] = first.emplace(sequencer.draws_as, sequencer.name); !fresh)
      return std::pair(other->second, sequencer.name);
  return std::nullopt;
}

std::uint64_t Config::player_seed(int repeat, std::string_view player) const {
  return secret ? Draw(*secret, schedule.derivation).player_seed(repeat, player)
                : match::player_seed(schedule.seeds.at(repeat), repeat, player);
}

Config load_config(const std::string& path, const Overrides& overrides) {
  const YamlNode root = YamlNode::load(path);
  root.check_keys({"rules", "repeats", "seed", "seeds", "time_limit", "move_wall_limit", "handshake_limit",
                   "game_wall_limit", "memory_limit", "move_instructions", "game_instructions", "isolation", "lockstep",
                   "failures", "players", "sequencers", "claims", "slow", "beacon"});
  Config config;
  config.name = std::filesystem::path(path).stem().string();
  read_terms(root, overrides, config);
  confine(path, overrides, config);
  const std::string folder = std::filesystem::path(path).parent_path().string();
  std::vector<entrants::PlayerEntry> players = read_players(root, folder, overrides, config);
  if (const auto slow = root.find("slow")) config.slow = slow->boolean();
  if (const auto lockstep = root.find("lockstep")) config.lockstep = lockstep->boolean();
  if (overrides.lockstep) config.lockstep = overrides.lockstep;
  const bool whole = !overrides.leave_out_broken;
  auto sequencers = read_sequencers(root.at("sequencers"), folder, config.hosting, whole ? nullptr : &config.broken);
  if (const auto claims = root.find("claims"); claims && !overrides.no_players && whole)
    config.claims = figures::read_claims(*claims, names_of(players), names_of(sequencers));
  require_names(overrides.at_hand.value_or(std::vector<std::string>()), players, "--players", path, config);
  const std::vector<std::string> names = names_of(players);
  std::vector<std::string> chosen = joined_names(overrides.players, names);
  if (overrides.others) add_others(players, chosen, config, entrants::player_of_word, "player", path);
  std::vector<std::string> streams = joined_names(overrides.sequencers, names_of(sequencers));
  if (overrides.others) add_others(sequencers, streams, config, stream_of_word, "sequencer", path);
  config.isolated_players = isolated_of(players);
  config.file = NamedByFile{entrants_of(players), entrants_of(sequencers), named_repeats(root, overrides)};
  if (overrides.besides) chosen.clear();
  config.players = selected(std::move(players), chosen, "--players", path, config);
  if (overrides.in_order)
    std::ranges::sort(config.players, {},
                      [&](const entrants::PlayerEntry& p) { return std::ranges::find(chosen, p.name); });
  config.sequencers = selected(std::move(sequencers), streams, "--sequencers", path, config);
  leave_out_claims(config, names);
  // Not before everything is read: only then it is known which files belong to whom.
  if (whole) ask_about_options(config.players);
  set_options(config.players, overrides.options);
  if (whole || !streams.empty()) refuse_generators(config);
  return finished(std::move(config));
}

std::vector<std::string> configs_in(const std::string& folder) {
  std::vector<std::string> paths;
  for (const auto& entry : std::filesystem::directory_iterator(folder))
    if (entry.is_regular_file() && entry.path().extension() == ".yaml") paths.push_back(entry.path().string());
  if (paths.empty()) throw InputError("{}: the folder has no configs, *.yaml", folder);
  std::ranges::sort(paths);
  return paths;
}

Rules rules_of_option(const std::string& profile) {
  if (const auto rules = Rules::of_profile(profile)) return *rules;
  throw InputError("--rules: there are no rules '{}'{}", profile, suggestion(profile, Rules::profiles()));
}

isolation::Hosting hosting_of_names(std::optional<match::Isolation> isolation) {
  isolation::Hosting hosting;
  if (isolation) hosting.isolation = *isolation;
  const std::filesystem::path folder = std::filesystem::current_path();
  *hosting.confinement = {.limits = {}, .folder = folder.string(), .hidden = {(folder / "results").string()}};
  return hosting;
}

Config config_of_names(const std::string& profile, const Overrides& overrides) {
  Config config;
  config.name = "run";
  config.schedule.rules = rules_of_option(profile);
  config.hosting = hosting_of_names(overrides.isolation);
  if (overrides.secret)
    config.schedule.commitment.emplace();
  else
    config.schedule.seed = overrides.seed.value_or(default_seed);
  config.schedule.set_repeats(overrides.repeats.value_or(default_repeats));
  const auto add = [&](auto& entries, const std::vector<std::string>& words, auto make, std::string_view option) {
    for (auto word = words.begin(); word != words.end(); ++word) {
      if (std::find(words.begin(), word, *word) != word)
        throw InputError("{}: '{}' is given twice; for two versions of it, give them names in a config", option, *word);
      try {
        entries.push_back(make(*word, config.hosting));
      } catch (const InputError& e) {
        throw InputError("{}: {}", option, e.what());
      }
    }
    name_apart(entries, words);
    for (auto entry = entries.begin(); entry != entries.end(); ++entry)
      if (std::find_if(entries.begin(), entry, [&](const auto& e) { return e.name == entry->name; }) != entry)
        throw InputError("{}: two are called '{}': a config can give them other names", option, entry->name);
  };
  add(config.players, overrides.players, entrants::player_of_word, "--players");
  add(config.sequencers, overrides.sequencers, stream_of_word, "--sequencers");
  set_options(config.players, overrides.options);
  config.lockstep = overrides.lockstep;
  config.isolated_players = isolated_of(config.players);
  return finished(std::move(config));
}

Config config_of_schedule(const results::Schedule& schedule, const Config* given) {
  const Config none;
  const Config& from = given != nullptr ? *given : none;
  Config config;
  config.schedule = schedule;
  for (const EntrantId& e : schedule.players)
    config.players.push_back(entry_of(e, from.players, from.schedule.players, entrants::player_of_identity));
  for (const EntrantId& e : schedule.sequencers)
    config.sequencers.push_back(
        entry_of(e, from.sequencers, from.schedule.sequencers, entrants::sequencer_of_identity));
  return config;
}

}  // namespace pentocity::tournament
