// Watching the planners: at each request their best moves, and the one they make.
import {nameOfRequest} from '../shared/game.js';
import {h, show} from '../shared/dom.js';
import {Land, pictureOf} from './land.js';
import {reasons} from './advice.js';
import {Setup, startCall} from './setup.js';

const SPEEDS = [1, 2, 5, 20];
const most = 5;

export class Watch {
  constructor(root, engine) {
    this.engine = engine;
    const button = (id, label, act) => h('button', {type: 'button', 'data-testid': id, click: act}, label);
    this.prompt = h('p', {class: 'prompt', role: 'status', 'data-testid': 'watch-prompt'});
    this.land = new Land({role: 'img', 'aria-label': 'The planner’s land', 'data-testid': 'watch-land'});
    this.request = h('div', {class: 'request'});
    this.score = h('output', {class: 'score', 'data-testid': 'watch-score'});
    this.facts = h('p', {class: 'parts', 'data-testid': 'watch-facts'});
    this.list = h('ol', {class: 'candidates', 'data-testid': 'candidates'});
    this.player = h('select', {'data-testid': 'watch-player'}, ['planner-fast', 'planner'].map((name) => h('option', {value: name}, name)));
    this.playButton = button('watch-play', 'Play', () => this.toggle());
    this.stepButton = button('watch-step', 'Step', () => {
      this.rest();
      this.step();
    });
    this.speed = h('select', {'aria-label': 'Speed', 'data-testid': 'watch-speed'},
      SPEEDS.map((speed) => h('option', {value: speed, selected: speed === 2}, `${speed} turns/s`)));
    this.setup = new Setup('watch', engine, (chosen) => this.start(chosen), h('label', null, h('span', null, 'Player'), this.player));
    root.append(h('div', {class: 'table'}, h('div', {class: 'stand'}, this.prompt, h('div', {class: 'frame'}, this.land.svg)),
      h('div', {class: 'side'}, h('div', {class: 'asked'}, this.request, h('div', {class: 'score-line'}, h('span', {class: 'soft'},
        'Score'), this.score, this.facts)),
        h('div', {class: 'tools', role: 'group', 'aria-label': 'Replay'}, this.stepButton, this.playButton, this.speed),
        h('h2', null, 'Its best moves for this request'), this.list)),
    h('details', {class: 'more'}, h('summary', null, 'Another game'), this.setup.element));
  }

  follow() {
    if (!this.game) this.start(this.setup.chosen);
  }

  start(chosen) {
    this.rest();
    const player = this.player.value;
    const state = this.engine({...startCall(chosen), rival: player, adviser: player, player_seed: chosen.seed});
    if (this.game) this.engine({do: 'drop', game: this.game});
    this.game = state.game;
    this.watched = player;
    this.buildings = [];
    this.did = '';
    this.take(state);
  }

  take(state) {
    this.state = state;
    this.land.draw({side: state.side, grid: state.grid, buildings: this.buildings,
      newest: state.last?.accepted ? state.last.building : []});
    this.score.textContent = show(state.score);
    this.facts.textContent = `turn ${state.turn + (state.over ? 0 : 1)}, ${state.rejects} of ${state.max_rejects} rejects`;
    this.stepButton.disabled = this.playButton.disabled = state.over;
    this.request.replaceChildren();
    this.list.replaceChildren();
    this.land.suggest([]);
    if (state.over) {
      this.rest();
      this.prompt.textContent = `The game is over: ${show(state.score)} points.`;
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
        : 'The numbers are its best moves. Press Step: it makes number 1.');
  }

  step() {
    if (this.state.over) return;
    const state = this.engine({do: 'watch', game: this.game}), {last} = state;
    if (last.accepted) this.buildings.push(last.building);
    const made = last.accepted ? this.candidates.findIndex(({building}) => String(building) === String(last.building)) : -1;
    this.did = !last.accepted ? 'It rejected. ' : made < 0 ? `Another move: +${last.delta}. `
      : `It made number ${made + 1}: +${last.delta}. `;
    this.take(state);
  }

  toggle() {
    if (this.timer) {
      this.rest();
      return;
    }
    this.playButton.textContent = 'Pause';
    const next = () => {
      this.step();
      if (!this.state.over) this.timer = setTimeout(next, 1000 / Number(this.speed.value));
    };
    this.timer = setTimeout(next, 0);
  }

  /// Stops playing.
  rest() {
    clearTimeout(this.timer);
    this.timer = null;
    this.playButton.textContent = 'Play';
  }
}
