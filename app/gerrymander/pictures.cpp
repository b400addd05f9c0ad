#include <algorithm>
#include <array>
#include <cmath>

#include "common.hpp"
#include "pentocity/input/printable.hpp"

namespace pentocity::app {

namespace {

// In pixels. Colours that colour-blind people can tell apart: of Okabe and Ito (2008).
constexpr int margin = 16, upper = 58, cell = 36, panel_height = 5 * cell;
constexpr const char *colour_of_a = "#E69F00", *colour_of_b = "#56B4E9", *colour_of_plan = "#D55E00";

std::string text_at(double x, double y, const std::string& text, const char* more = "") {
  return fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" {}>{}</text>\n", x, y, more, text);
}

// A board at a place, with lines between the districts of a plan; of an empty plan with one around it.
std::string board_at(int left, int top, const Electorate& e, const DistrictPlan& plan) {
  std::string out, lines;
  const bool has_votes = e.votes_of_a() > 0;
  const auto district = [&](int r, int c) {
    if (r < 0 || c < 0 || r == e.rows || c == e.columns) return -1;
    const int i = r * e.columns + c;
    return e.cells[i] == '#' ? -1 : plan.empty() ? 0 : plan[i];
  };
  for (int r = 0; r <= e.rows; ++r)
    for (int c = 0; c <= e.columns; ++c) {
      const int x = left + c * cell, y = top + r * cell, own = district(r, c);
      if (own != district(r - 1, c)) lines += fmt::format("M{} {}h{}", x, y, cell);
      if (own != district(r, c - 1)) lines += fmt::format("M{} {}v{}", x, y, cell);
      if (own < 0) continue;
      const char voter = e.cells[r * e.columns + c];
      out += fmt::format("<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"{}\" stroke=\"#FFFFFF\"/>\n", x, y,
                         cell, cell,
                         !has_votes     ? "#DDDDDD"
                         : voter == 'A' ? colour_of_a
                                        : colour_of_b);
      if (has_votes) out += text_at(x + cell / 2.0, y + cell / 2.0 + 5, {voter}, "text-anchor=\"middle\"");
    }
  return out +
         fmt::format("<path d=\"{}\" fill=\"none\" stroke=\"#222222\" stroke-width=\"4\" stroke-linecap=\"round\"/>\n",
                     lines);
}

std::string document(double width, double height, std::string_view title, const std::string& body) {
  return fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {:.0f} {:.0f}\" font-family=\"sans-serif\" "
      "font-size=\"13\" fill=\"#222222\">\n<title>{}</title>\n<rect width=\"100%\" height=\"100%\" "
      "fill=\"#FFFFFF\"/>\n{}</svg>\n",
      width, height, title, body);
}

// Boards side by side, and how large all are.
struct Boards {
  std::string body;
  int width = 0, height = 0;
};
Boards side_by_side(const std::vector<PlanInPicture>& plans, int upper_margin = margin) {
  constexpr int in_row = 4, between = 40, above = 30, least_width = 170;
  int width = 0, height = 0;
  for (const PlanInPicture& p : plans) {
    width = std::max({width, p.board.columns * cell, least_width});
    height = std::max(height, p.board.rows * cell);
  }
  Boards out;
  for (int i = 0; i < std::ssize(plans); ++i) {
    const int left = margin + i % in_row * (width + between),
              top = upper_margin + above + i / in_row * (height + above + margin);
    if (!plans[i].title.empty())
      out.body += text_at(left, top - 12, markup_text(plans[i].title), "font-weight=\"bold\"");
    out.body += board_at(left, top, plans[i].board, plans[i].plan);
    out.width = std::max(out.width, left + width + margin);
    out.height = top + height + margin;
  }
  return out;
}

}  // namespace

std::string plans_picture(const std::vector<PlanInPicture>& plans, std::string_view title) {
  const bool headed = plans.size() > 1;
  const Boards boards = side_by_side(plans, headed ? 3 * margin : margin);
  return document(boards.width, boards.height, title,
                  (headed ? text_at(margin, 2 * margin, markup_text(title)) : "") + boards.body);
}

std::string seats_picture(const std::vector<PlanInPicture>& plans) {
  constexpr std::array colours{"#0072B2", "#D55E00", "#009E73"};
  constexpr int chart_width = 360, chart_height = 240, room = 60;
  const Boards boards = side_by_side(plans);
  std::string out = boards.body;
  const int left = margin + room, top = boards.height + room;
  const auto seats = static_cast<double>(votes_by_district(plans[0].board, plans[0].plan).size());
  const auto x = [&](double share) { return left + std::clamp(share, 0.0, 1.0) * chart_width; };
  const auto y = [&](double won) { return top + (1 - won / seats) * chart_height; };
  out += text_at(left, top - 30, "Seats of A, if its share of the votes moves by as much in each district",
                 "font-weight=\"bold\"");
  for (int won = 0; won <= seats; ++won)
    out += fmt::format("<path d=\"M{} {:.1f}h{}\" stroke=\"#DDDDDD\"/>\n", left, y(won), chart_width) +
           text_at(left - 8, y(won) + 4, std::to_string(won), "text-anchor=\"end\"");
  for (const int percent : {0, 25, 50, 75, 100})
    out += fmt::format("<path d=\"M{:.1f} {}v{}\" stroke=\"{}\"/>\n", x(percent / 100.0), top, chart_height,
                       percent == 50 ? "#999999" : "#DDDDDD") +
           text_at(x(percent / 100.0), top + chart_height + 18, fmt::format("{}%", percent), "text-anchor=\"middle\"");
  out += text_at(
      left, top + chart_height + 38,
      "across: share of A of all votes; the dashed line is the votes as they are; equal curves lie side by side");
  const Electorate& e = plans[0].board;
  out += fmt::format("<path d=\"M{:.1f} {}v{}\" stroke=\"#222222\" stroke-dasharray=\"3 3\"/>\n",
                     x(static_cast<double>(e.votes_of_a()) / e.voters()), top, chart_height);
  for (std::size_t p = 0; p < plans.size(); ++p) {
    std::string path = fmt::format("M{} {:.1f}", left, y(0));
    double won = 0;
    for (const double share : districting::seats_votes_curve(plans[p].board, plans[p].plan))
      path += fmt::format("H{:.1f}V{:.1f}", x(share), y(++won));
    // One beside another where curves lie on each other.
    out += fmt::format(
        "<path d=\"{}H{}\" transform=\"translate(0 {})\" fill=\"none\" stroke=\"{}\" stroke-width=\"2.5\"/>\n", path,
        left + chart_width, 3 * static_cast<int>(p), colours[p]);
    const double line = top + 14 + 22 * static_cast<double>(p);
    out += fmt::format("<path d=\"M{} {}h26\" stroke=\"{}\" stroke-width=\"2.5\"/>\n", left + chart_width + 20,
                       line - 4, colours[p]) +
           text_at(left + chart_width + 54, line, markup_text(plans[p].title));
  }
  return document(std::max(boards.width, left + chart_width + 280), top + chart_height + 60, "Who can win", out);
}

std::string outlier_picture(const Electorate& e, const DistrictPlan& plan, const Outlier& outlier, int steps) {
  const int own_seats = static_cast<int>(std::lround(outlier.value[0] * steps));
  const int own_cuts = static_cast<int>(outlier.value[1]);
  int least_cuts = own_cuts, most_cuts = own_cuts, least_seats = own_seats, most_seats = own_seats;
  for (const auto& [at, shares] : outlier.joint) {
    least_seats = std::min(least_seats, at.first);
    most_seats = std::max(most_seats, at.first);
    least_cuts = std::min(least_cuts, at.second);
    most_cuts = std::max(most_cuts, at.second);
  }
  const double across = std::max(9.0, 320.0 / (most_cuts - least_cuts + 1));
  const double down = panel_height / static_cast<double>(most_seats - least_seats + 1);
  const double panel_width = across * (most_cuts - least_cuts + 1);
  const double first_panel = 2 * margin + e.columns * cell + 60;
  std::string out = board_at(margin, upper, e, plan) + text_at(margin, upper - 14, "this plan", "font-weight=\"bold\"");
  for (std::size_t m = 0; m < 2; ++m) {
    const double left = first_panel + static_cast<double>(m) * (panel_width + 50);
    double most = 0;
    for (const auto& [at, shares] : outlier.joint) most = std::max(most, shares[m]);
    // The share of an area would hide what is rare; its square root shows it.
    for (const auto& [at, shares] : outlier.joint)
      if (shares[m] > 0)
        out += fmt::format(
            "<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" fill=\"#0072B2\" "
            "fill-opacity=\"{:.3f}\"><title>{} of A, {} cut edges: {:.4g}%</title></rect>\n",
            left + (at.second - least_cuts) * across, upper + (most_seats - at.first) * down, across, down,
            0.05 + 0.95 * std::sqrt(shares[m] / most), at.first / static_cast<double>(steps), at.second,
            100 * shares[m]);
    out += fmt::format(
        "<rect x=\"{:.1f}\" y=\"{}\" width=\"{:.1f}\" height=\"{}\" fill=\"none\" stroke=\"#999999\"/>\n"
        "<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" fill=\"none\" stroke=\"{}\" "
        "stroke-width=\"4\"/>\n",
        left, upper, panel_width, panel_height, left + (own_cuts - least_cuts) * across,
        upper + (most_seats - own_seats) * down, across, down, colour_of_plan);
    for (int seats = least_seats; seats <= most_seats; ++seats)
      out += text_at(left - 6, upper + (most_seats - seats + 0.5) * down + 5,
                     fmt::format("{}", seats / static_cast<double>(steps)), "text-anchor=\"end\"");
    for (const int cuts : {least_cuts, own_cuts, most_cuts})
      out += text_at(left + (cuts - least_cuts + 0.5) * across, upper + panel_height + 18, std::to_string(cuts),
                     "text-anchor=\"middle\"");
    out += text_at(left, upper + panel_height + 36, "across: cut edges; up: seats of A");
    out += text_at(left, upper - 32, m == 0 ? "All plans alike" : "By spanning trees", "font-weight=\"bold\"");
    out +=
        text_at(left, upper - 14,
                fmt::format("fewer seats in {}{:.2f}%, fewer cut edges in {}{:.2f}%", outlier.is_exact[m][0] ? "" : "~",
                            100 * outlier.below[m][0], outlier.is_exact[m][1] ? "" : "~", 100 * outlier.below[m][1]));
  }
  return document(first_panel + 2 * panel_width + 50 + 2 * margin,
                  upper + std::max(panel_height + 50, e.rows * cell + margin), "Is this plan an outlier?", out);
}

}  // namespace pentocity::app
