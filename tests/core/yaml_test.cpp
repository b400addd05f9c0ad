// What is read from YAML, and every complaint about it: one line with file, line, column and what would be right.

#include "pentocity/input/yaml.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <concepts>
#include <filesystem>
#include <fstream>
#include <limits>

#include "catch.hpp"
#include "pentocity/core/random.hpp"
#include "pentocity/input/read_file.hpp"
#include "pentocity/input/suggestion.hpp"

namespace yaml_test {

using namespace pentocity;

namespace {

YamlNode parse(const std::string& text) { return YamlNode::parse(text, "x.yaml"); }

// The message that an action fails with; empty if it does not.
template <std::invocable Action>
std::string complaint(Action action) {
  try {
    action();
  } catch (const InputError& e) {
    return e.what();
  }
  return "";
}
std::string complaint(const std::string& text) {
  return complaint([&] { parse(text); });
}

std::string times(int n, const std::string& text) {
  std::string out;
  for (int i = 0; i < n; ++i) out += text;
  return out;
}

// A folder for a test case, gone after it.
class Folder {
 public:
  Folder() : path_(std::filesystem::temp_directory_path() / fmt::format("pentocity-yaml-{}", ::getpid())) {
    std::filesystem::create_directories(path_);
  }
  ~Folder() { std::filesystem::remove_all(path_); }
  std::string file(const std::string& name, const std::string& contents) const {
    std::ofstream(path_ / name, std::ios::binary) << contents;
    return path_ / name;
  }
  std::string operator/(const std::string& name) const { return path_ / name; }

 private:
  std::filesystem::path path_;
};

}  // namespace

TEST_CASE("yaml: mappings, lists and words", "[input]") {
  const YamlNode root = parse(
      "# a comment\n"
      "name: suburbs\n"
      "count: 5\n"
      "share: 0.25\n"
      "on: true\n"
      "off: false\n"
      "list: [1, two, {three: 3}]\n"
      "nothing:\n"
      "quoted: '7'\n"
      "picture: |\n"
      "  .X.\n"
      "  XXX\n");
  CHECK(root.is_mapping());
  CHECK(root.file() == "x.yaml");
  CHECK(root.at("name").text() == "suburbs");
  CHECK(root.at("count").integer(0, 10) == 5);
  CHECK(root.at("count").number() == 5);
  CHECK(root.at("count").text() == "5");
  CHECK(root.at("share").number() == 0.25);
  CHECK(root.at("on").boolean());
  CHECK_FALSE(root.at("off").boolean());
  CHECK(root.at("quoted").is_quoted());
  CHECK_FALSE(root.at("count").is_quoted());
  CHECK(root.at("quoted").text() == "7");
  CHECK(root.at("picture").text() == ".X.\nXXX\n");
  CHECK_FALSE(root.has("nothing"));
  CHECK_FALSE(root.find("nothing"));
  CHECK(complaint([&] { root.at("nothing"); }) ==
        "x.yaml:8:1: 'nothing' has no value (what begins with # is a comment, unless it is quoted)");
  CHECK(root.has("list"));
  CHECK_FALSE(root.has("lists"));
  CHECK_FALSE(root.find("lists"));

  const auto list = root.at("list").elements();
  REQUIRE(list.size() == 3);
  CHECK(list[0].integer(1, 1) == 1);
  CHECK(list[1].is_scalar());
  CHECK(list[2].is_mapping());
  CHECK(list[2].at("three").integer(3, 3) == 3);
  CHECK(list[2].line() == 7);
  CHECK(list[2].column() == 16);

  std::vector<std::string> keys;
  for (const auto& entry : root.entries()) {  // all but the one without a value
    keys.push_back(entry.key);
    CHECK(entry.key_node.column() == 1);
    CHECK(entry.key_node.line() == static_cast<int>(keys.size()) + (entry.value.line() < 8 ? 1 : 2));
  }
  CHECK(keys == std::vector<std::string>{"name", "count", "share", "on", "off", "list", "quoted", "picture"});
}

TEST_CASE("yaml: marks, comments, line ends and a byte order mark change nothing", "[input]") {
  for (const char* text : {"a: 1", "a: 1\n", "---\na: 1\n", "---\na: 1\n...\n", "%YAML 1.2\n---\na: 1\n", "a: 1\r\n",
                           "\xef\xbb\xbf\x61: 1\n", "{a: 1}", "{\"a\": 1}", "\n\n# x\na: 1 # y\n\n"}) {
    INFO(text);
    CHECK(parse(text).at("a").integer(1, 1) == 1);
  }
  CHECK(parse("a: |\n  x\n  y").at("a").text() == "x\ny\n");
  CHECK(parse("a: |-\n  x\n").at("a").text() == "x");
  CHECK(parse("a: \"[[[{{{ '\"\n").at("a").text() == "[[[{{{ '");
  CHECK(parse("a: \xc3\xbc\xe2\x82\xac\xf0\x9f\x8f\xa0\n").at("a").text() == "\xc3\xbc\xe2\x82\xac\xf0\x9f\x8f\xa0");
}

TEST_CASE("yaml: keys", "[input]") {
  CHECK(complaint("a: 1\nb: 2\na: 3\n") == "x.yaml:3:1: key 'a' is given twice");
  CHECK(complaint("a: 1\n\"a\": 3\n") == "x.yaml:2:1: key 'a' is given twice");
  CHECK(complaint("x:\n  - k: 1\n    k: 2\n") == "x.yaml:3:5: key 'k' is given twice");
  CHECK(complaint("{a: 1, b: {c: 1, c: 1}}") == "x.yaml:1:18: key 'c' is given twice");
  CHECK(complaint("\"a\\nb\": 1\n\"a\\nb\": 2\n") == "x.yaml:2:1: key 'a\\nb' is given twice");
  CHECK(complaint("[a]: 3") == "x.yaml:1:1: a key must be a plain word");
  CHECK(complaint("~: 3") == "x.yaml:1:1: a key must be a plain word");
  CHECK(complaint("base: &b {x: 1}\nc:\n  <<: *b\n") ==
        "x.yaml:3:3: merge keys ('<<') are not supported: write the keys out");

  const auto check = [](const std::string& text) {
    return complaint([&] { parse(text).check_keys({"players", "repeats", "seed"}); });
  };
  CHECK(check("players: []\nseed: 1\n").empty());
  CHECK(check("seed: 1\nrepeat: 1\n") == "x.yaml:2:1: unknown key 'repeat', did you mean 'repeats'?");
  CHECK(check("seed: 1\n  \ncolour: 1\n") == "x.yaml:3:1: unknown key 'colour'; known are players, repeats, seed");
  CHECK(check("[1]") == "x.yaml:1:1: this must be a mapping, not a list");
  CHECK(complaint([] { parse("a: {b: 1}").at("a").at("c"); }) == "x.yaml:1:4: the key 'c' is missing");
}

TEST_CASE("yaml: broken text", "[input]") {
  const auto broken = [](const std::string& text, const std::string& place) {
    INFO(text);
    CHECK_THAT(complaint(text), Catch::StartsWith(place + ": broken YAML: "));
  };
  broken("a: [1, 2\nb: 3\n", "x.yaml:1:4");
  broken("a: b: c\n", "x.yaml:1:5");
  broken("a:\n\tb: 1\n", "x.yaml:2:3");
  CHECK(complaint("a:\n\tb: 1\n") == "x.yaml:2:3: broken YAML: a tab begins the line, where only blanks may stand");
  CHECK(complaint("a: |\n \t##\nb:\n  \t- 1\n") ==
        "x.yaml:4:4: broken YAML: a tab begins the line, where only blanks may stand");
  broken("a: 1\nb: @x\n", "x.yaml:2:4");
  broken("a: *x", "x.yaml:1:4");
  broken("a: \"\\q\"", "x.yaml:1:7");
  broken("a: \"\\U00110000\"", "x.yaml:1:15");
  broken("a: |\n  x\n y\n", "x.yaml:3:2");
  broken("a: }", "x.yaml:1:4");
  broken("%YAML 9.9\n---\na: 1\n", "x.yaml:1:1");
  broken(times(2000, "k") + ": 1\n", "x.yaml:1:2001");
  // The parser would take the quotation as closed by the end of the file.
  for (const auto& [open, place] : std::initializer_list<std::pair<const char*, std::string>>{
           {"a: \"abc\nb: 3\n", "3:1"}, {"a: 'abc", "1:8"}, {"a: \"abc\\", "1:9"}})
    CHECK(complaint(open) ==
          "x.yaml:" + place + ": broken YAML: a quotation or bracket is open at the end of the file");
  // Told where the bracket is, and not where the parser noticed.
  for (const auto& [open, place] :
       std::initializer_list<std::pair<const char*, std::string>>{{"a: [", "1:4"},
                                                                  {"a:\n  - [b, c\nd: [1]\n", "2:5"},
                                                                  {"a: {b: 1\nc: 2\n", "1:4"},
                                                                  {"a: [{b: 1}, [2]\nb: 2\n", "1:4"}})
    CHECK(complaint(open) == "x.yaml:" + place + ": broken YAML: this bracket is not closed");
}

TEST_CASE("yaml: one document of text", "[input]") {
  for (const char* empty : {"", "\n", "# only a comment\n", "---\n", "...\n", "~", "null\n"})
    CHECK(complaint(empty) == "x.yaml: the file is empty");
  const std::string second =
      ": this does not belong to what stands above it (is the indentation right?), and a file "
      "holds one document";
  CHECK(complaint("a: 1\n---\nb: 2\n") == "x.yaml:3:1" + second);
  CHECK(complaint("a: 1\n...\nb: 2\n") == "x.yaml:3:1" + second);
  CHECK(complaint(" a: 1\nb: 2\n") == "x.yaml:2:1" + second);
  CHECK_THAT(complaint("a: 1\n---\n"), Catch::EndsWith(second));
  // What yaml-cpp takes for empty documents without end.
  CHECK(complaint("# only\n, a: 1\n") == "x.yaml:2:1" + second);
  // The error of a later document is told as such.
  CHECK_THAT(complaint("a: 1\n---\nb: [\n"), Catch::Contains("broken YAML"));
}

TEST_CASE("yaml: what is no text", "[input]") {
  CHECK(complaint(std::string("a: 1\n\0b: 2", 10)) == "x.yaml:2:1: the control character 0x00 is no text");
  // To the parser alone this is the end of the file.
  CHECK(complaint("a: 1\nb: \x04\nc: 2\n") == "x.yaml:2:4: the control character 0x04 is no text");
  CHECK(complaint("a: \x1b[31m\n") == "x.yaml:1:4: the control character 0x1b is no text");
  CHECK(complaint("a: \x7f\n") == "x.yaml:1:4: the control character 0x7f is no text");
  CHECK(complaint("\xc3\xbc: \xe9\n") == "x.yaml:1:4: the byte 0xe9 is no UTF-8 text");
  CHECK(complaint(std::string("\xff\xfe"
                              "a\0:\0",
                              6)) == "x.yaml:1:1: the byte 0xff is no UTF-8 text");
  for (const char* bad : {"\x80", "\xc0\xaf", "\xc3", "\xe0\x80\x80", "\xed\xa0\x80", "\xe2\x82", "\xf0\x80\x80\x80",
                          "\xf4\x90\x80\x80", "\xf5\x80\x80\x80", "\xc3\xc3"}) {
    INFO(bad);
    CHECK_THAT(complaint(std::string("a: ") + bad), Catch::Contains("is no UTF-8 text"));
  }
}

TEST_CASE("yaml: tags and aliases", "[input]") {
  CHECK(complaint("a: !!str 5\n") == "x.yaml:1:4: tags like !!str have no meaning here: leave it out");
  CHECK(complaint("a: [1, !mine {b: 1}]\n") == "x.yaml:1:8: tags like !mine have no meaning here: leave it out");
  CHECK(parse("a: &x [1, 2]\nb: *x\n").at("b").elements().size() == 2);
  CHECK(parse("a: &x word\n*x : 3\n").at("word").integer(0, 9) == 3);

  // Nine nested tenfold lists of aliases are a thousand million values.
  std::string bomb = "a0: &a0 x\n";
  for (int i = 1; i <= 9; ++i) {
    const std::string name = fmt::format("a{}", i), before = fmt::format("*a{}", i - 1);
    bomb += name + ": &" + name + " [" + before + times(9, ", " + before) + "]\n";
  }
  CHECK_THAT(complaint(bomb), Catch::Contains("more than 1000000 values"));
  // An alias within itself.
  CHECK_THAT(complaint("a: &x [*x]"), Catch::Contains("nested deeper than 64 levels"));
  CHECK_THAT(complaint("a: &x {b: *x, c: *x}"), Catch::Contains("nested deeper than 64 levels"));
  CHECK_THAT(complaint("a: &x [" + times(50, "1, ") + times(50, "*x, ") + "]"), Catch::Contains("nested deeper"));
}

TEST_CASE("yaml: deep nesting", "[input]") {
  const std::string deep = "nested deeper than 64 levels";
  CHECK_THAT(complaint(times(63, "[") + times(63, "]")), Catch::Equals(""));
  CHECK_THAT(complaint(times(63, "- ") + "x"), Catch::Equals(""));
  CHECK(complaint(times(66, "[") + times(66, "]")) == "x.yaml:1:66: " + deep);
  CHECK(complaint(times(66, "- ") + "x") == "x.yaml:1:131: " + deep);
  for (const int levels : {100, 1000, 100000}) {
    CHECK_THAT(complaint(times(levels, "[") + times(levels, "]")), Catch::EndsWith(deep));
    CHECK_THAT(complaint(times(levels, "- ") + "x"), Catch::EndsWith(deep));
    CHECK_THAT(complaint(times(levels, "{a: ") + "1" + times(levels, "}")), Catch::EndsWith(deep));
    CHECK_THAT(complaint(times(levels, "? ") + "x"), Catch::StartsWith("x.yaml:1:"));
  }
  std::string block;
  for (int i = 0; i < 600; ++i) block += std::string(static_cast<std::size_t>(i), ' ') + "a:\n";
  CHECK_THAT(complaint(block), Catch::EndsWith(deep));
}

TEST_CASE("yaml: wrong types", "[input]") {
  const YamlNode root = parse(
      "word: abc\n"
      "list: [1]\n"
      "map: {a: 1}\n"
      "none:\n"
      "n: 12\n"
      "quoted: '12'\n"
      "long: \"" +
      times(100, "\xc3\xbc") + "\"\n");
  const auto text = [&](const char* key) { return complaint([&] { root.at(key).text(); }); };
  CHECK(text("list") == "x.yaml:2:7: 'list' must be a word, not a list");
  CHECK(text("map") == "x.yaml:3:6: 'map' must be a word, not a mapping");
  CHECK(text("none") == "x.yaml:4:1: 'none' has no value (what begins with # is a comment, unless it is quoted)");
  CHECK(text("word").empty());
  CHECK(complaint([] { parse("a: ~").at("a"); }) ==
        "x.yaml:1:4: 'a' has no value (what begins with # is a comment, unless it is quoted)");
  CHECK(complaint([] { parse("a: [~]").at("a").elements()[0].text(); }) ==
        "x.yaml:1:5: 'a' must be a word, not nothing");

  const auto integer = [&](const char* key) { return complaint([&] { root.at(key).integer(-5, 10); }); };
  CHECK(integer("word") == "x.yaml:1:7: 'word' must be an integer from -5 to 10, not 'abc'");
  CHECK(integer("list") == "x.yaml:2:7: 'list' must be an integer from -5 to 10, not a list");
  CHECK(integer("n") == "x.yaml:5:4: 'n' must be an integer from -5 to 10, not '12'");
  CHECK_THAT(complaint([&] { root.at("quoted").integer(0, 12); }), Catch::Equals(""));
  CHECK(integer("long") ==
        "x.yaml:7:7: 'long' must be an integer from -5 to 10, not '" + times(30, "\xc3\xbc") + "...'");

  CHECK(complaint([&] { root.at("word").number(); }) == "x.yaml:1:7: 'word' must be a number, not 'abc'");
  CHECK(root.at("quoted").number() == 12);
  CHECK(complaint([&] { root.at("n").boolean(); }) == "x.yaml:5:4: 'n' must be true or false, not '12'");
  CHECK(complaint([&] { root.at("map").boolean(); }) == "x.yaml:3:6: 'map' must be true or false, not a mapping");
  CHECK(complaint([&] { root.at("word").elements(); }) == "x.yaml:1:7: 'word' must be a list, not 'abc'");
  CHECK(complaint([&] { root.at("list").entries(); }) == "x.yaml:2:7: 'list' must be a mapping, not a list");
  CHECK(complaint([&] { root.at("list").elements()[0].boolean(); }) ==
        "x.yaml:2:8: 'list' must be true or false, not '1'");
  CHECK(complaint([&] { root.elements(); }) == "x.yaml:1:1: this must be a list, not a mapping");
}

TEST_CASE("yaml: numbers", "[input]") {
  constexpr std::int64_t min = std::numeric_limits<std::int64_t>::min(), max = std::numeric_limits<std::int64_t>::max();
  const auto integer = [](const std::string& text) { return parse("n: " + text).at("n").integer(min, max); };
  CHECK(integer("0") == 0);
  CHECK(integer("-7") == -7);
  CHECK(integer("9007199254740991") == 9007199254740991);
  CHECK(integer("9223372036854775807") == max);
  CHECK(integer("-9223372036854775808") == min);
  for (const char* text : {"9223372036854775808", "-9223372036854775809", "99999999999999999999999999", "1.0", "1e3",
                           "0x10", "1_000", "1,000", "1 2", "one", ".inf", "''", "[1]"}) {
    INFO(text);
    CHECK_THAT(complaint([&] { integer(text); }), Catch::Contains("'n' must be an integer from"));
  }

  const auto number = [](const std::string& text) { return parse("n: " + text).at("n").number(); };
  CHECK(number("5") == 5);
  CHECK(number("-0.5") == -0.5);
  CHECK(number("1e300") == 1e300);
  CHECK(number("1E-3") == 0.001);
  for (const char* text :
       {"1e999", "-1e999", "nan", ".nan", "inf", "-inf", ".inf", "infinity", "0x1p3", "1.5.2", "5%", "true"}) {
    INFO(text);
    CHECK_THAT(complaint([&] { number(text); }), Catch::Contains("'n' must be a number"));
  }
  for (const char* text : {"yes", "no", "on", "True", "TRUE", "1"})
    CHECK_THAT(complaint([&] { parse(std::string("n: ") + text).at("n").boolean(); }),
               Catch::Contains("'n' must be true or false"));
}

TEST_CASE("yaml: files", "[input]") {
  const Folder folder;
  CHECK(YamlNode::load(folder.file("good.yaml", "a: 1\n")).at("a").integer(1, 1) == 1);
  CHECK(complaint([&] { YamlNode::load(folder / "missing.yaml"); }) ==
        folder / "missing.yaml" + ": cannot be read: No such file or directory");
  CHECK(complaint([&] { YamlNode::load(folder / "."); }) == folder / "." + ": cannot be read: Is a directory");
  CHECK(complaint([&] { YamlNode::load(folder.file("empty.yaml", "")); }) ==
        folder / "empty.yaml" + ": the file is empty");
  CHECK(complaint([&] { YamlNode::load(folder.file("twice.yaml", "a: 1\na: 2\n")); }) ==
        folder / "twice.yaml" + ":2:1: key 'a' is given twice");
  CHECK(complaint([&] { YamlNode::load(folder.file("vast.yaml", times(2100000, "#"))); }) ==
        folder / "vast.yaml" + ": the file is larger than 2097152 bytes");
  CHECK(complaint([] { YamlNode::load("/dev/zero"); }) == "/dev/zero: is no regular file");
  CHECK(complaint([] { YamlNode::load("two\nlines"); }) == "two\\nlines: cannot be read: No such file or directory");

  std::string bytes;
  for (int i = 0; i < 300000; ++i) bytes.push_back(static_cast<char>(mix_bits(static_cast<std::uint64_t>(i))));
  CHECK(read_file(folder.file("bytes", bytes)) == bytes);
  CHECK(read_file(folder / "bytes", bytes.size()) == bytes);
  CHECK_THROWS_AS(read_file(folder / "bytes", bytes.size() - 1), InputError);
  CHECK(read_file(folder / "empty.yaml").empty());
  CHECK_THAT(complaint([&] { YamlNode::load(folder / "bytes"); }), Catch::Contains("is no"));
}

TEST_CASE("yaml: text torn to pieces is refused in one line, or read", "[input]") {
  // A few bytes of a sound text replaced, dropped or doubled: never another exception than InputError.
  const std::string sound =
      "rules: {profile: report, side: 50}\n"
      "seeds: [869, 84, 400]\n"
      "players:\n"
      "  - jigsaw\n"
      "  - &p {name: 'other', options: {walks: 50, order: \"rows\"}}\n"
      "pieces:\n"
      "  - shape: |\n"
      "      XXX\n"
      "      X..\n"
      "    count: 11\n"
      "  - *p\n"
      "note: >-\n"
      "  folded\n"
      "  text # no comment\n";
  REQUIRE_THAT(complaint(sound), Catch::Equals(""));
  const std::string marks = "[]{},:-?&*!|>'\"%@`#\n\t \\~.x1\x01\xc3";
  Pcg random(61);
  int refused = 0;
  for (int i = 0; i < 5000; ++i) {
    std::string text = sound;
    for (int n = 1 + random.next_int(4); n > 0; --n) {
      const auto at = static_cast<std::size_t>(random.next_int(static_cast<int>(text.size())));
      const char mark = marks[random.next_int(static_cast<int>(marks.size()))];
      switch (random.next_int(4)) {
        case 0:
          text[at] = mark;
          break;
        case 1:
          text.insert(at, 1, mark);
          break;
        case 2:
          text.erase(at, 1 + static_cast<std::size_t>(random.next_int(10)));
          break;
        case 3:
          text.insert(at, text.substr(static_cast<std::size_t>(random.next_int(static_cast<int>(at) + 1)), 30));
          break;
      }
      if (text.empty()) text.push_back('x');
    }
    CAPTURE(i, text);
    const std::string message = complaint(text);
    if (message.empty()) continue;
    ++refused;
    REQUIRE_THAT(message, Catch::StartsWith("x.yaml:"));
    REQUIRE(message.find_first_of("\n\r\t") == std::string::npos);
  }
  CHECK(refused > 2000);
  CHECK(refused < 5000);
}

TEST_CASE("names that were meant", "[input]") {
  const std::vector<std::string> known{"random", "tailheavy", "g1", "g10", "jigsaw"};
  CHECK(nearest("randon", known) == "random");
  CHECK(nearest("radnom", known) == "random");
  CHECK(nearest("tail-heavy", known) == "tailheavy");
  CHECK(nearest("jigsaw", known) == "jigsaw");
  CHECK(nearest("g100", known) == "g10");
  CHECK(nearest("tail", known) == "tailheavy");
  CHECK_FALSE(nearest("zz", known));
  CHECK_FALSE(nearest("", known));
  CHECK_FALSE(nearest("something else", known));
  CHECK_FALSE(nearest(times(100000, "x"), known));
  CHECK_FALSE(nearest("x", {}));
  CHECK(suggestion("randon", known) == ", did you mean 'random'?");
  CHECK(suggestion("something else", known) == "; known are random, tailheavy, g1, g10, jigsaw");
}

TEST_CASE("messages are one line of text", "[input]") {
  CHECK(std::string(InputError("a\nb\tc\r\x1b[0m").what()) == "a\\nb\\tc\\x0d\\x1b[0m");
  CHECK(std::string(InputError("\xc3\xbc \xe9 \xff").what()) == "\xc3\xbc \\xe9 \\xff");
  CHECK(std::string(InputError("plain").what()) == "plain");
}

}  // namespace yaml_test
