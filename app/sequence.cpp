#include <cstdio>

#include "pentocity/figures/stream.hpp"
#include "pentocity/match/json_cells.hpp"
#include "pentocity/match/remote.hpp"
#include "pentocity/results/schedule.hpp"
#include "pentocity/results/secret_file.hpp"
#include "player_arguments.hpp"
#include "summary_output.hpp"

namespace pentocity::app {
namespace {

struct SequenceArguments {
  std::vector<std::string> sources;
  PlayerArguments from;
  std::uint64_t seed = 0;
  std::optional<int> count;
  int repeat = 0;
  std::string secret;  // a file; empty: an open seed
  bool statistics = false;
  std::string format = "table";
};

// Hands the first `count` requests of a sequencer to `take(turn, request)`, until standard output cannot be written.
template <class Take>
void each_request(const SequenceArguments& a, const SequencerEntry& entry, int side, int count, const Take& take) {
  const auto sequencer =
      entry.make(side, a.secret.empty() ? StreamSeed(a.seed) : read_draw(a.secret).stream(a.repeat, entry.draws_as));
  if (sequencer->adaptive())
    throw InputError(
        "sequencer '{}' is adaptive: what it asks for depends on the game, so it cannot be listed without one",
        entry.name);
  for (int turn = 0; turn < count && std::ferror(stdout) == 0; ++turn) take(turn, sequencer->next(turn, nullptr));
}

void print_request(int turn, const Request& request) {
  std::string line = fmt::format(R"({{"turn":{},)", turn);
  append_request(line, request);
  line += "}\n";
  std::fwrite(line.data(), 1, line.size(), stdout);
}

int sequence(const SequenceArguments& a) {
  if (!a.statistics && a.sources.size() > 1)
    throw InputError("the requests of one sequencer are printed: for several of them, --statistics is needed");
  if (a.statistics && a.count == 0) throw InputError("--statistics: --count must be at least 1");
  const Config found = find_sequencers(a.sources, a.from);
  admit(found, tell_line);
  std::vector<StreamFigures> streams;
  for (const SequencerEntry& entry : found.sequencers) try {
      std::vector<Request> requests;
      if (a.statistics) {
        each_request(a, entry, found.schedule.rules.side, a.count.value_or(2000),
                     [&](int, const Request& request) { requests.push_back(request); });
        streams.push_back(stream_figures(entry.name, requests));
      } else {
        each_request(a, entry, found.schedule.rules.side, a.count.value_or(10), print_request);
      }
    } catch (const ParticipantFailed& failure) {
      std::fflush(stdout);
      tell("sequencer '{}' failed: {}", entry.name, words_of(failure));
      return exit_no;
    }
  if (a.statistics && a.format == "json")
    print_json(to_json(streams));
  else if (a.statistics)
    fmt::print("{}", table_text(streams, table_width()));
  return exit_done;
}

}  // namespace

void add_sequence(const Command& app) {
  const auto [command, a] = app.command(sequence, "sequence",
                                        "Print the requests of a sequencer, each as a line of JSON, or what the "
                                        "requests of several sequencers are like");
  sequencer_option(command, "source NAME|FILE", a.sources,
                   std::string("The sequencer: a name of --config, ") + a_sequencer +
                       ". What is not built in runs in a process of its own, as in games. With --statistics there may "
                       "be several");
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
  command.number("--count N", a.count, {0}, "Number of requests (default: 10; with --statistics 2000)");
  const Option statistics = command.flag(
      "--statistics", a.statistics,
      "Print no requests, but what they are like: entropy, runs, distances, and the shares of factories and of the "
      "most frequent requests, with a column for each sequencer");
  command
      .choice("--format json|table", a.format,
              "With --statistics: the format in which they are printed; json has the shares of all requests (default: "
              "table)")
      .needs(statistics);
  command.option("--option KEY=VALUE", a.from.options,
                 "Option of the sequencer, or of each of several. Every built-in one has generator=java, the random "
                 "numbers of 2016 (default), "
                 "and generator=pcg");
  command.footer({"pentocity sequence random --seed 869 --count 3", "pentocity sequence stream.py",
                  "pentocity sequence random --secret results/cup/revealed.json --repeat 4",
                  "pentocity sequence random g1 stream.py --statistics"},
                 "A request has a turn, from 0, a type (residence or factory) and cells as [row, column], from the top "
                 "left corner. Sequencers that react to the player, such as nemesis, have no requests without a game.");
}

}  // namespace pentocity::app
