// Files that are none, and text that is not what it seems.
#include <fmt/format.h>
#include <sys/stat.h>

#include <set>
#include <sstream>

#include "catch.hpp"
#include "command.hpp"
#include "paths.hpp"
#include "pentocity/input/csv.hpp"
#include "pentocity/input/printable.hpp"
#include "pentocity/input/read_file.hpp"
#include "pentocity/input/user_error.hpp"
#include "scratch.hpp"

namespace input_files_test {

using namespace pentocity;
using namespace pentocity::test;

namespace {

const std::string binary = test::program;

// What waits for a named pipe waits forever: it is ended instead.
Run brief(const std::string& command) { return run_command("timeout 60 " + command); }

}  // namespace

TEST_CASE("files: a named pipe or a device is refused in one line", "[input]") {
  const Scratch scratch;
  const std::string pipe = scratch / "pipe.yaml";
  REQUIRE(mkfifo(pipe.c_str(), 0600) == 0);
  scratch.write("board.txt", "x");
  const auto config = [&](const std::string& players, const std::string& sequencers) {
    return scratch.write("cup.yaml", "players: [" + players + "]\nsequencers: [" + sequencers + "]\n");
  };
  for (const std::string& file : {pipe, std::string("/dev/zero"), std::string("/dev/null")}) {
    CAPTURE(file);
    const std::string cup_of_plugin = config("{plugin: " + file + "}", "random");
    for (const std::string& command :
         {fmt::format("run {} --out {}", file, scratch / "out"),
          fmt::format("run {} --out {}", cup_of_plugin, scratch / "out"), "replay " + file, "show " + file,
          fmt::format("import {} {}", file, scratch / "scores"), fmt::format("verify meteor {}", file),
          fmt::format("tune {} --out {}", file, scratch / "tuned")}) {
      CAPTURE(command);
      const Run run = brief(binary + " " + command);
      CHECK(run.exit_code == 2);
      CHECK_THAT(run.output, Catch::StartsWith("pentocity: ") && Catch::Contains(file + ": is no regular file\n"));
    }
    const Run mix =
        brief(fmt::format("{} run {} --out {}", binary, config("naive", "{mix: " + file + "}"), scratch / "out"));
    CHECK(mix.exit_code == 2);
    CHECK_THAT(mix.output, Catch::Contains(file + ": is no regular file\n"));
  }
  CHECK_THAT(brief(binary + " solve " + pipe).output, Catch::Contains("pipe.yaml: is no regular file\n"));
  CHECK_THAT(brief(binary + " verify meteor /dev/stdin </dev/zero").output,
             Catch::Contains("/dev/stdin: is no regular file\n"));
  CHECK_THROWS_WITH(read_file(scratch / ""), Catch::Contains("cannot be read: "));
}

TEST_CASE("files: what the shell hands over is read to its end", "[input]") {
  const Scratch scratch;
  const std::string solutions = scratch / "meteor.txt";
  const Run solve = run_command(binary + " solve meteor --limit 3 --all > " + solutions + "; cat " + solutions + " | " +
                                binary + " verify meteor /dev/stdin");
  CHECK(solve.exit_code == 0);
  const Run substituted = run_command("bash -c '" + binary + " verify meteor <(sleep 0.2; cat " + solutions + ")'");
  CHECK(substituted.exit_code == 0);
  CHECK(run_command(binary + " verify meteor /dev/stdin < " + solutions).exit_code == 0);
}

TEST_CASE("last words: what a program complained of, and no note about it", "[input]") {
  CHECK(last_words("").empty());
  CHECK(last_words(" \n\n").empty());
  CHECK(last_words("first\nno luck \r\n\n") == "no luck");
  CHECK(last_words("Traceback (most recent call last):\n  File \"a.py\", line 1\nValueError: x\n") == "ValueError: x");
  const std::string note = "note: run with `RUST_BACKTRACE=1` environment variable to display a backtrace\n";
  CHECK(last_words("\nthread 'main' (7) panicked at mine.rs:9:5:\nindex out of bounds: the len is 0\n" + note) ==
        "thread 'main' (7) panicked at mine.rs:9:5: index out of bounds: the len is 0");
  CHECK(last_words("thread 'main' panicked at 'no luck', mine.rs:9:5\n" + note) ==
        "thread 'main' panicked at 'no luck', mine.rs:9:5");
  CHECK(last_words("mine.mjs:1\nthrow new Error('x')\n^\n\nError: x\n    at mine.mjs:1:7\n    at node:1\n\n"
                   "Node.js v20.20.2\n") == "Error: x");
  CHECK(last_words(
            "Exception in thread \"main\" java.lang.Error: a\n\tat A.main(A.java)\nCaused by: b\n\tat B.c(B.java)\n"
            "\t... 1 more\n") == "Caused by: b");
  CHECK(last_words("at turn 7 it gave up\n") == "at turn 7 it gave up");
}

TEST_CASE("printable lines: the first and the last ones", "[input]") {
  CHECK(printable_lines("", 1, 1).empty());
  CHECK(printable_lines("a\nb\n", 1, 1) == "    a\n    b\n");
  CHECK(printable_lines("a\n\tb\nc\nd", 1, 1) == "    a\n    (2 lines left out)\n    d\n");
  CHECK(printable_lines("a\nb\nc", 0, 2) == "    (1 line left out)\n    b\n    c\n");
  CHECK(printable_lines("a\x1b\n", 0, 2) == "    a\\x1b\n");
}

TEST_CASE("printable: what cannot be seen is written out", "[input]") {
  CHECK(printable("abc \u00e9 \u4e2d \U0001f3e0 \\") == "abc \u00e9 \u4e2d \U0001f3e0 \\");
  CHECK(printable("a\nb\tc\x1b[2J\x7f") == "a\\nb\\tc\\x1b[2J\\x7f");
  CHECK(printable(std::string_view("\0", 1)) == "\\x00");
  CHECK(printable("\xff\xc2") == "\\xff\\xc2");
  CHECK(printable("\u0085\u009b\u200b\u200f\u202a\u202e\u2066\u2069\ufeff") ==
        "\\u0085\\u009b\\u200b\\u200f\\u202a\\u202e\\u2066\\u2069\\ufeff");
  CHECK(printable("\u00a0\u200a\u2010\u2027\u202f\u2070") == "\u00a0\u200a\u2010\u2027\u202f\u2070");
  CHECK_FALSE(has_unseen("caf\u00e9 \u4e2d"));
  // Joiners between letters that they change: Farsi, Hindi, Mongolian; they hide something elsewhere.
  for (const char* text : {"\u0646\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645", "\u0915\u094d\u200d\u0937",
                           "\u1823\u182f\u180e\u1820"}) {
    CHECK_FALSE(has_unseen(text));
    CHECK(printable(text) == text);
  }
  for (const char* text : {"a\u200cb", "\u200c\u0646", "\u0646\u200c", "\u0646\u200c\u200c\u0646", "\u0646\u200cb"})
    CHECK(has_unseen(text));
  CHECK(printable("a\u200c\u0646") == "a\\u200c\u0646");
  for (const char* text :
       {"a\u202e", "\u0080", "\x07",   "\xff",   "\u2067x",    "\ufeff",     "a\u00ad",   "\u034f", "\u061c",
        "\u115f",  "\u17b4", "\u180e", "\u2028", "\u2029",     "\u2060",     "\u2065",    "\u206a", "\u2800",
        "\u3164",  "\ufe0f", "\uffa0", "\ufff9", "\U0001d173", "\U000e0061", "\U000e0101"})
    CHECK(has_unseen(text));
  for (const char* text : {" a", "a ", "a  b", "a\u00a0b", "a\u2009b", "\u3000a", "a\u202fb"})
    CHECK(has_odd_blanks(text));
  for (const char* text : {"a b", "", "caf\u00e9 \u4e2d"}) CHECK_FALSE(has_odd_blanks(text));
  CHECK(std::string(InputError("evil\u202egnp").what()) == "evil\\u202egnp");
}

TEST_CASE("names: characters that cannot be seen are refused", "[input]") {
  const Scratch scratch;
  for (const std::string name :
       {"ad\u202ebc", "\u200bnaive", "a\u0085b", "\ufeffx", "ad\u00ada", "ada\U000e0061", "ada\u3164"}) {
    const std::string config =
        scratch.write("cup.yaml", "players: [{name: \"" + name + "\", player: naive}]\nsequencers: [random]\n");
    const Run run = run_command(binary + " run " + config + " --out " + (scratch / "out"));
    CHECK(run.exit_code == 2);
    CHECK_THAT(run.output, Catch::Contains("has characters that cannot be printed\n") && Catch::Contains("\\u"));
    const std::string csv = scratch.write("scores.csv", "sequencer,player,seed,score\nrandom," + name + ",1,2\n");
    CHECK(run_command(binary + " import " + csv + " " + (scratch / "scores")).exit_code == 2);
  }
}

TEST_CASE("names: blanks that are overlooked are refused", "[input]") {
  const Scratch scratch;
  for (const std::string name : {"ada ", "a  b", "a\u00a0b"}) {
    const std::string config =
        scratch.write("cup.yaml", "players: [{name: \"" + name + "\", player: naive}]\nsequencers: [random]\n");
    const Run run = run_command(binary + " run " + config + " --out " + (scratch / "out"));
    CHECK(run.exit_code == 2);
    CHECK_THAT(run.output, Catch::EndsWith("has blanks at an end, two in a row, or others than the usual one\n"));
    const std::string csv = scratch.write("scores.csv", "sequencer,player,seed,score\nrandom," + name + ",1,2\n");
    CHECK(run_command(binary + " import " + csv + " " + (scratch / "scores")).exit_code == 2);
  }
}

TEST_CASE("CSV: what is written is what is read", "[input]") {
  for (const std::string text :
       {"ada", "", "'", "''", "'a", "=1", "'=1", "''=1", "' =1", " '=1", "-2", "'-2", "a,\"b\"", "'\n"})
    for (const std::string& field : {csv_field(text), csv_quoted(text)}) {
      INFO(field);
      CHECK(CsvFile::parse("name,other\n" + field + ",x\n", "f").rows().at(0).fields.at(0) == text);
    }
  const Scratch scratch;
  const std::string config = scratch.write(
      "cup.yaml",
      R"({repeats: 1, rules: {profile: report, side: 8}, sequencers: [{name: "-s", sequencer: random}], players:
         [{name: "=1+1", player: naive}, {name: "'=1+1", player: naive}, {name: "-2", player: naive}]})");
  const std::string played = scratch / "played", csv = scratch / "games.csv", read = scratch / "read";
  REQUIRE(run_command(binary + " run " + config + " --out " + played).exit_code == 0);
  REQUIRE(run_command(binary + " export " + played + " -o " + csv).exit_code == 0);
  REQUIRE(run_command(binary + " import " + csv + " " + read).exit_code == 0);
  const auto players_of = [](const std::string& folder) {
    const Run rows = run_command(binary + " report " + folder + " --format csv --rows players 2>&1");
    std::set<std::string> names;
    std::istringstream lines(rows.output);
    for (std::string line; std::getline(lines, line);) names.insert(line.substr(0, line.find(',')));
    return names;
  };
  CHECK(players_of(played) == std::set<std::string>{"player", "\"'=1+1\"", "\"''=1+1\"", "\"'-2\""});
  CHECK(players_of(read) == players_of(played));
}

TEST_CASE("CSV: no text is taken for a formula", "[input]") {
  CHECK(csv_field("ada") == "ada");
  CHECK(csv_field("a,\"b\"") == "\"a,\"\"b\"\"\"");
  for (const std::string text : {"=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", " =1", "\uff1d1", "\uff201"}) {
    CHECK(csv_field(text) == "\"'" + text + "\"");
    CHECK(csv_quoted(text) == "\"'" + text + "\"");
  }
  const Scratch scratch;
  const std::string config = scratch.write(
      "cup.yaml", "repeats: 1\nplayers: [{name: \"=cmd|'/c calc'!A0\", player: naive}]\nsequencers: [random]\n");
  const std::string out = scratch / "out";
  const Run run = run_command(binary + " run " + config + " --format csv --out " + out);
  CHECK(run.exit_code == 0);
  CHECK_THAT(run.output, Catch::Contains("\n\"'=cmd|'/c calc'!A0\",random,"));
  CHECK_THAT(run_command(binary + " export --format csv " + out).output,
             Catch::Contains("\n\"'=cmd|'/c calc'!A0\",random,"));
}

TEST_CASE("mix: a file that is none is not quoted", "[input]") {
  const Scratch scratch;
  for (const std::string text :
       {"root:secret:19000:0:99999:7:::\ndaemon:*:19000:0:99999:7:::\n", "secret\n", "- secret\n", "password: secret\n",
        "secret: 1\n", "{\"secret\": [1]}\n", "[secret, secret]\n"}) {
    scratch.write("private", text);
    const std::string config = scratch.write("cup.yaml", "players: [naive]\nsequencers: [{mix: private}]\n");
    const Run run = run_command(binary + " run " + config + " --out " + (scratch / "out"));
    CAPTURE(text, run.output);
    CHECK(run.exit_code == 2);
    CHECK(run.output.find("secret") == run.output.npos);
  }
}

TEST_CASE("terminal: a player's words cannot turn the order of what is shown", "[input]") {
  const Scratch scratch;
  scratch.write("wicked.py", "import sys\nsys.stderr.write('all is well \\u202e\\u009b2J\\n')\nsys.exit(3)\n");
  const std::string config = scratch.write(
      "cup.yaml", "repeats: 1\nplayers: [{name: w, command: [python3, wicked.py]}]\nsequencers: [random]\n");
  if (run_command("python3 -c pass").exit_code != 0) return;
  const Run run = run_command("PYTHONIOENCODING=utf-8 " + binary + " run " + config + " --out " + (scratch / "out"));
  CHECK(run.exit_code == 0);
  CHECK(run.output.find("\u202e") == std::string::npos);
  CHECK_THAT(run.output, Catch::Contains("its last words: all is well \\u202e\\u009b2J\n"));
}

}  // namespace input_files_test
