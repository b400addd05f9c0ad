#include "pentocity/match/course.hpp"

#include <fmt/format.h>

#include <charconv>

#include "pentocity/helpers/roads.hpp"
#include "pentocity/helpers/sites.hpp"

namespace pentocity::match {
namespace {

constexpr std::array all_causes{RejectCause::invalid, RejectCause::declined, RejectCause::no_road,
                                RejectCause::other_type, RejectCause::no_room};

bool any_site(const Land& land, const Request& request, const LandBoard& excluded = {}) {
  const auto& rotations = request.rotations();
  return std::any_of(rotations.begin(), rotations.end(), [&](const Cells& rotation) {
    return legal_sites(land, request.type(), rotation, excluded).any();
  });
}

// Reads a text piece by piece. What is not as it should be is not read.
class Reader {
 public:
  explicit Reader(std::string_view text) : rest_(text) {}

  bool at_end() const { return rest_.empty(); }
  bool read(std::string_view expected) {
    if (!rest_.starts_with(expected)) return false;
    rest_.remove_prefix(expected.size());
    return true;
  }
  bool read_number(int& out) {
    const auto [end, error] = std::from_chars(rest_.data(), rest_.data() + rest_.size(), out);
    if (error != std::errc()) return false;
    rest_.remove_prefix(end - rest_.data());
    return true;
  }
  // Numbers with the names of these things, in this order.
  bool read_counts(const auto& things, auto& out) {
    for (std::size_t i = 0; i < things.size(); ++i)
      if (!read(i > 0 ? ",\"" : "\"") || !read(name_of(things[i])) || !read("\":") || !read_number(out[i]))
        return false;
    return true;
  }

 private:
  std::string_view rest_;
};

}  // namespace

std::string_view name_of(RejectCause cause) {
  constexpr std::array<std::string_view, reject_cause_count> names{"invalid", "declined", "no_road", "other_type",
                                                                   "no_room"};
  return names[static_cast<std::size_t>(cause)];
}

RejectCause cause_of_reject(const Rules& rules, const Land& land, const Request& request) {
  // A building on cells that roads can reach can have one: see reachable().
  if (any_site(land, request, land.empty() - reachable(land))) return RejectCause::declined;
  Sites sites;
  sites.find(land, request);
  if (!sites.none()) {
    const std::vector<Site> list = rules.road_access == RoadAccess::near_edge ? sites.list() : std::vector<Site>();
    return std::any_of(list.begin(), list.end(),
                       [&](Site site) { return has_access(rules, land, building_at(land, request, site)); })
               ? RejectCause::declined
               : RejectCause::no_road;
  }
  // The same land with roads in place of all that stands there, which no building minds to touch.
  Land roads(land.side());
  roads.place(Kind::road, land.grid().all() - land.empty());
  return any_site(roads, request) ? RejectCause::other_type : RejectCause::no_room;
}

std::string course_text(const Course& course) {
  const auto counts = [](const auto& things, const auto& values) {
    std::string out;
    for (std::size_t i = 0; i < things.size(); ++i)
      out += fmt::format(R"({}"{}":{})", i > 0 ? "," : "", name_of(things[i]), values[i]);
    return out;
  };
  return fmt::format(R"({{"every":{},"scores":[{}],"cells":{{{}}},"rejects":{{{}}}}})", Course::step,
                     fmt::join(course.scores, ","), counts(all_kinds, course.cells),
                     counts(all_causes, course.rejects));
}

// A summary reads a million of these texts, for which a parser of any JSON takes too long.
std::optional<Course> course_of(std::string_view text) {
  Course course;
  Reader reader(text);
  int every = 0;
  if (!reader.read("{\"every\":") || !reader.read_number(every) || every != Course::step ||
      !reader.read(",\"scores\":["))
    return std::nullopt;
  while (!reader.read("]")) {
    if (!course.scores.empty() && !reader.read(",")) return std::nullopt;
    if (!reader.read_number(course.scores.emplace_back())) return std::nullopt;
  }
  const bool whole = reader.read(",\"cells\":{") && reader.read_counts(all_kinds, course.cells) &&
                     reader.read("},\"rejects\":{") && reader.read_counts(all_causes, course.rejects) &&
                     reader.read("}}") && reader.at_end();
  return whole ? std::optional(course) : std::nullopt;
}

}  // namespace pentocity::match
