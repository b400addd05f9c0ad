#include "package.hpp"

#include <sstream>

#include "pentocity/input/read_file.hpp"

namespace pentocity::app {

namespace {

namespace fs = std::filesystem;

constexpr const char* package_file = "pentocity-config.cmake";

// The headers of a source's layers, and the sources of those of which portable players are built.
std::vector<std::string> layer_folders(const fs::path& source) {
  std::vector<std::string> out;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(source, error))
    if (fs::is_directory(entry.path() / "include")) out.push_back(entry.path().string());
  return out;
}

}  // namespace

Package own_package() {
  std::error_code error;
  const fs::path folder = fs::read_symlink("/proc/self/exe", error).parent_path();
  const auto file_or_none = [&](const fs::path& path) { return fs::is_regular_file(path, error) ? path : fs::path(); };
  // Only where this very program was built or installed: a folder that it was copied to says nothing.
  if (!file_or_none(folder / "CMakeCache.txt").empty() && !file_or_none(folder / package_file).empty()) {
    std::istringstream cache(read_file((folder / "CMakeCache.txt").string()));
    constexpr std::string_view key = "CMAKE_HOME_DIRECTORY:INTERNAL=";
    for (std::string line; std::getline(cache, line);)
      if (line.starts_with(key)) {
        const fs::path source = line.substr(key.size());
        std::vector<std::string> folders = layer_folders(source);
        folders.push_back(folder.string());
        return {folder, file_or_none(source / protocol_page), folders};
      }
    return {folder};
  }
  const fs::path place = PENTOCITY_PROGRAM_DIR;
  fs::path prefix = folder;
  for (auto part = place.begin(); part != place.end(); ++part) prefix = prefix.parent_path();
  const fs::path package = prefix / PENTOCITY_PACKAGE_DIR;
  if (prefix / place == folder && !file_or_none(package / package_file).empty())
    return {package,
            file_or_none(prefix / PENTOCITY_DOC_DIR / protocol_page),
            {(prefix / "include").string(), (prefix / PENTOCITY_SOURCES_DIR).string(),
             package.parent_path().parent_path().string()}};
  return {};
}

}  // namespace pentocity::app
