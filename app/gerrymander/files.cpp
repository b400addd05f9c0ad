// Plans in the files of other programs: GerryChain's graphs and CSV.

#include <boost/algorithm/string.hpp>
#include <cmath>
#include <map>
#include <ranges>

#include "common.hpp"
#include "pentocity/core/cell.hpp"
#include "pentocity/input/byte_order_mark.hpp"
#include "pentocity/input/csv.hpp"

namespace pentocity::app {

namespace {

constexpr int max_side = 50;
constexpr double most_exact = 1LL << 53;  // beyond it, different whole numbers would become equal

struct Entry {
  std::string district;
  char voter = 'B';
};

// A plan that was read. Voters are of party B unless the file has `votes_a: 1` for them, which only JSON can.
struct DistrictFile {
  Electorate electorate;
  DistrictPlan plan;
};
DistrictFile assembled(const std::map<Cell, Entry>& entries, const std::string& path) {
  if (entries.empty()) throw InputError("{}: has no districts", path);
  int rows = 0, columns = 0;
  std::map<std::string, int> number;
  for (const auto& [cell, entry] : entries) {
    rows = std::max(rows, cell.row + 1);
    columns = std::max(columns, cell.column + 1);
  }
  std::string picture, plan;
  for (int r = 0; r < rows; ++r) {
    for (int c = 0; c < columns; ++c) {
      const auto found = entries.find({r, c});
      picture += found == entries.end() ? '#' : found->second.voter;
      if (found == entries.end()) {
        plan += '#';
        continue;
      }
      const int n = number.try_emplace(found->second.district, static_cast<int>(number.size())).first->second;
      plan += fmt::format("[{}]", n + 1);
    }
    picture += '|';
    plan += '|';
  }
  try {
    const Electorate e = districting::read_electorate(picture, districting::electorate_of_plan(plan).rules);
    return {e, read_plan(e, plan)};
  } catch (const InputError& e) {
    throw InputError("{}: {}", path, e.what());
  }
}

// A voter as a file has it: at `place`, which is a row and a column, or the number of a cell of a rectangle, row by
// row.
struct Unit {
  std::string where;  ///< file and node or line, for messages
  std::vector<int> place;
  Entry entry;
};

// The district that a text names; empty if it names none. Numbers that are equal are one district: 1, 1.0 and "1".
std::string district_of(const std::string& text) {
  const std::string name = boost::algorithm::trim_copy(text);
  const auto number = number_of<double>(name);
  return number && std::isfinite(*number) && std::abs(*number) < most_exact ? fmt::format("{}", *number) : name;
}

// The numbers of a place such as `(0, 1)`, `[0, 1]`, `0,1` or `7`; none if it has other parts.
std::vector<int> numbers_in(const std::string& text) {
  std::vector<int> out;
  for (const auto part : std::views::split(text, ',')) {
    const auto n = number_of<int>(
        boost::algorithm::trim_copy_if(std::string(part.begin(), part.end()), boost::algorithm::is_any_of(" ()[]")));
    if (!n || out.size() == 2) return {};
    out.push_back(*n);
  }
  return out;
}

// `columns` is 0 for as many as a square has.
std::map<Cell, Entry> placed(const std::vector<Unit>& units, int columns) {
  const int side = static_cast<int>(std::lround(std::sqrt(units.size())));
  std::map<Cell, Entry> out;
  for (const auto& [where, place, entry] : units) {
    const bool numbered = place.size() == 1;
    if (numbered && columns == 0 && (side * side != std::ssize(units) || place[0] >= std::ssize(units)))
      throw InputError(
          "{}: numbered units must be those of a square, from 0, unless you say how many are in a row, as with "
          "--columns 8",
          where);
    const int width = columns == 0 ? side : columns;
    const Cell cell = numbered ? Cell{place[0] / width, place[0] % width} : Cell{place[0], place[1]};
    if (std::ranges::min(place) < 0 || std::max(cell.row, cell.column) >= max_side)
      throw InputError("{}: row {}, column {}: both must be from 0 to {}", where, cell.row, cell.column, max_side - 1);
    if (!out.try_emplace(cell, entry).second)
      throw InputError("{}: row {}, column {} is there twice", where, cell.row, cell.column);
  }
  return out;
}

// Where a node of a graph lies; nothing if it does not say that.
std::vector<int> place_of(const nlohmann::json& node) {
  for (const auto& [row, column] : {std::pair("row", "column"), std::pair("y", "x")})
    if (node.contains(row) && node.contains(column))
      return numbers_in(text_of_json(nlohmann::json::array({node[row], node[column]})));
  if (!node.contains("id")) return {};
  return numbers_in(node["id"].is_string() ? node["id"].get<std::string>() : text_of_json(node["id"]));
}

// Tells whether this is a list of assignments, or several of them: districts by unit, as other programs keep them
// beside a graph.
bool holds_assignments(const nlohmann::json& json) {
  const auto is_list = [](const nlohmann::json& list) {
    return list.is_structured() && !list.empty() &&
           std::ranges::all_of(list, [](const auto& district) { return district.is_number() || district.is_string(); });
  };
  return is_list(json) || (json.is_array() && !json.empty() && std::ranges::all_of(json, is_list)) ||
         (json.is_object() && is_list(json.value("assignment", nlohmann::json())));
}

std::vector<Unit> read_graph(const std::string& text, const std::string& path) {
  const nlohmann::json json = without_nulls(read_json(text, path));
  if (holds_assignments(json))
    throw InputError(
        "{}: is a list of assignments, which names the district of each unit: expected the graph of its units with "
        "their districts, or CSV with the columns unit and district",
        path);
  if (!json.is_object() || !json.contains("nodes") || !json["nodes"].is_array())
    throw InputError("{}: expected a graph with a list of 'nodes'", path);
  std::vector<Unit> out;
  for (const nlohmann::json& node : json["nodes"]) {
    const std::string where = fmt::format("{}: node {}", path, out.size());
    if (!node.is_object()) throw InputError("{}: expected an object", where);
    const std::vector<int> place = place_of(node);
    if (place.empty())
      throw InputError("{}: needs integers 'row' and 'column', or 'x' and 'y', or an 'id' such as [0, 1] or 7", where);
    const char* const key = node.contains("district") ? "district" : "assignment";
    const nlohmann::json named = node.value(key, nlohmann::json());
    const std::string district = named.is_string()   ? district_of(named.get<std::string>())
                                 : named.is_number() ? district_of(text_of_json(named))
                                                     : "";
    if (district.empty()) throw InputError("{}: needs a 'district' (or 'assignment'), a number or a word", where);
    const bool votes_a = node.contains("votes_a") && node["votes_a"] == 1;
    out.push_back({where, place, {district, votes_a ? 'A' : 'B'}});
  }
  return out;
}

std::vector<Unit> read_list(const std::string& text, const std::string& path) {
  const CsvFile csv = CsvFile::parse(text, path);
  const auto either = [&](std::initializer_list<const char*> names) {
    const auto* const found = std::ranges::find_if(names, [&](const char* name) { return csv.has_column(name); });
    return csv.column(found == names.end() ? *names.begin() : *found);
  };
  std::vector<std::size_t> places{either({"row", "y", "unit", "id", "node"})};
  if (csv.has_column("row") || csv.has_column("y")) places.push_back(either({"column", "x"}));
  const std::size_t district = either({"district", "assignment"});
  std::vector<Unit> out;
  for (const CsvRow& line : csv.rows()) {
    std::string unit;
    for (const std::size_t field : places) unit += (unit.empty() ? "" : ",") + line.fields[field];
    const std::vector<int> place = numbers_in(unit);
    if (place.empty() || place.size() < places.size())
      csv.fail(line.line,
               "'{}' is no place: expected a row and a column, integers from 0, or a unit such as (0, 1) or 7", unit);
    const std::string name = district_of(line.fields[district]);
    if (name.empty()) csv.fail(line.line, "the district is empty: expected a number or a word");
    out.push_back({fmt::format("{}:{}", path, line.line), place, {name}});
  }
  return out;
}

// A plan as the graph that GerryChain reads (JSON, networkx's adjacency data). Each voter is a node with `row`,
// `column`, `population` (1), `district` (from 1), `boundary_node` (has fewer than four neighbours) and, if
// `has_votes`, `votes_a` and `votes_b`.
std::string gerrychain_json(const Electorate& e, const DistrictPlan& plan, bool has_votes) {
  std::vector<int> id(plan.size(), -1);
  int nodes = 0;
  for (std::size_t i = 0; i < plan.size(); ++i)
    if (plan[i] >= 0) id[i] = nodes++;
  ordered_json json{{"directed", false}, {"multigraph", false}, {"graph", ordered_json::array()}};
  ordered_json& list = json["nodes"] = ordered_json::array();
  ordered_json adjacency = ordered_json::array();
  for (int i = 0; i < std::ssize(plan); ++i) {
    if (plan[i] < 0) continue;
    ordered_json touching = ordered_json::array();
    for (const int other : neighbours(e, i))
      if (id[other] >= 0) touching.push_back({{"id", id[other]}});
    ordered_json node{{"row", i / e.columns},
                      {"column", i % e.columns},
                      {"population", 1},
                      {"district", plan[i] + 1},
                      {"boundary_node", touching.size() < 4}};
    if (has_votes) {
      node["votes_a"] = e.cells[i] == 'A' ? 1 : 0;
      node["votes_b"] = e.cells[i] == 'B' ? 1 : 0;
    }
    node["id"] = id[i];
    list.push_back(std::move(node));
    adjacency.push_back(std::move(touching));
  }
  json["adjacency"] = std::move(adjacency);
  return text_of_json(json) + "\n";
}

// A plan as CSV with the header `row,column,district` and, if `has_votes`, a last column `voter`, A or B. Rows and
// columns count from 0, districts from 1.
std::string districts_csv(const Electorate& e, const DistrictPlan& plan, bool has_votes) {
  std::string out = fmt::format("row,column,district{}\n", has_votes ? ",voter" : "");
  for (int i = 0; i < std::ssize(plan); ++i)
    if (plan[i] >= 0)
      out += fmt::format("{},{},{}{}\n", i / e.columns, i % e.columns, plan[i] + 1,
                         has_votes ? std::string(",") + e.cells[i] : "");
  return out;
}

struct Export {
  std::string file, voters, format = "gerrychain";
};

void export_plan(const Export& a) {
  const bool has_votes = !a.voters.empty();
  const auto [board, text] = read_picture(
      a.file, [](const std::string& read) { return std::pair(districting::electorate_of_plan(read), read); });
  const Electorate e = has_votes ? read_voters(a.voters, board.rules) : board;
  const DistrictPlan plan = read_plan(e, text);
  fmt::print("{}", a.format == "csv" ? districts_csv(e, plan, has_votes) : gerrychain_json(e, plan, has_votes));
}

struct Import {
  std::string file;
  int columns = 0;
};

// Reads either format; a file that begins with `{` or `[` is JSON. Cells that the file does not mention are blocked. Rows and
// columns count from 0 and are at most 49. Throws InputError, with file and node or line, for anything that is wrong,
// and for districts that are not connected or differ in size.
void import_plan(const Import& a) {
  const std::string bytes = read_file(a.file);
  const std::string text(without_byte_order_mark(bytes));
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  const bool graph = first != std::string::npos && (text[first] == '{' || text[first] == '[');
  const std::vector<Unit> units = graph ? read_graph(text, a.file) : read_list(text, a.file);
  const auto [electorate, plan] = assembled(placed(units, a.columns), a.file);
  fmt::print("{}\n", plan_text(electorate, plan));
}

}  // namespace

void add_files(const Command& top) {
  const auto [out, a] = top.command(export_plan, "export", "A plan for other programs");
  out.file("PLAN PLAN|FILE", a.file, "A plan as the other commands write it, or a file with one");
  out.file("--voters PICTURE|FILE", a.voters,
           "The board's voters, a picture or a file, to be written as well (default: no voters)");
  out.choice("--format gerrychain|csv", a.format,
             "gerrychain (default): the JSON graph of GerryChain; csv: a line for each voter");
  out.footer({"pentocity gerrymander export '1122|1122|3344|3344' --format csv"});

  const auto [in, b] = top.command(import_plan, "import", "The plan of a GerryChain graph or a CSV list of districts");
  in.file("FILE FILE", b.file,
          "JSON with nodes, or CSV: row and column (or x and y) from 0, or a unit such as (0, 1), and a district");
  in.number("--columns N", b.columns, {1, max_side},
            "Of units that are numbered from 0, row by row: how many are in a row (default: the board is a square)");
  in.footer({"pentocity gerrymander import plan.json"});
}

}  // namespace pentocity::app
