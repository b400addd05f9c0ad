#include <algorithm>
#include <stdexcept>
#include <vector>

#include "pentocity/web/pages.hpp"

namespace pentocity::web {
namespace {

struct Place {
  std::size_t at, length;
  std::string_view value;
};

Place place_of(std::string_view page, std::string_view name, std::string_view value) {
  const std::string mark = "@" + std::string(name) + "@";
  const auto at = page.find(mark);
  if (at == std::string_view::npos || page.find(mark, at + 1) != std::string_view::npos)
    throw std::invalid_argument("a page has one place for " + mark);
  return {at, mark.size(), value};
}

}  // namespace

std::string fill_page(std::string_view page,
                      std::initializer_list<std::pair<std::string_view, std::string_view>> values) {
  // All places are found before anything is put in: data may hold what looks like a place.
  std::vector<Place> places;
  for (const auto& [name, value] : values) places.push_back(place_of(page, name, value));
  std::sort(places.begin(), places.end(), [](const Place& a, const Place& b) { return a.at < b.at; });
  std::string out;
  std::size_t done = 0;
  for (const Place& place : places) {
    out += page.substr(done, place.at - done);
    // '<' begins all that means something to HTML here, and in JSON it stands in strings only.
    for (const char c : place.value) {
      if (c == '<')
        out += "\\u003c";
      else
        out += c;
    }
    done = place.at + place.length;
  }
  return out += page.substr(done);
}

}  // namespace pentocity::web
