#pragma once
// The pages of `pentocity site` that are not those of other commands.

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "hall_of_fame.hpp"
#include "pentocity/packing/puzzle.hpp"

namespace pentocity::app {

/// Contents of files by their paths, relative to the folder of a site.
using SiteFiles = std::map<std::string, std::string>;

/// A tournament with a report page.
struct SiteTournament {
  std::string name, date;  ///< the date as YYYY-MM-DD; empty if it is not known
  std::string file;        ///< path of its report page
  /// Those of the first rank, which is by the mean score, and in a league by the rating; empty if nobody has a rank.
  std::vector<std::string> winners;
  double mean = 0;  ///< of the winner
  std::size_t players = 0, games = 0;
};

/// A puzzle with a picture of a solution.
struct SitePuzzle {
  packing::Puzzle puzzle;
  std::string svg;
  std::string solutions, unique;  ///< numbers in decimal digits
};

/// A picture for the first page.
struct SiteTown {
  std::string svg, player, sequencer;
  int side = 0, score = 0;
};

/// What a site shows.
struct Site {
  bool playground = false;                  ///< is there the page playground.html?
  bool documentation = false;               ///< is there the page documentation/index.html?
  std::vector<SiteTournament> tournaments;  ///< the latest first
  std::vector<HallClass> hall_of_fame;      ///< none: the site has no hall of fame
  std::vector<SitePuzzle> puzzles;
  std::optional<SiteTown> town;
};

/// The pages index.html, puzzles.html and, if there is one, hall-of-fame.html, with the pictures in them. They have
/// relative links only, to each other, to gerrymander.html and to the pages that `site` names.
SiteFiles site_pages(const Site& site);

}  // namespace pentocity::app
