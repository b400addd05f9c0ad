// Plans in the files of other programs: GerryChain's graphs and CSV.

#include <boost/algorithm/string.hpp>
#include <cmath>
#include <map>
#include <ranges>

#include "common.hpp"
#include "pentocity/core/cell.hpp"
#include "pentocity/core/picture.hpp"
#include "pentocity/input/byte_order_mark.hpp"
#include "pentocity/input/csv.hpp"

namespace pentocity::app {

std::string district_of(const std::string& text) {
  constexpr double most_exact = 1LL << 53;  // beyond it, different whole numbers would become equal
  const std::string name = boost::algorithm::trim_copy(text);
  const auto number = number_of<double>(name);
  return number && std::isfinite(*number) && std::abs(*number) < most_exact ? fmt::format("{}", *number) : name;
}

std::string district_of(const nlohmann::json& value) {
  if (value.is_string()) return district_of(value.get<std::string>());
  return value.is_number() ? district_of(text_of_json(value)) : "";
}

std::vector<std::string> split_values(std::string_view line) {
  std::vector<std::string> out(1);
  bool is_ended = false;  // by blanks
  for (const char c : line) {
    const bool is_blank = c == ' ' || c == '\t';
    if (c == ',' || (is_ended && !is_blank)) out.emplace_back();
    is_ended = is_blank && !out.back().empty();
    if (c != ',' && !is_blank) out.back() += c;
  }
  return out;
}

namespace {

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

constexpr int max_side = 50;

// A cell as a file has it: at `place`, which is a row and a column, or the number of a cell of a rectangle, row by
// row.
struct Unit {
  std::string where;  ///< file and node or line, for messages
  std::vector<int> place;
  std::string district;
};

// The districts by cell of units that are counted from `from`. `columns` is 0 for as many as a square has.
std::map<Cell, std::string> placed(const std::vector<Unit>& units, int columns, int from) {
  const int side = static_cast<int>(std::lround(std::sqrt(units.size())));
  std::map<Cell, std::string> out;
  for (const auto& [where, place, district] : units) {
    const bool numbered = place.size() == 1;
    if (numbered && columns == 0 && (side * side != std::ssize(units) || place[0] - from >= std::ssize(units)))
      throw InputError(
          "{}: numbered units must be those of a square, from 0 or from 1, unless you say how many are in a row, as "
          "with --columns 8",
          where);
    const int width = columns == 0 ? side : columns, number = place[0] - from;
    const Cell cell = numbered ? Cell{number / width, number % width} : Cell{number, place[1] - from};
    if (std::ranges::min(place) < 0 || std::max(cell.row, cell.column) >= max_side)
      throw InputError("{}: row {}, column {}: both must be from {} to {}", where, cell.row + from, cell.column + from,
                       from, from + max_side - 1);
    if (!out.try_emplace(cell, district).second)
      throw InputError("{}: row {}, column {} is there twice", where, cell.row + from, cell.column + from);
  }
  return out;
}

// The board of a picture of blocked cells.
Electorate read_blocked(const std::string& argument) {
  return read_picture(argument, [](const std::string& text) {
    std::size_t columns = 0;
    const auto lines = picture_lines(text);
    for (const std::string& line : lines) columns = std::max(columns, line.size());
    return districting::electorate_without_votes(static_cast<int>(lines.size()), static_cast<int>(columns), any_rules(),
                                                 text);
  });
}

// Where a node of a graph lies; nothing if it does not say that.
std::vector<int> place_of(const nlohmann::json& node) {
  for (const auto& [row, column] : {std::pair("row", "column"), std::pair("y", "x")})
    if (node.contains(row) && node.contains(column))
      return numbers_in(text_of_json(nlohmann::json::array({node[row], node[column]})));
  if (!node.contains("id")) return {};
  return numbers_in(node["id"].is_string() ? node["id"].get<std::string>() : text_of_json(node["id"]));
}

// The districts of a plan of a Markov chain: a list of them, unit by unit, or an object by unit.
std::vector<Unit> read_assignment(const nlohmann::json& assignment, const std::string& path) {
  std::vector<Unit> out;
  for (const auto& [unit, value] : assignment.items()) {  // those of a list are 0, 1, 2...
    out.push_back({fmt::format("{}: value {}", path, unit), numbers_in(unit), district_of(value)});
    if (out.back().district.empty()) throw InputError("{}: expected a district, a number or a word", out.back().where);
    if (out.back().place.empty() || out.back().place.size() != out.front().place.size())
      throw InputError("{}: is no unit: expected a row and a column such as (0, 1), or a number such as 7 for all",
                       out.back().where);
  }
  return out;
}

// `key` is the attribute with the districts; empty for the usual names.
std::vector<Unit> read_graph(const nlohmann::json& json, const std::string& path, const std::string& key) {
  const bool has_nodes = json.is_object() && json.contains("nodes");
  const nlohmann::json& assignment = json.is_object() && json.contains("assignment") ? json["assignment"] : json;
  if (!has_nodes && assignment.is_structured() && !assignment.empty()) return read_assignment(assignment, path);
  if (!has_nodes || !json["nodes"].is_array())
    throw InputError("{}: expected a graph with a list of 'nodes', or a plan as a list of 'assignment'", path);
  std::vector<Unit> out;
  for (const nlohmann::json& node : json["nodes"]) {
    const std::string where = fmt::format("{}: node {}", path, out.size());
    if (!node.is_object()) throw InputError("{}: expected an object", where);
    const std::vector<int> place = place_of(node);
    if (place.empty())
      throw InputError("{}: needs integers 'row' and 'column', or 'x' and 'y', or an 'id' such as [0, 1] or 7", where);
    const std::string name = !key.empty() ? key : node.contains("district") ? "district" : "assignment";
    const std::string district = district_of(node.value(name, nlohmann::json()));
    if (district.empty())
      throw InputError("{}: needs a {}, a number or a word", where,
                       key.empty() ? "'district' (or 'assignment')" : fmt::format("'{}'", key));
    out.push_back({where, place, district});
  }
  return out;
}

// A table of units. Each column that says nothing of the place may be the districts of a plan.
struct UnitTable {
  CsvFile csv;
  std::string path;
  std::vector<std::size_t> places;

  UnitTable(const std::string& text, std::string name) : csv(CsvFile::parse(text, name)), path(std::move(name)) {
    places.push_back(either({"row", "y", "unit", "id", "node"}));
    if (csv.has_column("row") || csv.has_column("y")) places.push_back(either({"column", "x"}));
  }
  std::size_t either(std::initializer_list<const char*> names) const {
    const auto* const found = std::ranges::find_if(names, [&](const char* name) { return csv.has_column(name); });
    return csv.column(found == names.end() ? *names.begin() : *found);
  }
  std::vector<Unit> units(std::size_t district) const {
    std::vector<Unit> out;
    for (const CsvRow& line : csv.rows()) {
      std::string unit;
      for (const std::size_t field : places) unit += (unit.empty() ? "" : ",") + line.fields[field];
      const std::vector<int> place = numbers_in(unit);
      if (place.empty() || place.size() < places.size())
        csv.fail(line.line, "'{}' is no place: expected a row and a column, integers, or a unit such as (0, 1) or 7",
                 unit);
      const std::string name = district_of(line.fields[district]);
      if (name.empty()) csv.fail(line.line, "the district is empty: expected a number or a word");
      out.push_back({fmt::format("{}:{}", path, line.line), place, name});
    }
    return out;
  }
};

std::vector<Unit> read_list(const std::string& text, const std::string& path, const std::string& column) {
  if (const std::string line = boost::algorithm::trim_copy(text);
      !line.empty() && line.find_first_not_of("0123456789, \t\r\n") == line.npos) {
    if (line.find('\n') == line.npos) return read_assignment(split_values(line), path);
    throw InputError("{}: expected one plan, the districts of its cells in one line; `ensemble` reads many", path);
  }
  const UnitTable table(text, path);
  return table.units(column.empty() ? table.either({"district", "assignment"}) : table.csv.column(column));
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
                      {"population", e.weight(i)},
                      {"district", plan[i] + 1},
                      {"boundary_node", touching.size() < 4}};
    if (has_votes) {
      node["votes_a"] = e.votes_in(i);
      node["votes_b"] = e.weight(i) - e.votes_in(i);
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
                         !has_votes        ? ""
                         : e.votes.empty() ? std::string(",") + e.cells[i]
                                           : fmt::format(",{}/{}", e.votes_in(i), e.weight(i) - e.votes_in(i)));
  return out;
}

struct Export {
  std::string file, voters, format = "gerrychain";
};

void export_plan(const Export& a) {
  const bool has_votes = !a.voters.empty();
  const auto [board, text] = read_picture(
      a.file, [](const std::string& read) { return std::pair(districting::electorate_of_plan(read), read); });
  Electorate e = has_votes ? read_voters(a.voters, any_rules()) : board;
  const DistrictPlan plan = read_plan(e, text);
  districting::DistrictRules rules = board.rules;
  rules.weights = e.rules.weights;
  e.rules = rules;
  if (a.format == "svg") return fmt::print("{}", plans_picture({{e, plan, ""}}, "A plan"));
  fmt::print("{}", a.format == "csv" ? districts_csv(e, plan, has_votes) : gerrychain_json(e, plan, has_votes));
}

struct Import {
  std::string file, blocked, column;
  int columns = 0;
};

// The text of the plan in a file. Its units fill the board, or if that is not given a rectangle; they are counted from
// 0, or from 1 where no cell is blocked. Unless it is a plan, its parts need not be connected. Throws InputError.
std::string plan_of(const std::vector<Unit>& units, const std::string& path, int row_length,
                    const std::optional<Electorate>& given, bool is_plan = true) {
  if (units.empty()) throw InputError("{}: has no districts", path);
  int from = given && given->cells.find('#') != std::string::npos ? 0 : 1;
  for (const Unit& unit : units) from = std::min(from, std::max(0, std::ranges::min(unit.place)));
  const std::map<Cell, std::string> districts = placed(units, row_length, from);
  int rows = 0, columns = units.front().place.size() == 1 ? row_length : 0;
  for (const auto& [cell, district] : districts) {
    rows = std::max(rows, cell.row + 1);
    columns = std::max(columns, cell.column + 1);
  }
  const Electorate board = given ? *given : districting::electorate_without_votes(rows, columns, any_rules());
  if (rows > board.rows || columns > board.columns)
    throw InputError("{}: has {} x {} cells, the board {} x {}", path, rows, columns, board.rows, board.columns);
  std::map<std::string, int> number;
  std::string plan;
  for (int r = 0; r < board.rows; ++r, plan += '|')
    for (int c = 0; c < board.columns; ++c) {
      const auto found = districts.find({r, c});
      const bool is_blocked = board.cells[r * board.columns + c] == '#';
      if (is_blocked != (found == districts.end()))
        throw InputError("{}: row {}, column {} {}", path, r + from, c + from,
                         is_blocked ? "has a district, but is # in the picture of the board"
                                    : "is not there: expected a district for each cell, but for those that are # in "
                                      "the picture of the board (--blocked)");
      const auto next = static_cast<int>(number.size());
      plan += is_blocked ? "#" : fmt::format("[{}]", number.try_emplace(found->second, next).first->second);
    }
  if (!is_plan) return plan_text(board, districting::read_counties(board.rows, board.columns, plan));
  try {
    const Electorate e = given ? *given : districting::electorate_of_plan(plan);
    return plan_text(e, read_plan(e, plan));
  } catch (const InputError& e) {
    throw InputError("{}: {}", path, e.what());
  }
}

// Reads either format; a file that begins with `{` or `[` is JSON. Throws InputError, with file and node or line, for
// anything that is wrong, and for districts that are not connected.
void import_plan(const Import& a) {
  const std::string bytes = read_file(a.file);
  const std::string text(without_byte_order_mark(bytes));
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  const bool graph = first != std::string::npos && (text[first] == '{' || text[first] == '[');
  const std::vector<Unit> units =
      graph ? read_graph(without_nulls(read_json(text, a.file)), a.file, a.column) : read_list(text, a.file, a.column);
  fmt::print("{}\n",
             plan_of(units, a.file, a.columns,
                     a.blocked.empty() ? std::nullopt : std::optional(read_blocked(a.blocked)), a.column.empty()));
}

}  // namespace

DistrictPlan plan_of_json(const nlohmann::json& json, const std::string& path, const Electorate& board) {
  return read_plan(board, plan_of(read_graph(without_nulls(json), path, ""), path, board.columns, board));
}

void read_plan_table(const std::string& text, const std::string& path, const Electorate& board,
                     const std::function<void(const DistrictPlan&)>& take) {
  const UnitTable table(text, path);
  const auto take_column = [&](std::size_t column) {
    take(read_plan(board, plan_of(table.units(column), path, board.columns, board)));
  };
  for (const char* const name : {"district", "assignment"})
    if (table.csv.has_column(name)) return take_column(table.csv.column(name));
  for (std::size_t column = 0; column < table.csv.columns(); ++column)
    if (std::ranges::find(table.places, column) == table.places.end()) take_column(column);
}

void add_files(const Command& top) {
  const auto [out, a] = top.command(export_plan, "export", "A plan for other programs");
  out.file("PLAN PLAN|FILE", a.file, "A plan as the other commands write it, or a file with one");
  out.file("--voters PICTURE|FILE", a.voters,
           "The board's voters, a picture or a file, to be written as well (default: no voters)");
  out.choice("--format gerrychain|csv|svg", a.format,
             "gerrychain (default): the JSON graph of GerryChain; csv: a line for each voter; svg: a picture");
  out.footer({"pentocity gerrymander export '1122|1122|3344|3344' --format csv",
              "pentocity gerrymander export '1122|1122|3344|3344' --format svg > plan.svg"});

  const auto [in, b] = top.command(import_plan, "import", "The plan of a GerryChain graph or a CSV list of districts");
  in.file(
      "FILE FILE", b.file,
      "JSON with nodes, or CSV: row and column (or x and y), or a unit such as (0, 1), and a district; counted from "
      "0, or all from 1");
  in.number("--columns N", b.columns, {1, max_side},
            "Of units that are numbered row by row: how many are in a row (default: the board is a square)");
  in.option(
      "--column NAME", b.column,
      "The column, or the attribute of nodes, that names the district (default: district or assignment); with that of "
      "counties, the picture is what --counties takes, and its parts need not be connected");
  in.file("--blocked PICTURE|FILE", b.blocked,
          "A picture of the board, rows split by | or lines, or a file with it: # for a cell that has no district. The "
          "file then counts from 0 (default: the board is a rectangle, and each cell has a district)");
  in.footer({"pentocity gerrymander import plan.json"});
}

}  // namespace pentocity::app
