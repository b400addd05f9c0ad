// A recorded game as the page shows it: who built which cell when, what scored, and what was possible. Cells are
// numbered row by row.

export const KINDS = ['empty', 'residence', 'factory', 'park', 'water', 'road'];
const [EMPTY, RESIDENCE, FACTORY, PARK, WATER, ROAD] = KINDS.keys();
const NEVER = 1 << 30;
const BIG = 4;    // cells of a park or pond that earns a bonus
const BONUS = 2;  // points

/// The rotations of a request as lists of [row, column]: quarter turns clockwise, the distinct ones.
export function rotationsOf(cells) {
  const normalised = (list) => {
    const top = Math.min(...list.map(([r]) => r)), left = Math.min(...list.map(([, c]) => c));
    return list.map(([r, c]) => [r - top, c - left]).sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  };
  const all = [normalised(cells)];
  for (let k = 1; k < 4; ++k) {
    const bottom = Math.max(...all[k - 1].map(([r]) => r));
    all.push(normalised(all[k - 1].map(([r, c]) => [c, bottom - r])));
  }
  const same = (k) => String(all[k]) === String(all[0]);
  return all.slice(0, same(1) ? 1 : same(2) ? 2 : 4);
}

const pentominoes = Object.entries({
  F: '.XX|XX.|.X.', I: 'XXXXX', L: 'X...|XXXX', N: 'XX..|.XXX', P: 'XX|XX|X.', T: 'XXX|.X.|.X.', U: 'X.X|XXX', V: 'X..|X..|XXX',
  W: 'X..|XX.|.XX', X: '.X.|XXX|.X.', Y: '.X..|XXXX', Z: 'XX.|.X.|.XX',
}).flatMap(([name, picture]) => {
  const cells = picture.split('|').flatMap((row, r) => [...row].flatMap((x, c) => (x === 'X' ? [[r, c]] : [])));
  return [cells, cells.map(([r, c]) => [r, -c])].flatMap((image) => rotationsOf(image).map((one) => [String(one), name]));
});
const pentominoNames = new Map(/** @type {[string, string][]} */ (pentominoes));

/// What a request asks for, in words: "residence W" or "factory 2 × 3".
export function nameOfRequest({type, cells}) {
  const [shape] = rotationsOf(cells);
  const rows = 1 + Math.max(...shape.map(([r]) => r)), columns = 1 + Math.max(...shape.map(([, c]) => c));
  const letter = type === 'residence' && pentominoNames.get(String(shape));
  if (letter) return `residence ${letter}`;
  return rows * columns === shape.length ? `${type} ${rows} × ${columns}` : `${type} of ${shape.length} cells`;
}

export class Game {
  /// `trace` is what readTrace() returned.
  constructor(trace) {
    const {side} = trace;
    this.trace = trace;
    this.side = side;
    this.rules = trace.rules;
    this.turns = trace.turns;
    this.end = trace.end;
    this.header = trace.header;
    this.cells = side * side;
    this.kind = new Uint8Array(this.cells);                 // in the end
    this.builtAt = new Int32Array(this.cells).fill(NEVER);  // turn
    this.owner = new Int32Array(this.cells).fill(-1);       // number of the building
    this.buildings = [];  // {turn, type, cells, park, water: points, agrees}
    this.beside = Array.from({length: this.cells}, (_, i) => {
      const r = Math.floor(i / side), c = i % side;
      return [c + 1 < side ? i + 1 : -1, r + 1 < side ? i + side : -1, c ? i - 1 : -1, r ? i - side : -1].filter((j) => j >= 0);
    });
    this.#play();
  }

  get last() { return this.turns.length - 1; }
  /// Did the move of this turn stand?
  stands(turn) { return this.turns[turn]?.accept === true && this.turns[turn].error === undefined; }
  kindAt(cell, turn) { return this.builtAt[cell] <= turn ? this.kind[cell] : EMPTY; }
  fromEdge(cell) {
    const r = Math.floor(cell / this.side), c = cell % this.side;
    return Math.min(r, c, this.side - 1 - r, this.side - 1 - c);
  }
  /// The cells of a list that are on the land.
  onLand(cells) {
    return cells.filter(([r, c]) => r >= 0 && c >= 0 && r < this.side && c < this.side).map(([r, c]) => r * this.side + c);
  }
  /// How many buildings stood after a turn.
  buildingsAt(turn) {
    let low = 0, high = this.buildings.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.buildings[middle].turn <= turn) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #play() {
    // Connected parks and ponds: a forest with the size at each root.
    const parent = new Int32Array(this.cells).map((_, i) => i), size = new Int32Array(this.cells).fill(1);
    const root = (i) => {
      while (parent[i] !== i) i = parent[i] = parent[parent[i]];
      return i;
    };
    const build = (cells, kind, turn) => {
      for (const i of cells) {
        if (this.builtAt[i] !== NEVER) continue;
        this.kind[i] = kind;
        this.builtAt[i] = turn;
        if (kind !== PARK && kind !== WATER) continue;
        for (const j of this.beside[i]) {
          if (this.kind[j] !== kind || root(i) === root(j)) continue;
          size[root(i)] += size[root(j)];
          parent[root(j)] = root(i);
        }
      }
    };
    this.turns.forEach((line, turn) => {
      if (!this.stands(turn)) return;
      build(this.onLand(line.water), WATER, turn);
      build(this.onLand(line.park), PARK, turn);
      build(this.onLand(line.road), ROAD, turn);
      const {type} = line.request, cells = this.onLand(line.building);
      build(cells, KINDS.indexOf(type), turn);
      const touches = (kind) => cells.some((i) => this.beside[i].some((j) => this.kind[j] === kind && size[root(j)] >= BIG));
      const counts = type === 'residence' || this.rules.factory_bonus;
      const park = counts && touches(PARK) ? BONUS : 0, water = counts && touches(WATER) ? BONUS : 0;
      for (const i of cells) this.owner[i] = this.buildings.length;
      this.buildings.push({turn, type, cells, park, water, agrees: cells.length + park + water === line.delta});
    });
  }

  /// What the score after a turn is made of.
  points(turn) {
    const sum = {cells: 0, park: 0, water: 0};
    for (const building of this.buildings.slice(0, this.buildingsAt(turn))) {
      sum.cells += building.cells.length;
      sum.park += building.park;
      sum.water += building.water;
    }
    return {...sum, all: sum.cells + sum.park + sum.water};
  }

  score(turn) { return turn < 0 ? 0 : this.turns[turn].score_after; }
  rejects(turn) {
    let rejects = 0;
    for (let k = 0; k <= turn; ++k) rejects += Number(this.turns[k].accept === false);
    return rejects;
  }

  /// The figures that traces end with, of the land after a turn.
  metrics(turn) {
    const kind = Array.from({length: this.cells}, (_, i) => this.kindAt(i, turn));
    const green = (i) => kind[i] === PARK || kind[i] === WATER;
    const out = {empty: 0, road: 0, building: 0, resort: 0, utility: null, perimeter: 0, extendable: 0, giant: 0, giant_perimeter: 0,
                 giant_extendable: 0, exposed_edges: 0};
    const extendable = kind.map((one, i) => one === EMPTY && this.beside[i].some(green));
    kind.forEach((one, i) => {
      if (one === EMPTY) {
        ++out.empty;
        out.extendable += Number(extendable[i]);
        out.exposed_edges += this.beside[i].filter((j) => kind[j] !== EMPTY).length;
      } else if (one === ROAD) {
        ++out.road;
      } else if (green(i)) {
        ++out.resort;
      } else {
        ++out.building;
      }
    });
    if (out.resort) out.utility = (this.score(turn) - out.building) / out.resort;
    const {regions} = this.regions((i) => kind[i] === EMPTY);
    const giant = regions.reduce((best, region) => (region.length > best.length ? region : best), []);
    out.giant = giant.length;
    for (const i of giant) {
      out.giant_perimeter += this.beside[i].filter((j) => kind[j] !== EMPTY).length;
      out.giant_extendable += Number(extendable[i]);
    }
    // As it was counted in 2016: an empty cell counts no more once a park or pond has met it. `beside` is in the order of
    // that walk.
    const met = new Uint8Array(this.cells);
    const {regions: built} = this.regions((i) => kind[i] !== EMPTY);
    for (const i of built.flat()) {
      for (const j of this.beside[i]) {
        if (kind[j] !== EMPTY || met[j]) continue;
        ++out.perimeter;
        if (green(i)) met[j] = 1;
      }
    }
    return out;
  }

  /// The connected sets of cells that `within` holds for, by first cell, each breadth first; and each cell's set, or -1.
  regions(within) {
    const of = new Int32Array(this.cells).fill(-1), regions = [];
    for (let start = 0; start < this.cells; ++start) {
      if (of[start] >= 0 || !within(start)) continue;
      const region = [start];
      of[start] = regions.length;
      for (const i of region) {
        for (const j of this.beside[i]) {
          if (of[j] >= 0 || !within(j)) continue;
          of[j] = regions.length;
          region.push(j);
        }
      }
      regions.push(region);
    }
    return {regions, of};
  }

  /// Empty cells that no building can ever stand on: `off` are those cut off, from which no way over empty cells leads to
  /// a road or the edge; `between` those next to a residence and a factory.
  lost(turn) {
    const empty = (i) => this.kindAt(i, turn) === EMPTY;
    const has = (i, kind) => this.beside[i].some((j) => this.kindAt(j, turn) === kind);
    const off = this.regions(empty).regions.filter((region) => !region.some((i) => this.#connected(i, turn))).flat();
    const cut = new Set(off);
    const between = [];
    for (let i = 0; i < this.cells; ++i) if (empty(i) && !cut.has(i) && has(i, RESIDENCE) && has(i, FACTORY)) between.push(i);
    return {off, between};
  }

  // Would a building on this cell need no new road?
  #connected(i, turn) {
    return this.fromEdge(i) <= (this.rules.road_access === 'near_edge' ? 1 : 0) ||
      this.beside[i].some((j) => this.kindAt(j, turn) === ROAD);
  }

  /// Where the request of a turn could have gone: every site that is on the land, counted by what is in its way. Sites
  /// are {cells, blocked (cells that are taken), touching (neighbours of the other kind)}.
  sites(turn) {
    const before = turn - 1, {type, cells} = this.turns[turn].request;
    const other = type === 'residence' ? FACTORY : RESIDENCE;
    const empty = (i) => this.kindAt(i, before) === EMPTY, roadCells = this.#roadCells(before);
    const out = {all: 0, taken: 0, touching: 0, roadless: 0, free: [], nearest: null};
    let least = Infinity;
    for (const shape of rotationsOf(cells)) {
      const rows = 1 + Math.max(...shape.map(([r]) => r)), columns = 1 + Math.max(...shape.map(([, c]) => c));
      for (let top = 0; top + rows <= this.side; ++top) {
        for (let left = 0; left + columns <= this.side; ++left) {
          ++out.all;
          const site = {cells: shape.map(([r, c]) => (top + r) * this.side + left + c), touching: []};
          site.blocked = site.cells.filter((i) => !empty(i));
          if (site.blocked.length) ++out.taken;
          // All that can be nearer than what was found is looked at more closely.
          if (site.blocked.length > least) continue;
          site.touching = [...new Set(site.cells.flatMap((i) => this.beside[i]))].filter((j) => this.kindAt(j, before) === other);
          const misses = site.blocked.length + site.touching.length;
          if (!misses && (roadCells.has(site.cells[0]) || site.cells.some((i) => this.#connected(i, before)))) {
            out.free.push(site);
          } else {
            if (!site.blocked.length) ++out[site.touching.length ? 'touching' : 'roadless'];
            if (misses < least) {
              least = misses;
              out.nearest = site;
            }
          }
        }
      }
    }
    return out;
  }

  // The empty cells from which a way over empty cells leads to the edge or to a road. A building on such cells can have a
  // road: from where it stands, the way leads on over cells that are not its own.
  #roadCells(turn) {
    const begins = (i) => this.fromEdge(i) === 0 || this.beside[i].some((j) => this.kindAt(j, turn) === ROAD);
    return new Set(this.regions((i) => this.kindAt(i, turn) === EMPTY).regions.filter((region) => region.some(begins)).flat());
  }
}

/// The first turn at which two games were asked for different things; the number of turns that both have if none.
export function requestsPart(a, b) {
  const both = Math.min(a.turns.length, b.turns.length);
  for (let k = 0; k < both; ++k) {
    const [x, y] = [a.turns[k].request, b.turns[k].request];
    if (x.type !== y.type || String(rotationsOf(x.cells)[0]) !== String(rotationsOf(y.cells)[0])) return k;
  }
  return both;
}

/// The outline of a set of cells as an SVG path, a unit a cell.
export function outlineOf(cells, side) {
  const inside = new Set(cells);
  let path = '';
  for (const i of inside) {
    const r = Math.floor(i / side), c = i % side;
    if (!inside.has(i - side)) path += `M${c} ${r}h1`;
    if (!inside.has(i + side)) path += `M${c} ${r + 1}h1`;
    if (c === 0 || !inside.has(i - 1)) path += `M${c} ${r}v1`;
    if (c === side - 1 || !inside.has(i + 1)) path += `M${c + 1} ${r}v1`;
  }
  return path;
}

/// The cells as an SVG path to be filled.
export function areaOf(cells, side) {
  let path = '';
  for (const i of cells) path += `M${i % side} ${Math.floor(i / side)}h1v1h-1z`;
  return path;
}
