#include "pentocity/packing/verify.hpp"

#include <map>

#include "commands.hpp"
#include "pentocity/exchange/burrtools.hpp"
#include "pentocity/exchange/exact_cover.hpp"
#include "pentocity/exchange/puzzle_file.hpp"
#include "pentocity/input/byte_order_mark.hpp"
#include "pentocity/input/read_file.hpp"

namespace pentocity::app {

using namespace packing;

namespace {

std::string format_of(const nlohmann::json& json) {
  return json.is_object() && json.contains("format") && json["format"].is_string() ? json["format"].get<std::string>()
                                                                                   : "";
}

std::vector<DrawnBoard> boards_of_json(const Puzzle& puzzle, const nlohmann::json& json, const std::string& path) {
  if (format_of(json) != "pentocity-solutions/1")
    throw InputError("{}: begins like JSON, but is no pentocity-solutions/1 or {}", path, exchange::refutation_format);
  const auto list = json.find("solutions");
  if (list == json.end() || !list->is_array()) throw InputError(path + ": the list 'solutions' is missing");
  std::vector<DrawnBoard> out;
  for (const auto& entry : *list) {
    const std::string source = fmt::format("{}: solution {}", path, out.size() + 1);
    if (!entry.is_string()) throw InputError(source + " is no text");
    auto boards = read_boards(puzzle, entry.get<std::string>(), source);
    if (boards.size() != 1) throw InputError("{} holds {} boards instead of one", source, boards.size());
    out.push_back(std::move(boards.front()));
  }
  return out;
}

// The boards in a text of any other format.
std::vector<DrawnBoard> boards_of_text(const Puzzle& puzzle, const std::string& text, const std::string& path) {
  const bool is_xml = exchange::is_xmpuzzle(text);
  auto boards = is_xml                            ? exchange::boards_of_xmpuzzle(text, path)
                : exchange::is_sat_solution(text) ? exchange::boards_of_sat(puzzle, text, path)
                : exchange::is_dlx_solution(text) ? exchange::boards_of_dlx(puzzle, text, path)
                                                  : read_boards(puzzle, text, path);
  if (boards.empty()) throw InputError(path + ": holds no board");
  const std::size_t found = boards.front().labels.size(), cells = puzzle.rows * puzzle.columns;
  if (is_xml && found != cells)
    throw InputError("{}: a board of {} cells, but puzzle {} has {}", path, found, puzzle.name, cells);
  return boards;
}

int verify_refutation(const Puzzle& puzzle, const nlohmann::json& json, const std::string& path) {
  const Refutation refutation = exchange::read_refutation(puzzle, json, path);
  if (const auto fault = fault_of(puzzle, refutation)) {
    fmt::print("{}: shows nothing: {}\n", path, *fault);
    return exit_no;
  }
  for (const std::string& line : words_of(puzzle, refutation)) fmt::print("{}\n", line);
  fmt::print("so puzzle {} has no solution\n", puzzle.name);
  return exit_done;
}

// What `solve` and others print if there is none.
constexpr std::string_view answer_none = "no solution";

struct VerifyArguments {
  std::string puzzle, file;
};

int verify_file(const VerifyArguments& a) {
  const Puzzle puzzle = exchange::find_puzzle(a.puzzle);
  const std::string bytes = read_file(a.file), text(without_byte_order_mark(bytes));
  std::string_view begin = text;
  begin.remove_prefix(std::min(begin.find_first_not_of(" \t\r\n"), begin.size()));
  if (begin.starts_with(answer_none))
    throw InputError("{}: says that there is no solution, and has no board to verify", a.file);
  const bool is_json = begin.starts_with('{');
  const auto json = is_json ? read_json(text, a.file) : nlohmann::json();
  if (format_of(json) == exchange::refutation_format) return verify_refutation(puzzle, json, a.file);
  const auto boards = is_json ? boards_of_json(puzzle, json, a.file) : boards_of_text(puzzle, text, a.file);

  const Verifier verifier(puzzle);
  std::map<Solution, std::size_t> seen;
  std::size_t wrong = 0, repeated = 0;
  for (std::size_t i = 1; i <= boards.size(); ++i) {
    const std::string at = is_json ? a.file : fmt::format("{}:{}", a.file, boards[i - 1].line);
    const auto message = [&](const std::string& what) { return fmt::format("{}: solution {}: {}", at, i, what); };
    Verdict verdict = verifier.check(boards[i - 1]);
    if (!verdict.readable) throw InputError(message(*verdict.fault));
    if (verdict.fault) {
      ++wrong;
      fmt::print("{}\n", message(*verdict.fault));
    } else if (const auto [it, is_new] = seen.emplace(std::move(verdict.solution), i); !is_new) {
      ++repeated;
      fmt::print("{}\n", message(fmt::format("the same as solution {}", it->second)));
    }
  }
  fmt::print("{}, {} wrong, {} repeated\n", counted(boards.size(), "solution"), wrong, repeated);
  return wrong + repeated == 0 ? exit_done : exit_no;
}

}  // namespace

void add_verify(const Command& app) {
  const auto [command, a] =
      app.command(verify_file, "verify",
                  "Check solutions of a tiling puzzle, or weights that show that it has none, whoever wrote them");
  add_puzzle(command, a.puzzle);
  command.file("FILE SOLUTIONS", a.file,
               "Solutions: what `pentocity solve --format json` prints; or text, with one board on each line and | "
               "between its rows, or with one row on each line and empty lines between boards; or what other programs "
               "make of the output of `pentocity convert`: BurrTools, Knuth's DLX1 to DLX3, and SAT solvers; or what "
               "`pentocity solve --certificate` writes");
  command.footer({"pentocity solve meteor --all > meteor.txt && pentocity verify meteor meteor.txt"},
                 "Exit code 1 if a solution is wrong or occurs twice, or if weights show nothing, 2 if the file cannot "
                 "be read as boards.");
}

}  // namespace pentocity::app
