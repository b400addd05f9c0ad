// The replay: one recorded game, or two on the same requests in step.
import {Board} from './board.js';
import {Game, requestsPart} from '../shared/game.js';
import {lineChart} from './courses.js';
import {thin} from './opening.js';
import {h, isolated, nameTag, optionText, s, show, signed, visible, who} from '../shared/dom.js';
import {bytesOfBase64, readTrace, textOf} from './trace.js';

const SPEEDS = [1, 2, 5, 10, 25, 60];
// Drawn, for fonts differ in what they have.
const ICONS = {
  start: 'M1 2h2v12H1zM9 2v12L3 8zM15 2v12L9 8z', back: 'M10 2v12L3 8zM11 2h2v12h-2z', play: 'M3 2v12l10-6z',
    pause: 'M3 2h4v12H3zM9 2h4v12H9z',
  step: 'M3 2h2v12H3zM6 2v12l7-6z', end: 'M1 2v12l6-6zM7 2v12l6-6zM13 2h2v12h-2z',
};
const icon = (name) => s('svg', {class: 'icon', viewBox: '0 0 16 16', 'aria-hidden': 'true'}, s('path', {d: ICONS[name]}));
const LEGENDS = {
  land: [['residence', 'residence'], ['factory', 'factory'], ['road', 'road'], ['park', 'park'], ['water', 'pond'],
    ['newest-key', 'newest']],
  bonuses: [['no-bonus', 'no bonus'], ['one-bonus', '+2 (P park, W pond)'], ['two-bonuses', '+4 (PW)'], ['park', 'park'],
    ['water', 'pond'], ['newest-key', 'newest']],
  lost: [['cut-off', 'cut off'], ['between', 'between residence and factory']],
};
// Of a secret there is no seed: the repeat stands in its place.
const sameRequests = (a, b) => a.sequencer === b.sequencer && a.seed === b.seed && (typeof a.seed === 'number' || a.repeat === b.repeat);

// Does a control do something with this key itself?
function usesKey(control, key) {
  if (control.matches('select, textarea, [type=search], [type=number]')) return true;
  const arrow = key.startsWith('Arrow');
  if (control.matches('[type=radio]')) return arrow || key === ' ';
  if (control.matches('[role=application]')) return arrow;
  if (control.matches('button, summary, [type=file], [type=checkbox]')) return key === ' ';
  return control.matches('.scroll') && control.scrollWidth > control.clientWidth && (arrow || key === 'Home' || key === 'End');
}

export class Replay {
  /// `changed` is called when another game, turn or overlay is looked at; find(file) looks for a game that is not here, and adds it.
  constructor(root, changed, find) {
    this.changed = changed;
    this.find = find;
    this.games = new Map();  // by file name: {file, player, sequencer, seed, repeat, score, status, load()}
    this.turn = 0;
    this.speed = 10;
    this.boards = ['', '-b'].map((suffix) => new Board(suffix, (turn) => this.go(turn)));
    this.stream = null;  // games of this one are offered
    this.words = [];     // that are looked for
    this.shown = [null, null];
    this.#build(root);
  }

  /// Games of the page's data: pentocity-games/2. Of all that there are no more than `most` are kept, the latest.
  add(games, most = Infinity) {
    for (const game of games) this.games.set(game.file, {...game, load: async () => textOf(bytesOfBase64(game.trace))});
    for (const file of [...this.games.keys()].slice(0,
        Math.max(0, this.games.size - most))) if (!this.shown.includes(file)) this.games.delete(file);
    this.#list();
  }

  #build(root) {
    this.root = root;
    const button = (id, label, title, act, key) => h('button', {type: 'button', 'data-testid': `replay-${id}`,
      title: key ? `${title} (${key})` : title, 'aria-label': title, click: act}, label);
    this.first = h('select', {'data-testid': 'replay-game', change: () => this.openGame(this.first.value)});
    this.none = h('option', {value: ''});  // while no game is open
    this.second = h('select', {'data-testid': 'replay-second', change: () => this.openSecond(this.second.value || null)});
    this.file = h('input', {type: 'file', id: 'open-file', multiple: true, accept: '.jsonl,.gz,application/gzip',
      'data-testid': 'open-file', change: () => this.#openFiles([...this.file.files])});
    this.complaint = h('p', {class: 'complaint', role: 'alert', 'data-testid': 'replay-complaint', hidden: true});
    this.remark = h('p', {class: 'soft', 'data-testid': 'replay-remark'});
    this.play = button('play', icon('play'), 'Play', () => this.toggle(), 'Space');
    this.scrub = h('input', {type: 'range', min: 0, max: 0, value: 0, 'aria-label': 'Turn', 'data-testid': 'replay-scrub',
      input: () => this.go(Number(this.scrub.value))});
    this.turnShown = h('output', {'data-testid': 'replay-turn'}, '0');
    this.lastShown = h('span', null, '0');
    this.jump = h('input', {type: 'number', min: 0, value: 0, 'aria-label': 'Jump to turn', 'data-testid': 'replay-jump',
      change: () => this.go(Math.trunc(Number(this.jump.value)) || 0)});
    const pace = h('select', {'aria-label': 'Speed', 'data-testid': 'replay-speed', change: () => { this.speed = Number(pace.value); }},
      SPEEDS.map((speed) => h('option', {value: speed, selected: speed === this.speed}, `${speed} turns/s`)));
    this.curve = s('svg', {class: 'curve', viewBox: '0 0 1000 90', preserveAspectRatio: 'none', 'aria-hidden': 'true', click: (event) => {
      const box = this.curve.getBoundingClientRect();
      this.go(Math.round((event.clientX - box.left) / box.width * this.last));
    }});
    const view = (value, label) => h('label', null, h('input', {type: 'radio', name: 'overlay', value,
      'data-testid': `overlay-${value}`, change: () => { this.view(value); this.changed(); }}), h('span', null, label));
    const search = h('input', {type: 'search', 'data-testid': 'replay-search', placeholder: 'player, stream, repeat 0 …', input: () => {
      this.words = search.value.toLowerCase().split(/\s+/).filter((word) => word);
      this.#list();
    }});
    this.stage = h('div', {class: 'stage'});
    this.legend = h('ul', {class: 'legend', 'aria-label': 'Colours', 'data-testid': 'replay-legend'});
    this.controls = h('div', {class: 'controls'},
      h('div', {class: 'buttons', role: 'group', 'aria-label': 'Replay'},
        button('start', icon('start'), 'First turn', () => this.go(0), 'Home'), button('back', icon('back'), 'One turn back',
          () => this.go(this.turn - 1), '←'),
        this.play, button('step', icon('step'), 'One turn on', () => this.go(this.turn + 1), '→'), button('end', icon('end'),
          'Last turn', () => this.go(this.last), 'End'),
        button('reject', 'next reject', 'Next reject', () => this.go(this.#nextReject()), 'R'), pace,
        h('span', {class: 'turn'}, 'turn ', this.turnShown, ' of ', this.lastShown), h('label', {class: 'jump'},
          h('span', {class: 'soft'}, 'go to '), this.jump)),
      h('div', {class: 'track'}, this.curve, this.scrub));
    const views = h('div', {class: 'underneath'},
      h('fieldset', {class: 'choice'}, h('legend', {class: 'unseen'}, 'What the land shows'), view('land', 'Land'),
        view('bonuses', 'Bonuses'), view('lost', 'Lost cells')),
      this.legend);
    this.difference = h('div', {class: 'difference', 'data-testid': 'replay-difference'});
    this.body = h('div', {class: 'replay-body', hidden: true}, this.controls, views, this.stage, this.difference,
      h('p', {class: 'soft keys'}, 'Keys: Space plays and pauses, ← and → step (with Shift ten turns), Home and End, R goes to the ' +
        'next reject, + and − change the speed. A click on the land goes to the turn that built what stands there; with the focus ' +
        'on the land, arrow keys read its cells.'));
    root.append(h('div', {class: 'pickers'}, h('label', {class: 'search'}, h('span', null, 'Search games'), search),
      h('label', null, h('span', null, 'Game'), this.first), h('label', null, h('span', null, 'beside'), this.second),
      h('div', {class: 'file'}, this.file, h('label', {for: 'open-file'}, 'Open traces from disk…'))), this.complaint, this.remark,
        this.body);
    document.addEventListener('keydown', (event) => this.#key(event));
    this.pace = pace;
    this.view('land');
  }

  /// Shows another overlay; false if there is none of this name.
  view(overlay) {
    if (!Object.hasOwn(LEGENDS, overlay)) return false;
    this.overlay = overlay;
    this.body.querySelector(`[data-testid=overlay-${overlay}]`).checked = true;
    this.legend.replaceChildren(...LEGENDS[overlay].map(([name, label]) => h('li', null, h('span', {class: `patch ${name}`}), label)));
    if (this.shown[0]) this.#draw();
    return true;
  }

  /// Offers the games of one stream only; null: of all.
  keepTo(stream) {
    if (stream === this.stream) return;
    this.stream = stream;
    this.#list();
  }

  /// Scrolls so that the game and its controls fill the window.
  show() { this.body.scrollIntoView({behavior: 'auto'}); }

  /// Has somebody asked for a game?
  isAsked() { return Boolean(this.shown[0] || this.wish); }

  get last() { return Math.max(...this.boards.map((board, k) => (this.shown[k] ? board.game.last : -1))); }

  #key(event) {
    const {target, key} = event;
    const box = this.body.getBoundingClientRect(), margin = 120;
    if (event.ctrlKey || event.altKey || event.metaKey || event.defaultPrevented || this.body.hidden || usesKey(target, key)) return;
    if (box.top > window.innerHeight - margin || box.bottom < margin) return;  // not on the screen
    const step = event.shiftKey ? 10 : 1;
    const acts = {
      ArrowLeft: () => this.go(this.turn - step), ArrowRight: () => this.go(this.turn + step), Home: () => this.go(0),
        End: () => this.go(this.last),
      r: () => this.go(this.#nextReject()), '+': () => this.#faster(1), '-': () => this.#faster(-1), ' ': () => this.toggle(),
    };
    if (!Object.hasOwn(acts, key)) return;
    event.preventDefault();
    acts[key]();
  }

  #faster(by) {
    const at = Math.min(SPEEDS.length - 1, Math.max(0, SPEEDS.indexOf(this.speed) + by));
    this.speed = SPEEDS[at];
    this.pace.value = String(this.speed);
  }

  #nextReject() {
    const {game} = this.boards[0];
    for (let k = this.turn + 1; k <= game.last; ++k) if (!game.stands(k)) return k;
    return this.turn;
  }

  /// Fills the lists of games.
  #list() {
    const option = (game) => h('option', {value: game.file}, optionText(game.player,
      ` · ${show(game.score)}${game.status === 'ok' ? '' : ` · ${game.status}`} · ` +
      `${game.repeat === undefined ? `seed ${game.seed}` : `repeat ${game.repeat}`}`));
    const wanted = (game) => game.file === this.shown[0] || ((this.stream === null || game.sequencer === this.stream) &&
      this.words.every((word) =>  // a number is a whole one
        ` ${game.player} ${game.sequencer} ${game.score} ${game.status} repeat ${game.repeat} seed ${game.seed} `.toLowerCase()
          .includes(/^\d+$/.test(word) ? ` ${word} ` : word)));
    const groups = new Map(), found = [...this.games.values()].filter(wanted);
    for (const game of found) {
      if (!groups.has(game.sequencer)) groups.set(game.sequencer, []);
      groups.get(game.sequencer).push(game);
    }
    // There may be more than a thousand: made anew only if they are others.
    const listed = found.map(({file, score, status}) => `${file} ${score} ${status}`).join();
    if (listed !== this.listed)
      this.first.replaceChildren(...[...groups].map(([sequencer, games]) => h('optgroup', {label: visible(sequencer)}, games.map(option))));
    this.listed = listed;
    this.none.textContent = found.length ? 'Choose a game…' : this.games.size ? 'No game is like that' : 'No recorded game here';
    if (this.shown[0]) this.none.remove();
    else this.first.prepend(this.none);
    if (this.shown[0]) this.first.value = this.shown[0];
    this.first.disabled = this.games.size === 0;
    const here = this.games.get(this.shown[0]);
    const same = here ? [...this.games.values()].filter((game) => game !== here && sameRequests(game, here)) : [];
    this.second.replaceChildren(h('option', {value: ''},
      same.length || !here ? 'nothing' : this.games.size > 1 ? 'no other recorded game with these requests: see repeat 0, or run ' +
        'with --trace all' : 'no other recorded game here'), ...same.map(option));
    this.second.value = this.shown[1] ?? '';
    this.second.disabled = same.length === 0;
  }

  async #openFiles(files) {
    const names = [];
    for (const file of files) {
      try {
        const bytes = new Uint8Array(await file.arrayBuffer());
        const trace = readTrace(await textOf(bytes));
        const {header, end} = trace;
        this.games.set(file.name, {file: file.name, player: String(header.player), sequencer: String(header.sequencer),
          seed: header.seed, repeat: header.repeat, score: end.score, status: String(end.status), load: async () => textOf(bytes)});
        names.push(file.name);
      } catch (error) {
        this.#complain(`${file.name}: ${error.message || 'cannot be read'}`);
        return;
      }
    }
    if (!names.length) return;
    if (await this.openGame(names[0]) && names[1]) await this.openSecond(names[1]);
  }

  #complain(text) {
    this.complaint.textContent = text;
    this.complaint.hidden = !text;
  }

  /// What is to be opened, {silent}, in place of what was to be opened before; null when nothing is.
  #want(wish) {
    this.wish = wish;
    this.body.setAttribute('aria-busy', String(wish !== null));
    return wish;
  }

  /// Reads a game and puts it on a board; false if it cannot be read, or something else was asked for meanwhile.
  async #load(k, file, silent = false) {
    this.pause();
    const wish = this.#want({silent});
    let complaint = '', entry;
    try {
      if (!this.games.has(file)) await this.find(file);
      entry = this.games.get(file);
      if (!entry) throw new Error('not in this file: open it from the folder traces of the results');
      entry.game ??= new Game(readTrace(await entry.load()));
    } catch (error) {
      complaint = `${file}: ${error.message}`;
    }
    if (wish !== this.wish) return false;
    this.#want(null);
    if (complaint || !silent) this.#complain(complaint);  // what is wrong with a link stays while games follow one another
    if (complaint) {
      this.#list();  // what is shown stays chosen
      return false;
    }
    this.shown[k] = file;
    this.boards[k].svg.setAttribute('style', thin(entry.game.side));
    this.boards[k].open(entry.game, [nameTag(entry.player), h('small', null, ' on ', who(entry.sequencer),
      `, ${typeof entry.seed === 'number' || entry.repeat === undefined ? `seed ${entry.seed}` : `repeat ${entry.repeat}`}`)]);
    return true;
  }

  /// Opens a recorded game at a turn; without one, at its end. Silent: nobody asked for it, and the address stays. False if
  /// it was not opened.
  async openGame(file, {turn = null, silent = false} = {}) {
    if (!await this.#load(0, file, silent)) return false;
    this.shown[1] = null;
    this.#lay();
    this.silent = silent;
    this.#show(turn ?? this.last);
    return true;
  }

  /// Opens a game beside the first; none: takes it away.
  async openSecond(file) {
    if (file !== null) {
      if (!await this.#load(1, file)) return;
    } else {
      this.#want(null);
      this.shown[1] = null;
    }
    this.#lay();
    this.go(this.turn);
  }

  #lay() {
    this.#list();
    const two = this.shown[1] !== null;
    this.body.hidden = false;
    this.stage.classList.toggle('two', two);
    // Of two games the scores stand above the lands, so that both are in the window.
    for (const {title, scoreLine, panel} of this.boards)
      if (two) title.after(scoreLine);
      else panel.prepend(scoreLine);
    this.stage.replaceChildren(...this.boards.slice(0, two ? 2 : 1).map((board) => h('div', {class: 'game'}, board.figure, board.panel)));
    this.scrub.max = String(Math.max(0, this.last));
    this.jump.max = this.scrub.max;
    this.lastShown.textContent = String(Math.max(0, this.last));
    this.remark.textContent = '';
    this.difference.replaceChildren();
    if (two) {
      const [a, b] = this.boards.map(({game}) => game);
      const part = requestsPart(a, b);
      this.remark.textContent = part < Math.min(a.turns.length, b.turns.length) ? 'These games were asked for different things from ' +
        `turn ${part} on.` : 'Both games on the same requests, in step.';
      this.difference.replaceChildren(...this.#differences(a, b));
    }
    this.#curve();
  }

  /// By how much the first of two games is ahead, turn by turn.
  #differences(a, b) {
    const [first, second] = this.shown.map((file) => this.games.get(file).player);
    const points = Array.from({length: this.last + 1},
      (_, turn) => [turn + 1, a.score(Math.min(turn, a.last)) - b.score(Math.min(turn, b.last))]);
    const end = points.at(-1)[1], sign = Math.sign(end);
    let since = points.length;
    while (since > 0 && Math.sign(points[since - 1][1]) === sign) --since;
    const [ahead, behind] = sign < 0 ? [second, first] : [first, second];
    return [h('h3', null, who(ahead), sign === 0 ? [' and ', who(behind), ' end level'] : [' ends ', show(Math.abs(end)),
      ' points ahead of ', who(behind), `, and leads from turn ${since} on`]),
      h('p', {class: 'soft'}, 'The score of ', who(first), ' less that of ', who(second),
        ', after each turn. A game that is over keeps its score.'),
      lineChart({lines: [{player: first, number: 0, points: [[0, 0], ...points]}], unit: 'points',
        narrow: window.matchMedia('(max-width: 760px)').matches, text: signed,
        label: `The difference of the scores, ${signed(end)} in the end`})];
  }

  /// The scores over the turns; rejects are ticks.
  #curve() {
    const open = this.boards.filter((_, k) => this.shown[k]);
    const top = Math.max(1, ...open.map(({game}) => game.score(game.last)));
    const x = (turn) => (1000 * turn / Math.max(1, this.last)).toFixed(1), y = (score) => (82 - 74 * score / top).toFixed(1);
    this.cursor = s('line', {class: 'cursor', y1: 0, y2: 90});
    this.curve.replaceChildren(...open.flatMap(({game}, k) => [
      s('path', {class: `line line-${k}`, d: game.turns.map((_, turn) => `${turn ? 'L' : 'M'}${x(turn)} ${y(game.score(turn))}`).join('')}),
      ...game.turns.flatMap((_, turn) =>
        (game.stands(turn) ? [] : [s('line', {class: `reject line-${k}`, x1: x(turn), x2: x(turn), y1: 76, y2: 90})]))]), this.cursor);
  }

  go(turn) {
    if (this.wish?.silent) this.#want(null);  // who looks at a game keeps it
    this.silent = false;
    this.#show(turn);
  }

  #show(turn) {
    this.turn = Math.max(Math.min(0, this.last), Math.min(this.last, turn));
    if (this.turn === this.last) this.pause();
    this.#draw();
  }

  #draw() {
    this.boards.forEach((board, k) => {
      if (!this.shown[k]) return;
      board.draw(Math.min(this.turn, board.game.last), this.overlay);
      const name = isolated(this.games.get(this.shown[k]).player);
      board.frame.setAttribute('aria-label', `Cells of the land of ${name}: arrow keys go from cell to cell, Enter goes to the turn ` +
        'that built it');
      board.svg.setAttribute('aria-label', `The land after turn ${this.turn}: ${name}, score ` +
        `${board.game.score(Math.min(this.turn, board.game.last))}`);
    });
    this.turnShown.textContent = String(this.turn);
    this.scrub.value = String(this.turn);
    this.scrub.setAttribute('aria-valuetext', `turn ${this.turn} of ${this.last}`);
    this.jump.value = String(this.turn);
    const at = 1000 * this.turn / Math.max(1, this.last);
    this.cursor.setAttribute('x1', at);
    this.cursor.setAttribute('x2', at);
    if (!this.timer && !this.silent) this.changed();
  }

  /// What is looked at, as parts of the address.
  parts() {
    const overlay = this.overlay === 'land' ? [] : [['overlay', this.overlay]];
    if (!this.shown[0] || this.silent) return overlay;
    return [...overlay, ['game', this.shown[0]], ...(this.shown[1] ? [['with', this.shown[1]]] : []), ['turn', this.turn]];
  }

  /// Opens the game that an address names, at its turn, and perhaps another one beside it; false if it names none.
  async follow(parts) {
    const part = (name) => parts.find((one) => one[0] === name);
    const [, value, raw] = part('game') ?? [];
    if (!value) return false;
    // A name in which something is percent-encoded may have come as it is.
    const file = this.games.has(raw) ? raw : value;
    const turn = /^\d{1,9}$/.test(part('turn')?.[1] ?? '') ? Number(part('turn')[1]) : null;
    if (await this.openGame(file, {turn}) && part('with')) await this.openSecond(part('with')[1]);
    return true;
  }

  toggle() {
    if (this.timer) this.pause();
    else this.start();
  }

  start() {
    if (this.last < 0) return;
    if (this.turn >= this.last) this.turn = 0;
    let due = performance.now();
    const tick = (now) => {
      if (!this.timer) return;
      const steps = Math.floor((now - due) * this.speed / 1000);
      if (steps > 0) {
        due += 1000 * steps / this.speed;
        this.go(this.turn + steps);
      }
      if (this.timer) this.timer = requestAnimationFrame(tick);
    };
    this.timer = requestAnimationFrame((now) => {
      due = now;
      tick(now);
    });
    this.#showPlaying(true);
  }

  pause() {
    if (!this.timer) return;
    cancelAnimationFrame(this.timer);
    this.timer = null;
    this.#showPlaying(false);
    if (!this.silent) this.changed();
  }

  #showPlaying(playing) {
    this.play.replaceChildren(icon(playing ? 'pause' : 'play'));
    this.play.setAttribute('aria-label', playing ? 'Pause' : 'Play');
    // Nobody wants each turn read out.
    for (const output of [this.turnShown, ...this.boards.map(({score}) => score)]) output.setAttribute('aria-live',
        playing ? 'off' : 'polite');
  }
}
