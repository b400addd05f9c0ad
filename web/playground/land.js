// The picture of a land: what stands on it, and what might.
import {areaOf, KINDS, outlineOf} from '../shared/game.js';
import {s} from '../shared/dom.js';

const symbols = '.RFPW=';
const EDGE = 50;  // so small a part of the land lies around it
const fixed = ['paper', 'lines', 'road', 'water', 'park', 'residence', 'factory', 'outlines', 'newest'];

export class Land {
  /// With `axes`, rows and columns are numbered from 1 at the top and to the left.
  constructor({axes = false, ...attributes}) {
    this.axes = axes && s('g', {class: 'axes', 'aria-hidden': 'true'});
    this.layers = Object.fromEntries(fixed.map((name) => [name, s('path', {class: `layer-${name}`})]));
    this.ideas = s('g', {class: 'ideas'});
    this.plan = s('g', {class: 'plan'});
    this.svg = s('svg', {class: 'land', ...attributes}, Object.values(this.layers), this.axes, this.ideas, this.plan);
  }

  /// Draws a land: `grid` has a symbol for each cell, `buildings` are lists of cells [row, column].
  draw({side, grid, buildings = [], newest = []}) {
    if (side !== this.side) this.#frame({row: 0, column: 0, size: side});
    this.side = side;
    this.grid = grid;
    this.layers.paper.setAttribute('d', `M0 0h${side}v${side}h-${side}z`);
    this.layers.lines.setAttribute('d', Array.from({length: side - 1}, (_, k) => `M0 ${k + 1}h${side}M${k + 1} 0v${side}`).join(''));
    const lists = KINDS.map(() => []);
    for (let i = 0; i < grid.length; ++i) lists[symbols.indexOf(grid[i])].push(i);
    for (let k = 1; k < KINDS.length; ++k) this.layers[KINDS[k]].setAttribute('d', areaOf(lists[k], side));
    this.layers.outlines.setAttribute('d', buildings.map((cells) => this.outline(cells)).join(''));
    this.layers.newest.setAttribute('d', this.outline(newest));
  }

  // What of the land is seen: a square of `size` cells.
  #frame(shown) {
    this.shown = shown;
    const {row, column, size} = shown, around = this.#around(size), edge = size / EDGE, whole = size + around + edge, font = around * .52;
    this.svg.setAttribute('viewBox', `${column - around} ${row - around} ${whole} ${whole}`);
    // Lines are as thick as on 40 x 40 cells, so that they are lines where cells are large.
    this.svg.style.setProperty('--thin', String(Math.min(1, size / 40)));
    if (!this.axes) return;
    const step = size <= 16 ? 1 : size <= 60 ? 5 : 10;
    const label = (k, x, y) => s('text', {x, y: y + font * .36, 'font-size': font}, String(k + 1));
    // What of the land lies below the numbers is covered.
    const wide = around - edge / 10, rest = whole - wide;
    this.axes.replaceChildren(s('path', {d: `M${column - around} ${row - around}h${whole}v${wide}h-${rest}v${rest}h-${wide}z`}));
    for (let k = Math.ceil(row); k < row + size; ++k)
      if ((k + 1) % step === 0 || k === 0) this.axes.append(label(k, column - around / 2, k + .5));
    for (let k = Math.ceil(column); k < column + size; ++k)
      if ((k + 1) % step === 0 || k === 0) this.axes.append(label(k, k + .5, row - around / 2));
  }
  // The margin above and to the left, in cells: wide enough to read the numbers there.
  #around(size) { return this.axes ? size / (window.innerWidth > 760 ? 25 : 16) : size / EDGE; }
  isZoomed() { return this.shown.size < this.side; }
  /// Shows `factor` times as many cells in each direction, at least 8 and not more than there are, such that what is below `from`
  /// on the screen comes to lie below `to`; by default, the middle stays.
  zoom(factor, from, to = from) {
    const size = Math.min(this.side, Math.max(8, this.shown.size * factor)), box = this.svg.getBoundingClientRect();
    const {shown} = this, {row, column} = from ? this.at(from) : {row: shown.row + shown.size / 2, column: shown.column + shown.size / 2};
    const [x, y] = to ? [(to.clientX - box.left) / box.width, (to.clientY - box.top) / box.height] : [.5, .5];
    const around = this.#around(size), seen = size + around + size / EDGE;
    const within = (value) => Math.min(Math.max(value, 0), this.side - size);
    this.#frame({row: within(row + around - y * seen), column: within(column + around - x * seen), size});
  }

  outline(cells) { return outlineOf(this.#inside(cells), this.side); }
  area(cells) { return areaOf(this.#inside(cells), this.side); }
  #inside(cells) { return cells.filter(([r, c]) => this.has(r, c)).map(([r, c]) => r * this.side + c); }
  has(r, c) { return r >= 0 && c >= 0 && r < this.side && c < this.side; }
  symbol(r, c) { return this.grid[r * this.side + c]; }

  /// What somebody is about to build: {type, building, road, park, water, stands, pinned}; null for nothing.
  show(plan, cursor = null) {
    this.plan.replaceChildren();
    if (plan) {
      const {type, building, road, park, water, stands, pinned} = plan;
      const part = (kind, cells) => cells.length > 0 && s('path', {class: `layer-${kind}`, d: this.area(cells)});
      this.plan.append(...[part('road', road), part('park', park), part('water', water), part(type, building),
        s('path', {class: `ghost ${stands ? 'stands' : 'falls'}`, d: this.outline(building)}),
        s('path', {class: 'ghost added', d: this.outline([...road, ...park, ...water])})].filter(Boolean));
      this.plan.setAttribute('class', `plan ${pinned ? 'pinned' : ''}`);
    }
    if (cursor) this.plan.append(s('rect', {class: 'cursor', x: cursor[1], y: cursor[0], width: 1, height: 1}));
  }

  /// Moves: each an outline and its `label`, or its rank among them.
  suggest(candidates, chosen = -1) {
    const size = this.side / 28;
    /** @type {number[][]} */
    const taken = [];  // by labels
    // The best one last, so that it covers the others.
    this.ideas.replaceChildren(...candidates.map((one, k) => ({...one, k})).reverse().flatMap(({building, move, label, k}) => {
      const added = [...move.road, ...move.park, ...move.water];
      const middle = building.reduce(([y, x], [r, c]) => [y + (r + .5) / building.length, x + (c + .5) / building.length], [0, 0]);
      const step = size * (middle[1] < this.side / 2 ? 1.2 : -1.2);
      while (taken.some(([y, x]) => Math.hypot(y - middle[0], x - middle[1]) < size * 1.2)) middle[1] += step;
      taken.push(middle);
      return [s('path', {class: `idea ${k === chosen ? 'chosen' : ''}`, d: this.outline(building) + this.outline(added)}),
        s('text', {x: middle[1], y: middle[0] + size * .35, 'font-size': size, class: 'rank'}, label ?? String(k + 1))];
    }));
  }

  /// The cell under a pointer, as a fraction: {row, column}.
  at({clientX, clientY}) {
    const at = new DOMPoint(clientX, clientY).matrixTransform(this.svg.getScreenCTM().inverse());
    return {row: at.y, column: at.x};
  }
}

/// A small picture of a shape.
export function pictureOf(cells, type, size = 15) {
  const rows = 1 + Math.max(...cells.map(([r]) => r)), columns = 1 + Math.max(...cells.map(([, c]) => c));
  return s('svg', {class: `shape ${type}`, viewBox: `-.1 -.1 ${columns + .2} ${rows + .2}`,
    style: `width: ${columns * size}px; height: ${rows * size}px`, 'aria-hidden': 'true'},
    cells.map(([r, c]) => s('rect', {x: c + .03, y: r + .03, width: .94, height: .94})));
}
