#pragma once
// What is made from the command line: pages for `man`, and what shells complete its words with.

#include <map>

#include "command_line.hpp"

namespace pentocity::app {

/// A page for each command, by file name: `pentocity.1`, `pentocity-run.1`, `pentocity-gerrymander-seats.1`. The format
/// is roff with the macros of man(7).
std::map<std::string, std::string> manual_pages(const std::vector<CommandText>& commands, std::string_view version);

/// Prints what the last of these words may become, a line for each: the whole word, a tab, and what it means or
/// nothing. The words are those of a command line behind the name of the program; bash has a `=` as a word of its own.
/// Returns whether files may stand there, too.
bool offer_words(const std::vector<CommandText>& commands, std::vector<std::string> words);

}  // namespace pentocity::app
