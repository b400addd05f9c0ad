// The summary in columns, pentocity-columns/1, and in rows again.

/// The values of a column: a list as it stands; {"": different values, at}, where `at` has their numbers, from 0, in runs such as
/// "0*12 3"; or an object of columns, whose values are objects.
function valuesOf(column) {
  if (Array.isArray(column)) return column;
  if (column['']) {
    const values = [];
    for (const run of column.at.split(' ')) {
      const star = run.indexOf('*');
      for (let times = star < 0 ? 1 : Number(run.slice(star + 1)); times > 0; --times) values.push(column[''][parseInt(run, 10)]);
    }
    return values;
  }
  /** @type {Record<string, any>[]} */
  let rows = null;
  for (const [name, of] of Object.entries(column)) {
    const values = valuesOf(of);
    rows ??= values.map(() => ({}));
    for (let k = 0; k < rows.length; ++k) rows[k][name] = values[k];
  }
  return rows;
}

/// A summary as summary.json has it.
export function inRows(json) {
  if (json?.format !== 'pentocity-columns/1') return json;
  const lists = Object.entries(json.columns).map(([name, column]) => [name, valuesOf(column)]);
  return {...json.others, ...Object.fromEntries(lists)};
}
