#include "pentocity/match/course.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "pentocity/game/roads.hpp"
#include "pentocity/game/sites.hpp"
#include "pentocity/match/json_cells.hpp"

namespace pentocity::match {
namespace {

constexpr std::array<std::string_view, reject_cause_count> cause_names{"invalid", "declined", "no_road", "other_type",
                                                                       "no_room"};

bool any_site(const Land& land, const Request& request, const LandBoard& excluded = {}) {
  const auto& rotations = request.rotations();
  return std::any_of(rotations.begin(), rotations.end(), [&](const Cells& rotation) {
    return legal_sites(land, request.type(), rotation, excluded).any();
  });
}

// Reads the numbers of these names, in this order; false if one is missing.
template <class Names, class Name>
bool read_counts(const nlohmann::json& json, const Names& names, Name name, auto& out) {
  for (std::size_t i = 0; i < names.size(); ++i) {
    const auto count =
        json.is_object() ? int_of_json(json.value(std::string(name(names[i])), nlohmann::json())) : std::nullopt;
    if (!count) return false;
    out[i] = *count;
  }
  return true;
}

}  // namespace

std::string_view name_of(RejectCause cause) { return cause_names[static_cast<std::size_t>(cause)]; }

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
  const auto counts = [](const auto& names, auto name, const auto& values) {
    std::string out;
    for (std::size_t i = 0; i < names.size(); ++i)
      out += fmt::format(R"({}"{}":{})", i > 0 ? "," : "", name(names[i]), values[i]);
    return out;
  };
  return fmt::format(R"({{"every":{},"scores":[{}],"cells":{{{}}},"rejects":{{{}}}}})", Course::step,
                     fmt::join(course.scores, ","),
                     counts(
                         all_kinds, [](Kind kind) { return name_of(kind); }, course.cells),
                     counts(
                         cause_names, [](std::string_view name) { return name; }, course.rejects));
}

std::optional<Course> course_of(const std::string& text) {
  if (text.empty()) return std::nullopt;
  const nlohmann::json json = parse_json(text);
  if (!json.is_object() || int_of_json(json.value("every", nlohmann::json())) != Course::step) return std::nullopt;
  Course course;
  const nlohmann::json scores = json.value("scores", nlohmann::json());
  if (!scores.is_array()) return std::nullopt;
  for (const auto& score : scores) {
    const auto value = int_of_json(score);
    if (!value) return std::nullopt;
    course.scores.push_back(*value);
  }
  if (!read_counts(
          json.value("cells", nlohmann::json()), all_kinds, [](Kind kind) { return name_of(kind); }, course.cells) ||
      !read_counts(
          json.value("rejects", nlohmann::json()), cause_names, [](std::string_view name) { return name; },
          course.rejects))
    return std::nullopt;
  return course;
}

}  // namespace pentocity::match
