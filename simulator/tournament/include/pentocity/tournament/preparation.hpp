#pragma once
// What comes before games, whatever command or program plays them.

#include "pentocity/tournament/commitment.hpp"

namespace pentocity::tournament {

/// Is told, in a line each, what the host should know before the first game. May be empty.
using Tell = std::function<void(const std::string& line)>;

/// Looks at the processes in which players and sequencers of a config play: tells which files their commands name that
/// they do not see. Throws UserError as check_confinement() does.
void check_hosting(const Config& config, const Tell& tell);

/// Tells what this machine cannot enforce on these processes.
void tell_gaps(const Config& config, const Tell& tell);

/// Tells whether players of several authors may play, or a host asks for more than usual: the requests are secret,
/// `require: all` is written, or two players are not built in. Of such games the host is told first what this machine
/// cannot enforce. An author who tries one player is told after them.
bool has_rivals(const Config& config);

/// Both, and throws InputError if a player declares that it does not play by the config's rules.
void admit(const Config& config, const Tell& tell);

/// Hides from players and sequencers what is written beside their games: a file or folder, which need not be there yet.
/// It may lie among their own files; those around it are not watched for changes any more.
void hide_written(const Config& config, const std::string& path);

/// Prepares games that run_games() is to play with these options: holds the config to what the folder promises, admits
/// its players, and finds or makes its secret. Tells by RunOptions::warn, of gaps only if it has_rivals(). With `look`
/// it says what would be removed, reads the secret if there is one, and changes nothing. Throws UserError, before
/// anything is changed, if the games cannot be played so.
void prepare_games(Config& config, const RunOptions& options, const RunFiles& files = {}, bool look = false);

}  // namespace pentocity::tournament
