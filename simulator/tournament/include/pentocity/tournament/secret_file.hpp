#pragma once
// Where the secret of `seed: secret` is kept: in a file of the results folder, until it is published.

#include <optional>
#include <string>

#include "pentocity/match/secret.hpp"

namespace pentocity::tournament {

/// The name of its file in a results folder: one line of hexadecimal digits, for the owner's eyes only.
inline constexpr const char* secret_file = "secret";
/// The name of the file that publishes it there.
inline constexpr const char* revealed_file = "revealed.json";

/// Reads the file of a secret. Throws InputError if it is no such file, or others may read it.
match::Secret read_secret(const std::string& path);
/// The same, or the file of a secret that was published, which anybody may read.
match::Secret read_secret_or_revealed(const std::string& path);
/// The secret of a results folder, published or not; none if it is not there.
std::optional<match::Secret> secret_of_folder(const std::string& folder);

/// Makes the file of a secret, durably, whole or not at all, and never in the place of another file. Returns the secret
/// that the file has then: another one if somebody else was faster.
match::Secret make_secret_file(const std::string& path, const match::Secret& secret);

/// How a run comes by its secret.
struct SecretRequest {
  std::string folder;    ///< of the results, which is to have the secret
  std::string file;      ///< that has it, or is made; empty: only the folder does
  bool fresh = false;    ///< the folder's results, and its secret, are about to be removed
  bool sharded = false;  ///< other runs must draw from the same secret
};
/// Finds the secret or makes one, and puts it into the folder. Throws InputError if there are several, if the games of
/// the folder are not drawn from it, or if shards would each make one of their own.
match::Secret secret_for_run(const SecretRequest& request);

/// Publishes the secret of a results folder in its `revealed.json`. Throws InputError if the folder has none, or
/// another than its games were drawn from, or while games are missing, unless `early`.
match::Secret reveal_secret(const std::string& folder, bool early);

}  // namespace pentocity::tournament
