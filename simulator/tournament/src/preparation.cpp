#include "pentocity/tournament/preparation.hpp"

#include <fmt/format.h>

#include "pentocity/input/shell_word.hpp"
#include "pentocity/results/secret_file.hpp"
#include "pentocity/tournament/commitment.hpp"
#include "run_parts.hpp"

namespace pentocity::tournament {

namespace {

// Calls `use` for each player and each sequencer that has a process of its own.
template <class Use>
void for_each_isolated(const Config& config, const Use& use) {
  const auto look = [&](const auto& entries) {
    for (const auto& entry : entries)
      if (entry.isolated && entry.entrant) use(entry);
  };
  look(config.players);
  look(config.sequencers);
}

bool any_isolated(const Config& config) {
  bool any = false;
  for_each_isolated(config, [&](const auto&) { any = true; });
  return any;
}

// Uses the secret if there is one already: by its file, or in the folder.
void look_for_secret(Config& config, const RunOptions& options, const RunFiles& files) {
  const results::Folder folder(options.folder);
  const bool by_file = !files.secret.empty() && std::filesystem::exists(files.secret);
  if (!by_file && (options.fresh != results::Fresh::no || !folder.has(results::secret_file))) return;
  const match::Draw draw = results::read_draw(by_file ? files.secret : folder.path_of(results::secret_file));
  if (folder.has(results::commitment_file))
    config.use(draw.secret());  // keep_promises() has said how requests follow from it
  else
    config.use(draw);
}

void prepare_secret(Config& config, const RunOptions& options, const RunFiles& files) {
  for (const entrants::PlayerEntry& player : config.players)
    if (!player.built_in && !player.isolated && !player.portable)
      warn(options, fmt::format("'{}' plays within Pentocity, and can read the secret", player.name));
  if (const auto same = same_draws(config.sequencers))
    warn(options,
         fmt::format("sequencers '{}' and '{}' are the same, and so are their requests: players may know the second "
                     "ones",
                     same->first, same->second));
  const bool fresh = options.fresh != results::Fresh::no;
  const bool revealed = results::Folder(options.folder).has(results::revealed_file) && !fresh;
  config.use(results::secret_for_run(
      {options.folder, files.secret, fresh, options.shard.count > 1, config.schedule.derivation}));
  const std::string& commitment = *config.schedule.commitment;
  warn(options, revealed ? fmt::format("the secret of {} has been revealed: whoever knows it can compute the requests; "
                                       "commitment {}",
                                       options.folder, commitment)
                         : fmt::format("the requests are drawn from a secret, which `pentocity reveal {}` shows after "
                                       "the games; commitment {}",
                                       shell_word(options.folder), commitment));
}

void require_all_play(const Config& config) {
  for (const entrants::PlayerEntry& player : config.players) require_plays(player, config.schedule.rules);
}

// Whether a run begins, and does not go on.
bool begins(const RunOptions& options) {
  return options.fresh != results::Fresh::no || !std::filesystem::exists(options.folder + "/results.sqlite");
}

}  // namespace

void check_hosting(const Config& config, const Tell& tell) {
  if (!any_isolated(config)) return;
  check_confinement(*config.hosting.confinement);
  if (!tell) return;
  for_each_isolated(config, [&](const auto& entry) {
    for (const std::string& path : entry.withheld)
      tell(
          fmt::format("'{}': its command names {}, which its process does not see: what it needs of that stands under "
                      "`files` in its entry of the config",
                      entry.name, path));
  });
}

void tell_gaps(const Config& config, const Tell& tell) {
  if (!any_isolated(config) || !tell) return;
  for (const std::string& lack : isolation::missing_confinement())
    tell("a player in a process of its own is not confined completely: " + lack);
}

void admit(const Config& config, const Tell& tell) {
  check_hosting(config, tell);
  tell_gaps(config, tell);
  require_all_play(config);
}

bool has_rivals(const Config& config) {
  return config.schedule.commitment || config.hosting.confinement->require == match::Require::all ||
         std::ranges::count(config.players, false, &entrants::PlayerEntry::built_in) > 1;
}

void hide_written(const Config& config, const std::string& path) {
  const auto own = std::filesystem::absolute(path).lexically_normal().string();
  config.hosting.confinement->hidden.push_back(own);
  config.hosting.confinement->kept->unwatch_around(own);
}

void prepare_games(Config& config, const RunOptions& options, const RunFiles& files, bool look) {
  if (!config.schedule.commitment && !files.secret.empty())
    throw InputError(
        "--secret: goes with `seed: secret`, but the config has a seed that everybody knows: add --seed secret, or "
        "leave --secret out");
  // run_games() says it, too, but after a secret has been replaced.
  const std::string removed = removed_by(options.fresh, options.folder, config.schedule);
  if (look && !removed.empty()) warn(options, "if this is run: " + removed);
  for (const std::string& line : keep_promises(config, options, files)) warn(options, line);
  const bool secret = config.schedule.commitment.has_value();
  if (look) {
    if (secret) look_for_secret(config, options, files);
    return;
  }
  if (!files.secret.empty())
    config.hosting.confinement->hidden.push_back(std::filesystem::absolute(files.secret).string());
  check_hosting(config, options.warn);
  const bool rivals = has_rivals(config);
  if (rivals) tell_gaps(config, options.warn);
  require_all_play(config);
  if (secret)
    prepare_secret(config, options, files);
  else if (rivals && !std::ranges::all_of(config.players, &entrants::PlayerEntry::built_in) && begins(options))
    warn(options,
         "players that are not built in can compute the requests from a seed that is not secret; `seed: secret` "
         "prevents that");
  // Where they have none, tell_gaps() has said so.
  if (any_isolated(config) && isolation::control_group_obstacle().empty())
    warn(options, "players in processes of their own have a control group each");
}

}  // namespace pentocity::tournament
