#include <map>
#include <stdexcept>

#include "pentocity/web/pages.hpp"

namespace pentocity::web {
std::string fill_page(std::string_view page,
                      std::initializer_list<std::pair<std::string_view, std::string_view>> values) {
  // All places are found before anything is put in: data may hold what looks like a place.
  std::map<std::size_t, std::pair<std::size_t, std::string_view>> places;  // by their begin: end, and what comes there
  for (const auto& [name, value] : values) {
    const std::string mark = "@" + std::string(name) + "@";
    const auto begin = page.find(mark);
    if (begin == page.npos || page.find(mark, begin + 1) != page.npos)
      throw std::invalid_argument("a page has one place for " + mark);
    places[begin] = {begin + mark.size(), value};
  }
  std::string out;
  std::size_t done = 0;
  for (const auto& [begin, place] : places) {
    out += page.substr(done, begin - done);
    // '<' begins all that means something to HTML here, and in JSON it stands in strings only.
    for (const char c : place.second)
      if (c == '<')
        out += "\\u003c";
      else
        out += c;
    done = place.first;
  }
  return out += page.substr(done);
}

}  // namespace pentocity::web
