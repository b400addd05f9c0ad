// Puzzles and maps as data, and what is won by them. Knows nothing of the document.
//
// A map: labels[r * columns + c] is the number of the player's district, from 1; 0 where undecided.
import {isDay} from '../shared/days.js';

/**
 * The districts of either party; with the tie rule `half`, halves of them.
 * @typedef {{minority: number, majority: number}} Seats
 *
 * How many plans there are, how many win, and how many have which number of seats, of the minority and of the party that the task
 * is for: the minority, or in a sweep the majority. Counts are decimal strings. Perhaps with a plan that wins, if there is one.
 * @typedef {{plans: string, winning: string, seats: Object<string, string>, own: Object<string, string>,
 *   witness?: number[] | null}} Counts
 *
 * A puzzle as `pentocity gerrymander puzzle` writes it, with what is known of it: its counts, the plans by cut edges, the number it
 * is made from, how difficult it is, its date.
 * @typedef {{rows: number, columns: number, size: number, board: string[], minority: string, task: string, ties: string,
 *   cuts?: Object<string, string>, seed?: number, difficulty?: {forced: number, borders: number}, daily?: string} & Partial<Counts>} Puzzle
 */

const LABELS = '123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';
const MOST_ROWS = 30;
export const MOST_CELLS = 49;

/**
 * The puzzle in what anyone may have written: what is not known or not right is left out. Throws an Error that says why there is none.
 * @param {any} given
 * @returns {Puzzle}
 */
export function checkedPuzzle(given) {
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
  /** @type {Puzzle} */
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
  if (typeof given.daily === 'string' && isDay(given.daily)) puzzle.daily = given.daily;
  return puzzle;
}

// Whether the plans of a board {rows, columns, size} are counted here, within seconds; a quarter of a minute for 7 x 7.
export const canCount = ({rows, columns, size}) => rows * columns <= MOST_CELLS && size < 24;
export const districtsOf = (puzzle) => puzzle.rows * puzzle.columns / puzzle.size;
export const majorityOf = (puzzle) => (puzzle.minority === 'A' ? 'B' : 'A');

/**
 * Seats of both parties for districts won outright and tied, by the rule for ties.
 * @param {Puzzle} puzzle
 * @param {number} minority
 * @param {number} majority
 * @param {number} tied
 * @returns {Seats}
 */
export function seatsFor(puzzle, minority, majority, tied) {
  const share = (party) => (puzzle.ties === 'half' ? tied / 2 : puzzle.ties === party.toLowerCase() ? tied : 0);
  return {minority: minority + share(puzzle.minority), majority: majority + share(majorityOf(puzzle))};
}

/** Whether such seats are what the task asks for. @param {Puzzle} puzzle @param {Seats} seats */
export function isWon(puzzle, seats) {
  return puzzle.task === 'minority' ? seats.minority > seats.majority : seats.majority === districtsOf(puzzle);
}

export const ownParty = (puzzle) => (puzzle.task === 'minority' ? puzzle.minority : majorityOf(puzzle));

/**
 * How a map with so many own seats stands among all plans, from puzzle.own: it is better than the plans with fewer.
 * @param {Puzzle} puzzle
 * @param {number} ownSeats
 */
export const standing = (puzzle, ownSeats) => among(puzzle.own, ownSeats);

/** The same for any numbers by which plans are counted. @param {Object<string, string>} counts @param {number} own */
export function among(counts, own) {
  let better = 0n, equal = 0n, total = 0n;
  for (const [key, text] of Object.entries(counts)) {
    const count = BigInt(text), number = Number(key);
    total += count;
    if (number === own) equal += count;
    if (number < own) better += count;
  }
  return {better, equal, total};
}

/** Labels from 1 in order of first cell; 0 stays. @param {number[]} labels */
export function numbered(labels) {
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

/** Puzzle and map as the part of an address after '#'; the fields need no escapes. @param {Puzzle} puzzle @param {number[]} labels */
export function writeHash(puzzle, labels) {
  const {board, size, minority, task, ties, daily} = puzzle;
  const fields = {board: board.join('|'), size, minority, task, ties, ...(daily && {daily}), plan: writeMap(puzzle, labels)};
  return Object.entries(fields).map(([key, value]) => `${key}=${value}`).join('&');
}

/** The same without the map. @param {Puzzle} puzzle */
export const writePuzzle = (puzzle) => writeHash(puzzle, []).replace(/&plan=.*/, '');

/** Puzzle and map of such a part. Throws an Error that says why there is none. @param {string} hash */
export function readHash(hash) {
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
