// The board: its cells and borders, and drawing on it with pointer and keys.
import {h, s} from '../shared/dom.js';
import {roman, voter} from './words.js';

export class Board {
  /** @param {import('./game.js').Game} game */
  constructor(game) {
    this.game = game;
    this.element = game.element('board');
    this.borders = game.element('borders');
    this.cells = [];
    this.cursor = 0;     // the cell that has the focus
    this.stroke = null;  // {before, erases, last: point, tapped: a cell of the district that was being drawn anyway}
    this.#listen();
  }

  /** Shows the board of another puzzle. */
  build() {
    const {rows, columns, board} = this.game.puzzle, {element} = this;
    element.style.gridTemplateColumns = `repeat(${columns}, minmax(0, 1fr))`;
    element.setAttribute('aria-label', `Board of ${rows} by ${columns} voters`);
    element.setAttribute('aria-rowcount', String(rows));
    element.setAttribute('aria-colcount', String(columns));
    const lines = board.map((voters, r) => [...voters].map((party, c) =>
      h('div', {class: 'cell', role: 'gridcell', 'aria-colindex': c + 1, 'data-testid': `cell-${r + 1}-${c + 1}`},
        h('span', {class: 'numeral'}), voter(party))));
    element.replaceChildren(...lines.map((cells, r) => h('div', {class: 'row', role: 'row', 'aria-rowindex': r + 1}, cells)));
    this.cells = lines.flat();
    this.cursor = 0;
    this.stroke = null;
    this.borders.setAttribute('viewBox', `0 0 ${columns} ${rows}`);
  }

  /** @param {import('./map.js').District[]} districts @param {number[]} hinted cells that a hint speaks of */
  show(districts, hinted) {
    const {map} = this.game;
    this.cells.forEach((cell, i) => {
      const label = map.labels[i], one = label ? districts[label - 1] : null;
      const look = !one ? '' : one.winner === 'tie' ? 'tied' : one.winner ? `won-${one.winner.toLowerCase()}` : 'drawn';
      cell.className = `cell ${look}${hinted.includes(i) ? ' hinted' : ''}`;
      cell.tabIndex = i === this.cursor ? 0 : -1;
      cell.dataset.label = label;
      cell.firstChild.textContent = label ? roman(label) : '';
      cell.setAttribute('aria-label', `${map.voterOf(i)}, ${label ? `district ${roman(label)}` : 'free'}`);
      cell.setAttribute('aria-selected', String(label !== 0 && label === map.current));
    });
    // Lines between cells of different districts, and around the board.
    const {rows, columns} = this.game.puzzle;
    let path = `M0 0H${columns}V${rows}H0Z`;
    map.labels.forEach((label, cell) => {
      const r = map.rowOf(cell), c = map.columnOf(cell);
      if (c + 1 < columns && label !== map.labels[cell + 1]) path += `M${c + 1} ${r}v1`;
      if (r + 1 < rows && label !== map.labels[cell + columns]) path += `M${c} ${r + 1}h1`;
    });
    this.borders.replaceChildren(s('path', {d: path}));
  }

  #pointAt(event) {
    const box = this.element.getBoundingClientRect(), {rows, columns} = this.game.puzzle;
    return {x: (event.clientX - box.left) / box.width * columns, y: (event.clientY - box.top) / box.height * rows};
  }

  #cellAt({x, y}) {
    const {rows, columns} = this.game.puzzle;
    return x >= 0 && y >= 0 && x < columns && y < rows ? Math.floor(y) * columns + Math.floor(x) : -1;
  }

  #moveTo(cell) {
    this.cursor = cell;
    this.game.show();
    this.cells[cell].focus({preventScroll: true});
  }

  #listen() {
    const {element} = this, lift = (event) => this.#lift(event);
    element.addEventListener('pointerdown', (event) => this.#press(event));
    element.addEventListener('pointermove', (event) => this.#draw(event));
    element.addEventListener('pointerup', lift);
    element.addEventListener('pointercancel', lift);
    element.addEventListener('contextmenu', (event) => event.preventDefault());
    // Tab, and aids that set the focus themselves.
    element.addEventListener('focusin', ({target}) => {
      this.cursor = this.cells.indexOf(target);
      this.cells.forEach((cell, i) => { cell.tabIndex = i === this.cursor ? 0 : -1; });
    });
    element.addEventListener('keydown', (event) => {
      if (event.ctrlKey || event.altKey || event.metaKey || this.stroke || !this.#key(event)) return;
      event.preventDefault();
    });
  }

  #press(event) {
    if (this.stroke || !event.isPrimary || event.button === 1) return;
    const {map, hints} = this.game, point = this.#pointAt(event), cell = this.#cellAt(point);
    if (cell < 0) return;
    event.preventDefault();
    this.element.setPointerCapture(event.pointerId);
    this.stroke = {before: map.labels.slice(), erases: map.erasing || event.button === 2, last: point, tapped: -1};
    if (this.stroke.erases) map.labels[cell] = 0;
    else if (!map.begin(cell)) this.stroke.tapped = cell;
    hints.drop();
    this.#moveTo(cell);
  }

  #draw(event) {
    const {stroke} = this, {map} = this.game;
    if (!stroke || !event.isPrimary) return;
    // A quick pointer skips cells: those on the way are drawn, too.
    const to = this.#pointAt(event), from = stroke.last;
    const steps = Math.max(1, Math.ceil(8 * Math.hypot(to.x - from.x, to.y - from.y)));
    stroke.last = to;
    let met = false;
    for (let k = 1; k <= steps; ++k) {
      const cell = this.#cellAt({x: from.x + (to.x - from.x) * k / steps, y: from.y + (to.y - from.y) * k / steps});
      if (cell < 0 || cell === this.cursor) continue;
      met = true;
      stroke.tapped = -1;
      this.cursor = cell;
      if (stroke.erases) map.labels[cell] = 0;
      else map.paint(cell);
    }
    if (!met) return;
    this.#moveTo(this.cursor);
    if (map.refused) this.game.tell(map.refused);
  }

  #lift(event) {
    if (!this.stroke || !event.isPrimary) return;
    const {before, tapped} = this.stroke;
    this.stroke = null;
    if (tapped >= 0) this.game.map.labels[tapped] = 0;
    this.game.commit(before);
  }

  // Returns whether the key is one of the board's.
  #key(event) {
    const {game, cursor} = this, {map} = game, {columns, rows} = game.puzzle;
    const r = map.rowOf(cursor), c = map.columnOf(cursor);
    const to = {
      ArrowUp: r > 0 ? cursor - columns : cursor, ArrowDown: r + 1 < rows ? cursor + columns : cursor,
      ArrowLeft: c > 0 ? cursor - 1 : cursor, ArrowRight: c + 1 < columns ? cursor + 1 : cursor,
      Home: r * columns, End: r * columns + columns - 1,
    }[event.key];
    if (to !== undefined) {
      if (event.shiftKey && event.key.startsWith('Arrow') && to !== cursor) {
        game.change(() => {
          // A district just chosen goes on from here, but takes no other's cell that is only passed.
          if (!(map.chosen && map.labels[cursor])) map.begin(cursor);
          map.paint(to);
        });
      }
      this.cells[to].focus();
    } else if (event.key === ' ' || event.key === 'Enter') {
      game.change(() => {
        if (map.erasing || !map.begin(cursor)) map.labels[cursor] = 0;
      });
    } else if (event.key === 'Backspace' || event.key === 'Delete') {
      game.change(() => { map.labels[cursor] = 0; });
    } else {
      return false;
    }
    return true;
  }
}
