#include "pentocity/results/secret_file.hpp"

#include <fcntl.h>

#include <cerrno>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <system_error>

#include "pentocity/input/json_text.hpp"
#include "pentocity/input/read_file.hpp"
#include "pentocity/input/user_error.hpp"
#include "pentocity/input/version.hpp"
#include "pentocity/results/promises.hpp"
#include "pentocity/results/store.hpp"

namespace pentocity::results {

using namespace match;

namespace {

namespace fs = std::filesystem;

constexpr const char* reveal_format = "pentocity-reveal/1";
constexpr std::size_t longest_file = 1 << 16;
constexpr mode_t others = 077;

bool exists(const std::string& path) { return ::access(path.c_str(), F_OK) == 0; }

[[noreturn]] void fail(const std::string& path, int error) {
  throw UserError("{}: the secret cannot be stored: {}", path, std::generic_category().message(error));
}

// What the text of such a file publishes.
Draw revealed(const std::string& path, const std::string& text) {
  const auto published = read_json(text, path);
  const auto secret = published.is_object() && published.value("format", nlohmann::json()) == reveal_format &&
                              published.value("secret", nlohmann::json()).is_string()
                          ? Secret::of_hex(published["secret"].get<std::string>())
                          : std::nullopt;
  if (!secret) throw InputError("{}: no {}: 'secret' must be 64 hexadecimal digits", path, reveal_format);
  if (published.value("commitment", nlohmann::json()) != secret->commitment())
    throw InputError("{}: its secret does not fit its commitment: expected {}", path, secret->commitment());
  try {
    return {*secret, derivation_of_json(published)};
  } catch (const nlohmann::json::exception& e) {
    throw InputError("{}: damaged: {}", path, e.what());
  } catch (const InputError& e) {
    throw InputError("{}: {}", path, e.what());
  }
}

// The secret in an open file.
Secret secret_in(const std::string& path, const File& file) {
  struct stat status{};
  if (::fstat(file.get(), &status) == 0 && (status.st_mode & others) != 0)
    throw InputError("{}: others may read or write this secret (mode {:03o}): chmod 600 makes it yours", path,
                     status.st_mode & 0777);
  std::string text = read_open_file(file.get(), path, longest_file);
  if (text.ends_with('\n')) text.pop_back();
  if (const auto secret = Secret::of_hex(text)) return *secret;
  throw InputError("{}: no secret: expected one line of 64 hexadecimal digits", path);
}

// Throws unless the games of the folder, if there are any, were drawn from this secret.
void check_fits(const std::string& folder, const Secret& secret, const std::string& source) {
  if (!holds_run(folder)) return;
  const Schedule schedule = read_schedule(folder);
  if (schedule.commitment != secret.commitment())
    throw InputError(
        "{}: its games were not drawn from the secret in {} ({}, not {}): choose another folder with --out, or remove "
        "them with --fresh",
        folder, source, schedule.commitment.value_or("an open seed"), secret.commitment());
}

// From the file that --secret names, which is made if need be; with the folder's secret, if it has one.
Secret secret_of_option(const std::string& file, const std::optional<Secret>& own, const std::string& folder) {
  if (!exists(file)) return make_secret_file(file, own ? *own : Secret::random());
  const Secret secret = read_draw(file).secret();
  if (own && !(*own == secret))
    throw InputError("{}: has another secret than {}: choose another folder with --out, or leave --secret out",
                     Folder(folder).path_of(secret_file), file);
  return secret;
}

Secret find_or_make_secret(const SecretRequest& request) {
  const std::string& folder = request.folder;
  const std::string path = Folder(folder).path_of(secret_file);
  const bool has_own = !request.fresh && Folder(folder).has(secret_file);
  if (request.sharded && request.file.empty() && !has_own)
    throw InputError(
        "--shard: with `seed: secret` all shards must draw from one secret: give each of them the same --secret FILE, "
        "which the first one makes");
  make_folder(folder);
  const FolderLock lock(folder);
  const std::optional<Secret> own = has_own ? std::optional(read_secret(path)) : std::nullopt;
  if (own && request.file.empty()) return *own;
  if (request.file.empty() && !request.fresh && holds_run(folder)) {
    if (!read_schedule(folder).commitment)
      throw InputError(
          "{}: its games have open seeds, and `seed: secret` draws others: choose another folder with --out, or remove "
          "them with --fresh",
          folder);
    throw InputError(
        "{}: holds games, but not the secret that `seed: secret` draws from: give it with --secret FILE, choose "
        "another folder with --out, or remove them with --fresh",
        folder);
  }
  const Secret secret = request.file.empty() ? Secret::random() : secret_of_option(request.file, own, folder);
  if (!request.fresh) check_fits(folder, secret, request.file);
  if (request.fresh) Folder(folder).remove(secret_file);
  return make_secret_file(path, secret);
}

}  // namespace

Secret read_secret(const std::string& path) {
  const fs::path file = path;
  return secret_in(path, Folder(file.parent_path().string()).open(file.filename().string(), O_RDONLY));
}

Draw read_draw(const std::string& path) {
  if (const std::string text = read_file(path, longest_file); text.starts_with('{')) return revealed(path, text);
  const Secret secret = secret_in(path, File(::open(path.c_str(), O_RDONLY | O_CLOEXEC)));
  const std::string folder = fs::absolute(path).parent_path().string();
  if (fs::path(path).filename() == secret_file && holds_run(folder))
    if (const Schedule schedule = read_schedule(folder); schedule.commitment == secret.commitment())
      return {secret, schedule.derivation};
  return {secret, Derivation()};
}

Secret read_revealed(const std::string& path) {
  const fs::path file = path;
  return revealed(path, Folder(file.parent_path().string()).read(file.filename().string(), longest_file)).secret();
}

std::optional<Secret> secret_of_folder(const std::string& folder) {
  if (Folder(folder).has(secret_file)) return read_secret(Folder(folder).path_of(secret_file));
  if (Folder(folder).has(revealed_file)) return read_revealed(Folder(folder).path_of(revealed_file));
  return std::nullopt;
}

Secret make_secret_file(const std::string& path, const Secret& secret) {
  const fs::path folder = fs::path(path).parent_path();
  if (!folder.empty()) make_folder(folder.string());
  // It gets its name, unless there is such a file, when it is whole. Until then it has none, so that nothing of it is
  // left if the process ends; where the file system knows no such files, it has a name of its own.
  std::string own;
  File file(::open(folder.empty() ? "." : folder.c_str(), O_TMPFILE | O_WRONLY | O_CLOEXEC, 0600));
  if (file.get() < 0) {
    own = path + ".XXXXXX";
    file = File(::mkostemp(own.data(), O_CLOEXEC));
  }
  if (file.get() < 0) fail(path, errno);
  const std::string present = own.empty() ? fmt::format("/proc/self/fd/{}", file.get()) : own;
  const std::string text = secret.hex() + '\n';
  const bool written = ::write(file.get(), text.data(), text.size()) == std::ssize(text) && ::fsync(file.get()) == 0;
  const bool named = written && (::linkat(AT_FDCWD, present.c_str(), AT_FDCWD, path.c_str(), AT_SYMLINK_FOLLOW) == 0 ||
                                 errno == EEXIST);
  const int error = errno;
  if (!own.empty()) ::unlink(own.c_str());
  if (!named) fail(path, error);
  Folder(folder.string()).sync_names();
  return read_secret(path);
}

std::string make_contribution_file(const std::string& path) {
  if (exists(path)) throw InputError("{}: is there already: choose another file for another number", path);
  return make_secret_file(path, Secret::random()).hex();
}

Draw secret_for_run(const SecretRequest& request) {
  const auto promised = commitment_of_folder(request.folder);
  if (promised && request.file.empty() && !Folder(request.folder).has(secret_file))
    throw InputError("{}: has {}, but not the secret that it commits to: give it with --secret FILE", request.folder,
                     commitment_file);
  const Secret secret = find_or_make_secret(request);
  if (promised && promised->secret != secret.commitment())
    throw InputError("{}: its secret is not what {} commits to ({}, not {})", request.folder, commitment_file,
                     secret.commitment(), promised->secret);
  if (promised) return {secret, request.derivation};
  if (!request.fresh && holds_run(request.folder)) return {secret, read_schedule(request.folder).derivation};
  return {secret, request.file.empty() ? Derivation() : read_draw(request.file).derivation()};
}

Secret reveal_secret(const std::string& folder, bool early) {
  const Schedule schedule = read_schedule(folder);
  if (!schedule.commitment) throw InputError("{}: its games have open seeds: there is nothing to reveal", folder);
  const auto secret = secret_of_folder(folder);
  if (!secret)
    throw InputError("{}: the secret is not there: expected it in {}", folder, Folder(folder).path_of(secret_file));
  check_fits(folder, *secret, Folder(folder).path_of(secret_file));
  if (!early) {
    std::size_t stored = 0;
    const Store store(folder, schedule, Store::Access::look);
    store.for_each([&](const StoredGame&) { ++stored; });
    // Also those that the config names and no run has asked for so far.
    const std::size_t games = std::max(schedule.games(), store.notes().named_games);
    if (stored < games)
      throw InputError(
          "{}: {} of {} games are still to be played, and whoever knows the secret knows their requests: play them "
          "first, or add --early",
          folder, games - stored, games);
  }
  nlohmann::ordered_json published{{"format", reveal_format},
                                   {"secret", secret->hex()},
                                   {"commitment", *schedule.commitment},
                                   {"version", program_version()}};
  add_json(published, schedule.derivation);
  Folder(folder).write(revealed_file, text_of_json(published, 1) + '\n', OnDisk::now);
  return *secret;
}

}  // namespace pentocity::results
