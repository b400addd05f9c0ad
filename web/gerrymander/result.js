// The result: how the map stands among all plans if it is complete, else how the plans do that agree with it.
import {among, canCount, isWon, ownParty, standing, writeHash, writePuzzle} from './puzzle.js';
import {h} from '../shared/dom.js';
import {addressWith} from '../shared/state.js';
import {counted, grouped, named, percent} from './words.js';

const MOST_CELLS_OF_SHAPES = 36;  // cut edges are counted of boards up to this size, so that it does not take long

function rank(puzzle, seats) {
  const {better, equal, total} = standing(puzzle, seats);
  const others = equal - 1n;
  return `Your plan is better than ${percent(better, total)} of all plans (${grouped(better)} of ${grouped(total)}); ` +
    `${others === 0n ? 'none is' : others === 1n ? '1 other is' : `${grouped(others)} others are`} as good.`;
}

// Whether so many seats are an outlier: fewer than one plan in twenty has as many, or as few.
function verdict(puzzle, seats) {
  const {better, equal, total} = standing(puzzle, seats);
  const many = total - better, few = better + equal;
  const [share, side] = /** @type {[bigint, string]} */ (many < few ? [many, 'many seats or more'] : [few, 'few seats or fewer']);
  return `${20n * share < total ? 'An outlier' : 'No outlier'}: ${percent(share, total)} of all plans give ${ownParty(puzzle)} as ${side}.`;
}

// How the plans that agree with a map, by own seats, stand among all.
function outlook(puzzle, agreeing) {
  const possible = Object.keys(agreeing).filter((key) => agreeing[key] !== '0').map(Number).sort((x, y) => x - y);
  const plans = possible.reduce((sum, key) => sum + BigInt(agreeing[key]), 0n);
  if (plans === 0n) return 'No plan agrees with your districts.';
  const [fewest, most] = [possible[0], possible.at(-1)];
  const better = (key) => {
    const {better: below, total} = standing(puzzle, key);
    return percent(below, total);
  };
  return `${counted(plans, 'plan')} ${plans === 1n ? 'agrees' : 'agree'} with your districts. ${ownParty(puzzle)} has ` +
    (fewest === most ? `${counted(most, 'seat')} then: better than ${better(most)} of all plans.`
      : `${fewest} to ${counted(most, 'seat')} then: better than ${better(fewest)} to ${better(most)} of all plans.`);
}

export class Result {
  /** @param {import('./game.js').Game} game */
  constructor(game) {
    this.game = game;
    this.section = game.element('result');
    this.stopCuts = this.stopComparison = null;
    this.compared = '';  // the map that is, or is being, compared
  }

  /**
   * @param {number | null} seats own seats of a complete map
   * @param {Object<string, string>} [agreeing] for any other map: the plans that agree with it, by own seats
   */
  show(seats, agreeing) {
    const {puzzle, element} = this.game;
    const counting = seats !== null && !puzzle.own && canCount(puzzle);
    this.section.hidden = !counting && !(puzzle.own && (seats !== null || agreeing));
    element('percentile').classList.toggle('busy', counting);
    for (const id of ['histogram', 'verdict', 'shape', 'telling']) element(id).hidden = !puzzle.own || (seats === null && id === 'telling');
    element('told').hidden = true;
    if (this.section.hidden) return;
    if (counting) {
      element('percentile').textContent = 'Counting all plans\u2026';
      return;
    }
    element('verdict').textContent = seats === null ? '' : verdict(puzzle, seats);
    element('shape').textContent = seats === null ? '' : this.#shape();
    element('percentile').textContent = seats === null ? outlook(puzzle, agreeing) : rank(puzzle, seats);
    const histogram = element('histogram');
    histogram.caption.replaceChildren('Plans by seats of ', named(ownParty(puzzle)),
      seats === null ? ', and those that agree with your districts' : '');
    const most = Object.values(puzzle.own).map(BigInt).reduce((x, y) => (x > y ? x : y)) || 1n;
    const keys = Object.keys(puzzle.own).sort((x, y) => Number(x) - Number(y));
    histogram.tBodies[0].replaceChildren(...keys.map((key) => {
      const count = BigInt(puzzle.own[key]);
      const isMarked = seats === null ? BigInt(agreeing[key] ?? 0) > 0n : Number(key) === seats;
      const bar = h('span', {class: 'bar'});
      bar.style.width = `${Number(count * 1000n / most) / 10}%`;
      const mark = !isMarked ? '' : seats === null ? grouped(agreeing[key]) : 'yours';
      return h('tr', {class: isMarked && 'yours'}, h('th', {scope: 'row'}, key), h('td', null, bar),
        h('td', {class: 'count'}, grouped(count)), h('td', {class: 'mark'}, mark));
    }));
  }

  // How the shape of a complete map stands among all plans; '' until these are counted, and on boards where that takes long.
  #shape() {
    const {puzzle, map} = this.game;
    if (!canCount(puzzle) || map.labels.length > MOST_CELLS_OF_SHAPES) return '';
    if (!puzzle.cuts) {
      this.stopCuts ??= this.game.ask({cuts: puzzle}, (cuts) => {
        this.stopCuts = null;
        if (!cuts) return;
        puzzle.cuts = cuts;
        this.game.show();
      });
      return '';
    }
    const own = map.cutEdges(), {better, equal, total} = among(puzzle.cuts, own);
    return `It has ${own} cut edges, pairs of neighbours in different districts: ${percent(better, total)} of all plans have fewer, ` +
      `${percent(equal, total)} as many.`;
  }

  /** Forgets what was counted for another puzzle. */
  reset() {
    this.stopCuts?.();
    this.stopCuts = null;
    this.dropComparison();
    this.section.hidden = true;
  }

  dropComparison() {
    this.stopComparison?.();
    this.stopComparison = null;
    this.compared = '';
    this.section.classList.remove('stale');
  }

  /** Counts the plans that agree with the map, and shows them. */
  compare() {
    const {puzzle, map} = this.game, which = writeHash(puzzle, map.labels);
    if (which === this.compared) return;
    this.dropComparison();
    this.compared = which;
    this.section.classList.add('stale');
    this.stopComparison = this.game.ask({puzzle, labels: map.labels, withWitness: false}, (counts) => {
      this.stopComparison = null;
      this.section.classList.remove('stale');
      if (counts) this.show(null, counts.own);
    });
  }

  /** The result in a few words, to be told to others: nothing of the map is in it. */
  told() {
    const {puzzle, map, prefix, hints} = this.game, {complete, seats, tied} = map.survey();
    const [own, other] = puzzle.task === 'minority' ? [seats.minority, seats.majority] : [seats.majority, seats.minority];
    const {better, total} = standing(puzzle, own);
    const what = puzzle.daily ? `Gerrymander, daily puzzle of ${puzzle.daily}` : `Gerrymander, ${puzzle.rows} \u00d7 ${puzzle.columns}`;
    const which = puzzle.daily ? `daily=${puzzle.daily}` : writePuzzle(puzzle);
    return [what, `${complete && isWon(puzzle, seats) ? 'Solved' : 'Not solved'}: ${own} to ${other} ` +
      `seats${tied ? `, ${tied} tied` : ''}, ` +
      counted(hints.taken, 'hint'), `Better than ${percent(better, total)} of all plans`, addressWith(`#${prefix}${which}`)].join('\n');
  }
}
