#include "weighing.hpp"

#include <algorithm>
#include <cmath>

namespace pentocity::players::planner {
namespace {

// The features of weights.inc that Open::Index counts, and whether they are those of parks and ponds.
struct OpenFeature {
  Open::Index index;
  Feature residence, factory;
  bool amenity = false;
};
constexpr std::array<OpenFeature, Open::count> open_features{{
    {Open::cells, Feature::open_residence, Feature::open_factory},
    {Open::at_road, Feature::at_road, Feature::at_road},
    {Open::near_road, Feature::near_road, Feature::near_road},
    {Open::reach_road, Feature::reach_road, Feature::reach_road},
    {Open::at_amenity, Feature::at_amenity, Feature::at_amenity, true},
    {Open::at_both, Feature::at_both, Feature::at_both, true},
    {Open::at_all, Feature::at_all, Feature::at_all, true},
    {Open::near_amenity, Feature::near_amenity, Feature::near_amenity, true},
    {Open::reach_amenity, Feature::reach_amenity, Feature::reach_amenity, true},
    {Open::squares_of_2, Feature::residence_2x2, Feature::factory_2x2},
    {Open::squares_of_3, Feature::residence_3x3, Feature::factory_3x3},
    {Open::squares_of_4, Feature::residence_4x4, Feature::factory_4x4},
    {Open::squares_of_5, Feature::count, Feature::factory_5x5},  // no residence covers such a square
}};

// The features of edges between cells of two kinds.
struct EdgeFeature {
  Kind a, b;
  Feature feature;
};
constexpr std::array edge_features{EdgeFeature{Kind::empty, Kind::residence, Feature::empty_residence},
                                   EdgeFeature{Kind::empty, Kind::factory, Feature::empty_factory},
                                   EdgeFeature{Kind::empty, Kind::park, Feature::empty_amenity},
                                   EdgeFeature{Kind::empty, Kind::pond, Feature::empty_amenity},
                                   EdgeFeature{Kind::empty, Kind::road, Feature::empty_road},
                                   EdgeFeature{Kind::empty, border, Feature::empty_border},
                                   EdgeFeature{Kind::residence, Kind::park, Feature::residence_amenity},
                                   EdgeFeature{Kind::residence, Kind::pond, Feature::residence_amenity},
                                   EdgeFeature{Kind::residence, Kind::road, Feature::residence_road},
                                   EdgeFeature{Kind::residence, border, Feature::residence_border},
                                   EdgeFeature{Kind::factory, Kind::park, Feature::factory_amenity},
                                   EdgeFeature{Kind::factory, Kind::pond, Feature::factory_amenity},
                                   EdgeFeature{Kind::factory, Kind::road, Feature::factory_road},
                                   EdgeFeature{Kind::factory, border, Feature::factory_border},
                                   EdgeFeature{Kind::park, Kind::pond, Feature::park_pond},
                                   EdgeFeature{Kind::park, border, Feature::amenity_border},
                                   EdgeFeature{Kind::pond, border, Feature::amenity_border},
                                   EdgeFeature{Kind::park, Kind::road, Feature::amenity_road},
                                   EdgeFeature{Kind::pond, Kind::road, Feature::amenity_road},
                                   EdgeFeature{Kind::road, border, Feature::road_border}};

}  // namespace

void Weighing::start(const Weights& weights, const History& history, const Rules& rules) {
  weights_ = weights;
  for (const auto& [a, b, feature] : edge_features)
    edges_[index_of(a)][index_of(b)] = edges_[index_of(b)][index_of(a)] = weights[feature];
  for (const Building type : {Building::residence, Building::factory}) {
    const double share = history.share(type), bonus_share = rules.has_bonus(type) ? share : 0;
    for (const auto& [index, of_residence, of_factory, amenity] : open_features) {
      const Feature feature = type == Building::residence ? of_residence : of_factory;
      open_[index_of(type)][index] =
          feature == Feature::count ? 0 : std::lround(weights.real(feature) * (amenity ? bonus_share : share));
    }
  }
  shapes_.clear();
  for (const SeenShape& seen : history.shapes()) {
    if (shapes_.size() == max_shapes) break;
    const Extent size = extent(seen.request.cells());
    shapes_.push_back({&seen, rules.has_bonus(seen.request.type()), std::max(size.rows, size.columns)});
  }
}

Points Weighing::value(const Covers& covers) const {
  const double cells = weights_.real(Feature::shape_cells), root = weights_.real(Feature::shape_root),
               scarce = weights_.real(Feature::shape_scarce), half = weights_.real(Feature::served_half),
               full = weights_.real(Feature::served_cells), full_root = weights_.real(Feature::served_root);
  double sum = 0;
  for (std::size_t s = 0; s < shapes_.size(); ++s) {
    const double covered = covers[s][0], enough = 4.0 * shapes_[s].seen->request.size();
    sum +=
        shapes_[s].seen->share * (cells * covered + root * std::sqrt(covered) - scarce * enough / (enough + covered) +
                                  half * covers[s][1] + full * covers[s][2] + full_root * std::sqrt(covers[s][2]));
  }
  return std::llround(sum);
}

}  // namespace pentocity::players::planner
