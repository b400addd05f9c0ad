// The lattices of puzzle boards: squares; hexagons in rows of which every second one is shifted; triangles. A cell is [row, column],
// as in core/include/pentocity/core/cell.hpp; lengths are in sides of a square or triangle, or widths of a hexagon.
const H = Math.sqrt(3) / 2, THIRD = H / 3 * 2;
const isUp = ([r, c]) => (r + c) % 2 === 0;
const slant = (lattice, r) => (lattice === 'hex' ? (r - (r & 1)) / 2 : 0);

/// The corners of a cell, clockwise, each [x, y].
export function cornersOf(lattice, [r, c]) {
  if (lattice === 'square') return [[c, r], [c + 1, r], [c + 1, r + 1], [c, r + 1]];
  const y = r * H;
  if (lattice === 'hex') {
    const x = c + (r % 2 ? .5 : 0);
    const upper = y + THIRD / 2, lower = y + THIRD * 1.5;
    return [[x + .5, y], [x + 1, upper], [x + 1, lower], [x + .5, y + THIRD * 2], [x, lower], [x, upper]];
  }
  const x = c / 2;
  return isUp([r, c]) ? [[x + .5, y], [x + 1, y + H], [x, y + H]] : [[x, y], [x + 1, y], [x + .5, y + H]];
}

/// The cells beyond the sides of a cell; side k begins at corner k.
export function beyond(lattice, [r, c]) {
  if (lattice === 'square') return [[r - 1, c], [r, c + 1], [r + 1, c], [r, c - 1]];
  if (lattice === 'triangle') return isUp([r, c]) ? [[r, c + 1], [r + 1, c], [r, c - 1]] : [[r - 1, c], [r, c + 1], [r, c - 1]];
  const d = r % 2;
  return [[r - 1, c + d], [r, c + 1], [r + 1, c + d], [r + 1, c + d - 1], [r, c - 1], [r - 1, c + d - 1]];
}

const polygon = (corners) => `M${corners.map(([x, y]) => `${x.toFixed(3)} ${y.toFixed(3)}`).join('L')}Z`;
/// Cells as a path.
export const pathOf = (lattice, cells) => cells.map((cell) => polygon(cornersOf(lattice, cell))).join('');
/// The sides between these cells and others, as a path.
export function bordersOf(lattice, cells) {
  const own = new Set(cells.map(String));
  return cells.flatMap((cell) => {
    const corners = cornersOf(lattice, cell);
    return beyond(lattice, cell).map((other, k) => {
      const [[x, y], [x2, y2]] = [corners[k], corners[(k + 1) % corners.length]];
      return own.has(String(other)) ? '' : `M${x.toFixed(3)} ${y.toFixed(3)}L${x2.toFixed(3)} ${y2.toFixed(3)}`;
    });
  }).join('');
}

/// The middle of a cell, [x, y].
/** @returns {[number, number]} */
export function middleOf(lattice, cell) {
  const corners = cornersOf(lattice, cell);
  const mean = (k) => corners.reduce((sum, corner) => sum + corner[k], 0) / corners.length;
  return [mean(0), mean(1)];
}

/// Width and height of so many rows and columns.
export const extentOf = (lattice, rows, columns) => (lattice === 'square' ? [columns, rows]
  : lattice === 'hex' ? [columns + (rows > 1 ? .5 : 0), (rows - 1) * H + THIRD * 2] : [(columns + 1) / 2, rows * H]);

/// The cells moved such that `from` comes to `to`; null if no move does so, as triangles keep their direction.
export function moved(lattice, cells, from, to) {
  if (lattice === 'triangle' && isUp(from) !== isUp(to)) return null;
  const down = to[0] - from[0], right = to[1] - slant(lattice, to[0]) - (from[1] - slant(lattice, from[0]));
  return cells.map(([r, c]) => [r + down, c - slant(lattice, r) + right + slant(lattice, r + down)]);
}

/// Whether a move brings these cells to those.
export function isMoved(lattice, these, those) {
  const sorted = (cells) => [...cells].sort(([r, c], [r2, c2]) => r - r2 || c - c2), [from] = sorted(these), to = sorted(those);
  const there = moved(lattice, these, from, to[0]);
  return there !== null && String(sorted(there)) === String(to);
}

/// The cells moved such that their middle comes to lie near that of the cell `to`; null as above.
export function centredAt(lattice, cells, to) {
  const middles = cells.map((cell) => middleOf(lattice, cell));
  const middle = [0, 1].map((k) => middles.reduce((sum, one) => sum + one[k], 0) / cells.length);
  const order = cells.map((cell, i) => ({cell, far: Math.hypot(middles[i][0] - middle[0], middles[i][1] - middle[1])}))
    .sort((a, b) => a.far - b.far);
  for (const {cell} of order) {
    const there = moved(lattice, cells, cell, to);
    if (there) return there;
  }
  return null;
}
