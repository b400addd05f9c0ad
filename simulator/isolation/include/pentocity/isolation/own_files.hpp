#pragma once
// What the processes of one player or sequencer may see besides the system: its own files, the folders in which they
// lie, and the program of a command with what that needs.

#include <filesystem>
#include <string>
#include <vector>

#include "pentocity/isolation/warden.hpp"

namespace pentocity::isolation {

/// Tells whether this is a program that can be started.
bool is_program(const std::filesystem::path& path);

/// Makes a file or folder the participant's own: it is shown to the participant's processes and, but for what everybody
/// sees, to no others. Returns where its bytes lie for this run. Throws InputError for a link to a file elsewhere, for
/// a pipe or device, and if the user that players run as cannot read it.
std::string add_own(WardenSetup& setup, const std::filesystem::path& path);

/// Shows the folder of such a file as well, unless it is the system's or everybody's, the user's home or a folder above
/// it, or holds the config. Throws InputError as add_own() does.
void add_folder_of(WardenSetup& setup, const std::filesystem::path& path);

/// The program that the first word of a command names, as a shell would find it in this folder; empty if there is none.
std::string find_program(const std::string& word, const std::filesystem::path& folder);

/// Sets the program of a command, as find_program() returns it, and shows where it and what it needs is installed: of
/// /x/bin/python3 that is /x. If the command names it `by_path`, what is installed with it is the participant's own.
void add_program(WardenSetup& setup, const std::string& program, bool by_path);

/// The files and folders that words of a command name, alone or in a list such as a class path, and that its processes
/// do not see. Relative paths begin in `folder`.
std::vector<std::string> withheld_from(const WardenSetup& setup, const std::vector<std::string>& words,
                                       const std::filesystem::path& folder);

}  // namespace pentocity::isolation
