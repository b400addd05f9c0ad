#include "pentocity/tournament/merge.hpp"

#include <fmt/format.h>

#include "greatest_losses.hpp"
#include "pentocity/results/columns.hpp"
#include "pentocity/results/secret_file.hpp"
#include "pentocity/tournament/commitment.hpp"

namespace pentocity::tournament {

using namespace match;

namespace {

namespace fs = std::filesystem;

// Adds entrants that are not there yet.
void join(std::vector<match::EntrantId>& all, const std::vector<match::EntrantId>& more, const std::string& folder) {
  for (const match::EntrantId& entrant : more) {
    const auto same = std::ranges::find(all, entrant.name, &match::EntrantId::name);
    if (same == all.end())
      all.push_back(entrant);
    else if (same->identity != entrant.identity)
      throw InputError("{}: '{}' is not what the other folders have under this name", folder, entrant.name);
  }
}

// A folder of results, and the schedule by which its games are read.
struct Part {
  std::string folder;
  results::Schedule schedule;
  std::size_t left_out = 0;  ///< how many games of players that are disqualified the folder's own schedule has

  results::Store store() const { return {folder, schedule, results::Store::Access::look}; }
};

results::Schedule joined(const std::vector<Part>& parts) {
  results::Schedule all = parts.front().schedule;
  for (const Part& part : std::span(parts).subspan(1)) {
    const auto& folder = part.folder;
    const results::Schedule& schedule = part.schedule;
    if (schedule.commitment && all.commitment && schedule.commitment != all.commitment)
      throw InputError(
          "{}: its requests were drawn from another secret than those of {} (commitment {}, not {}): give all shards "
          "the same --secret FILE",
          folder, parts.front().folder, *schedule.commitment, *all.commitment);
    if (results::config_hash(schedule) != results::config_hash(all) || schedule.failures != all.failures)
      throw InputError(
          "{}: holds games of another config than {}: {}", folder, parts.front().folder,
          schedule.failures != all.failures ? "failures differ" : results::config_difference(schedule, all));
    if (schedule.repeats() > all.repeats()) {
      all.seeds = schedule.seeds;
      all.secret_repeats = schedule.secret_repeats;
    }
    join(all.players, schedule.players, folder);
    join(all.sequencers, schedule.sequencers, folder);
    all.own_repeats.insert(schedule.own_repeats.begin(), schedule.own_repeats.end());
  }
  return all;
}

// Throws InputError for two rows of one game that differ in a field which is the same each time the game is played.
void require_same(const GameRow& row, const std::string& folder, const GameRow& other,
                  const std::string& other_folder) {
  for (const results::Column& column : results::game_columns())
    if (const std::string a = results::word_of(column.get(row)), b = results::word_of(column.get(other));
        column.digested && a != b)
      throw InputError("{}: contradicts {} on the game of '{}' on '{}', repeat {}: {} is {} here and {} there", folder,
                       other_folder, row.player, row.sequencer, row.repeat, column.name, a, b);
}

// Throws InputError if parts hold different results of one game of the whole schedule.
void check_agreement(const std::vector<Part>& parts, const results::Schedule& all) {
  struct Held {
    std::uint64_t hash;
    std::size_t part;
    results::GameId id;
  };
  std::vector<std::optional<Held>> held(all.games());
  const auto players = results::numbers_of(all.players), sequencers = results::numbers_of(all.sequencers);
  for (std::size_t i = 0; i < parts.size(); ++i)
    parts[i].store().for_each([&](const results::StoredGame& game) {
      std::string fields;
      for (const results::Column& column : results::game_columns())
        if (column.digested) fields += results::word_of(column.get(game.row)) + '\t';
      const Held now{hash_bytes(fields), i, game.id};
      auto& first = held[all.number_of({.player = players.at(game.row.player),
                                        .sequencer = sequencers.at(game.row.sequencer),
                                        .repeat = game.id.repeat})];
      if (!first) first = now;
      if (first->hash == now.hash) return;
      const Part& other = parts[first->part];
      require_same(game.row, parts[i].folder, other.store().games(std::span(&first->id, 1)).front().row, other.folder);
    });
}

// Whether the games were played in lockstep, the same in all parts that have some. Throws InputError if it is not, or
// if in lockstep no part has all players of a stream: they did not play it together.
bool joined_lockstep(const std::vector<Part>& parts) {
  std::optional<bool> lockstep;
  for (const Part& part : parts) {
    const auto its = part.store().lockstep();
    if (lockstep && its && *its != *lockstep)
      throw InputError("{}: its games were played {} lockstep, and those of the other folders were not", part.folder,
                       *its ? "in" : "without");
    if (its) lockstep = its;
  }
  if (!lockstep.value_or(false)) return false;
  using Players = std::map<std::pair<std::string, int>, std::set<std::string>>;  // of each stream
  std::vector<Players> of_parts;
  Players whole;
  for (const Part& part : parts) {
    Players& own = of_parts.emplace_back();
    part.store().for_each(
        [&](const results::StoredGame& game) { own[{game.row.sequencer, game.id.repeat}].insert(game.row.player); }, {},
        results::Store::Read::brief);
    for (const auto& [stream, players] : own) whole[stream].insert(players.begin(), players.end());
  }
  for (const auto& [stream, players] : whole) {
    const auto has_all = [&, &at = stream, &all = players](const Players& own) {
      const auto found = own.find(at);
      return found != own.end() && found->second == all;
    };
    if (std::ranges::none_of(of_parts, has_all))
      throw InputError(
          "the games on '{}', repeat {}, were played in lockstep, but not together: no folder has those of {}",
          stream.first, stream.second, fmt::join(players, " and "));
  }
  return true;
}

// Stores the games of a folder as games of the whole schedule.
void add_games(results::Store& store, const Part& part) {
  constexpr std::size_t batch = 10'000;  // that many rows are held in memory
  const auto players = results::numbers_of(store.schedule().players),
             sequencers = results::numbers_of(store.schedule().sequencers);
  std::vector<results::StoredGame> games;
  part.store().for_each([&](results::StoredGame game) {
    game.id.player = players.at(game.row.player);
    game.id.sequencer = sequencers.at(game.row.sequencer);
    games.push_back(std::move(game));
    if (games.size() < batch) return;
    store.append(games);
    games.clear();
  });
  store.append(games);
}

// Puts the secret of the games into `out`, from the file or else from the folders: the joined run can then go on, and
// be revealed. Returns false if it is in none of them.
bool copy_secret(const std::string& out, const std::vector<std::string>& folders, const results::Schedule& all,
                 const std::string& file, bool fresh) {
  if (!all.commitment) {
    if (!file.empty()) throw InputError("--secret: the games of these folders have open seeds: leave it out");
    return true;
  }
  std::vector<std::string> sources(folders);
  if (!fresh) sources.push_back(out);
  std::optional<Secret> secret;
  const auto take = [&](const std::string& path, const Secret& found) {
    if (found.commitment() != *all.commitment)
      throw InputError("{}: is not the secret that the games were drawn from (commitment {}, not {})", path,
                       found.commitment(), *all.commitment);
    secret = found;
  };
  for (const std::string& folder : sources)
    if (const std::string path = folder + "/" + results::secret_file; results::Folder(folder).has(results::secret_file))
      take(path, results::read_secret(path));
  if (!file.empty()) take(file, results::read_draw(file).secret());
  results::make_folder(out);
  const results::FolderLock lock(out);
  if (fresh) results::Folder(out).remove(results::secret_file);
  if (secret) results::make_secret_file(out + "/" + results::secret_file, *secret);
  return secret.has_value();
}

// What the folders promise, which is the same in all that promise something. Throws InputError if it is not.
template <class Content>
std::optional<Content> promised_by(const std::string& out, const std::vector<std::string>& folders, const char* name,
                                   std::optional<Content> (*of_folder)(const std::string&)) {
  std::optional<Content> promised = of_folder(out);
  std::string first = out;
  for (const std::string& folder : folders)
    if (const auto its = of_folder(folder); its && !promised)
      promised = its, first = folder;
    else if (its && *its != *promised)
      throw InputError("{}: its {} is another one than that of {}", folder, name, first);
  return promised;
}

// The notes of a folder with the games of these parts.
results::FolderNotes joined_notes(results::FolderNotes notes, std::span<const Part> parts, bool lockstep) {
  notes.lockstep = lockstep;
  bool all_traces = true, no_losses = true;
  for (const Part& part : parts) {
    const results::FolderNotes its = part.store().notes();
    all_traces = all_traces && its.all_traces;
    no_losses = no_losses && its.no_losses;
    notes.named_games = std::max(notes.named_games, its.named_games - std::min(its.named_games, part.left_out));
    if (its.date >= notes.date) {
      notes.date = its.date;
      notes.program = its.program;
      notes.machine = its.machine;
    }
  }
  notes.all_traces = notes.all_traces || all_traces;
  notes.no_losses = notes.no_losses || no_losses;
  return notes;
}

// Copies the traces that are to be kept from these folders. Returns those that are in none of them.
std::vector<results::GameId> copy_traces(results::TraceFolder& traces, const std::vector<std::string>& folders) {
  std::vector<results::GameId> wanted = traces.tidy();
  std::erase_if(wanted, [&](const results::GameId& id) {
    return std::ranges::any_of(folders, [&](const std::string& folder) {
      return traces.copy(id, results::Folder(folder).folder(results::traces_folder));
    });
  });
  traces.sync();
  return wanted;
}

}  // namespace

MergeResult merge_results(const std::string& out, const std::vector<std::string>& folders,
                          std::optional<results::TracePolicy> policy, results::Fresh deletion,
                          const std::string& file_of_secret) {
  const bool fresh = deletion != results::Fresh::no;
  const auto disqualified = promised_by(out, folders, results::disqualified_file, results::disqualifications_of_folder);
  const auto allowed = [&](results::Schedule schedule) {
    if (disqualified) results::erase_names(schedule.players, names_of(*disqualified));
    return schedule;
  };
  std::vector<Part> parts;
  for (const std::string& folder : folders) {
    const results::Schedule stored = results::read_schedule(folder);
    results::Schedule schedule = allowed(stored);
    const std::size_t left_out = stored.games() - schedule.games();
    parts.push_back({folder, std::move(schedule), left_out});
    std::error_code none;
    if (fs::equivalent(folder, out, none)) throw InputError("{}: is also the folder to merge into", folder);
  }
  results::Schedule all = joined(parts);
  if (!fresh && fs::exists(out + "/results.sqlite"))
    if (const results::Schedule stored = allowed(results::read_schedule(out));
        results::config_hash(stored) == results::config_hash(all)) {
      all = results::joined(stored, all);
      parts.insert(parts.begin(), Part{out, all});
    }
  std::string removed = results::removed_by(deletion, out, all);
  const auto added = std::span(parts).last(folders.size());
  check_agreement(parts, all);
  const bool lockstep = joined_lockstep(parts);
  const auto commitment = promised_by(out, folders, results::commitment_file, results::commitment_of_folder);
  const auto roster = promised_by(out, folders, results::roster_file, results::roster_of_folder);
  const bool has_secret = copy_secret(out, folders, all, file_of_secret, fresh);
  results::Store store(out, all, fresh ? results::Store::Access::replace : results::Store::Access::add,
                       [&](const results::Schedule& stored) { return results::joined(allowed(stored), all); });
  all = store.schedule();
  store.store_notes(joined_notes(store.notes(), added, lockstep));
  if (commitment) results::Folder(out).write(results::commitment_file, promise_text(*commitment), results::OnDisk::now);
  if (roster) results::Folder(out).write(results::roster_file, promise_text(*roster), results::OnDisk::now);
  if (disqualified)
    results::Folder(out).write(results::disqualified_file, promise_text(*disqualified), results::OnDisk::now);
  // What one of them has published stays published.
  if (has_secret && all.commitment && std::ranges::any_of(folders, [](const std::string& folder) {
        return results::Folder(folder).has(results::revealed_file);
      }))
    results::reveal_secret(out, true);
  const results::TracePolicy kept = results::policy_for(store, policy);
  results::TraceFolder traces(out, all, kept);
  for (const Part& part : added) add_games(store, part);

  std::size_t stored = 0;
  std::vector<std::optional<GameEnd>> ends(all.games());
  store.for_each(
      [&](const results::StoredGame& game) {
        traces.offer(game.id, game.row.status, game.row.score);
        ends[all.number_of(game.id)] = GameEnd{game.row.status, game.row.score, game.row.turns};
        ++stored;
      },
      {}, results::Store::Read::brief);
  // Which rounds were lost by most is known only now: no shard need have recorded them.
  const auto losses = kept == results::TracePolicy::losses ? greatest_losses(all, ends) : std::set<results::GameId>();
  for (const results::GameId& id : losses) traces.keep(id);
  std::vector<results::GameId> lacking = copy_traces(traces, folders);
  const auto of_losses = std::ranges::partition(lacking, [&](const auto& id) { return !losses.contains(id); });
  const std::size_t missing_traces = lacking.size() - record_again(store, of_losses, traces);
  figures::Summary summary = figures::summary_of(store);
  results::Folder(out).write(results::summary_file, figures::json_text(summary), results::OnDisk::now);
  return {.summary = std::move(summary),
          .games = all.scheduled(),
          .stored = stored,
          .missing_traces = missing_traces,
          .removed = std::move(removed),
          .has_secret = has_secret};
}

}  // namespace pentocity::tournament
