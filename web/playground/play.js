// Playing Pentocity: a request at a time, with planner-fast beside.
import {nameOfRequest} from '../shared/game.js';
import {h, plural, show} from '../shared/dom.js';
import {Land, pictureOf} from './land.js';
import {longMove, pack, shortMove, unpack} from './links.js';
import {Setup, startCall} from './setup.js';

const RIVAL = 'planner-fast';
const KINDS = {building: 'Building', road: 'Road', park: 'Park', water: 'Pond'};
const symbolOf = {residence: 'R', factory: 'F'};
const same = (a, b) => a[0] === b[0] && a[1] === b[1];
const place = ([r, c]) => `row ${r}, column ${c}`;
const scored = ({points, with_park: park, with_pond: pond}) => plural(points, 'point') +
  (park && pond ? ' with park and pond' : park ? ' with a park' : pond ? ' with a pond' : '');
/// What a candidate of the planner gives and costs, in words.
export const reasons = (candidate) => {
  const {edges, touching, cut_off: cut, lost} = candidate;
  return [scored(candidate), `${touching} of ${edges} edges touch something`, cut ? `cuts off ${plural(cut, 'cell')}` : 'cuts off nothing',
    lost ? `builds ${plural(lost, 'cell')} of road, park and pond` : 'builds nothing else'].join(', ');
};

export class Play {
  constructor(root, engine) {
    this.engine = engine;
    const button = (id, label, title, act, key) => h('button', {type: 'button', title: key ? `${title} (${key})` : title,
      'data-testid': id, 'aria-keyshortcuts': key, click: act}, label);
    this.prompt = h('p', {class: 'prompt', role: 'status', 'data-testid': 'prompt'});
    this.land = new Land({role: 'application', tabindex: 0, 'aria-label': 'Land', 'aria-describedby': 'play-keys', 'data-testid': 'land'});
    this.where = h('p', {class: 'unseen', role: 'status', 'data-testid': 'where'});
    this.request = h('div', {class: 'request', 'data-testid': 'request'});
    this.turnButton = button('turn', 'Turn', 'Turn the building', () => this.turn(), 'R');
    this.build = button('build', 'Build', 'Build it', () => this.commit(), 'Enter');
    this.build.classList.add('main');
    this.undo = button('undo', 'Undo', 'Take back the last step', () => this.stepBack(), 'U');
    this.rejectButton = button('reject', 'Reject', 'Reject this request', () => this.reject(), 'X');
    this.hintButton = button('hint', 'Hint', `What ${RIVAL} would do`, () => this.hint(), 'H');
    this.modes = h('fieldset', {class: 'choice'}, h('legend', {class: 'unseen'}, 'What a click draws'),
      Object.entries(KINDS).map(([kind, label], k) =>
      h('label', null, h('input', {type: 'radio', name: 'kind', value: kind, checked: k === 0, 'data-testid': `mode-${kind}`,
        change: () => this.setMode(kind)}), h('span', null, label))));
    this.score = h('output', {class: 'score', 'data-testid': 'score'}, '0');
    this.facts = h('p', {class: 'parts', 'data-testid': 'facts'});
    this.rules = h('p', {class: 'soft', 'data-testid': 'rules'});
    this.hints = h('div', {class: 'hints', 'data-testid': 'hints', hidden: true});
    this.rival = new Land({role: 'img', 'aria-label': `The land of ${RIVAL}`, 'data-testid': 'rival-land'});
    this.rivalScore = h('b', {'data-testid': 'rival-score'});
    this.end = h('div', {class: 'ending', hidden: true, 'data-testid': 'ending'});
    this.link = button('link', 'Copy a link to this game', 'A link that holds the game', () => this.copyLink());
    this.linkText = h('input', {readonly: true, 'aria-label': 'Link to this game', 'data-testid': 'link-text', hidden: true});
    this.save = h('button', {type: 'button', 'data-testid': 'save', click: () => this.download()}, 'Save the game as a trace');
    this.giveUp = h('button', {type: 'button', 'data-testid': 'give-up', click: () => this.finish()}, 'End the game');
    this.remark = h('p', {class: 'soft', role: 'status', 'data-testid': 'remark'});
    this.setup = new Setup('play', engine, (chosen) => this.start(chosen));
    root.append(h('div', {class: 'table'},
      h('div', {class: 'stand'}, this.prompt, h('div', {class: 'frame'}, this.land.svg), this.where),
      h('div', {class: 'side'},
        h('div', {class: 'asked'}, this.request, h('div', {class: 'score-line'}, h('span', {class: 'soft'}, 'Score'), this.score,
          this.facts)),
        h('div', {class: 'tools', role: 'group', 'aria-label': 'Move'}, this.turnButton, this.build, this.undo, this.hintButton,
          this.rejectButton),
        this.modes, this.rules, this.hints, this.end,
        h('div', {class: 'beside'}, h('h2', null, RIVAL, ' on the same requests: ', this.rivalScore), h('div', {class: 'small'},
          this.rival.svg)))),
    h('details', {class: 'more', 'data-testid': 'more'}, h('summary', null, 'Another game, links and rules'), this.setup.element,
      h('div', {class: 'tools'}, this.link, this.save, this.giveUp), this.linkText, this.remark,
      h('p', null, 'Each cell of a building scores 1 point. A residence and a factory may not touch, that is, share a side. A ' +
        'building must touch the border or a road that leads there; the shortest road is built with it, and you can draw another. ',
        'A residence gets 2 points more if it touches a park of at least 4 cells, and 2 more for such a pond. Buildings can be ' +
        'turned, but not mirrored. The third reject ends the game.'),
      h('p', {id: 'play-keys'}, 'Keys on the land: arrows move, Enter puts the building down and then builds it, R turns, U undoes, ' +
        'H hints, X rejects; 1 to 4 choose building, road, park and pond, of which Space draws a cell.')));
    this.#listen();
  }

  /// From the address: a packed game, or nothing.
  async follow(rest) {
    if (rest === '' && this.game) return;
    if (rest !== '' && rest === this.packed) return;
    if (rest === '') {
      this.start(this.setup.chosen);
      return;
    }
    try {
      const {v, s: name, o: own = '', d: seed, n: side, r: rules, m: moves} = await unpack(rest);
      if (v !== 1) throw new Error('it is of another version');
      this.start({name, own, seed, side, rules}, moves.map((move) => longMove(move, side)));
      this.packed = rest;
    } catch (error) {
      this.start(this.setup.chosen);
      this.tell(`The game of this link cannot be opened: ${error.message}. This is a new one.`);
    }
  }

  start(chosen, moves = []) {
    const state = this.engine({...startCall(chosen), rival: RIVAL, moves});
    if (this.game) this.engine({do: 'drop', game: this.game});
    this.game = state.game;
    this.chosen = chosen;
    this.flash = '';
    this.moves = moves.map((move) => shortMove({accept: true, location: [0, 0], road: [], park: [], water: [], ...move}, chosen.side));
    const {yours, rival} = this.engine({do: 'buildings', game: this.game});
    this.buildings = yours;
    this.rivalBuildings = rival;
    this.take(state);
    document.querySelector('[data-testid=more]').removeAttribute('open');
  }

  /// A new state of the game: the next request, or the end.
  take(state) {
    this.state = state;
    this.pick = {rotation: 0, location: null, pinned: false, road: null, park: [], water: []};
    this.past = [];
    this.cursor = null;
    this.#choose('building');
    this.sites = state.over ? [] : this.engine({do: 'sites', game: this.game}).rotations;
    this.hasPlace = this.sites.some((bits) => bits.includes('1'));
    this.warned = false;
    this.hints.hidden = true;
    this.land.suggest([]);
    this.land.draw({side: state.side, grid: state.grid, buildings: this.buildings});
    this.score.textContent = show(state.score);
    this.facts.textContent = `turn ${state.turn + (state.over ? 0 : 1)}, ${state.rejects} of ${state.max_rejects} rejects`;
    this.#drawRival();
    for (const one of [this.turnButton, this.build, this.hintButton, this.rejectButton, this.giveUp]) one.disabled = state.over;
    this.save.disabled = !state.over;
    this.modes.hidden = state.over;
    this.request.replaceChildren();
    this.rules.hidden = this.moves.length > 0 || state.over;
    this.rules.textContent = 'Place what is asked for; what is built stays. Each cell of a building is a point, and a ' +
      `${state.factory_bonus ? 'building' : 'residence'} earns 2 more beside a park and 2 more beside a pond, of at least 4 cells each. ` +
      'The third reject ends the game.';
    this.end.hidden = !state.over;
    if (state.over) this.#ending();
    this.look();
  }

  #drawRival() {
    const {rival, side} = this.state;
    this.rival.draw({side, grid: rival.grid, buildings: this.rivalBuildings});
    this.rivalScore.textContent = `${show(rival.score)}${rival.over ? ', its end' : ''}`;
  }

  #ending() {
    const {score, rival} = this.state;
    const difference = score - rival.score;
    this.end.replaceChildren(h('p', null, h('b', null, `The end: ${show(score)} points. `), rival.over || rival.turn > this.state.turn
      ? `${RIVAL} had ${show(rival.score)} in ${plural(rival.turn, 'turn')}: ` +
        `${difference > 0 ? `you won by ${show(difference)}` : difference < 0 ? `it won by ${show(-difference)}` : 'a draw'}.`
      : `${RIVAL} has ${show(rival.score)} after as many requests, and can go on.`));
    if (!rival.over) {
      this.end.append(h('button', {type: 'button', 'data-testid': 'finish-rival', click: () => {
        this.state.rival = this.engine({do: 'finish_rival', game: this.game}).rival;
        this.rivalBuildings = this.engine({do: 'buildings', game: this.game}).rival;
        this.#drawRival();
        this.#ending();
      }}, `Let ${RIVAL} play on`));
    }
    this.end.append(h('button', {type: 'button', 'data-testid': 'again', click: () => {
      this.setup.seed.value = String(1 + Math.floor(Math.random() * 1e6));
      this.setup.go((chosen) => this.start(chosen));
    }}, 'Play again'));
  }

  /// Asks the module what the move would do, and shows and says it.
  look() {
    const {state, pick} = this;
    this.undo.disabled = this.past.length === 0;
    if (state.over) {
      this.land.show(null);
      this.prompt.textContent = 'The game is over. Play again, or save it.';
      return;
    }
    const shape = state.request.rotations[pick.rotation];
    this.request.replaceChildren(pictureOf(shape, state.request.type),
      h('b', null, nameOfRequest({type: state.request.type, cells: shape})));
    this.turnButton.disabled = state.request.rotations.length === 1;
    this.seen = null;
    if (pick.location) {
      const call = {do: 'look', game: this.game, rotation: pick.rotation, location: pick.location, park: pick.park, water: pick.water};
      if (pick.road) call.road = pick.road;
      this.seen = this.engine(call);
      const {building, move, fault} = this.seen;
      this.land.show({type: state.request.type, building, road: move.road, park: move.park, water: move.water, stands: !fault,
        pinned: pick.pinned}, this.mode === 'building' ? null : this.cursor);
    } else {
      this.land.show(null, this.mode === 'building' ? null : this.cursor);
    }
    this.build.disabled = !pick.pinned || !this.seen || Boolean(this.seen.fault);
    for (const one of this.modes.querySelectorAll('input')) one.disabled = one.value !== 'building' && !pick.pinned;
    this.rejectButton.textContent = this.warned ? 'Really reject' : 'Reject';
    this.prompt.textContent = this.flash + this.#advice();
    this.prompt.classList.toggle('falls', Boolean(this.seen?.fault));
  }

  /// One line: what to do now.
  #advice() {
    const {pick, seen, state} = this, what = state.request.type;
    const touch = matchMedia('(pointer: coarse)').matches, click = touch ? 'Tap' : 'Click';
    if (!this.hasPlace) return `There is no place left for this ${what}. Reject it.`;
    if (!pick.location || (!pick.pinned && !seen.fault && touch)) return `${click} the land where this ${what} should ` +
        `stand${state.request.rotations.length > 1 ? '; Turn turns it' : ''}.`;
    if (seen.fault && this.mode !== 'building' && seen.fault !== 'site_not_buildable') return this.#why();
    if (seen.fault) return `${this.#why()} ${click} another place${state.request.rotations.length > 1 ? ', or turn it' : ''}.`;
    const roads = seen.move.road.length, gain = `+${scored(seen)}${roads ? ` and ${plural(roads, 'cell')} of road` : ''}`;
    if (!pick.pinned) return `${gain}. ${click} to put it down here.`;
    const hasBonus = what === 'residence' || state.factory_bonus;
    if (this.mode === 'road') return `${gain}. Draw or remove road cells, then press Build.`;
    if (this.mode !== 'building') {
      const [one, other] = this.mode === 'park' ? ['park', 'pond'] : ['pond', 'park'], drawn = pick[this.mode].length;
      if (!hasBonus) return `${gain}. A factory gets no points for it. Press Build.`;
      if (seen[`with_${one}`]) return `${gain}. Press ` +
          `Build${seen[`with_${other}`] ? '' : `, or choose ${other === 'park' ? 'Park' : 'Pond'} for 2 more`}.`;
      return `${gain}. ${drawn > 0 && drawn < 4 ? `${drawn} of 4 ${one} cells` : `Draw 4 ${one} cells`} in one piece that touch it, ` +
        'for 2 more; then press Build.';
    }
    const tip = hasBonus && !(seen.with_park && seen.with_pond) ? ` Choose ${seen.with_park ? 'Pond' : 'Park'} to draw one for +2.` : '';
    return `${gain}. Press Build, or ${click.toLowerCase()} elsewhere to move it.${tip}`;
  }

  #why() {
    const {seen, state: {request}} = this;
    const other = request.type === 'residence' ? 'factory' : 'residence';
    const faults = {
      cell_off_land: 'Part of the road, park or pond is off the land.', cell_occupied: 'The road, park or pond crosses what is built.',
      cells_overlap: 'Road, park and pond overlap.', roads_disconnected: 'The road must lead to the border or to another road.',
      no_road_access: 'No road leads to it.',
    };
    if (seen.fault !== 'site_not_buildable') return faults[seen.fault] ?? 'It cannot stand here.';
    if (seen.building.some(([r, c]) => !this.land.has(r, c))) return 'It does not lie on the land.';
    if (seen.building.some(([r, c]) => this.land.symbol(r, c) !== '.')) return 'Something stands there already.';
    const beside = seen.building.some(([r, c]) => [[r + 1, c], [r - 1, c], [r, c + 1], [r, c - 1]].some(([y, x]) =>
      this.land.has(y, x) && this.land.symbol(y, x) === symbolOf[other]));
    return beside ? `It would touch a ${other}.` : 'Your road, park or pond is in the way.';
  }

  // Changes what is picked, so that it can be undone.
  #change(changes) {
    this.flash = '';
    this.warned = false;
    this.past.push(this.pick);
    this.pick = {...this.pick, ...changes};
    this.look();
  }

  #choose(kind) {
    this.mode = kind;
    this.modes.querySelector(`[value=${kind}]`).checked = true;
    this.land.svg.classList.toggle('drawing', kind !== 'building');
  }

  /// What a click on the land draws: a key of KINDS.
  setMode(kind) {
    const early = kind !== 'building' && !this.pick.pinned;
    this.warned = false;
    this.flash = early ? 'Put the building down first, then draw. ' : '';
    this.#choose(early ? 'building' : kind);
    this.look();
  }

  turn() {
    if (this.state.over) return;
    const count = this.state.request.rotations.length, {pick} = this;
    this.warned = false;
    const rotation = (pick.rotation + 1) % count;
    if (pick.pinned) this.#change({rotation, road: null});
    else this.pick = {...pick, rotation};
    this.look();
    this.#announce();
  }

  // The location whose building has its middle at a place of the land, moved onto the land.
  #locationAt({row, column}) {
    const {state, pick} = this, shape = state.request.rotations[pick.rotation];
    const rows = 1 + Math.max(...shape.map(([r]) => r)), columns = 1 + Math.max(...shape.map(([, c]) => c));
    const within = (value, most) => Math.min(Math.max(Math.round(value), 0), most);
    return [within(row - rows / 2, state.side - rows), within(column - columns / 2, state.side - columns)];
  }

  // The nearest location, up to `reach` steps away, where the building can stand.
  /** @param {number[]} location @param {number} reach */
  #snapped([row, column], reach) {
    const {side} = this.state, bits = this.sites[this.pick.rotation];
    let best = null, least = reach + 1;
    for (let r = Math.max(0, row - reach); r <= Math.min(side - 1, row + reach); ++r)
      for (let c = Math.max(0, column - reach); c <= Math.min(side - 1, column + reach); ++c) {
        const far = Math.abs(r - row) + Math.abs(c - column);
        if (far < least && bits[r * side + c] === '1') [best, least] = [[r, c], far];
      }
    return best ?? [row, column];
  }

  put(location) {
    if (this.state.over) return;
    this.#change({location, pinned: true, road: null, park: this.pick.pinned ? this.pick.park : [],
      water: this.pick.pinned ? this.pick.water : []});
    this.#announce();
  }

  // Draws or removes a cell of road, park or pond.
  draw(cell, adding = null) {
    const {mode, pick, land} = this;
    if (this.state.over || mode === 'building' || !land.has(...cell) || land.symbol(...cell) !== '.') return null;
    const list = mode === 'road' ? pick.road ?? this.seen?.move.road ?? [] : pick[mode];
    const there = list.some((one) => same(one, cell));
    if (adding === null) adding = !there;
    if (adding === there || (adding && this.seen?.building.some((one) => same(one, cell)))) return adding;
    this.#change({[mode]: adding ? [...list, cell] : list.filter((one) => !same(one, cell))});
    return adding;
  }

  stepBack() {
    if (this.past.length === 0) return;
    this.pick = this.past.pop();
    this.flash = '';
    if (!this.pick.pinned) this.#choose('building');
    this.look();
  }

  commit() {
    if (this.build.disabled) return;
    const {move, building, points} = this.seen;
    this.#answer(move, building, `Built: +${points}. `);
  }

  /// Another room is looked at.
  rest() {
    if (!this.warned) return;
    this.warned = false;
    this.look();
  }

  /// Rejects the request; if it has a place, only when asked twice in a row.
  reject() {
    if (this.state.over) return;
    if (this.hasPlace && !this.warned) {
      this.warned = true;
      this.flash = '';
      this.look();
      this.prompt.textContent = 'It has a place somewhere, see Hint. Press Reject again to reject it: the third reject ends the game.';
      return;
    }
    this.#pass();
  }

  #pass() { this.#answer({accept: false, rotation: 0, location: [0, 0], road: [], park: [], water: []}, null, 'Rejected. '); }

  #answer(move, building, flash) {
    this.moves.push(shortMove(move, this.state.side));
    const state = this.engine({do: 'answer', game: this.game, ...move});
    if (building) this.buildings.push(building);
    if (state.rival.last?.accepted && state.rival.turn === state.turn) this.rivalBuildings.push(state.rival.last.building);
    this.flash = flash;
    this.take(state);
    this.#keepAddress();
    this.land.svg.focus({preventScroll: true});
  }

  finish() {
    while (!this.state.over) this.#pass();
  }

  hint() {
    if (this.state.over) return;
    const {candidates} = this.engine({do: 'hint', game: this.game});
    const shown = candidates.slice(0, 3);
    this.hints.hidden = false;
    this.land.suggest(shown);
    this.hints.replaceChildren(h('h2', null, candidates.length ? `${RIVAL} would:` : `${RIVAL} would reject this.`),
      h('ol', null, shown.map((one, k) => h('li', null,
      h('button', {type: 'button', 'data-testid': `take-${k + 1}`, click: () => this.takeHint(one)},
        `${place(one.move.location)}`), ` ${reasons(one)}.`))));
  }

  takeHint({move}) {
    this.land.suggest([]);
    this.#change({rotation: move.rotation, location: move.location, pinned: true, road: move.road, park: move.park, water: move.water});
    this.land.svg.focus({preventScroll: true});
  }

  #announce() {
    const {pick, cursor} = this;
    const at = this.mode === 'building' ? pick.location : cursor;
    if (at) this.where.textContent = `${place(at)}. ${this.prompt.textContent}`;
  }

  #listen() {
    const {svg} = this.land;
    let drawing = null;  // whether a drag adds cells or removes them
    let reach = 0;       // how far from the place of a click a building may come to stand, for fingers are wide
    const cell = (event) => {
      const {row, column} = this.land.at(event);
      return [Math.floor(row), Math.floor(column)];
    };
    svg.addEventListener('pointermove', (event) => {
      if (this.state.over) return;
      if (drawing !== null) {
        drawing = this.draw(cell(event), drawing) ?? drawing;
      } else if (this.mode === 'building' && !this.pick.pinned && event.pointerType === 'mouse') {
        const location = this.#locationAt(this.land.at(event));
        if (this.pick.location && same(location, this.pick.location)) return;
        this.pick = {...this.pick, location};
        this.look();
      }
    });
    svg.addEventListener('pointerleave', () => {
      if (this.pick.pinned || this.state.over || this.mode !== 'building' || document.activeElement === svg && this.byKey) return;
      this.pick = {...this.pick, location: null};
      this.look();
    });
    svg.addEventListener('pointerdown', (event) => {
      if (event.button !== 0 || this.state.over) return;
      this.byKey = false;
      reach = event.pointerType === 'mouse' ? 0 : 3;
      if (this.mode === 'building') return;
      this.cursor = null;
      event.preventDefault();
      svg.setPointerCapture(event.pointerId);
      drawing = this.draw(cell(event));
    });
    // A finger that scrolls the page makes no click.
    svg.addEventListener('click', (event) => {
      if (this.mode === 'building') this.put(this.#snapped(this.#locationAt(this.land.at(event)), reach));
    });
    for (const end of ['pointerup', 'pointercancel']) svg.addEventListener(end, () => { drawing = null; });
    svg.addEventListener('keydown', (event) => this.#key(event));
    document.addEventListener('keydown', (event) => {
      const focus = /** @type {Element} */ (event.target);
      if (svg.closest('[hidden]') || event.defaultPrevented || focus.matches('input:not([type=radio]), textarea, select, svg')) return;
      if (!['Enter', ' '].includes(event.key) && !event.key.startsWith('Arrow')) this.#key(event);
    });
  }

  #key(event) {
    if (event.ctrlKey || event.altKey || event.metaKey || this.state.over) return;
    const step = {ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1]}[event.key];
    const modes = Object.keys(KINDS);
    const acts = {
      r: () => this.turn(), u: () => this.stepBack(), h: () => this.hint(), x: () => this.reject(),
        Backspace: () => this.stepBack(), Escape: () => this.stepBack(),
      Enter: () => (this.pick.pinned ? this.commit() : this.pick.location && this.put(this.pick.location)),
      ' ': () => (this.mode === 'building' ? this.pick.location && !this.pick.pinned && this.put(this.pick.location)
        : this.cursor && this.draw(this.cursor)),
      ...Object.fromEntries(modes.map((mode, k) => [String(k + 1), () => this.setMode(mode)])),
    };
    const act = step ? () => this.#step(step, event.shiftKey ? 5 : 1) : acts[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (!act) return;
    event.preventDefault();
    act();
    this.#announce();
  }

  #step([down, right], by) {
    this.byKey = true;
    const {side} = this.state, within = (value) => Math.min(Math.max(value, 0), side - 1);
    const middle = Math.floor(side / 2);
    if (this.mode !== 'building') {
      const [r, c] = this.cursor ?? this.pick.location ?? [middle, middle];
      this.cursor = this.cursor ? [within(r + down * by), within(c + right * by)] : [r, c];
      this.look();
      return;
    }
    const {location, pinned} = this.pick;
    const to = location ? this.#locationAtCorner([location[0] + down * by, location[1] + right * by])
      : this.#locationAt({row: middle, column: middle});
    if (pinned) {
      this.#change({location: to, road: null});
    } else {
      this.flash = '';
      this.pick = {...this.pick, location: to};
      this.look();
    }
  }

  #locationAtCorner([row, column]) {
    const shape = this.state.request.rotations[this.pick.rotation], {side} = this.state;
    const rows = 1 + Math.max(...shape.map(([r]) => r)), columns = 1 + Math.max(...shape.map(([, c]) => c));
    return [Math.min(Math.max(row, 0), side - rows), Math.min(Math.max(column, 0), side - columns)];
  }

  // The address holds the game, so that a reload goes on with it.
  async #keepAddress() {
    const {name, own, seed, side, rules} = this.chosen;
    const letters = await pack({v: 1, s: name, ...(own && {o: own}), d: seed, n: side, r: rules, m: this.moves});
    this.packed = letters;
    document.querySelector('[data-testid=room-play]').setAttribute('href', `#play=${letters}`);
    if (!this.land.svg.closest('[hidden]')) history.replaceState(null, '', `#play=${letters}`);
  }

  async copyLink() {
    await this.#keepAddress();
    this.linkText.hidden = false;
    this.linkText.value = location.href;
    this.linkText.select();
    try {
      await navigator.clipboard.writeText(location.href);
      this.tell('The link is copied.');
    } catch {
      this.tell('Copy the link from the field.');
    }
  }

  tell(text) {
    this.remark.textContent = text;
    if (text.startsWith('The game of')) this.prompt.textContent = text;
  }

  trace() { return this.engine({do: 'trace', game: this.game, player: 'you'}).trace; }

  download() {
    const link = h('a', {href: URL.createObjectURL(new Blob([this.trace()], {type: 'application/jsonl'})),
      download: `pentocity-${this.chosen.name}-${this.chosen.seed}.jsonl`});
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
    this.tell('Saved. `pentocity replay FILE` checks it, and `pentocity show FILE` draws it.');
  }
}
