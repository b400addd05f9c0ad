// A table whose columns sort it, and a choice of what is shown.
import {h, optionText, scroll} from '../shared/dom.js';

/// Columns are {label, title, value(row) to sort by, cell(row) to show, numeric, head}. `sort` is {column, down}, kept by
/// the caller, column -1 for rows as they come: clicking a head calls `again` with another. `list` names the rows that are saved of it.
export function sortedTable({columns, rows, sort, again, caption, list, rowAttributes = (_row) => null}) {
  const value = columns[sort.column]?.value ?? (() => 0);  // else as they come
  const empty = (x) => x === null || x === undefined;
  const order = [...rows].sort((a, b) => {
    const x = value(a), y = value(b);
    if (empty(x) || empty(y)) return Number(empty(x)) - Number(empty(y));
    const less = typeof x === 'string' ? x.localeCompare(y, 'en', {numeric: true}) : x - y;
    return sort.down ? -less : less;
  });
  const head = (column, i) => {
    const on = sort.column === i;
    const press = () => again(on ? {column: i, down: !sort.down} : {column: i, down: Boolean(column.numeric)});
    return h('th', {scope: 'col', class: column.numeric ? 'number' : null,
      'aria-sort': on ? (sort.down ? 'descending' : 'ascending') : null},
      h('button', {type: 'button', title: column.title, click: press}, column.head ?? column.label,
        h('span', {class: 'arrow', 'aria-hidden': 'true'}, on ? (sort.down ? '▼' : '▲') : '')));
  };
  return scroll(caption,
    h('table', {'data-rows': list},
      h('caption', {class: 'unseen'}, caption),
      h('thead', null, h('tr', null, columns.map(head))),
      h('tbody', null, order.map((row) => h('tr', {'data-row': columns[0].value(row), ...rowAttributes(row)}, columns.map((column, i) =>
        h(i === 0 ? 'th' : 'td', {class: [column.numeric ? 'number' : '', column.class?.(row) ?? ''].join(' ').trim() || null,
                                  scope: i === 0 ? 'row' : null, ...column.attributes?.(row)}, column.cell(row))))))));
}

/// A choice of a player, with its label.
export const playerChoice = (label, testid, players, chosen, set, ...first) => h('label', null, h('span', {class: 'soft'}, label),
  h('select', {'data-testid': testid, change: (event) => set(event.target.value || null)}, first,
    players.map((player) => h('option', {value: player, selected: player === chosen}, optionText(player)))));

/// Radio buttons for an option of a section: [[value, label], ...].
export const choices = (name, chosen, legend, values, set) => h('fieldset', {class: 'choice'}, h('legend', {class: 'unseen'}, legend),
  values.map(([value, label]) => h('label', null, h('input', {type: 'radio', name, value, checked: chosen === value,
    change: () => set(name, value)}), h('span', null, label))));
