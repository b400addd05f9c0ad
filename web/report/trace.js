// Recorded games as text: unpacking, reading, checking.

const lineOf = (number, message) => new Error(`line ${number}: ${message}`);
const isCell = (cell) => Array.isArray(cell) && cell.length === 2 && cell.every(Number.isSafeInteger);
const isCells = (cells) => Array.isArray(cells) && cells.every(isCell);

/// The rules of a header: the name of a profile, or a mapping that may start from one.
export function rulesOf(rules) {
  const given = typeof rules === 'string' ? {profile: rules} : rules ?? {};
  const then = given.profile === 'tournament-2016';
  return {profile: 'report', max_rejects: 3, on_invalid: then ? 'abort' : 'skip', factory_bonus: then,
          road_access: then ? 'near_edge' : 'contact', ...given};
}

// A turn as a trace has it from one in short (docs/reference/report-page.md), whose members have not been checked.
function longTurn(line, turn, before, side) {
  const [type, shape, rotation, at, ...rest] = line;
  const cells = (steps, from) => (Array.isArray(steps) ? steps.map((step) => {
    from += step;
    return [Math.floor(from / side), from % side];
  }) : null);
  const [building, road, water, park] = rest.map((steps) => cells(steps, at)), [delta, note] = rest.slice(4);
  return {turn, request: {type, cells: cells(shape, 0)}, accept: true, rotation, location: cells([0], at)[0], building, road, water, park,
          delta, score_after: before + delta, ...note !== undefined && {note}};
}

/// Reads the lines of a trace, or of one in short: {header, rules, side, turns, end}. Throws an Error that names the line.
export function readTrace(text) {
  const lines = text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  const parsed = lines.map((line, i) => {
    let value;
    try {
      value = JSON.parse(line);
    } catch {
      throw lineOf(i + 1, 'no JSON');
    }
    if (value === null || typeof value !== 'object' || (Array.isArray(value) && i === 0)) throw lineOf(i + 1, 'no JSON object');
    return value;
  });
  const [header] = parsed;
  if (header?.format !== 'pentocity-trace/1') throw lineOf(1, 'no trace: "format" is not "pentocity-trace/1"');
  const rules = rulesOf(header.rules);
  const side = header.side ?? rules.side ?? 50;
  if (!Number.isSafeInteger(side) || side < 4 || side > 128) throw lineOf(1, '"side" is no number from 4 to 128');
  const end = parsed.at(-1);
  if (end.end !== true || parsed.length < 2) throw new Error(`cut short: no line of the end after line ${parsed.length}`);
  let score = 0;
  const turns = parsed.slice(1, -1).map((line, i) => {
    const turn = Array.isArray(line) ? longTurn(line, i, score, side) : line;
    score = turn.score_after;
    return turn;
  });
  turns.forEach((turn, i) => {
    const fail = (field) => { throw lineOf(i + 2, `"${field}" is missing or not right`); };
    if (turn.turn !== i) fail('turn');
    if (!['residence', 'factory'].includes(turn.request?.type)) fail('request.type');
    if (!isCells(turn.request.cells) || !turn.request.cells.length || turn.request.cells.length > 64) fail('request.cells');
    if (!turn.request.cells.every(([r, c]) => r >= 0 && c >= 0 && r < 128 && c < 128)) fail('request.cells');
    if (!Number.isSafeInteger(turn.score_after)) fail('score_after');
    if (turn.accept === true) for (const field of ['building', 'road', 'water', 'park']) if (!isCells(turn[field])) fail(field);
  });
  return {header, rules, side, turns, end};
}

/// The text of a file, unpacked if it is gzip.
export async function textOf(bytes) {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return new TextDecoder().decode(bytes);
  const unpacked = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  return new Response(unpacked).text();
}

export const bytesOfBase64 = (text) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
