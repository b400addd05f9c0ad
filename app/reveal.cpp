#include <fmt/format.h>

#include <memory>

#include "commands.hpp"
#include "pentocity/match/secret.hpp"
#include "pentocity/tournament/secret_file.hpp"

namespace pentocity::app {

void add_reveal(CLI::App& app, int&) {
  CLI::App* command = app.add_subcommand(
      "reveal", "After a run with `seed: secret`: publish the secret, so that everybody can check the requests");
  struct Arguments {
    std::string folder;
    bool early = false;
  };
  const auto a = std::make_shared<Arguments>();
  option(*command, "folder DIR", a->folder, "Results folder of a run with `seed: secret`")->required();
  command->add_flag("--early", a->early,
                    "Publish it even if games are still to be played, whose requests everybody can then compute");
  command->footer(
      "It writes the file revealed.json to the folder. Begin no other run with this secret afterwards.\n"
      "Example: pentocity reveal results/cup");
  command->callback([a] {
    const Secret secret = reveal_secret(a->folder, a->early);
    fmt::print("secret      {}\ncommitment  {}\nPublished in {}/{}\n", secret.hex(), secret.commitment(), a->folder,
               revealed_file);
  });
}

}  // namespace pentocity::app
