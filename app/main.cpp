#include "commands.hpp"

int main(int argc, char** argv) { return pentocity::app::app_main(argc, argv); }
