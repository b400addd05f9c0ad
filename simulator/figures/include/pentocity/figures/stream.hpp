#pragma once
// What a request stream is like: what is asked for how often, and in which order.

#include <map>
#include <nlohmann/json.hpp>

#include "pentocity/game/request.hpp"

namespace pentocity::figures {

/// The name of a request, the same however it is turned: such as `residence F`, with an apostrophe if it is the mirror
/// image of what docs/reference/shapes.md draws under that letter, or `factory 2x3`, the shorter side first.
/// Throws std::invalid_argument if the request is not proper.
std::string request_name(const Request& request);

/// Requests one after the other that have something in common.
struct Runs {
  double mean = 0;  ///< requests in one
  int longest = 0;
};

/// Figures of one stream. Requests of one name are equal.
struct StreamFigures {
  std::string sequencer;
  int requests = 0;
  double factories = 0;                 ///< share of all requests, from 0 to 1
  std::optional<double> factory_cells;  ///< cells of a factory, on average; none without factories
  Runs of_type, of_equal;               ///< requests for one type of building, and equal requests
  /// Turns from a request to the next equal one, on average over all that have such; none if no request came twice.
  std::optional<double> distance;
  double entropy = 0;                    ///< of the shares, in bits per request; the order of requests has no say in it
  std::map<std::string, double> shares;  ///< by name, from 0 to 1
};

/// The figures of these requests, of which there is at least one. Throws std::invalid_argument if one is not proper.
StreamFigures stream_figures(const std::string& sequencer, const std::vector<Request>& requests);

/// A table with a column for each stream, and lines for the requests that are the most frequent over all of them.
/// @param width columns of the terminal; streams that do not fit stand below
std::string table_text(const std::vector<StreamFigures>& streams, std::size_t width);

/// All figures as JSON, format pentocity-streams/1 (docs/reference/formats.md).
nlohmann::ordered_json to_json(const std::vector<StreamFigures>& streams);

}  // namespace pentocity::figures
