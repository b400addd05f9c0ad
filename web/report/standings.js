// Who is better: the ranking, the table of streams and players, head to head.
import {extent} from 'd3-array';
import {h, isolated, labelRoom, nameTag, optionText, plural, s, scroll, show, signed, who, whoAll} from '../shared/dom.js';
import {rowName, told, upright} from './chart.js';
import {leagueLeader} from './league.js';
import {colourOf, shapeOf, swatch} from '../shared/marks.js';
import {scaleLinear} from '../shared/scale.js';
import {bestOf} from './summary.js';
import {choices, sortedTable} from './table.js';
import {FAULTS} from './words.js';

const among = (stream) => (stream === null ? 'in the mean of all streams' : ['on ', who(stream)]);
const highest = (stream) => ['the highest mean ', stream === null ? 'of all streams' : among(stream)];

/// What keeps it open which of two players is better: `pairs` are the first against each of the second.
function doubt(pairs, repeats) {
  if (pairs.some((pair) => !pair)) return '; they have no games on the same requests';
  if (pairs.some(({few}) => few)) return `; ${tooFew(repeats)} who is better`;
  return pairs.some(({better}) => better < 0) ? ', but not on the same requests' : '; it is not decided who is better';
}
const tooFew = (repeats) => `${plural(repeats, 'repeat')} ${repeats === 1 ? 'is' : 'are'} too few to tell`;

/// The heading's sentence: who has the highest mean, and by how much. It leads only where the games decide that it is better.
export function leader(summary, players, stream) {
  if (summary.json.league && stream === null) return leagueLeader(summary.json.league.players.filter(({player}) =>
      players.includes(player)));
  const rows = players.map((player) => summary.standing(player, stream));
  if (rows.every(({mean}) => mean === null)) return 'No game has a score yet';
  const complete = rows.filter(({missing}) => missing === 0), mean = (row) => row.mean;
  if (!complete.length && summary.json.unplayed > 0 && !summary.json.league) return soFar(summary, rows, stream);
  if (!complete.length) return ['Nobody has a score in every game', stream !== null && [' on ', who(stream)], ', so no means compare'];
  const first = bestOf(complete, mean), names = whoAll(first.map(({player}) => player));
  const others = complete.filter((row) => !first.includes(row));
  if (first.length > 1) return [names, others.length ? [' have ', highest(stream)] : [' are level ', among(stream)]];
  if (!others.length) return [names, ` scores ${show(first[0].mean, 1)} `, among(stream),
      rows.length > 1 ? ', and nobody else has a score in every game' : ''];
  const second = bestOf(others, mean).map(({player}) => player);
  const pairs = second.map((player) => summary.pair(first[0].player, player, stream));
  const by = `${show(first[0].mean - others.find(({player}) => player === second[0]).mean, 1)} points`;
  if (pairs.every((pair) => pair?.better > 0)) return [names, ' leads ', whoAll(second), ` by ${by} `, among(stream)];
  return [names, ' has ', highest(stream), `, ${by} above `, whoAll(second),
    h('span', {class: 'doubt'}, doubt(pairs, summary.json.repeats))];
}

/// Of a run that is not over: who is ahead of whom, with intervals.
function soFar(summary, rows, stream) {
  const [first, second] = rows.filter(({mean}) => mean !== null), between = (ci) => `${show(ci[0], 1)} to ${show(ci[1], 1)}`;
  const pair = second && summary.pair(first.player, second.player, stream), by = pair?.difference ?? null;
  return ['So far ', who(first.player), second ? ' is ahead' : ' has a score', stream !== null && [' on ', who(stream)],
    `: mean ${show(first.mean, 1)}${first.ci ? ` (95% ${between(first.ci)})` : ''}`,
    by !== null && [`, ${show(Math.abs(by), 1)} ${by < 0 ? 'below' : 'above'} `, who(second.player), ' on the same requests',
      pair.ci && ` (95% ${between(pair.ci.map((end) => (by < 0 ? -end : end)).sort((a, b) => a - b))})`]];
}

// What a game that failed is in the means, by the setting `failures` of the config.
const FAILED = {apart: 'are in no mean, so whoever has one is incomplete', zero: 'count as 0 in the means',
  codes: 'count as \u22121 (timeout) or \u22122 (others) in the means'};

/// How games that failed count, and what makes a player incomplete, where there are such.
function notes(summary, rows) {
  const failed = rows.some((row) => row.failed > 0), missing = !summary.json.league && rows.some((row) => row.missing > 0);
  return [failed && h('p', {class: 'soft', 'data-testid': 'failed-note'}, `Games that failed ${FAILED[summary.json.failures]}. As a ` +
    'match each is lost, and one that both failed is drawn; ',
    'differences on the same requests leave them out. So a player with failures can stand elsewhere by its rating than by its mean.'),
  missing && h('p', {class: 'soft', 'data-testid': 'missing-note'}, 'Incomplete: games are missing, for they were not played or ' +
    'have no score that counts. Such a mean is over other games than that of a complete player; ',
    'who has one stands after these, by the share of matches won, and is best of nothing.')];
}

export function ranking({summary, players, stream, sorts, again}) {
  const rows = players.map((player) => summary.standing(player, stream));
  const bounds = extent(rows.flatMap((row) => [row.mean, ...(row.ci ?? [])]).filter((x) => x !== null));
  const x = scaleLinear(bounds, [8, 152]).nice(4);
  const interval = (row) => row.mean !== null && s('svg', {class: `whisker ${colourOf(summary.number.get(row.player))}`,
    viewBox: '0 0 160 18', 'aria-hidden': 'true'},
    x.ticks(4).map((tick) => s('line', {class: 'grid', x1: x(tick), x2: x(tick), y1: 0, y2: 18})),
    row.ci && s('line', {class: 'range', x1: x(row.ci[0]), x2: x(row.ci[1]), y1: 9, y2: 9}),
    s('path', {class: 'mark', d: shapeOf(summary.number.get(row.player)), transform: `translate(${x(row.mean)} 9) scale(.75)`}));
  const incomplete = (row) => row.missing > 0 && !summary.json.league;
  const played = (row) => row.wins + row.losses + row.draws;
  const optional = (has, column) => (rows.some(has) ? [column] : []);
  const columns = [
    {label: 'Player', value: (row) => row.player, cell: (row) => [swatch(summary.number.get(row.player)), nameTag(row.player)]},
    {label: 'Mean', title: 'Mean score; each stream counts the same', numeric: true, value: (row) => (incomplete(row) ? null : row.mean),
     cell: (row) => [h('b', null, show(row.mean, 1)), incomplete(row) && h('small', {class: 'bad'}, ' incomplete')]},
    {label: '95% interval', title: 'Of the mean, for fresh seeds on the same streams', value: (row) => row.ci?.[0] ?? null,
     cell: (row) => h('span', {class: 'with-picture'}, interval(row), h('span', {class: 'soft'},
       row.ci ? `${show(row.ci[0], 1)} to ${show(row.ci[1], 1)}` : '–'))},
    {label: 'Median', numeric: true, value: (row) => row.median, cell: (row) => show(row.median, 0)},
    ...optional((row) => row.rounds !== null,
      {label: 'Rounds won', title: 'Stream and repeat with a score above everybody else\u2019s', numeric: true,
        value: (row) => row.rounds, cell: (row) => show(row.rounds)}),
    ...optional((row) => row.streams !== null, {label: 'Streams won', title: 'Streams with a mean above everybody else\u2019s',
      numeric: true, value: (row) => row.streams, cell: (row) => show(row.streams)}),
    ...optional((row) => played(row) > 0,
      {label: 'Matches', title: 'Won, lost and drawn against each other player on the same requests', numeric: true,
      value: (row) => (played(row) ? (row.wins + row.draws / 2) / played(row) : null),
      cell: (row) => (played(row) ? [`${show(100 * (row.wins + row.draws / 2) / played(row), 0)}%`,
        h('small', null, ` ${show(row.wins)}–${show(row.losses)}–${show(row.draws)}`)] : '–')}),
    ...optional((row) => row.rating !== null, {label: 'Rating', title: 'Bradley-Terry strength in Elo points, the mean 0',
      numeric: true, value: (row) => row.rating,
      cell: (row) => (row.rating === null ? '–' : [signed(row.rating),
        row.ratingCi && h('small', null, ` ± ${show((row.ratingCi[1] - row.ratingCi[0]) / 2)}`)])}),
    {label: 'Failures', title: 'Games that did not end well; invalid moves that were skipped', numeric: true,
      value: (row) => row.failures.reduce((sum, [, n]) => sum + n, 0),
     cell: (row) => (row.failures.length ? h('span', {class: 'bad'},
       row.failures.map(([status, n]) => `${show(n)} ${status.replace('_', ' ')}`).join(', ')) : '0')},
    ...optional(incomplete, {label: 'Missing', title: 'Scheduled games without a score that counts', numeric: true,
      value: (row) => row.missing, cell: (row) => show(row.missing)}),
  ];
  // The first screen says already who leads of all.
  const said = stream === null && players.length === summary.players.length;
  return [h('h2', null, said ? 'Ranking' : leader(summary, players, stream)),
    h('p', {class: 'lead'}, stream === null && summary.sequencers.length > 1
      ? `Mean score of ${plural(summary.sequencers.length, 'stream')}, each counting the same. Whiskers are 95% intervals for fresh seeds.`
      : 'Mean score; whiskers are 95% intervals for fresh seeds.'),
    sortedTable({columns, rows, sort: sorts.ranking, again: (sort) => again('ranking', sort), caption: 'Ranking of the players',
                 list: 'players', rowAttributes: (row) => ({'data-player': row.player})}),
    ...notes(summary, rows), invalidMoves(summary, players, stream)];
}

/// The invalid moves by cause, if there were any.
function invalidMoves(summary, players, stream) {
  const rows = players.map((player) => ({player, causes: new Map(summary.invalidMoves(player, stream))})).filter(({causes}) => causes.size);
  if (!rows.length) return null;
  const causes = Object.keys(FAULTS).filter((cause) => rows.some((row) => row.causes.has(cause)));
  return h('details', {class: 'figures', 'data-testid': 'invalid-moves'}, h('summary', null, 'Invalid moves by cause'),
    scroll('Invalid moves by cause',
      h('table', {'data-rows': 'cells'}, h('thead', null, h('tr', null, h('th', {scope: 'col'}, 'Player'),
        causes.map((cause) => h('th', {scope: 'col', class: 'number', title: FAULTS[cause]}, cause)))),
        h('tbody', null, rows.map((row) => h('tr', null, h('th', {scope: 'row'}, nameTag(row.player)),
          causes.map((cause) => h('td', {class: 'number'}, show(row.causes.get(cause) ?? 0)))))))),
    h('ul', {class: 'soft'}, causes.map((cause) => h('li', null, h('code', null, cause), `: ${FAULTS[cause]}`))));
}

/// Shades by how far a value is from 0, to either side of it.
export const shade = (share) => (share === null ? null : `--share: ${Math.min(1, Math.abs(share)).toFixed(3)}; --side: ` +
  `var(${share > 0 ? '--above' : '--below'})`);

export function streamTable({summary, players, stream, sorts, again, openGame, gameOf}) {
  const names = stream === null ? summary.sequencers : [stream];
  const rows = names.map((sequencer) => {
    const means = players.map((player) => summary.cell(player, sequencer)?.score.mean ?? null);
    const {mean: average, winners, adaptive} = summary.stream(sequencer);
    const spread = Math.max(1e-9, ...means.map((mean) => (mean === null ? 0 : Math.abs(mean - average))));
    return {sequencer, means, average, spread, best: new Set(winners), adaptive};
  });
  const cell = (row, i) => {
    const mean = row.means[i], data = summary.cell(players[i], row.sequencer);
    if (!data || data.games === 0) return '';
    const failed = data.games - (data.status.ok ?? 0) - (data.status.sequencer_failed ?? 0);
    const label = [row.best.has(players[i]) && h('span', {class: 'crown', title: 'highest mean of all players'}, '★'), show(mean, 0),
      failed > 0 && h('small', {class: 'bad', title: `${failed} of ${data.games} games failed`}, ` ${failed}✕`),
      data.missing > 0 && !summary.json.league &&
        h('small', {class: 'bad', title: `incomplete: ${plural(data.missing, 'game')} missing`}, ' ?')];
    const game = gameOf(players[i], row.sequencer);
    const interval = data.score.ci95 ? `, 95% ${show(data.score.ci95[0], 0)} to ${show(data.score.ci95[1], 0)}` : '';
    return game ? h('button', {type: 'button', class: 'plain',
      title: `${isolated(players[i])} on ${isolated(row.sequencer)}: ${show(mean, 1)}${interval}. Open a game`,
      click: () => openGame(game)}, label)
      : h('span', {title: `${show(mean, 1)}${interval}`}, label);
  };
  const columns = [
    {label: 'Stream', value: (row) => row.sequencer,
      cell: (row) => [nameTag(row.sequencer), row.adaptive && h('small', null, ' adaptive')]},
    ...players.map((player, i) => ({
      label: player, head: h('span', {class: 'head'}, swatch(summary.number.get(player)), nameTag(player)), numeric: true,
      value: (row) => row.means[i], cell: (row) => cell(row, i),
      class: (row) => `heat${row.best.has(player) ? ' best' : ''}`,
      attributes: (row) =>
        ({style: shade(row.means[i] === null || row.average === null ? null : (row.means[i] - row.average) / row.spread)})})),
    {label: 'All', title: 'Mean of all players\u2019 means', numeric: true, value: (row) => row.average,
      cell: (row) => show(row.average, 0)},
  ];
  const won = (player) => rows.filter(({best}) => best.has(player)).length;
  const most = bestOf(players, won);
  return [h('h2', null, rows.length > 1 && won(most[0]) > 0 ? [whoAll(most), most.length > 1 ? ' each have' : ' has',
    ` the best mean on ${won(most[0])} of ${plural(rows.length, 'stream')}`] : 'Mean scores by stream'),
    h('p', {class: 'lead'}, 'Colours compare the players of a row: ', h('span', {class: 'key above'}, 'above'), ' or ',
      h('span', {class: 'key below'}, 'below'),
      ' the mean of all players. ★ has the highest mean of all, also where several are equal; a number opens a recorded game of that ' +
      'player on the stream.'),
    sortedTable({columns, rows, sort: sorts.streams, again: (sort) => again('streams', sort),
      caption: 'Mean scores by stream and player', list: 'cells sequencers'})];
}

export function matrix({summary, players, stream, options, narrow, set}) {
  const pairs = players.flatMap((a) => players.flatMap((b) => (a === b ? [] : [summary.pair(a, b, stream)]))).filter((pair) => pair);
  if (!pairs.length) {
    return [h('h2', null, 'No two players met the same requests'),
      h('p', {class: 'lead'}, 'Head to head needs games on the same requests: of two players, on a stream that does not adapt to them.')];
  }
  const points = options.matrix === 'points', counts = options.matrix === 'counts';
  const share = (pair) => (pair.wins + pair.draws / 2) / (pair.wins + pair.losses + pair.draws);
  const spread = Math.max(1e-9, ...pairs.map((pair) => Math.abs(pair.difference ?? 0)));
  const cell = (a, b) => {
    if (a === b) return h('td', {class: 'self'}, h('span', {'aria-hidden': 'true'}, '·'));
    const pair = summary.pair(a, b, stream);
    if (!pair) return h('td', {class: 'number'}, '–');
    const title = `${isolated(a)} against ${isolated(b)}: ${pair.wins} won, ${pair.losses} lost, ${pair.draws} drawn; ` +
      `${signed(pair.difference, 1)} points` +
      (pair.ci ? `, 95% ${signed(pair.ci[0], 1)} to ${signed(pair.ci[1], 1)}` : '') +
      (pair.few ? `; ${tooFew(summary.json.repeats)} who is better`
        : pair.p === null ? '' : `, p ${pair.p < .0001 ? 'below 0.0001' : show(pair.p, 4)}`);
    return h('td', {class: `number heat${pair.better > 0 ? ' best' : ''}`, title,
      style: shade(points ? (pair.difference ?? 0) / spread : 2 * share(pair) - 1)},
      points ? signed(pair.difference, 0) : counts ? `${pair.wins}:${pair.losses}` : `${show(100 * share(pair), 0)}%`);
  };
  /// In how many pairs a player is better, worse and undecided.
  const record = (a) => {
    const others = players.map((b) => (a === b ? null : summary.pair(a, b, stream))).filter((pair) => pair);
    return [1, -1, 0].map((sign) => others.filter(({better}) => better === sign).length).join('\u2013');
  };
  const base = players.includes(options.base) ? options.base : players[0];
  const beatsAll = players.find((a) =>
    players.every((b) => a === b || share(summary.pair(a, b, stream) ?? {wins: 0, losses: 1, draws: 0}) > .5));
  return [h('h2', null, beatsAll ? [who(beatsAll), ' wins most matches against each of the others']
    : 'Nobody wins most matches against each of the others'),
    h('p', {class: 'lead'}, points ? 'Head to head on the same requests: the row\u2019s mean score less the column\u2019s.'
      : counts ? 'Head to head on the same requests: matches that the row\u2019s player won and lost against the column\u2019s; at ' +
        'the end the pairs in which it is better, worse, and undecided.' : 'Head to head on the same requests: how many of its ' +
        'matches the row\u2019s player won against the column\u2019s; a draw is half a win.',
      ' Bold: the row\u2019s player is better, with an error probability of 5% for all pairs together',
      pairs.some(({few}) => few) && `; ${tooFew(summary.json.repeats)} that of each pair`, '.'),
    choices('matrix', options.matrix, 'What the matrix shows', [['wins', 'Matches won'], ['counts', 'Won : lost'],
      ['points', 'Points']], set),
    h('div', {class: players.length > 5 ? 'halves stacked' : 'halves'}, scroll('Head-to-head matrix',
      h('table', {class: 'square', 'data-rows': 'pairs'},
        h('caption', {class: 'unseen'}, 'Head to head: the row against the column'),
        h('thead', null, h('tr', null, h('th', {scope: 'col'}, h('span', {class: 'unseen'}, 'Player')),
          players.map((player) => h('th', {scope: 'col', class: 'number'}, h('span', {class: 'head'},
            swatch(summary.number.get(player)), nameTag(player)))), counts && h('th', {scope: 'col', class: 'number'}, 'Pairs'))),
        h('tbody', null, players.map((a) => h('tr', {'data-row': a}, h('th', {scope: 'row'}, swatch(summary.number.get(a)), nameTag(a)),
          players.map((b) => cell(a, b)), counts && h('td', {class: 'number'}, record(a))))))),
    players.length > 1 && differences({summary, players, stream, base, narrow, set}))];
}

/// Each player's paired difference to one of them, with its interval.
function differences({summary, players, stream, base, narrow, set}) {
  const rows = players.filter((player) => player !== base).map((player) => ({player, pair: summary.pair(player, base, stream)}))
    .filter(({pair}) => pair && pair.difference !== null).sort((a, b) => b.pair.difference - a.pair.difference);
  const width = narrow ? 370 : 640, left = labelRoom(players, narrow ? 110 : 190), right = narrow ? 62 : 90, line = 28;
  const reach = extent([0, ...rows.flatMap(({pair}) => [pair.difference, ...(pair.ci ?? [])])]);
  const x = scaleLinear(reach, [left, width - right]).nice();
  const height = rows.length * line + 30;
  const said = ({player, pair}) =>
    `${isolated(player)} ${signed(pair.difference, 1)}${pair.ci ? ` (${signed(pair.ci[0], 1)} to ${signed(pair.ci[1], 1)})` : ''}`;
  return h('div', {class: 'differences'},
    h('h3', null, h('label', null, 'Paired differences to ', h('select', {change: (event) => set('base', event.target.value)},
      players.map((player) => h('option', {value: player, selected: player === base}, optionText(player)))))),
    h('p', {class: 'lead'}, 'Mean of the score less the other\u2019s on the same requests, with 95% intervals: right of 0 is better.'),
    s('svg', {class: 'chart', viewBox: `0 0 ${width} ${height}`, role: 'img',
      'aria-label': `Paired differences to ${isolated(base)}: ${rows.map(said).join('; ')}`},
      upright(x, narrow ? 3 : 6, {bottom: height - 25, text: signed, zero: true}),
      rows.map(({player, pair}, i) => s('g', {class: colourOf(summary.number.get(player)), transform: `translate(0 ${i * line + 18})`},
        rowName(player, left, 4),
        pair.ci && s('line', {class: 'range', x1: x(pair.ci[0]), x2: x(pair.ci[1])}),
        s('path', {class: 'mark', d: shapeOf(summary.number.get(player)), transform: `translate(${x(pair.difference)} 0)`}),
        s('text', {class: 'value', x: width - right + 12, y: 4}, signed(pair.difference, 1)),
        told(said({player, pair}), 0, -14, width, line)))));
}
