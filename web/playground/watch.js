// Watching a player: at each request the moves that a planner finds best, and the one that the player makes. It is built in, or one of
// somebody's own, which answers from a worker.
import {h, show} from '../shared/dom.js';
import {nameOfRequest} from '../shared/game.js';
import {Land, pictureOf} from './land.js';
import {reasons} from './advice.js';
import {longChoice, pack, shortChoice, unpack, writeRoom} from './links.js';
import {Own} from './own.js';
import {Setup, startCall} from './setup.js';

const SPEEDS = [1, 2, 5, 20, 100];
const PLANNERS = ['planner-fast', 'planner'];
const most = 5;

export class Watch {
  /// `run` starts a worker for a player, as Own takes it.
  constructor(root, engine, run) {
    this.engine = engine;
    const button = (id, label, act) => h('button', {type: 'button', 'data-testid': id, click: act}, label);
    this.prompt = h('p', {class: 'prompt', role: 'status', 'data-testid': 'watch-prompt'});
    this.land = new Land({role: 'img', 'aria-label': 'The player’s land', 'data-testid': 'watch-land'});
    this.request = h('div', {class: 'request'});
    this.score = h('output', {class: 'score', 'data-testid': 'watch-score'});
    this.facts = h('p', {class: 'parts', 'data-testid': 'watch-facts'});
    this.list = h('ol', {class: 'candidates', 'data-testid': 'candidates'});
    this.player = h('select', {'data-testid': 'watch-player'}, [...PLANNERS, 'jigsaw'].map((name) => h('option', {value: name}, name)));
    this.own = new Own(engine, run, this);
    this.head = h('h2', null);
    this.verdict = h('div', {class: 'outcome', 'data-testid': 'watch-verdict'});
    this.playButton = button('watch-play', 'Play', () => this.toggle());
    this.stepButton = button('watch-step', 'Step', () => {
      this.rest();
      this.step();
    });
    this.speed = h('select', {'aria-label': 'Speed', 'data-testid': 'watch-speed'},
      SPEEDS.map((speed) => h('option', {value: speed, selected: speed === 2}, `${speed} turns/s`)));
    this.setup = new Setup('watch', engine, (chosen) => this.watch(chosen, this.player.value === 'own' ? this.own : this.player.value),
      h('label', null, h('span', null, 'Player'), this.player));
    root.append(h('div', {class: 'table'}, h('div', {class: 'stand'}, this.prompt, h('div', {class: 'frame'}, this.land.svg)),
      h('div', {class: 'side'}, h('div', {class: 'asked'}, this.request, h('div', {class: 'score-line'}, h('span', {class: 'soft'},
        'Score'), this.score, this.facts)),
        h('div', {class: 'tools', role: 'group', 'aria-label': 'Replay'}, this.stepButton, this.playButton, this.speed),
        this.verdict, this.head, this.list, this.own.element)),
    h('details', {class: 'more'}, h('summary', null, 'Another game'), this.setup.element));
  }

  /// From the address: a built-in player, the packed game of one, or nothing.
  async follow(rest) {
    let lack = '';
    if (!this.game || (rest !== '' && rest !== this.packed)) {
      try {
        const game = [...PLANNERS, 'jigsaw'].includes(rest) ? {...shortChoice(this.chosen()), p: rest, k: 0, t: 0}
          : rest ? await unpack(rest) : null;
        if (game && ![...PLANNERS, 'jigsaw'].includes(game.p)) throw new Error('it names no player');
        if (game) this.#begin(longChoice(game), game.p, game.k, game.t);
      } catch (error) {
        lack = `The game of this link cannot be opened: ${error.message}. `;
      }
      if (!this.game) this.#begin(this.chosen(), PLANNERS[0]);
    }
    this.prompt.textContent = lack + this.prompt.textContent;
    this.#keep();
  }

  // The address holds the game and the turn. A player of one's own is in no address.
  async #keep(isNew = false) {
    const {state, begun: {chosen, player: p, repeat: k}} = this;
    const letters = p === this.own ? '' : await pack({...shortChoice(chosen), p, k, t: state.turn});
    if (state !== this.state) return;
    this.packed = letters;
    writeRoom('watch', letters, isNew);
  }

  /// The game that somebody chose.
  chosen() { return this.setup.chosen; }

  /// Begins a game of a player, the name of one that is built in or `this.own`, in a repeat of the number chosen.
  watch(chosen, player, repeat = 0) {
    this.#begin(chosen, player, repeat);
    this.#keep(true);
  }

  // The same, up to a turn.
  #begin(chosen, player, repeat = 0, turns = 0) {
    if (![repeat, turns].every(Number.isSafeInteger)) throw new Error('it has no turn');
    this.rest();
    this.own.leave();
    const isOwn = player === this.own, name = isOwn ? player.name : player;
    const {seed} = this.engine({do: 'player_seed', seed: chosen.seed, repeat, player: name});
    const adviser = PLANNERS.includes(player) ? player : PLANNERS[0];
    const state = this.engine({...startCall(chosen), ...(!isOwn && {rival: player}), adviser, player_seed: seed});
    if (this.game) this.engine({do: 'drop', game: this.game});
    this.game = state.game;
    this.begun = {chosen, player, repeat};
    this.watched = name;
    if (isOwn && this.player.lastChild.value !== 'own') this.player.append(h('option', {value: 'own'}));
    if (isOwn) this.player.lastChild.textContent = name;
    this.player.value = isOwn ? 'own' : player;
    this.head.textContent = adviser === player ? 'Its best moves for this request' : `What ${PLANNERS[0]} would do`;
    // Of a player in a worker: the answers that are not shown yet, and how its game ended.
    this.answers = isOwn ? [] : null;
    this.end = null;
    this.waits = false;
    this.verdict.replaceChildren();
    this.buildings = [];
    this.did = '';
    this.state = state;
    while (this.state.turn < turns && !this.state.over) this.#move();
    this.take(this.state);
    if (isOwn) this.own.play(chosen, repeat, (message) => this.#told(message));
  }

  /** @param {{made?: any, end?: any, error?: string}} message */
  #told({made, end, error}) {
    if (made) this.answers.push(made);
    else this.end = end ?? {words: error};
    if (this.#over()) this.take(this.state);
    else if (this.waits) this.step();
  }

  /// The player in the worker was ended.
  stopped() { this.#told({end: {words: 'stopped by you'}}); }

  // Whether all is shown that there is.
  #over() { return this.state.over || Boolean(this.end && this.answers.length === 0); }

  take(state) {
    this.state = state;
    this.land.draw({side: state.side, grid: state.grid, buildings: this.buildings,
      newest: state.last?.accepted ? state.last.building : []});
    this.score.textContent = show(state.score);
    this.facts.textContent = `turn ${state.turn + (state.over ? 0 : 1)}, ${state.rejects} of ${state.max_rejects} rejects`;
    const over = this.#over();
    this.head.hidden = over;
    this.stepButton.disabled = this.playButton.disabled = over;
    this.request.replaceChildren();
    this.list.replaceChildren();
    this.land.suggest([]);
    if (over) {
      this.rest();
      this.prompt.textContent = this.did + (this.end && this.end.status !== 'ok' ? `The game has ended: ${this.end.words}.`
        : `The game is over: ${show(state.score)} points.`);
      this.#judge();
      return;
    }
    const shape = state.request.rotations[0];
    this.request.append(pictureOf(shape, state.request.type), h('b', null, nameOfRequest({type: state.request.type, cells: shape})));
    const {candidates} = this.engine({do: 'hint', game: this.game});
    this.candidates = candidates.slice(0, most);
    this.land.suggest(this.candidates, 0);
    this.list.append(...this.candidates.map((one) => h('li', null, one.value === null ? 'goes on with a strip: ' : h('b', null,
      `worth ${show(one.value, 1)}: `), `${reasons(one)}.`)));
    this.prompt.textContent = this.did + (this.candidates.length === 0 ? 'It has no place for this request. Press Step: it rejects.'
      : this.watched === 'planner' ? 'The numbers are its best moves. Press Step: it plays them a few requests ahead and makes one.'
        : this.watched === 'planner-fast' ? 'The numbers are its best moves. Press Step: it makes number 1.'
          : `The numbers are what ${PLANNERS[0]} would do. Press Step: ${this.watched} makes its move.`);
  }

  // What else there is to say of a player's game: its invalid moves, and what it wrote to its error output.
  #judge() {
    const {invalid = [], errors = ''} = this.end ?? {};
    this.verdict.replaceChildren();
    if (invalid.length > 0)
      this.verdict.append(h('p', null, 'Invalid moves, the first of each kind:'),
        h('ul', null, invalid.map((words) => h('li', null, words))));
    if (errors)
      this.verdict.append(h('details', null, h('summary', null, 'What it wrote to its error output'), h('pre', {tabindex: 0}, errors)));
  }

  step() {
    if (this.#over()) return;
    const made = this.answers?.shift();
    this.waits = Boolean(this.answers) && !made;
    if (this.waits) {
      this.prompt.textContent = `${this.watched} is at work on its answer.`;
      return;
    }
    const {last} = this.#move(made);
    const number = last.accepted ? this.candidates.findIndex(({building}) => String(building) === String(last.building)) : -1;
    this.did = last.fault ? `An invalid move: ${made?.unreadable ?? last.fault}. ` : !last.accepted ? 'It rejected. '
      : number < 0 ? `Another move: +${last.delta}. ` : `It made number ${number + 1}: +${last.delta}. `;
    if (made?.note) this.did += `Its note: ${made.note}. `;
    this.take(this.state);
    if (!this.timer) this.#keep();
  }

  // The move of a player in a worker, or of one that is built in. Returns the state after it.
  #move(made) {
    this.state = this.engine({...made, do: made ? 'answer' : 'watch', game: this.game});
    if (this.state.last.accepted) this.buildings.push(this.state.last.building);
    return this.state;
  }

  toggle() {
    if (this.timer) {
      this.rest();
      return;
    }
    this.playButton.textContent = 'Pause';
    const next = () => {
      this.step();
      if (!this.#over()) this.timer = setTimeout(next, 1000 / Number(this.speed.value));
    };
    this.timer = setTimeout(next, 0);
  }

  /// Stops playing.
  rest() {
    clearTimeout(this.timer);
    if (this.timer) this.#keep();
    this.timer = null;
    this.playButton.textContent = 'Play';
  }
}
