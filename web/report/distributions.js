// Where the scores lie: each player's games, and means by stream.
import {bin, extent, max, quantileSorted} from 'd3-array';
import {h, isolated, nameTag, optionText, plural, s, scroll, show, signed, tip, who} from '../shared/dom.js';
import {figures, frame, rowName, told, upright} from './chart.js';
import {colourOf, shapeOf, swatch} from '../shared/marks.js';
import {scaleLinear} from '../shared/scale.js';
import {choices} from './table.js';

const mostDots = 1200;  // on all lines together; of more games each line shows how many there are
/// Where dots of this radius go above or below the line so that none overlap: an offset each, for sorted places.
export function swarm(places, radius) {
  const placed = [], offsets = [];
  let from = 0;
  for (const x of places) {
    while (from < placed.length && x - placed[from].x >= 2 * radius) ++from;
    const near = placed.slice(from);
    const free = (y) => near.every((other) => (other.x - x) ** 2 + (other.y - y) ** 2 >= 4 * radius * radius - 1e-9);
    // Just touching a neighbour, nearest to the line first.
    const candidates = [0, ...near.flatMap((other) => {
      const reach = Math.sqrt(Math.max(0, 4 * radius * radius - (other.x - x) ** 2));
      return [other.y + reach, other.y - reach];
    })].sort((a, b) => Math.abs(a) - Math.abs(b));
    const y = candidates.find(free) ?? 0;
    placed.push({x, y});
    offsets.push(y);
  }
  return offsets;
}

export function distributions({summary, players, stream, options, narrow, set, gameOf, openGame}) {
  const centre = new Map(summary.sequencers.map((sequencer) => [sequencer, summary.stream(sequencer).mean]));
  const relative = options.scores === 'relative' && summary.players.length > 1;
  const games = new Map(players.map((player) => [player, summary.scores(player, stream)
    .map((game) => ({...game, value: relative ? game.score - centre.get(game.sequencer) : game.score})).sort((a, b) =>
      a.value - b.value)]));
  const all = [...games.values()].flat();
  if (!all.length) return [h('h2', null, 'No game has a score yet')];
  const order = players;
  const dots = all.length <= mostDots;
  return [h('h2', null, finding(all)),
    h('p', {class: 'lead'}, dots ? 'Each dot is a game that ended well' : 'How often games that ended well had which score',
      '; box and line are quartiles and median',
      dots && order.some((player) => games.get(player).some((game) => recordedOf(gameOf, player, game)))
        ? ', a ring is a game to replay.' : '.'),
    summary.players.length > 1 && choices('scores', options.scores, 'What the scores are measured from', [['scores', 'Scores'],
      ['relative', 'Less the stream\u2019s mean']], set),
    scoresChart({summary, order, games, relative, dots, narrow, gameOf, openGame}),
    quartiles(order, games, relative),
    stream === null && summary.sequencers.length > 1 && means({summary, players: order, relative, narrow, centre}),
    stream === null && summary.sequencers.length > 1 && players.length > 1 && againstMean({summary, players, options, narrow, set})];
}

/// The recording of a game of Summary.scores(), if there is one.
const recordedOf = (gameOf, player, {sequencer, repeat}) => (repeat === undefined ? undefined : gameOf(player, sequencer, repeat));

function finding(all) {
  const [least, greatest] = extent(all, ({score}) => score);
  return least === greatest ? `Every game scores ${show(least)}` : `Scores run from ${show(least)} to ${show(greatest)}`;
}

function scoresChart({summary, order, games, relative, dots, narrow, gameOf, openGame}) {
  const {width, left, right, ticks} = frame(narrow, order), line = 74, text = relative ? signed : show;
  const x = scaleLinear(extent([...games.values()].flat(), ({value}) => value), [left + 8, width - right]).nice();
  const height = order.length * line + 34;
  const label = order.map((player) => {
    const list = games.get(player);
    return list.length ? `${isolated(player)}: median ${show(quantileSorted(list, .5, ({value}) => value))}`
      : `${isolated(player)}: no scores`;
  }).join('; ');
  const bins = bin().domain(x.ends()).thresholds(x.ticks(narrow ? 30 : 60).filter((tick) => tick < x.ends()[1]))
    .value(({value}) => value);
  const tallest = dots ? 1 : Math.max(...order.map((player) => max(bins(games.get(player)), (one) => one.length) ?? 0));
  const row = (player, i) => {
    const list = games.get(player), number = summary.number.get(player), middle = i * line + line / 2 + 4;
    const parts = [rowName(player, left, middle + 4)];
    if (list.length) {
      const [q1, median, q3] = [.25, .5, .75].map((p) => quantileSorted(list, p, ({value}) => value));
      parts.push(told(`${isolated(player)}: ${text(list[0].value)} to ${text(list.at(-1).value)}, quartiles ${text(q1)} and ${text(q3)}, ` +
        `median ${text(median)}`, left, middle - 36, width - left - right, line),
        s('rect', {class: 'box', x: x(q1), width: Math.max(1, x(q3) - x(q1)), y: middle - 29, height: 58, rx: 2}));
      if (dots) {
        const radius = narrow ? 2.2 : 3.1, offsets = swarm(list.map(({value}) => x(value)), radius);
        const squeeze = Math.min(1, 32 / Math.max(1, ...offsets.map(Math.abs)));
        list.forEach((game, k) => {
          const recorded = recordedOf(gameOf, player, game);
          parts.push(s('circle', {class: recorded ? 'dot ringed' : 'dot', cx: x(game.value).toFixed(1),
            cy: (middle + offsets[k] * squeeze).toFixed(1), r: radius + (recorded ? .3 : -.1),
                                  click: recorded ? () => openGame(recorded) : null},
            tip(`${isolated(player)} on ${isolated(game.sequencer)}${game.repeat === undefined ? '' : `, repeat ${game.repeat}`}: ` +
              `${show(game.score)}${recorded ? ' (replay)' : ''}`)));
        });
      } else {
        const tall = (n) => 30 * n / tallest;
        parts.push(s('path', {class: 'area', d: bins(list).filter((one) => one.length).map((one) =>
          `M${x(one.x0).toFixed(1)} ` +
          `${middle - tall(one.length)}H${x(one.x1).toFixed(1)}V${middle + tall(one.length)}H${x(one.x0).toFixed(1)}Z`).join('')}));
      }
      parts.push(s('line', {class: 'median', x1: x(median), x2: x(median), y1: middle - 31, y2: middle + 31}));
    }
    return s('g', {class: colourOf(number)}, parts);
  };
  return scroll('Scores by player',
    s('svg', {class: 'chart', viewBox: `0 0 ${width} ${height}`, role: 'img', 'aria-label': label},
      upright(x, ticks, {bottom: height - 26, text, zero: relative}),
      order.map(row)));
}

function quartiles(order, games, relative) {
  const text = relative ? signed : show;
  const heads = ['Player', 'Games', 'Least', 'Lower quartile', 'Median', 'Upper quartile', 'Greatest'];
  return figures('Quartiles of the games that ended well', 'cells', heads, order.map((player) => {
    const list = games.get(player), at = (p) => (list.length ? text(quantileSorted(list, p, ({value}) => value), 0) : '–');
    return [who(player), show(list.length), ...[0, .25, .5, .75, 1].map(at)];
  }));
}

/// Each stream a row: the means of the players with their intervals, one below the other.
function means({summary, players, relative, narrow, centre}) {
  const of = (player, sequencer) => {
    const score = summary.cell(player, sequencer)?.score;
    if (!score || score.mean === null) return null;
    const shift = relative ? centre.get(sequencer) : 0;
    return {mean: score.mean - shift, ci: score.ci95 && score.ci95.map((end) => end - shift)};
  };
  const rows = summary.sequencers.map((sequencer) =>
    ({sequencer, values: players.map((player) => ({player, value: of(player, sequencer)})).filter(({value}) => value)}));
  const text = relative ? signed : show, {width, left, right, ticks} = frame(narrow, summary.sequencers),
    step = Math.max(5, Math.min(9, 60 / Math.max(1, players.length))), gap = 12;
  const line = players.length * step + gap;
  const x = scaleLinear(extent(rows.flatMap(({values}) => values.flatMap(({value}) => [value.mean, ...(value.ci ?? [])]))),
    [left + 8, width - right]).nice();
  const height = rows.length * line + 34;
  return h('div', null, h('h3', null, `Mean score on each of ${plural(rows.length, 'stream')}, with 95% intervals`),
    h('ul', {class: 'legend', 'aria-label': 'Players'},
      players.map((player) => h('li', null, swatch(summary.number.get(player)), nameTag(player)))),
    scroll('Means by stream',
      s('svg', {class: 'chart', viewBox: `0 0 ${width} ${height}`, role: 'img',
        'aria-label': 'Mean scores by stream; the table of streams has the figures'},
        upright(x, ticks, {bottom: height - 26, text, zero: relative}),
        rows.map(({sequencer, values}, i) => s('g', {transform: `translate(0 ${i * line})`},
          i % 2 === 0 && s('rect', {class: 'band', x: 0, y: 0, width, height: line}),
          rowName(sequencer, left, line / 2 + 4),
          values.map(({player, value}) => {
            const y = gap / 2 + (players.indexOf(player) + .5) * step;
            return s('g', {class: colourOf(summary.number.get(player)), transform: `translate(0 ${y})`},
              value.ci && s('line', {class: 'range', x1: x(value.ci[0]), x2: x(value.ci[1])}),
              s('path', {class: 'mark', d: shapeOf(summary.number.get(player)),
                transform: `translate(${x(value.mean)} 0) scale(.8)`},
                  tip(`${isolated(player)} on ${isolated(sequencer)}: ${text(value.mean, 1)}` +
                    (value.ci ? `, 95% ${text(value.ci[0], 1)} to ${text(value.ci[1], 1)}` : ''))));
          }))))));
}

/// One player on each stream against the mean of all players.
function againstMean({summary, players, options, narrow, set}) {
  const one = players.includes(options.against) ? options.against : players[0];
  const rows = summary.sequencers.map((sequencer) =>
    ({sequencer, all: summary.stream(sequencer).mean, score: summary.cell(one, sequencer)?.score}))
    .filter(({score}) => typeof score?.mean === 'number');
  const above = rows.filter(({all, score}) => score.mean > all).length;
  const {width, left, right, ticks} = frame(narrow, summary.sequencers), line = 24, room = narrow ? 46 : 60;
  const x = scaleLinear(extent(rows.flatMap(({all, score}) => [all, score.mean, ...(score.ci95 ?? [])])),
    [left + 8, width - right - room]).nice();
  const height = rows.length * line + 34;
  const said = ({sequencer, all, score}) => `${isolated(sequencer)} ${show(score.mean)}, mean of all ${show(all)}`;
  return h('div', {'data-testid': 'against-mean'},
    h('h3', null, h('label', null, h('select', {'aria-label': 'Player', change: (event) => set('against', event.target.value)},
      players.map((player) => h('option', {value: player, selected: player === one}, optionText(player)))),
        ` against the mean of all: above it on ${show(above)} of ${plural(rows.length, 'stream')}`)),
    h('p', {class: 'lead'}, 'The mark is the player\u2019s mean with its 95% interval, the upright line the mean of all players on ' +
      'the stream; at the right the difference.'),
    scroll('Against the mean of all',
      s('svg', {class: 'chart', viewBox: `0 0 ${width} ${height}`, role: 'img',
        'aria-label': `${isolated(one)}: ${rows.map(said).join('; ')}`},
        upright(x, ticks, {bottom: height - 26}),
        rows.map(({sequencer, all, score}, i) => s('g', {class: colourOf(summary.number.get(one)),
          transform: `translate(0 ${i * line + 16})`},
          rowName(sequencer, left, 4),
          s('line', {class: 'median', x1: x(all), x2: x(all), y1: -9, y2: 9}),
          score.ci95 && s('line', {class: 'range', x1: x(score.ci95[0]), x2: x(score.ci95[1])}),
          s('path', {class: 'mark', d: shapeOf(summary.number.get(one)), transform: `translate(${x(score.mean)} 0)`}),
          s('text', {class: 'value', x: width - right, y: 4, 'text-anchor': 'end'}, signed(score.mean - all)),
          told(said({sequencer, all, score}), 0, -12, width, line))))));
}
