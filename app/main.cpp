#include <string_view>

#include "commands.hpp"
#include "pentocity/simulator/isolation.hpp"

int main(int argc, char** argv) {
  if (argc == 2 && std::string_view(argv[1]) == pentocity::warden_argument) return pentocity::warden_main();
  return pentocity::app_main(argc, argv);
}
