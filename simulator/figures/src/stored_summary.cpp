#include "pentocity/figures/stored_summary.hpp"

#include <utility>

#include "pentocity/results/columns.hpp"

namespace pentocity::figures {

Summary summary_of(const results::Store& store, SummaryConfig config,
                   const std::function<bool(const results::GameId&)>& covers) {
  SummaryBuilder builder(std::move(config));
  results::RowDigest digest;
  store.for_each([&](const results::StoredGame& game) {
    if (covers && !covers(game.id)) return;
    builder.add(game.row);
    digest.add(game.row, store.key_of(game.id));
  });
  Summary out = builder.summary();
  out.digest = digest.hex();
  return out;
}

Summary summary_of(const results::Store& store) { return summary_of(store, summary_config(store.schedule())); }

Summary summary_of_folder(const std::string& folder) {
  return summary_of(results::Store(folder, results::read_schedule(folder), results::Store::Access::look));
}

}  // namespace pentocity::figures
