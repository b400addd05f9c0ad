// A game in an address: its stream and its moves, packed.

/// What a stream that packs or unpacks makes of bytes.
export const through = async (bytes, stream) =>
  new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());

/// A value as letters that an address can hold.
export async function pack(value) {
  const bytes = await through(new TextEncoder().encode(JSON.stringify(value)), new CompressionStream('deflate-raw'));
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')).replaceAll('+', '-').replaceAll('/', '_')
    .replaceAll('=', '');
}
export async function unpack(letters) {
  const bytes = Uint8Array.from(atob(letters.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0));
  return JSON.parse(new TextDecoder().decode(await through(bytes, new DecompressionStream('deflate-raw'))));
}

const flat = (cells, side) => cells.map(([r, c]) => r * side + c);
const deep = (cells, side) => cells.map((i) => [Math.floor(i / side), i % side]);
/// A move as a list of numbers and lists; 0 for a reject.
export const shortMove = ({accept, rotation, location: [r, c], road, park, water}, side) =>
  (accept ? [rotation, r, c, flat(road, side), flat(park, side), flat(water, side)] : 0);
export const longMove = (move, side) => (move === 0 ? {accept: false}
  : {rotation: move[0], location: [move[1], move[2]], road: deep(move[3], side), park: deep(move[4], side), water: deep(move[5], side)});
