#include "commands.hpp"

int main(int argc, char** argv) { return pentocity::app_main(argc, argv); }
