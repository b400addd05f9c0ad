#include "pentocity/league/hand_ins.hpp"

#include <fmt/format.h>
#include <sys/stat.h>

#include <boost/algorithm/string/replace.hpp>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <regex>

#include "hand_in.hpp"
#include "league_files.hpp"
#include "pentocity/input/json_text.hpp"

namespace pentocity::league {

using namespace match;

namespace {

namespace fs = std::filesystem;

constexpr const char* kept_folder = "hand-ins";
constexpr const char* last_file = "last.json";
constexpr const char* last_format = "pentocity-hand-in/1";
// Bytes of the text for an author.
constexpr std::size_t longest_text = 64 << 10;

// The beginning of a sentence that may quote what somebody wrote.
std::string shortened(std::string_view text) {
  constexpr std::size_t longest = 1'000;
  return text.size() > longest ? printable(text.substr(0, longest)) + "..." : std::string(text);
}

// Goes through a folder of hand-ins, with the league locked.
class Collector {
 public:
  Collector(const std::string& league, const std::string& hand_ins, const CollectOptions& options)
      : folder_(league),
        options_(options),
        hand_ins_(hand_ins),
        kept_(results::Folder(league).make_folder(kept_folder)),
        league_(read_league(league)),
        makers_(league_, league) {
    kept_.close_to_others();  // nobody reads what another one has handed in
    sequencers_ = makers_.sequencers(league_, league);
  }

  Collected run() {
    for (const std::string& name : hand_ins_.names()) {
      if (!is_hand_in(name)) continue;
      if (options_.interrupted != nullptr && *options_.interrupted) {
        collected_.interrupted = true;
        break;
      }
      try {
        take_up(name);
      } catch (const Interrupted&) {  // of this one nothing has been done
        collected_.interrupted = true;
        break;
      }
    }
    return collected_;
  }

 private:
  // Files, such as those that tell the authors, are none. A link to a folder is one, which will be refused.
  bool is_hand_in(const std::string& name) const {
    const auto status = hand_ins_.status_of(name);
    const bool link = status && S_ISLNK(status->st_mode) && !name.ends_with(".txt");
    return !name.starts_with('.') && (link || (status && S_ISDIR(status->st_mode)));
  }

  // Does what is to be done for a player, and tells its author. Whatever goes wrong with one changes nothing for
  // others.
  void take_up(const std::string& name) {
    HandIn hand_in{.name = printable(name), .good = true, .outcome = {}};
    text_ = fmt::format("{}, collected on {}\n\n", hand_in.name, date_and_time());
    try {
      if (!collect_new(name, hand_in)) {
        ++collected_.unchanged;
        return;
      }
    } catch (const std::exception& error) {  // the machine's fault, or a full disk: the next call tries again
      hand_in.good = false;
      hand_in.outcome = shortened(printable(error.what()));
      text_ += fmt::format("It could not be tried, through no fault of its author: {}\n", hand_in.outcome);
      tell_author(name, hand_in);
      league_ = read_league(folder_);
    }
    ++(hand_in.good ? collected_.good : collected_.bad);
    if (options_.done) options_.done(hand_in);
  }

  // False if nothing has changed.
  bool collect_new(const std::string& name, HandIn& hand_in) {
    std::string digest;
    const std::string own_name = results::file_name_part(name);
    try {
      entrants::check_name({name});
      const results::Folder own = kept_.make_folder(own_name);
      check_whose(name, own);
      entrants::FileTree files = files_handed_in(hand_ins_.folder(name), options_.interrupted);
      digest = digest_of(files);
      if (!options_.again && digest == last_digest(own)) return false;
      hand_in.outcome = join(name, own, std::move(files));
    } catch (const Refused& refused) {
      refuse(name, hand_in, refused);
    } catch (const InputError& error) {
      refuse(name, hand_in, Refused(error.what()));
    }
    tell_author(name, hand_in);
    if (digest.empty()) return true;
    const nlohmann::ordered_json last{
        {"format", last_format}, {"name", name}, {"date", date_and_time()}, {"digest", digest}, {"good", hand_in.good}};
    kept_.folder(own_name).write(last_file, text_of_json(last) + "\n", results::OnDisk::now);
    return true;
  }

  void refuse(const std::string& name, HandIn& hand_in, const Refused& refused) {
    hand_in.good = false;
    hand_in.outcome = shortened(refused.what());
    const LeaguePlayer* there = present(league_, name);
    text_ += fmt::format("{}.\n{}\nIt does not play.{}\n", hand_in.outcome,
                         refused.printed.empty() ? "" : "\nIt printed:\n\n" + refused.printed,
                         there == nullptr ? "" : fmt::format(" Version {} stays in the league.", there->version));
  }

  // Nobody takes the place of a player that was not handed in, such as a yardstick.
  void check_whose(const std::string& name, const results::Folder& own) {
    const LeaguePlayer* there = present(league_, name);
    if (there != nullptr && fs::path(there->folder).parent_path() != fs::canonical(own.path()))
      throw Refused(fmt::format("There is another player '{}': choose another name", name));
  }

  static std::string last_digest(const results::Folder& own) {
    if (!own.has(last_file)) return "";
    const nlohmann::json last = parse_json(own.read(last_file));
    return last.is_object() ? last.value("digest", "") : "";
  }

  // Builds, tries and adds a player. Returns what became of it.
  std::string join(const std::string& name, const results::Folder& own, entrants::FileTree files) {
    const std::string kept = new_folder(name, own);
    const LeagueEntry entry{{}, build(name, kept, std::move(files)), kept};
    bool stays = false;
    try {
      Candidate candidate = candidate_of(entry, league_, makers_, entry_file);
      first_check(candidate.made, league_, sequencers_, options_.games, text_);
      candidate.player.identity = candidate.made.identity();
      const LeagueArrival arrival = add_player(league_, std::move(candidate.player));
      write_league(folder_, league_);
      stays = arrival.change != LeagueArrival::Change::nothing;
      if (!stays) fs::remove_all(kept);
      return told(arrival);
    } catch (const InputError& error) {
      fs::remove_all(kept);
      throw Refused(as_author_knows_it(error.what(), kept));
    } catch (const Refused& refused) {
      fs::remove_all(kept);
      throw Refused(refused.what(), as_author_knows_it(refused.printed, kept));
    } catch (...) {
      if (!stays) fs::remove_all(kept);
      throw;
    }
  }

  // Without where the files are kept, and where in the league's entry something is.
  static std::string as_author_knows_it(const std::string& message, const std::string& kept) {
    static const std::regex place("^player\\.yaml:[0-9]+:[0-9]+: ");
    std::string out = std::regex_replace(message, place, "");
    for (const char* folder : {"/player/", "/./", "/"}) boost::replace_all(out, kept + folder, "");
    return out;
  }

  std::string told(const LeagueArrival& arrival) {
    using Change = LeagueArrival::Change;
    const std::string out = arrival.change == Change::joined        ? "joins"
                            : arrival.change == Change::new_version ? fmt::format("is version {} now", arrival.version)
                            : arrival.change == Change::returned
                                ? fmt::format("is back, as version {}", arrival.version)
                                : fmt::format("is what plays already, as version {}", arrival.version);
    text_ += fmt::format("\nIt plays: {} {}.\n", arrival.name, out);
    return out;
  }

  // A folder for a version; what no version plays from, a killed process has left.
  std::string new_folder(const std::string& name, const results::Folder& own) const {
    std::set<std::string> played;
    for (const LeaguePlayer& player : league_.players)
      if (player.name == name) played.insert(player.folder);
    const std::string all = fs::canonical(own.path()).string();
    int number = 1;
    for (const std::string& each : own.names()) {
      const std::string folder = all + "/" + each;
      if (each == last_file) continue;
      if (played.contains(folder))
        number = std::max(number, std::atoi(each.c_str()) + 1);
      else
        fs::remove_all(folder);
    }
    return fmt::format("{}/{:04}", all, number);
  }

  // Writes the files and what is built of them. Returns the player's entry.
  std::string build(const std::string& name, const std::string& kept, entrants::FileTree files) {
    const BuildPlan plan = plan_build(files, name, options_.package);
    text_ += fmt::format("Language: {}\n", plan.language);
    write_tree(kept, files);
    if (!plan.build.empty()) {
      entrants::Built built = entrants::build_in_box({.folder = kept,
                                                      .command = plan.build,
                                                      .support = options_.package_folders,
                                                      .cpu_limit = options_.build_limit});
      fs::remove_all(kept);
      if (!built.failure.empty())
        throw Refused("The build failed: " + built.failure, printable_lines(built.said, 50, 10));
      text_ += "Built.\n";
      files = std::move(built.files);
      write_tree(kept, files);
    }
    nlohmann::json entry = parse_json(plan.entry(files));
    entry["name"] = name;
    return text_of_json(entry);
  }

  // The text file beside the folder. A link there is replaced, and not followed.
  void tell_author(const std::string& name, HandIn& hand_in) const {
    try {
      results::NewFile file(hand_ins_, name + ".txt");
      // It may quote the sources.
      if (const auto status = hand_ins_.status_of(name); status && S_ISDIR(status->st_mode))
        file.make_for_readers_of(*status);
      file.append(text_.size() > longest_text ? text_.substr(0, longest_text) + "...\n" : text_);
      file.finish(results::OnDisk::later);
    } catch (const UserError& error) {
      hand_in.good = false;
      hand_in.outcome += fmt::format("; {}", error.what());
    }
  }

  const std::string& folder_;
  const CollectOptions& options_;
  results::Folder hand_ins_, kept_;
  League league_;
  LeagueMakers makers_;
  std::vector<entrants::SequencerEntry> sequencers_;
  std::string text_;  ///< for the author of the player that is taken up
  Collected collected_;
};

void check_folders(const std::string& league, const std::string& hand_ins) {
  if (!is_league(league)) read_league(league);  // which throws
  if (!fs::is_directory(hand_ins)) throw InputError("there is no folder '{}' with what is handed in", hand_ins);
  const fs::path own = fs::canonical(league), theirs = fs::canonical(hand_ins);
  if (isolation::is_below(own, theirs) || isolation::is_below(theirs, own))
    throw InputError("'{}' and the league's folder '{}' lie in each other: keep them apart", hand_ins, league);
}

}  // namespace

Collected collect(const std::string& league, const std::string& hand_ins, const CollectOptions& options) {
  check_folders(league, hand_ins);
  if (!isolation::makes_boxes())
    throw UserError(
        "this machine makes no boxes, and what is handed in is built in boxes only: install bubblewrap, and "
        "see the lines `open` of `pentocity check player naive`");
  const results::FolderLock lock(league);
  if (read_league(league).isolation == match::Isolation::none)
    throw InputError("{}: plays with `isolation: none`, which is not for what others hand in", league);
  return Collector(league, hand_ins, options).run();
}

}  // namespace pentocity::league
