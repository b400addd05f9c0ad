#include <fmt/format.h>

#include "commands.hpp"
#include "pentocity/match/secret.hpp"
#include "pentocity/tournament/secret_file.hpp"

namespace pentocity::app {
namespace {

struct Arguments {
  std::string folder;
  bool early = false;
};

int reveal(const Arguments& a) {
  const Secret secret = reveal_secret(a.folder, a.early);
  fmt::print("secret      {}\ncommitment  {}\nPublished in {}/{}\n", secret.hex(), secret.commitment(), a.folder,
             revealed_file);
  return exit_done;
}

}  // namespace

void add_reveal(CLI::App& app, int& exit_code) {
  const auto [command, a] =
      add_command(app, exit_code, reveal, "reveal",
                  "After a run with `seed: secret`: publish the secret, so that everybody can check the requests");
  option(command, "folder DIR", a.folder, "Results folder of a run with `seed: secret`")->required();
  command.add_flag("--early", a.early,
                   "Publish it even if games are still to be played, whose requests everybody can then compute");
  command.footer(
      "It writes the file revealed.json to the folder. Begin no other run with this secret afterwards.\n"
      "Example: pentocity reveal results/cup");
}

}  // namespace pentocity::app
