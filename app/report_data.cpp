#include "report_data.hpp"

#include <sodium.h>

#include <nlohmann/json.hpp>

#include "pentocity/input/user_error.hpp"
#include "pentocity/web/fill_page.hpp"
#include "pentocity/web/report_page.hpp"

namespace pentocity::app {

using namespace tournament;
using namespace web;

std::string base64(std::string_view bytes) {
  constexpr int variant = sodium_base64_VARIANT_ORIGINAL;
  std::string out(sodium_base64_encoded_len(bytes.size(), variant), '\0');
  sodium_bin2base64(out.data(), out.size(), reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size(),
                    variant);
  out.pop_back();  // the zero at the end
  return out;
}

std::string games_json(const Showcase& showcase, bool live) {
  auto games = nlohmann::ordered_json::array();
  for (const auto& [file, game, trace] : showcase.games)
    games.push_back({{"file", file},
                     {"player", game.player},
                     {"sequencer", game.sequencer},
                     {"seed", game.seed ? nlohmann::ordered_json(*game.seed) : nlohmann::ordered_json()},
                     {"repeat", game.repeat},
                     {"status", name_of(game.status)},
                     {"score", game.score},
                     {"trace", base64(trace)}});
  const nlohmann::ordered_json out = {
      {"format", "pentocity-games/1"}, {"live", live}, {"left_out", showcase.left_out}, {"games", std::move(games)}};
  return out.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

std::string run_json(const std::string& name, const std::string& date, const nlohmann::ordered_json& bounds) {
  const nlohmann::ordered_json out = {{"format", "pentocity-run/1"},
                                      {"name", name},
                                      {"date", date.empty() ? nlohmann::ordered_json() : nlohmann::ordered_json(date)},
                                      {"bounds", bounds}};
  return out.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

std::string report_html(std::string_view summary, std::string_view games, std::string_view run,
                        std::string_view beside) {
  if (report_page().empty())
    throw UserError(
        "this program has no report page: it was built without Node.js and npm, or without a network to fetch esbuild; "
        "install nodejs and npm (scripts/install-dependencies web) and build it anew");
  return fill_page(report_page(), {{"summary", summary}, {"games", games}, {"run", run}, {"beside", beside}});
}

}  // namespace pentocity::app
