#include <algorithm>
#include <array>
#include <optional>

#include "drafts.hpp"
#include "futures.hpp"
#include "pentocity/game/player.hpp"

namespace pentocity::planner {
namespace {

/// The evaluation of planner-fast, and a look ahead: the best moves are played on, greedily, with requests that may
/// come. All of them meet the same futures; the worse half is dropped again and again (sequential halving: Karnin,
/// Koren and Somekh, "Almost Optimal Exploration in Multi-Armed Bandits", ICML 2013).
class Planner : public Player {
 public:
  explicit Planner(const PlayerSetup& setup)
      : rules_(setup.rules),
        weights_(setup.options),
        history_(setup.options.number("fade")),
        random_(setup.seed),
        candidates_(static_cast<std::size_t>(setup.options.integer("candidates"))),
        work_(setup.options.integer("work")),
        horizon_(setup.options.integer("horizon")),
        trial_games_(setup.options.integer("trial_games")),
        reject_(setup.options.number("reject") * unit) {
    for (const Style style : all_styles)
      if (name_of(style) == setup.options.text("style")) fixed_style_ = style;
    width_.sites = setup.options.integer("sites");
    width_.greens = setup.options.integer("greens");
    later_.sites = setup.options.integer("later_sites");
    later_.greens = setup.options.integer("later_greens");
  }

  Move play(const Request& request, const View& view) override {
    history_.add(request);
    City city(rules_, view.land);
    if (fixed_style_)
      style_ = *fixed_style_;
    else if (std::find(choose_at.begin(), choose_at.end(), view.turn) != choose_at.end())
      choose_style(city, view.rejects);
    evaluation_.start(city, weights_.at(style_, city.full()), history_);
    std::vector<Draft> drafts = search_.find(city, evaluation_, request, width_);
    if (drafts.empty()) return Move::reject();
    if (drafts.size() > candidates_) drafts.resize(candidates_);
    return best_of(drafts, city).move();
  }

 private:
  struct Candidate {
    const Draft* draft;
    double sum;
  };
  const Draft& best_of(const std::vector<Draft>& drafts, const City& city) {
    std::vector<Candidate> left;
    for (const Draft& draft : drafts) left.push_back({&draft, 0});
    int rounds = 0;
    while ((std::size_t{1} << rounds) < left.size()) ++rounds;
    for (int round = 0; round < rounds; ++round) {
      const int futures = std::max(1, work_ / rounds / (static_cast<int>(left.size()) * horizon_));
      for (int f = 0; f < futures; ++f) {
        future_.clear();
        for (int h = 0; h < horizon_; ++h) future_.push_back(&futures_.draw(history_, random_));
        for (Candidate& candidate : left) candidate.sum += value_of(*candidate.draft, city);
      }
      std::stable_sort(left.begin(), left.end(), [](const Candidate& a, const Candidate& b) { return a.sum > b.sum; });
      left.resize((left.size() + 1) / 2);
    }
    return *left.front().draft;
  }

  // Which set of weights suits the requests is found out by playing the game to its end with each, on the same futures.
  void choose_style(const City& city, int rejects) {
    std::array<int, all_styles.size()> points{};
    for (int game = 0; game < trial_games_; ++game) {
      const std::uint64_t seed = random_();
      for (const Style style : all_styles)
        points[static_cast<std::size_t>(style)] += points_to_the_end(city, rejects, style, Pcg(seed));
    }
    style_ = all_styles[static_cast<std::size_t>(std::max_element(points.begin(), points.end()) - points.begin())];
  }

  int points_to_the_end(const City& before, int rejects, Style style, Pcg random) {
    later_city_ = before;
    int points = 0;
    for (int turn = 0; rejects < rules_.max_rejects; ++turn) {
      if (turn % 8 == 0) later_evaluation_.start(later_city_, weights_.at(style, later_city_.full()), history_);
      const Request& request = futures_.draw(history_, random);
      const std::vector<Draft>& drafts = search_.find(later_city_, later_evaluation_, request, later_);
      if (drafts.empty()) {
        ++rejects;
        continue;
      }
      const bool earns = request.type() == Building::residence || rules_.factory_bonus;
      points += request.size() + (earns ? bonus * drafts.front().bonuses() : 0);
      later_evaluation_.build(drafts.front());
    }
    return points;
  }

  // Points by the draft and the future's moves, and the change of the land's value.
  double value_of(const Draft& draft, const City& before) {
    later_city_ = before;
    later_evaluation_ = evaluation_;
    later_evaluation_.move_to(later_city_);
    double value = static_cast<double>(draft.value);
    const Draft* unbuilt = &draft;  // the last one need not be built
    for (const Request* request : future_) {
      if (unbuilt != nullptr) later_evaluation_.build(*unbuilt);
      const std::vector<Draft>& drafts = search_.find(later_city_, later_evaluation_, *request, later_);
      unbuilt = drafts.empty() ? nullptr : &drafts.front();
      value += unbuilt == nullptr ? -reject_ : static_cast<double>(unbuilt->value) + unit * request->size();
    }
    return value;
  }

  /// The turns at which the style is chosen.
  static constexpr std::array choose_at{4, 12, 30, 60, 100};

  const Rules& rules_;
  WeightTable weights_;
  History history_;
  Pcg random_;
  std::size_t candidates_;
  int work_, horizon_;
  int trial_games_;
  double reject_;
  std::optional<Style> fixed_style_;
  Style style_ = Style::general;
  Width width_, later_;
  Futures futures_;
  Evaluation evaluation_, later_evaluation_;
  DraftSearch search_;
  std::vector<const Request*> future_;
  City later_city_{rules_, Land(rules_.side)};
};

std::vector<OptionSpec> options() {
  std::vector<OptionSpec> out = weight_options();
  const auto whole = [&](const char* name, std::int64_t value, const char* meaning, double most) {
    out.push_back({name, value, meaning, {}, 1, most});
  };
  whole("sites", 24, "sites looked at closely", 10000);
  whole("greens", 4, "parks, and ponds, looked at closely for each", 100);
  whole("candidates", 12, "moves that are played on", 10000);
  whole("work", 400, "moves played ahead for each request", 1e6);
  whole("horizon", 3, "how many requests ahead", 100);
  whole("later_sites", 6, "sites looked at closely while playing ahead", 10000);
  whole("later_greens", 2, "parks, and ponds, looked at closely while playing ahead", 100);
  whole("trial_games", 3, "games played ahead with each style to choose one", 1000);
  out.push_back({"style",
                 "auto",
                 "the set of weights: by trial games (auto), or always the same",
                 {"auto", "general", "bars", "cells", "stars"}});
  out.push_back({"reject", 20.0, "points that a reject costs while playing ahead", {}, 0, 1000});
  out.push_back({"fade", 0.99, "what a request seen counts for after another one", {}, 0, 1});
  return out;
}

const bool registered = detail::register_player(
    {"planner", "planner-fast that plays its best moves on, with requests like those that came", options(),
     [](const PlayerSetup& setup) -> std::unique_ptr<Player> { return std::make_unique<Planner>(setup); }});

}  // namespace
}  // namespace pentocity::planner
