// Playing Pentocity: a request at a time, with planner-fast beside.
import {dayInWords, dayOf, lackOf, looksLikeDay} from '../shared/days.js';
import {h, plural, save, show} from '../shared/dom.js';
import {nameOfRequest} from '../shared/game.js';
import {addressWith, Shelf} from '../shared/state.js';
import {advice, place, reasons, worth} from './advice.js';
import {card, dayList, FIRST_DAY, gameList, gameOfDay, RIVAL, streak, symbolsOf} from './daily.js';
import {Hands} from './hands.js';
import {Land, pictureOf} from './land.js';
import {LESSON, lessonAt} from './lesson.js';
import {checkedGame, longChoice, longMove, pack, share, shortChoice, shortMove, unpack, writeRoom} from './links.js';
import {Review} from './review.js';
import {Setup, startCall} from './setup.js';

const KINDS = {building: 'Building', road: 'Road', park: 'Park', water: 'Pond'};
const same = (a, b) => a[0] === b[0] && a[1] === b[1];
const kindOf = ({name, side, day}) => (day ? 'Game of the day' : `${name}, ${side} × ${side}`);
const titleOf = (chosen) => (chosen.lesson ? 'How it is played' : chosen.day ? `${kindOf(chosen)}, ${dayInWords(chosen.day)}`
  : `Game ${chosen.seed}: ${chosen.name} requests, ${chosen.side} × ${chosen.side} cells`);

export class Play {
  constructor(root, engine) {
    this.engine = engine;
    this.shelf = new Shelf('pentocity-games', checkedGame);
    this.moves = [];
    const button = (id, label, title, act, key) => h('button', {type: 'button', title: key ? `${title} (${key})` : title,
      'data-testid': id, 'aria-keyshortcuts': key, click: act}, label);
    this.title = h('span', {title: 'Whoever plays a game of the same number gets the same requests', 'data-testid': 'title'});
    this.daily = button('daily', 'Game of the day', 'The same game for everybody, tried once', () => this.open('today', true));
    this.fresh = button('fresh', 'Another game', 'Other requests on such a land', () => this.startOther());
    this.offer = h('p', {class: 'offer', 'data-testid': 'offer', hidden: true});
    this.prompt = h('p', {class: 'prompt', role: 'status', 'data-testid': 'prompt'});
    this.land = new Land({axes: true, role: 'application', tabindex: 0,
      'aria-label': 'Land', 'aria-describedby': 'play-keys', 'data-testid': 'land'});
    this.zooms = h('div', {class: 'zooms', role: 'group', 'aria-label': 'Part of the land'},
      button('larger', '+', 'Larger', () => this.land.zoom(.7), '+'),
      button('smaller', '\u2212', 'Smaller', () => this.land.zoom(1 / .7), '-'));
    this.where = h('p', {class: 'unseen', role: 'status', 'data-testid': 'where'});
    this.request = h('div', {class: 'request', title: 'Drag it onto the land', 'data-testid': 'request'});
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
    this.lesson = h('p', {class: 'lesson', 'data-testid': 'lesson'});
    this.rules = h('div', {class: 'rules', id: 'play-rules', 'data-testid': 'rules'});
    this.rulesButton = button('show-rules', 'Rules', 'What counts, in short', () => {
      this.showsRules = this.rules.hidden;
      this.look();
    });
    this.rulesButton.setAttribute('aria-controls', 'play-rules');
    this.hints = h('div', {class: 'hints', 'data-testid': 'hints', hidden: true});
    this.rival = new Land({role: 'img', 'aria-label': `The land of ${RIVAL}`, 'data-testid': 'rival-land'});
    this.rivalScore = h('b', {'data-testid': 'rival-score'});
    this.end = h('div', {class: 'ending', hidden: true, 'data-testid': 'ending'});
    this.backTo = h('select', {'aria-label': 'Turn to go back to', 'data-testid': 'back-to'});
    this.takeBack = h('div', {class: 'tools', 'data-testid': 'practice'}, button('take-back', 'Take back a turn',
      'The game becomes practice', () => this.rewind(this.moves.length - 1)), this.backTo,
    button('rewind', 'Go back to it', 'The game becomes practice', () => this.rewind(Number(this.backTo.value))));
    this.link = button('link', 'Share', 'A link to this game', () => this.share());
    this.linkText = h('input', {readonly: true, 'aria-label': 'Link to this game', 'data-testid': 'link-text', hidden: true});
    this.save = h('button', {type: 'button', 'data-testid': 'save', click: () => this.download()}, 'Save the game as a trace');
    this.giveUp = h('button', {type: 'button', 'data-testid': 'give-up', click: () => this.finish()});
    this.remark = h('p', {class: 'soft', role: 'status', 'data-testid': 'remark'});
    this.games = h('ul', {class: 'games', 'data-testid': 'games'});
    this.days = h('ul', {class: 'games', 'data-testid': 'days'});
    this.setup = new Setup('play', engine, (chosen) => this.begin(chosen));
    root.append(h('div', {class: 'table'},
      h('div', {class: 'stand'}, h('div', {class: 'title'}, this.title, this.rulesButton, this.link, this.daily, this.fresh), this.linkText,
        this.offer, this.prompt,
        h('div', {class: 'frame'}, this.land.svg, this.rules, this.zooms), this.where),
      h('div', {class: 'side'},
        h('div', {class: 'asked'}, this.request, h('div', {class: 'score-line'}, h('span', {class: 'soft'}, 'Score'), this.score,
          this.facts)),
        h('div', {class: 'tools', role: 'group', 'aria-label': 'Move'}, this.turnButton, this.build, this.undo, this.hintButton,
          this.rejectButton),
        this.modes, this.lesson, this.hints, this.end,
        h('div', {class: 'beside'}, h('h2', null, RIVAL, ' on the same requests: ', this.rivalScore), h('div', {class: 'small'},
          this.rival.svg)))),
    h('details', {class: 'more', 'data-testid': 'more'}, h('summary', null, 'Another game, your games, links and rules'),
      this.setup.element,
      this.takeBack, h('div', {class: 'tools'}, this.save, this.giveUp), this.remark,
      h('h2', null, 'Your games'), this.games,
      h('h2', null, 'Games of earlier days, for practice'), this.days,
      h('p', null, 'Each cell of a building scores 1 point. A residence and a factory may not touch, that is, share a side. A ' +
        'building must touch the border or a road that leads there; the shortest road is built with it, and you can draw another. ',
        'A residence gets 2 points more if it touches a park of at least 4 cells, and 2 more for such a pond. Buildings can be ' +
        'turned, but not mirrored. The third reject ends the game.'),
      h('p', null, 'A click puts the building down, and a second click on it builds it. It can be dragged, and so can its picture; ' +
        'the wheel or a right click turns it. Two fingers make the land larger or smaller.'),
      h('p', {id: 'play-keys'}, 'Keys on the land: arrows move, Enter puts the building down and then builds it, R turns, U undoes, ' +
        'H hints, X rejects; 1 to 4 choose building, road, park and pond, of which Space draws a cell; + and - make it larger and ' +
        'smaller.')));
    this.hands = new Hands(this);
    window.addEventListener('storage', () => this.#overtaken());
  }

  /// From the address: a packed game, `today`, a day, `lesson`, or nothing.
  follow(rest) {
    if (this.game && (rest === '' || rest === this.packed)) this.#address();
    else this.open(rest);
  }

  /// The same; `isNew`: the browser's Back returns to the address before.
  async open(rest, isNew = false) {
    const day = rest === 'today' ? dayOf() : looksLikeDay(rest) ? rest : '';
    if (day) {
      const lack = lackOf('game', day, FIRST_DAY), kept = this.shelf.find((game) => game.day === day);
      if (lack) this.#refuse(lack);
      else if (kept) await this.#unpack(kept.packed, isNew);
      else this.begin(gameOfDay(day), {practice: day !== dayOf()}, isNew);
    } else if (rest === 'lesson') {
      this.begin(LESSON, {practice: true}, isNew);
    } else if (rest === '') {
      const games = this.shelf.list(), last = games.find((game) => !game.over && game.day !== dayOf());
      await this.open('today');
      if (last) this.#offer(`${last.title}, is under way: ${plural(last.score, 'point')} at turn ${last.turn + 1}.`, last.packed);
      else if (games.length === 0) this.#offer('New here? Twelve turns show how it is played:', 'lesson', 'Show me');
    } else {
      await this.#unpack(rest, isNew);
    }
  }

  #offer(text, rest, label = 'Go on with it') {
    this.offer.hidden = false;
    this.offer.replaceChildren(text, ' ', h('a', {href: `#play=${rest}`, 'data-testid': 'go-on'}, label));
  }

  // Opens a packed game, with what the browser keeps of it. The game of a day counts at the first try, on that day; one that the browser
  // does not know is somebody else's, or of another day, and is practice.
  async #unpack(letters, isNew = false) {
    const wish = this.wish = {};
    try {
      const game = await unpack(letters), {m: moves} = game, kept = this.shelf.find(({packed}) => packed === letters);
      const day = [game.y, kept?.day].find((one) => typeof one === 'string') ?? '';
      const record = kept ? undefined : this.shelf.find((one) => one.day === day);
      const now = record && JSON.stringify((await unpack(record.packed)).m);
      if (wish !== this.wish) return;
      if (!Array.isArray(moves)) throw new Error('it has no moves');
      if (now?.startsWith(JSON.stringify(moves).slice(0, -1))) {  // the address is from some turns ago
        await this.#unpack(record.packed, isNew);
        return;
      }
      let chosen = longChoice(game);
      if (chosen.own === LESSON.own) chosen = LESSON;
      else if (!lackOf('game', day, FIRST_DAY) && JSON.stringify({...chosen, day}) === JSON.stringify(gameOfDay(day))) chosen.day = day;
      const practice = Boolean(chosen.lesson || (chosen.day && (record || moves.length > 0 || day !== dayOf())));
      this.start(chosen, moves.map((move) => longMove(move, chosen.side)), kept ?? {practice});
      this.packed = letters;
      this.keptAs = kept?.packed;
      this.#address(isNew);
    } catch (error) {
      this.shelf.drop(({packed}) => packed === letters);
      this.#refuse(`The game of this link cannot be opened: ${error.message}.`);
    }
  }

  // Says why an address has no game: the one before it stays.
  #refuse(why) {
    if (!this.game) {
      this.start(this.setup.chosen);
      why += ' This is a new one.';
    }
    this.#address();
    this.tell(why, true);
  }

  // Whether another window has gone on with this game of the day, or with one of its own: then that is the one that counts, and it is
  // shown here, too.
  #overtaken() {
    const kept = this.game && this.isScoredDay() && this.shelf.find(({day}) => day === this.chosen.day);
    if (!kept || kept.packed === this.keptAs) return false;
    this.#unpack(kept.packed).then(() => this.tell('This game went on in another window. Here it is as it stands there.', true));
    return true;
  }

  /// A game that somebody asked for: it gets an address, and Back leads to the one before unless it came with this address.
  begin(chosen, kept = {}, isNew = true) {
    const left = this.moves.length > 0 && !this.state.over && this.packed;
    this.start(chosen, [], kept);
    window.scrollTo({top: 0});
    this.packed = null;
    this.#keep(isNew);
    if (left) this.#offer('The game before this one is kept.', left);
  }

  startOther() {
    const {name, own, side, rules} = this.chosen;
    this.begin({name, own, side, rules, seed: 1 + Math.floor(Math.random() * 1e6)});
  }

  /// Goes back to a turn, counted from 0. A game of the day cannot.
  rewind(turn) {
    this.start(this.chosen, this.moves.slice(0, turn).map((move) => longMove(move, this.chosen.side)),
      {id: this.id, hints: this.hintCount, practice: true});
    this.#keep();
  }

  start(chosen, moves = [], {id = Math.random().toString(36).slice(2), hints = 0, practice = false} = {}) {
    const state = this.engine({...startCall(chosen), rival: RIVAL, moves});
    if (this.game) this.engine({do: 'drop', game: this.game});
    this.game = state.game;
    this.chosen = chosen;
    this.id = id;
    this.practice = practice;
    this.hintCount = hints;
    this.keptAs = undefined;  // the packed game that the browser keeps of it
    this.last = null;  // where the last building was put
    this.flash = '';
    this.moves = moves.map((move) => shortMove({accept: true, location: [0, 0], road: [], park: [], water: [], ...move}, chosen.side));
    const {yours, rival} = this.engine({do: 'buildings', game: this.game});
    this.buildings = yours;
    this.rivalBuildings = rival;
    this.offer.hidden = this.linkText.hidden = true;
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
    this.warned = '';
    this.hints.hidden = true;
    this.land.suggest([]);
    this.land.draw({side: state.side, grid: state.grid, buildings: this.buildings});
    this.zooms.hidden = state.side < 30;
    this.title.textContent = titleOf(this.chosen) + (this.practice ? ' (practice)' : '');
    this.score.textContent = show(state.score);
    this.facts.textContent = `turn ${state.turn + (state.over ? 0 : 1)}, ${state.rejects} of ${state.max_rejects} rejects`;
    this.#drawRival();
    for (const one of [this.turnButton, this.build, this.hintButton, this.rejectButton, this.giveUp]) one.disabled = state.over;
    this.save.disabled = !state.over;
    this.modes.hidden = state.over;
    this.takeBack.hidden = this.moves.length === 0 || this.isScoredDay();
    this.backTo.replaceChildren(...this.moves.map((_, turn) => h('option', {value: turn}, `turn ${turn + 1}`)));
    this.request.replaceChildren();
    const lesson = this.chosen.lesson && lessonAt(state.turn);
    this.lesson.textContent = lesson || '';
    this.lesson.hidden = !lesson;
    this.showsRules = undefined;
    this.rules.replaceChildren(h('p', null, 'Build a town: each cell of a building is a point.'),
      h('ul', null, ['A building stands at the border, or a road leads there from it. The road is built for you.',
        'Homes (residences, yellow) and factories (violet) stay apart: they may not share a side.',
        `A ${state.factory_bonus ? 'building' : 'home'} earns 2 more beside a park of 4 cells, and 2 more beside such a pond.`,
        `The third reject ends the game.${this.isScoredDay() ? ' It is tried once: no move is taken back.' : ''}`,
        `${RIVAL}, a computer player, gets the same requests: beat its score.`].map((rule) => h('li', null, rule))));
    this.end.hidden = !state.over;
    if (state.over) this.#ending();
    if (this.chosen.lesson && !lesson) this.#offer('That is all. Now there is a game that counts:', 'today', 'Game of the day');
    this.games.replaceChildren(...gameList(this.shelf.list()));
    this.days.replaceChildren(...dayList(this.shelf.list(), dayOf()));
    this.look();
  }

  /// Whether this is the one try at a game of the day that counts.
  isScoredDay() { return Boolean(this.chosen.day) && !this.practice; }

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
    if (this.isScoredDay()) this.end.append(this.#result());
    if (!rival.over) {
      this.end.append(h('button', {type: 'button', 'data-testid': 'finish-rival', click: () => {
        this.state.rival = this.engine({do: 'finish_rival', game: this.game}).rival;
        this.rivalBuildings = this.engine({do: 'buildings', game: this.game}).rival;
        this.#drawRival();
        this.#ending();
      }}, `Let ${RIVAL} play on`));
    }
    this.end.append(h('button', {type: 'button', 'data-testid': 'again', click: () => this.startOther()}, 'Play on with other requests'));
    if (this.moves.length > 0) this.end.append(new Review(this.engine, this.game, this.state.side).element);
  }

  // The result of the game of the day.
  #result() {
    const {yours, rival} = this.engine({do: 'course', game: this.game}), {bound} = this.engine({do: 'bound', game: this.game});
    const kept = this.#kept();
    return card({...kept, symbols: symbolsOf(yours, rival), bound}, streak([kept, ...this.shelf.list()], kept.day));
  }

  // What the browser keeps of this game.
  #kept() {
    const {id, packed, moves, state, hintCount, practice, chosen} = this;
    return {id, packed, kind: kindOf(chosen), title: titleOf(chosen), turn: moves.length, score: state.score,
      rival: state.rival.score, over: state.over, hints: hintCount, practice, ...(chosen.day && !practice && {day: chosen.day})};
  }

  /// Asks the module what the move would do, and shows and says it.
  look() {
    const {state, pick} = this;
    this.undo.disabled = this.past.length === 0;
    // On the empty land the rules stand until somebody aims at it, and later for who asks.
    this.rules.hidden = !(this.showsRules ?? (this.moves.length === 0 && !state.over && !pick.location && !this.chosen.lesson));
    this.rulesButton.setAttribute('aria-expanded', String(!this.rules.hidden));
    this.daily.hidden = this.chosen.day === dayOf() && !this.practice;
    this.rejectButton.textContent = this.warned === 'reject' ? 'Really reject' : 'Reject';
    this.giveUp.textContent = this.warned === 'end' ? 'Really end the game' : 'End the game';
    if (state.over) {
      this.land.show(null);
      this.prompt.textContent = 'The game is over. Below is how it went.';
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
    this.prompt.textContent = this.flash + advice(this);
    this.prompt.classList.toggle('falls', Boolean(this.seen?.fault));
  }

  // Changes what is picked, so that it can be undone.
  #change(changes) {
    this.flash = '';
    this.warned = '';
    this.past.push(this.pick);
    this.pick = {...this.pick, ...changes};
    this.look();
  }

  /// The building follows the pointer; `begins` if this can be undone as a step of its own.
  carry(location, begins, pinned = true) {
    if (begins) this.#change({location, pinned, road: null});
    else this.pick = {...this.pick, location, pinned, road: null};
    this.look();
  }

  /// Where the building would stand, if it were put down; null for nowhere.
  hover(location) {
    const old = this.pick.location;
    if (location === old || (location && old && same(location, old))) return;
    this.pick = {...this.pick, location};
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
    this.warned = '';
    this.flash = early ? 'Put the building down first, then draw. ' : '';
    this.#choose(early ? 'building' : kind);
    this.look();
  }

  /// Turns the building by a quarter, or by as many as said.
  turn(by = 1) {
    if (this.state.over) return;
    const count = this.state.request.rotations.length, {pick} = this;
    this.warned = '';
    const rotation = (pick.rotation + count + by) % count;
    if (pick.pinned) this.#change({rotation, road: null});
    else this.pick = {...pick, rotation};
    this.look();
    this.announce();
  }

  /// The location whose building has its middle at a place of the land, moved onto the land.
  locationAt({row, column}) {
    const {state, pick} = this, shape = state.request.rotations[pick.rotation];
    const rows = 1 + Math.max(...shape.map(([r]) => r)), columns = 1 + Math.max(...shape.map(([, c]) => c));
    const within = (value, most) => Math.min(Math.max(Math.round(value), 0), most);
    return [within(row - rows / 2, state.side - rows), within(column - columns / 2, state.side - columns)];
  }

  /// The nearest location, up to `reach` steps away, where the building can stand.
  /** @param {number[]} location @param {number} reach */
  snapped([row, column], reach) {
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
    this.announce();
  }

  /// Draws or removes a cell of road, park or pond: `adding` or not, or else what it is not yet. `begins` if this can be undone as a
  /// step of its own. Returns whether cells are added; null if this is none to draw on.
  draw(cell, adding = null, begins = true) {
    const {mode, pick, land} = this;
    if (this.state.over || mode === 'building' || !land.has(...cell) || land.symbol(...cell) !== '.') return null;
    const list = mode === 'road' ? pick.road ?? this.seen?.move.road ?? [] : pick[mode];
    const there = list.some((one) => same(one, cell));
    if (adding === null) adding = !there;
    if (adding === there || (adding && this.seen?.building.some((one) => same(one, cell)))) return adding;
    const drawn = {[mode]: adding ? [...list, cell] : list.filter((one) => !same(one, cell))};
    if (begins) {
      this.#change(drawn);
    } else {
      this.pick = {...pick, ...drawn};
      this.look();
    }
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
    this.warned = '';
    this.look();
  }

  /// Rejects the request; if it has a place, only when asked twice in a row.
  reject() {
    if (this.state.over) return;
    if (this.hasPlace && this.warned !== 'reject') {
      this.warned = 'reject';
      this.flash = '';
      this.look();
      const last = this.state.rejects + 1 === this.state.max_rejects;
      this.prompt.textContent = 'It has a place somewhere, see Hint. Press Reject again to reject it' +
        `${last ? ', which ends the game' : ': the third reject ends the game'}.`;
      return;
    }
    this.#pass();
  }

  #pass() { return this.#answer({accept: false, rotation: 0, location: [0, 0], road: [], park: [], water: []}, null, 'Rejected. '); }

  // Returns whether the game goes on here.
  #answer(move, building, flash) {
    if (this.#overtaken()) return false;
    this.moves.push(shortMove(move, this.state.side));
    const state = this.engine({do: 'answer', game: this.game, ...move});
    if (building) this.last = move.location;
    this.offer.hidden = true;
    if (building) this.buildings.push(building);
    if (state.rival.last?.accepted && state.rival.turn === state.turn) this.rivalBuildings.push(state.rival.last.building);
    this.flash = flash;
    this.take(state);
    this.#keep();
    this.land.svg.focus({preventScroll: true});
    if (state.over) (this.end.querySelector('.card') ?? this.end.firstElementChild).scrollIntoView({block: 'nearest'});
    return !state.over;
  }

  /// Ends the game by rejecting all that is asked for, when asked twice in a row.
  finish() {
    if (this.warned !== 'end') {
      this.warned = 'end';
      this.look();
      return;
    }
    while (this.#pass());
  }

  hint() {
    if (this.state.over) return;
    const {candidates} = this.engine({do: 'hint', game: this.game});
    if (this.hints.hidden) ++this.hintCount;
    const shown = candidates.slice(0, 3);
    this.hints.hidden = false;
    this.land.suggest(shown, 0);
    this.hints.replaceChildren(h('h2', null, candidates.length ? `${RIVAL} would:` : `${RIVAL} would reject this.`),
      h('ol', null, shown.map((one, k) => h('li', null,
      h('button', {type: 'button', 'data-testid': `take-${k + 1}`, click: () => this.takeHint(one)},
        `${place(one.move.location)}`), ` ${reasons(one)}${worth(one, shown, k)}.`))));
  }

  takeHint({move}) {
    this.land.suggest([]);
    this.#change({rotation: move.rotation, location: move.location, pinned: true, road: move.road, park: move.park, water: move.water});
    this.land.svg.scrollIntoView({block: 'nearest'});
    this.land.svg.focus({preventScroll: true});
  }

  announce() {
    const {pick, cursor} = this;
    const at = this.mode === 'building' ? pick.location : cursor;
    if (at) this.where.textContent = `${place(at)}. ${this.prompt.textContent}`;
  }

  /// Moves the building, or the cursor that draws, by so many cells.
  step([down, right], by) {
    const {side} = this.state, within = (value) => Math.min(Math.max(value, 0), side - 1);
    const middle = Math.floor(side / 2);
    if (this.mode !== 'building') {
      const [r, c] = this.cursor ?? this.pick.location ?? [middle, middle];
      this.cursor = this.cursor ? [within(r + down * by), within(c + right * by)] : [r, c];
      this.look();
      return;
    }
    const {location, pinned} = this.pick;
    const from = location ?? this.last;
    const to = from ? this.locationAtCorner([from[0] + down * by, from[1] + right * by])
      : this.locationAt({row: middle, column: middle});
    this.flash = '';
    if (pinned) this.#change({location: to, road: null});
    else this.hover(to);
  }

  /// The location nearest to this one that keeps the building on the land.
  locationAtCorner([row, column]) {
    const shape = this.state.request.rotations[this.pick.rotation], {side} = this.state;
    const rows = 1 + Math.max(...shape.map(([r]) => r)), columns = 1 + Math.max(...shape.map(([, c]) => c));
    return [Math.min(Math.max(row, 0), side - rows), Math.min(Math.max(column, 0), side - columns)];
  }

  // The address holds the game, so that a reload goes on with it, and the browser keeps it.
  async #keep(isNew = false) {
    const {chosen, moves} = this, wish = this.wish = {};
    const letters = await pack({...shortChoice(chosen), ...(chosen.day && {y: chosen.day}), m: moves});
    if (wish !== this.wish || this.#overtaken()) return;
    this.packed = letters;
    if (moves.length > 0 && !chosen.lesson && this.shelf.put(this.#kept())) this.keptAs = letters;
    this.games.replaceChildren(...gameList(this.shelf.list()));
    this.days.replaceChildren(...dayList(this.shelf.list(), dayOf()));
    this.#address(isNew);
  }

  #address(isNew = false) { if (this.packed) writeRoom('play', this.packed, isNew); }

  /// The link to a game holds its moves; that to the game of the day, which others are to try, does not.
  async share() {
    await this.#keep();
    this.tell(await share(addressWith(this.isScoredDay() ? `#play=${this.chosen.day}` : location.hash), this.linkText), true);
  }

  tell(text, isAloud = false) {
    this.remark.textContent = text;
    if (isAloud) this.prompt.textContent = text;
  }

  trace() { return this.engine({do: 'trace', game: this.game, player: 'you'}).trace; }

  download() {
    save(`pentocity-${this.chosen.name}-${this.chosen.seed}.jsonl`, 'application/jsonl', this.trace());
    this.tell('Saved. `pentocity replay FILE` checks it, and `pentocity show FILE` draws it.');
  }
}
