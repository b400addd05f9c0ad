// Pieces that are laid on the board of a puzzle. Knows nothing of the document.
import {isMoved} from './lattice.js';

/**
 * @typedef {{name: string, cells: number[][], orientations: number[][][], turned: number[], mirrored: number[], min: number,
 *   max: number | null, flip: boolean, rotate: boolean}} Piece of which `turned` and `mirrored` say, for each orientation, which one
 *   it becomes (-1: it may not)
 */
/** A piece on the board; `found`: by the solver. @typedef {{piece: number, cells: number[][], found?: boolean}} Placement */

/// What the browser keeps of a puzzle: its address, and what is laid. Throws an Error for what is none.
export function checkedLaid({id, placed}) {
  const isCell = (cell) => Array.isArray(cell) && cell.length === 2 && cell.every(Number.isSafeInteger);
  const isOne = ({piece, cells, found}) => Number.isSafeInteger(piece) && Array.isArray(cells) && cells.length > 0 && cells.every(isCell) &&
    [true, undefined].includes(found);
  if (typeof id !== 'string' || !id || !Array.isArray(placed) || !placed.every(isOne)) throw new Error('no puzzle');
  return {id, placed};
}

export class Laying {
  /** @param {{rows: number, columns: number, lattice: string, blocked: Set<number>, pieces: Piece[], holes: number[]}} puzzle */
  constructor(puzzle) {
    this.puzzle = puzzle;
    /** @type {Placement[]} */
    this.placed = [];
    this.past = [];
  }

  /** @param {number[]} cell */
  isOnBoard([r, c]) {
    const {rows, columns, blocked} = this.puzzle;
    return r >= 0 && c >= 0 && r < rows && c < columns && !blocked.has(r * columns + c);
  }
  /** The placement that has this cell. @param {number[]} cell */
  at([row, column]) { return this.placed.find(({cells}) => cells.some(([r, c]) => r === row && c === column)); }
  fits(cells) { return cells.every((cell) => this.isOnBoard(cell) && !this.at(cell)); }
  used(piece) { return this.placed.filter((one) => one.piece === piece).length; }
  /** How many of a piece are left; Infinity for any number. @param {number} piece */
  left(piece) { return (this.puzzle.pieces[piece].max ?? Infinity) - this.used(piece); }
  get free() {
    const {rows, columns, blocked} = this.puzzle;
    return rows * columns - blocked.size - this.placed.reduce((sum, {cells}) => sum + cells.length, 0);
  }
  get isSolved() {
    const {pieces, holes: [least, most]} = this.puzzle;
    return this.free >= least && this.free <= most && pieces.every(({min}, k) => this.used(k) >= min);
  }

  #keep() { this.past.push([...this.placed]); }
  /** @param {number} piece @param {number[][]} cells @param {boolean} [found] */
  lay(piece, cells, found) {
    this.#keep();
    this.placed.push({piece, cells, ...(found && {found})});
  }
  /** Lays what was laid before, as far as it is pieces of this puzzle that have room; false if not all is. @param {Placement[]} placed */
  take(placed) {
    for (const one of placed) {
      const isPiece = this.puzzle.pieces[one.piece]?.orientations?.some((cells) => isMoved(this.puzzle.lattice, cells, one.cells));
      if (isPiece && this.left(one.piece) > 0 && this.fits(one.cells)) this.placed.push(one);
    }
    return this.placed.length === placed.length;
  }
  /** @param {Placement} placement */
  lift(placement) {
    this.#keep();
    this.placed.splice(this.placed.indexOf(placement), 1);
  }
  clear() {
    this.#keep();
    this.placed = [];
  }
  undo() { this.placed = this.past.pop() ?? this.placed; }

  /** What is laid, as puzzle files say `fixed`: a picture with a label for each placement. */
  get picture() {
    const {rows, columns} = this.puzzle;
    const labels = Array.from({length: rows}, () => new Array(columns).fill('.'));
    this.placed.forEach(({cells}, k) => { for (const [r, c] of cells) labels[r][c] = `[${k + 1}]`; });
    return labels.map((row) => row.join('')).join('\n');
  }
}
