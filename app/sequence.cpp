#include <cstdio>

#include "pentocity/match/json_cells.hpp"
#include "pentocity/match/remote.hpp"
#include "pentocity/results/schedule.hpp"
#include "pentocity/results/secret_file.hpp"
#include "player_arguments.hpp"

namespace pentocity::app {
namespace {

struct SequenceArguments {
  std::string source;
  PlayerArguments from;
  std::uint64_t seed = 0;
  int count = 10, repeat = 0;
  std::string secret;  // a file; empty: an open seed
};

int print_stream(const SequenceArguments& a) try {
  const Config found = find_sequencer(a.source, a.from);
  admit(found, tell_line);
  const SequencerEntry& entry = found.sequencers.front();
  const auto sequencer =
      entry.make(found.schedule.rules.side,
                 a.secret.empty() ? StreamSeed(a.seed) : read_draw(a.secret).stream(a.repeat, entry.draws_as));
  if (sequencer->adaptive())
    throw InputError(
        "sequencer '{}' is adaptive: what it asks for depends on the game, so it cannot be listed without one",
        a.source);
  for (int turn = 0; turn < a.count && std::ferror(stdout) == 0; ++turn) {
    std::string line = fmt::format(R"({{"turn":{},)", turn);
    append_request(line, sequencer->next(turn, nullptr));
    line += "}\n";
    std::fwrite(line.data(), 1, line.size(), stdout);
  }
  return exit_done;
} catch (const ParticipantFailed& failure) {
  std::fflush(stdout);
  tell("sequencer '{}' failed: {}", a.source, words_of(failure));
  return exit_no;
}

}  // namespace

void add_sequence(const Command& app) {
  const auto [command, a] =
      app.command(print_stream, "sequence", "Print the requests of a sequencer, each as a line of JSON");
  sequencer_option(command, "source NAME|FILE", a.source,
                   std::string("The sequencer: a name of --config, ") + a_sequencer +
                       ". What is not built in runs in a process of its own, as in games");
  command.file("--config CONFIG.yaml", a.from.config,
               "Take the sequencer from this config, with its options, for lands of the config's size");
  const Option seed =
      add_seed(command, "--seed S", a.seed, "The number from which the requests are drawn (default: 0)");
  const Option secret = command.file("--secret FILE", a.secret,
                                     "Instead of a seed: the secret of a run with `seed: secret`, or the file "
                                     "revealed.json in which it was published");
  secret.excludes(seed);
  command
      .number("--repeat K", a.repeat, {0, max_repeats - 1},
              "With --secret: print the requests of this repeat of the run; repeats count from 0 (default: 0)")
      .needs(secret);
  command.number("--count N", a.count, {0}, "Number of requests (default: 10)");
  command.option("--option KEY=VALUE", a.from.options,
                 "Option of a sequencer. Every built-in one has generator=java, the random numbers of 2016 (default), "
                 "and generator=pcg");
  command.footer({"pentocity sequence random --seed 869 --count 3", "pentocity sequence stream.py",
                  "pentocity sequence random --secret results/cup/revealed.json --repeat 4"},
                 "A request has a turn, from 0, a type (residence or factory) and cells as [row, column], from the top "
                 "left corner. Sequencers that react to the player, such as nemesis, have no requests without a game.");
}

}  // namespace pentocity::app
