// The pages that `pentocity site` writes itself: the first one, the puzzles, the hall of fame. The page knows from its data which
// of them it is. The page of a player of a league has `player` beside `pages`: {league, report, standing, of, history, versions,
// batches, matches}, with standing and history as in pentocity-league-table/1, and the matches of the last `batches` batches. All
// others hold the same data of the site:
//   pages: names by file, in the order of the menu, which the program writes
//   tournaments: {file, name, date, winners, mean, players, games}, the latest first; of a league also people: {file, standing}
//   town: {player, sequencer, side, score} of the land in town.svg, or null
//   games: of each player the best game that a report shows, {page, file, score}
//   puzzles: {name, summary, picture, solution, lattice, solutions, unique}: pictures of the empty board and of a solution, and the
//     counts as decimal strings; the playground has no solids
//   hall_of_fame: the document that scripts/hall-of-fame wrote, Markdown, or null
import {marked} from 'marked';
import {h, isolated, nameTag, plural, scroll, show, signed, who} from '../shared/dom.js';
import {ratingsChart} from '../shared/ratings_chart.js';
import {writeAddress} from '../shared/state.js';
import {themeSwitch} from '../shared/theme.js';

const dataOf = (id) => JSON.parse(document.getElementById(id).textContent);
const page = dataOf('pentocity-page'), site = dataOf('pentocity-site');

const BEST_SHOWN = 5;  // players of the hall of fame on the first page
const OUTCOMES = ['lost', 'drawn', 'won'];
const WATCHED = ['planner', 'planner-fast', 'jigsaw'];  // players that play in the playground
const PUZZLES_SHOWN = ['popinjay', 'meteor', 'pentominoes-8x8', 'courtyard'];

// The way from this page to the folder of the site.
const up = '../'.repeat(page.split('/').length - 1);
// The name of a file may hold percent signs, which are no escapes there.
const link = (file, text) => h('a', {href: up + encodeURI(file)}, text);
const hasPlayground = Boolean(site.pages['playground.html#play']);
const grouped = (digits) => BigInt(digits).toLocaleString('en');

/// Columns are {label, numeric}; a row has a field for each of them.
function table(caption, columns, rows) {
  const kind = (i) => (columns[i].numeric ? {class: 'number'} : null);
  return scroll(caption, h('table', null,
    h('thead', null, h('tr', null, columns.map(({label}, i) => (label === '' ? h('td') : h('th', {scope: 'col', ...kind(i)}, label))))),
    h('tbody', null, rows.map((row) => h('tr', null, row.map((field, i) => h('td', kind(i), field)))))));
}

function tournaments() {
  if (!site.tournaments.length) return h('p', null, 'No tournament is shown here yet.');
  const columns = ['Tournament', 'Date', 'Winner', 'Mean score', 'Players', 'Games'].map((label, i) => ({label, numeric: i > 2}));
  return [
    h('p', null, 'Each has a page with its tables and with games to watch. The winner is the player with the highest mean score of ' +
      'those with a score in every game; of a league, the one with the highest rating.'),
    table('Tournaments', columns, site.tournaments.map(({file, name, date, winners, mean, players, games}) => [
      link(file, name), date || '–', winners.join(', ') || '–', winners.length ? mean.toFixed(1) : '–', show(players), show(games)])),
    site.tournaments.filter((one) => one.people).map(peopleOf),
  ];
}

const half = ({rating_ci95: ci}) => (ci ? `±${show((ci[1] - ci[0]) / 2)}` : '–');
const ratingOf = ({rating}) => (rating === null ? '–' : signed(rating));
const day = (date) => date.slice(0, 10);

/// The players of a league, each with the way to its page.
function peopleOf({name, people}) {
  const columns = ['', 'Player', 'Version', 'Rating', '95% interval', 'Won', 'Lost', 'Drawn']
    .map((label, i) => ({label, numeric: i !== 1}));
  return [h('h3', null, 'The players of ', who(name)),
    table(`The players of ${name}`, columns, people.map(({file, standing}) => [
      show(standing.rank), link(file, nameTag(standing.player)), show(standing.version), ratingOf(standing), half(standing),
      ...['wins', 'losses', 'draws'].map((kind) => show(standing.matches[kind]))]))];
}

/// The page of a player of a league.
function playersPage() {
  const {league, report, standing, of, history, versions, batches, matches} = site.player;
  const columns = [['Batch', true], ['Date'], ['Version', true], ['Stream'], ['Opponent'], ['Score', true], ['Its score', true],
    ['Outcome'], ['Game']].map(([label, numeric]) => ({label, numeric}));
  return [
    h('h1', null, who(standing.player)),
    h('p', {class: 'lead'}, standing.rank === null ? 'No match of this version has been played yet' :
      [`Number ${show(standing.rank)} of ${plural(of, 'player')}, with a rating of ${ratingOf(standing)} (${half(standing)})`],
    ', in the league ', link(report, who(league)), '.'),
    h('h2', null, 'Progress'),
    h('p', null, 'The rating in Elo points after each batch: the mean of all players is 0. A thin line is the 95% interval, a gap a new ' +
      'version.'),
    ratingsChart(history, [{player: standing.player, number: 0}], window.innerWidth < 760) ??
      h('p', {class: 'soft'}, 'There is no rating yet.'),
    h('h2', null, 'Versions'),
    table('Versions', [{label: 'Version', numeric: true}, {label: 'Joined'}],
      [...versions].reverse().map(({version, joined}) => [show(version), day(joined)])),
    h('h2', null, 'Games'),
    h('p', null, `The matches of the last ${show(batches)} batches, the latest first: two games on the same requests, of which the ` +
      'higher score wins. A game that was recorded can be watched.'),
    matches.length ? table('Games', columns, matches.map((one) => [show(one.batch), day(one.date), show(one.version), one.sequencer,
      nameTag(one.opponent), show(one.score), show(one.other_score), OUTCOMES[one.outcome + 1],
      one.file ? h('a', {href: `${up}${encodeURI(report)}#game=${encodeURIComponent(one.file)}`}, 'watch') : '–'])) :
      h('p', {class: 'soft'}, 'There is none yet.'),
  ];
}

/** The parts of a document. @returns {any[]} */
const partsOf = (markdown) => marked.lexer(markdown);

/// What stands in a line of Markdown: code stays code, and of a link its words stay, as other documents are not here.
const inline = (tokens) =>
  tokens.map((one) => (one.type === 'codespan' ? h('code', null, one.text) : one.tokens ? inline(one.tokens) : one.text));

/// Where a game of a player can be watched.
function gameOf(player) {
  const game = site.games[player];
  return game ? link(`${game.page}#game=${encodeURIComponent(game.file)}`, `${show(game.score)} points`)
    : hasPlayground && WATCHED.includes(player) ? link(`playground.html#watch=${player}`, 'watch it play') : '–';
}

/// A table of the document, and of each player a game; its first rows only, and of these the named columns, if they are given.
function hallTable(caption, {header, rows}, most = rows.length, only = null) {
  const labels = header.map(({text}) => text), chosen = [...labels.keys()].filter((i) => !only || only.includes(labels[i]));
  const columns = chosen.map((i) => ({label: labels[i], numeric: /^$|^score|^share|^±/.test(labels[i])}));
  const at = 1 + chosen.findIndex((i) => labels[i] === 'player');
  return table(caption, columns.toSpliced(at, 0, {label: 'a game', numeric: false}), rows.slice(0, most).map((row) =>
    chosen.map((i) => inline(row[i].tokens)).toSpliced(at, 0, gameOf(row[labels.indexOf('player')].text))));
}

/// How somebody's player gets here; the words are links where the documentation is part of the site.
function entering() {
  const words = (name, text, heading = '') => (site.pages['documentation/index.html']
    ? link(`documentation/page-docs-${name}.html${heading && `#page-docs-${name}-${heading}`}`, text) : text);
  return h('p', {id: 'enter', class: 'lead'}, h('b', null, 'Your player can be here. '), words('first-steps-player', 'Write it'),
    ', let it play ', words('how-to-benchmark', 'the benchmark'), ', and ', words('how-to-benchmark', 'hand in', 'the-hall-of-fame'),
    ' the program, or its recorded games.', hasPlayground && [' A player that is one .wasm file plays ',
    link('playground.html#watch', 'in the playground'), ' at once.']);
}

function hallOfFame() {
  let heading = '';
  return partsOf(site.hall_of_fame).map((one) => {
    if (one.type === 'table') return hallTable(heading, one);
    if (one.type === 'paragraph') return h('p', {class: 'lead'}, inline(one.tokens));
    if (one.type !== 'heading') return null;
    heading = one.text;
    if (one.depth === 1) return [h('h1', null, inline(one.tokens)), entering()];
    return h('h2', null, inline(one.tokens));
  });
}

function bestPlayers() {
  const parts = partsOf(site.hall_of_fame), heading = parts.find(({type, depth}) => type === 'heading' && depth === 2);
  return h('section', {id: 'hall-of-fame'}, h('h2', null, 'Hall of fame'),
    h('p', null, 'The best of ', link('hall-of-fame.html', 'the hall of fame'), ' (', heading.text, '), ',
      link('hall-of-fame.html#enter', 'which yours can enter'), '.'),
    hallTable('The best players', parts.find(({type}) => type === 'table'), BEST_SHOWN, ['', 'player', 'score']));
}

const image = (file, alt) => h('img', {src: encodeURI(file), alt, loading: 'lazy'});
const counted = ({solutions}) => `${grouped(solutions)} solution${solutions === '1' ? '' : 's'}`;
/// The empty board of a puzzle, which leads to where it can be laid.
function board({name, picture: file, lattice}) {
  const empty = image(file, `The empty board of ${name}`);
  return hasPlayground && lattice !== 'cube' ? h('a', {class: 'board', href: `playground.html#puzzle=${name}`}, empty)
    : h('div', {class: 'board'}, empty);
}

const LATTICES = {square: 'squares', hex: 'hexagons', triangle: 'triangles', cube: 'cubes'};
function gallery() {
  const cards = site.puzzles.map((puzzle) => [puzzle, h('li', null, board(puzzle), h('h2', null, puzzle.name),
    h('p', null, `${puzzle.summary}.`),
    h('p', null, `${counted(puzzle)}, ${grouped(puzzle.unique)} up to symmetry`),
    hasPlayground && puzzle.lattice !== 'cube' && h('p', null, link(`playground.html#puzzle=${puzzle.name}`, 'Lay it yourself')),
    h('details', null, h('summary', null, 'Show a solution'), image(puzzle.solution, `A solution of ${puzzle.name}`)))]);
  const choose = () => {
    for (const [{lattice}, card] of cards) card.hidden = filter.value !== '' && lattice !== filter.value;
  };
  const filter = h('select', {'data-testid': 'lattice', change: () => {
    choose();
    writeAddress(filter.value && `#${filter.value}`);
  }}, h('option', {value: ''}, `all ${cards.length}`), Object.entries(LATTICES).map(([value, label]) => h('option', {value}, label)));
  if (Object.hasOwn(LATTICES, location.hash.slice(1))) filter.value = location.hash.slice(1);
  choose();
  return [h('h1', null, 'Gallery of puzzles'),
    h('p', {class: 'lead'}, 'Fill the board with the pieces: choose one to lay it. A solution is shown to who asks for it.'),
    h('p', {class: 'filters'}, h('label', null, 'Boards of ', filter)),
    h('ul', {class: 'gallery'}, cards.map(([, card]) => card))];
}

const firstPage = () => [
  h('div', {class: 'first'},
    h('div', null, h('h1', null, 'Pentocity'),
      h('p', {class: 'lead'}, 'Pentocity is a packing game for programs. A program, the player, builds a town on a square of land. ' +
        'Requests ' +
        'for buildings come one at a time, and what comes next is not known; each is placed or rejected before the next one is seen. The ' +
        'third reject ends the game.'),
      hasPlayground && h('p', null, h('a', {class: 'start', href: 'playground.html#play=today'}, 'Play today\u2019s game')),
      h('p', {class: 'lead'}, 'Each cell of a building scores a point, and buildings at parks and ponds score more. Here are tournaments ' +
        'between such players, the game itself, and puzzles that its solvers have solved.')),
    site.town && h('figure', null,
      h('img', {src: 'town.svg', alt: `A finished land of ${site.town.side} x ${site.town.side} cells`}),
      h('figcaption', null, `A town of the player ${site.town.player}, on the stream ${site.town.sequencer}: ` +
        `${show(site.town.score)} points`))),
  h('section', {id: 'play'}, h('h2', null, 'Play'), h('p', null, hasPlayground
    ? [link('playground.html', 'The playground'), ' is the game in the browser: build a town yourself, with hints and a strong player ' +
      'beside you, or watch it play. There are a ', link('playground.html#play=today', 'game'), ' and a ',
      link('playground.html#puzzle=today', 'puzzle'), ' for each day.']
    : 'The playground, which is the game in the browser, is not part of this site: it had not been built when the site was made.')),
  h('section', {id: 'tournaments'}, h('h2', null, 'Tournaments'), tournaments()),
  site.hall_of_fame && bestPlayers(),
  h('section', {id: 'gerrymander'}, h('h2', null, 'Gerrymander'),
    h('p', null, 'Draw districts so that the smaller party wins more of them ' +
    'than the larger one: ', link('gerrymander.html', 'the puzzle of the day'), '.')),
  h('section', {id: 'puzzles'}, h('h2', null, 'Puzzles'),
    h('p', null, link('puzzles.html', plural(site.puzzles.length, 'tiling puzzle')), ' to lay, each with the number of its solutions.'),
    h('ul', {class: 'gallery few'}, site.puzzles.filter(({name}) => PUZZLES_SHOWN.includes(name)).map((puzzle) =>
      h('li', null, board(puzzle), h('p', null, `${puzzle.name}: ${counted(puzzle)}`))))),
];

const contents = {'index.html': firstPage, 'puzzles.html': gallery, 'hall-of-fame.html': hallOfFame};
if (page !== 'index.html') document.title = `${site.player ? isolated(site.player.standing.player) : site.pages[page]} – Pentocity`;
document.getElementById('app').append(
  h('header', null, themeSwitch()), h('main', null, site.player ? playersPage() : contents[page]()));
