#include <cstdlib>
#include <sstream>

#include "kernel.hpp"
#include "pentocity/input/user_error.hpp"
#include "pentocity/isolation/warden.hpp"

namespace pentocity::isolation {
namespace {

namespace fs = std::filesystem;

// Every file in a folder can be shown to players: no pipe or device in it, by which games could meet, and each readable
// by the user that plays, who has no rights here if this one is root. Throws InputError.
void check_shown(const fs::path& path) {
  const auto check = [](const fs::path& file, const fs::file_status& status) {
    if (!fs::is_regular_file(status) && !fs::is_directory(status))
      throw InputError("'{}' is no file or folder: players are shown nothing else", file.string());
    const auto needed =
        fs::is_directory(status) ? fs::perms::others_read | fs::perms::others_exec : fs::perms::others_read;
    if (geteuid() == 0 && (status.permissions() & needed) != needed)
      throw InputError(
          "'{}' cannot be read by the user that players run as, for this one is root: make it readable for all, as "
          "with chmod -R a+rX",
          file.string());
  };
  check(path, fs::status(path));
  if (!fs::is_directory(path)) return;
  for (auto it = fs::recursive_directory_iterator(path); it != fs::recursive_directory_iterator(); ++it) {
    // The host's results beside a player are closed to others, and players need nothing in them.
    if (it->is_directory() && !it->is_symlink() && fs::exists(it->path() / ".lock"))
      it.disable_recursion_pending();
    else if (!it->is_symlink())
      check(it->path(), it->status());
  }
}

// Tells whether this is the user's home or a folder above it. Such a folder belongs to no program and no player.
bool holds_home(const fs::path& folder) {
  const char* const home = std::getenv("HOME");
  return home != nullptr && is_below(fs::path(home).lexically_normal(), folder);
}

// Tells whether everybody puts files into this folder, as into /tmp.
bool is_for_all(const fs::path& folder) {
  const fs::perms all = fs::perms::others_write | fs::perms::sticky_bit;
  std::error_code error;
  return (fs::status(folder, error).permissions() & all) == all;
}

// Tells whether this lies where packages of the system put their files, and nobody else does.
bool is_of_packages(const fs::path& file) {
  return is_system_file(file.string()) &&
         (is_program(file) || !(is_below(file, "/usr/local") || is_below(file, "/usr/src")));
}

// A program and, if it is a link, what it leads to, link by link.
std::vector<std::string> links_of(fs::path program) {
  std::vector<std::string> out{program.string()};
  std::error_code error;
  while (out.size() < 40 && fs::is_symlink(program, error)) {
    program = (program.parent_path() / fs::read_symlink(program, error)).lexically_normal();
    out.push_back(program.string());
  }
  return out;
}

// The parts of a word such as `-Dpath=/x/classes:lib/a.jar` that may name a file: what is between `=`, `:`, `,` and
// `;`.
std::vector<std::string> parts_of(const std::string& word) {
  std::vector<std::string> out;
  for (std::size_t begin = 0; begin < word.size();) {
    const std::size_t end = std::min(word.find_first_of("=:,;", begin), word.size());
    if (end > begin) out.push_back(word.substr(begin, end - begin));
    begin = end + 1;
  }
  return out;
}

}  // namespace

bool is_program(const fs::path& path) {
  std::error_code error;
  return fs::is_regular_file(path, error) && access(path.c_str(), X_OK) == 0;
}

std::string add_own(WardenSetup& setup, const fs::path& path) {
  const fs::path absolute = fs::absolute(path).lexically_normal();
  if (!is_system_file(absolute.string())) {
    // A link could lead to a file that must not be shown. Links to programs are allowed: they are no
    // secret, and interpreters are often links to programs of the system.
    if (const fs::path target = fs::canonical(absolute);
        target != fs::canonical(absolute.parent_path()) / absolute.filename() && !is_program(target))
      throw InputError("'{}' is a link to '{}': name the file itself", absolute.string(), target.string());
    check_shown(absolute);
    setup.confinement->own.push_back(absolute.string());
  }
  setup.files.push_back(absolute.string());
  return setup.confinement->kept->place(absolute.string());
}

void add_folder_of(WardenSetup& setup, const fs::path& path) {
  const fs::path file = fs::absolute(path).lexically_normal(), folder = file.parent_path();
  if (!folder.has_relative_path() || is_of_packages(file) || is_for_all(folder) || holds_home(folder) ||
      is_below(fs::path(setup.confinement->folder), folder))
    return;
  check_shown(folder);
  setup.folders.push_back(folder.string());
}

std::string find_program(const std::string& word, const fs::path& folder) {
  if (word.find('/') != word.npos) {
    const auto path = (folder / word).lexically_normal();
    return is_program(path) ? path.string() : "";
  }
  const char* const path = std::getenv("PATH");
  std::istringstream folders(path == nullptr ? "/usr/local/bin:/usr/bin:/bin" : path);
  for (std::string entry; std::getline(folders, entry, ':');)
    if (entry.starts_with('/') && is_program(fs::path(entry) / word)) return (fs::path(entry) / word).string();
  return "";
}

void add_program(WardenSetup& setup, const std::string& program, bool by_path) {
  setup.program = program;
  // Where another entry names this program by its path, it belongs to both.
  setup.files = links_of(program);
  std::error_code error;
  const bool own = by_path && !is_system_file(program) && !fs::is_symlink(program, error);
  if (own) setup.confinement->kept->place(program);
  for (const fs::path link : setup.files) {
    const auto folder = link.parent_path();
    const bool part = (folder.filename() == "bin" || folder.filename() == "shims") && !holds_home(folder.parent_path());
    (own ? setup.folders : setup.support).push_back((part ? folder.parent_path() : folder).string());
  }
}

std::vector<std::string> withheld_from(const WardenSetup& setup, const std::vector<std::string>& words,
                                       const fs::path& folder) {
  const auto is_shown = [&](const fs::path& path) {
    for (const auto* places : {&setup.files, &setup.folders, &setup.support})
      if (is_below_any(path, *places)) return true;
    return is_system_file(path.string()) || is_below(path, "/dev") || is_below(path, "/proc");
  };
  std::vector<std::string> out;
  for (const std::string& word : words)
    for (const std::string& part : parts_of(word)) {
      std::error_code error;
      fs::path path = (folder / part).lexically_normal();
      if (!path.has_filename()) path = path.parent_path();
      if (path.has_relative_path() && fs::exists(path, error) && !is_shown(path) &&
          std::ranges::find(out, path.string()) == out.end())
        out.push_back(path.string());
    }
  return out;
}

BoxView view_of(const WardenSetup& setup) {
  const Confinement& confinement = *setup.confinement;
  BoxView view{.shown = {}, .hidden = confinement.hidden, .folder = confinement.folder};
  std::vector<std::string> foreign = confinement.hidden;
  if (!confinement.folder.empty()) foreign.push_back(confinement.folder);
  for (const std::string& file : confinement.own)
    if (std::ranges::find(setup.files, file) == setup.files.end()) foreign.push_back(file);
  const auto has_foreign = [&](const std::string& folder) {
    return std::ranges::any_of(foreign, [&](const std::string& path) { return is_below(path, folder); });
  };
  for (const std::string& folder : setup.folders)
    if (!has_foreign(folder))
      view.shown.emplace(folder, confinement.kept->place(folder, FileSnapshot::Parts::no_caches));
  // An installation belongs to the machine as /usr does, and is too large to be looked through for each run.
  for (const std::string& folder : setup.support)
    if (!has_foreign(folder)) view.shown.emplace(folder, folder);
  view.hidden.insert(view.hidden.end(), foreign.begin(), foreign.end());
  // A link is shown as the file that it leads to, so it must not lead to the config's folder or to a file of another
  // participant.
  const auto leads_to_foreign = [&](const std::string& file) {
    std::error_code error;
    const fs::path target = fs::canonical(file, error);
    return target != file && std::ranges::any_of(foreign, [&](const std::string& path) {
             const bool folder = path == confinement.folder;
             return is_below(target, folder ? fs::path(path) : fs::path(path).parent_path());
           });
  };
  // What is shown with its folder has the same bytes there, unless that folder is not copied. A link stays what it is.
  const std::map<std::string, std::string> folders = view.shown;
  const auto is_shown = [&](const std::string& file) {
    std::error_code error;
    const bool link = fs::is_symlink(file, error);
    return std::ranges::any_of(folders, [&](const auto& folder) {
      return is_below(file, folder.first) && (folder.first != folder.second || link);
    });
  };
  for (const std::string& file : setup.files)
    if (!leads_to_foreign(file) && !is_shown(file)) view.shown.emplace(file, confinement.kept->place(file));
  return view;
}

std::vector<std::string> own_of(const WardenSetup& setup) {
  const std::vector<std::string> programs =
      setup.program.empty() ? std::vector<std::string>() : links_of(setup.program);
  std::vector<std::string> own;
  for (const auto& [path, place] : view_of(setup).shown) {
    const bool of_machine = std::ranges::find(setup.support, path) != setup.support.end() ||
                            (std::ranges::find(programs, path) != programs.end() &&
                             (is_system_file(path) || is_below_any(path, setup.support)));
    if (!of_machine && !is_below_any(path, own)) own.push_back(path);
  }
  return own.empty() ? setup.files : own;
}

}  // namespace pentocity::isolation
