#include <algorithm>

#include "drafts.hpp"
#include "futures.hpp"
#include "pentocity/game/player.hpp"

namespace pentocity::planner {
namespace {

/// The evaluation of planner-fast, and a look ahead: the best moves are played on, greedily, with requests that may come.
/// All of them meet the same futures; the worse half is dropped again and again (sequential halving: Karnin, Koren and
/// Somekh, "Almost Optimal Exploration in Multi-Armed Bandits", ICML 2013). Some requests ahead, the points made and what
/// the evaluation says of the land decide; where the game is about to end it is played to its end, and points alone do.
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
        reject_(setup.options.number("reject")) {
    width_.sites = setup.options.integer("sites");
    width_.greens = setup.options.integer("greens");
    later_.sites = setup.options.integer("later_sites");
    later_.greens = setup.options.integer("later_greens");
  }

  Move play(const Request& request, const View& view) override {
    history_.add(request);
    City city(rules_, view.land);
    evaluation_.start(city, weights_.at(situation_of(city, history_)), history_);
    std::vector<Draft> drafts = search_.find(city, evaluation_, request, width_);
    if (drafts.empty()) return Move::reject();
    if (drafts.size() > candidates_) drafts.resize(candidates_);
    rejects_ = view.rejects;
    return best_of(drafts, city).move();
  }

 private:
  struct Candidate {
    const Draft* draft;
    double sum;
  };
  /// Where one future led.
  struct Outlook {
    double points = 0;  ///< by the draft and the moves after it
    double value = 0;   ///< the same with the change of the land's value
    bool over = false;  ///< did the game end?
    int moves = 0;
  };

  const Draft& best_of(const std::vector<Draft>& drafts, const City& city) {
    std::vector<Candidate> left;
    for (const Draft& draft : drafts) left.push_back({&draft, 0});
    int rounds = 0;
    while ((std::size_t{1} << rounds) < left.size()) ++rounds;
    if (rounds == 0) return drafts.front();
    draw_future(longest_end);
    const Outlook end = play_on(drafts.front(), city);
    const int length = end.over ? longest_end : horizon_, cost = end.over ? end.moves : horizon_;
    for (int round = 0; round < rounds; ++round) {
      const int futures = std::max(1, work_ / rounds / (static_cast<int>(left.size()) * cost));
      for (int f = 0; f < futures; ++f) {
        draw_future(length);
        for (Candidate& candidate : left) {
          const Outlook outlook = play_on(*candidate.draft, city);
          candidate.sum += end.over ? outlook.points : outlook.value;
        }
      }
      std::stable_sort(left.begin(), left.end(), [](const Candidate& a, const Candidate& b) { return a.sum > b.sum; });
      left.resize((left.size() + 1) / 2);
    }
    return *left.front().draft;
  }

  void draw_future(int length) {
    future_.clear();
    for (int i = 0; i < length; ++i) future_.push_back(&futures_.draw(history_, random_));
  }

  Outlook play_on(const Draft& first, const City& before) {
    later_city_ = before;
    later_evaluation_ = evaluation_;
    later_evaluation_.move_to(later_city_);
    Outlook out;
    int rejects = rejects_;
    const auto take = [&](const Draft& draft) {
      out.points += points_of(draft);
      out.value += static_cast<double>(draft.value) / unit + static_cast<double>(draft.building.size());
    };
    take(first);
    const Draft* unbuilt = &first;  // the last one need not be built
    for (const Request* request : future_) {
      ++out.moves;
      if (unbuilt != nullptr) later_evaluation_.build(*unbuilt);
      unbuilt = nullptr;
      const std::vector<Draft>& drafts = search_.find(later_city_, later_evaluation_, *request, later_);
      if (!drafts.empty()) {
        take(drafts.front());
        unbuilt = &drafts.front();
        continue;
      }
      out.value -= reject_;
      if (++rejects == rules_.max_rejects) {
        out.over = true;
        break;
      }
    }
    return out;
  }

  double points_of(const Draft& draft) const {
    const bool earns = draft.type == Building::residence || rules_.factory_bonus;
    return static_cast<double>(draft.building.size()) + (earns ? bonus * draft.bonuses() : 0);
  }

  /// A game that ends within so many requests is played to its end.
  static constexpr int longest_end = 20;

  const Rules& rules_;
  WeightTable weights_;
  History history_;
  Pcg random_;
  std::size_t candidates_;
  int work_, horizon_;
  double reject_;
  int rejects_ = 0;
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
  out.push_back({"reject", 20.0, "points that a reject costs while playing ahead", {}, 0, 1000});
  out.push_back({"fade", 0.99, "what a request seen counts for after another one", {}, 0, 1});
  return out;
}

const bool registered = detail::register_player(
    {"planner", "planner-fast that plays its best moves on, with requests like those that came", options(),
     [](const PlayerSetup& setup) -> std::unique_ptr<Player> { return std::make_unique<Planner>(setup); }});

}  // namespace
}  // namespace pentocity::planner
