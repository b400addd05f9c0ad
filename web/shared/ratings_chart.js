// A chart of the ratings in a league after each batch.
import {extent} from 'd3-array';
import {isolated, s, scroll, show, signed, tip} from './dom.js';
import {colourOf, shapeOf} from './marks.js';
import {digitsOf, scaleLinear} from './scale.js';

const dayOf = (date) => new Intl.DateTimeFormat('en-GB', {day: 'numeric', month: 'short', timeZone: 'UTC'}).format(new Date(date));

/// Draws a line for each of the players, {player, number}, all its versions, from `history` of pentocity-league-table/1. Null if
/// nobody has a rating.
export function ratingsChart(history, players, narrow) {
  const width = narrow ? 370 : 900, height = 316, left = 52, right = 30, top = 10, bottom = 50;
  const lines = players.map(({player, number}) => ({number, points: history.filter((one) => one.player === player && one.rating !== null)}))
    .filter(({points}) => points.length);
  if (!lines.length) return null;
  const all = lines.flatMap(({points}) => points), dates = new Map(all.map(({batch, date}) => [batch, dayOf(date)]));
  const x = scaleLinear(extent(all, ({batch}) => batch), [left + 8, width - right]);
  const y = scaleLinear(extent(all.flatMap(({rating_ci95: ci}) => ci)), [height - bottom, top]).nice();
  const line = ({number, points}) => {
    const path = points.map((one, i) => `${i && points[i - 1].version === one.version ? 'L' : 'M'}${x(one.batch).toFixed(1)} ` +
      `${y(one.rating).toFixed(1)}`).join('');
    return s('g', {class: colourOf(number)}, s('path', {class: 'range', fill: 'none', d: path}),
      points.map((one) => [
        s('line', {class: 'range', 'stroke-opacity': '.35', x1: x(one.batch), x2: x(one.batch), y1: y(one.rating_ci95[0]),
          y2: y(one.rating_ci95[1])}),
        s('path', {class: 'mark', transform: `translate(${x(one.batch).toFixed(1)} ${y(one.rating).toFixed(1)})`, d: shapeOf(number)},
          tip(`${isolated(one.player)}, version ${one.version}, after batch ${one.batch} (${one.date.slice(0, 10)}): ` +
            `${signed(one.rating)}, ${signed(one.rating_ci95[0])} to ${signed(one.rating_ci95[1])}`))]));
  };
  return scroll('Ratings after each batch',
    s('svg', {class: 'chart', viewBox: `0 0 ${width} ${height}`, role: 'img',
      'aria-label': 'Ratings after each batch, a line for each player', 'data-testid': 'league-chart'},
      y.ticks(6).map((tick, _, every) => s('g', null, s('line', {class: 'grid', x1: left, x2: width - right, y1: y(tick), y2: y(tick)}),
        s('text', {x: left - 6, y: y(tick) + 4, 'text-anchor': 'end'}, signed(tick, digitsOf(every))))),
      x.ticks(narrow ? 4 : 10).filter(Number.isInteger).map((tick) => [
        s('text', {x: x(tick), y: height - bottom + 20, 'text-anchor': 'middle'}, `batch ${show(tick)}`),
        s('text', {x: x(tick), y: height - bottom + 38, 'text-anchor': 'middle'}, dates.get(tick) ?? '')]),
      lines.map(line)));
}
