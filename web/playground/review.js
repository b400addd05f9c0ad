// After a game: each move beside the one that the planner would have made there, and what the difference is worth to it.
import {h, plural, s, show} from '../shared/dom.js';
import {nameOfRequest} from '../shared/game.js';
import {reasons} from './advice.js';
import {RIVAL} from './daily.js';
import {Land} from './land.js';

const LITTLE = .5;  // points that nobody would miss
const HEIGHT = 60;  // of the bars, in units of which a turn has 10

export class Review {
  /// `game` is the number of a game that is over; turns are counted from 0 here, and from 1 on the page.
  constructor(engine, game, side) {
    const {lost} = engine({do: 'review', game});
    this.engine = engine;
    this.game = game;
    this.side = side;
    this.lost = lost;
    this.worst = lost.map((_, turn) => turn).sort((a, b) => lost[b] - lost[a]);
    const button = (id, label, act) => h('button', {type: 'button', 'data-testid': id, click: act}, label);
    this.land = new Land({role: 'img', 'aria-label': 'The land before this turn', 'data-testid': 'review-land'});
    this.text = h('div', {role: 'status', 'data-testid': 'review-text'});
    this.bars = this.#bars();
    this.element = h('section', {class: 'review', 'aria-label': 'Your moves', 'data-testid': 'review'},
      h('h2', null, `Your moves beside those of ${RIVAL}`), h('p', null, this.#sum()), this.bars,
      h('div', {class: 'tools'}, button('review-worst', 'The worst', () => this.show(this.worst[0])),
        button('review-worse', 'The next worst', () => this.show(this.worst[(this.worst.indexOf(this.turn) + 1) % lost.length])),
        button('review-before', 'Turn before', () => this.show(Math.max(0, this.turn - 1))),
        button('review-after', 'Turn after', () => this.show(Math.min(lost.length - 1, this.turn + 1)))),
      this.text, h('div', {class: 'frame'}, this.land.svg));
    this.show(this.worst[0]);
  }

  #sum() {
    const {lost} = this, given = lost.filter((points) => points > LITTLE);
    if (given.length === 0) return 'By its reckoning each of your moves was as good as its own.';
    return `By its reckoning you gave up ${show(given.reduce((sum, points) => sum + points, 0))} points, in ` +
      `${given.length} of ${plural(lost.length, 'turn')}. It counts points and what the land can still hold; it can be wrong.`;
  }

  // A bar for each turn, down for what was lost, up for what was gained.
  #bars() {
    const {lost} = this, most = Math.max(5, ...lost.map(Math.abs));
    const tall = (points) => Math.abs(points) / most * HEIGHT / 2;
    return s('svg', {class: 'bars', viewBox: `0 0 ${lost.length * 10} ${HEIGHT}`, preserveAspectRatio: 'none', role: 'img',
      'aria-label': `What each turn lost; the most is ${show(lost[this.worst[0]], 1)} points at turn ${this.worst[0] + 1}`},
    lost.map((points, turn) => s('g', {click: () => this.show(turn)},
      s('rect', {class: 'all', x: turn * 10, y: 0, width: 10, height: HEIGHT}),
      s('rect', {class: points > LITTLE ? 'behind' : points < -LITTLE ? 'ahead' : 'even', x: turn * 10 + 1, width: 8,
        y: points > 0 ? HEIGHT / 2 : HEIGHT / 2 - tall(points), height: Math.max(1, tall(points))}))));
  }

  show(turn) {
    this.turn = turn;
    const {request, grid, buildings, yours, best, lost} = this.engine({do: 'review_turn', game: this.game, turn});
    this.land.draw({side: this.side, grid, buildings});
    const moves = [best && {...best, label: 'it'}, yours && {...yours, label: 'you'}].filter(Boolean);
    this.land.suggest(String(best?.building) === String(yours?.building) ? moves.slice(-1) : moves, moves.indexOf(yours));
    const said = (move) => (move ? `${reasons(move)}.` : 'rejected it.');
    this.text.replaceChildren(
      h('p', null, h('b', null, `Turn ${turn + 1}, ${nameOfRequest({type: request.type, cells: request.rotations[0]})}: `),
        lost > LITTLE ? `you gave up ${show(lost, 1)} points.` : lost < -LITTLE ? `yours is worth ${show(-lost, 1)} more.` : 'as good.'),
      h('p', null, 'You: ', said(yours)), h('p', null, `${RIVAL}: `, said(best)));
    this.bars.querySelectorAll('g').forEach((bar, k) => bar.classList.toggle('chosen', k === turn));
  }
}
