// Where points came from and were lost, and the games on which a player lost most to another. The figures are means over
// all games, from summary.json.
import {h, isolated, nameTag, plural, show, signed, who} from '../shared/dom.js';
import {figures} from './chart.js';
import {dividedBars, missing} from './courses.js';
import {bestOf} from './summary.js';
import {playerChoice} from './table.js';

const BONUSES = [['0', 'no bonus'], ['2', '+2 (a park or a pond)'], ['4', '+4 (both)']];
const EMPTY = [['empty_open', 'a site is left'], ['empty_no_road', 'cut off from roads'],
  ['empty_other_type', 'beside a building of the other type'], ['empty_too_narrow', 'too narrow']];
const COSTS = [['road', 'road'], ['park', 'park'], ['pond', 'pond']];

/// The means of a player's figures over streams, each counting the same; null if no game has them.
function pointsOf(summary, player, stream) {
  const known = summary.cellsOf(player, stream).map((cell) => cell.points).filter((of) => typeof of?.empty_open === 'number');
  return known.length ? (name) => known.reduce((total, of) => total + of[name], 0) / known.length : null;
}

const buildings = (of, type) => BONUSES.map(([bonus]) => of(`${type}_${bonus}`));
const sum = (values) => values.reduce((a, b) => a + b, 0);

export function points({summary, players, stream, narrow}) {
  const rows = players.map((player) => ({player, of: pointsOf(summary, player, stream)})).filter(({of}) => of);
  if (!rows.length) return missing('where the points came from');
  const bars = (title, parts, valuesOf, unit, testid) => {
    const shown = rows.map(({player, of}) => ({player, values: valuesOf(of)})).filter(({values}) => sum(values) > 0);
    return shown.length > 0 && [h('h3', null, title), dividedBars({rows: shown, parts, narrow, unit, testid,
      label: shown.map(({player, values}) => `${isolated(player)}: ` +
        parts.map(([, text], k) => `${text} ${show(100 * values[k] / sum(values))}%`).join(', ')).join('; ')})];
  };
  const bonusParts = BONUSES.map(([bonus, text]) => [`bonus-${bonus}`, text]);
  const factoriesEarn = rows.some(({of}) => of('factories_2') + of('factories_4') > 0);
  const share = ({of}) => 100 * of('residences_4') / Math.max(1e-9, sum(buildings(of, 'residences')));
  const best = bestOf(rows.filter(({player}) => summary.complete(player, stream)), share);
  const cost = (of, type, plurals, kind) => of(`${type}_${kind}`) / Math.max(1e-9, sum(buildings(of, plurals)));
  return [h('h2', null, best.length ? [best.slice(0, 3).map(({player}, i) => [i ? ', ' : '', who(player)]),
    best.length > 1 ? ' get' : ' gets', ` both bonuses for ${show(share(best[0]))}% of the residences`] : 'Where the points came from'),
  h('p', {class: 'lead'}, 'In games that ended well: which bonus buildings got, and why cells are empty at the end, tried with all ' +
    'buildings that the game asked for. The table has what roads, parks and ponds each building cost, too.'),
  bars('Residences by their bonus', bonusParts, (of) => buildings(of, 'residences'), 'share of the residences', 'residences-chart'),
  factoriesEarn && bars('Factories by their bonus', bonusParts, (of) => buildings(of, 'factories'), 'share of the factories',
    'factories-chart'),
  bars('Empty cells by what keeps them empty', EMPTY.map(([name, text]) => [name.replaceAll('_', '-'), text]),
    (of) => EMPTY.map(([name]) => of(name)), 'share of the empty cells', 'empty-chart'),
  figures('Points by cause, mean of a game', 'cells', ['', ...rows.map(({player}) => who(player))], [
    ['points of residences', ...rows.map(({of}) => show(5 * sum(buildings(of, 'residences')), 1))],
    ['points of factories', ...rows.map(({player, of}) =>
      show(summary.metric(player, stream, 'building') - 5 * sum(buildings(of, 'residences')), 1))],
    ['points of bonuses', ...rows.map(({of}) => show(['residences', 'factories'].reduce((all, type) =>
      all + 2 * of(`${type}_2`) + 4 * of(`${type}_4`), 0), 1))],
    ...['residences', 'factories'].flatMap((type) => BONUSES.map(([bonus]) =>
      [`${type}, bonus ${bonus}`, ...rows.map(({of}) => show(of(`${type}_${bonus}`), 1))])),
    ...COSTS.flatMap(([kind, name]) => [['residence', 'residences'], ['factory', 'factories']].map(([type, plurals]) =>
      [`${name} cells per ${type}`, ...rows.map(({of}) => show(cost(of, type, plurals, kind), 2))])),
    ...EMPTY.map(([name, text]) => [`empty: ${text}`, ...rows.map(({of}) => show(of(name), 1))]),
    ['cells of rejected buildings', ...rows.map(({of}) => show(of('rejected_cells'), 1))]])];
}

/// The games of `a` on the same requests as better games of these others, of the best of which: {sequencer, repeat, a, b, winner}, the
/// greatest loss of `a` first. Null if it is not known which these are.
function lostRounds(summary, a, others, stream) {
  const rounds = [];
  for (const {sequencer} of summary.cellsOf(a, stream)) {
    if (summary.stream(sequencer).adaptive) continue;
    const scores = summary.byRepeat(a, sequencer);
    const rivals = others.map((winner) => ({winner, of: summary.byRepeat(winner, sequencer)})).filter(({of}) => of);
    if (!scores || !rivals.length) return null;
    scores.forEach((score, repeat) => {
      const best = rivals.reduce((one, other) => ((other.of[repeat] ?? -1) > (one.of[repeat] ?? -1) ? other : one));
      if (score !== null && score < best.of[repeat]) rounds.push({sequencer, repeat, a: score, b: best.of[repeat], winner: best.winner});
    });
  }
  return rounds.sort((x, y) => x.a - x.b - (y.a - y.b));
}

export function losses({summary, players, stream, options, set, gameOf, openGames}) {
  if (players.length < 2) return [h('h2', null, 'Where a player lost most'), h('p', {class: 'lead'}, 'This needs two players.')];
  const chosen = (name, otherwise) => (players.includes(options[name]) ? options[name] : otherwise);
  const b = chosen('winner', null), a = chosen('loser', players.find((player) => player !== (b ?? players[0])));
  const choose = (name, label, value, ...first) => playerChoice(label, `losses-${name}`, players, value, (to) => set(name, to), first);
  const known = a === b ? null : lostRounds(summary, a, b ? [b] : players.filter((player) => player !== a), stream), rounds = known ?? [];
  const row = ({sequencer, repeat, a: score, b: others, winner}) => {
    const games = [a, winner].map((player) => gameOf(player, sequencer, repeat));
    return h('tr', {'data-row': `${sequencer}.${repeat}`}, h('th', {scope: 'row'}, h('bdi', null, sequencer)),
      [repeat, show(score), [show(others), !b && h('small', null, ' ', nameTag(winner))], signed(score - others)]
        .map((text) => h('td', {class: 'number'}, text)),
      h('td', null, games.every((game) => game) ? h('button', {type: 'button', class: 'plain',
        click: () => openGames(...games)}, 'Open both') : h('span', {class: 'soft'}, 'not recorded')));
  };
  return [h('h2', null, !known ? 'Where a player lost most' : [who(a), rounds.length ? ' lost ' : ' lost no game',
    rounds.length > 0 && `${plural(rounds.length, 'game')}`, ' to ', b ? who(b) : 'others', ' on the same requests']),
  h('p', {class: 'lead'}, 'The requests on which one player lost most points to another, or to the best of all. Both games of a line ' +
    'can be opened side by side if they were recorded: those of repeat 0 are, and the three greatest losses of each player that is ' +
    'built in, unless they ended otherwise when they were played again for it; all are with ', h('code', null, '--trace all'), '.',
    a !== b && !known && ' It is shown where both have played all their games.'),
  h('div', {class: 'pickers'}, choose('loser', 'Lost by', a),
    choose('winner', 'to', b, h('option', {value: '', selected: !b}, 'the best of all'))),
  rounds.length > 0 && h('div', {class: 'scroll', tabindex: '0', role: 'region', 'aria-label': 'Greatest losses'},
    h('table', {'data-testid': 'losses-table', 'data-rows': 'cells'},
      h('thead', null, h('tr', null, h('th', {scope: 'col'}, 'Stream'),
        ['Repeat', a, b ?? 'Best', 'Difference'].map((head) => h('th', {scope: 'col', class: 'number'}, h('bdi', null, head))),
        h('th', {scope: 'col'}, 'Games'))),
      h('tbody', null, rounds.slice(0, b ? 8 : 3).map(row))))];
}
