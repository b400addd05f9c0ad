#include "commands.hpp"
namespace pentocity {
void add_replay(CLI::App& app, int&) { app.add_subcommand("replay", "Check recorded games")->callback([] {}); }
}
