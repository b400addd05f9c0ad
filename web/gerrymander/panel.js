// What is written beside the board: the task, the seats, the list of districts, what a puzzle is.
import {districtsOf, majorityOf} from './puzzle.js';
import {h} from '../shared/dom.js';
import {counted, grouped, named, roman, voter} from './words.js';

const TIES = {nobody: ' A tied district is nobody\u2019s.', a: ' A tied district goes to A.', b: ' A tied district goes to B.',
              half: ' A tied district is half a seat for each.'};

/** What the task of a puzzle is. @param {import('./puzzle.js').Puzzle} puzzle */
export function taskOf(puzzle) {
  const votes = (party) => puzzle.board.join('').split(party).length - 1;
  const {minority, rows, columns, size} = puzzle, majority = majorityOf(puzzle);
  return [named(minority), ` has ${votes(minority)} of ${rows * columns} voters, `, named(majority), ` has ${votes(majority)}. ` +
    `Draw ${districtsOf(puzzle)} connected districts of ${size} voters so that `,
  ...(puzzle.task === 'minority' ? [named(minority), ' wins more of them than ', named(majority), '.']
    : [named(majority), ' wins every one of them.']), size % 2 === 0 ? TIES[puzzle.ties] : ''];
}

/**
 * Which puzzle it is, and what is known of it.
 * @param {import('./puzzle.js').Puzzle} puzzle
 * @param {number} [share] of the plans that is counted, while they are
 */
export function aboutText(puzzle, share) {
  const {daily, seed, plans, winning, difficulty} = puzzle;
  return [
    daily ? `Daily puzzle of ${daily}.` : seed !== undefined ? `Puzzle ${seed}.` : '',
    plans && `${grouped(winning)} of ${counted(plans, 'plan')} ${winning === '1' ? 'wins' : 'win'}.`,
    share !== undefined && `Counting all plans: ${Math.floor(100 * share)}%.`,
    difficulty && `${difficulty.forced} of ${difficulty.borders} borders between cells follow without a guess.`,
  ].filter(Boolean).join(' ');
}

/** What the button of a district shows. @param {import('./map.js').District} district */
export function districtText({winner, pieces, size, a, b}, label, full) {
  const outcome = winner === 'tie' ? 'tied' : winner ? `${winner} wins` : pieces > 1 ? `${pieces} pieces` : size > full ? 'too large' : '';
  const unseen = (text) => h('span', {class: 'unseen'}, text);
  return [h('span', {class: 'name'}, unseen('District '), roman(label)), ' ', h('span', null, `${size}/${full}`), ' ',
    h('span', {class: 'votes'}, voter('A'), unseen('A'), ` ${a}  `, voter('B'), unseen('B'), ` ${b}`), ' ',
    h('span', {class: 'outcome'}, outcome)];
}

/** The seats of the parties. @param {Object<string, number>} seats by party @param {number} tied @param {number} open districts */
export const score = (seats, tied, open) => h('p', {class: 'score'},
  ['A', 'B'].map((party) => h('span', null, named(party), ' ', h('b', null, String(seats[party])))),
  tied > 0 && h('span', null, `tied ${tied}`), open > 0 && h('span', {class: 'goal'}, `open ${open}`));

/**
 * What is to be said of a map that is not complete.
 * @param {import('./map.js').DistrictMap} map
 * @param {import('./map.js').District[]} districts
 */
export function progress({puzzle, labels, current}, districts) {
  const free = labels.filter((label) => label === 0).length;
  const broken = districts.findIndex(({pieces}) => pieces > 1);
  if (broken >= 0 && (free === 0 || districts[broken].size === puzzle.size)) {
    return `District ${roman(broken + 1)} is in ${districts[broken].pieces} pieces.`;
  }
  const large = districts.findIndex(({size}) => size > puzzle.size);
  if (large >= 0) return `District ${roman(large + 1)} is too large.`;
  if (free === labels.length) return 'Drag over the board to draw the first district.';
  return `District ${roman(current)}: ${districts[current - 1].size} of ${puzzle.size} voters. ${counted(free, 'cell')} free.`;
}
