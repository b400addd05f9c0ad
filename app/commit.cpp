#include "commands.hpp"
#include "pentocity/input/read_file.hpp"
#include "pentocity/results/secret_file.hpp"
#include "pentocity/tournament/commitment.hpp"
#include "pentocity/tournament/preparation.hpp"

namespace pentocity::app {
namespace {

struct PromiseArguments {
  std::string config, folder;
};

std::string folder_of(const PromiseArguments& a, const Config& config) {
  return a.folder.empty() ? "results/" + config.name : a.folder;
}

void commit_config(const PromiseArguments& a) {
  Overrides overrides;
  overrides.no_players = true;
  const Config config = load_config(a.config, overrides);
  if (config.hosting.confinement->require == match::Require::all) try {
      isolation::check_confinement(*config.hosting.confinement);
    } catch (const UserError& error) {
      tell("this machine cannot play what you commit to: {}", error.what());
    }
  const std::string folder = folder_of(a, config);
  fmt::print("commitment  {}\n", digest_of(commit(folder, config)));
  tell("publish this line and {0}/{1}, whose hash it is; {0}/{2} is for nobody else", folder, commitment_file,
       secret_file);
}

void close_config(const PromiseArguments& a) {
  const Config config = load_config(a.config);
  admit(config, tell_line);
  const std::string folder = folder_of(a, config);
  const Roster roster = close_entries(folder, config);
  for (const RosterPlayer& player : roster.players)
    fmt::print("{}{}\n", printable(player.name), player.contribution.empty() ? "" : ", contributes a number");
  fmt::print("roster  {}\n", digest_of(roster));
  tell("publish this line and {}/{}, whose hash it is", folder, roster_file);
}

struct ContributeArguments {
  std::string to, file;
};

// The hash that `commit` printed, as a text or of the file that it wrote.
std::string hash_of_commitment(const std::string& word) {
  if (Secret::of_hex(word)) return word;
  if (!std::filesystem::exists(word))
    throw InputError("--to: expected the 64 digits that `commit` printed, or {}, not {}", commitment_file, word);
  return digest_of(commitment_of_text(read_file(word), word));
}

void contribute(const ContributeArguments& a) {
  const std::string to = hash_of_commitment(a.to);
  fmt::print("contribution: {}\n", contribution_commitment(make_contribution_file(a.file), to));
  tell("send this line with your player, and the file {} to everybody when the roster is published, not before",
       a.file);
}

// Adds `commit` or `close`.
void add_promise(const Command& app, void (*run)(const PromiseArguments&), const std::string& name,
                 const std::string& meaning, const std::string& notes) {
  const auto [command, a] = app.command(run, name, meaning);
  command.file("config CONFIG.yaml", a.config, "The config of the tournament, with `seed: secret`");
  command.file("--out DIR", a.folder, "Its results folder (default: results/<name of the config>)");
  command.footer({fmt::format("pentocity {} cup.yaml --out results/autumn", name)}, notes);
}

struct RevealArguments {
  std::string folder;
  bool early = false;
};

void reveal(const RevealArguments& a) {
  const Secret secret = reveal_secret(a.folder, a.early);
  fmt::print("secret      {}\ncommitment  {}\nPublished in {}/{}\n", secret.hex(), secret.commitment(), a.folder,
             revealed_file);
}

struct DisqualifyArguments {
  std::string folder, player, why;
};

void disqualify_player(const DisqualifyArguments& a) {
  const std::size_t games = disqualify(a.folder, a.player, a.why);
  tell("'{}' is in no table from now on{}; publish the reason, which is in {}/{}", a.player,
       games > 0 ? fmt::format(", and its {} in the folder count nowhere", counted(games, "stored game")) : "",
       a.folder, disqualified_file);
}

}  // namespace

void add_disqualify(const Command& app) {
  const auto [command, a] = app.command(
      disqualify_player, "disqualify",
      "After entries are closed, or after games: take a player out of all tables, with a reason that an audit tells");
  command.file("folder DIR", a.folder, "Results folder of the tournament");
  command.option("player PLAYER", a.player, "The player's name in the config, where it stays");
  command.option("--why TEXT", a.why, "The reason, which everybody is told").required();
  command.footer(
      {"pentocity disqualify results/cup diagonal --why 'two entries of one author'"},
      "It writes disqualified.json to the folder. `run` plays no more games of the player, and says why; the "
      "others, their requests and their results stay as they are, to the byte. To take it back, remove the "
      "file and `run` again.");
}

void add_commit(const Command& app) {
  add_promise(
      app, commit_config, "commit",
      "Before the players of a tournament are known: draw its secret, and commit to it and to the config",
      "It writes commitment.json, and prints a hash of it. Everything in the config but `players` and `claims` is "
      "then bound (docs/how-to/hosting.md).");
}

void add_close(const Command& app) {
  add_promise(
      app, close_config, "close", "Close the entries of a tournament: commit to its players, and to all their files",
      "It writes roster.json to a folder that `pentocity commit` has made, and prints a hash of it. From then on "
      "`run` refuses players of which any file or option has changed.");
}

void add_contribute(const Command& app) {
  const auto [command, a] = app.command(
      contribute, "contribute",
      "For an author: draw a number from which the requests will be drawn, too, so that no host can choose them");
  command.file("--to HASH|FILE", a.to, "The tournament: the hash that `commit` printed, or commitment.json").required();
  command.file("--out FILE", a.file, "The file of the number, which is made").required();
  command.footer(
      {"pentocity contribute --to commitment.json --out ada.number"},
      "It prints a commitment, which the host enters in the config; it is for this tournament alone, so that "
      "a host who begins anew with another secret has to ask again. The number is revealed when the roster "
      "is published; the player of an author who does not reveal it is out.");
}

void add_reveal(const Command& app) {
  const auto [command, a] =
      app.command(reveal, "reveal",
                  "After a run with `seed: secret`: publish the secret, so that everybody can check the requests");
  command.file("folder DIR", a.folder, "Results folder of a run with `seed: secret`");
  command.flag("--early", a.early,
               "Publish it even if games are still to be played, whose requests everybody can then compute");
  command.footer({"pentocity reveal results/cup"},
                 "It writes the file revealed.json to the folder. Begin no other run with this secret afterwards.");
}

}  // namespace pentocity::app
