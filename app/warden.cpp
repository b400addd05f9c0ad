#include "pentocity/isolation/isolation.hpp"

int main() { return pentocity::isolation::warden_main(); }
