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
// The boards on which every count is made here, within seconds.
const MOST_CELLS = 36;

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
function standing(puzzle, ownSeats) {
  let better = 0n, equal = 0n, total = 0n;
  for (const [key, text] of Object.entries(puzzle.own)) {
    const count = BigInt(text), seats = Number(key);
    total += count;
    if (seats === ownSeats) equal += count;
    if (seats < ownSeats) better += count;
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
// with `withWitness` also witness, a winning completion or null.
function countCompletions(puzzle, labels, withWitness) {
  const board = {
    rows: puzzle.rows, columns: puzzle.columns, size: puzzle.size,
    votes: [...puzzle.board.join('')].map((voter) => (voter === puzzle.minority ? 1 : 0)),
  };
  const seatsOf = (minority, majority) => seatsFor(puzzle, minority, majority, districtsOf(puzzle) - minority - majority);
  const wins = (minority, majority) => isWon(puzzle, seatsOf(minority, majority));
  const {outcomes, witness} = countPlans(board, labels, withWitness ? wins : null);
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

// All plans of a board {rows, columns, size, votes} that agree with a map - cells of one label together, of different
// labels apart - by outcome: {outcomes: [{minority, majority, count}], witness}, the districts won by either; the others
// are tied. votes[r * columns + c] is 1 where a voter of the minority lives, else 0. If `wanted` is a function of
// (minority, majority), witness is a plan with such an outcome, or null if there is none.
//
// A frontier method: cell by cell along the shorter side, it keeps for the cells just passed which of them are connected,
// and for each of these components its size, its votes and its label. A cell joins its left neighbour, its upper one, both
// or none. To meet each partition once, neighbours in one district must always have been joined: a cell may merge two
// components only if the cell between them, at the upper left, is in neither. A merger around a ring is not seen by this;
// but a ring of fewer than 24 cells holds fewer cells than it has, so no district fits into it, and 24 cells or more twice
// do not fit on boards of MOST_CELLS.
function countPlans(board, labels, wanted) {
  const turned = board.columns > board.rows;
  const width = turned ? board.rows : board.columns;
  const cells = board.rows * board.columns;
  if (cells > MOST_CELLS) throw new RangeError(`more than ${MOST_CELLS} cells`);
  const size = board.size;
  // The cell visited at a time, as an index into board and map.
  const cellAt = (i) => (turned ? (i % width) * board.columns + Math.floor(i / width) : i);
  const last = new Int32Array(64).fill(-1);  // when a label is seen last
  for (let i = 0; i < cells; ++i) last[labels[cellAt(i)]] = i;

  // A state is 1 + width words. Word 0: three bits a column, the component (7: none yet); from bit 18 two bits for the cell
  // at the upper left (1: in the left one's component, 2: in the upper one's); from bit 20 districts won by the minority,
  // from bit 26 by the majority. Then a word a component, in order of first column: size, votes, label, six bits each.
  const words = 1 + width;
  const component = new Int32Array(8);  // of a column
  const data = new Int32Array(8);       // of a component
  const next = new Int32Array(words);
  const renamed = new Int32Array(8);
  const sizeOf = (d) => d & 63, votesOf = (d) => (d >> 6) & 63, labelOf = (d) => d >> 12;

  // A component that a party has won has no other way to end: what it looks like inside does not matter.
  const settled = (s, v) => (2 * v > size ? s : 2 * (s - v) > size ? 0 : v);
  // Two components as one; -1 if they cannot be.
  const merged = (x, y) => {
    const s = sizeOf(x) + sizeOf(y);
    if (s > size || (labelOf(x) && labelOf(y) && labelOf(x) !== labelOf(y))) return -1;
    return s | (settled(s, votesOf(x) + votesOf(y)) << 6) | ((labelOf(x) || labelOf(y)) << 12);
  };
  // Word 0 after a component is closed that holds cells up to time i; -1 if it cannot be.
  const closed = (outcome, d, i) => {
    if (sizeOf(d) !== size || (labelOf(d) && last[labelOf(d)] > i)) return -1;
    const v = 2 * votesOf(d);
    return v > size ? outcome + (1 << 20) : v < size ? outcome + (1 << 26) : outcome;
  };

  // Calls visit(choice) with `next` for each state that follows keys[at...] after cell i. Choices: bit 0 joins the left
  // neighbour, bit 1 the upper one.
  function follow(keys, at, i, visit) {
    const c = i % width;
    const cell = cellAt(i);
    const alone = 1 | (settled(1, board.votes[cell]) << 6) | (labels[cell] << 12);
    const head = keys[at];
    for (let choice = 0; choice < 4; ++choice) {
      let open = 0;
      for (let j = 0; j < width; ++j) {
        component[j] = (head >> (3 * j)) & 7;
        if (component[j] !== 7 && component[j] >= open) open = component[j] + 1;
      }
      const left = c > 0 ? component[c - 1] : 7;
      const upper = component[c];
      if ((choice & 1 && left === 7) || (choice & 2 && upper === 7)) continue;
      if (left === upper && left !== 7 && choice !== 0 && choice !== 3) continue;
      if (choice === 3 && left !== upper && (head >> 18) & 3) continue;
      for (let k = 0; k < open; ++k) data[k] = keys[at + 1 + k];
      // Cells of one label that touch are joined.
      if (labels[cell] && left !== 7 && !(choice & 1) && labelOf(data[left]) === labels[cell]) continue;
      if (labels[cell] && upper !== 7 && !(choice & 2) && labelOf(data[upper]) === labels[cell]) continue;

      let mine = alone;
      if (choice & 1) mine = merged(mine, data[left]);
      if (mine !== -1 && choice & 2 && !(choice & 1 && left === upper)) mine = merged(mine, data[upper]);
      if (mine === -1) continue;
      const me = choice & 1 ? left : choice & 2 ? upper : open;
      data[me] = mine;
      if (choice === 3 && left !== upper) {
        for (let j = 0; j < width; ++j) if (component[j] === upper) component[j] = left;
      }
      component[c] = me;
      let outcome = head & ~0xfffff;
      let corner = choice === 3 ? me : upper;
      if (upper !== 7 && !(choice & 2)) {
        let gone = true;
        for (let j = 0; j < width; ++j) gone = gone && component[j] !== upper;
        if (gone) {
          outcome = closed(outcome, data[upper], i - 1);
          if (outcome === -1) continue;
          const label = labelOf(data[upper]);
          let other = label !== 0 && labels[cell] === label;
          for (let j = 0; j < width; ++j) {
            other = other || (label !== 0 && component[j] !== 7 && labelOf(data[component[j]]) === label);
          }
          if (other) continue;
          corner = 7;
        }
      }

      renamed.fill(-1);
      next.fill(0);
      let shape = 0, named = 0;
      for (let j = 0; j < width; ++j) {
        const k = component[j];
        if (k === 7) {
          shape |= 7 << (3 * j);
          continue;
        }
        if (renamed[k] < 0) {
          renamed[k] = named++;
          next[named] = data[k];
        }
        shape |= renamed[k] << (3 * j);
      }
      let beside = 0;
      if (c + 1 < width && corner !== 7 && component[c + 1] !== component[c]) {
        beside = corner === component[c] ? 1 : corner === component[c + 1] ? 2 : 0;
      }
      next[0] = shape | (beside << 18) | outcome;
      visit(choice);
    }
  }

  let start = 0;
  for (let j = 0; j < width; ++j) start |= 7 << (3 * j);
  next.fill(0);
  next[0] = start;
  let layer = new StateTable(words);
  layer.add(next, 1);
  const layers = [];
  for (let i = 0; i < cells; ++i) {
    const after = new StateTable(words);
    for (let s = 0; s < layer.length; ++s) {
      const count = layer.counts[s];
      follow(layer.keys, s * words, i, () => after.add(next, count));
    }
    if (wanted) layers.push(layer.keys.slice(0, layer.length * words));
    layer = after;
  }

  // What is still open after the last cell are the districts that touch the last line.
  const outcomes = new Map();
  let witnessed = -1;
  for (let s = 0; s < layer.length; ++s) {
    const at = s * words;
    let outcome = layer.keys[at] & ~0xfffff;
    const seen = [];
    for (let k = 1; k <= width && layer.keys[at + k] !== 0 && outcome !== -1; ++k) {
      const label = labelOf(layer.keys[at + k]);
      outcome = label && seen.includes(label) ? -1 : closed(outcome, layer.keys[at + k], cells);
      seen.push(label);
    }
    if (outcome === -1) continue;
    const minority = (outcome >> 20) & 63, majority = (outcome >> 26) & 63;
    const known = outcomes.get(outcome);
    if (known) known.count += layer.counts[s];
    else outcomes.set(outcome, {minority, majority, count: layer.counts[s]});
    if (wanted && witnessed < 0 && wanted(minority, majority)) witnessed = s;
  }
  const list = [...outcomes.values()].sort((x, y) => x.minority - y.minority || x.majority - y.majority);
  if (witnessed < 0) return {outcomes: list, witness: null};

  // Back from the wanted outcome: in each layer some state leads to the one known after it.
  const choices = new Uint8Array(cells);
  const target = layer.keys.slice(witnessed * words, (witnessed + 1) * words);
  for (let i = cells - 1; i >= 0; --i) {
    const before = layers[i];
    let found = -1;
    for (let s = 0; found < 0; ++s) {
      follow(before, s * words, i, (choice) => {
        for (let k = 0; k < words; ++k) if (next[k] !== target[k]) return;
        found = s;
        choices[i] = choice;
      });
    }
    target.set(before.subarray(found * words, (found + 1) * words));
  }
  const district = Int32Array.from({length: cells}, (_, i) => i);
  const root = (i) => (district[i] === i ? i : root(district[i]));
  for (let i = 0; i < cells; ++i) {
    if (choices[i] & 1) district[root(i)] = root(i - 1);
    if (choices[i] & 2) district[root(i)] = root(i - width);
  }
  const witness = new Array(cells);
  for (let i = 0; i < cells; ++i) witness[cellAt(i)] = root(i) + 1;
  return {outcomes: list, witness: numbered(witness)};
}

// A hash table of states: counts by key, in order of arrival.
class StateTable {
  constructor(words) {
    this.words = words;
    this.length = 0;
    this.keys = new Int32Array(64 * words);
    this.counts = new Float64Array(64);
    this.slots = new Int32Array(128).fill(-1);
  }

  add(key, count) {
    const words = this.words, keys = this.keys, mask = this.slots.length - 1;
    let slot = this.slot(key, 0);
    for (let s; (s = this.slots[slot]) >= 0; slot = (slot + 1) & mask) {
      let k = 0;
      while (k < words && keys[s * words + k] === key[k]) ++k;
      if (k === words) {
        this.counts[s] += count;
        return;
      }
    }
    if (this.length === this.counts.length) {
      this.grow();
      this.add(key, count);
      return;
    }
    this.slots[slot] = this.length;
    keys.set(key, this.length * words);
    this.counts[this.length++] = count;
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
    this.slots = new Int32Array(4 * this.counts.length).fill(-1);
    const mask = this.slots.length - 1;
    for (let s = 0; s < this.length; ++s) {
      let slot = this.slot(this.keys, s * this.words);
      while (this.slots[slot] >= 0) slot = (slot + 1) & mask;
      this.slots[slot] = s;
    }
  }
}

// ---- The daily puzzle

// The puzzle of a date, the same for every visitor: 9 of 25 voters, of whom few plans let the minority win.
function dailyPuzzle(date) {
  let state = Number(date.replaceAll('-', ''));
  // Mulberry32, a generator of 32 bits of state by Tommy Ettinger.
  const random = () => {
    state = (state + 0x6d2b79f5) | 0;
    let x = Math.imul(state ^ (state >>> 15), state | 1);
    x ^= x + Math.imul(x ^ (x >>> 7), x | 61);
    return (x ^ (x >>> 14)) >>> 0;
  };
  for (;;) {
    const voters = [...'A'.repeat(9) + 'B'.repeat(16)];
    for (let i = voters.length - 1; i > 0; --i) {
      const j = random() % (i + 1);
      [voters[i], voters[j]] = [voters[j], voters[i]];
    }
    const board = [0, 5, 10, 15, 20].map((first) => voters.slice(first, first + 5).join(''));
    const puzzle = {rows: 5, columns: 5, size: 5, board, minority: 'A', task: 'minority', ties: 'nobody', daily: date};
    const counts = countCompletions(puzzle, new Array(25).fill(0), false);
    if (Number(counts.winning) >= 1 && Number(counts.winning) <= 12) return {...puzzle, ...counts};
  }
}

// What the worker answers: to {daily: date} a puzzle, to {puzzle, labels, withWitness} the completions.
function answer(request) {
  if (request.daily) return dailyPuzzle(request.daily);
  return countCompletions(request.puzzle, request.labels, request.withWitness);
}
