#pragma once
// Where the secret of `seed: secret` is stored: in a file of the results folder, which its owner alone may read until
// the secret is published.

#include "pentocity/match/secret.hpp"

namespace pentocity::results {

/// The name of the file in a results folder that holds the secret: one line of 64 hexadecimal digits.
inline constexpr const char* secret_file = "secret";
/// The name of the file in a results folder that publishes the secret.
inline constexpr const char* revealed_file = "revealed.json";

/// Reads the file of a secret in a results folder. Throws InputError if it is no such file or a link, or if its mode
/// lets others read or write it.
match::Secret read_secret(const std::string& path);
/// Reads the file in a results folder that publishes a secret, which may have any mode. Throws InputError if it is none
/// or a link.
match::Secret read_revealed(const std::string& path);
/// Either of the two, wherever the user has it, where a link is followed, with how requests follow from it: a published
/// secret says so, and the file in a results folder is told by that folder's games. Any other file of a secret goes
/// without contributions and beacon.
match::Draw read_draw(const std::string& path);
/// The secret of a results folder, published or not; none if it is in neither file. Throws InputError as above.
std::optional<match::Secret> secret_of_folder(const std::string& folder);

/// Writes the file of a secret, complete and on disk, and never over an existing file. Returns the secret that the file
/// then holds, which can be another one if the file existed. Throws UserError if it cannot be written or read.
match::Secret make_secret_file(const std::string& path, const match::Secret& secret);

/// Writes the file of a number that an author adds to a draw, which its owner alone may read, and returns the number.
/// Throws InputError if there is such a file, and UserError as above.
std::string make_contribution_file(const std::string& path);

/// Where a run takes its secret from.
struct SecretRequest {
  std::string folder;  ///< the results folder, in which the secret is to be
  /// A file that holds the secret, or is made to hold it; empty: there is none but the folder's.
  std::string file = {};
  bool fresh = false;    ///< the folder's results, and its secret, are about to be removed
  bool sharded = false;  ///< other runs must draw from the same secret
  /// In a folder with a commitment: how requests follow from it, see keep_promises(). Elsewhere the games that are
  /// there say so, or else `file`.
  match::Derivation derivation = {};
};
/// Finds the secret of a run or makes one, and stores it in the results folder. Throws InputError if folder and file
/// have different secrets, if the folder's games were drawn from another one or it is committed to another one, or if a
/// shard would have to make its own, and UserError as above.
match::Draw secret_for_run(const SecretRequest& request);

/// Publishes the secret of a results folder in its file `revealed.json`. Throws InputError if the folder has no secret,
/// if its games were drawn from another one, or, unless `early`, if games of the schedule are missing; UserError if the
/// file cannot be written.
match::Secret reveal_secret(const std::string& folder, bool early);

}  // namespace pentocity::results
