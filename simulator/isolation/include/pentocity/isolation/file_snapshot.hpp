#pragma once
// The files that players and sequencers of a run are made of, kept as they were when the run read them: whoever builds
// or edits a player meanwhile changes no game of the run.

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

namespace pentocity::isolation {

class OwnFolder;

/// Hashes of files by their names.
using FileHashes = std::map<std::string, std::string>;

/// Private copies, for one run, of the files and folders that its participants see of their own. What is named is
/// copied when it is first asked for, and from then on only the copy is read, hashed and shown. What is too much to be
/// copied (see max_copied_bytes), and where this machine makes no boxes everything, is played from where it lies and
/// watched instead: check() tells whether it has changed.
///
/// Paths are absolute and normalised. Any number of threads may use an object at once.
class FileSnapshot {
 public:
  /// What of a folder is kept. `no_caches`: not the folders of version control (.git) and the caches of Python and its
  /// tools (__pycache__), which change while nobody changes the player.
  enum class Parts : std::uint8_t { all, no_caches };

  FileSnapshot();
  /// Removes the copies.
  ~FileSnapshot();

  /// Where the bytes of a file or folder lie for this run: in the copy, or, if it is watched, at `path` itself. A link
  /// is followed. Throws InputError if it is not there or cannot be read.
  std::string place(const std::string& path, Parts parts = Parts::all);

  /// Watches a file or folder instead of copying it, for what this very process loads.
  void watch(const std::string& path, Parts parts = Parts::all);

  /// Watches no folder any more that holds this path, where the run itself writes: no participant is shown it.
  void unwatch_around(const std::string& path);

  /// Writes a folder of these files (name, contents), such as classes that were compiled for this run, to be shown from
  /// where it lies (WardenSetup::support). Returns its path. Throws HostFault if it cannot be written.
  std::string write(const std::vector<std::pair<std::string, std::string_view>>& files);

  /// What these files and folders hold, caches left out: for each a list by which it is the same wherever it lies, of
  /// the paths in a folder, or the name of a file, with the BLAKE2b hash of the contents as `b2sum -l 256` prints it.
  /// ` executable` stands behind the hash of what can be executed; a link tells where it leads. A folder of more than
  /// max_copied_files has one hash over such a list. The lists are sorted, so that the order of the paths, which is
  /// another one elsewhere, does not tell. Throws InputError as place() does.
  std::vector<FileHashes> hashes(const std::vector<std::string>& paths);

  /// Throws UserError, with a line that says what has changed, if anything watched has, or if a copy is gone. Games
  /// that were begun before this returns were played by what the hashes say.
  void check();

  /// No more than so many files and bytes of one file or folder are copied, and no more bytes in all.
  static constexpr std::size_t max_copied_files = 2'000;
  static constexpr std::uint64_t max_copied_bytes = 64 << 20, max_copied_bytes_in_all = 512 << 20;

 private:
  /// What tells of a file that it has changed.
  struct Fingerprint {
    std::uint64_t device = 0, file = 0, size = 0;
    std::uint32_t mode = 0;
    std::int64_t modified = 0, changed = 0;  ///< nanoseconds
    friend bool operator==(const Fingerprint&, const Fingerprint&) = default;
  };
  /// The files of a folder by their paths in it; a file itself by the empty path.
  using Fingerprints = std::map<std::string, Fingerprint>;
  struct Watched {
    Parts parts;
    Fingerprints fingerprints;
  };

  static Fingerprint fingerprint_of(const std::string& path);
  Fingerprints fingerprints_of(const std::string& path, Parts parts, std::size_t max_files) const;
  Fingerprints settled_fingerprints_of(const std::string& path, Parts parts) const;
  std::string keep(const std::string& path, Parts parts);
  bool copy(const std::string& path, const Fingerprints& fingerprints);
  bool can_copy();
  void make_root();
  FileHashes hashes_of(const std::string& path);

  std::recursive_mutex mutex_;
  std::string root_;  ///< of the copies: what lies at /a/b is copied to root_/a/b; empty: there are none yet
  std::unique_ptr<OwnFolder> folder_;
  std::uint64_t copied_bytes_ = 0;
  std::size_t written_ = 0;                    ///< folders, by write()
  std::map<std::string, std::string> places_;  ///< by path
  std::map<std::string, Watched> watched_;
  std::map<std::string, FileHashes> hashes_;  ///< by path, of what does not change any more
};

}  // namespace pentocity::isolation
