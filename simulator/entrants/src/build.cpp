#include "pentocity/entrants/build.hpp"

#include <fmt/format.h>
#include <sodium.h>

#include <algorithm>
#include <filesystem>

#include "pentocity/input/user_error.hpp"
#include "pentocity/isolation/session.hpp"
#include "pentocity/match/remote.hpp"

namespace pentocity::entrants {
namespace {

namespace fs = std::filesystem;
using isolation::Session, isolation::WardenSetup;

// Copies the folder, runs the command, the words after the folder, in the copy, and prints the files there. Two lines
// say how far it is. A file is a line `x` or `-`, whether it can be executed, its path in Base64, and its contents in
// lines of Base64 up to a line `.`. The last line is `end`. What the command prints goes where standard error goes.
constexpr const char* box_script = R"(echo begins
cp -R "$1" "$TMPDIR/build" && cd "$TMPDIR/build" || exit
echo copied
shift
"$@" </dev/null >&2 || exit
find . -type f -exec sh -c 'for file; do
  if [ -x "$file" ]; then echo x; else echo -; fi
  printf %s "$file" | base64 -w 0; echo
  base64 -w 900000 "$file"; echo .
done' sh {} +
echo end)";

// What the script prints is what the author's command lets it print.
class Reader {
 public:
  explicit Reader(Session& session) : session_(session) {}

  FileTree files() {
    FileTree out;
    for (int i = 0; i < 2; ++i) session_.ask("");
    std::size_t files = 0;
    for (std::string line = session_.ask(""); line != "end"; line = session_.ask("")) {
      count(++files);
      const std::string path = path_of(session_.ask(""));
      FileInTree& file = out[path] = {.contents = {}, .executable = line == "x"};
      for (std::string part = session_.ask(""); part != "."; part = session_.ask("")) {
        if (part.empty()) throw InputError("its files could not be read");
        file.contents += bytes_of(part);
        bytes_ += std::max<std::size_t>(1, part.size() / 4 * 3);
        count(files);
      }
    }
    for (const auto& [path, file] : out)
      for (fs::path above = fs::path(path).parent_path(); !above.empty(); above = above.parent_path())
        if (out.contains(above.string())) throw InputError("it left '{}' as a file and as a folder", above.string());
    return out;
  }

 private:
  void count(std::size_t files) const {
    if (files > max_tree_files || bytes_ > max_tree_bytes)
      throw InputError("it left more than {} files or {} MiB", max_tree_files, max_tree_bytes >> 20);
  }

  static std::string bytes_of(const std::string& line) {
    auto bytes = bytes_of_base64(line);
    if (!bytes) throw InputError("its files could not be read");
    return std::move(*bytes);
  }

  static std::string path_of(const std::string& line) {
    const std::string name = bytes_of(line);
    check_tree_path(name);
    const fs::path path = fs::path(name).lexically_normal();
    if (path.empty() || path == "." || path.is_absolute() || *path.begin() == ".." || !path.has_filename() ||
        has_unseen(path.string()))
      throw InputError("it left a file of the name '{}'", path.string());
    return path.string();
  }

  Session& session_;
  std::size_t bytes_ = 0;
};

std::string clause_of(const match::ParticipantFailed& failed, const match::Limits& limits) {
  const std::string_view why = failed.what();
  if (why == "cpu") return fmt::format("it used more than {} s of CPU time", limits.time);
  if (failed.status == match::Status::timeout) return fmt::format("it took longer than {} s", limits.game_wall);
  if (why == "memory")
    return fmt::format("its processes and files held more than {} GiB of memory", build_memory_limit >> 30);
  if (why == "processes") return "it had more than 512 processes and threads at a time";
  if (why.starts_with("exit:")) return fmt::format("it ended with exit code {}", why.substr(5));
  return fmt::format("it ended early ({})", why);
}

}  // namespace

std::optional<std::string> bytes_of_base64(const std::string& text) {
  std::string out(text.size(), '\0');
  std::size_t size = 0;
  if (sodium_base642bin(reinterpret_cast<unsigned char*>(out.data()), out.size(), text.data(), text.size(), nullptr,
                        &size, nullptr, sodium_base64_VARIANT_ORIGINAL) != 0)
    return std::nullopt;
  out.resize(size);
  return out;
}

void check_tree_path(const std::string& path) {
  const auto fits = [](const fs::path& name) { return name.native().size() <= longest_tree_name; };
  if (path.size() > longest_tree_path || !std::ranges::all_of(fs::path(path), fits))
    throw InputError("'{:.100}...': a path may have {} bytes, and a name in it {}", path, longest_tree_path,
                     longest_tree_name);
}

Built build_in_box(const BuildOrder& order) {
  WardenSetup setup;
  setup.confinement = std::make_shared<isolation::Confinement>();
  match::Limits& limits = setup.confinement->limits;
  limits.time = order.cpu_limit;
  limits.move_wall = limits.handshake = limits.game_wall = 2 * order.cpu_limit;
  limits.memory = build_memory_limit;
  isolation::add_program(setup, "/bin/sh", false);
  isolation::add_own(setup, order.folder);
  setup.support.insert(setup.support.end(), order.support.begin(), order.support.end());
  std::vector<std::string> words{"sh", "-c", box_script, "sh", order.folder};
  words.insert(words.end(), order.command.begin(), order.command.end());
  setup.participant = {{"role", "player"}, {"command", words}};
  Built out;
  Session session(std::make_shared<isolation::WardenPool>(setup));
  try {
    out.files = Reader(session).files();
    session.close("", 1);
  } catch (const match::ParticipantFailed& failed) {
    out.failure = clause_of(failed, limits);
  } catch (const match::UnreadableAnswer&) {
    out.failure = "its files could not be read";
  } catch (const InputError& error) {
    out.failure = error.what();
  }
  out.said = session.errors();
  return out;
}

}  // namespace pentocity::entrants
