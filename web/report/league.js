// The ratings of a league after each of its batches.
import {extent} from 'd3-array';
import {scaleLinear} from 'd3-scale';
import {h, isolated, nameTag, plural, s, scroll, show, signed, tip, whoAll} from '../shared/dom.js';
import {colourOf, shapeOf, swatch} from './marks.js';
import {bestOf} from './summary.js';
import {sortedTable} from './table.js';

/// The points of a line: ratings of one player, all its versions, in the order of batches.
const ratingsOf = (league, player) => league.history.filter((one) => one.player === player && one.rating !== null);

export function ratings({summary, players, sorts, again, narrow}) {
  const {league} = summary.json;
  const rows = league.players.filter(({player}) => players.includes(player));
  const half = ({rating_ci95: ci}) => (ci ? (ci[1] - ci[0]) / 2 : null);
  const columns = [
    {label: 'Player', value: (row) => row.player, cell: (row) => [swatch(summary.number.get(row.player)), nameTag(row.player)]},
    {label: 'Version', numeric: true, value: (row) => row.version, cell: (row) => show(row.version)},
    {label: 'Rating', title: 'Elo points; the mean of all players is 0', numeric: true, value: (row) => row.rating,
      cell: (row) => (row.rating === null ? '–' : signed(row.rating))},
    {label: '95% interval', numeric: true, value: half, cell: (row) => (half(row) === null ? '–' : `±${show(half(row))}`)},
    ...[['Won', 'wins'], ['Lost', 'losses'], ['Drawn', 'draws']].map(([label, name]) => (
      {label, numeric: true, value: (row) => row.matches[name], cell: (row) => show(row.matches[name])})),
    {label: 'Joined', value: (row) => row.joined, cell: (row) => row.joined.slice(0, 10)},
  ];
  return [h('h2', null, leagueLeader(rows)),
    h('p', {class: 'lead'}, `${plural(league.batches, 'batch').replace('batchs', 'batches')}, ` +
      `${plural(league.matches, 'match').replace('matchs', 'matches')}. A thin line is the 95% interval, a gap in a line a new version.`),
    chart(summary, rows.map(({player}) => player), narrow),
    sortedTable({columns, rows, sort: sorts.ratings, again: (sort) => again('ratings', sort), caption: 'Ratings of the league by player'})];
}

/// Who leads the league, in a sentence.
export function leagueLeader(rows) {
  const first = bestOf(rows.filter(({rating}) => rating !== null), ({rating}) => rating);
  if (!first.length) return 'Nobody has a rating yet';
  return [whoAll(first.map(({player}) => player)), first.length > 1 ? ' lead' : ' leads',
    ` the league with a rating of ${signed(first[0].rating)}`];
}

function chart(summary, players, narrow) {
  const {league} = summary.json;
  const width = narrow ? 370 : 900, height = 300, left = 52, right = 14, top = 10, bottom = 34;
  const lines = players.map((player) => ({player, points: ratingsOf(league, player)})).filter(({points}) => points.length);
  if (!lines.length) return null;
  const all = lines.flatMap(({points}) => points);
  const x = scaleLinear(extent(all, ({batch}) => batch), [left + 8, width - right]);
  if (x.domain()[0] === x.domain()[1]) x.domain([x.domain()[0] - 1, x.domain()[1] + 1]);
  const y = scaleLinear(extent(all.flatMap(({rating_ci95: ci}) => ci)), [height - bottom, top]).nice();
  const line = ({player, points}) => {
    const number = summary.number.get(player);
    const path = points.map((one, i) => `${i && points[i - 1].version === one.version ? 'L' : 'M'}${x(one.batch).toFixed(1)} ` +
      `${y(one.rating).toFixed(1)}`).join('');
    return s('g', {class: colourOf(number)}, s('path', {class: 'range', fill: 'none', d: path}),
      points.map((one) => [
        s('line', {class: 'range', 'stroke-opacity': '.35', x1: x(one.batch), x2: x(one.batch), y1: y(one.rating_ci95[0]),
          y2: y(one.rating_ci95[1])}),
        s('path', {class: 'mark', transform: `translate(${x(one.batch).toFixed(1)} ${y(one.rating).toFixed(1)})`, d: shapeOf(number)},
          tip(`${isolated(player)}, version ${one.version}, after batch ${one.batch} (${one.date.slice(0, 10)}): ` +
            `${signed(one.rating)}, ${signed(one.rating_ci95[0])} to ${signed(one.rating_ci95[1])}`))]));
  };
  return scroll('Ratings after each batch',
    s('svg', {class: 'chart', viewBox: `0 0 ${width} ${height}`, role: 'img',
      'aria-label': 'Ratings after each batch, a line for each player', 'data-testid': 'league-chart'},
      y.ticks(6).map((tick) => s('g', null, s('line', {class: 'grid', x1: left, x2: width - right, y1: y(tick), y2: y(tick)}),
        s('text', {x: left - 6, y: y(tick) + 4, 'text-anchor': 'end'}, signed(tick)))),
      x.ticks(narrow ? 4 : 10).filter(Number.isInteger).map((tick) => s('text', {x: x(tick), y: height - bottom + 20,
        'text-anchor': 'middle'}, `batch ${show(tick)}`)),
      lines.map(line)));
}
