// What a package installs as `pentocity`: it starts the program that was built for this processor,
// ../libexec/pentocity/LEVEL/pentocity as seen from here. Those for x86-64-v3 use vectors of 256 bits; all give the
// same results.
#include <unistd.h>

#include <array>
#include <climits>
#include <cstdio>
#include <cstring>

namespace {

// Processors with these have the other instructions of x86-64-v3 as well.
bool has_level_3() {
  return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("fma");
}

}  // namespace

int main(int, char** argv) {
  std::array<char, PATH_MAX> own{};
  if (readlink("/proc/self/exe", own.data(), own.size() - 1) < 0) {
    std::perror("pentocity: /proc/self/exe");
    return 1;
  }
  for (int level = 0; level < 2; ++level)  // from PREFIX/bin/pentocity to PREFIX
    if (char* const slash = std::strrchr(own.data(), '/')) *slash = '\0';
  std::array<char, PATH_MAX> program{};
  for (const char* const level : {"x86-64-v3", "x86-64"}) {
    if (std::strcmp(level, "x86-64-v3") == 0 && !has_level_3()) continue;
    std::snprintf(program.data(), program.size(), "%s/libexec/pentocity/%s/pentocity", own.data(), level);
    execv(program.data(), argv);
  }
  std::perror(program.data());
  return 1;
}
