#include <algorithm>
#include <filesystem>
#include <map>
#include <system_error>

#include "pentocity/isolation/paths.hpp"
#include "pentocity/isolation/warden.hpp"

namespace pentocity::isolation {

namespace fs = std::filesystem;

BoxView view_of(const WardenSetup& setup) {
  const Confinement& confinement = *setup.confinement;
  BoxView view{.shown = {}, .hidden = confinement.hidden, .folder = confinement.folder};
  using enum KeptFiles::Parts;
  std::vector<std::string> foreign = confinement.hidden;
  if (!confinement.folder.empty()) foreign.push_back(confinement.folder);
  for (const std::string& file : confinement.own)
    if (std::ranges::find(setup.files, file) == setup.files.end()) foreign.push_back(file);
  const auto has_foreign = [&](const std::string& folder) {
    return std::ranges::any_of(foreign, [&](const std::string& path) { return is_below(path, folder); });
  };
  for (const std::string& folder : setup.folders)
    if (!has_foreign(folder)) view.shown.emplace(folder, confinement.kept->place(folder, no_caches));
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

std::string digest_of_seen(const WardenSetup& setup, KeptFiles::Hash hash) {
  std::vector<std::string> own;
  for (const auto& [path, place] : view_of(setup).shown)
    if (path != place || std::ranges::find(setup.support, path) == setup.support.end()) own.push_back(path);
  return setup.confinement->kept->digest(own, hash);
}

}  // namespace pentocity::isolation
