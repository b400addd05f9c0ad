// What the program writes to terminals of several kinds.
#include <pty.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <sstream>
#include <string>

#include "catch.hpp"
#include "command.hpp"
#include "paths.hpp"
#include "pentocity/input/printable.hpp"
#include "scratch.hpp"

namespace terminal_test {

namespace {

using namespace pentocity::test;

/// What a command line writes to a terminal with so many columns; `variables` stand before it.
std::string on_terminal(int columns, const std::string& variables, const std::string& command) {
  winsize size{};
  size.ws_row = 24, size.ws_col = static_cast<unsigned short>(columns);
  int terminal = -1;
  const pid_t process = forkpty(&terminal, nullptr, nullptr, &size);
  REQUIRE(process >= 0);
  if (process == 0) {
    const std::string line = "unset NO_COLOR CLICOLOR_FORCE; export TERM=xterm " + variables + "; " + command;
    execl("/bin/sh", "sh", "-c", line.c_str(), nullptr);
    _exit(127);
  }
  std::string out;
  std::array<char, 4096> buffer{};
  for (ssize_t n = 0; (n = read(terminal, buffer.data(), buffer.size())) > 0;)
    out.append(buffer.data(), static_cast<std::size_t>(n));
  close(terminal);
  waitpid(process, nullptr, 0);
  std::erase(out, '\r');
  return out;
}

// The columns of the widest line of the picture and its legend, without the codes of colours.
std::size_t widest(const std::string& text) {
  std::string plain;
  for (std::size_t i = 0; i < text.size(); ++i)
    if (text[i] == '\x1b')
      i = text.find('m', i);
    else
      plain += text[i];
  std::size_t out = 0;
  std::istringstream lines(plain);
  for (std::string line; std::getline(lines, line);)
    if (!line.starts_with("newest:") && !line.starts_with("player "))
      out = std::max(out, pentocity::display_columns(line));
  return out;
}

std::ptrdiff_t lines_of(const std::string& text) { return std::ranges::count(text, '\n'); }

}  // namespace

TEST_CASE("terminal: a land is shown as wide as the terminal is", "[cli]") {
  const Scratch scratch;
  scratch.write("cup.yaml", "rules: {side: 50}\nrepeats: 1\nplayers: [naive]\nsequencers: [random]\n");
  scratch.write("big.yaml", "rules: {side: 100}\nrepeats: 1\nplayers: [naive]\nsequencers: [random]\n");
  const std::string here = "cd " + (scratch / ".") + " && ", program = pentocity::test::program;
  for (const std::string name : {"cup", "big"})
    REQUIRE(run_command(here + program + " run " + name + ".yaml").exit_code == 0);
  const auto show = [&](const std::string& name) {
    return here + program + " show results/" + name + "/traces/*.gz --turn 5";
  };
  const std::string wide = on_terminal(120, "", show("cup"));
  CHECK(widest(wide) == 100);
  CHECK(lines_of(wide) == 53);
  CHECK_THAT(wide, Catch::Contains("\x1b[48;5;") && Catch::Contains("##") && !Catch::Contains("▀"));
  const std::string narrow = on_terminal(80, "", show("cup"));
  CHECK(widest(narrow) < 80);
  CHECK(lines_of(narrow) == 2 + 25 + 2);
  CHECK_THAT(narrow, Catch::Contains("▀") && Catch::Contains("\nnewest:") && Catch::Contains("38;5;160m"));
  const std::string parts = on_terminal(80, "", show("big"));
  CHECK(widest(parts) <= 80);
  CHECK_THAT(parts, Catch::Contains("columns 0 to 79:\n") && Catch::Contains("columns 80 to 99:\n"));
  CHECK(lines_of(parts) == 2 + 2 * 51 + 2);
  const std::string letters = on_terminal(80, "NO_COLOR=1", show("big"));
  CHECK(widest(letters) <= 80);
  CHECK_THAT(letters, Catch::Contains("columns 80 to 99:\n") && !Catch::Contains("\x1b"));
  // Not to a terminal: as wide as it is.
  CHECK(widest(run_command(show("big")).output) >= 100);
}

TEST_CASE("terminal: colours by the usual conventions", "[cli]") {
  const Scratch scratch;
  scratch.write("cup.yaml", "rules: {side: 20}\nrepeats: 1\nplayers: [naive, jigsaw]\nsequencers: [random]\n");
  const std::string here = "cd " + (scratch / ".") + " && " + pentocity::test::program + " ";
  REQUIRE(run_command(here + "run cup.yaml").exit_code == 0);
  for (const std::string command :
       {"show results/cup/traces/*naive*.gz", "report results/cup --format table", "run cup.yaml 2>/dev/null"}) {
    CAPTURE(command);
    CHECK_THAT(on_terminal(80, "", here + command), Catch::Contains("\x1b["));
    for (const std::string variables : {"NO_COLOR=1", "TERM=dumb", "NO_COLOR=1 CLICOLOR_FORCE=1"})
      CHECK_THAT(on_terminal(80, variables, here + command), !Catch::Contains("\x1b"));
    CHECK_THAT(on_terminal(80, "NO_COLOR=", here + command), Catch::Contains("\x1b["));
    CHECK_THAT(run_command("export CLICOLOR_FORCE=1; " + here + command).output, Catch::Contains("\x1b["));
    CHECK_THAT(run_command(here + command).output, !Catch::Contains("\x1b"));
  }
  CHECK_THAT(on_terminal(80, "NO_COLOR=1", here + "show --color always results/cup/traces/*naive*.gz"),
             Catch::Contains("\x1b["));
}

TEST_CASE("terminal: the line of progress fits, and is a plain one where it cannot be written over", "[cli]") {
  const Scratch scratch;
  scratch.write("cup.yaml", "rules: {side: 12}\nrepeats: 40\nplayers: [naive]\nsequencers: [random]\n");
  const std::string run =
      "cd " + (scratch / ".") + " && rm -rf results && " + pentocity::test::program + " run cup.yaml >/dev/null";
  const auto longest = [](std::string text) {
    std::size_t out = 0;
    for (std::size_t at = 0; (at = text.find("\x1b[K")) != text.npos;) text.replace(at, 3, "\n");
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) out = std::max(out, line.size());
    return out;
  };
  CHECK_THAT(on_terminal(80, "", run), Catch::Contains("[####") && Catch::Contains("] 40 of 40 games"));
  CHECK(longest(on_terminal(30, "", run)) < 30);
  CHECK(longest(on_terminal(12, "", run)) < 12);
  const std::string check = on_terminal(12, "", pentocity::test::program + " check player naive --games 12 >/dev/null");
  CHECK_THAT(check, Catch::Contains(" of 12 gam"));
  CHECK(longest(check) < 12);
  CHECK_THAT(on_terminal(80, "TERM=dumb", run), Catch::Contains("40 of 40 games") && !Catch::Contains("\x1b"));
}

}  // namespace terminal_test
