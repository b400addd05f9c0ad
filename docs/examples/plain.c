// A player over lines of JSON, in C with nothing but the standard library: the site where most edges of the building
// touch something, the shortest road to it, and for a residence a park and a pond. To make the player your own, change
// choose().
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_SIDE = 128, MAX_CELLS = MAX_SIDE * MAX_SIDE, MAX_SHAPE = 25, MAX_ROTATIONS = 4, BIG = 4 };

typedef struct {
  int count;
  int at[MAX_CELLS];  // side * row + column, but in a rotation MAX_SIDE * row + column
} Cells;

typedef struct {
  bool residence;
  int rotations;
  Cells shape[MAX_ROTATIONS];
} Request;

typedef struct {
  int rotation, row, column;
  int count, cells[MAX_SHAPE];
} Site;

// The land: for each cell the first letter of what stands on it, or r for a road, R for a residence, or 0.
static int side;
static char land[MAX_CELLS];

// The cells beside a cell: their number.
static int beside(int cell, int out[4]) {
  const int row = cell / side, column = cell % side;
  int count = 0;
  if (column + 1 < side) out[count++] = cell + 1;
  if (column > 0) out[count++] = cell - 1;
  if (row + 1 < side) out[count++] = cell + side;
  if (row > 0) out[count++] = cell - side;
  return count;
}

// How many cells beside a cell are of a kind.
static int count_beside(int cell, char kind) {
  int others[4], found = 0;
  for (int i = beside(cell, others) - 1; i >= 0; --i) found += land[others[i]] == kind;
  return found;
}

// Whether a building on this cell needs no road, and a road may begin here: at the border, or beside a road.
static bool is_served(int cell) {
  int others[4];
  return beside(cell, others) < 4 || count_beside(cell, 'r') > 0;
}

// How many edges of an empty cell touch the border or what is built.
static int touching(int cell) { return 4 - count_beside(cell, 0); }

// Adds to some cells all that can be reached from them through cells of a kind, the nearer ones first. `before` says of
// each from which one it was reached, of the first ones themselves, and -1 of those that are not reached.
static void reach(Cells* cells, char kind, int before[MAX_CELLS]) {
  for (int cell = 0; cell < side * side; ++cell) before[cell] = -1;
  for (int i = 0; i < cells->count; ++i) before[cells->at[i]] = cells->at[i];
  for (int next = 0; next < cells->count; ++next) {
    int others[4];
    const int count = beside(cells->at[next], others);
    for (int i = 0; i < count; ++i) {
      if (land[others[i]] != kind || before[others[i]] >= 0) continue;
      before[others[i]] = cells->at[next];
      cells->at[cells->count++] = others[i];
    }
  }
}

// One of the legal sites that a road can reach; none to reject the request.
static bool choose(const Request* request, Site* best) {
  static Cells heads;
  static int before[MAX_CELLS];
  heads.count = 0;
  for (int cell = 0; cell < side * side; ++cell)
    if (land[cell] == 0 && is_served(cell)) heads.at[heads.count++] = cell;
  reach(&heads, 0, before);
  int most = -1;
  for (int row = 0; row < side; ++row)
    for (int column = 0; column < side; ++column)
      for (int rotation = 0; rotation < request->rotations; ++rotation) {
        const Cells* shape = &request->shape[rotation];
        Site site = {rotation, row, column, 0, {0}};
        int edges = 0;
        for (int i = 0; i < shape->count; ++i) {
          const int r = row + shape->at[i] / MAX_SIDE, c = column + shape->at[i] % MAX_SIDE, cell = side * r + c;
          if (r >= side || c >= side || before[cell] < 0) break;
          if (count_beside(cell, request->residence ? 'f' : 'R') > 0) break;
          site.cells[site.count++] = cell;
          edges += touching(cell);
        }
        if (site.count < shape->count || edges <= most) continue;
        most = edges;
        *best = site;
      }
  return most >= 0;
}

// The cells of a shortest road to a building, none if it needs none.
static void find_road(const Site* site, Cells* road) {
  static Cells order;
  static int before[MAX_CELLS];
  order.count = site->count;
  memcpy(order.at, site->cells, sizeof site->cells);
  reach(&order, 0, before);
  int i = 0;
  while (!is_served(order.at[i])) ++i;
  road->count = 0;
  for (int at = order.at[i]; before[at] != at; at = before[at]) road->at[road->count++] = at;
}

// A new park or pond for a building, four cells in one piece, without those taken; none if it touches one already.
static void find_amenity(char kind, const Site* site, const bool taken[MAX_CELLS], Cells* out) {
  static Cells area;
  static int before[MAX_CELLS];
  int others[4];
  out->count = 0;
  for (int i = 0; i < site->count; ++i)
    for (int j = beside(site->cells[i], others) - 1; j >= 0; --j) {
      if (land[others[j]] != kind) continue;
      area.count = 1;
      area.at[0] = others[j];
      reach(&area, kind, before);
      if (area.count >= BIG) return;
    }
  bool used[MAX_CELLS];
  memcpy(used, taken, sizeof used);
  while (out->count < BIG) {
    const int* from = out->count == 0 ? site->cells : out->at;
    const int count = out->count == 0 ? site->count : out->count;
    int best = -1, most = -1;
    for (int i = 0; i < count; ++i) {
      const int number = beside(from[i], others);
      for (int j = 0; j < number; ++j)
        if (land[others[j]] == 0 && !used[others[j]] && touching(others[j]) > most) {
          best = others[j];
          most = touching(best);
        }
    }
    if (best < 0) {
      out->count = 0;
      return;
    }
    out->at[out->count++] = best;
    used[best] = true;
  }
}

static void take(const Cells* cells, bool taken[MAX_CELLS]) {
  for (int i = 0; i < cells->count; ++i) taken[cells->at[i]] = true;
}

static void say_cells(const char* name, const Cells* cells) {
  printf(",\"%s\":[", name);
  for (int i = 0; i < cells->count; ++i) printf("%s[%d,%d]", i ? "," : "", cells->at[i] / side, cells->at[i] % side);
  printf("]");
}

static void answer(int turn, const Request* request) {
  static Cells road, park, pond;
  static bool taken[MAX_CELLS];
  Site site;
  if (!choose(request, &site)) {
    printf("{\"turn\":%d,\"accept\":false}\n", turn);
    return;
  }
  find_road(&site, &road);
  memset(taken, 0, sizeof taken);
  for (int i = 0; i < site.count; ++i) taken[site.cells[i]] = true;
  take(&road, taken);
  park.count = pond.count = 0;
  if (request->residence) {
    find_amenity('p', &site, taken, &park);
    take(&park, taken);
    find_amenity('w', &site, taken, &pond);
  }
  printf("{\"turn\":%d,\"accept\":true,\"rotation\":%d,\"location\":[%d,%d]", turn, site.rotation, site.row,
         site.column);
  say_cells("road", &road);
  say_cells("park", &park);
  say_cells("water", &pond);
  printf("}\n");
}

// Behind the next such text of a message, whose fields come in the order of the protocol's page; null if there is none.
static const char* behind(const char* at, const char* text) {
  const char* const found = at == NULL ? NULL : strstr(at, text);
  return found == NULL ? NULL : found + strlen(text);
}

// Reads a list such as [[0,0],[0,1]], and returns what is behind it. A row has so many columns.
static const char* read_cells(const char* at, int columns, Cells* out) {
  out->count = 0;
  for (++at; *at == '[' || *at == ',';) {
    if (*at++ == ',') continue;
    char* end;
    const int row = (int)strtol(at, &end, 10);
    out->at[out->count++] = columns * row + (int)strtol(end + 1, &end, 10);
    at = end + 1;
  }
  return at + 1;
}

// What a message says was placed.
static void note(const char* placed) {
  static Cells cells;
  while (*placed == '{' || *placed == ',') {
    const char* const kind = behind(placed, "\"kind\":\"");
    placed = read_cells(behind(kind, "\"cells\":"), side, &cells) + 1;
    const char mark = strncmp(kind, "residence", 9) == 0 ? 'R' : *kind;
    for (int i = 0; i < cells.count; ++i) land[cells.at[i]] = mark;
  }
}

int main(void) {
  static char line[1 << 20];
  static Request request;
  if (fgets(line, sizeof line, stdin) == NULL || behind(line, "\"side\":") == NULL) return 1;
  side = atoi(behind(line, "\"side\":"));
  printf("{\"ready\":true}\n");
  fflush(stdout);
  while (fgets(line, sizeof line, stdin) != NULL) {
    const char* const turn = behind(line, "\"turn\":");
    if (turn == NULL) break;  // the end
    note(behind(line, "\"placed\":["));
    request.residence = *behind(turn, "\"type\":\"") == 'r';
    request.rotations = 0;
    for (const char* at = behind(turn, "\"rotations\":["); *at == '[' || *at == ',';)
      if (*at == ',')
        ++at;
      else
        at = read_cells(at, MAX_SIDE, &request.shape[request.rotations++]);
    answer(atoi(turn), &request);
    fflush(stdout);
  }
  return 0;
}
