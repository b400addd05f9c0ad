// Each player's colour and shape: colours of Okabe and Ito, and a shape, so that nothing hangs on colour alone.
import {s} from './dom.js';

const shapes = [
  'M-4 0a4 4 0 1 0 8 0a4 4 0 1 0 -8 0', 'M-3.6 -3.6h7.2v7.2h-7.2z', 'M0 -4.8L4.6 3.4H-4.6Z', 'M0 -5L5 0L0 5L-5 0Z',
  'M-1.5 -4.5h3v3h3v3h-3v3h-3v-3h-3v-3h3z', 'M0 4.8L4.6 -3.4H-4.6Z', 'M0 -5.2L1.5 -1.6L5 -1.6L2.2 .9L3.2 4.6L0 2.4L-3.2 4.6L-2.2 ' +
  '.9L-5 -1.6L-1.5 -1.6Z',
  'M-4.6 -2.4H4.6V2.4H-4.6Z', 'M-2.4 -4.6H2.4V4.6H-2.4Z', 'M-4 -4L4 4M4 -4L-4 4',
];
const colourCount = 12;

/// Class and shape of the player of this number.
export const colourOf = (index) => `player-${index % colourCount}`;
export const shapeOf = (index) => shapes[index % shapes.length];

/// A small picture of a player's mark, for legends and tables.
export const swatch = (index) => s('svg', {class: `swatch ${colourOf(index)}`, viewBox: '-6 -6 12 12', 'aria-hidden': 'true'},
  s('path', {d: shapeOf(index)}));
