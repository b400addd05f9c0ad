// The gerrymander game without its page: puzzles, seats, counting, the daily puzzle. Runs in the page, in its worker and
// in the tests; knows nothing of the document.
'use strict';

// ---- Puzzles and maps
//
// A puzzle: {rows, columns, size, board, minority, task, ties} as `pentocity gerrymander puzzle` writes it, and perhaps
// plans, winning, seats of the minority and own (counts as decimal strings), seed, difficulty, daily (a date). `own` counts
// plans by the seats of the party that the task is for: the minority, or in a sweep the majority.
// A map: labels[r * columns + c] is the number of the player's district, from 1; 0 where undecided.

const LABELS = '123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';
const MOST_ROWS = 30;
const MOST_CELLS = 49;

// The puzzle in what anyone may have written: what is not known or not right is left out. Throws an Error that says why
// there is none.
function checkedPuzzle(given) {
  const fail = (why) => { throw new Error(why); };
  if (typeof given !== 'object' || given === null) fail('There is no puzzle here.');
  const {board, size} = given;
  if (!Array.isArray(board) || board.length < 1 || board.length > MOST_ROWS || typeof board[0] !== 'string') {
    fail('The puzzle has no board.');
  }
  const rows = board.length, columns = board[0].length;
  if (columns < 1 || columns > MOST_ROWS || !board.every((row) => typeof row === 'string' && row.length === columns)) {
    fail('The rows of the board are not equally long.');
  }
  if (!board.every((row) => /^[AB]+$/.test(row))) fail('The board has other voters than A and B.');
  if (!Number.isInteger(size) || size < 2 || size >= rows * columns || (rows * columns) % size !== 0 ||
      rows * columns / size > LABELS.length) {
    fail('The board cannot be divided into districts of this size.');
  }
  const oneOf = (value, known, what) => (known.includes(value) ? value : fail(`The puzzle has an unknown ${what}.`));
  const puzzle = {
    rows, columns, size, board: [...board],
    minority: oneOf(given.minority, ['A', 'B'], 'minority'),
    task: oneOf(given.task, ['minority', 'sweep'], 'task'),
    ties: oneOf(given.ties ?? 'nobody', ['nobody', 'a', 'b', 'half'], 'rule for ties'),
  };
  const isCount = (text) => typeof text === 'string' && /^\d{1,60}$/.test(text);
  if (Number.isSafeInteger(given.seed)) puzzle.seed = given.seed;
  if (isCount(given.plans) && isCount(given.winning)) {
    puzzle.plans = given.plans;
    puzzle.winning = given.winning;
    const seats = Object.entries(given.seats ?? {});
    if (seats.length && seats.every(([key, count]) => /^\d{1,3}(\.[05])?$/.test(key) && isCount(count))) {
      puzzle.seats = Object.fromEntries(seats);
      const all = districtsOf(puzzle);
      if (puzzle.task === 'minority') puzzle.own = puzzle.seats;
      else if (puzzle.ties !== 'nobody' || size % 2 === 1) {  // no seat stays empty
        puzzle.own = Object.fromEntries(seats.map(([key, count]) => [all - Number(key), count]));
      }
    }
  }
  const {forced, borders} = given.difficulty ?? {};
  if (Number.isInteger(forced) && Number.isInteger(borders)) puzzle.difficulty = {forced, borders};
  if (typeof given.daily === 'string' && isDate(given.daily)) puzzle.daily = given.daily;
  return puzzle;
}

function isDate(text) {
  const day = /^\d{4}-\d\d-\d\d$/.test(text) ? new Date(`${text}T00:00:00Z`) : new Date(NaN);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}

// Whether the plans of a board {rows, columns, size} are counted here, within seconds; a quarter of a minute for 7 x 7.
const canCount = ({rows, columns, size}) => rows * columns <= MOST_CELLS && size < 24;
const districtsOf = (puzzle) => puzzle.rows * puzzle.columns / puzzle.size;
const majorityOf = (puzzle) => (puzzle.minority === 'A' ? 'B' : 'A');

// Seats of both parties for districts won outright and tied, by the rule for ties.
function seatsFor(puzzle, minority, majority, tied) {
  const share = (party) => (puzzle.ties === 'half' ? tied / 2 : puzzle.ties === party.toLowerCase() ? tied : 0);
  return {minority: minority + share(puzzle.minority), majority: majority + share(majorityOf(puzzle))};
}

// Whether such seats are what the task asks for.
function isWon(puzzle, seats) {
  return puzzle.task === 'minority' ? seats.minority > seats.majority : seats.majority === districtsOf(puzzle);
}

const ownParty = (puzzle) => (puzzle.task === 'minority' ? puzzle.minority : majorityOf(puzzle));

// How a map with so many own seats stands among all plans, from puzzle.own: {better, equal, total}; it is better than the
// plans with fewer.
const standing = (puzzle, ownSeats) => among(puzzle.own, ownSeats);

// The same for any numbers by which plans are counted.
function among(counts, own) {
  let better = 0n, equal = 0n, total = 0n;
  for (const [key, text] of Object.entries(counts)) {
    const count = BigInt(text), number = Number(key);
    total += count;
    if (number === own) equal += count;
    if (number < own) better += count;
  }
  return {better, equal, total};
}

// Labels from 1 in order of first cell; 0 stays.
function numbered(labels) {
  const names = new Map([[0, 0]]);
  return labels.map((label) => {
    if (!names.has(label)) names.set(label, names.size);
    return names.get(label);
  });
}

// A map as text, row|row|..., `.` where undecided.
function writeMap(puzzle, labels) {
  const text = numbered(labels).map((label) => (label ? LABELS[label - 1] : '.')).join('');
  return puzzle.board.map((_, r) => text.slice(r * puzzle.columns, (r + 1) * puzzle.columns)).join('|');
}

// The map in such a text, null if it is none of this board.
function readMap(puzzle, text) {
  const rows = text.split('|');
  if (rows.length !== puzzle.rows || rows.some((row) => row.length !== puzzle.columns)) return null;
  const labels = [...rows.join('')].map((mark) => (mark === '.' ? 0 : LABELS.indexOf(mark) + 1 || -1));
  const known = numbered(labels);
  return labels.includes(-1) || Math.max(...known) > districtsOf(puzzle) ? null : known;
}

// Puzzle and map as the part of an address after '#'; the fields need no escapes.
function writeHash(puzzle, labels) {
  const {board, size, minority, task, ties, daily} = puzzle;
  const fields = {board: board.join('|'), size, minority, task, ties, ...(daily && {daily}), plan: writeMap(puzzle, labels)};
  return Object.entries(fields).map(([key, value]) => `${key}=${value}`).join('&');
}

// {puzzle, labels} of such a part. Throws an Error that says why there is none.
function readHash(hash) {
  const fields = new URLSearchParams(hash);
  const puzzle = checkedPuzzle({
    board: (fields.get('board') ?? '').split('|'),
    size: Number(fields.get('size')),
    minority: fields.get('minority'),
    task: fields.get('task'),
    ties: fields.get('ties') ?? undefined,
    daily: fields.get('daily') ?? undefined,
  });
  const plan = fields.get('plan');
  const labels = plan ? readMap(puzzle, plan) : new Array(puzzle.rows * puzzle.columns).fill(0);
  if (!labels) throw new Error('The plan does not fit the board.');
  return {puzzle, labels};
}

// ---- Counting

// A puzzle's completions of a map: {plans, winning, seats, own}, the counts as decimal strings, seats by those of the minority;
// with `withWitness` also witness, a winning completion or null. progress(share) is called now and then.
function countCompletions(puzzle, labels, withWitness, progress) {
  const board = {
    rows: puzzle.rows, columns: puzzle.columns, size: puzzle.size,
    votes: [...puzzle.board.join('')].map((voter) => (voter === puzzle.minority ? 1 : 0)),
  };
  const seatsOf = (minority, majority) => seatsFor(puzzle, minority, majority, districtsOf(puzzle) - minority - majority);
  const wins = (minority, majority) => isWon(puzzle, seatsOf(minority, majority));
  const {outcomes, witness} = countPlans(board, labels, withWitness ? wins : null, progress);
  let plans = 0, winning = 0;
  const seats = {}, own = {};
  const step = puzzle.ties === 'half' && puzzle.size % 2 === 0 ? 0.5 : 1;
  for (let s = 0; s <= districtsOf(puzzle); s += step) seats[s] = own[s] = 0;
  for (const {minority, majority, count} of outcomes) {
    plans += count;
    if (wins(minority, majority)) winning += count;
    const both = seatsOf(minority, majority);
    seats[both.minority] += count;
    own[puzzle.task === 'minority' ? both.minority : both.majority] += count;
  }
  for (const bins of [seats, own]) for (const key of Object.keys(bins)) bins[key] = String(bins[key]);
  return {plans: String(plans), winning: String(winning), seats, own, ...(withWitness && {witness})};
}

// How many plans of a puzzle have each number of cut edges: {cuts: count}, the counts as decimal strings.
function countCutEdges({rows, columns, size}) {
  const {outcomes} = countPlans({rows, columns, size, cuts: true, votes: new Array(rows * columns).fill(0)}, new Array(rows * columns).fill(0), null);
  return Object.fromEntries(outcomes.map(({cuts, count}) => [cuts, String(count)]));
}

// All plans of a board {rows, columns, size, votes} that agree with a map - cells of one label together, of different
// labels apart - by outcome: {outcomes: [{minority, majority, count}], witness}, the districts won by either; the others
// are tied. votes[r * columns + c] is 1 where a voter of the minority lives, else 0. If `wanted` is a function of
// (minority, majority), witness is a plan with such an outcome, or null if there is none. progress(share) is called after
// each cell. If board.cuts is true, the outcomes are {cuts, count} by cut edges: the pairs of neighbours in different districts.
//
// A frontier method: cell by cell along the shorter side, it keeps for the cells just passed which of them are connected,
// and for each of these components its size, its votes and its label. Partial plans that agree in that are counted
// together, by outcome. A cell joins its left neighbour, its upper one, both or none. A component is dropped as soon as it
// is a whole district. To meet each partition once, neighbours in one district must always have been joined: a cell may
// merge two components only if the cell between them, at the upper left, is in neither. A merger around a ring is not seen
// by this; but a ring of fewer than 24 cells holds fewer cells than it has, so no district fits into it, and on boards for
// which canCount() is true there is no longer one.
function countPlans(board, labels, wanted, progress) {
  const turned = board.columns > board.rows;
  const width = turned ? board.rows : board.columns;
  const cells = board.rows * board.columns;
  if (!canCount(board)) throw new RangeError('too large a board');
  const size = board.size;
  // The cell visited at a time, as an index into board and map.
  const cellAt = (i) => (turned ? (i % width) * board.columns + Math.floor(i / width) : i);
  const last = new Int32Array(64).fill(-1);  // when a label is seen last
  for (let i = 0; i < cells; ++i) last[labels[cellAt(i)]] = i;

  // Outcomes as numbers: the districts won by the minority, then, if districts can be tied, those won by the majority.
  const districts = cells / size, ties = size % 2 === 0;
  const perMinority = ties ? districts + 1 : 1, perMajority = ties ? 1 : 0;
  const edges = 2 * cells - board.rows - board.columns;
  const outcomeCount = board.cuts ? edges + 1 : (districts + 1) * perMinority;

  // The state of a component is a number from 1. A component that a party has won has no other way to end: what it looks
  // like inside does not matter.
  const settled = (s, v) => (2 * v > size ? s : 2 * (s - v) > size ? 0 : v);
  const packed = (s, v, label) => s | (settled(s, v) << 6) | (label << 12);
  const sizeOf = (d) => d & 63, votesOf = (d) => (d >> 6) & 63, labelOf = (d) => d >> 12;
  const stateOf = new Map(), components = [0];
  for (const label of new Set([0, ...labels])) {
    for (let s = 1; s < size; ++s) {
      for (let v = 0; v <= s; ++v) {
        const d = packed(s, v, label);
        if (!stateOf.has(d)) stateOf.set(d, components.push(d) - 1);
      }
    }
  }
  const states = components.length;
  const lookup = new Int16Array(1 + Math.max(0, ...stateOf.keys()));
  for (const [d, state] of stateOf) lookup[d] = state;

  // A key has a symbol for each column: 0 if its cell is in no open component; the state, if it is the first cell of a
  // component; states, states + 1... if it is in the first, second... component. The lowest bit of the first word tells
  // whether the next cell may merge the components of its neighbours.
  const bits = 32 - Math.clz32(states + width), inWord = Math.floor(31 / bits), mask = (1 << bits) - 1;
  const words = Math.ceil(width / inWord);
  const component = new Int32Array(width);  // of a column, from 1; 0: none
  const data = new Int32Array(width + 2);   // of a component
  const left = new Int32Array(width), work = new Int32Array(width + 2), number = new Int32Array(width + 2);
  const next = new Int32Array(words);

  // Two components as one; 0 if they cannot be.
  const merged = (x, y) => {
    const s = sizeOf(x) + sizeOf(y);
    if (s > size || (labelOf(x) && labelOf(y) && labelOf(x) !== labelOf(y))) return 0;
    return packed(s, votesOf(x) + votesOf(y), labelOf(x) || labelOf(y));
  };

  // Calls visit(choice, won) with `next` for each key that follows keys[at...] after cell i; `won` is what a district that
  // is complete then, or the edges that are cut, add to the number of the outcome. Choices: bit 0 joins the left neighbour, bit 1 the upper one.
  function follow(keys, at, i, visit) {
    const c = i % width, own = labels[cellAt(i)];
    const alone = packed(1, board.votes[cellAt(i)], own);
    const mayMerge = keys[at] & 1;
    let open = 0;
    for (let j = 0, w = 0; j < width; ++w) {
      let word = keys[at + w] >>> 1;
      for (const end = Math.min(width, j + inWord); j < end; ++j, word >>>= bits) {
        const symbol = word & mask;
        if (symbol === 0) {
          component[j] = 0;
        } else if (symbol < states) {
          component[j] = ++open;
          data[open] = components[symbol];
        } else {
          component[j] = symbol - states + 1;
        }
      }
    }
    const beside = c > 0 ? component[c - 1] : 0, upper = component[c];
    for (let choice = 0; choice < 4; ++choice) {
      if ((choice & 1 && !beside) || (choice & 2 && !upper)) continue;
      if (beside === upper ? choice === 1 || choice === 2 : choice === 3 && !mayMerge) continue;
      // Cells of one label that touch are joined.
      if (own && beside && !(choice & 1) && labelOf(data[beside]) === own) continue;
      if (own && upper && !(choice & 2) && labelOf(data[upper]) === own) continue;
      let mine = alone;
      if (choice & 1) mine = merged(mine, data[beside]);
      if (mine && choice & 2 && beside !== upper) mine = merged(mine, data[upper]);
      if (!mine) continue;
      const me = choice & 1 ? beside : choice & 2 ? upper : open + 1;
      const gone = choice === 3 ? upper : 0;  // merged into mine
      for (let j = 0; j < width; ++j) left[j] = gone && component[j] === gone ? me : component[j];
      left[c] = me;
      // Cells without neighbours to come leave, and a component that is no district yet must stay.
      const lost = upper && !(choice & 2) && !left.includes(upper);
      if (lost || (i + 1 === cells && sizeOf(mine) < size)) continue;
      if (i + width >= cells && c > 0) {
        const leaver = left[c - 1];
        left[c - 1] = 0;
        if (leaver && !left.includes(leaver)) continue;
      }
      let won = 0;
      if (sizeOf(mine) === size) {
        const label = labelOf(mine);
        if (label && last[label] > i) continue;
        for (let j = 0; j < width; ++j) if (left[j] === me) left[j] = 0;
        const v = 2 * votesOf(mine);
        won = v > size ? perMinority : v < size ? perMajority : 0;
        if (label) {
          let other = false;
          for (let j = 0; j < width; ++j) other ||= left[j] !== 0 && labelOf(data[left[j]]) === label;
          if (other) continue;
        }
      }
      for (let k = 1; k <= open; ++k) work[k] = data[k];
      work[me] = mine;

      let merges = 0;
      if (c + 1 < width) {
        const here = left[c], there = left[c + 1], corner = choice === 3 ? me : upper;
        if (here && there && here !== there && corner !== here && corner !== there) {
          const both = merged(work[here], work[there]);
          merges = both && sizeOf(both) < size ? 1 : 0;
        }
      }
      number.fill(0);
      let named = 0;
      for (let j = 0, w = 0; j < width; ++w) {
        let word = 0;
        for (let shift = 1, k = 0; k < inWord && j < width; ++j, ++k, shift += bits) {
          const one = left[j];
          if (one === 0) continue;
          if (number[one] === 0) {
            number[one] = ++named;
            word |= lookup[work[one]] << shift;
          } else {
            word |= (states + number[one] - 1) << shift;
          }
        }
        next[w] = word;
      }
      next[0] |= merges;
      visit(choice, board.cuts ? (c > 0) + (i >= width) - (choice & 1) - (choice >> 1) : won);
    }
  }

  let layer = new StateTable(words, outcomeCount);
  next.fill(0);
  layer.counts[layer.place(next) * outcomeCount] = 1;
  const layers = [];
  for (let i = 0; i < cells; ++i) {
    const after = new StateTable(words, outcomeCount);
    let from = 0;
    const add = (choice, won) => {
      const to = after.place(next) * outcomeCount + won, before = layer.counts, counts = after.counts;
      for (let k = 0; k < outcomeCount; ++k) if (before[from + k] !== 0) counts[to + k] += before[from + k];
    };
    for (let s = 0; s < layer.length; ++s, from += outcomeCount) follow(layer.keys, s * words, i, add);
    if (wanted) layers.push(layer.trimmed());
    layer = after;
    progress?.((i + 1) / cells);
  }
  if (layer.length === 0) return {outcomes: [], witness: null};
  // All districts are complete: there is one key.
  if (board.cuts) {
    return {outcomes: [...layer.counts.subarray(0, outcomeCount)].map((count, cuts) => ({cuts, count})).filter(({count}) => count > 0), witness: null};
  }
  const outcomes = [];
  let target = -1;
  for (let k = 0; k < outcomeCount; ++k) {
    const count = layer.counts[k];
    if (count === 0) continue;
    const minority = Math.floor(k / perMinority), majority = ties ? k % perMinority : districts - minority;
    outcomes.push({minority, majority, count});
    if (wanted && target < 0 && wanted(minority, majority)) target = k;
  }
  if (target < 0) return {outcomes, witness: null};

  // Back from the wanted outcome: in each layer some key leads to the one known after it.
  const choices = new Uint8Array(cells);
  const key = new Int32Array(words);
  for (let i = cells - 1; i >= 0; --i) {
    const {keys, has} = layers[i];
    let found = -1, outcome = 0;
    for (let s = 0; found < 0; ++s) {
      follow(keys, s * words, i, (choice, won) => {
        if (found >= 0 || target < won || !has(s, target - won)) return;
        for (let k = 0; k < words; ++k) if (next[k] !== key[k]) return;
        found = s;
        outcome = target - won;
        choices[i] = choice;
      });
    }
    key.set(keys.subarray(found * words, (found + 1) * words));
    target = outcome;
  }
  const district = Int32Array.from({length: cells}, (_, i) => i);
  const root = (i) => (district[i] === i ? i : root(district[i]));
  for (let i = 0; i < cells; ++i) {
    if (choices[i] & 1) district[root(i)] = root(i - 1);
    if (choices[i] & 2) district[root(i)] = root(i - width);
  }
  const witness = new Array(cells);
  for (let i = 0; i < cells; ++i) witness[cellAt(i)] = root(i) + 1;
  return {outcomes, witness: numbered(witness)};
}

// A hash table of keys, in order of arrival, with `width` counts each.
class StateTable {
  constructor(words, width) {
    this.words = words;
    this.width = width;
    this.length = 0;
    this.keys = new Int32Array(64 * words);
    this.counts = new Float64Array(64 * width);
    this.slots = new Int32Array(128).fill(-1);
  }

  // The place of a key, with counts of 0 if it is new.
  place(key) {
    const {words, keys, slots} = this, mask = slots.length - 1;
    let slot = this.slot(key, 0);
    for (let s; (s = slots[slot]) >= 0; slot = (slot + 1) & mask) {
      let k = 0;
      while (k < words && keys[s * words + k] === key[k]) ++k;
      if (k === words) return s;
    }
    if (2 * (this.length + 1) > slots.length) {
      this.grow();
      return this.place(key);
    }
    slots[slot] = this.length;
    keys.set(key, this.length * words);
    return this.length++;
  }

  slot(key, at) {
    let hash = 0;
    for (let k = 0; k < this.words; ++k) {
      hash = Math.imul(hash ^ key[at + k], 0x9e3779b1);
      hash ^= hash >>> 15;
    }
    return hash & (this.slots.length - 1);
  }

  grow() {
    const keys = new Int32Array(2 * this.keys.length), counts = new Float64Array(2 * this.counts.length);
    keys.set(this.keys);
    counts.set(this.counts);
    this.keys = keys;
    this.counts = counts;
    this.slots = new Int32Array(2 * this.slots.length).fill(-1);
    const mask = this.slots.length - 1;
    for (let s = 0; s < this.length; ++s) {
      let slot = this.slot(this.keys, s * this.words);
      while (this.slots[slot] >= 0) slot = (slot + 1) & mask;
      this.slots[slot] = s;
    }
  }

  // The keys alone, and which outcomes a key has.
  trimmed() {
    const {width, length, counts} = this, had = new Uint8Array(Math.ceil(length * width / 8));
    for (let k = 0; k < length * width; ++k) if (counts[k] !== 0) had[k >> 3] |= 1 << (k & 7);
    return {keys: this.keys.slice(0, length * this.words), has: (s, k) => ((had[(s * width + k) >> 3] >> ((s * width + k) & 7)) & 1) === 1};
  }
}

// ---- Making puzzles

// Mulberry32, a generator of 32 bits of state by Tommy Ettinger.
function generator(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let x = Math.imul(state ^ (state >>> 15), state | 1);
    x ^= x + Math.imul(x ^ (x >>> 7), x | 61);
    return (x ^ (x >>> 14)) >>> 0;
  };
}

function shuffle(list, random) {
  for (let i = list.length - 1; i > 0; --i) {
    const j = random() % (i + 1);
    [list[i], list[j]] = [list[j], list[i]];
  }
}

// The puzzle of a date, the same for every visitor: 9 of 25 voters, of whom few plans let the minority win.
function dailyPuzzle(date) {
  const random = generator(Number(date.replaceAll('-', '')));
  for (;;) {
    const voters = [...'A'.repeat(9) + 'B'.repeat(16)];
    shuffle(voters, random);
    const board = [0, 5, 10, 15, 20].map((first) => voters.slice(first, first + 5).join(''));
    const puzzle = {rows: 5, columns: 5, size: 5, board, minority: 'A', task: 'minority', ties: 'nobody', daily: date};
    const counts = countCompletions(puzzle, new Array(25).fill(0), false);
    if (Number(counts.winning) >= 1 && Number(counts.winning) <= 12) return {...puzzle, ...counts};
  }
}

// A plan of side x side cells in districts of `side`: the rows, and then many times two neighbouring districts are joined
// and divided anew along an edge of a random spanning tree (DeFord, Duchin and Solomon 2021).
function randomPlan(side, random) {
  const cells = side * side;
  const plan = Array.from({length: cells}, (_, i) => Math.floor(i / side));
  const edges = [];
  for (let i = 0; i < cells; ++i) {
    if ((i + 1) % side) edges.push([i, i + 1]);
    if (i + side < cells) edges.push([i, i + side]);
  }
  for (let round = 0; round < 40 * side; ++round) {
    const [x, y] = edges[random() % edges.length];
    const first = plan[x], second = plan[y];
    if (first === second) continue;
    const isInside = (i) => plan[i] === first || plan[i] === second;
    const inside = edges.filter(([i, j]) => isInside(i) && isInside(j));
    shuffle(inside, random);
    const tree = Array.from({length: cells}, () => []);
    const group = Array.from({length: cells}, (_, i) => i);
    const root = (i) => (group[i] === i ? i : root(group[i]));
    for (const [i, j] of inside) {
      if (root(i) === root(j)) continue;
      group[root(i)] = root(j);
      tree[i].push(j);
      tree[j].push(i);
    }
    // The branches of as many cells as a district has.
    const branches = [];
    const branchOf = (i, from) => {
      const branch = [i, ...tree[i].filter((j) => j !== from).flatMap((j) => branchOf(j, i))];
      if (branch.length === side) branches.push(branch);
      return branch;
    };
    branchOf(x, -1);
    if (!branches.length) continue;
    const branch = branches[random() % branches.length];
    for (let i = 0; i < cells; ++i) if (isInside(i)) plan[i] = branch.includes(i) ? first : second;
  }
  return plan;
}

// A puzzle of 5 x 5 to 7 x 7 that can be solved. Of 5 x 5 eight are made, and the one that fewest plans solve is taken. The
// same seed gives the same puzzle.
function madePuzzle(side, task, seed) {
  const random = generator(seed);
  if (side > 5) return plantedPuzzle(side, task, random);
  let best = null;
  for (let round = 0; round < 8; ++round) {
    const puzzle = plantedPuzzle(side, task, random);
    Object.assign(puzzle, countCompletions(puzzle, new Array(side * side).fill(0), false));
    if (!best || Number(puzzle.winning) < Number(best.winning)) best = puzzle;
  }
  return best;
}

// Voters are put at random into the districts of a random plan, just enough for the task.
function plantedPuzzle(side, task, random) {
  const plan = randomPlan(side, random);
  const needed = Math.floor(side / 2) + 1, most = Math.floor((side + 1) / 2);
  // The votes in each district for the party that is to win; in a minority's puzzle of an even side one is tied.
  const votes = Array.from({length: side}, (_, k) => (task === 'sweep' || k < most ? needed : k === most && side % 2 === 0 ? side / 2 : 0));
  shuffle(votes, random);
  const [winner, loser] = task === 'sweep' ? ['B', 'A'] : ['A', 'B'];
  const voters = new Array(side * side).fill(loser);
  votes.forEach((count, label) => {
    const members = plan.flatMap((other, i) => (other === label ? [i] : []));
    shuffle(members, random);
    for (const i of members.slice(0, count)) voters[i] = winner;
  });
  const board = Array.from({length: side}, (_, r) => voters.slice(r * side, (r + 1) * side).join(''));
  return {rows: side, columns: side, size: side, board, minority: 'A', task, ties: 'nobody'};
}

// What the worker answers: to {daily: date} a puzzle, to {made: [side, task, seed]} another, to {cuts: puzzle} the cut edges,
// to {puzzle, labels, withWitness} the completions.
function answer(request, progress) {
  if (request.daily) return dailyPuzzle(request.daily);
  if (request.made) return madePuzzle(...request.made);
  if (request.cuts) return countCutEdges(request.cuts);
  return countCompletions(request.puzzle, request.labels, request.withWitness, progress);
}
