// A game in an address: its stream and its moves, packed; and what the browser keeps of it.
import {isDay} from '../shared/days.js';
import {writeAddress} from '../shared/state.js';

/// Gives a room its address, in the menu and, if it is the one that is shown, to the page.
export function writeRoom(room, rest, isNew = false) {
  const link = document.querySelector(`[data-testid=room-${room}]`), fragment = rest ? `#${room}=${rest}` : `#${room}`;
  link.setAttribute('href', fragment);
  if (link.hasAttribute('aria-current')) writeAddress(fragment, isNew);
}

/// Gives a text to others: by the menu of a phone, else as a copy. `field` shows it, too. Returns what to say of it.
export async function share(text, field) {
  field.hidden = false;
  field.value = text;
  field.select();
  const {clipboard} = navigator, byMenu = navigator.share && matchMedia('(pointer: coarse)').matches;
  const given = byMenu ? navigator.share({text}) : clipboard?.writeText(text);
  return await given?.then(() => true, () => false) ? byMenu ? 'It is shared.' : 'It is copied: paste it where others see it.'
    : 'Copy it from the field.';
}

/// What a stream that packs or unpacks makes of bytes.
export const through = async (bytes, stream) =>
  new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());

/// A value as letters that an address can hold.
export async function pack(value) {
  const bytes = await through(new TextEncoder().encode(JSON.stringify(value)), new CompressionStream('deflate-raw'));
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')).replaceAll('+', '-').replaceAll('/', '_')
    .replaceAll('=', '');
}
/// The object in such letters. Throws an Error for what is none, or of another version.
export async function unpack(letters) {
  let value = null;
  try {
    const bytes = Uint8Array.from(atob(letters.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0));
    value = JSON.parse(new TextDecoder().decode(await through(bytes, new DecompressionStream('deflate-raw'))));
  } catch { /* told below */ }
  if (typeof value !== 'object' || value === null) throw new Error('it was cut off or mistyped');
  if (value.v !== 1) throw new Error('it is of another version');
  return value;
}

const isCount = (value) => Number.isSafeInteger(value) && value >= 0;
const isText = (value) => typeof value === 'string';

/// What Setup chooses, {name, own, seed, side, rules}, in short names, for an address.
export const shortChoice = ({name, own, seed, side, rules}) => ({v: 1, s: name, ...(own && {o: own}), d: seed, n: side, r: rules});
/// The same of an object that is unpacked. Throws an Error for what is none.
export function longChoice({s: name, o: own = '', d: seed, n: side, r: rules}) {
  if (![name, own, rules].every(isText) || !isCount(seed) || !isCount(side)) throw new Error('it names no game');
  return {name, own, seed, side, rules};
}

const flat = (cells, side) => cells.map(([r, c]) => r * side + c);
const deep = (cells, side) => cells.map((i) => [Math.floor(i / side), i % side]);
/// A move as a list of numbers and lists; 0 for a reject.
export const shortMove = ({accept, rotation, location: [r, c], road, park, water}, side) =>
  (accept ? [rotation, r, c, flat(road, side), flat(park, side), flat(water, side)] : 0);
export function longMove(move, side) {
  if (move === 0) return {accept: false};
  if (!Array.isArray(move) || move.length !== 6 || !move.slice(0, 3).every(Number.isSafeInteger) ||
      !move.slice(3).every((cells) => Array.isArray(cells) && cells.every(isCount))) throw new Error('one of its moves is none');
  const [rotation, row, column, ...lists] = move, [road, park, water] = lists.map((cells) => deep(cells, side));
  return {rotation, location: [row, column], road, park, water};
}

/// A game that is kept: `id`, `packed` (its address), `kind` (of which the best is a record) and `title`, `turn`, `score`, `rival`
/// (the score of the planner after as many turns), `over`, `hints` (how many were looked at), `practice` (turns were taken back),
/// and of a game of the day its `day`, once it counts.
/** @typedef {{id: string, packed: string, kind: string, title: string, turn: number, score: number, rival: number, over: boolean,
 *   hints: number, practice: boolean, day?: string}} KeptGame */

/** Throws an Error for what is no such game. @param {any} value @returns {KeptGame} */
export function checkedGame({id, packed, kind, title, turn, score, rival, over, hints, practice, day}) {
  if (![id, packed, kind, title].every(isText) || !/^[\w-]+$/.test(packed) || ![turn, score, rival, hints].every(isCount) ||
      ![over, practice].every((value) => typeof value === 'boolean') || (day !== undefined && !isDay(day))) throw new Error('no game');
  return {id, packed, kind, title, turn, score, rival, over, hints, practice, ...(day && {day})};
}
