// A player over lines of JSON that builds anywhere at the edge, or one cell off it, with parks and ponds of
// one to six cells in any place, and remarks: most of its moves are invalid, and those that stand meet every case of the bonus. It has a folder of
// its own, for a run stops if the folder of a player changes meanwhile, and packages are installed beside the tests.
import {createInterface} from 'node:readline';

let state = 1;
const random = (limit) => {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
  return Math.floor(state / 2 ** 32 * limit);
};

/// A walk of up to six steps from a cell on.
function walk([r, c], side) {
  const cells = new Map();
  for (let k = 1 + random(6); k > 0; --k) {
    if (r < 0 || c < 0 || r >= side || c >= side) break;
    cells.set(`${r},${c}`, [r, c]);
    [[r, c]] = [[[r + 1, c], [r - 1, c], [r, c + 1], [r, c - 1]][random(4)]];
  }
  return [...cells.values()];
}

let side = 0;
for await (const line of createInterface({input: process.stdin})) {
  const message = JSON.parse(line);
  if ('end' in message) break;
  if (!side) {
    ({side} = message);
    state = Number(message.seed ?? 1) >>> 0;
    console.log(JSON.stringify({ready: true, name: 'messy'}));
    continue;
  }
  const {rotations} = message.request, rotation = random(rotations.length), shape = rotations[rotation];
  const rows = 1 + Math.max(...shape.map(([r]) => r)), columns = 1 + Math.max(...shape.map(([, c]) => c));
  const along = (length) => random(side - length + 1);
  const off = random(2);
  const location = [[off, along(columns)], [side - rows - off, along(columns)], [along(rows), off], [along(rows), side - columns - off]][random(4)];
  const near = () => walk([location[0] - 1 + random(rows + 2), location[1] - 1 + random(columns + 2)], side);
  console.log(JSON.stringify({turn: message.turn, accept: true, rotation, location, road: [], water: random(2) ? near() : [], park: random(2) ? near() : [],
    ...message.turn % 3 === 0 && {note: `"<b>", ]} "score_after":${message.turn}`}}));
}
