#include "pentocity/solvers/solution.hpp"
