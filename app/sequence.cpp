#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <iterator>

#include "commands.hpp"
#include "pentocity/input/printable.hpp"
#include "pentocity/input/user_error.hpp"
#include "pentocity/match/json_cells.hpp"
#include "pentocity/match/remote.hpp"
#include "pentocity/results/schedule.hpp"
#include "pentocity/results/secret_file.hpp"
#include "streams.hpp"

namespace pentocity::app {
namespace {

struct SequenceArguments {
  std::string source, config;
  std::uint64_t seed = 0;
  int count = 10;
  std::string secret;  // a file; empty: an open seed
  int repeat = 0;
  std::vector<std::string> options;
};

void print_request(int turn, const Request& request) {
  std::string line = fmt::format(R"({{"turn":{},)", turn);
  append_request(line, request);
  line += "}\n";
  std::fwrite(line.data(), 1, line.size(), stdout);
}

StreamSeed seed_of(const SequenceArguments& a, const SequencerEntry& entry) {
  if (a.secret.empty()) return a.seed;
  return read_draw(a.secret).stream(a.repeat, entry.draws_as);
}

// Prints the requests of a sequencer on lands of this side.
void print_requests(const SequenceArguments& a, const SequencerEntry& entry, int side) {
  const auto sequencer = entry.make(side, seed_of(a, entry));
  if (sequencer->adaptive())
    throw InputError(fmt::format(
        "sequencer '{}' is adaptive: what it asks for depends on the game, so it cannot be listed without one",
        a.source));
  for (int turn = 0; turn < a.count && std::ferror(stdout) == 0; ++turn)
    print_request(turn, sequencer->next(turn, nullptr));
}

int print_stream(const SequenceArguments& a) {
  try {
    if (a.config.empty()) {
      print_requests(a, find_stream(a.source, a.options), Rules().side);
      return exit_done;
    }
    if (!a.options.empty()) throw InputError("--option: with --config the sequencer has the options of the config");
    const Config config = config_with_sequencer(a.config, a.source);
    print_requests(a, config.sequencers.front(), config.schedule.rules.side);
    return exit_done;
  } catch (const ParticipantFailed& failure) {
    std::fflush(stdout);
    const auto words = printable(last_line(failure.errors));
    fmt::print(stderr, "pentocity: sequencer '{}' failed: {}{}{}\n", printable(a.source), printable(failure.what()),
               words.empty() ? "" : "; its last words: ", words);
    return exit_no;
  }
}

}  // namespace

void add_sequence(const Command& app) {
  const auto [command, a] =
      app.command(print_stream, "sequence", "Print the requests of a sequencer, each as a line of JSON");
  sequencer_option(command, "source NAME|FILE", a.source,
                   std::string("The sequencer: a name of --config, ") + a_sequencer +
                       ". What is not built in runs in a process of its own, as in games")
      .required();
  command.file("--config CONFIG.yaml", a.config,
               "Take the sequencer from this config, with its options, for lands of the config's size");
  const Option seed =
      add_seed(command, "--seed S", a.seed, "The number from which the requests are drawn (default: 0)");
  const Option secret = command
                            .file("--secret FILE", a.secret,
                                  "Instead of a seed: the secret of a run with `seed: secret`, or the "
                                  "file revealed.json in which it was published")
                            .excludes(seed);
  command
      .option("--repeat K", a.repeat,
              "With --secret: print the requests of this repeat of the run; repeats count from 0 (default: 0)")
      .check(number_from(0, max_repeats - 1))
      .needs(secret);
  command.option("--count N", a.count, "Number of requests (default: 10)").check(number_from(0));
  command
      .option("--option KEY=VALUE", a.options,
              "Option of a built-in sequencer. Every one has generator=java, the random numbers of 2016 (default), "
              "and generator=pcg")
      .one_each_time();
  command.footer(
      {"pentocity sequence random --seed 869 --count 3", "pentocity sequence stream.py",
       "pentocity sequence random --secret results/cup/revealed.json --repeat 4"},
      "A request has a turn, from 0, a type (residence or factory) and cells as [row, column], from the top left "
      "corner. Sequencers that react to the player, such as nemesis, have no requests without a game.");
}

}  // namespace pentocity::app
