// `pentocity sequence`, run as people run it.

#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "catch.hpp"
#include "command.hpp"
#include "commands.hpp"
#include "paths.hpp"
#include "pentocity/game/sequencer.hpp"

namespace sequence_command_test {

using namespace pentocity;
using namespace pentocity::app;
using namespace pentocity::test;

namespace {

Run sequence(const std::string& arguments) { return run_command(test::program + " sequence " + arguments); }

const std::string suburbs = test::sources + "/configs/mixes/suburbs.yaml";

std::size_t lines_of(const std::string& text) {
  return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
}

}  // namespace

TEST_CASE("sequence: JSON lines", "[sequencers][cli]") {
  const Run run = sequence("random --seed 869 --count 3");
  CHECK(run.exit_code == 0);
  CHECK(run.output == R"({"turn":0,"type":"residence","cells":[[0,0],[1,0],[2,0],[2,1],[3,1]]})"
                      "\n"
                      R"({"turn":1,"type":"factory","cells":[[0,0],[0,1],[1,0],[1,1]]})"
                      "\n"
                      R"({"turn":2,"type":"residence","cells":[[0,0],[1,0],[2,0],[3,0],[4,0]]})"
                      "\n");
}

TEST_CASE("sequence: defaults and options", "[sequencers][cli]") {
  const Run plain = sequence("random");
  CHECK(plain.exit_code == 0);
  CHECK(lines_of(plain.output) == 10);
  CHECK(plain.output == sequence("random --seed 0 --count 10 --option generator=java").output);
  const Run pcg = sequence("random --option generator=pcg");
  CHECK(pcg.exit_code == 0);
  CHECK(lines_of(pcg.output) == 10);
  CHECK(pcg.output != plain.output);
  CHECK(sequence("random --count 0").output.empty());
  CHECK(sequence("random --seed 9007199254740991").exit_code == 0);
}

TEST_CASE("sequence: a mix", "[sequencers][cli]") {
  const Run run = sequence(suburbs + " --seed 4 --count 120");
  CHECK(run.exit_code == 0);
  CHECK(lines_of(run.output) == 120);
  CHECK(run.output == sequence(suburbs + " --seed 4 --count 120").output);
  CHECK(run.output != sequence(suburbs + " --seed 5 --count 120").output);
}

TEST_CASE("sequence: bad usage is one line and exit code 2", "[sequencers][cli]") {
  const auto fails = [](const std::string& arguments, const std::vector<std::string>& parts) {
    CAPTURE(arguments);
    const Run run = sequence(arguments);
    CHECK(run.exit_code == 2);
    CHECK_THAT(run.output, Catch::StartsWith("pentocity: "));
    CHECK(run.output.find('\n') == run.output.size() - 1);
    for (const std::string& part : parts) CHECK_THAT(run.output, Catch::Contains(part));
  };
  fails("rendom", {"there is no sequencer 'rendom', did you mean 'random'?"});
  for (const std::string seed : {"-1", "9007199254740992", "99999999999999999999", "0x10", "1.5", "1e3"})
    fails("random --seed " + seed, {"--seed", "a whole number from 0 to 9007199254740991"});
  for (const std::string count : {"-1", "2147483648", "1.5", "many"})
    fails("random --count " + count, {"--count", "a whole number from 0"});
  fails("random --option generator", {"generator", "NAME=VALUE"});
  fails("random --option generator=mt", {"'generator'", "'mt'", "java, pcg"});
  fails("random --option generater=pcg", {"sequencer 'random' has no option 'generater', did you mean 'generator'?"});
  fails("no/such.yaml", {"there is no file 'no/such.yaml'"});
  fails(test::sources + "/LICENSE", {"LICENSE"});
  fails(suburbs + " --option generator=java", {"a mix takes no options"});
  fails("random g6", {"the requests of one sequencer are printed: for several of them, --statistics is needed"});
  fails("random --format json", {"--format requires --statistics"});
  fails("random --statistics --count 0", {"--statistics: --count must be at least 1"});
  fails("random nemesis --statistics", {"sequencer 'nemesis' is adaptive"});
  fails("random > /dev/full", {"standard output cannot be written"});
  fails("random --count 2000000000 > /dev/full", {"standard output cannot be written"});
  CHECK(sequence("random > /dev/full 2>&1").exit_code == 2);
}

TEST_CASE("sequence: statistics of sequencers of all kinds in one table", "[sequencers][cli]") {
  const std::string files =
      suburbs + " " + test::sources + "/docs/examples/encore.py " + test::examples + "/libexample_encore.so";
  const Run table = sequence("g6 " + files + " --statistics --count 40 --seed 3 2> /dev/null");
  CHECK(table.exit_code == 0);
  CHECK_THAT(table.output, Catch::Contains("g6  suburbs  encore  encore\n"));
  CHECK_THAT(table.output, Catch::Contains("requests                 40       40      40      40\n"));
  CHECK_THAT(table.output, Catch::Contains("\n  longest                  40 "));
  const auto figures = nlohmann::json::parse(sequence("g6 random --statistics --format json").output);
  CHECK(figures["format"] == "pentocity-streams/1");
  CHECK(figures["streams"][0]["shares"] == nlohmann::json{{"residence I", 1.0}});
  CHECK(figures["streams"][0]["entropy"] == 0.0);
  CHECK(figures["streams"][1]["requests"] == 2000);
  const auto pcg = nlohmann::json::parse(sequence("random --statistics --format json --option generator=pcg").output);
  CHECK(pcg["streams"][0] != figures["streams"][1]);
  // What is counted is what is printed.
  const Run listed = sequence("random --seed 5 --count 300");
  const auto counted = nlohmann::json::parse(sequence("random --seed 5 --count 300 --statistics --format json").output);
  std::size_t printed = 0;
  for (std::size_t at = listed.output.find("factory"); at != listed.output.npos; ++printed)
    at = listed.output.find("factory", at + 1);
  CHECK(counted["streams"][0]["factories"] == static_cast<double>(printed) / 300);
}

namespace {

class Adaptive : public Sequencer {
 public:
  explicit Adaptive(const SequencerSetup&) {}
  bool adaptive() const override { return true; }
  Request next(int, const Land*) override { throw std::logic_error("asked without a land"); }
};

}  // namespace

TEST_CASE("sequence: an adaptive stream is not listed", "[sequencers][cli]") {
  // None is built in, so the program runs within this one, with an adaptive sequencer added.
  game::detail::register_sequencer([] {
    return SequencerSpec{"adaptive-in-a-test", "", {}, [](const SequencerSetup& setup) -> std::unique_ptr<Sequencer> {
                           return std::make_unique<Adaptive>(setup);
                         }};
  });
  std::FILE* caught = std::tmpfile();
  REQUIRE(caught != nullptr);
  const int errors = dup(STDERR_FILENO);
  dup2(fileno(caught), STDERR_FILENO);
  std::string program = "pentocity", command = "sequence", name = "adaptive-in-a-test";
  char* arguments[] = {program.data(), command.data(), name.data(), nullptr};
  const int exit_code = app_main(3, arguments);
  dup2(errors, STDERR_FILENO);
  close(errors);
  std::rewind(caught);
  char message[1000] = {};
  CHECK(std::fgets(message, sizeof message, caught) != nullptr);
  CHECK(std::fgetc(caught) == EOF);
  std::fclose(caught);
  CHECK(exit_code == 2);
  CHECK_THAT(message, Catch::StartsWith("pentocity: sequencer 'adaptive-in-a-test' is adaptive"));
}

}  // namespace sequence_command_test
