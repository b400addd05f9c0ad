#include <fmt/format.h>

#include "commands.hpp"
#include "pentocity/match/secret.hpp"
#include "pentocity/results/secret_file.hpp"

namespace pentocity::app {
namespace {

struct RevealArguments {
  std::string folder;
  bool early = false;
};

int reveal(const RevealArguments& a) {
  const Secret secret = reveal_secret(a.folder, a.early);
  fmt::print("secret      {}\ncommitment  {}\nPublished in {}/{}\n", secret.hex(), secret.commitment(), a.folder,
             revealed_file);
  return exit_done;
}

}  // namespace

void add_reveal(const Command& app) {
  const auto [command, a] =
      app.command(reveal, "reveal",
                  "After a run with `seed: secret`: publish the secret, so that everybody can check the requests");
  command.file("folder DIR", a.folder, "Results folder of a run with `seed: secret`").required();
  command.flag("--early", a.early,
               "Publish it even if games are still to be played, whose requests everybody can then compute");
  command.footer({"pentocity reveal results/cup"},
                 "It writes the file revealed.json to the folder. Begin no other run with this secret afterwards.");
}

}  // namespace pentocity::app
