#include "pentocity/game/rules.hpp"
