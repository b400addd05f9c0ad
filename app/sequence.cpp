#include <fmt/format.h>

#include <cstdio>
#include <iterator>

#include "commands.hpp"
#include "pentocity/input/user_error.hpp"
#include "pentocity/tournament/schedule.hpp"
#include "pentocity/tournament/secret_file.hpp"
#include "streams.hpp"

namespace pentocity::app {
namespace {

struct Arguments {
  std::string source;
  std::uint64_t seed = 0;
  int count = 10;
  std::string secret;  // a file; empty: an open seed
  int repeat = 0;
  std::vector<std::string> options;
};

void print_request(int turn, const Request& request) {
  fmt::memory_buffer line;
  auto out = std::back_inserter(line);
  fmt::format_to(out, R"({{"turn":{},"type":"{}","cells":[)", turn, name_of(request.type()));
  const char* separator = "";
  for (const Cell c : request.cells()) {
    fmt::format_to(out, "{}[{},{}]", separator, c.row, c.column);
    separator = ",";
  }
  fmt::format_to(out, "]}}\n");
  std::fwrite(line.data(), 1, line.size(), stdout);
}

StreamSeed seed_of(const Arguments& a) {
  if (a.secret.empty()) return a.seed;
  return read_secret_or_revealed(a.secret).stream(a.repeat);
}

int print_stream(const Arguments& a) {
  const SequencerEntry entry = find_stream(a.source, a.options);
  const auto sequencer = entry.make(Rules().side, seed_of(a));
  if (sequencer->adaptive())
    throw InputError(fmt::format(
        "sequencer '{}' is adaptive: what it asks for depends on the game, so it cannot be listed without one",
        a.source));
  for (int turn = 0; turn < a.count && std::ferror(stdout) == 0; ++turn)
    print_request(turn, sequencer->next(turn, nullptr));
  return exit_done;
}

}  // namespace

void add_sequence(CLI::App& app, int& exit_code) {
  const auto [command, a] = add_command(app, exit_code, print_stream, "sequence",
                                        "Print the requests of a sequencer, each as a line of JSON");
  option(command, "source NAME|MIX.yaml", a.source,
         "Built-in sequencer, which `pentocity list sequencers` names, or the YAML file of a mix")
      ->required();
  CLI::Option* const seed =
      add_seed(command, "--seed S", a.seed, "The number from which the requests are drawn (default: 0)");
  CLI::Option* const secret = option(command, "--secret FILE", a.secret,
                                     "Instead of a seed: the secret of a run with `seed: secret`, or the "
                                     "file revealed.json in which it was published")
                                  ->excludes(seed);
  option(command, "--repeat K", a.repeat,
         "With --secret: print the requests of this repeat of the run; repeats count from 0 (default: 0)")
      ->check(number_from(0, max_repeats - 1))
      ->needs(secret);
  option(command, "--count N", a.count, "Number of requests (default: 10)")->check(number_from(0));
  option(command, "--option KEY=VALUE", a.options,
         "Option of the sequencer. Every sequencer has generator=java, the random numbers of 2016 (default), "
         "and generator=pcg")
      ->allow_extra_args(false);
  command.footer(
      "A request has a turn, from 0, a type (residence or factory) and cells as [row, column], from the top left "
      "corner. Sequencers that react to the player, such as nemesis, have no requests without a game.\n"
      "Example: pentocity sequence random --seed 869 --count 3\n"
      "         pentocity sequence random --secret results/cup/revealed.json --repeat 4");
}

}  // namespace pentocity::app
