#include <cmath>

#include "common.hpp"

namespace pentocity::app {

namespace {

// In pixels. Colours that colour-blind people can tell apart: of Okabe and Ito (2008).
constexpr int margin = 16, upper = 58, cell = 36, panel_height = 5 * cell;
constexpr const char *colour_of_a = "#E69F00", *colour_of_b = "#56B4E9", *colour_of_plan = "#D55E00";

std::string text_at(double x, double y, const std::string& text, const char* more = "") {
  return fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" {}>{}</text>\n", x, y, more, text);
}

// The voters, with lines between districts.
std::string board_of(const Electorate& e, const DistrictPlan& plan) {
  std::string out, lines;
  const auto district = [&](int r, int c) {
    return r < 0 || c < 0 || r == e.rows || c == e.columns ? -1 : plan[r * e.columns + c];
  };
  for (int r = 0; r <= e.rows; ++r)
    for (int c = 0; c <= e.columns; ++c) {
      const int x = margin + c * cell, y = upper + r * cell, own = district(r, c);
      if (own != district(r - 1, c)) lines += fmt::format("M{} {}h{}", x, y, cell);
      if (own != district(r, c - 1)) lines += fmt::format("M{} {}v{}", x, y, cell);
      if (own < 0) continue;
      const char voter = e.cells[r * e.columns + c];
      out += fmt::format("<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"{}\" stroke=\"#FFFFFF\"/>\n", x, y,
                         cell, cell, voter == 'A' ? colour_of_a : colour_of_b);
      out += text_at(x + cell / 2.0, y + cell / 2.0 + 5, {voter}, "text-anchor=\"middle\"");
    }
  return out +
         fmt::format("<path d=\"{}\" fill=\"none\" stroke=\"#222222\" stroke-width=\"4\" stroke-linecap=\"round\"/>\n",
                     lines);
}

}  // namespace

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
  std::string out = board_of(e, plan) + text_at(margin, upper - 14, "this plan", "font-weight=\"bold\"");
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
  return fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {:.0f} {}\" font-family=\"sans-serif\" font-size=\"13\" "
      "fill=\"#222222\">\n<title>Is this plan an outlier?</title>\n"
      "<rect width=\"100%\" height=\"100%\" fill=\"#FFFFFF\"/>\n{}</svg>\n",
      first_panel + 2 * panel_width + 50 + 2 * margin, upper + std::max(panel_height + 50, e.rows * cell + margin),
      out);
}

}  // namespace pentocity::app
