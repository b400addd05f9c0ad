// The map that is being drawn on the board of a puzzle. Knows nothing of the document.
import {districtsOf, majorityOf, seatsFor} from './puzzle.js';
import {roman} from './words.js';

/**
 * A district: its voters, those of A and of B, the connected pieces it is in, whether it is complete, and by whom it is won:
 * 'A', 'B', 'tie', or null while it is not complete.
 * @typedef {{size: number, a: number, b: number, pieces: number, complete: boolean, winner: string | null}} District
 *
 * The whole map: its districts, whether they are all complete, how many are tied and how many are not complete, and the seats of
 * those that are.
 * @typedef {{all: District[], complete: boolean, tied: number, open: number, seats: import('./puzzle.js').Seats}} Survey
 */

export class DistrictMap {
  /**
   * @param {import('./puzzle.js').Puzzle} puzzle
   * @param {number[]} [labels] the district of each cell, 0 where undecided; without them the map is empty
   */
  constructor(puzzle, labels = new Array(puzzle.rows * puzzle.columns).fill(0)) {
    this.puzzle = puzzle;
    this.labels = labels;
    /** @type {number[][]} */
    this.past = [];
    /** @type {number[][]} */
    this.future = [];
    this.current = 1;      // the district being drawn
    this.chosen = false;   // and whether it was chosen by name: it stays so until it is full
    this.erasing = false;
    this.refused = '';     // why the last stroke was not drawn to its end
  }

  get count() { return districtsOf(this.puzzle); }
  rowOf(cell) { return Math.floor(cell / this.puzzle.columns); }
  columnOf(cell) { return cell % this.puzzle.columns; }
  place(cell) { return `row ${this.rowOf(cell) + 1}, column ${this.columnOf(cell) + 1}`; }
  voterOf(cell) { return this.puzzle.board[this.rowOf(cell)][this.columnOf(cell)]; }
  sizeOf(label) { return this.labels.filter((other) => other === label).length; }

  /** @param {number} cell */
  neighbours(cell) {
    const r = this.rowOf(cell), c = this.columnOf(cell), {rows, columns} = this.puzzle;
    return [r > 0 && cell - columns, c > 0 && cell - 1, c + 1 < columns && cell + 1, r + 1 < rows && cell + columns]
      .filter((next) => typeof next === 'number');
  }

  /** @param {number} label @returns {District} */
  district(label) {
    const members = this.labels.flatMap((other, cell) => (other === label ? [cell] : []));
    const a = members.filter((cell) => this.voterOf(cell) === 'A').length, b = members.length - a;
    const seen = new Set();
    let pieces = 0;
    for (const first of members) {
      if (seen.has(first)) continue;
      ++pieces;
      seen.add(first);
      for (const open = [first]; open.length;) {
        for (const cell of this.neighbours(open.pop())) {
          if (this.labels[cell] === label && !seen.has(cell)) {
            seen.add(cell);
            open.push(cell);
          }
        }
      }
    }
    const complete = members.length === this.puzzle.size && pieces === 1;
    return {size: members.length, a, b, pieces, complete, winner: !complete ? null : a > b ? 'A' : b > a ? 'B' : 'tie'};
  }

  /** @returns {Survey} */
  survey() {
    const {puzzle} = this;
    const all = Array.from({length: this.count}, (_, k) => this.district(k + 1));
    const won = (winner) => all.filter((one) => one.winner === winner).length;
    const open = all.filter((one) => !one.complete).length, tied = won('tie');
    return {all, complete: open === 0, tied, open, seats: seatsFor(puzzle, won(puzzle.minority), won(majorityOf(puzzle)), tied)};
  }

  /** The pairs of neighbours in different districts. */
  cutEdges() {
    return this.labels.flatMap((label, cell) => this.neighbours(cell).filter((next) => next > cell && this.labels[next] !== label)).length;
  }

  /** Takes up a district by name. @param {number} label */
  choose(label) {
    this.current = label;
    this.chosen = true;
    this.erasing = false;
  }

  /** The first district without cells, or 0. */
  unused() {
    for (let label = 1; label <= this.count; ++label) if (!this.labels.includes(label)) return label;
    return 0;
  }

  /** Gives a cell to the district being drawn; not if that is full. @param {number} cell */
  paint(cell) {
    if (this.labels[cell] === this.current) return;
    if (this.sizeOf(this.current) >= this.puzzle.size) {
      this.refused = `District ${roman(this.current)} has its ${this.puzzle.size} voters.`;
      return;
    }
    this.labels[cell] = this.current;
  }

  /**
   * Where a stroke begins: takes up the district that it draws. Returns whether the cell was free or another's before.
   * @param {number} cell
   */
  begin(cell) {
    const label = this.labels[cell];
    if (this.sizeOf(this.current) >= this.puzzle.size) this.chosen = false;
    if (label && !this.chosen) {
      const other = label !== this.current;
      this.current = label;
      return other;
    }
    if (!this.chosen) {
      const size = this.sizeOf(this.current);
      const goesOn = size === 0 ||
        (size < this.puzzle.size && this.neighbours(cell).some((next) => this.labels[next] === this.current));
      if (!goesOn) this.current = this.unused() || this.current;
    }
    const changes = this.labels[cell] !== this.current;
    this.paint(cell);
    return changes;
  }

  /** Keeps what the map was before a step, for undo. Returns whether the step has changed it. @param {number[]} before */
  keep(before) {
    if (this.labels.every((label, cell) => label === before[cell])) return false;
    this.past.push(before);
    this.future = [];
    return true;
  }

  /** Goes back in `past`, or forward in `future`. Returns whether there was a step to go. @param {boolean} isBack */
  travel(isBack) {
    const [from, to] = isBack ? [this.past, this.future] : [this.future, this.past];
    if (!from.length) return false;
    to.push(this.labels);
    this.labels = from.pop();
    return true;
  }
}
