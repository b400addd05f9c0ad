// The puzzle of a day: pentominoes on a small board with a solution that is the only one, up to turns and mirror images.
import {generator} from '../gerrymander/making.js';

/// The puzzle of a day, 2026-11-26, as puzzle files say it. `pentominoes` are the twelve, as puzzle files say them; `count` gives
/// how many solutions a puzzle has, those that are turned or mirrored as one.
export async function puzzleOfDay(day, pentominoes, count) {
  const random = generator(Number(day.replaceAll('-', '')));
  for (;;) {
    const left = [...pentominoes], columns = 6 + random() % 2;
    const pieces = Array.from({length: columns}, () => left.splice(random() % left.length, 1)[0]);
    const puzzle = {board: `5x${columns}`, pieces: pieces.sort((a, b) => (a.name < b.name ? -1 : 1)), holes: 0};
    if (await count(puzzle) === '1') return puzzle;
  }
}
