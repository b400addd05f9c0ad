// The first screen: a finished land with its parts named, the rules in a sentence, who leads.
import {areaOf, Game, KINDS, outlineOf} from '../shared/game.js';
import {h, isolated, plural, s, show, who} from '../shared/dom.js';
import {leader} from './standings.js';
import {readTrace, rulesOf} from './trace.js';

const NAMES = {residence: 'residence', factory: 'factory', park: 'park', water: 'pond', road: 'road', empty: 'empty'};
const numeral = (n) => ['no', 'first', 'second', 'third', 'fourth', 'fifth'][n] ?? `${show(n)}th`;

/// The rules in one sentence.
export function rulesSentence(json) {
  const rules = rulesOf(json);
  return 'Pentocity is a game in which programs build a town: requests for residences (five connected cells) and factories ' +
    '(rectangles) come one at a time; the player puts each on the land for good, or rejects it. ' +
    `Each cell of a building is a point, and a ${rules.factory_bonus ? 'building' : 'residence'} earns 2 more beside a park and 2 ` +
    'more beside a pond, of at least four cells each; ' +
    `every building needs a road to the edge, residences and factories must not touch, and the ${numeral(rules.max_rejects)} reject ` +
    'ends the game.';
}

export function facts(summary, run) {
  const {json} = summary;
  return [!json.league && json.unplayed > 0 && h('p', {class: 'facts', role: 'note', 'data-testid': 'interim'},
    h('b', null, 'Interim report: '),
    `${show(summary.games)} of ${plural(summary.games + json.unplayed, 'game')} have been played. Means, ranks and winners can ` +
    'still change.'),
  h('p', {class: 'facts'}, `${plural(summary.games, 'game')}: ${plural(summary.players.length, 'player')} on ` +
    `${plural(summary.sequencers.length, 'request stream')}${json.league ? '' : `, ${plural(json.repeats, 'repeat')}`}. Rules: ` +
    `${summary.profile}.`),
    json.commitment && h('p', {class: 'facts commitment'}, 'The requests were drawn from a secret. Its commitment, which nobody can ' +
      'change after the games: ', h('code', null, json.commitment), '.'),
    run.made && h('p', {class: 'facts made', 'data-testid': 'made'}, 'How this was made: ', h('span', null, run.made),
      run.machine && `; on ${run.machine}`, '.')];
}

/// What the page is, and what to do with it.
export const guide = ({players}) => h('p', {class: 'guide'}, `How well ${plural(players.length, 'player')} built towns, and why: watch ` +
  'a game, or press a heading below for its figures.');

/// Who leads in the mean of all streams, and by how much.
export const lead = (summary) => h('p', {class: 'who-leads', 'data-testid': 'who-leads'}, leader(summary, summary.players, null), '.');

/// Lines of small lands are as thin as on one of 50 rows.
export const thin = (side) => `--thin: ${Math.min(1, side / 50)}`;
const viewBox = (side) => `-.5 -.5 ${side * 1.34 + .5} ${side + 1}`;
/// What keeps the room of finishedLand() until it is there.
export const emptyLand = (side, ...caption) => [s('svg', {class: 'land named', viewBox: viewBox(side), 'aria-hidden': 'true'}),
  h('figcaption', {class: 'soft'}, caption)];

// Games that are looked at for a land with every kind of cell.
const mostTried = 12;

/// A finished land with its parts named, of the first of these games that has parts of all kinds: the game and what shows it.
export async function finishedLand(entries) {
  let entry = null, game = null;
  for (const one of entries.slice(0, mostTried)) {
    const {grid} = readTrace(await one.load()).end;
    if (entry && ![...'RFPW='].every((symbol) => String(grid).includes(symbol))) continue;
    [entry, game] = [one, new Game(readTrace(await one.load()))];
    if ([...'RFPW='].every((symbol) => String(grid).includes(symbol))) break;
  }
  const {side, last} = game;
  const cells = KINDS.map(() => []);
  for (let i = 0; i < game.cells; ++i) cells[game.kindAt(i, last)].push(i);
  const there = ['residence', 'park', 'factory', 'road', 'water', 'empty'].filter((kind) => cells[KINDS.indexOf(kind)].length);
  // Each name has a row of its own, in the order of the cells to which the lines lead, at the right, where more of the kind are around.
  const unit = side / 50;  // names have a size for lands of 50 rows
  const rowOf = (k) => side * (k + .5) / there.length;
  const callouts = there.map((kind, k) => {
    const number = KINDS.indexOf(kind), row = rowOf(k);
    const around = (i) => game.beside[i].filter((j) => game.kindAt(j, last) === number).length;
    const cost = (i) => Math.abs(Math.floor(i / side) - row) + .8 * (side - i % side) - 2 * Math.min(3, around(i));
    return {kind, at: cells[number].reduce((best, i) => (cost(i) < cost(best) ? i : best))};
  }).sort((a, b) => a.at - b.at).map(({kind, at}, k) => {
    const row = rowOf(k), [x, y] = [at % side + .5, Math.floor(at / side) + .5];
    const line = `M${x / unit} ${y / unit}L52 ${row / unit}`;
    return s('g', {class: 'callout', transform: `scale(${unit})`}, s('path', {class: 'halo', d: line}), s('path', {d: line}),
      s('circle', {cx: x / unit, cy: y / unit, r: .55}), s('text', {x: 52.6, y: row / unit + 1}, NAMES[kind]));
  });
  const picture = s('svg', {class: 'land named', viewBox: viewBox(side), role: 'img', style: thin(side),
    'data-testid': 'finished-land',
    'aria-label': `A finished land of ${side} by ${side} cells, by ${isolated(entry.player)}: ` +
    `${KINDS.map((kind, k) => `${cells[k].length} cells ${NAMES[kind]}`).join(', ')}`},
    s('path', {class: 'layer-paper', d: `M0 0h${side}v${side}h-${side}z`}),
    KINDS.slice(1).map((kind, k) => s('path', {class: `layer-${kind}`, d: areaOf(cells[k + 1], side)})),
    s('path', {class: 'layer-outlines', d: game.buildings.map((building) => outlineOf(building.cells, side)).join('')}), callouts);
  return {entry, parts: [picture, h('figcaption', {class: 'soft'}, 'A finished land of ', who(entry.player), ' on ', who(entry.sequencer),
    `: ${show(entry.score)} points in ${plural(game.turns.length, 'turn')}.`)]};
}
