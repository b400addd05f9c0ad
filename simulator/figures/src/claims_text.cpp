#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "pentocity/figures/claims.hpp"
#include "pentocity/input/csv.hpp"
#include "pentocity/input/json_text.hpp"

namespace pentocity::figures {
namespace {

using nlohmann::ordered_json;

// The value with as many digits as make sense for the metric, and with a sign if it is a difference.
std::string figure_text(const Claim& claim, double value) {
  const auto* const metric = std::ranges::find(match::metric_infos, claim.metric, &match::MetricInfo::name);
  const int digits = metric != match::metric_infos.end() ? metric->digits_of_mean() : claim.metric == "wins" ? 3 : 1;
  const bool difference = claim.metric != "wins" && claim.statistic != Statistic::trials &&
                          (claim.compare.size() > 1 || claim.statistic == Statistic::lead);
  return difference ? fmt::format("{:+.{}f}", value, digits) : fmt::format("{:.{}f}", value, digits);
}

}  // namespace

ordered_json to_json(const std::vector<Finding>& findings, const std::vector<std::string>& left_out) {
  ordered_json list = ordered_json::array();
  for (const Finding& f : findings) {
    ordered_json json{{"config", f.config},       {"idea", f.claim.idea},
                      {"claim", f.claim.claim},   {"compare", f.claim.compare},
                      {"metric", f.claim.metric}, {"statistic", name_of(f.claim.statistic)}};
    if (!f.claim.sequencers.empty()) json["sequencers"] = f.claim.sequencers;
    if (f.claim.statistic == Statistic::trials) json["trials"] = {f.claim.trial, f.claim.other_trial};
    if (f.claim.compare.size() > 1) json["paired"] = f.claim.paired;
    json["count"] = f.count;
    json["figure"] = or_null(f.figure);
    json["ci95"] = or_null(f.interval);
    json["expect"] = {{"min", or_null(f.claim.min)}, {"max", or_null(f.claim.max)}};
    json["verdict"] = f.verdict == ClaimVerdict::none ? ordered_json(nullptr) : ordered_json(name_of(f.verdict));
    list.push_back(std::move(json));
  }
  return {{"format", "pentocity-claims/1"}, {"claims", std::move(list)}, {"left_out", left_out}};
}

std::string csv_text(const std::vector<Finding>& findings) {
  const auto number = [](const std::optional<double>& value) { return value ? fmt::format("{}", *value) : ""; };
  std::string out = "config,idea,claim,metric,statistic,count,figure,ci95.0,ci95.1,expect.min,expect.max,verdict\n";
  for (const Finding& f : findings)
    out += fmt::format("{},{},{},{},{},{},{},{},{},{},{},{}\n", csv_quoted(f.config), csv_quoted(f.claim.idea),
                       csv_quoted(f.claim.claim), f.claim.metric, name_of(f.claim.statistic), f.count, number(f.figure),
                       f.interval ? number(f.interval->low) : "", f.interval ? number(f.interval->high) : "",
                       number(f.claim.min), number(f.claim.max), name_of(f.verdict));
  return out;
}

std::string table_text(const std::vector<Finding>& findings) {
  constexpr std::size_t columns = 6;
  using Row = std::array<std::string, columns>;
  std::vector<Row> rows{{"idea", "claim", "here", "95% interval", "games", "verdict"}};
  for (const Finding& f : findings) {
    Row row{"  " + f.claim.idea, f.claim.claim, "-", "-", fmt::format("{}", f.count), std::string(name_of(f.verdict))};
    if (f.figure) row[2] = figure_text(f.claim, *f.figure);
    if (f.interval) row[3] = figure_text(f.claim, f.interval->low) + " to " + figure_text(f.claim, f.interval->high);
    rows.push_back(std::move(row));
  }
  std::array<std::size_t, columns> widths{};
  for (const Row& row : rows)
    for (std::size_t c = 0; c < columns; ++c) widths[c] = std::max(widths[c], input::display_columns(row[c]));
  std::string out;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (i > 0 && (i == 1 || findings[i - 1].config != findings[i - 2].config)) out += findings[i - 1].config + '\n';
    std::string line;
    for (std::size_t c = 0; c < columns; ++c) {
      const std::string padding(widths[c] - input::display_columns(rows[i][c]), ' ');
      const bool to_the_right = c >= 2 && c <= 4;
      line += (to_the_right ? padding + rows[i][c] : rows[i][c] + padding) + "  ";
    }
    line.erase(line.find_last_not_of(' ') + 1);
    out += line + '\n';
  }
  return out;
}

}  // namespace pentocity::figures
