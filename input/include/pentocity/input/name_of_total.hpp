#pragma once
// The name of a row that stands for all others of a table.

#include <string>
#include <vector>

namespace pentocity::inline input {

/// A word such as "all" or "mean"; in brackets, so many as it takes, if one of the other rows has this name.
std::string name_of_total(std::string word, const std::vector<std::string>& rows);

}  // namespace pentocity::inline input
