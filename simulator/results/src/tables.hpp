#pragma once
// The tables of results.sqlite: `run`, one row with the schedule; `note`, what decides no game; and `game`.

#include <cstdint>
#include <string>

#include "database.hpp"
#include "pentocity/results/notes.hpp"
#include "pentocity/results/schedule.hpp"

namespace pentocity::results {

/// The formats of the file. Version 1.0.0 kept the notes among the members of the schedule; such a file is read as it
/// is, and becomes one of the present format when it is written to.
enum class Format : std::uint8_t { of_1_0 = 5, present = 6 };

/// The format of the database. Throws InputError unless it has the very tables that Pentocity makes in that format, and
/// nothing else: views, triggers and other tables are somebody's program, which SQLite would run.
Format format_of(const Database& database);

/// The schedule, and the notes. Throw InputError if the database has lost or damaged them.
Schedule read_schedule(const Database& database);
FolderNotes read_notes(const Database& database, Format format);

/// Throws InputError if the database holds games of another config than this schedule's.
void check_config(const Database& database, const Schedule& schedule);

/// Writes schedule and notes, and makes the tables that are not there; `format` is that of the database, none if it is
/// empty.
void write_run(const Database& database, const Schedule& schedule, const FolderNotes& notes,
               std::optional<Format> format);

}  // namespace pentocity::results
