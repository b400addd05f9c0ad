#include <spawn.h>
#include <sys/wait.h>

#include <cerrno>
#include <cstring>
#include <set>

#include "pentocity/audit/audit.hpp"
#include "pentocity/results/secret_file.hpp"
#include "player_arguments.hpp"
#include "summary_output.hpp"

namespace pentocity::app {
namespace {

namespace fs = std::filesystem;

struct ArchiveArguments {
  std::string folder, config, out;
  std::vector<std::string> others;
};

fs::path whole(const fs::path& path) {
  const fs::path out = fs::absolute(path).lexically_normal();
  return out.has_filename() ? out : out.parent_path();
}

// Adds what a player or sequencer of a config in `folder` needs, unless it is built in or installed on the machine.
void add_files(const Origin& origin, const fs::path& folder, std::set<fs::path>& out) {
  std::vector<SourceText> paths = origin.files;
  if (origin.kind != "player" && origin.kind != "sequencer" && origin.kind != "command") paths.push_back(origin.value);
  for (const SourceText& word : origin.words)
    if (fs::path(word.text).is_relative() && fs::symlink_status(folder / word.text).type() == fs::file_type::regular)
      paths.push_back(word);
  for (const SourceText& path : paths) {
    if (fs::path(path.text).is_absolute())
      path.fail("an archive is unpacked elsewhere, and needs a path that begins in the folder of the config");
    out.insert(whole(folder / path.text));
  }
}

// Tells whether tar did this; what is wrong it says itself.
bool run_tar(std::vector<std::string> words) {
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  pid_t child = 0;
  if (const int error = posix_spawnp(&child, arguments[0], nullptr, nullptr, arguments.data(), environ); error != 0)
    throw UserError("the program tar cannot be started: {}", std::strerror(error));
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) continue;
  return status == 0;
}

// Throws InputError if the results are not those of the config: nobody could check them later.
void check_agreement(const ArchiveArguments& a) {
  const Config config = load_config(a.config, {});
  audit::AuditOptions options{.games = 0};
  options.config = &config;
  const audit::Audit found = audit_results(a.folder, options);
  if (!found.findings.empty())
    throw InputError("{} does not agree with {}: {}", a.folder, a.config,
                     printable(finding_line(found.findings.front())));
}

void archive(const ArchiveArguments& a) {
  const std::string made_by = making_of(summary_of_folder(a.folder), a.folder);
  const fs::path folder = whole(a.folder), config = whole(a.config);
  std::set<fs::path> paths{folder, config};
  for (const std::string& other : a.others) paths.insert(whole(other));
  const YamlNode root = YamlNode::load(a.config);
  if (const auto players = root.find("players"))
    for (const YamlNode& node : players->elements()) add_files(player_origin(node), config.parent_path(), paths);
  for (const YamlNode& node : root.at("sequencers").elements())
    add_files(sequencer_origin(node), config.parent_path(), paths);

  for (const fs::path& path : paths)
    if (fs::is_symlink(path)) throw InputError("{}: is a link: name what it leads to", path.string());
  check_agreement(a);
  const FolderLock lock(a.folder);  // nobody plays meanwhile
  // What lies in another one's folder comes with that.
  std::erase_if(paths, [&](fs::path path) {
    while (path != path.parent_path())
      if (paths.contains(path = path.parent_path())) return true;
    return false;
  });
  fs::path base = folder.parent_path();
  const auto below = [&](const fs::path& path) {
    const fs::path first = *path.lexically_relative(base).begin();
    return first != ".." && first != ".";
  };
  while (!std::ranges::all_of(paths, below)) base = base.parent_path();
  const auto name = [&](const fs::path& path) { return path.lexically_relative(base).string(); };

  constexpr const char* note = "archive.txt";
  Folder(a.folder).write(
      note,
      fmt::format(
          "made by: {}{}\non {}, archived {}\n\nWith that commit of Pentocity, in the folder where this is unpacked, "
          "the "
          "first of these commands checks\nthe results and plays the games again, and the second plays them anew:\n"
          "pentocity audit {} --config {}\npentocity run {} --out again\n",
          made_by,
          made_by.find("-changed") == made_by.npos ? ""
                                                   : "\n(a program that was built from other files than its commit's)",
          machine_text(), today(), shell_word(name(folder)), shell_word(name(config)), shell_word(name(config))),
      OnDisk::later);
  const std::string unfinished = a.out + ".tmp";
  std::vector<std::string> words{
      "tar",           "--create",  "--gzip",          "--file=" + unfinished,         "--force-local",
      "--owner=0",     "--group=0", "--numeric-owner", "--directory=" + base.string(), "--anchored",
      "--no-wildcards"};
  for (const char* left_out : {".lock", secret_file}) words.push_back("--exclude=" + name(folder / left_out));
  words.emplace_back("--");
  std::ranges::transform(paths, std::back_inserter(words), name);
  if (!run_tar(words)) {
    fs::remove(unfinished);
    throw UserError("tar has failed, and there is no archive");
  }
  fs::rename(unfinished, a.out);
  fmt::print("{}: {:.1f} MB, with {}\n", a.out, static_cast<double>(fs::file_size(a.out)) / 1e6,
             fmt::join(std::span(words).last(paths.size()), ", "));
}

}  // namespace

void add_archive(const Command& app) {
  const auto [command, a] =
      app.command(archive, "archive", "Pack results and what is needed to check them in a year into one file");
  command.file("folder DIR", a.folder, "Results folder, as `pentocity run` writes it");
  command
      .file("--config CONFIG.yaml", a.config,
            "The config that was played, whose players' and sequencers' files are packed")
      .required();
  command.file("-o,--out FILE", a.out, "File to write, such as cup.tar.gz").required();
  command.file("--with FILE", a.others,
               "Other files or folders to pack, such as sources of players, data, or Pentocity's own source");
  command.footer({"pentocity archive results/quickstart --config configs/quickstart.yaml --out quickstart.tar.gz"},
                 "All keep their places relative to each other, and archive.txt in the results folder says how it is "
                 "checked. A secret "
                 "that has not been published is left out. docs/how-to/archive.md has the whole way.");
}

}  // namespace pentocity::app
