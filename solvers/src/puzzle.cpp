#include "pentocity/solvers/puzzle.hpp"
