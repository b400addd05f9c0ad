// The puzzle of a day: pentominoes on a small board with a solution that is the only one, up to turns and mirror images.

// The generator PCG's little brother: Marsaglia's xorshift, which is enough to choose a board.
const drawsFrom = (seed) => {
  let state = (seed * 2654435761) >>> 0 || 1;
  return (limit) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % limit;
  };
};
const shapes = {F: '.XX|XX.|.X.', I: 'XXXXX', L: 'XXXX|X...', N: 'XX..|.XXX', P: 'XX|XX|X.', T: 'XXX|.X.|.X.', U: 'X.X|XXX',
  V: 'X..|X..|XXX', W: 'X..|XX.|.XX', X: '.X.|XXX|.X.', Y: '.X..|XXXX', Z: 'XX.|.X.|.XX'};

/// The puzzle of a day, 2026-11-26, as puzzle files say it. `engine` answers calls of the module.
export async function puzzleOfDay(day, engine) {
  const draw = drawsFrom(Number(day.replaceAll('-', '')));
  for (;;) {
    const count = 6 + draw(2), names = Object.keys(shapes);
    const pieces = Array.from({length: count}, () => names.splice(draw(names.length), 1)[0]).sort();
    const [rows, columns] = count === 6 ? [5, 6] : [5, 7];
    const puzzle = {board: `${rows}x${columns}`, pieces: pieces.map((name) => ({name, shape: shapes[name]})), holes: 0};
    const {unique} = await engine({do: 'solve', task: 'count', puzzle});
    if (unique === '1') return puzzle;
  }
}
