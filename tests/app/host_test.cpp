// What a host must not lose without a word, and can check: games that are played anew, secrets, digests, namesakes.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <regex>

#include "catch.hpp"
#include "command.hpp"
#include "paths.hpp"
#include "pentocity/input/read_file.hpp"
#include "scratch.hpp"

namespace host_test {

namespace {

using namespace pentocity::test;

// A folder in which commands run.
struct Host {
  Scratch folder;

  Run operator()(const std::string& arguments) const {
    return run_command("cd '" + (folder / ".") + "' && " + program + " " + arguments + " 2>&1");
  }
  std::ptrdiff_t games(const std::string& results) const {
    const std::string rows = (*this)("export " + results + " --format jsonl").output;
    return std::count(rows.begin(), rows.end(), '\n');
  }
};

const std::string both = "run --players naive,diagonal --sequencers random,g6 --out cup ";

TEST_CASE("host: what is played anew is told, counted before, and never more than is played again", "[host]") {
  const Host host;
  REQUIRE(host(both + "--repeats 2").exit_code == 0);
  const Run refused = host("run --players naive,diagonal --sequencers random --repeats 2 --out cup --anew naive");
  CHECK(refused.exit_code == 2);
  CHECK_THAT(refused.output, Catch::Contains("--anew: 2 of the 4 games of naive in cup would be removed and not played "
                                             "again by this run: leave out"));
  CHECK(host.games("cup") == 8);
  CHECK_THAT(host(both + "--repeats 2 --anew naive --dry-run").output, Catch::Contains("\n8 games, 4 to play, "));
  CHECK(host.games("cup") == 8);
  const Run anew = host(both + "--repeats 2 --anew naive");
  CHECK(anew.exit_code == 0);
  CHECK_THAT(anew.output, Catch::Contains("cup: removed, to be played anew: 4 games of naive\n"));
  CHECK(host.games("cup") == 8);
}

TEST_CASE("host: --fresh says that a secret goes, and leaves no file of it behind", "[host]") {
  const Host host;
  const std::string secret = "run --players naive --sequencers random --repeats 1 --out cup ";
  const Run first = host(secret + "--seed secret");
  std::smatch commitment;
  REQUIRE(std::regex_search(first.output, commitment, std::regex("commitment ([0-9a-f]{64})")));
  const std::string told =
      "deleted first: 1 game of naive, and the secret with the commitment " + commitment[1].str() + "\n";
  CHECK_THAT(host(secret + "--fresh --seed 5 --dry-run").output, Catch::Contains("if this is run: cup: " + told));
  CHECK(std::filesystem::exists(host.folder / "cup/secret"));
  CHECK_THAT(host(secret + "--fresh --seed 5").output, Catch::Contains("cup: " + told));
  CHECK_FALSE(std::filesystem::exists(host.folder / "cup/secret"));
}

TEST_CASE("host: the recipe of the documents gives the digest", "[host]") {
  if (run_command("python3 -c 'import sqlite3'").exit_code != 0) return;
  const Host host;
  const std::string page = pentocity::read_file(sources + "/docs/reference/running.md");
  const std::string before = "With Python, for a folder";
  const std::size_t at = page.find("```python\n", page.find(before));
  REQUIRE(at != page.npos);
  const std::size_t begin = page.find('\n', at) + 1;
  host.folder.write("digest.py", page.substr(begin, page.find("```", begin) - begin));
  const Run played = host(both + "--repeats 3");
  std::smatch digest;
  REQUIRE(std::regex_search(played.output, digest, std::regex("digest: ([0-9a-f]{64})")));
  CHECK(run_command("cd '" + (host.folder / ".") + "' && python3 digest.py cup/results.sqlite").output ==
        digest[1].str() + "\n");
}

TEST_CASE("host: a secret that was revealed stays revealed where its games are merged", "[host]") {
  const Host host;
  REQUIRE(host("run --players naive --sequencers random,g6 --repeats 2 --seed secret --out whole").exit_code == 0);
  REQUIRE(host("reveal whole").exit_code == 0);
  REQUIRE(host("merge published whole").exit_code == 0);
  CHECK(bytes_of(host.folder / "published/revealed.json") == bytes_of(host.folder / "whole/revealed.json"));
  CHECK(host("audit published --partial").exit_code == 0);
}

TEST_CASE("host: two files of one name are not one player of a league", "[host]") {
  if (run_command("python3 -c pass").exit_code != 0) return;
  const Host host;
  for (const std::string author : {"ada", "ben"}) {
    REQUIRE(host("new player player --language python --out " + author).exit_code == 0);
  }
  REQUIRE(host("league cup add ada/player.py naive --sequencers random").exit_code == 0);
  const Run refused = host("league cup add ben/player.py");
  CHECK(refused.exit_code == 2);
  CHECK_THAT(refused.output, Catch::Contains("ben/player.py: 'player' plays in the league already, from ") &&
                                 Catch::Contains("ada/player.py: add --name"));
  CHECK(host("league cup add ben/player.py --name ben").output == "ben joins\n");
  CHECK_THAT(host("league cup add ada/player.py").output, Catch::Contains("is in the league already"));
  const Run table = host("report cup --format table");
  CHECK(table.exit_code == 2);
  CHECK_THAT(table.output, Catch::Contains("cup: is a league: `pentocity league cup table`"));
}

}  // namespace

}  // namespace host_test
