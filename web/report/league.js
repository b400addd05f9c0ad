// The ratings of a league after each of its batches.
import {h, nameTag, plural, scroll, show, signed, who, whoAll} from '../shared/dom.js';
import {swatch} from '../shared/marks.js';
import {ratingsChart} from '../shared/ratings_chart.js';
import {bestOf} from './summary.js';
import {playerChoice, sortedTable} from './table.js';

export function ratings({summary, players, sorts, again, narrow, options, set}) {
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
    ratingsChart(league.history, rows.map(({player}) => ({player, number: summary.number.get(player)})), narrow),
    sortedTable({columns, rows, sort: sorts.ratings, again: (sort) => again('ratings', sort), caption: 'Ratings of the league by player',
      list: 'ratings'}), rows.length > 1 && sideBySide(summary, rows, options, set)];
}

/// Two players beside each other, and what their ratings say of a match.
function sideBySide(summary, rows, options, set) {
  const of = (name, otherwise) => rows.find(({player}) => player === options[name]) ?? otherwise;
  const a = of('one', rows.find(({player}) => player !== options.other)), b = of('other', rows.find((row) => row !== a));
  const names = rows.map(({player}) => player), pair = a === b ? null : summary.pair(a.player, b.player, null);
  const share = 100 / (1 + 10 ** ((b.rating - a.rating) / 400)), mean = ({player}) => summary.standing(player, null).mean;
  const line = (label, text) => h('tr', null, h('th', {scope: 'row'}, label), [a, b].map((row) => h('td', {class: 'number'}, text(row))));
  return h('div', {'data-testid': 'side-by-side'}, h('h3', null, 'Two players side by side'),
    h('div', {class: 'pickers'}, playerChoice('Player', 'side-one', names, a.player, (to) => set('one', to)),
      playerChoice('and', 'side-other', names, b.player, (to) => set('other', to))),
    a !== b && a.rating !== null && b.rating !== null && h('p', null, 'By their ratings ', who(a.player), ` wins ${show(share)}% of ` +
      'the matches', pair && `; of those on the same requests it won ${show(pair.wins)}, lost ${show(pair.losses)} and drew ` +
      show(pair.draws), '.'),
    scroll('Two players side by side', h('table', null,
      h('thead', null, h('tr', null, h('th', {scope: 'col'}, 'Of'), [a, b].map(({player}) => h('th', {scope: 'col', class: 'number'},
        swatch(summary.number.get(player)), nameTag(player))))),
      h('tbody', null, line('Rating', ({rating, rating_ci95: ci}) => (ci ? `${signed(rating)} ± ${show((ci[1] - ci[0]) / 2)}` : '–')),
        line('Matches won, lost, drawn', ({matches}) => `${show(matches.wins)}–${show(matches.losses)}–${show(matches.draws)}`),
        line('Mean score', (row) => show(mean(row), 1)), line('Version', ({version}) => show(version)),
        line('Joined', ({joined}) => joined.slice(0, 10))))));
}

/// Who has the highest rating, in a sentence.
export function leagueLeader(rows) {
  const first = bestOf(rows.filter(({rating}) => rating !== null), ({rating}) => rating);
  if (!first.length) return 'Nobody has a rating yet';
  return [whoAll(first.map(({player}) => player)), first.length > 1 ? ' have' : ' has',
    ` the highest rating of the league, ${signed(first[0].rating)}`];
}
