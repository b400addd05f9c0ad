// A portable player that rejects everything. In each turn it does first what ACT says, code of C with the number of the turn in
// `turn` and the message in `line`; if `answered` is not 0 then, that was the answer. READY is its first line, and BEGIN and END are
// what it does before it and after the game.
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#ifndef READY
#define READY "{\"ready\":true}"
#endif
#ifndef ACT
#define ACT
#endif
#ifndef BEGIN
#define BEGIN
#endif
#ifndef END
#define END
#endif

static char line[1 << 20];

__attribute__((noinline)) int act(int turn) {
  int answered = 0;
  ACT;
  return answered;
}

int main(void) {
  if (!fgets(line, sizeof line, stdin)) return 1;
  BEGIN;
  puts(READY);
  fflush(stdout);
  for (int turn = 0; fgets(line, sizeof line, stdin) && line[2] != 'e'; ++turn) {
    if (!act(turn)) printf("{\"turn\":%d,\"accept\":false}\n", turn);
    fflush(stdout);
  }
  END;
  return 0;
}
