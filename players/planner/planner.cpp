#include <algorithm>

#include "futures.hpp"
#include "planning.hpp"

namespace pentocity::players::planner {
namespace {

/// The player `planner`: the search and evaluation of planner-fast, and a look ahead. The best moves by the evaluation
/// are the candidates. After each of them the game is continued for a few requests, drawn at random from those that
/// came before, with the best move by the evaluation for each. All candidates meet the same drawn requests. In rounds,
/// the worse half of the candidates is dropped until one remains (sequential halving: Karnin, Koren and Somekh, "Almost
/// Optimal Exploration in Multi-Armed Bandits", ICML 2013).
template <class Row>
class Planner : public Planning<Row> {
  using Base = Planning<Row>;
  using Base::evaluation_, Base::history_, Base::rules_, Base::search_;

 public:
  explicit Planner(const PlayerSetup& setup)
      : Base(setup),
        random_(setup.seed),
        candidates_(static_cast<std::size_t>(setup.options.integer("candidates"))),
        work_(setup.options.integer("work")),
        horizon_(setup.options.integer("horizon")),
        reject_(setup.options.number("reject") * unit) {
    later_.sites = setup.options.integer("later_sites");
    later_.amenities = setup.options.integer("later_greens");
  }

 private:
  struct Candidate {
    const Draft* draft;
    double sum;
  };

  // The candidates are copied first, because playing ahead overwrites the list of drafts.
  const Draft& choose(const std::vector<Draft>& drafts, const City<Row>& city) override {
    drafts_.assign(drafts.begin(), drafts.begin() + static_cast<std::ptrdiff_t>(std::min(drafts.size(), candidates_)));
    std::vector<Candidate> left;
    for (const Draft& draft : drafts_) left.push_back({&draft, 0});
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

  // What the draft and the moves for the drawn requests are worth together: their points and the change of the land's
  // value, in 1/1024 points. A request without a move costs `reject_`.
  double value_of(const Draft& draft, const City<Row>& before) {
    later_city_ = before;
    later_evaluation_ = evaluation_;
    later_evaluation_.move_to(later_city_);
    auto value = static_cast<double>(draft.value);
    const Draft* unbuilt = &draft;  // is built when the next request is looked at
    for (const Request* request : future_) {
      if (unbuilt != nullptr) later_evaluation_.build(*unbuilt);
      const std::vector<Draft>& drafts = search_.find(later_city_, later_evaluation_, *request, later_);
      unbuilt = drafts.empty() ? nullptr : &drafts.front();
      value += unbuilt == nullptr ? -reject_ : static_cast<double>(unbuilt->value) + unit * request->size();
    }
    return value;
  }

  Pcg random_;
  std::size_t candidates_;
  int work_, horizon_;
  double reject_;
  Width later_;
  Futures futures_;
  Evaluation<Row> later_evaluation_;
  std::vector<Draft> drafts_;
  std::vector<const Request*> future_;
  City<Row> later_city_{rules_, Land(rules_.side)};
};

std::vector<OptionSpec> options() {
  std::vector<OptionSpec> out = planning_options(24, 4);
  const auto whole = [&](const char* name, std::int64_t value, const char* meaning, double max) {
    out.push_back(number_option(name, value, meaning, 1, max));
  };
  whole("candidates", 12, "number of moves that are played ahead, the best ones by the evaluation", 10000);
  whole("work", 400, "number of moves made while playing ahead, in all for each request", 1e6);
  whole("horizon", 3, "number of requests that are played ahead", 100);
  whole("later_sites", 6, "number of sites that are looked at closely while playing ahead", 10000);
  whole("later_greens", 2,
        "number of parks, and of ponds, that are looked at closely for each site while playing ahead", 100);
  out.push_back(
      number_option("reject", 20.0, "number of points that a reject is taken to cost while playing ahead", 0, 1000));
  return out;
}

const bool registered = game::detail::register_player([] {
  return PlayerSpec{
      "planner",
      "the strongest: as planner-fast, but plays its best moves a few requests ahead; takes seconds for a game",
      options(), make_planner<Planner>};
});

}  // namespace
}  // namespace pentocity::players::planner
