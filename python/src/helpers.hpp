#pragma once
// A set of sites that Python holds.

#include <memory>
#include <utility>

#include "pentocity/helpers/sites.hpp"

namespace pentocity::python {

/// The sites of a search, while it calls the function that chooses; or those of an object of its own.
struct PySites {
  struct Kept {
    Kept(const Land& at, Request asked) : land(at), request(std::move(asked)) {}
    Land land;
    Request request;
    Sites sites;
  };

  /// Sites with copies of the land and the request.
  static PySites own(const Land& at, const Request& asked, const LandBoard& excluded);

  Sites* sites = nullptr;
  const Land* land = nullptr;
  const Request* request = nullptr;
  std::shared_ptr<Kept> kept = {};
};

}  // namespace pentocity::python
