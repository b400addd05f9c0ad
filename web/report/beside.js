// Two results folders side by side: the figures of `pentocity-beside/1`, which the program has worked out.
import {h, isolated, nameTag, plural, scroll, show, signed} from '../shared/dom.js';
import {shade} from './standings.js';
import {choices} from './table.js';
import {swatch} from '../shared/marks.js';

const percent = (share) => 100 * share;

/// A figure in two folders as one of three texts: how far apart in standard errors, the difference with its error, or both.
function figure(value, shown, digits, scale = (x) => x) {
  const by = (x) => (x === null ? null : scale(x));
  if (shown === 'errors') return signed(value.deviation, 1);
  if (shown === 'difference') return `${signed(by(value.difference), digits)}\u00a0±\u00a0${show(by(value.standard_error), digits)}`;
  return `${show(by(value.there), digits)} \u2192 ${show(by(value.here), digits)}`;
}

const bestNames = (names) => (names.length ? names.flatMap((name, i) => [i ? ', ' : '', nameTag(name)]) : '–');

export function besideTables({beside, summary, players, stream, options, set}) {
  const shown = options.beside, names = new Set(beside.players.map(({player}) => player));
  const common = players.filter((player) => names.has(player));
  const streams = beside.sequencers.filter(({sequencer}) => stream === null || sequencer === stream);
  const cells = new Map(beside.cells.map((cell) => [JSON.stringify([cell.player, cell.sequencer]), cell]));
  const pairs = new Map(beside.pairs.map((pair) => [JSON.stringify([pair.a, pair.b]), pair]));
  const head = (player) => h('th', {scope: 'col', class: 'number'}, h('span', {class: 'head'}, swatch(summary.number.get(player)),
    nameTag(player)));
  const td = (value, text, title) => h('td', {class: `number heat${Math.abs(value.deviation ?? 0) > 2 ? ' best' : ''}`, title,
    style: shade(value.deviation === null ? null : value.deviation / 4)}, text);
  const meanCell = (value, where) => td(value, figure(value, shown, shown === 'difference' ? 1 : 0),
    `${where}: ${figure(value, 'both', 1)}, difference ${figure(value, 'difference', 1)}, ${figure(value, 'errors')} standard errors`);

  const scoreRow = (name, values) => h('tr', null, h('th', {scope: 'row'}, name), values);
  const scores = table('Mean scores side by side', 'cells players sequencers',
    h('tr', null, h('th', {scope: 'col'}, 'Stream'), common.map(head),
      shown === 'both' && h('th', {scope: 'col'}, 'Best')), [
    ...streams.map(({sequencer, winners}) => scoreRow(nameTag(sequencer), [
      common.map((player) => {
        const value = cells.get(JSON.stringify([player, sequencer]));
        return value ? meanCell(value, `${isolated(player)} on ${isolated(sequencer)}`) : h('td', null);
      }), shown === 'both' && h('td', null, JSON.stringify(winners.there) === JSON.stringify(winners.here)
        ? bestNames(winners.here) : [bestNames(winners.there), ' \u2192 ', bestNames(winners.here)])])),
    stream === null && scoreRow('mean',
      [common.map((player) => meanCell(beside.players.find((one) => one.player === player), isolated(player))),
        shown === 'both' && h('td', null)]),
  ]);

  const matchCell = (a, b) => {
    if (a === b) return h('td', {class: 'self'}, h('span', {'aria-hidden': 'true'}, '·'));
    const straight = pairs.get(JSON.stringify([a, b])), pair = straight ?? pairs.get(JSON.stringify([b, a]));
    if (!pair || pair.here === null || pair.there === null) return h('td', {class: 'number'}, '–');
    const minus = (x) => (x === null ? null : -x);
    const value = straight ? pair : {...pair, here: 1 - pair.here, there: 1 - pair.there, difference: minus(pair.difference),
      deviation: minus(pair.deviation)};
    const count = (tally) => (straight ? `${tally.wins}:${tally.losses}` : `${tally.losses}:${tally.wins}`);
    const both = `${count(pair.matches.there)} \u2192 ${count(pair.matches.here)}`;
    return td(value, shown === 'both' ? both : figure(value, shown, 1, percent),
      `${isolated(a)} against ${isolated(b)}: ${both}; share won ${figure(value, 'difference', 1, percent)} percentage points, ` +
      `${figure(value, 'errors')} standard errors`);
  };
  const matches = table('Matches side by side', 'pairs', h('tr', null, h('th', {scope: 'col'}, 'Player'), common.map(head)),
    common.map((a) => scoreRow([swatch(summary.number.get(a)), nameTag(a)], common.map((b) => matchCell(a, b)))));

  const medians = table('Means and medians side by side', 'players',
    h('tr', null, ['Player', 'Mean there', 'Mean here', 'Difference', 'Standard errors', 'Median there', 'Median here'].map(
      (label, i) => h('th', {scope: 'col', class: i ? 'number' : null}, label))),
    common.map((player) => {
      const one = beside.players.find((other) => other.player === player);
      const texts = [show(one.there, 1), show(one.here, 1), figure(one, 'difference', 1), figure(one, 'errors'),
        show(one.median.there, 1), show(one.median.here, 1)];
      return scoreRow([swatch(summary.number.get(player)), nameTag(player)], texts.map((text) => h('td', {class: 'number'}, text)));
    }));

  const known = beside.cells.filter(({deviation}) => deviation !== null);
  const near = known.filter(({deviation}) => Math.abs(deviation) <= 2).length;
  const same = beside.decided.filter((pair) => pair.same), other = beside.decided.filter((pair) => !pair.same);
  return [h('h2', null, `${show(near)} of ${plural(known.length, 'mean score')} are within two standard errors of the other results`),
    h('p', {class: 'lead'}, 'Beside these results, ', nameTag(beside.here), ' (here), stand others, ', nameTag(beside.there),
      ' (there). Standard errors are of the difference, here less there; bold where it is more than two of them.'),
    choices('beside', shown, 'What the tables show', [['errors', 'In standard errors'], ['difference', 'Difference'],
      ['both', 'There \u2192 here']], set),
    h('h3', null, 'Mean scores'), scores,
    h('h3', null, 'Matches on the same requests, over all streams'),
    h('p', {class: 'lead'}, shown === 'both' ? 'Won and lost by the row\u2019s player against the column\u2019s.'
      : 'The share of matches that the row\u2019s player won against the column\u2019s, in percentage points; a draw is ' +
        'half a win.'), matches,
    beside.decided.length > 0 && h('p', null, nameTag(beside.there), ` has ${plural(beside.decided.length, 'pair')} of players with ` +
      `a winner by more than two standard errors; the same player wins ${show(same.length)} of them here`,
      other.length ? [', but not ', other.flatMap((pair, i) => [i ? ', ' : '', nameTag(pair.winner), ' against ',
        nameTag(pair.loser)])] : '', '.'),
    h('h3', null, 'Means and medians over all streams'), medians];
}

const table = (caption, list, head, rows) => scroll(caption,
  h('table', {class: 'square', 'data-rows': list},
    h('caption', {class: 'unseen'}, caption), h('thead', null, head), h('tbody', null, rows)));
