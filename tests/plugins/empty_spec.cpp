// A plugin that exports no player at all, with the right ABI tag.
#include "pentocity/game/player.hpp"

PENTOCITY_EXPORT_ABI
PENTOCITY_EXPORTED const pentocity::PlayerSpec* pentocity_player() { return nullptr; }
