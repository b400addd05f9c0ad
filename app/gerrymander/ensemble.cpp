// Many plans of one board, read one after the other, and what they are like.

#include <cmath>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <map>
#include <memory>
#include <ranges>

#include "common.hpp"
#include "pentocity/input/json_text.hpp"

namespace pentocity::app {

namespace {

constexpr const char* known_lines =
    "expected the district of each cell, row by row: numbers such as 1,1,2,2, a list of JSON or a plan such as 11|22";

// The values of a line, split by commas or blanks.
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

class PlanReader {
 public:
  PlanReader(std::string path, const Electorate& board, const std::function<void(const DistrictPlan&)>& take)
      : path_(std::move(path)), board_(board), take_(take) {}

  void read(std::istream& in) {
    std::string line;
    while (std::getline(in, line)) {
      ++line_;
      std::string_view text = line_ == 1 ? without_byte_order_mark(line) : line;
      const std::size_t first = text.find_first_not_of(" \t\r");
      if (first == text.npos) continue;
      text = text.substr(first, text.find_last_not_of(" \t\r") + 1 - first);
      if (plans_ == 0 && is_head(text)) {
        line += '\n';
        line.append(std::istreambuf_iterator<char>(in), {});
        return read_plan_table(std::string(line_ - 1, '\n') + line, path_, board_, take_);
      }
      const bool is_json = text.front() == '{' || text.front() == '[';
      const nlohmann::json json = is_json ? read_json(text, fmt::format("{}:{}", path_, line_)) : nlohmann::json();
      try {
        if (is_json)
          read_value(json);
        else
          read_line(text);
      } catch (const InputError& e) {
        throw InputError("{}:{}: {}", path_, line_, e.what());
      }
    }
    if (in.bad()) throw InputError("{}: cannot be read", path_);
    if (plans_ == 0) throw InputError("{}: has no plan: {}", path_, known_lines);
  }

 private:
  // Is this the first line of a table, which names its columns?
  static bool is_head(std::string_view line) {
    return std::ranges::any_of(split_values(line), [](std::string name) {
      std::erase(name, '"');
      return name == "row" || name == "y" || name == "unit" || name == "id" || name == "node";
    });
  }
  void read_line(std::string_view line) {
    std::vector<std::string> values = split_values(line);
    if (line.find('|') != line.npos || (values.size() == 1 && board_.cells.size() > 1))
      return give(read_plan(board_, line));
    give_values(std::move(values));
  }
  void read_value(const nlohmann::json& json) {
    if (json.is_object() && json.contains("assignment")) return read_value(json["assignment"]);
    if (json.is_object() && json.contains("nodes"))
      throw InputError("is the graph of one plan, which `gerrymander import` reads: {}", known_lines);
    if (json.is_object()) return give_values(by_place(json));
    if (!json.is_array()) throw InputError("{}", known_lines);
    if (!json.empty() && json.front().is_structured()) {
      for (const nlohmann::json& plan : json) read_value(plan);
      return;
    }
    std::vector<std::string> values;
    for (const nlohmann::json& value : json)
      values.push_back(value.is_null()             ? "#"
                       : value.is_number_integer() ? std::to_string(value.get<std::int64_t>())
                                                   : district_of(value));
    give_values(std::move(values));
  }
  // The districts of an object by its keys, the units: numbers from 0 or from 1, or rows and columns.
  std::vector<std::string> by_place(const nlohmann::json& json) const {
    int from = 1;
    std::vector<std::pair<std::vector<int>, std::string>> units;
    for (const auto& [name, district] : json.items()) {
      const std::vector<int> place = numbers_in(name);
      if (place.empty() || place.size() != (units.empty() ? place : units.front().first).size())
        throw InputError("'{}' is no unit: {}, or an object with units such as \"(0, 1)\" or \"7\"", name, known_lines);
      units.emplace_back(place, district_of(district));
      from = std::min(from, std::max(0, std::ranges::min(place)));
    }
    if (units.empty()) throw InputError("{}", known_lines);
    const bool is_numbered = units.front().first.size() == 1;
    std::vector<std::string> out(is_numbered ? units.size() : board_.cells.size(), "#");
    for (const auto& [place, district] : units) {
      const int at = is_numbered ? place[0] - from : (place[0] - from) * board_.columns + place[1] - from;
      if (at < 0 || at >= std::ssize(out) || (!is_numbered && place[1] - from >= board_.columns))
        throw InputError("the unit {} is not on the board of {} x {}", fmt::join(place, ","), board_.rows,
                         board_.columns);
      out[at] = district;
    }
    return out;
  }
  // Values for all cells, or for those that are not blocked.
  void give_values(std::vector<std::string> values) {
    const std::size_t free = board_.cells.size() - std::ranges::count(board_.cells, '#');
    const bool has_all = values.size() == board_.cells.size();
    if (!has_all && values.size() != free)
      throw InputError("has {} values, the board {} cells: {}", values.size(), free, known_lines);
    DistrictPlan plan(board_.cells.size(), -1);
    std::vector<std::string> labels;
    std::size_t next = 0;
    for (std::size_t i = 0; i < plan.size(); ++i) {
      const bool is_blocked = board_.cells[i] == '#';
      if (is_blocked && !has_all) continue;
      std::string& value = values[next++];
      // Most are short numbers, which are what they are.
      if (value.empty() || value.size() > 9 || value.front() < '1' ||
          value.find_first_not_of("0123456789") != value.npos)
        value = district_of(value);
      if (value.empty() || is_blocked != (value == "#"))
        throw InputError("value {} is '{}': {}", next, value,
                         is_blocked ? "the cell is blocked: expected #, or no value for any blocked cell"
                                    : "expected the number or the name of a district");
      if (is_blocked) continue;
      const auto found = std::ranges::find(labels, value);
      plan[i] = static_cast<int>(found - labels.begin());
      if (found == labels.end()) labels.push_back(std::move(value));
    }
    check_plan(board_, plan, labels);
    give(plan);
  }
  void give(const DistrictPlan& plan) {
    ++plans_;
    take_(plan);
  }

  std::string path_;
  const Electorate& board_;
  const std::function<void(const DistrictPlan&)>& take_;
  int line_ = 0;
  std::uint64_t plans_ = 0;
};

struct EnsembleArguments {
  std::string board, plans, plan, ties = "nobody", format = "text";
  RuleArguments rules;
};

// What is told of each plan, in this order, where the board has voters of both parties, if that is needed;
// and whether it is a whole number.
struct MeasureInfo {
  const char* name;
  enum { nothing, votes } needs;
  bool whole;
};
constexpr std::array<MeasureInfo, 7> measures{{{"seats_a", MeasureInfo::votes, true},
                                               {"seats_b", MeasureInfo::votes, true},
                                               {"cut_edges", MeasureInfo::nothing, true},
                                               {"compactness", MeasureInfo::nothing, false},
                                               {"efficiency_gap", MeasureInfo::votes, false},
                                               {"mean_median", MeasureInfo::votes, false},
                                               {"partisan_bias", MeasureInfo::votes, false}}};
using Measures = std::array<double, measures.size()>;

Measures measures_of(const Electorate& e, const DistrictPlan& plan, districting::Ties ties) {
  const auto [seats, cut_edges, gap, mean_median, bias, compactness] = statistics_of(e, plan, ties);
  const double of_b = seats_of_b(e, plan, ties) / static_cast<double>(steps_of(ties));
  return {seats, of_b, cut_edges, compactness, gap, mean_median, bias};
}

// One measure of many plans.
struct Summary {
  double least = INFINITY, most = -INFINITY, sum = 0;
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
  std::array<Summary, measures.size()> summaries;
  std::optional<Measures> own;
  std::uint64_t plans = 0;

  double share(std::uint64_t n) const { return static_cast<double>(n) / static_cast<double>(plans); }
};

ordered_json ensemble_json(const Electorate& e, const Ensemble& all, const std::string& ties) {
  ordered_json json{{"format", "pentocity-ensemble/1"},
                    {"rows", e.rows},
                    {"columns", e.columns},
                    {"ties", ties},
                    {"plans", all.plans},
                    {"measures", nullptr}};
  for (const std::size_t i : all.shown) {
    const Summary& s = all.summaries[i];
    ordered_json measure{{"name", measures[i].name},
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
    std::string name = measures[i].name;
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
  const districting::Ties ties =
      std::ranges::find(districting::ties_words, a.ties, [](const auto& word) { return word.first; })->second;
  Ensemble all;
  const int votes = e.votes_of_a();
  const std::array<bool, 2> has{true, votes > 0 && votes < e.voters()};
  for (std::size_t i = 0; i < measures.size(); ++i)
    if (has[measures[i].needs]) all.shown.push_back(i);
  if (!a.plan.empty())
    all.own = measures_of(e, read_picture(a.plan, [&](const std::string& text) { return read_plan(e, text); }), ties);
  // A table is kept until all plans are read: there may be a bad one.
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> table(a.format == "csv" ? std::tmpfile() : nullptr,
                                                              [](std::FILE* file) { return std::fclose(file); });
  if (a.format == "csv" && !table) throw InputError("no temporary file can be written: {}", std::strerror(errno));
  if (table) {
    fmt::print(table.get(), "plan");
    for (const std::size_t i : all.shown) fmt::print(table.get(), ",{}", measures[i].name);
  }
  read_plans(a.plans, e, [&](const DistrictPlan& plan) {
    const Measures values = measures_of(e, plan, ties);
    ++all.plans;
    if (table) fmt::print(table.get(), "\n{}", all.plans);
    for (const std::size_t i : all.shown) {
      all.summaries[i].take(values[i], measures[i].whole, all.own ? &(*all.own)[i] : nullptr);
      if (table) fmt::print(table.get(), ",{:.10g}", values[i]);
    }
  });
  if (a.format == "json") return print_json(ensemble_json(e, all, a.ties));
  if (!table) return print_ensemble(e, all);
  std::rewind(table.get());
  std::array<char, 1 << 16> chunk;
  for (std::size_t n = 0; (n = std::fread(chunk.data(), 1, chunk.size(), table.get())) > 0;)
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

void read_plans(const std::string& path, const Electorate& board,
                const std::function<void(const DistrictPlan&)>& take) {
  errno = 0;
  std::ifstream in(path);
  if (!in) throw InputError("{}: cannot be read: {}", path, std::strerror(errno));
  if (std::filesystem::is_directory(path)) throw InputError("{}: cannot be read: Is a directory", path);
  PlanReader(path, board, take).read(in);
}

void add_ensemble(const Command& top) {
  const auto [command, a] = top.command(measure_plans, "ensemble", "What many plans of a board are like");
  command.file(
      "BOARD N|ROWSxCOLUMNS|PICTURE|FILE", a.board,
      "A size: the side N of a square, or ROWSxCOLUMNS; or a picture of voters as for seats, or a file with it");
  command.file("PLANS FILE", a.plans,
               "The plans: a line for each, with the district of each cell, row by row (1,1,2,2, a list of JSON, or "
               "11|22); or CSV with a row for each unit and a column for each plan");
  add_district_rules(command, a.rules);
  command.choice(
      "--ties nobody|a|b|half", a.ties,
      "Who has the seat of a district with as many votes for A as for B: nobody (default), a, b, or half for "
      "each");
  command.file("--plan PLAN|FILE", a.plan, "A plan, or a file with one: where it stands among them");
  command.choice("--format text|json|csv", a.format,
                 "Format of the output: text (default) or json: the least, the mean and the most of each measure; or "
                 "csv: a row with the measures of each plan");
  command.group("What is found", {"--ties", "--plan", "--format"});
  command.footer({"pentocity gerrymander ensemble 'AABB|BABB|BBAB|ABBB' plans.txt --plan '1122|1122|3344|3344'"},
                 "Without rules for districts, they may be of any size.");
}

}  // namespace pentocity::app
