#include "hand_in.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "pentocity/entrants/roster.hpp"
#include "pentocity/input/json_text.hpp"
#include "pentocity/input/read_file.hpp"
#include "pentocity/isolation/warden.hpp"
#include "pentocity/match/secret.hpp"

namespace pentocity::league {

using entrants::FileInTree, entrants::FileTree, entrants::max_tree_bytes, entrants::max_tree_files;

namespace {

namespace fs = std::filesystem;
using Words = std::vector<std::string>;

// Folders may lie in each other so deep.
constexpr int deepest = 30;
// Files and folders, those included that are left out.
constexpr std::size_t max_names = 20'000;
// Bytes of player.yaml.
constexpr std::size_t max_entry_bytes = 64 << 10;

bool is_left_out(const std::string& name, int depth) {
  return name.starts_with('.') || name == "__pycache__" ||
         (depth == 0 && (name == "build" || name == "results" || name == "watching"));
}

class TreeReader {
 public:
  explicit TreeReader(const std::atomic<bool>* interrupted) : interrupted_(interrupted) {}

  // Only what is opened from the open folder is read, for its owner may put a link in the place of anything meanwhile.
  void read(const results::Folder& folder, const std::string& prefix, int depth) {
    for (const std::string& name : names_in(folder)) {
      if (interrupted_ != nullptr && *interrupted_) throw Interrupted();
      if (is_left_out(name, depth)) continue;
      const std::string path = prefix + name;
      entrants::check_tree_path(path);
      if (has_unseen(path)) throw InputError("'{}': a name with characters that cannot be shown", path);
      const auto status = folder.status_of(name);
      if (!status) continue;  // removed in this moment
      if (S_ISDIR(status->st_mode)) {
        if (depth == deepest) throw InputError("'{}': folders lie more than {} deep", path, deepest);
        read(folder.folder(name), path + "/", depth + 1);
      } else if (S_ISREG(status->st_mode)) {
        read_file(folder, name, path);
      } else {
        throw InputError("'{}' is {}: hand in files and folders only", path,
                         S_ISLNK(status->st_mode) ? "a link" : "no regular file");
      }
    }
  }

  FileTree files;

 private:
  std::vector<std::string> names_in(const results::Folder& folder) {
    std::vector<std::string> out;
    folder.for_each_name([&](std::string_view name) {
      if (++names_ > max_names)
        throw InputError("there are more than {} files and folders, hidden ones included", max_names);
      out.emplace_back(name);
    });
    std::ranges::sort(out);
    return out;
  }

  void read_file(const results::Folder& folder, const std::string& name, const std::string& path) {
    const File file = folder.open(name, O_RDONLY);
    struct stat status{};
    if (::fstat(file.get(), &status) != 0) throw InputError("'{}' cannot be read", path);
    // What it is one with may be somebody else's.
    if (status.st_nlink > 1) throw InputError("'{}' is one file with another (a hard link): hand in a copy", path);
    if (files.size() == max_tree_files || static_cast<std::size_t>(status.st_size) > max_tree_bytes - bytes_)
      throw InputError("there are more than {} files or {} MiB", max_tree_files, max_tree_bytes >> 20);
    FileInTree& read = files[path];
    read = {.contents = read_open_file(file.get(), path, max_tree_bytes - bytes_),
            .executable = (status.st_mode & S_IXUSR) != 0};
    bytes_ += read.contents.size();
  }

  const std::atomic<bool>* interrupted_;
  std::size_t names_ = 0, bytes_ = 0;
};

// What a language's files are called, the program that it needs, if any, and the package of Debian that has it.
struct Language {
  const char* name;
  Words extensions;
  const char *program, *package;
};
const std::vector<Language> languages{{"Java", {".java"}, "javac", "default-jdk-headless"},
                                      {"C++", {".cpp", ".cc", ".cxx"}, "g++", "g++"},
                                      {"C", {".c"}, "gcc", "gcc"},
                                      {"Rust", {".rs"}, "rustc", "rustc"},
                                      {"JavaScript", {".mjs", ".js", ".cjs"}, "node", "nodejs"},
                                      {"Python", {".py"}, "python3", "python3"},
                                      {"WebAssembly", {".wasm"}, nullptr, nullptr}};

// Tells whether a build finds this program: it sees the system's only.
bool is_of_system(const std::string& program) {
  const char* const path = std::getenv("PATH");
  std::istringstream folders(path == nullptr ? "/usr/bin" : path);
  for (std::string folder; std::getline(folders, folder, ':');)
    if (isolation::is_system_file(folder) && isolation::is_program(fs::path(folder) / program)) return true;
  return false;
}

void require_program(const std::string& program, const std::string& package) {
  if (!is_of_system(program))
    throw UserError("the system has no program '{}': install the package {}", program, package);
}

// The files of a language: of Java anywhere, of others in the folder itself.
Words files_of(const Language& language, const FileTree& files) {
  Words out;
  for (const auto& [path, file] : files) {
    const fs::path name = path;
    if (name.has_parent_path() && language.extensions[0] != ".java") continue;
    if (std::ranges::find(language.extensions, name.extension().string()) != language.extensions.end())
      out.push_back(path);
  }
  return out;
}

const Language& language_of(const FileTree& files) {
  const Language* found = nullptr;
  for (const Language& language : languages) {
    if (files_of(language, files).empty()) continue;
    if (found != nullptr)
      throw InputError("there are files in {} and in {}: a file {} says which of them play", found->name, language.name,
                       entry_file);
    found = &language;
  }
  if (found == nullptr)
    throw InputError("there are no files in Java, C++, C, Rust, JavaScript, Python or WebAssembly, and no file {}",
                     entry_file);
  return *found;
}

// The file that is started: the only one, or the one that is called so.
std::string main_file(const Words& sources, const std::string& name, const Language& language) {
  if (sources.size() == 1) return sources[0];
  for (const std::string& source : sources)
    if (const std::string stem = fs::path(source).stem().string(); stem == "player" || stem == name) return source;
  throw InputError("there are several files in {}: call the one that is started player{}, or say it in a file {}",
                   language.name, language.extensions[0], entry_file);
}

// An entry of a config with all else that is in the folder under `files`.
std::string entry_text(const char* kind, const nlohmann::json& value, const FileTree& files,
                       const std::string& program) {
  std::set<std::string> others;
  for (const auto& [path, file] : files)
    if (path != program) others.insert(fs::path(path).begin()->string());
  nlohmann::json out{{kind, value}};
  if (!others.empty()) out["files"] = others;
  return text_of_json(out);
}

BuildPlan as_command(std::string language, Words build, const Words& command, const std::string& program) {
  return {.language = std::move(language), .build = std::move(build), .entry = [=](const FileTree& built) {
            return entry_text("command", command, built, program);
          }};
}

// A project with CMake, such as `pentocity new player` writes: it makes a plugin or, with --wasm, a portable player.
BuildPlan with_cmake(const std::string& package) {
  require_program("cmake", "cmake");
  constexpr const char* script =
      "cmake $1 -B \"$TMPDIR/cmake\" -D CMAKE_BUILD_TYPE=Release -D CMAKE_PREFIX_PATH=\"$0\" && "
      "cmake --build \"$TMPDIR/cmake\" || exit\n"
      "set -- $(find \"$TMPDIR/cmake\" -maxdepth 1 '(' -name 'lib*.so' -o -name '*.wasm' ')')\n"
      "[ $# = 1 ] && cp \"$1\" \"player.${1##*.}\" || "
      "{ echo \"it builds $# shared libraries and portable players, where one was expected: a file player.yaml says "
      "what "
      "plays\"; exit 1; }";
  const std::string generator = is_of_system("ninja") ? "-GNinja" : "";
  return {.language = "C++, with CMake",
          .build = {"sh", "-c", script, package, generator},
          .entry = [](const FileTree& built) {
            return built.contains("player.wasm") ? std::string(R"({"wasm":"player.wasm"})")
                                                 : entry_text("plugin", "player.so", built, "player.so");
          }};
}

// No path of an author's entry may lead out of the folder, for the host shows what an entry names to the player.
// Programs of the system and interpreters are named by their names: with others the place of their installation would
// be shown.
void check_paths(const entrants::Origin& origin) {
  const auto check = [](const entrants::SourceText& written) {
    const fs::path path = written.text;
    if (path.is_absolute() || std::ranges::find(path, "..") != path.end())
      written.fail(fmt::format("'{}' leads out of the folder that was handed in", written.text));
  };
  if (origin.kind == "player") origin.value.fail("'player' names a built-in player: hand in one of your own");
  if (origin.contribution) origin.contribution->fail("'contribution' is for `pentocity run`");
  check(origin.value);
  for (const auto* list : {&origin.words, &origin.files})
    for (const entrants::SourceText& written : *list) check(written);
  if (origin.words.empty() || origin.words[0].text.find('/') != std::string::npos) return;
  const std::string& word = origin.words[0].text;
  if (word == "python3" || word == "node" || word == "java") return;
  if (!isolation::is_system_file(isolation::find_program(word, "/")))
    origin.words[0].fail(fmt::format("there is no program '{0}' in /usr/bin; './{0}' is one in the folder", word));
}

BuildPlan as_its_file_says(const std::string& text) {
  if (text.size() > max_entry_bytes)
    throw InputError("{}: has {} bytes: at most {} are allowed", entry_file, text.size(), max_entry_bytes);
  const YamlNode root = YamlNode::parse(text, entry_file);
  const entrants::Origin origin = entrants::player_origin(root, {"build"});
  check_paths(origin);
  BuildPlan out{.language = std::string("as ") + entry_file + " says",
                .build = {},
                .entry = [entry = origin.config_text()](const FileTree&) { return entry; }};
  if (const auto build = root.find("build")) {
    for (const YamlNode& word : build->elements()) out.build.push_back(word.text());
    entrants::check_count(*build, out.build.size(), entrants::max_words);
  }
  return out;
}

BuildPlan plan_for(const Language& language, FileTree& files, const std::string& name) {
  const std::string kind = language.name;
  const Words sources = files_of(language, files);
  if (kind == "WebAssembly") {
    const std::string entry = text_of_json(nlohmann::json{{"wasm", main_file(sources, name, language)}});
    return {.language = kind, .build = {}, .entry = [=](const FileTree&) { return entry; }};
  }
  require_program(language.program, language.package);
  if (kind == "Java") {
    FileTree moved;
    for (auto& [path, file] : files) moved["player/" + path] = std::move(file);
    files = std::move(moved);
    return {.language = kind, .build = {}, .entry = [](const FileTree&) { return R"({"java":"player"})"; }};
  }
  if (kind == "C++" || kind == "C") {
    Words build{language.program, "-O2", "-fmax-errors=20", "-o", "player"};
    if (kind == "C++") build.insert(build.begin() + 1, "-std=c++20");
    for (const std::string& source : sources) build.push_back("./" + source);
    return as_command(kind, build, {"./player"}, "player");
  }
  const std::string main = main_file(sources, name, language);
  if (kind == "Rust")
    return as_command(kind, {"rustc", "-O", "--edition", "2021", "-o", "player", "./" + main}, {"./player"}, "player");
  return as_command(kind, {}, {language.program, "./" + main}, main);
}

}  // namespace

FileTree files_handed_in(const results::Folder& folder, const std::atomic<bool>* interrupted) {
  TreeReader reader(interrupted);
  reader.read(folder, "", 0);
  return std::move(reader.files);
}

std::string digest_of(const FileTree& files) {
  std::string all;
  for (const auto& [path, file] : files)
    all += fmt::format("{}\n{}\n{}\n", path, file.executable, match::blake2b(file.contents));
  return match::blake2b(all);
}

void write_tree(const std::string& folder, const FileTree& files) {
  results::make_folder(folder);
  fs::permissions(folder, fs::perms(0755));
  for (const auto& [path, file] : files) {
    fs::path made = folder;
    for (const fs::path& part : fs::path(path).parent_path()) {
      made /= part;
      if (fs::create_directory(made)) fs::permissions(made, fs::perms(0755));
    }
    const std::string whole = folder + "/" + path;
    results::write_file(whole, file.contents, results::OnDisk::later);
    fs::permissions(whole, fs::perms(file.executable ? 0755 : 0644));
  }
  results::Folder(folder).sync_files();
}

BuildPlan plan_build(FileTree& files, const std::string& name, const std::string& package) {
  if (const auto own = files.find(entry_file); own != files.end()) return as_its_file_says(own->second.contents);
  if (files.contains("CMakeLists.txt")) return with_cmake(package);
  return plan_for(language_of(files), files, name);
}

}  // namespace pentocity::league
