// Words and entries that name players in Java, where no JDK is needed. Others are tested by tests/java/run.

#include "catch.hpp"
#include "command.hpp"
#include "paths.hpp"
#include "pentocity/entrants/roster.hpp"
#include "pentocity/input/user_error.hpp"
#include "scratch.hpp"

namespace java_test {

using namespace pentocity;
using namespace pentocity::test;

namespace {

const std::string edges = test::sources + "/tests/java/pentos/edges";

}  // namespace

TEST_CASE("java: a folder of sources, or a jar, is a word for a player", "[java]") {
  const Scratch folder;
  folder.write("mine.jar", "");
  folder.write("deep/er/Some.java", "");
  folder.write("empty/text.txt", "");
  for (const std::string& word : {edges, folder / "mine.jar", folder / "deep"}) {
    CAPTURE(word);
    const entrants::Origin origin = entrants::player_origin(word);
    CHECK(origin.kind == "java");
    CHECK(origin.value.text == word);
    CHECK(entrants::player_origin(input::YamlNode::parse(origin.config_text(), "text")).value.text == word);
  }
  CHECK(entrants::sequencer_origin(folder / "deep").kind == "java");
  CHECK_THROWS_AS(entrants::player_origin(folder / "empty"), InputError);
  CHECK_THROWS_WITH(entrants::player_origin("none.jar"), "there is no file 'none.jar'");
}

TEST_CASE("java: paths of a config begin in its folder", "[java]") {
  const auto node = input::YamlNode::parse("{java: pentos/g1, files: [pentos/g0]}", "text");
  const entrants::Origin origin = entrants::player_origin(node).with_absolute_paths("/there");
  CHECK(origin.value.text == "/there/pentos/g1");
  CHECK(origin.files.front().text == "/there/pentos/g0");
}

TEST_CASE("java: a machine without a JDK says which package to install", "[java]") {
  for (const std::string kind : {"player", "sequencer"}) {
    const Run run = run_command("PATH=/nowhere " + test::program + " check " + kind + " " + edges);
    CHECK(run.exit_code == 2);
    CHECK(run.output ==
          "pentocity: players and sequencers in Java need a JDK, and there is no program 'javac' on the PATH: install "
          "the package default-jdk-headless\n");
  }
}

}  // namespace java_test
