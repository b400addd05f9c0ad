#pragma once
// Which Pentocity this program is.

#include <string>
#include <string_view>

namespace pentocity::inline input {

/// The version, such as `2.0.0`.
std::string_view program_version();

/// The commit from which this program was built, 12 hexadecimal digits, with `-changed` if files were not as in it.
/// Empty if that is not known, as in a build from a copy of the files without git.
std::string_view program_commit();

/// Both in words: `2.0.0 (commit 0123456789ab)`.
std::string program_text();

}  // namespace pentocity::inline input
