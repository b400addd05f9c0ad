// Many plans of one board, read one after the other, and what they are like.

#include <boost/algorithm/string.hpp>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <limits>
#include <map>
#include <ranges>

#include "common.hpp"
#include "pentocity/input/json_text.hpp"

namespace pentocity::app {

namespace {

constexpr const char* known_lines =
    "expected the district of each cell, row by row: numbers such as 1,1,2,2, a list of JSON or a plan such as 11|22";

struct PlanReader {
  const std::string& path;
  const Electorate& board;
  const std::function<void(const DistrictPlan&)> take;
  std::string where{};  // file and line

  void read(std::istream& in) {
    std::string line;
    bool is_first = true;
    for (int number = 1; std::getline(in, line); ++number) {
      where = fmt::format("{}:{}", path, number);
      const std::string text =
          boost::algorithm::trim_copy(std::string(number == 1 ? without_byte_order_mark(line) : line));
      if (text.empty()) continue;
      if (std::exchange(is_first, false) && is_head(text)) {
        line += '\n';
        line.append(std::istreambuf_iterator<char>(in), {});
        return read_plan_table(std::string(number - 1, '\n') + line, path, board, take);
      }
      if (text.front() == '{' || text.front() == '[')
        read_value(read_json(text, where));
      else
        read_values(split_values(text));
    }
    if (in.bad()) throw InputError("{}: cannot be read", path);
    if (is_first) throw InputError("{}: has no plan: {}", path, known_lines);
  }
  // Is this the first line of a table, which names its columns?
  static bool is_head(std::string_view line) {
    return std::ranges::any_of(split_values(line), [](std::string name) {
      std::erase(name, '"');
      return name == "row" || name == "y" || name == "unit" || name == "id" || name == "node";
    });
  }
  void read_value(const nlohmann::json& json) {
    const nlohmann::json& list = json.is_object() && json.contains("assignment") ? json["assignment"] : json;
    if (!list.is_array()) return take(plan_of_json(json, where, board));
    if (!list.empty() && list.front().is_structured())
      return void(std::ranges::for_each(list, [&](const auto& plan) { read_value(plan); }));
    std::vector<std::string> values;
    for (const nlohmann::json& value : list)
      values.push_back(value.is_null()             ? "#"
                       : value.is_number_integer() ? std::to_string(value.get<std::int64_t>())
                                                   : district_of(value));
    read_values(std::move(values));
  }
  void read_values(std::vector<std::string> values) {
    DistrictPlan plan;
    try {
      plan = plan_of_values(std::move(values));
    } catch (const InputError& e) {
      throw InputError("{}: {}", where, e.what());
    }
    take(plan);
  }
  // Values for all cells, or for those that are not blocked; or a plan as this program writes it, behind which `sample`
  // tells of its counties.
  DistrictPlan plan_of_values(std::vector<std::string> values) const {
    if (!values.empty() &&
        (values.front().find('|') != std::string::npos || values.size() < std::min<std::size_t>(2, board.cells.size())))
      return read_plan(board, values.front());
    const std::size_t free = board.cells.size() - std::ranges::count(board.cells, '#');
    const bool has_all = values.size() == board.cells.size();
    if (!has_all && values.size() != free)
      throw InputError("has {} values, the board {} cells: {}", values.size(), free, known_lines);
    DistrictPlan plan(board.cells.size(), -1);
    std::vector<std::string> labels;
    for (std::size_t i = 0, next = 0; i < plan.size(); ++i) {
      const bool is_blocked = board.cells[i] == '#';
      if (is_blocked && !has_all) continue;
      std::string& value = values[next++];
      // Most are short numbers, which are what they are.
      if (value.size() > 9 || value < "1" || value.find_first_not_of("0123456789") != value.npos)
        value = district_of(value);
      if (value.empty() || is_blocked != (value == "#"))
        throw InputError(
            "value {} is '{}': expected {}", next, value,
            is_blocked ? "# for a blocked cell, or no values for those" : "the number or the name of a district");
      if (is_blocked) continue;
      const auto found = std::ranges::find(labels, value);
      plan[i] = static_cast<int>(found - labels.begin());
      if (found == labels.end()) labels.push_back(std::move(value));
    }
    check_plan(board, plan, labels);
    return plan;
  }
};

struct EnsembleArguments {
  std::string board, plans, plan, ties = "nobody", format = "text";
  RuleArguments rules;
};

// What is told of each plan, in this order. The first are whole numbers, or halves; some need voters of both parties
// (v) or counties (c).
constexpr std::array told_names{"seats_a",     "seats_b",        "county_splits", "total_splits", "cut_edges",
                                "compactness", "efficiency_gap", "mean_median",   "partisan_bias"};
constexpr std::string_view told_needs = "vvcc  vvv";
constexpr std::size_t whole_measures = 5;
using Measures = std::array<double, told_names.size()>;

Measures measures_of(const Electorate& e, const DistrictPlan& plan, districting::Ties ties) {
  const auto [splits, total] = splits_of(e, plan);
  const auto [seats, cut_edges, gap, mean_median, bias, compactness] = statistics_of(e, plan, ties);
  const double of_b = seats_of_b(e, plan, ties) / static_cast<double>(steps_of(ties));
  return {seats, of_b, double(splits), double(total), cut_edges, compactness, gap, mean_median, bias};
}

// One measure of many plans.
struct Summary {
  double least = std::numeric_limits<double>::infinity(), most = -least, sum = 0;
  std::map<double, std::uint64_t> counts;  // of whole numbers alone: there are few
  std::uint64_t below = 0, same = 0;       // than, and as, one's own plan

  void take(double value, bool is_whole, const double* own) {
    constexpr double tiny = 1e-9;  // values that differ by less are the same
    least = std::min(least, value);
    most = std::max(most, value);
    sum += value;
    if (is_whole) ++counts[value];
    if (own == nullptr) return;
    if (std::abs(value - *own) < tiny)
      ++same;
    else if (value < *own)
      ++below;
  }
};

struct Ensemble {
  std::vector<std::size_t> shown;  // of the measures
  std::array<Summary, told_names.size()> summaries;
  std::optional<Measures> own;
  std::uint64_t plans = 0;

  double share(std::uint64_t n) const { return static_cast<double>(n) / static_cast<double>(plans); }
};

ordered_json ensemble_json(const Ensemble& all, const std::string& ties) {
  ordered_json json{{"format", "pentocity-ensemble/1"}, {"ties", ties}, {"plans", all.plans}};
  for (const std::size_t i : all.shown) {
    const Summary& s = all.summaries[i];
    ordered_json measure{{"name", told_names[i]},
                         {"least", s.least},
                         {"mean", s.sum / static_cast<double>(all.plans)},
                         {"most", s.most}};
    for (const auto& [value, count] : s.counts) measure["counts"][fmt::format("{}", value)] = count;
    if (all.own)
      measure["plan"] = {{"value", (*all.own)[i]}, {"below", all.share(s.below)}, {"same", all.share(s.same)}};
    json["measures"].push_back(std::move(measure));
  }
  return json;
}

void print_ensemble(const Electorate& e, const Ensemble& all) {
  fmt::print("{} of {} x {} cells\n\n                      least       mean       most{}\n", counted(all.plans, "plan"),
             e.rows, e.columns, all.own ? "  this plan     below      same" : "");
  const auto print = [](double value) { fmt::print(" {:>10}", fmt::format("{:.4g}", value)); };
  for (const std::size_t i : all.shown) {
    const Summary& s = all.summaries[i];
    std::string name = told_names[i];
    std::ranges::replace(name, '_', ' ');
    fmt::print("  {:<14}", name);
    for (const double value : {s.least, s.sum / static_cast<double>(all.plans), s.most}) print(value);
    if (all.own) print((*all.own)[i]);
    if (all.own)
      for (const std::uint64_t n : {s.below, s.same}) fmt::print(" {:>8.2f}%", 100 * all.share(n));
    fmt::print("\n");
  }
}

void measure_plans(const EnsembleArguments& a) {
  RuleArguments rules = a.rules;
  if (rules.size.empty() && rules.districts == 0) rules.size = "1..999999999";
  const Electorate e = with_rules(read_board(a.board), rules);
  const districting::Ties ties = ties_of(a.ties);
  Ensemble all;
  const bool has_votes = e.votes_of_a() > 0 && e.votes_of_a() < e.voters(), has_counties = !e.rules.counties.empty();
  for (std::size_t i = 0; i < told_names.size(); ++i)
    if (told_needs[i] == 'v' ? has_votes : told_needs[i] == 'c' ? has_counties : true) all.shown.push_back(i);
  if (!a.plan.empty())
    all.own = measures_of(e, read_picture(a.plan, [&](const std::string& text) { return read_plan(e, text); }), ties);
  // A table is kept until all plans are read: there may be a bad one.
  std::FILE* const table = a.format == "csv" ? std::tmpfile() : nullptr;
  if (a.format == "csv" && table == nullptr)
    throw InputError("no temporary file can be written: {}", std::strerror(errno));
  if (table != nullptr) fmt::print(table, "plan");
  for (const std::size_t i : all.shown)
    if (table != nullptr) fmt::print(table, ",{}", told_names[i]);
  std::ifstream in(a.plans);
  const int error = errno;
  if (!in) throw InputError("{}: cannot be read: {}", a.plans, std::strerror(error));
  if (std::error_code none; std::filesystem::is_directory(a.plans, none))
    throw InputError("{}: cannot be read: {}", a.plans, std::strerror(EISDIR));
  const auto measure = [&](const DistrictPlan& plan) {
    const Measures values = measures_of(e, plan, ties);
    ++all.plans;
    if (table != nullptr) fmt::print(table, "\n{}", all.plans);
    for (const std::size_t i : all.shown) {
      all.summaries[i].take(values[i], i < whole_measures, all.own ? &(*all.own)[i] : nullptr);
      if (table != nullptr) fmt::print(table, ",{:.10g}", values[i]);
    }
  };
  PlanReader{a.plans, e, measure}.read(in);
  if (a.format == "json") return print_json(ensemble_json(all, a.ties));
  if (table == nullptr) return print_ensemble(e, all);
  if (std::fflush(table) != 0) throw InputError("no temporary file can be written: {}", std::strerror(errno));
  std::rewind(table);
  std::array<char, 1 << 16> chunk;
  for (std::size_t n = 0; (n = std::fread(chunk.data(), 1, chunk.size(), table)) > 0;)
    std::fwrite(chunk.data(), 1, n, stdout);
  fmt::print("\n");
}

}  // namespace

std::string plan_line(const DistrictPlan& plan) {
  std::string out;
  for (const int district : plan)
    if (district >= 0) out += fmt::format("{}{}", out.empty() ? "" : ",", district + 1);
  return out;
}

void add_ensemble(const Command& top) {
  const auto [command, a] = top.command(measure_plans, "ensemble", "What many plans of a board are like");
  add_board(command, a.board);
  command.file(
      "PLANS FILE", a.plans,
      "A line for each plan, the districts of its cells row by row (1,1,2,2, a list of JSON, or 11|22); or CSV "
      "with a row for each unit and a column for each plan");
  add_district_rules(command, a.rules);
  add_ties(command, a.ties);
  command.file("--plan PLAN|FILE", a.plan, "A plan, or a file with one: where it stands among them");
  command.choice("--format text|json|csv", a.format,
                 "Format of the output: text (default) or json: the least, the mean and the most of each measure; or "
                 "csv: a row with the measures of each plan");
  command.group("What is found", {"--ties", "--plan", "--format"});
  command.footer({"pentocity gerrymander ensemble 'AABB|BABB|BBAB|ABBB' plans.txt --plan '1122|1122|3344|3344'"},
                 "Without rules for districts, they may be of any size.");
}

}  // namespace pentocity::app
