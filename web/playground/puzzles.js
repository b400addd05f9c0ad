// Drawing a packing puzzle, and solving it.
import {h, plural, s} from '../shared/dom.js';
import {pictureOf} from './land.js';
import {CLASSICS} from './classics.js';
import {treeOf, treeOfValue} from './yaml.js';

const pad = 5;  // rows and columns of the place where a piece is drawn
const colours = 12;
const pictureText = (cells) => {
  const rows = 1 + Math.max(...cells.map(([r]) => r)), columns = 1 + Math.max(...cells.map(([, c]) => c));
  const taken = new Set(cells.map(String));
  return Array.from({length: rows}, (_, r) => Array.from({length: columns}, (__, c) => (taken.has(String([r, c])) ? 'X' : '.'))
    .join('')).join('|');
};
const countText = ({min, max}) => (max === null ? (min ? `${min} or more` : 'any number') : min === max ? String(min) : `${min} to ${max}`);
const number = (text) => Number(text).toLocaleString('en');

export class Puzzles {
  constructor(root, engine, worker) {
    this.engine = engine;
    this.worker = worker;
    const button = (id, label, act) => h('button', {type: 'button', 'data-testid': id, click: act}, label);
    const side = (name) => h('input', {type: 'number', min: 1, max: 20, 'data-testid': `puzzle-${name}`, change: () => this.resize()});
    this.prompt = h('p', {class: 'prompt', role: 'status', 'data-testid': 'puzzle-prompt'});
    this.board = s('svg', {class: 'board-picture', role: 'application', tabindex: 0,
      'aria-label': 'Board: arrows move, Space blocks or frees a cell', 'data-testid': 'board'});
    this.classic = h('select', {'data-testid': 'classic', change: () => this.load(this.classic.value)},
      Object.keys(CLASSICS).map((name) => h('option', {value: name}, name)));
    this.rows = side('rows');
    this.columns = side('columns');
    this.holes = h('input', {type: 'text', size: 6, placeholder: 'as it comes', 'data-testid': 'holes', change: () => this.changed()});
    this.solveButton = button('solve', 'Solve', () => this.solve('first'));
    this.solveButton.classList.add('main');
    this.countButton = button('count', 'Count all', () => this.solve('count'));
    this.stopButton = button('stop', 'Stop', () => this.stop('Stopped.'));
    this.stopButton.disabled = true;
    this.list = h('ul', {class: 'pieces', 'data-testid': 'pieces'});
    this.pad = h('div', {class: 'pad', role: 'group', 'aria-label': 'A new piece'}, Array.from({length: pad * pad}, (_, i) =>
      h('button', {type: 'button', 'aria-pressed': 'false', 'aria-label': `row ${Math.floor(i / pad)}, column ${i % pad}`,
        'data-testid': `pad-${Math.floor(i / pad)}-${i % pad}`,
        click: ({target}) => target.setAttribute('aria-pressed', String(target.getAttribute('aria-pressed') === 'false'))})));
    root.append(h('div', {class: 'table'}, h('div', {class: 'stand'}, this.prompt, h('div', {class: 'frame'}, this.board)),
      h('div', {class: 'side'},
        h('div', {class: 'tools', role: 'group', 'aria-label': 'Puzzle'}, this.solveButton, this.countButton, this.stopButton),
        h('div', {class: 'fields'}, h('label', null, h('span', null, 'Begin with'), this.classic),
          h('label', null, h('span', null, 'Rows'), this.rows), h('label', null, h('span', null, 'Columns'), this.columns),
          h('label', null, h('span', null, 'Cells that stay empty'), this.holes)),
        h('h2', null, 'Pieces'), this.list,
        h('details', {class: 'draw-piece'}, h('summary', null, 'Draw another piece'), this.pad, h('div', {class: 'tools'},
          button('add-piece', 'Add the piece', () => this.add()))))));
    this.#listen();
    this.load(Object.keys(CLASSICS)[0]);
  }

  follow() {}

  load(name) {
    const {lattice, rows, columns, blocked, pieces, holes, summary} = this.engine({do: 'puzzle', name, puzzle: treeOf(CLASSICS[name])});
    this.name = name;
    this.lattice = lattice;
    this.blocked = new Set(blocked.map(([r, c]) => r * columns + c));
    this.pieces = pieces;
    [this.rows.value, this.columns.value] = [rows, columns];
    this.holes.value = holes[0] === holes[1] ? String(holes[0]) : holes.join('-');
    this.says = `${summary}. `;
    this.changed();
  }

  get size() {
    const within = (field) => Math.min(Math.max(Math.trunc(Number(field.value)) || 1, 1), 20);
    return {rows: within(this.rows), columns: within(this.columns)};
  }

  resize() {
    this.blocked = new Set();
    this.says = '';
    this.changed();
  }

  // The puzzle is another one: what was found is no more.
  changed() {
    this.stop('');
    this.draw(null);
    this.#listPieces();
    const {rows, columns} = this.size, free = rows * columns - this.blocked.size;
    this.prompt.textContent = `${this.says}Press Solve. Click a cell of the board to block it: ${plural(free, 'cell')} are free.`;
  }

  #listPieces() {
    this.list.replaceChildren(...this.pieces.map((piece, k) => h('li', null, pictureOf(piece.cells, 'residence', 10),
      h('span', null, `${piece.name}: ${countText(piece)}`),
      h('label', null, h('input', {type: 'checkbox', checked: piece.flip, 'aria-label': `${piece.name} may be mirrored`,
        change: ({target}) => {
        piece.flip = target.checked;
        this.changed();
      }}), ' mirrored'),
      h('button', {type: 'button', 'aria-label': `One more of ${piece.name}`, click: () => this.#recount(k, 1)}, '+'),
      h('button', {type: 'button', 'aria-label': `One less of ${piece.name}`, 'data-testid': `less-${piece.name}`,
        click: () => this.#recount(k, -1)}, '−'))));
  }

  #recount(k, by) {
    const piece = this.pieces[k], count = Math.max(piece.max ?? piece.min, piece.min) + by;
    if (count <= 0) this.pieces.splice(k, 1);
    else [piece.min, piece.max] = [count, count];
    this.says = '';
    this.holes.value = '';
    this.changed();
  }

  add() {
    const cells = [...this.pad.children].flatMap((one, i) => (one.getAttribute('aria-pressed') === 'true'
      ? [[Math.floor(i / pad), i % pad]] : []));
    if (cells.length === 0) {
      this.prompt.textContent = 'Click the cells of the new piece first.';
      return;
    }
    const [top, left] = [Math.min(...cells.map(([r]) => r)), Math.min(...cells.map(([, c]) => c))];
    const taken = new Set(this.pieces.map(({name}) => name));
    const name = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'].find((letter) => !taken.has(letter));
    this.pieces.push({name, cells: cells.map(([r, c]) => [r - top, c - left]), min: 1, max: 1, flip: true, rotate: true});
    for (const one of this.pad.children) one.setAttribute('aria-pressed', 'false');
    this.says = '';
    this.holes.value = '';
    this.changed();
  }

  /// The puzzle as the module takes it.
  get tree() {
    const {rows, columns} = this.size;
    const board = Array.from({length: rows},
      (_, r) => Array.from({length: columns}, (__, c) => (this.blocked.has(r * columns + c) ? '#' : '.')).join('')).join('\n');
    const holes = this.holes.value.match(/^\s*(\d+)(?:\s*-\s*(\d+))?\s*$/);
    return treeOfValue({
      lattice: this.lattice, board,
      pieces: this.pieces.map(({name, cells, min, max, flip, rotate}) => ({name, shape: pictureText(cells),
        count: max === null ? {min} : {min, max}, flip, rotate})),
      ...(holes && {holes: holes[2] === undefined ? Number(holes[1]) : {min: Number(holes[1]), max: Number(holes[2])}}),
    });
  }

  async solve(task) {
    this.stop('');
    const {tree} = this;
    try {
      this.engine({do: 'puzzle', name: 'puzzle', puzzle: tree});
    } catch (error) {
      this.prompt.textContent = error.message.replace(/^puzzle:(\d+:\d+: )?/, 'This cannot be: ');
      return;
    }
    const thread = this.worker();
    this.thread = thread;
    this.stopButton.disabled = false;
    this.solveButton.disabled = this.countButton.disabled = true;
    this.prompt.textContent = task === 'first' ? 'Searching for a solution …' : 'Counting all solutions …';
    try {
      const found = await thread.call({do: 'solve', name: 'puzzle', puzzle: tree, task});
      if (this.thread !== thread) return;
      this.stop('');
      if (task === 'first') {
        this.draw(found.solutions[0] ?? null);
        this.prompt.textContent = found.solvable ? 'This is a solution. Count all says how many there are.'
          : 'There is no solution: all ways were tried.';
      } else {
        this.prompt.textContent = found.count === '0' ? 'There is no solution: all ways were tried.'
          : `${number(found.count)} ${found.count === '1' ? 'solution' : 'solutions'}, ${number(found.unique)} if those that are ` +
            'turned or mirrored count as one.';
      }
    } catch (error) {
      if (this.thread === thread) this.stop(error.message);
    }
  }

  stop(text) {
    this.thread?.end();
    this.thread = null;
    this.stopButton.disabled = true;
    this.solveButton.disabled = this.countButton.disabled = false;
    if (text) this.prompt.textContent = text;
  }

  rest() { if (this.thread) this.stop('Stopped.'); }

  draw(solution) {
    const {rows, columns} = this.size, hex = this.lattice === 'hex';
    const labels = solution ? solution.split('|').map((row) => row.match(/\[[^\]]*\]|./g)) : null;
    const order = [...new Set((labels ?? []).flat().filter((label) => label !== '.' && label !== '#'))];
    const tall = hex ? Math.sqrt(3) / 2 : 1;
    this.board.setAttribute('viewBox', `-.1 -.1 ${columns + (hex ? .5 : 0) + .2} ${(rows - 1) * tall + (hex ? 2 / Math.sqrt(3) : 1) + .2}`);
    const parts = [];
    for (let r = 0; r < rows; ++r)
      for (let c = 0; c < columns; ++c) {
        const label = this.blocked.has(r * columns + c) ? '#' : labels?.[r][c] ?? '.';
        const kind = label === '#' ? 'blocked' : label === '.' ? 'free' : `piece piece-${order.indexOf(label) % colours}`;
        const x = c + (hex && r % 2 ? .5 : 0), y = r * tall;
        const shape = hex ? `M${x + .5} ${y}l.5 .2887v.5774l-.5 .2887l-.5 -.2887v-.5774z` : `M${x} ${y}h1v1h-1z`;
        parts.push(s('path', {class: kind, d: shape, 'data-cell': r * columns + c}));
        const differs = (y2, x2) => labels && label !== '#' && labels[y2]?.[x2] !== label;
        if (!hex && labels && label !== '.' && label !== '#') {
          parts.push(s('path',
            {class: 'edge',
              d: `${differs(r - 1, c) ? `M${c} ${r}h1` : ''}${differs(r + 1, c) ? `M${c} ${r + 1}h1` : ''}${differs(r, c - 1)
                ? `M${c} ${r}v1` : ''}${differs(r, c + 1) ? `M${c + 1} ${r}v1` : ''}`}));
        }
      }
    if (this.cursor !== undefined) parts.push(s('circle', {class: 'cursor', cx: this.cursor % columns + .5,
        cy: Math.floor(this.cursor / columns) * tall + .5, r: .3}));
    this.board.replaceChildren(...parts);
  }

  #block(cell) {
    if (!this.blocked.delete(cell)) this.blocked.add(cell);
    this.says = '';
    this.holes.value = '';
    this.changed();
  }

  #listen() {
    this.board.addEventListener('click', ({target}) => {
      if (target.dataset.cell !== undefined) this.#block(Number(target.dataset.cell));
    });
    this.board.addEventListener('keydown', (event) => {
      const {rows, columns} = this.size, at = this.cursor ?? 0;
      const [r, c] = [Math.floor(at / columns), at % columns];
      const to = {ArrowUp: [r - 1, c], ArrowDown: [r + 1, c], ArrowLeft: [r, c - 1], ArrowRight: [r, c + 1]}[event.key];
      if (!to && event.key !== ' ') return;
      event.preventDefault();
      if (event.key === ' ') {
        this.#block(at);
      } else {
        this.cursor = Math.min(Math.max(to[0], 0), rows - 1) * columns + Math.min(Math.max(to[1], 0), columns - 1);
        this.draw(null);
      }
    });
  }
}
