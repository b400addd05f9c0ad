// Making puzzles: that of a day, and others at random.
import {countCompletions} from './counting.js';

/** Mulberry32, a generator of 32 bits of state by Tommy Ettinger. @param {number} seed @returns {() => number} */
export function generator(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let x = Math.imul(state ^ (state >>> 15), state | 1);
    x ^= x + Math.imul(x ^ (x >>> 7), x | 61);
    return (x ^ (x >>> 14)) >>> 0;
  };
}

function shuffle(list, random) {
  for (let i = list.length - 1; i > 0; --i) {
    const j = random() % (i + 1);
    [list[i], list[j]] = [list[j], list[i]];
  }
}

/**
 * The puzzle of a date, the same for every visitor: 9 of 25 voters, of whom few plans let the minority win.
 * @param {string} date
 * @returns {import('./puzzle.js').Puzzle}
 */
export function dailyPuzzle(date) {
  const random = generator(Number(date.replaceAll('-', '')));
  for (;;) {
    const voters = [...'A'.repeat(9) + 'B'.repeat(16)];
    shuffle(voters, random);
    const board = [0, 5, 10, 15, 20].map((first) => voters.slice(first, first + 5).join(''));
    const puzzle = {rows: 5, columns: 5, size: 5, board, minority: 'A', task: 'minority', ties: 'nobody', daily: date};
    const counts = countCompletions(puzzle, new Array(25).fill(0), false);
    if (Number(counts.winning) >= 1 && Number(counts.winning) <= 12) return {...puzzle, ...counts};
  }
}

// A plan of side x side cells in districts of `side`: the rows, and then many times two neighbouring districts are joined
// and divided anew along an edge of a random spanning tree (DeFord, Duchin and Solomon 2021).
export function randomPlan(side, random) {
  const cells = side * side;
  const plan = Array.from({length: cells}, (_, i) => Math.floor(i / side));
  const edges = [];
  for (let i = 0; i < cells; ++i) {
    if ((i + 1) % side) edges.push([i, i + 1]);
    if (i + side < cells) edges.push([i, i + side]);
  }
  for (let round = 0; round < 40 * side; ++round) {
    const [x, y] = edges[random() % edges.length];
    const first = plan[x], second = plan[y];
    if (first === second) continue;
    const isInside = (i) => plan[i] === first || plan[i] === second;
    const inside = edges.filter(([i, j]) => isInside(i) && isInside(j));
    shuffle(inside, random);
    const tree = Array.from({length: cells}, () => []);
    const group = Array.from({length: cells}, (_, i) => i);
    const root = (i) => (group[i] === i ? i : root(group[i]));
    for (const [i, j] of inside) {
      if (root(i) === root(j)) continue;
      group[root(i)] = root(j);
      tree[i].push(j);
      tree[j].push(i);
    }
    // The branches of as many cells as a district has.
    const branches = [];
    const branchOf = (i, from) => {
      const branch = [i, ...tree[i].filter((j) => j !== from).flatMap((j) => branchOf(j, i))];
      if (branch.length === side) branches.push(branch);
      return branch;
    };
    branchOf(x, -1);
    if (!branches.length) continue;
    const branch = branches[random() % branches.length];
    for (let i = 0; i < cells; ++i) if (isInside(i)) plan[i] = branch.includes(i) ? first : second;
  }
  return plan;
}

/**
 * A puzzle of 5 x 5 to 7 x 7 that can be solved. Of 5 x 5 eight are made, and the one that fewest plans solve is taken. The same seed
 * gives the same puzzle.
 * @param {number} side
 * @param {string} task
 * @param {number} seed
 * @returns {import('./puzzle.js').Puzzle}
 */
export function madePuzzle(side, task, seed) {
  const random = generator(seed);
  if (side > 5) return plantedPuzzle(side, task, random);
  let best = null;
  for (let round = 0; round < 8; ++round) {
    const puzzle = plantedPuzzle(side, task, random);
    Object.assign(puzzle, countCompletions(puzzle, new Array(side * side).fill(0), false));
    if (!best || Number(puzzle.winning) < Number(best.winning)) best = puzzle;
  }
  return best;
}

// Voters are put at random into the districts of a random plan, just enough for the task.
function plantedPuzzle(side, task, random) {
  const plan = randomPlan(side, random);
  const needed = Math.floor(side / 2) + 1, most = Math.floor((side + 1) / 2);
  // The votes in each district for the party that is to win; in a minority's puzzle of an even side one is tied.
  const votes = Array.from({length: side}, (_, k) => (task === 'sweep' || k < most ? needed : k === most && side % 2 === 0 ? side / 2 : 0));
  shuffle(votes, random);
  const [winner, loser] = task === 'sweep' ? ['B', 'A'] : ['A', 'B'];
  const voters = new Array(side * side).fill(loser);
  votes.forEach((count, label) => {
    const members = plan.flatMap((other, i) => (other === label ? [i] : []));
    shuffle(members, random);
    for (const i of members.slice(0, count)) voters[i] = winner;
  });
  const board = Array.from({length: side}, (_, r) => voters.slice(r * side, (r + 1) * side).join(''));
  return {rows: side, columns: side, size: side, board, minority: 'A', task, ties: 'nobody'};
}
