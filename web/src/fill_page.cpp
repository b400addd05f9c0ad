#include "pentocity/web/fill_page.hpp"

#include <algorithm>
#include <stdexcept>
#include <vector>

namespace pentocity::web {
namespace {

struct Place {
  std::size_t at, length;
  std::string_view json;
};

Place place_of(std::string_view page, std::string_view name, std::string_view json) {
  const std::string mark = "@" + std::string(name) + "@";
  const auto at = page.find(mark);
  if (at == std::string_view::npos || page.find(mark, at + 1) != std::string_view::npos)
    throw std::invalid_argument("a page has one place for " + mark);
  return {at, mark.size(), json};
}

}  // namespace

std::string fill_page(std::string_view page,
                      std::initializer_list<std::pair<std::string_view, std::string_view>> values) {
  // All places are found before anything is put in: data may hold what looks like a place.
  std::vector<Place> places;
  for (const auto& [name, json] : values) places.push_back(place_of(page, name, json));
  std::sort(places.begin(), places.end(), [](const Place& a, const Place& b) { return a.at < b.at; });
  std::string filled;
  std::size_t done = 0;
  for (const Place& place : places) {
    filled += page.substr(done, place.at - done);
    // '<' begins all that means something to HTML here, and in JSON it stands in strings only.
    for (const char c : place.json) {
      if (c == '<')
        filled += "\\u003c";
      else
        filled += c;
    }
    done = place.at + place.length;
  }
  return filled += page.substr(done);
}

}  // namespace pentocity::web
