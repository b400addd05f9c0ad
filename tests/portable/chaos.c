/* A portable player whose moves hang on the last bit of numbers with a fraction: it builds where a chaotic series says.
   Most of its moves are invalid. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char line[1 << 20];
static double x = 0.4, nan_or_not = 0;

static int place(int side) {
  x = 3.999 * x * (1 - x) + 1e-9 * sin(x * 1e6);
  nan_or_not = sqrt(x - 0.5); /* half of them have no root */
  unsigned long long bits;
  memcpy(&bits, &nan_or_not, sizeof bits);
  return (int)(fmod(floor(x * 1e9) + (double)(bits >> 60), side));
}

int main(void) {
  int side = 0;
  if (!fgets(line, sizeof line, stdin)) return 1;
  side = atoi(strstr(line, "\"side\":") + 7);
  puts("{\"ready\":true}");
  fflush(stdout);
  while (fgets(line, sizeof line, stdin)) {
    const char* turn = strstr(line, "\"turn\":");
    if (!turn) return 0;
    const int row = place(side);
    printf("{\"turn\":%d,\"accept\":true,\"rotation\":0,\"location\":[%d,%d]}\n", atoi(turn + 7), row, place(side));
    fflush(stdout);
  }
}
