// Tables as the command line prints them: what is saved is what `pentocity report --format csv --rows ROWS` prints, to the byte,
// whatever is sorted or filtered on the page. As csv_of_json() of the program does, it goes through the JSON leaf by leaf.

/// JSON in which a number is the text by which it is written, behind a mark that no text of a results folder has.
export const asWritten = (text) => JSON.parse(text.replace(/"(?:[^"\\]|\\.)*"|-?\d[-+.\deE]*/g,
  (token) => (token.startsWith('"') ? token : `"\\u0000${token}"`)));
const isText = (leaf) => typeof leaf === 'string' && !leaf.startsWith('\0');
const plain = (leaf) => (leaf === null ? '' : String(leaf).replace('\0', ''));

// A spreadsheet takes a text that begins so for a formula: an apostrophe before it says that it is none.
const formula = /^'*(?: *[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20])/;
const field = (text) => (formula.test(text) || /[",\r\n]/.test(text)
  ? `"${formula.test(text) ? '\'' : ''}${text.replaceAll('"', '""')}"` : text);

function* leaves(value, name = '') {
  if (name.endsWith('ci95')) {
    for (const end of [0, 1]) yield [`${name}.${end}`, plain(value?.[end] ?? null)];
  } else if (Array.isArray(value)) {
    const joined = value.map(plain).join(';');
    yield [name, value.some(isText) ? field(joined) : joined];
  } else if (value !== null && typeof value === 'object') {
    for (const [key, of] of Object.entries(value)) yield* leaves(of, name ? `${name}.${key}` : key);
  } else {
    yield [name, isText(value) ? field(value) : plain(value)];
  }
}

/// A list of objects of asWritten() as CSV.
export function csvOf(objects) {
  const rows = objects.map((object) => [...leaves(object)]);
  const line = (row, k) => row.map((column) => column[k]).join(',');
  return [line(rows.at(-1) ?? [], 0), ...rows.map((row) => line(row, 1))].map((one) => `${one}\n`).join('');
}
