// Writes small valid inputs for the targets that have none among the configs: write_seeds FOLDER
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "pentocity/input/gzip.hpp"
#include "pentocity/input/json_text.hpp"
#include "pentocity/match/trace.hpp"
#include "pentocity/tournament/run.hpp"

namespace {

using namespace pentocity;
using namespace pentocity::match;
using namespace pentocity::tournament;
using namespace pentocity::results;
namespace fs = std::filesystem;

void write(const fs::path& path, std::string_view bytes) {
  fs::create_directories(path.parent_path());
  std::ofstream(path, std::ios::binary) << bytes;
}

// One small run: its traces as text, its database and its schedule.
void write_run(const fs::path& folder, const std::string& profile) {
  Config config = config_of_names(profile, {{"naive", "diagonal"}, {"random", "g6"}, 1, 1});
  config.schedule.rules.side = 8;
  RunOptions options;
  options.folder = folder / "run";
  options.fresh = Fresh::all;
  options.traces = TracePolicy::all;
  run_games(config, options);
  for (const auto& trace : fs::directory_iterator(folder / "run/traces"))
    write(folder / "trace" / (profile + trace.path().stem().string()), read_gzip_file(trace.path()));
  fs::create_directories(folder / "results");
  fs::copy_file(folder / "run/results.sqlite", folder / "results" / profile, fs::copy_options::overwrite_existing);
  write(folder / "schedule" / profile, text_of_json(to_json(config.schedule)));
  fs::remove_all(folder / "run");
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) return std::fputs("usage: write_seeds FOLDER\n", stderr), 2;
  const fs::path folder = argv[1];
  write_run(folder, "report");
  write_run(folder, "tournament-2016");
  write(folder / "protocol/reject", R"({"turn":0,"accept":false})");
  write(folder / "protocol/nul", std::string(R"({"turn":0,"accept":false})") + '\0');
  write(folder / "protocol/accept",
        R"({"turn":0,"accept":true,"rotation":1,"location":[0,3],"road":[[1,2]],"water":[],"park":[],"note":"x"})");
  write(folder / "protocol/residence", R"({"turn":0,"type":"residence","cells":[[0,0],[0,1],[0,2],[0,3],[0,4]]})");
  write(folder / "protocol/factory", R"({"turn":0,"type":"factory","cells":[[2,3],[2,4]]})");
  write(folder / "scores/table", "sequencer,player,seed,score,status\nrandom,g1,84,1200,ok\nrandom,g2,84,-1,timeout\n");
}
