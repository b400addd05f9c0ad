#pragma once
// The best moves for a request:
//
//   1. For each cell, what a building there would lack is measured: a road, a park, a pond (Lacks).
//   2. All legal sites are ranked by a quick estimate, and the best of them stay (SiteRanking).
//   3. Each gets a shortest road, if it needs one.
//   4. Parks and ponds beside it are ranked by an estimate (AmenitySearch), and the best of them is added by the
//   evaluation.
//   5. The moves near the best one are evaluated with the features of requested shapes, and sorted.
//   6. For the first of them other choices of park and pond are evaluated, too (Width::alternatives).
//
// Playing ahead asks for the same sites again and again on lands that differ in a few buildings only. So what is found
// for a site is kept for the turn, and found anew only where something was built near it (SiteMemo); the distances of
// the first step and the estimates of the second are computed anew only where they change.

#include <vector>

#include "amenities.hpp"
#include "evaluation.hpp"
#include "ranking.hpp"
#include "site_memo.hpp"

namespace pentocity::players::planner {

/// How many alternatives are worked out and judged by the evaluation.
struct Width {
  std::size_t sites = 16;     ///< sites: those with the best estimates
  std::size_t amenities = 3;  ///< parks for each site, and as many ponds
  /// The best sites for each of which a second park and a second pond, and none, are tried too.
  std::size_t alternatives = 0;
  /// Sites for which the features of requested shapes, which take longer (Evaluation::gain), are counted: those that
  /// without these features are at most so far behind the best one. The others are left out.
  Points margin = Points{1} << 40;
};

/// The search. One object can serve one request after the other.
template <class Row>
class DraftSearch {
 public:
  /// The moves for a request, sorted by their value with the best first; empty if there is no legal site that a road of
  /// at most max_road cells can reach. There is at most one for each site, but up to four for the best
  /// `width.alternatives` sites, which differ in their parks and ponds. The evaluation must have been started on this
  /// city. The city is changed during the search and is the same afterwards. The list is valid until the next call.
  std::vector<Draft>& find(City<Row>& city, Evaluation<Row>& evaluation, const Request& request, const Width& width) {
    begin_turn(city, evaluation);
    return find_in_turn(city, evaluation, request, width);
  }
  /// The same in two parts, for many searches on a city and what comes of it: each city of the second must have come
  /// from that of the first by Evaluation::build(), and so must the evaluation. City, evaluation and requests of the
  /// turn must live, and the former two not change, until the next turn; `width` must be the same for all of it.
  void begin_turn(const City<Row>& city, const Evaluation<Row>& evaluation);
  std::vector<Draft>& find_in_turn(City<Row>& city, Evaluation<Row>& evaluation, const Request& request,
                                   const Width& width);

 private:
  // Fills worked_ with the best move for each ranked site, without the features of requested shapes; leaves out those
  // far behind.
  void work_out_sites(const Request& request);
  // Evaluation::gain(). Notes in at_work_ from what it follows.
  Points gain(const Draft& draft);
  // Finds Draft::covers.
  void add_covers(Draft& draft);
  // Adds the cells of a shortest road to the draft if the building needs one; false if none of at most max_road cells
  // reaches it.
  bool lead_road(Draft& draft);
  // The best `count` of these, the best first: the draft as it is, and with each of the most promising parks (or
  // ponds). Only the draft if it needs none.
  std::vector<Draft> best_with(const Draft& draft, Kind kind, std::size_t count);
  // Adds moves to drafts_ that differ from the first Width::alternatives ones in their parks and ponds only.
  void add_alternatives();

  City<Row>* city_ = nullptr;
  Evaluation<Row>* evaluation_ = nullptr;
  Width width_;
  bool bonuses_ = true;  // whether the requested building can have a bonus

  Lacks<Row> first_lacks_, lacks_;  // at the beginning of the turn; now
  SiteRanking<Row> ranking_;
  AmenitySearch<Row> amenities_;
  EdgeMemo<Row> road_edges_;
  SiteMemo<Row> sites_;
  std::vector<WorkedSite*> worked_;
  WorkedSite* at_work_ = nullptr;  // the site that is being worked out
  std::vector<Draft> drafts_;
};

}  // namespace pentocity::players::planner
