// Plans in the files of other programs: GerryChain's graphs and CSV.

#include <map>

#include "common.hpp"
#include "pentocity/core/cell.hpp"
#include "pentocity/input/csv.hpp"

namespace pentocity::app {

namespace {

constexpr int max_side = 50;

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

void insert(std::map<Cell, Entry>& entries, Cell cell, const Entry& entry, const std::string& where) {
  if (cell.row < 0 || cell.row >= max_side || cell.column < 0 || cell.column >= max_side)
    throw InputError("{}: row {}, column {}: both must be from 0 to {}", where, cell.row, cell.column, max_side - 1);
  if (!entries.try_emplace(cell, entry).second)
    throw InputError("{}: row {}, column {} is there twice", where, cell.row, cell.column);
}

DistrictFile read_graph(const std::string& text, const std::string& path) {
  const nlohmann::json json = without_nulls(read_json(text, path));
  if (!json.is_object() || !json.contains("nodes") || !json["nodes"].is_array())
    throw InputError("{}: expected a graph with a list of 'nodes'", path);
  std::map<Cell, Entry> entries;
  std::size_t index = 0;
  for (const nlohmann::json& node : json["nodes"]) {
    const std::string where = fmt::format("{}: node {}", path, index++);
    if (!node.is_object()) throw InputError("{}: expected an object", where);
    const auto integer = [&](const char* key) {
      if (!node.contains(key) || !node[key].is_number_integer())
        throw InputError("{}: needs an integer '{}'", where, key);
      return static_cast<int>(std::clamp<std::int64_t>(node[key].get<std::int64_t>(), -1, max_side));
    };
    const Cell cell{integer("row"), integer("column")};
    const char* const key = node.contains("district") ? "district" : "assignment";
    if (!node.contains(key) || (!node[key].is_number_integer() && !node[key].is_string()))
      throw InputError("{}: needs a 'district' (or 'assignment'), a number or a word", where);
    Entry entry{text_of_json(node[key])};
    if (node.contains("votes_a") && node["votes_a"] == 1) entry.voter = 'A';
    insert(entries, cell, entry, where);
  }
  return assembled(entries, path);
}

DistrictFile read_list(const std::string& text, const std::string& path) {
  const CsvFile csv = CsvFile::parse(text, path);
  const std::size_t row = csv.column("row"), column = csv.column("column"), district = csv.column("district");
  std::map<Cell, Entry> entries;
  for (const CsvRow& line : csv.rows()) {
    const auto integer = [&](std::size_t field) {
      const auto n = number_of<int>(line.fields[field]);
      if (!n)
        csv.fail(line.line, fmt::format("'{}' is no row or column: expected an integer from 0", line.fields[field]));
      return *n;
    };
    insert(entries, {integer(row), integer(column)}, {line.fields[district]}, fmt::format("{}:{}", path, line.line));
  }
  return assembled(entries, path);
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

// Reads either format; a file that begins with `{` is JSON. Cells that the file does not mention are blocked. Rows and
// columns count from 0 and are at most 49. Throws InputError, with file and node or line, for anything that is wrong,
// and for districts that are not connected or differ in size.
void import_plan(const std::string& file) {
  const std::string text = read_file(file);
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  const auto [electorate, plan] =
      first != std::string::npos && text[first] == '{' ? read_graph(text, file) : read_list(text, file);
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

  const auto [in, file] =
      top.command(import_plan, "import", "The plan of a GerryChain graph or a CSV list of districts");
  in.file("FILE FILE", file, "JSON with nodes, or CSV; rows and columns from 0, a district for each");
  in.footer({"pentocity gerrymander import plan.json"});
}

}  // namespace pentocity::app
