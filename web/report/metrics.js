// What the lands look like in figures, all metrics side by side.
import {h, nameTag, show} from '../shared/dom.js';
import {colourOf, swatch} from '../shared/marks.js';
import {sortedTable} from './table.js';
import {emptyFinding} from './words.js';

/// Names of summary.json with what they mean; the pages that show a game compute these themselves.
/** @type {[string, string, string, number][]} */
export const METRICS = [
  ['empty', 'Empty', 'Empty cells', 0], ['road', 'Road', 'Road cells', 0], ['building', 'Building', 'Cells of residences and factories', 0],
  ['resort', 'Parks, ponds', 'Cells of parks and ponds', 0], ['utility', 'Utility', 'Bonus points per cell of park or pond', 3],
  ['perimeter', 'Perimeter', 'Edges between built and empty cells, as recorded in 2016', 0],
  ['exposed_edges', 'Exposed edges', 'Edges between built and empty cells', 0],
  ['extendable', 'Extendable', 'Empty cells next to a park or pond', 0], ['giant', 'Largest empty area',
    'Cells of the largest connected empty area', 1],
  ['giant_perimeter', 'its perimeter', 'Edges between the largest empty area and built cells', 1],
  ['giant_extendable', 'its extendable', 'Cells of the largest empty area next to a park or pond', 1],
];

/// Those, and the others of a summary with what the program says of them.
function metricsOf({cells}, about) {
  const others = Object.keys(cells[0]?.metrics ?? {}).filter((name) => METRICS.every(([known]) => known !== name));
  return [...METRICS, ...others.map((name) => [name, name.replaceAll('_', ' '), about?.metrics?.[name] ?? name,
    about?.digits?.[name] ?? 1])];
}

export function metrics({summary, about, players, stream, sorts, again}) {
  const all = metricsOf(summary.json, about);
  const rows = players.map((player) => ({player, values: all.map(([name]) => summary.metric(player, stream, name))}));
  if (rows.every(({values}) => values.every((value) => value === null)))
    return [h('h2', null, 'Nothing is known of the lands'), h('p', {class: 'lead'}, 'These results have scores alone.')];
  const ends = all.map((_, m) => {
    const known = rows.map(({values}) => values[m]).filter((value) => value !== null);
    return known.length ? [Math.min(...known), Math.max(...known)] : null;
  });
  const bar = (value, m) => {
    if (value === null || !ends[m]) return null;
    return `--length: ${(100 * value / Math.max(1e-9, ends[m][1])).toFixed(1)}%`;
  };
  const columns = [
    {label: 'Player', value: (row) => row.player, cell: (row) => [swatch(summary.number.get(row.player)), nameTag(row.player)]},
    ...all.map(([, label, title, digits], m) => ({
      label, title, numeric: true, value: (row) => row.values[m], class: (row) => `bar ${colourOf(summary.number.get(row.player))}`,
      attributes: (row) => ({style: bar(row.values[m], m)}), cell: (row) => h('span', null, show(row.values[m], digits))})),
  ];
  return [h('h2', null, emptyFinding(rows.filter(({player, values}) => values[0] !== null && summary.complete(player, stream))
    .map(({player, values}) => ({player, empty: values[0]})), (empty) => `${show(empty)} cells`)),
    h('p', {class: 'lead'}, 'Means over the games that ended well. Bars are relative to the greatest value of their column.'),
    sortedTable({columns, rows, sort: sorts.metrics, again: (sort) => again('metrics', sort), caption: 'Metrics of the lands by player',
      list: 'cells'}),
    h('details', {class: 'figures'}, h('summary', null, 'What the metrics are'),
      h('dl', {class: 'meanings'}, all.map(([, label, title]) => [h('dt', null, label), h('dd', null, `${title}.`)])))];
}
