#include "pentocity/core/grid.hpp"
