// The ratings of a league after each of its batches.
import {h, nameTag, plural, show, signed, whoAll} from '../shared/dom.js';
import {swatch} from '../shared/marks.js';
import {ratingsChart} from '../shared/ratings_chart.js';
import {bestOf} from './summary.js';
import {sortedTable} from './table.js';

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
    ratingsChart(league.history, rows.map(({player}) => ({player, number: summary.number.get(player)})), narrow),
    sortedTable({columns, rows, sort: sorts.ratings, again: (sort) => again('ratings', sort), caption: 'Ratings of the league by player',
      list: 'ratings'})];
}

/// Who has the highest rating, in a sentence.
export function leagueLeader(rows) {
  const first = bestOf(rows.filter(({rating}) => rating !== null), ({rating}) => rating);
  if (!first.length) return 'Nobody has a rating yet';
  return [whoAll(first.map(({player}) => player)), first.length > 1 ? ' have' : ' has',
    ` the highest rating of the league, ${signed(first[0].rating)}`];
}
