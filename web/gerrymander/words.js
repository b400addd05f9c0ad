// Numbers, districts and parties as the page writes them.
import {h, s} from '../shared/dom.js';

/** @param {string | number | bigint} count */
export const grouped = (count) => BigInt(count).toLocaleString('en');

/** @param {string | number | bigint} count @param {string} noun */
export const counted = (count, noun) => `${grouped(count)} ${noun}${String(count) === '1' ? '' : 's'}`;

/** The number of a district. @param {number} number */
export function roman(number) {
  let text = '';
  for (const [value, mark] of /** @type {[number, string][]} */ ([[50, 'L'], [40, 'XL'], [10, 'X'], [9, 'IX'], [5, 'V'], [4, 'IV'],
      [1, 'I']])) {
    for (; number >= value; number -= value) text += mark;
  }
  return text;
}

/**
 * A share in hundredths of a percent, cut off: what is not all is never shown as 100%.
 * @param {bigint} part
 * @param {bigint} total
 */
export function percent(part, total) {
  const hundredths = part * 10000n / total;
  if (hundredths === 0n && part > 0n) return 'less than 0.01%';
  return `${hundredths / 100n}.${String(hundredths % 100n).padStart(2, '0')}%`;
}

/** The sign of a party. @param {string} party A or B */
export const voter = (party) => s('svg', {class: `voter ${party.toLowerCase()}`, 'aria-hidden': 'true'},
  s('use', {href: `#voter-${party.toLowerCase()}`}));

/** A party's sign and letter. @param {string} party A or B */
export const named = (party) => h('span', {class: 'party'}, voter(party), `\u00a0${party}`);
