// Packing puzzles: pieces are laid by hand or by the solver, and boards and pieces are drawn.
import {dayInWords, dayOf, lackOf, looksLikeDay} from '../shared/days.js';
import {h, plural, s} from '../shared/dom.js';
import {addressWith, Shelf, tellLoss} from '../shared/state.js';
import {CLASSICS} from './classics.js';
import {bordersOf, centredAt, extentOf, isMoved, middleOf, pathOf} from './lattice.js';
import {checkedLaid, Laying} from './laying.js';
import {pack, share, unpack, writeRoom} from './links.js';
import {puzzleOfDay} from './puzzle_of_day.js';
import {treeOf, treeOfValue} from './yaml.js';

const pad = 5;  // rows and columns of the place where a piece is drawn
const colours = 12;
const FOUND = 'This is a solution. Count all says how many there are.';  // by the solver, not by hand
const pictureText = (cells) => {
  const rows = 1 + Math.max(...cells.map(([r]) => r)), columns = 1 + Math.max(...cells.map(([, c]) => c));
  const taken = new Set(cells.map(String));
  return Array.from({length: rows}, (_, r) => Array.from({length: columns}, (__, c) => (taken.has(String([r, c])) ? 'X' : '.'))
    .join('')).join('|');
};
/// A puzzle as value() below has written it, read without the module, which takes none that cannot be: whoever makes one may be half
/// way there. Null for what is none.
function halfMade({lattice, board, pieces, holes}) {
  const cellsOf = (text, end, mark) => text.split(end).flatMap((line, r) => [...line].flatMap((one, c) => (one === mark ? [[r, c]] : [])));
  const isText = (text, form) => typeof text === 'string' && form.test(text);
  const isPiece = (piece) => isText(piece?.name, /^.{1,9}$/) && isText(piece.shape, /^[X.|]{0,99}X[X.|]{0,99}$/) &&
    [piece.count?.min, piece.count?.max ?? 1].every((count) => Number.isSafeInteger(count) && count >= 0);
  if (!['square', 'hex', 'triangle'].includes(lattice) || !isText(board, /^([.#]{1,20})(\n[.#]{1,20}){0,19}$/) || !Array.isArray(pieces) ||
      pieces.length > 52 || !pieces.every(isPiece)) return null;
  const [columns, ...others] = board.split('\n').map((line) => line.length);
  return others.some((count) => count !== columns) ? null : {
    lattice, rows: 1 + others.length, columns, blocked: cellsOf(board, '\n', '#'),
    holes: Number.isSafeInteger(holes) ? [holes, holes] : null,
    pieces: pieces.map(({name, shape, count: {min, max = null}, flip, rotate}) => ({name, cells: cellsOf(shape, '|', 'X'), min, max,
      flip: flip === true, rotate: rotate === true})),
  };
}
const countText = ({min, max}) => (max === null ? (min ? `${min} or more` : 'any number') : min === max ? String(min) : `${min} to ${max}`);
const number = (text) => Number(text).toLocaleString('en');
const solutions = (count) => `${number(count)} ${count === '1' ? 'solution' : 'solutions'}`;

export class Puzzles {
  constructor(root, engine, worker) {
    this.engine = engine;
    this.worker = worker;
    this.shelf = new Shelf('pentocity-puzzle', checkedLaid);  // what is laid of each puzzle, by its address
    const button = (id, label, act, title) => h('button', {type: 'button', title, 'data-testid': id, click: act}, label);
    const side = (name) => h('input', {type: 'number', min: 1, max: 20, 'data-testid': `puzzle-${name}`, change: () => this.resize()});
    this.title = h('span', {'data-testid': 'puzzle-title'});
    this.prompt = h('p', {class: 'prompt', role: 'status', 'data-testid': 'puzzle-prompt'});
    this.board = s('svg', {class: 'board-picture', role: 'application', tabindex: 0, 'data-testid': 'board',
      'aria-label': 'Board: arrows move, Space lays the piece or takes it up, R turns, M mirrors, U undoes'});
    this.classic = h('select', {'data-testid': 'classic', change: () => this.open(this.classic.value, true)},
      h('option', {value: '', hidden: true}, 'choose one'), Object.keys(CLASSICS).map((name) => h('option', {value: name}, name)));
    this.day = h('input', {type: 'date', max: dayOf(), 'data-testid': 'puzzle-day'});
    this.rows = side('rows');
    this.columns = side('columns');
    this.holes = h('input', {type: 'text', size: 6, placeholder: 'as it comes', 'data-testid': 'holes', change: () => this.#edited()});
    this.turnButton = button('piece-turn', 'Turn', () => this.turn('turned'), 'Turn the piece (R)');
    this.mirrorButton = button('piece-mirror', 'Mirror', () => this.turn('mirrored'), 'Mirror the piece (M)');
    this.undoButton = button('puzzle-undo', 'Undo', () => this.undo(), 'Take back the last step (U)');
    this.hintButton = button('puzzle-hint', 'Hint', () => this.hint(), 'Can it still be solved, and in how many ways?');
    this.daily = button('puzzle-daily', 'Puzzle of the day', () => this.open('today', true));
    this.nextButton = button('next-puzzle', '', () => this.open(this.#next(), true));
    this.nextButton.classList.add('main');
    this.nextButton.hidden = true;
    this.solveButton = button('solve', 'Solve', () => this.solve('first'));
    this.countButton = button('count', 'Count all', () => this.solve('count'));
    this.stopButton = button('stop', 'Stop', () => this.stop('Stopped.'));
    this.stopButton.disabled = true;
    this.link = h('input', {readonly: true, 'aria-label': 'Link to this puzzle', 'data-testid': 'puzzle-link', hidden: true});
    this.blocking = h('input', {type: 'checkbox', 'data-testid': 'blocking', change: () => this.draw()});
    this.list = h('ul', {class: 'pieces', 'data-testid': 'pieces'});
    this.pad = h('div', {class: 'pad', role: 'group', 'aria-label': 'A new piece'}, Array.from({length: pad * pad}, (_, i) =>
      h('button', {type: 'button', 'aria-pressed': 'false', 'aria-label': `row ${Math.floor(i / pad) + 1}, column ${i % pad + 1}`,
        'data-testid': `pad-${Math.floor(i / pad)}-${i % pad}`,
        click: ({target}) => target.setAttribute('aria-pressed', String(target.getAttribute('aria-pressed') === 'false'))})));
    this.frame = h('div', {class: 'frame'}, this.board);
    this.editor = h('details', {class: 'change-puzzle', toggle: () => this.#listPieces()},
      h('summary', {'data-testid': 'change-puzzle'}, 'Make a puzzle of your own'),
      h('div', {class: 'fields'}, h('label', null, h('span', null, 'Rows'), this.rows),
        h('label', null, h('span', null, 'Columns'), this.columns),
        h('label', null, h('span', null, 'Cells that stay empty'), this.holes)),
      h('label', null, this.blocking, ' A click blocks or frees a cell of the board'),
      h('h2', null, 'Draw another piece'), this.pad, h('div', {class: 'tools'}, button('add-piece', 'Add the piece', () => this.add())));
    this.aside = h('div', {class: 'side'}, this.list,
      h('div', {class: 'tools', role: 'group', 'aria-label': 'Piece'}, this.turnButton, this.mirrorButton, this.undoButton,
        this.hintButton, button('puzzle-clear', 'Clear', () => this.#change(() => this.laying.clear()))),
      h('div', {class: 'tools', role: 'group', 'aria-label': 'Puzzle'}, this.solveButton, this.countButton, this.stopButton,
        button('puzzle-share', 'Share', () => this.share())), this.link,
      h('div', {class: 'fields'}, h('label', null, h('span', null, 'Another puzzle'), this.classic),
        h('label', null, h('span', null, 'That of a day'), this.day),
        button('puzzle-past', 'Open', () => this.open(this.day.value || 'today', true))),
      this.editor);
    root.append(h('div', {class: 'table'}, h('div', {class: 'stand'}, h('div', {class: 'title'}, this.title, this.daily),
      this.prompt, this.nextButton, this.frame), this.aside));
    this.#listen();
  }

  /// From the address: the name of a puzzle, a day, `today`, a packed puzzle, or nothing, which goes on with what was laid last.
  follow(rest) {
    if (this.laying && (rest === '' || rest === this.place)) writeRoom('puzzle', this.place);
    else this.open(rest);
  }

  /// The same; `isNew`: the browser's Back returns to the address before.
  async open(rest, isNew = false) {
    const [first] = Object.keys(CLASSICS), wish = this.wish = {};
    rest ||= this.shelf.list()[0]?.id ?? 'today';
    if (rest === 'today') rest = dayOf();
    const lack = looksLikeDay(rest) && lackOf('puzzle', rest);
    try {
      if (lack) throw new Error(lack);
      const {p: puzzle, t: title} = Object.hasOwn(CLASSICS, rest) ? {p: CLASSICS[rest], t: rest}
        : looksLikeDay(rest) ? {p: await this.#ofDay(rest), t: `Puzzle of the day, ${dayInWords(rest)}: one solution`}
          : await this.#unpack(rest);
      if (wish !== this.wish) return;
      this.#take(puzzle, title);
      this.place = rest;
      this.classic.value = Object.hasOwn(CLASSICS, rest) ? rest : '';
      this.daily.hidden = rest === dayOf();
      this.isOwn = false;
      this.#changed(this.shelf.find(({id}) => id === rest)?.placed);
      writeRoom('puzzle', rest, isNew);
    } catch (error) {
      if (wish !== this.wish) return;
      if (!lack) this.shelf.drop(({id}) => id === rest);
      if (!this.laying) await this.open(first);
      this.stop(error.message.replace(/^puzzle:(\d+:\d+: )?/, 'The puzzle of this link cannot be opened: '));
      writeRoom('puzzle', this.place);
    }
  }

  async #ofDay(day) {
    this.stop('');
    this.solveButton.disabled = this.countButton.disabled = this.hintButton.disabled = true;
    this.prompt.textContent = 'Making the puzzle …';
    this.frame.inert = this.aside.inert = true;
    const thread = this.worker();
    const {pieces} = this.engine({do: 'puzzle', name: 'pentominoes', puzzle: treeOf(CLASSICS['pentominoes-6x10'])});
    const count = async (puzzle) => (await thread.call({do: 'solve', task: 'count', name: 'puzzle', puzzle: treeOfValue(puzzle)})).unique;
    try {
      return await puzzleOfDay(day, pieces.map(({name, cells}) => ({name, shape: pictureText(cells)})), count);
    } finally {
      thread.end();
    }
  }

  // The puzzle of a link.
  async #unpack(letters) {
    const {p, t} = await unpack(letters).catch((error) => {
      throw new Error(`There is no puzzle \u201c${letters.slice(0, 40)}\u201d. If this is a link to one, ${error.message}.`);
    });
    if (!p || typeof p !== 'object' || typeof t !== 'string') throw new Error('This link holds no puzzle.');
    return {p, t};
  }

  // The classic after this one.
  #next() {
    const names = Object.keys(CLASSICS);
    return names[(names.indexOf(this.place) + 1) % names.length];
  }

  // Takes a puzzle as the text of a file, or as the value of one.
  #take(puzzle, title) {
    let read;
    try {
      read = this.engine({do: 'puzzle', name: 'puzzle', puzzle: typeof puzzle === 'string' ? treeOf(puzzle) : treeOfValue(puzzle)});
    } catch (error) {
      read = halfMade(puzzle);
      if (!read) throw error;
    }
    const {lattice, rows, columns, blocked, pieces, holes, summary} = read;
    this.lattice = lattice;
    this.blocked = new Set(blocked.map(([r, c]) => r * columns + c));
    this.pieces = pieces;
    [this.rows.value, this.columns.value] = [rows, columns];
    this.holes.value = !holes ? '' : holes[0] === holes[1] ? String(holes[0]) : holes.join('-');
    this.says = summary ? `${summary}. ` : '';
    this.title.textContent = title;
  }

  get size() {
    const within = (field) => Math.min(Math.max(Math.trunc(Number(field.value)) || 1, 1), 20);
    return {rows: within(this.rows), columns: within(this.columns)};
  }

  resize() {
    this.blocked = new Set();
    this.holes.value = '';
    this.#edited();
  }

  // Board or pieces were drawn anew: the puzzle gets an address of its own, and Back leads to the one that it was made from.
  async #edited() {
    const wish = this.wish = {};
    this.says = '';
    this.title.textContent = 'A puzzle of yours';
    this.daily.hidden = false;
    this.place = '';
    this.#changed();
    const letters = await pack({v: 1, p: this.value(), t: this.title.textContent});
    if (wish !== this.wish) return;
    this.place = letters;
    writeRoom('puzzle', letters, !this.isOwn);
    this.isOwn = true;
    if (this.laying.placed.length > 0) this.#keep();
  }

  // The puzzle is another one: what was laid and found is no more, and `placed` lies there.
  #changed(placed = []) {
    this.stop('');
    this.chosen = null;  // {piece, orientation}
    this.ghost = null;   // where the chosen piece would lie
    this.cursor = null;
    this.hinted = null;  // the solution that a hint has found
    this.link.hidden = true;
    let holes = [0, 400];
    try {
      ({holes, pieces: this.pieces} = this.engine({do: 'puzzle', name: 'puzzle', puzzle: treeOfValue(this.value())}));
    } catch (error) {
      this.complaint = error.message.replace(/^puzzle:(\d+:\d+: )?/, 'This cannot be: ');
    }
    this.laying = new Laying({...this.size, lattice: this.lattice, blocked: this.blocked, pieces: this.pieces, holes});
    if (!this.laying.take(placed)) tellLoss();
    this.#show();
  }

  /// The puzzle as a value of puzzle files; `fixed`: with what is laid.
  value(fixed = false) {
    const {rows, columns} = this.size;
    const board = Array.from({length: rows},
      (_, r) => Array.from({length: columns}, (__, c) => (this.blocked.has(r * columns + c) ? '#' : '.')).join('')).join('\n');
    const holes = this.holes.value.match(/^\s*(\d+)(?:\s*-\s*(\d+))?\s*$/);
    return {
      lattice: this.lattice, board,
      pieces: this.pieces.map(({name, cells, min, max, flip, rotate}) => ({name, shape: pictureText(cells),
        count: max === null ? {min} : {min, max}, flip, rotate})),
      ...(holes && {holes: holes[2] === undefined ? Number(holes[1]) : {min: Number(holes[1]), max: Number(holes[2])}}),
      ...(fixed && this.laying.placed.length > 0 && {fixed: this.laying.picture}),
    };
  }

  // ---- Laying pieces

  #change(act) {
    this.stop('');
    this.hinted = null;
    act();
    this.#show();
    this.#keep();
  }

  // Shows all, and says what to do.
  #show() {
    const {laying, chosen} = this, piece = chosen && this.pieces[chosen.piece];
    if (chosen && laying.left(chosen.piece) <= 0) this.choose(null);
    this.draw();
    this.#listPieces();
    this.undoButton.disabled = laying.past.length === 0;
    this.turnButton.disabled = !piece || piece.turned[chosen.orientation] < 0;
    this.mirrorButton.disabled = !piece || piece.mirrored[chosen.orientation] < 0;
    const isWon = laying.placed.length > 0 && laying.isSolved, isFound = isWon && laying.placed.some(({found}) => found);
    this.prompt.classList.toggle('won', isWon && !isFound);
    this.nextButton.hidden = !isWon;
    this.nextButton.textContent = `Next: ${this.#next()}`;
    const laid = laying.placed.length, state = `${plural(laying.free, 'cell')} free`;
    this.prompt.textContent = this.complaint ?? (isFound ? FOUND : isWon ? `Solved, with ${plural(laid, 'piece')}!`
      : piece ? `${piece.name}: click the board where it should lie; ${state}.`
        : `${laid ? '' : this.says}Drag a piece onto the board, or click it and then the board: ${state}.`);
    this.complaint = undefined;
  }

  // The browser keeps what is laid.
  #keep() {
    if (this.place) this.shelf.put({id: this.place, placed: this.laying.placed});
  }

  choose(piece, orientation = 0) {
    this.chosen = piece === null ? null : {piece, orientation};
    this.ghost = null;
  }

  /// Turns or mirrors the chosen piece; `how` is a list of a Piece.
  turn(how) {
    const {chosen} = this, next = chosen ? this.pieces[chosen.piece][how][chosen.orientation] : -1;
    if (next < 0) return;
    chosen.orientation = next;
    this.#aim(this.aimed);
    this.#show();
  }

  // Where the chosen piece would lie if it were laid at a cell: there, or beside it if it fits only there.
  #aim(cell) {
    this.aimed = cell;
    this.ghost = null;
    if (!this.chosen || !cell) return;
    const {piece, orientation} = this.chosen, cells = this.pieces[piece].orientations[orientation], [row, column] = cell;
    const at = (r, c) => centredAt(this.lattice, cells, [r, c]), fits = (ghost) => ghost && this.laying.fits(ghost);
    const beside = [[-1, 0], [0, -1], [0, 1], [1, 0]].map(([down, right]) => at(row + down, column + right));
    this.ghost = [at(row, column), ...beside].find(fits) ?? at(row, column);
  }

  // Lays the chosen piece at a cell, or takes up the one that lies there.
  #touch(cell) {
    const there = this.laying.at(cell);
    if (there) this.#takeUp(there);
    else if (this.chosen) this.#layAt(cell);
  }

  #takeUp(placement) {
    this.#change(() => this.laying.lift(placement));
    const {orientations} = this.pieces[placement.piece];
    this.choose(placement.piece, orientations.findIndex((cells) => isMoved(this.lattice, cells, placement.cells)));
    this.#show();
  }

  #layAt(cell) {
    this.#aim(cell);
    const {ghost, chosen} = this;
    if (!ghost || !this.laying.fits(ghost)) {
      this.#show();
      this.prompt.textContent = ghost ? 'It does not fit there: another place, or turn it.'
        : 'It cannot lie there in this direction. Turn it.';
      return;
    }
    this.#change(() => this.laying.lay(chosen.piece, ghost));
    this.ghost = null;
    this.draw();
  }

  undo() { this.#change(() => this.laying.undo()); }

  /// Says whether what is laid leads to a solution, and to how many; a second time, it lays a piece.
  async hint() {
    if (this.hinted) {
      const {cells, piece} = this.hinted;
      this.#change(() => this.laying.lay(piece, cells));
      return;
    }
    const found = await this.#ask('first', 'Looking whether it can still be solved …');
    if (!found) return;
    if (!found.solvable) {
      this.prompt.textContent = this.laying.placed.length ? 'With these pieces there is no solution: take one away.'
        : 'There is no solution: all ways were tried.';
      return;
    }
    this.hinted = this.#missing(found.solutions[0]);
    const told = (count) => { this.prompt.textContent = `It can be solved${count}. Press Hint again for a piece.`; };
    told('');
    const counted = await this.#ask('count', this.prompt.textContent);
    if (counted) told(counted.count === '1' ? ', in one way' : `, in ${number(counted.count)} ways`);
  }

  // A placement of a solution that is not laid yet.
  #missing(solution) {
    /** @type {Map<string, number[][]>} */
    const byLabel = new Map();
    solution.split('|').forEach((row, r) => row.match(/\[[^\]]*\]|./g).forEach((label, c) => {
      if (label === '.' || label === '#') return;
      byLabel.set(label, [...byLabel.get(label) ?? [], [r, c]]);
    }));
    for (const cells of byLabel.values()) {
      if (this.laying.at(cells[0])) continue;
      const piece = this.pieces.findIndex(({orientations}, k) => this.laying.left(k) > 0 &&
        orientations.some((one) => isMoved(this.lattice, one, cells)));
      if (piece >= 0) return {piece, cells};
    }
    return null;
  }

  // ---- Board and pieces

  // Of each piece a picture to drag; with the editor open also what can be changed of it.
  #listPieces() {
    const {open} = this.editor;
    this.list.replaceChildren(...this.pieces.map((piece, k) => {
      const left = this.laying.left(k), isChosen = this.chosen?.piece === k;
      const cells = piece.orientations?.[isChosen ? this.chosen.orientation : 0] ?? piece.cells;
      const [wide, high] = extentOf(this.lattice, 1 + Math.max(...cells.map(([r]) => r)), 1 + Math.max(...cells.map(([, c]) => c)));
      return h('li', null, h('button', {type: 'button', class: 'piece-button', disabled: left <= 0, 'aria-pressed': String(isChosen),
        'aria-label': `Piece ${piece.name}`, 'data-testid': `piece-${piece.name}`, 'data-piece': k, click: () => {
        this.choose(isChosen ? null : k);
        this.#show();
      }}, s('svg', {viewBox: `-.1 -.1 ${wide + .2} ${high + .2}`, style: `width: ${wide * 18}px; height: ${high * 18}px`,
        'aria-hidden': 'true'}, s('path', {class: `piece-${k % colours}`, d: pathOf(this.lattice, cells)}))),
      (open || piece.max !== 1) && h('span', null, open ? `${piece.name}: ${countText(piece)}`
        : left === Infinity ? 'any number' : `${left} left`),
      open && [h('label', null, h('input', {type: 'checkbox', checked: piece.flip, 'aria-label': `${piece.name} may be mirrored`,
        change: ({target}) => {
        piece.flip = target.checked;
        this.#edited();
      }}), ' mirrored'),
      h('button', {type: 'button', 'aria-label': `One more of ${piece.name}`, click: () => this.#recount(k, 1)}, '+'),
      h('button', {type: 'button', 'aria-label': `One less of ${piece.name}`, 'data-testid': `less-${piece.name}`,
        click: () => this.#recount(k, -1)}, '−')]);
    }));
  }

  #recount(k, by) {
    const piece = this.pieces[k], count = Math.max(piece.max ?? piece.min, piece.min) + by;
    if (count <= 0) this.pieces.splice(k, 1);
    else [piece.min, piece.max] = [count, count];
    this.holes.value = '';
    this.#edited();
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
    this.holes.value = '';
    this.#edited();
  }

  /** @param {number[]} cell */
  #block([r, c]) {
    const cell = r * this.size.columns + c;
    if (!this.blocked.delete(cell)) this.blocked.add(cell);
    this.holes.value = '';
    this.#edited();
  }

  // ---- The solver

  // What the solver answers; undefined if it was stopped, or cannot. `fixed`: what is laid stays.
  async #ask(task, saying, fixed = true) {
    this.stop('');
    const thread = this.worker();
    this.thread = thread;
    this.stopButton.disabled = false;
    this.solveButton.disabled = this.countButton.disabled = this.hintButton.disabled = true;
    this.prompt.textContent = saying;
    try {
      const found = await thread.call({do: 'solve', name: 'puzzle', puzzle: treeOfValue(this.value(fixed)), task});
      if (this.thread !== thread) return undefined;
      this.stop('');
      return found;
    } catch (error) {
      if (this.thread === thread) this.stop(error.message.replace(/^puzzle:(\d+:\d+: )?/, 'This cannot be: '));
      return undefined;
    }
  }

  async solve(task) {
    const found = await (task === 'first' ? this.#ask(task, 'Searching for a solution …')
      : this.#ask(task, 'Counting all solutions …', false));
    if (!found) return;
    if (!found.solvable || found.count === '0') {
      this.prompt.textContent = task === 'first' && this.laying.placed.length
        ? 'There is no solution with what is laid: all ways were tried.' : 'There is no solution: all ways were tried.';
    } else if (task === 'first') {
      this.#change(() => {
        for (let next; (next = this.#missing(found.solutions[0]));) this.laying.lay(next.piece, next.cells, true);
      });
      this.prompt.textContent = FOUND;
    } else {
      this.prompt.textContent = `${solutions(found.count)}, ${number(found.unique)} if those that are turned or mirrored count as one.`;
    }
  }

  stop(text) {
    this.thread?.end();
    this.thread = null;
    this.stopButton.disabled = true;
    this.solveButton.disabled = this.countButton.disabled = this.hintButton.disabled = false;
    this.frame.inert = this.aside.inert = false;
    if (text) this.prompt.textContent = text;
  }

  rest() { if (this.thread) this.stop('Stopped.'); }

  async share() { this.prompt.textContent = await share(addressWith(location.hash), this.link); }

  // ---- The picture

  draw() {
    const {rows, columns} = this.size, {lattice, laying} = this, [wide, high] = extentOf(lattice, rows, columns);
    this.board.setAttribute('viewBox', `-.1 -.1 ${wide + .2} ${high + .2}`);
    this.board.style.setProperty('--thin', String(Math.min(1, wide / 12)));
    const parts = [];
    for (let r = 0; r < rows; ++r)
      for (let c = 0; c < columns; ++c) {
        const there = laying.at([r, c]);
        const kind = this.blocked.has(r * columns + c) ? 'blocked' : there ? `piece piece-${there.piece % colours}` : 'free';
        parts.push(s('path', {class: kind, d: pathOf(lattice, [[r, c]]), 'data-cell': r * columns + c}));
      }
    parts.push(s('path', {class: 'edge', d: laying.placed.map(({cells}) => bordersOf(lattice, cells)).join('')}));
    this.above = s('g', null);
    this.board.replaceChildren(...parts, this.above);
    this.#drawAbove();
  }

  // What follows pointer and keys: the chosen piece, and the cursor.
  #drawAbove() {
    const {lattice, laying, ghost, above} = this;
    above.replaceChildren();
    if (ghost) above.append(s('path', {class: `ghost-piece piece-${this.chosen.piece % colours} ${laying.fits(ghost) ? 'stands' : 'falls'}`,
      d: pathOf(lattice, ghost.filter((cell) => laying.isOnBoard(cell)))}));
    if (!this.cursor) return;
    const [cx, cy] = middleOf(lattice, this.cursor);
    above.append(s('circle', {class: 'cursor', cx, cy, r: .25}));
  }

  // The cell of the board under a pointer; null beside the board.
  #cellAt({clientX, clientY}) {
    const {x, y} = new DOMPoint(clientX, clientY).matrixTransform(this.board.getScreenCTM().inverse()), {rows, columns} = this.size;
    let best = null, least = .6;
    for (let r = 0; r < rows; ++r)
      for (let c = 0; c < columns; ++c) {
        const [mx, my] = middleOf(this.lattice, [r, c]), far = Math.hypot(mx - x, my - y);
        if (far < least) [best, least] = [[r, c], far];
      }
    return best;
  }

  #listen() {
    const {board, list} = this;
    let drag = null;  // where a press began that may become a drag
    const hover = (event) => {
      this.#aim(this.#cellAt(event));
      this.#drawAbove();
    };
    board.addEventListener('pointermove', (event) => { if (this.chosen && event.pointerType === 'mouse' && !drag) hover(event); });
    board.addEventListener('pointerleave', () => {
      if (drag || !this.ghost) return;
      this.#aim(null);
      this.#drawAbove();
    });
    board.addEventListener('click', (event) => {
      const cell = this.#cellAt(event);
      if (!cell) return;
      if (this.blocking.checked) this.#block(cell);
      else this.#touch(cell);
    });
    board.addEventListener('contextmenu', (event) => {
      event.preventDefault();
      this.turn('turned');
    });
    board.addEventListener('wheel', (event) => {
      if (!this.chosen || event.ctrlKey) return;
      event.preventDefault();
      this.turn('turned');
    }, {passive: false});
    // From the list onto the board. The list is drawn anew meanwhile, so the document listens to the rest of it.
    list.addEventListener('pointerdown', (event) => {
      const button = event.target.closest('.piece-button:enabled');
      if (!button || event.button !== 0) return;
      if (event.pointerType !== 'mouse') button.releasePointerCapture(event.pointerId);
      drag = {x: event.clientX, y: event.clientY, piece: Number(button.dataset.piece), moved: false};
    });
    document.addEventListener('pointermove', (event) => {
      if (!drag || (!drag.moved && Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < 8)) return;
      if (!drag.moved && this.chosen?.piece !== drag.piece) {
        this.choose(drag.piece);
        this.#show();
      }
      drag.moved = true;
      hover(event);
    });
    document.addEventListener('pointerup', (event) => {
      const dropped = drag?.moved && this.#cellAt(event);
      drag = null;
      if (dropped && this.chosen) this.#layAt(dropped);
    });
    document.addEventListener('pointercancel', () => { drag = null; });
    board.addEventListener('keydown', (event) => {
      const {rows, columns} = this.size, [r, c] = this.cursor ?? [0, 0];
      const step = {ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1]}[event.key];
      /** @type {(() => void) | undefined} */
      const act = {' ': () => (this.blocking.checked ? this.#block([r, c]) : this.#touch([r, c])), r: () => this.turn('turned'),
        m: () => this.turn('mirrored'), u: () => this.undo(), h: () => this.hint()}[event.key.toLowerCase()];
      if (event.ctrlKey || event.altKey || event.metaKey || (!step && !act)) return;
      event.preventDefault();
      if (act) {
        act();
        return;
      }
      this.cursor = [Math.min(Math.max(r + step[0], 0), rows - 1), Math.min(Math.max(c + step[1], 0), columns - 1)];
      this.#aim(this.cursor);
      this.#drawAbove();
    });
  }
}
