#pragma once
// What the search has worked out for the sites of one turn, so that it need not be worked out again where the land near
// the site is the same. (Memoization: Michie, "Memo Functions and Machine Learning", Nature 218, 1968.)

#include <unordered_map>
#include <vector>

#include "evaluation.hpp"

namespace pentocity::players::planner {

/// What is known of a site: the best move there, without the features of requested shapes in its value.
struct WorkedSite {
  /// What is known already: nothing; the draft without a new park and pond; with them.
  enum Known { nothing, bare_value, whole } known = nothing;
  Draft draft{};
  Points bare = 0;    ///< the value of the draft without a new park and pond
  Box follows_from;   ///< all this is the same on every land of the turn that is the same in this box
  bool local = true;  ///< whether that holds
  /// What was built or cut off in the box since the turn began, by cell: its number times 8, and its kind.
  std::vector<std::uint32_t> changed{};
};

/// The sites of a turn, at most some thousands of them.
template <class Row>
class SiteMemo {
 public:
  /// Begins a turn on this land, from which those of later calls have come by building. Both arguments must live until
  /// the next turn.
  void begin(const City<Row>& city, const Plane<Row>& reachable) {
    forget();
    first_ = &city;
    first_reachable_ = &reachable;
  }
  /// The land of the following calls.
  void look_at(const City<Row>& city, const Plane<Row>& reachable) {
    constexpr std::size_t max_sites = 8192;
    if (size_ > max_sites) forget();
    changed_.clear();
    for (int r = 0; r < city.side(); ++r) {
      const Row empty = city.empty()[r];
      const Row built = first_->empty()[r] & ~empty, cut_off = ((*first_reachable_)[r] ^ reachable[r]) & empty;
      for (Row w = built | cut_off; w != 0; w &= w - 1) {
        const int column = first_column(w), cell = columns_of<Row> * r + column;
        const auto kind = static_cast<int>(index_of(city.kind(cell)));
        changed_.push_back({r, column, static_cast<std::uint32_t>(8 * cell + kind)});
      }
    }
  }
  /// What is known of a site. When something has been added, note() must be called. The reference is valid until the
  /// site is asked for again, or the next call of look_at().
  WorkedSite& at(const Request& request, const Site& site) {
    std::vector<WorkedSite>& known = sites_[{&request, site}];
    for (WorkedSite& worked : known)
      if (worked.local && same(worked)) return worked;
    for (WorkedSite& worked : known)
      if (!worked.local) return worked = {};
    ++size_;
    return known.emplace_back();
  }
  /// Notes on which lands what has been added holds.
  void note(WorkedSite& worked) {
    worked.changed.clear();
    for (const Changed& cell : changed_)
      if (worked.follows_from.within(0, cell.row, cell.column)) worked.changed.push_back(cell.cell_and_kind);
  }

 private:
  struct Changed {
    int row, column;
    std::uint32_t cell_and_kind;
  };
  struct Key {
    const Request* request;
    Site site;
    bool operator==(const Key&) const = default;
  };
  struct Hash {
    std::size_t operator()(const Key& key) const {
      const Cell corner = key.site.location;
      const auto site = static_cast<std::size_t>((key.site.rotation * columns_of<Row> + corner.row) * columns_of<Row> +
                                                 corner.column);
      return std::hash<const Request*>()(key.request) * 31 + site;
    }
  };
  // Tells whether what was built and cut off in the box is the same on this land.
  bool same(const WorkedSite& worked) const {
    auto next = worked.changed.begin();
    for (const Changed& cell : changed_) {
      if (!worked.follows_from.within(0, cell.row, cell.column)) continue;
      if (next == worked.changed.end() || *next != cell.cell_and_kind) return false;
      ++next;
    }
    return next == worked.changed.end();
  }
  void forget() {
    sites_.clear();
    size_ = 0;
  }

  const City<Row>* first_ = nullptr;
  const Plane<Row>* first_reachable_ = nullptr;
  std::vector<Changed> changed_;
  std::unordered_map<Key, std::vector<WorkedSite>, Hash> sites_;
  std::size_t size_ = 0;
};

}  // namespace pentocity::players::planner
