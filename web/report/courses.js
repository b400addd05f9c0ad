// What is known of every game, in charts: how scores grew, what the cells became, why requests were rejected, how much
// of the upper bound was reached. The figures are sums over all games, from summary.json.
import {max} from 'd3-array';
import {fit, h, isolated, labelRoom, plural, s, scroll, show, signed, tip, who, whoAll} from '../shared/dom.js';
import {figures, frame, rowName, told, upright} from './chart.js';
import {colourOf, shapeOf, swatch} from '../shared/marks.js';
import {digitsOf, scaleLinear} from '../shared/scale.js';
import {bestOf} from './summary.js';
import {choices} from './table.js';
import {emptyFinding} from './words.js';

const KIND_NAMES = [['residence', 'residence'], ['factory', 'factory'], ['park', 'park'], ['water', 'pond'], ['road', 'road'],
  ['empty', 'empty']];
// In a legend, and of several requests.
const CAUSES = [['no_room', 'fits nowhere on empty cells', 'fitted nowhere on empty cells'],
  ['other_type', 'would touch a building of the other type', 'would have touched a building of the other type wherever they fitted'],
  ['no_road', 'no road can reach it', 'had places that no road could reach'], ['declined', 'could have been placed',
    'could have been placed'],
  ['invalid', 'the move was invalid', 'had an invalid move']];

/// A player's courses on the streams that have any, each stream counting the same.
class Courses {
  constructor(summary, player, stream) {
    this.player = player;
    this.streams = summary.coursesOf(player, stream);
    this.games = this.streams.reduce((sum, {games}) => sum + games, 0);
  }
  #mean(of) { return this.streams.reduce((sum, one) => sum + of(one) / one.games, 0) / this.streams.length; }
  /// The mean score after this turn, one of turnsOf(); a game that has ended counts with its final score.
  score(turn) { return turn === 0 ? 0 : this.#mean(({every, scores, final_scores: last}) => scores[turn / every - 1] ?? last); }
  cells(kind) { return this.#mean(({cells}) => cells[kind]); }
  rejects(cause) { return this.#mean((one) => one.rejects[cause]); }
}

const coursesOf = ({summary, players, stream}) => players.map((player) => new Courses(summary, player, stream)).filter(({games}) =>
  games > 0);

/// The turns after which the scores of these courses are known: each so many, and the last one of the longest game.
function turnsOf(courses) {
  const streams = courses.flatMap((one) => one.streams), last = max(streams, ({turns}) => turns), [{every}] = streams;
  return [...Array.from({length: Math.ceil(last / every)}, (_, k) => k * every), last];
}

export const missing = (what) => [h('h2', null, `It is not known ${what}`),
  h('p', {class: 'lead'}, 'These results have no courses of games: they are published scores, or no game has ' +
    'ended well yet. A run of today notes them.')];

/// Says of how many games a figure is, if that is not all of them.
function ofGames(summary, players, stream, courses) {
  const known = courses.reduce((sum, {games}) => sum + games, 0);
  const all = players.reduce((sum, player) => sum + summary.cellsOf(player, stream).reduce((n, cell) => n + (cell.status.ok ?? 0), 0), 0);
  return known < all ? ` Of ${show(all)} games the course of ${show(known)} is known.` : '';
}

/// The axes of a chart of lines: turns to the right, points up.
function axes(x, y, {width, height, left, right, bottom}, unit, narrow, text = show) {
  return [y.ticks(5).map((tick, _, all) => [
    s('line', {class: tick === 0 ? 'zero' : 'grid', x1: left, x2: width - right, y1: y(tick), y2: y(tick)}),
    s('text', {class: 'tick', x: left - 6, y: y(tick) + 4, 'text-anchor': 'end'}, text(tick, digitsOf(all)))]),
  x.ticks(narrow ? 4 : 8).filter(Number.isInteger).map((tick) => s('text', {class: 'tick', x: x(tick),
    y: height - bottom + 18, 'text-anchor': 'middle'}, show(tick))),
  s('text', {class: 'unit', x: width - right, y: height - 4, 'text-anchor': 'end'}, 'turn'), s('text', {class: 'unit', x: 0, y: 12}, unit)];
}

/// Lines over turns, each {player, number, points: [[turn, value], ...]}, with names at their ends.
export function lineChart({lines, unit, label, narrow, text = show, testid = undefined}) {
  const room = labelRoom(lines.map(({player}) => player), narrow ? 90 : 170) + 14, width = narrow ? 370 : 900;
  const top = 22, bottom = 40, step = 15;  // from one name to the next
  const height = Math.max(narrow ? 260 : 340, top + bottom + step * lines.length);
  const at = {width, height, left: 50, right: room + 12, top, bottom};
  const all = lines.flatMap(({points}) => points);
  const x = scaleLinear([0, max(all, ([turn]) => turn)], [at.left, width - at.right]);
  const y = scaleLinear([Math.min(0, ...all.map(([, value]) => value)), Math.max(0, ...all.map(([, value]) => value))],
    [height - at.bottom, at.top]).nice();
  const path = (points) => `M${points.map(([turn, value]) => `${x(turn).toFixed(1)},${y(value).toFixed(1)}`).join('L')}`;
  // Names keep a distance from one another.
  const ends = lines.map((one) => ({...one, y: y(one.points.at(-1)[1])})).sort((a, b) => a.y - b.y);
  ends.forEach((one, k) => { one.label = Math.max(one.y, k ? ends[k - 1].label + step : at.top); });
  for (let k = ends.length - 1, limit = height - at.bottom; k >= 0; --k, limit -= step) ends[k].label = Math.min(ends[k].label, limit);
  // The line that is nearest to the pointer tells its figure there.
  const pointed = s('g', {class: 'pointed'});
  const point = (event) => {
    const box = chart.getBoundingClientRect(), scale = width / box.width;
    const [px, py] = [(event.clientX - box.left) * scale, (event.clientY - box.top) * scale];
    const nearest = (list, distance) => list.reduce((best, one) => (distance(one) < distance(best) ? one : best));
    const near = lines.map(({player, points}) => ({player, at: nearest(points, ([turn]) => Math.abs(x(turn) - px))}));
    const {player, at: [turn, value]} = nearest(near, (one) => Math.abs(y(one.at[1]) - py));
    const right = x(turn) > (at.left + width - at.right) / 2;
    pointed.replaceChildren(s('line', {x1: x(turn), x2: x(turn), y1: at.top, y2: height - at.bottom}),
      s('circle', {cx: x(turn), cy: y(value), r: 4}), s('text', {x: x(turn) + (right ? -8 : 8), y: Math.max(at.top + 12, y(value) - 8),
        'text-anchor': right ? 'end' : 'start'}, `${isolated(fit(player, 150))}: ${text(value)} after turn ${show(turn)}`));
  };
  const chart = s('svg', {class: 'chart', viewBox: `0 0 ${width} ${height}`, role: 'img', 'aria-label': label, 'data-testid': testid,
    pointermove: point, pointerdown: point, pointerleave: () => pointed.replaceChildren()},
    axes(x, y, at, unit, narrow, text),
    ends.map(({player, number, points, y: end, label: place}) => s('g', {class: `line ${colourOf(number)}`},
      s('path', {class: 'series', d: path(points)}),
      s('path', {class: 'mark', d: shapeOf(number), transform: `translate(${x(points.at(-1)[0])} ${end}) scale(.8)`}),
      s('path', {class: 'mark', d: shapeOf(number), transform: `translate(${width - room + 6} ${place})`}),
      s('text', {class: 'label', x: width - room + 16, y: place + 4}, fit(player, room - 18), s('title', null, player)))), pointed);
  return chart;
}

export function growth({summary, players, stream, narrow, options, set}) {
  const courses = coursesOf({summary, players, stream});
  if (!courses.length) return missing('how the scores grew');
  const turns = turnsOf(courses), last = turns.at(-1);
  const leader = options.growth === 'leader' ? bestOf(courses, (one) => one.score(last))[0] : null;
  const lines = courses.map((one) => ({player: one.player, number: summary.number.get(one.player),
    points: turns.map((turn) => [turn, one.score(turn) - (leader?.score(turn) ?? 0)])}));
  const [first, second] = courses;
  const two = courses.length === 2 && lines.map(({points}) => points);
  const difference = two && turns.map((turn, k) => [turn, two[0][k][1] - two[1][k][1]]);
  const failed = courses.some(({player}) => summary.standing(player, stream).failed > 0);
  return [h('h2', null, growthFinding(courses.filter(({player}) => summary.complete(player, stream)), turns, failed)),
    h('p', {class: 'lead'}, 'Mean score after so many turns, over all games that ended ' +
      `well${stream === null && summary.sequencers.length > 1 ? ', each stream counting the same' : ''}. A game that is over counts ` +
      `with its final score.${ofGames(summary, players, stream, courses)}`),
    courses.length > 1 && choices('growth', options.growth, 'What the scores are measured from', [['scores', 'Scores'],
      ['leader', 'Less the leader\u2019s']], set),
    scroll('Mean score by turn', lineChart({lines, unit: 'points', narrow, testid: 'growth-chart', ...(leader && {text: signed}),
      label: `Mean score by turn: ${courses.map((one) => `${isolated(one.player)} ${show(one.score(last))} in the end`).join('; ')}`})),
    two && [h('h3', null, 'The difference: ', who(first.player), ' less ', who(second.player)),
      scroll('Difference by turn', lineChart({lines: [{player: first.player, number: lines[0].number, points: difference}],
        unit: 'points', narrow, text: signed, testid: 'growth-difference',
        label: `Difference of the mean scores: ${signed(difference.at(-1)[1])} in the end`}))],
    figures('Mean scores', 'courses', ['Turn', ...courses.map(({player}) => who(player))],
      turns.filter((turn, k) => k % 5 === 0 || turn === last).map((turn) => [show(turn), ...courses.map((one) => show(one.score(turn)))]))];
}

/// Whose scores are highest in the end, and since when. Without games that failed these are the means of the ranking.
function growthFinding(courses, turns, failed) {
  if (!courses.length) return 'How the scores grew';
  const last = turns.at(-1), first = bestOf(courses, (one) => one.score(last));
  const names = [failed && 'In games that ended well, ', whoAll(first.map(({player}) => player))];
  if (courses.length < 2) return [names, ` has ${show(first[0].score(last))} points in the end`];
  if (first.length > 1) return [names, ' end level', first.length < courses.length ? ', above the others' : ''];
  const above = (turn) => courses.every((other) => other === first[0] || first[0].score(turn) > other.score(turn));
  let since = turns.length - 1;
  while (since > 1 && above(turns[since - 1])) --since;
  return [names, ` has the highest mean ${since <= 1 ? 'from the beginning' : `from turn ${show(turns[since])} on`}`];
}

/// Bars that are divided: each row {player, parts: [value, ...]}, in percent of their sum.
export function dividedBars({rows, parts, narrow, unit, label, testid}) {
  const {width, left, right, ticks} = frame(narrow, rows.map(({player}) => player)), step = 30, top = 4;
  const x = scaleLinear([0, 100], [left, width - right]), height = top + rows.length * step + 40;
  const row = ({player, values}, i) => {
    let from = 0;
    const sum = values.reduce((a, b) => a + b, 0);
    return s('g', {transform: `translate(0 ${top + i * step})`},
      rowName(player, left, 18),
      values.map((value, k) => {
        const begin = x(from), end = x(from += 100 * value / sum), share = `${show(100 * value / sum)}%`;
        return value > 0 && [s('rect', {class: `part ${parts[k][0]}`, x: begin, y: 3, width: Math.max(0, end - begin),
          height: step - 8}, tip(`${isolated(player)}: ${parts[k][1]} ${share}`)),
          end - begin > 34 && s('text', {class: `share on-${parts[k][0]}`, x: (begin + end) / 2, y: 18, 'text-anchor': 'middle'}, share)];
      }));
  };
  return [h('ul', {class: 'legend', 'aria-label': 'Parts of the bars'},
    parts.map(([name, text]) => h('li', null, h('span', {class: `patch part ${name}`}), text))),
    scroll(unit, s('svg', {class: 'chart', viewBox: `0 0 ${width} ${height}`, role: 'img', 'aria-label': label, 'data-testid': testid},
      upright(x, ticks, {top: 0, bottom: height - 36, text: (tick) => `${tick}%`}),
      rows.map(row), s('text', {class: 'unit', x: width - right, y: height - 4, 'text-anchor': 'end'}, unit)))];
}

export function landUse({summary, players, stream, narrow}) {
  const courses = coursesOf({summary, players, stream});
  if (!courses.length) return missing('what the cells became');
  const rows = courses.map((one) => ({player: one.player, values: KIND_NAMES.map(([kind]) => one.cells(kind))}));
  const share = (row, k) => 100 * row.values[k] / row.values.reduce((a, b) => a + b, 0);
  const compared = rows.filter(({player}) => summary.complete(player, stream)).map((row) => ({player: row.player, empty: share(row, 5)}));
  return [h('h2', null, emptyFinding(compared, (empty) => `${show(empty)}% of the land`)),
    h('p', {class: 'lead'}, 'What the cells of the lands are in the end, in all games that ended ' +
      `well.${ofGames(summary, players, stream, courses)}`),
    dividedBars({rows, parts: KIND_NAMES, narrow, unit: 'share of the cells', testid: 'land-use-chart',
      label: rows.map((row) =>
        `${isolated(row.player)}: ${KIND_NAMES.map(([, name], k) => `${name} ${show(share(row, k))}%`).join(', ')}`).join('; ')}),
    figures('Cells by kind', 'courses', ['Player', ...KIND_NAMES.map(([, name]) => name)],
      rows.map(({player, values}) => [who(player), ...values.map((value) => show(value, 1))]))];
}

export function rejects({summary, players, stream, narrow}) {
  const courses = coursesOf({summary, players, stream});
  if (!courses.length) return missing('why requests were rejected');
  const rows = courses.map((one) => ({player: one.player, values: CAUSES.map(([cause]) => one.rejects(cause))}))
    .filter(({values}) => values.some((value) => value > 0));
  if (!rows.length) return [h('h2', null, 'No request was rejected')];
  const total = CAUSES.map((_, k) => rows.reduce((sum, {values}) => sum + values[k], 0)), all = total.reduce((a, b) => a + b, 0);
  const percent = (k) => (total[k] > 0 && total[k] < all / 100 ? 'Less than 1%' : `${show(100 * total[k] / all)}%`);
  const most = total.indexOf(Math.max(...total));
  return [h('h2', null, `${percent(most)} of the rejected requests ${CAUSES[most][2]}`),
    h('p', {class: 'lead'}, 'Why requests were rejected, from what the land had to offer at that turn. ' +
      `${most === 3 ? '' : `${total[3] > 0 ? percent(3) : 'None'} could have been placed.`}${ofGames(summary, players, stream, courses)}`),
    dividedBars({rows, parts: CAUSES.map(([cause, text]) => [`cause-${cause.replace('_', '-')}`, text]), narrow,
      unit: 'share of the rejected requests', testid: 'rejects-chart',
      label: rows.map(({player, values}) =>
        `${isolated(player)}: ` +
        `${CAUSES.map(([, text], k) => `${text} ${show(100 * values[k] / values.reduce((a, b) => a + b, 0))}%`).join(', ')}`).join('; ')}),
    figures('Rejected requests of a game', 'courses', ['Player', ...CAUSES.map(([, text]) => text)],
      rows.map(({player, values}) => [who(player), ...values.map((value) => show(value, 2))]))];
}

export function bound({summary, players, stream, narrow, bounds}) {
  const cells = (bounds ?? []).filter(({sequencer}) => stream === null || sequencer === stream);
  const rows = players.map((player) => ({player, cells: cells.filter((cell) => cell.player === player)})).filter((row) => row.cells.length)
    .map((row) => ({...row, percent: row.cells.reduce((sum, {percent}) => sum + percent, 0) / row.cells.length}));
  if (!rows.length) {
    return [h('h2', null, 'No upper bound is known'),
      h('p', {class: 'lead'}, 'A bound needs the requests of the streams: they cannot be made again for streams that adapt to the ' +
        'player, for programs of others, and for a secret that is not there. While a run lasts, none is computed.')];
  }
  const best = bestOf(rows.filter(({player}) => summary.complete(player, stream)), ({percent}) => percent),
    streams = new Set(cells.map(({sequencer}) => sequencer)).size;
  const {width, left, right, ticks} = frame(narrow, rows.map(({player}) => player)), step = 26, height = rows.length * step + 44;
  const x = scaleLinear([0, 100], [left, width - right]);
  return [h('h2', null, best.length ? [whoAll(best.map(({player}) => player)),
    `${best.length > 1 ? ' reach' : ' reaches'} ${show(best[0].percent)}% of the upper bound`] : 'Scores and the upper bound'),
    h('p', {class: 'lead'}, 'The score as a share of a score that nobody can exceed on the same requests, over ' +
      `${plural(streams, 'stream')}${stream === null && streams > 1 ? ', each counting the same' : ''}. It need not be possible to ` +
      'reach the bound.'),
    scroll('Share of the upper bound', s('svg', {class: 'chart', viewBox: `0 0 ${width} ${height}`, role: 'img',
      'data-testid': 'bound-chart', 'aria-label': rows.map(({player, percent}) => `${isolated(player)} ${show(percent, 1)}%`).join('; ')},
      upright(x, ticks, {top: 0, bottom: height - 40, text: (tick) => `${tick}%`}),
      rows.map(({player, percent}, i) => s('g', {class: colourOf(summary.number.get(player)), transform: `translate(0 ${i * step})`},
        rowName(player, left, 17),
        s('rect', {class: 'area', x: left, y: 6, width: x(percent) - left, height: step - 10}),
        s('text', {class: 'value', x: x(percent) + 6, y: 17}, `${show(percent, 1)}%`),
        told(`${isolated(player)}: ${show(percent, 1)}% of the upper bound`, left, 0, width - left - right, step))),
      s('text', {class: 'unit', x: width - right, y: height - 4, 'text-anchor': 'end'}, 'share of the upper bound'))),
    figures('Scores and bounds', 'bounds', ['Player', 'Mean score', 'Mean bound', 'Share'], rows.map((row) => {
      const mean = (name) => row.cells.reduce((sum, cell) => sum + cell[name], 0) / row.cells.length;
      return [[swatch(summary.number.get(row.player)), who(row.player)], show(mean('score'), 1), show(mean('bound'), 1),
        `${show(row.percent, 1)}%`];
    }))];
}
