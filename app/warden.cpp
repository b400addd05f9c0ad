#include "pentocity/simulator/isolation.hpp"

int main() { return pentocity::warden_main(); }
