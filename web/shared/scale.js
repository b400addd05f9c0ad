// A scale for an axis: values of a range of numbers to places.
import {nice, ticks} from 'd3-array';

/**
 * From `ends` to `places`. A range of one number is made wider, so that it has a place.
 * @typedef {((value: number) => number) & {ticks(count: number): number[], ends(): number[], nice(count?: number): Scale}} Scale
 * @returns {Scale}
 */
export function scaleLinear(ends, [from, to]) {
  let [least, greatest] = ends[0] === ends[1] ? [ends[0] - 1, ends[1] + 1] : ends;
  /** @type {any} */
  const scale = (value) => from + (to - from) * (value - least) / (greatest - least);
  return Object.assign(scale, {
    ticks: (count) => ticks(least, greatest, count),
    ends: () => [least, greatest],
    /// Makes ticks the ends, of about so many.
    nice(count = 10) {
      [least, greatest] = nice(least, greatest, count);
      return scale;
    },
  });
}

/** The digits behind the point that tell these ticks apart. @param {number[]} ticks */
export const digitsOf = ([first, second]) =>
  (second === undefined ? 0 : Math.max(0, -Math.floor(Math.log10(second - first) + 1e-9)));
