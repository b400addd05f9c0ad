// What was agreed beforehand, against what a results folder was to play.
#include <fmt/format.h>

#include "audit_parts.hpp"
#include "pentocity/input/json_text.hpp"
#include "pentocity/input/read_file.hpp"
#include "pentocity/tournament/commitment.hpp"

namespace pentocity::audit {

using namespace match;

namespace {

using nlohmann::json;

// All of a schedule but its players, its sequencers and what a secret is.
json terms_of(const results::Schedule& schedule) {
  json out = results::to_json(schedule);
  for (const char* other : {"players", "sequencers", "commitment", "derivation", "contributions", "beacon"})
    out.erase(other);
  return out;
}

void compare_with_config(const std::string& where, const tournament::Config& agreed, const results::Schedule& found,
                         Audit& out) {
  add(out.findings, where, match::differences(terms_of(agreed.schedule), terms_of(found)));
  std::vector<match::EntrantId> players = agreed.schedule.players;
  results::erase_names(players, names_of(out.disqualified));
  if (found.commitment)  // whose author has not revealed his number has not played
    results::erase_names(players, results::unrevealed(agreed.players, found.derivation));
  add(out.findings, where, results::differences("player", players, found.players));
  add(out.findings, where, results::differences("sequencer", agreed.schedule.sequencers, found.sequencers));
  const auto played = results::numbers_of(found.players);
  for (const match::EntrantId& player : players)
    if (player.identity.empty() && played.contains(player.name))
      out.gaps.push_back({.part = fmt::format("compared: what '{}' is made from", player.name),
                          .why = "--players leaves it out, as one whose files are not here"});
  out.compared.emplace_back("the config");
}

// What a host has promised, by the folder itself or, which tells more, by what was published.
class Promises {
 public:
  Promises(const std::string& folder, const AuditOptions& options, const results::Schedule& found, Audit& out)
      : folder_(folder),
        where_(folder + "/results.sqlite: schedule"),
        options_(options),
        found_(found),
        out_(out),
        commitment_(of_folder<results::Commitment>(results::commitment_of_folder, results::commitment_file)),
        roster_(of_folder<results::Roster>(results::roster_of_folder, results::roster_file)) {
    if (auto disqualified =
            of_folder<results::Disqualifications>(results::disqualifications_of_folder, results::disqualified_file))
      out_.disqualified = *std::move(disqualified);
  }

  // Returns whether all that a config would say was published.
  bool check() {
    for (const std::string& word : options_.published) take(word);
    if (commitment_) compare(*commitment_);
    if (roster_) compare(*roster_);
    check_beacon();
    if (!found_.commitment && !commitment_) return false;
    if (!knows_secret_ && !knows_terms_)
      gap("known: whether the secret was drawn before the players were there",
          "--commitment names what the host published then");
    if (!knows_roster_ && roster_)
      gap("known: whether the players were fixed before the games",
          fmt::format("--commitment takes the {} that the host published, too", results::roster_file));
    return knows_terms_ && knows_roster_;
  }

 private:
  void gap(const std::string& part, const std::string& why) { out_.gaps.push_back({.part = part, .why = why}); }

  template <class Content>
  std::optional<Content> of_folder(std::optional<Content> (*read)(const std::string&), const char* name) {
    try {
      return read(folder_);
    } catch (const InputError& e) {
      const std::string path = folder_ + "/" + name;
      add(out_.findings, path, "file", "what Pentocity writes", without_path(e.what(), path));
      return std::nullopt;
    }
  }

  // A published file, or a hash.
  void take(const std::string& word) {
    if (Secret::of_hex(word)) return take_hash(word);
    std::string text = input::read_file(word);
    if (text.starts_with('{')) {
      const nlohmann::json value = read_json(text, word);
      if (value.is_object() && value.value("format", nlohmann::json()) == "pentocity-roster/1")
        return take_content(results::roster_of_text(text, word), roster_, knows_roster_, results::roster_file,
                            "the roster");
      return take_content(results::commitment_of_text(text, word), commitment_, knows_terms_, results::commitment_file,
                          "the commitment");
    }
    // As the commands print it: a word and the hash.
    text.erase(text.find_last_not_of(" \t\r\n") + 1);
    const std::string hash = text.substr(text.find_last_of(" \t\n") + 1);
    if (!Secret::of_hex(hash))
      throw InputError("--commitment: {}: expected {}, {}, or a hash of 64 hexadecimal digits", word,
                       results::commitment_file, results::roster_file);
    take_hash(hash);
  }

  template <class Content>
  void take_content(const Content& published, std::optional<Content>& own, bool& known, const char* name,
                    const char* what) {
    if (own && !(*own == published))
      add(out_.findings, folder_ + "/" + name, "hash", results::digest_of(published), results::digest_of(*own));
    own = published;
    known = true;
    out_.compared.emplace_back(what);
  }

  void take_hash(const std::string& hash) {
    if (commitment_ && hash == results::digest_of(*commitment_)) {
      knows_terms_ = true;
      out_.compared.emplace_back("the commitment");
    } else if (roster_ && hash == results::digest_of(*roster_)) {
      knows_roster_ = true;
      out_.compared.emplace_back("the roster");
    } else {
      knows_secret_ = true;
      if (hash != found_.commitment)
        add(out_.findings, where_, "commitment", hash, found_.commitment.value_or("none: an open seed"));
      else
        out_.compared.emplace_back("the commitment");
    }
  }

  void compare(const results::Commitment& promised) {
    add(out_.findings, where_, results::differences(promised, found_));
    if (options_.config == nullptr) return;
    tournament::Config config = *options_.config;
    config.schedule.commitment = promised.secret;
    for (const Difference& d : tournament::differences(promised, config))
      if (d.field != "version")
        add(out_.findings, "the config", d.field, d.expected, d.found);
      else
        gap("the same here: the version of the program",
            fmt::format("{} was promised, and this is {}", d.expected, d.found));
  }

  void compare(const results::Roster& promised) {
    add(out_.findings, where_, results::differences(promised, found_, out_.disqualified));
    if (commitment_ && promised.commitment != results::digest_of(*commitment_))
      add(out_.findings, folder_ + "/" + results::roster_file, "commitment", results::digest_of(*commitment_),
          promised.commitment);
    check_numbers(promised);
    if (options_.config == nullptr) return;
    add(out_.findings, "the config", tournament::differences(promised, *options_.config));
  }

  // Those of the numbers that were revealed which the draw has not got.
  void check_numbers(const results::Roster& promised) {
    const std::vector<std::string> absent = results::unrevealed(promised.players, found_.derivation);
    if (options_.contributions.empty()) {
      for (const std::string& player : absent)
        gap(fmt::format("known: whether the author of '{}' revealed his number", player),
            "by the results he did not; --contributions names the numbers that were revealed");
      return;
    }
    for (const Contribution& c : tournament::read_contributions(options_.contributions, promised))
      if (std::ranges::find(absent, c.player) != absent.end())
        add(out_.findings, where_, fmt::format("number of '{}'", c.player), c.number, "nothing");
    out_.unrevealed.insert(out_.unrevealed.end(), absent.begin(), absent.end());
  }

  void check_beacon() {
    const Derivation& derivation = found_.derivation;
    if (derivation.beacon.empty()) return;
    if (options_.beacon.empty())
      gap(fmt::format("known: whether the beacon '{}' said {}", derivation.beacon, derivation.beacon_value),
          "--beacon takes a file with what it said");
    else if (const std::string said = tournament::published_line(options_.beacon); said != derivation.beacon_value)
      add(out_.findings, where_, "beacon", said, derivation.beacon_value);
  }

  const std::string& folder_;
  const std::string where_;
  const AuditOptions& options_;
  const results::Schedule& found_;
  Audit& out_;
  std::optional<results::Commitment> commitment_;
  std::optional<results::Roster> roster_;
  bool knows_secret_ = false, knows_terms_ = false, knows_roster_ = false;  ///< from what was published
};

}  // namespace

bool compare_with_agreed(const std::string& folder, const AuditOptions& options, const results::Schedule& found,
                         Audit& out) {
  Promises promises(folder, options, found, out);
  if (options.config != nullptr) compare_with_config(folder + "/results.sqlite: schedule", *options.config, found, out);
  const bool promised = promises.check();
  if (options.config == nullptr && !promised)
    out.gaps.push_back({.part = "compared with a config: rules, seeds, repeats, limits, failures, players, sequencers",
                        .why = "--config names what was agreed"});
  return options.config != nullptr || promised;
}

}  // namespace pentocity::audit
