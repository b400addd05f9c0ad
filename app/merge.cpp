#include "pentocity/tournament/merge.hpp"

#include "summary_output.hpp"

namespace pentocity::app {
namespace {

struct MergeArguments {
  std::string out, secret, format = "table";
  std::vector<std::string> folders;
  std::optional<TracePolicy> traces;
  Fresh fresh = Fresh::no;
};

int merge(const MergeArguments& a) {
  const MergeResult result = merge_results(a.out, a.folders, a.traces, a.fresh, a.secret);
  if (!result.removed.empty()) tell("{}", result.removed);
  print_summary(result.summary, a.format, a.out);
  print_digest(result.summary, a.format);
  if (result.missing_traces > 0) tell("{} traces are in no folder", result.missing_traces);
  if (!result.has_secret)
    tell("no folder has the secret of these games: `pentocity reveal {}` needs it, add --secret FILE",
         shell_word(a.out));
  if (result.stored == result.games) return exit_done;
  tell("{} of {} games are in no folder: the command of the run with --out {} plays them", result.games - result.stored,
       result.games, shell_word(a.out));
  return exit_no;
}

}  // namespace

void add_merge(const Command& app) {
  const auto [command, a] = app.command(
      merge, "merge",
      "Join results folders: the shards of one run, or runs of other players with the same rules and seeds");
  command.file("out OUT", a.out, "Results folder to write the joined results to, or to add to");
  command.file("folders DIR", a.folders, "Results folders to join");
  add_trace_policy(command, a.traces);
  add_summary_format(command, a.format);
  add_fresh(command, a.fresh, "Delete the results in OUT first; otherwise the others are added to them");
  command.file("--secret FILE", a.secret,
               "With `seed: secret`: the file of the secret that the shards were given, if no folder has a copy of it");
  command.footer(
      {"pentocity merge results/whole results/part-0 results/part-1",
       "pentocity merge results/whole results/part-0 results/part-1 --secret cup.secret"},
      "A shard is a part of a run, made by `pentocity run --shard`. Exit code 1 if games of the run are in no folder.");
}

}  // namespace pentocity::app
