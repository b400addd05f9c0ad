// Counting plans: those that agree with a map, by seats or by cut edges. Knows nothing of the document.
import {canCount, districtsOf, isWon, numbered, seatsFor} from './puzzle.js';
import {StateTable} from './state_table.js';

/**
 * A puzzle's completions of a map.
 * @param {import('./puzzle.js').Puzzle} puzzle
 * @param {number[]} labels the map
 * @param {boolean} withWitness one that wins is asked for, too
 * @param {(share: number) => void} [progress] called now and then
 * @returns {import('./puzzle.js').Counts}
 */
export function countCompletions(puzzle, labels, withWitness, progress) {
  const board = {
    rows: puzzle.rows, columns: puzzle.columns, size: puzzle.size,
    votes: [...puzzle.board.join('')].map((voter) => (voter === puzzle.minority ? 1 : 0)),
  };
  const seatsOf = (minority, majority) => seatsFor(puzzle, minority, majority, districtsOf(puzzle) - minority - majority);
  const wins = (minority, majority) => isWon(puzzle, seatsOf(minority, majority));
  const {outcomes, witness} = countPlans(board, labels, withWitness ? wins : null, progress);
  let plans = 0, winning = 0;
  const seats = /** @type {Object<string, any>} */ ({}), own = /** @type {Object<string, any>} */ ({});
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

/**
 * How many plans of a puzzle have each number of cut edges, as decimal strings.
 * @param {import('./puzzle.js').Puzzle} puzzle
 * @returns {Object<string, string>}
 */
export function countCutEdges({rows, columns, size}) {
  const {outcomes} = countPlans({rows, columns, size, cuts: true, votes: new Array(rows * columns).fill(0)},
    new Array(rows * columns).fill(0), null);
  return Object.fromEntries(outcomes.map(({cuts, count}) => [cuts, String(count)]));
}

/**
 * All plans of a board that agree with a map - cells of one label together, of different labels apart - by outcome: the districts
 * won by either party, the others being tied; or by cut edges, the pairs of neighbours in different districts.
 * @param {{rows: number, columns: number, size: number, votes: number[], cuts?: boolean}} board votes[r * columns + c] is 1 where a
 *   voter of the minority lives, else 0; `cuts` asks for cut edges
 * @param {number[]} labels the map
 * @param {((minority: number, majority: number) => boolean) | null} [wanted] the outcomes of which a plan is asked for
 * @param {(share: number) => void} [progress] called after each cell
 * @returns {{outcomes: {minority?: number, majority?: number, cuts?: number, count: number}[], witness: number[] | null}}
 */
export function countPlans(board, labels, wanted, progress) {
  // A frontier method: cell by cell along the shorter side, it keeps for the cells just passed which of them are connected,
  // and for each of these components its size, its votes and its label. Partial plans that agree in that are counted
  // together, by outcome. A cell joins its left neighbour, its upper one, both or none. A component is dropped as soon as it
  // is a whole district. To meet each partition once, neighbours in one district must always have been joined: a cell may
  // merge two components only if the cell between them, at the upper left, is in neither. A merger around a ring is not seen
  // by this; but a ring of fewer than 24 cells holds fewer cells than it has, so no district fits into it, and on boards for
  // which canCount() is true there is no longer one.
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
  // is complete then, or the edges that are cut, add to the number of the outcome. Choices: bit 0 joins the left neighbour, bit 1
  // the upper one.
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
      visit(choice, board.cuts ? Number(c > 0) + Number(i >= width) - (choice & 1) - (choice >> 1) : won);
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
    return {outcomes: [...layer.counts.subarray(0, outcomeCount)].map((count, cuts) => ({cuts, count})).filter(({count}) =>
      count > 0), witness: null};
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
