// Counting in the page, against published numbers and against a slow, obvious twin.
import assert from 'node:assert/strict';
import {test} from 'node:test';
import {countCompletions, countCutEdges, countPlans} from '../../web/gerrymander/counting.js';
import {dailyPuzzle, generator, madePuzzle, randomPlan} from '../../web/gerrymander/making.js';
import {checkedPuzzle, numbered, readHash, standing, writeHash} from '../../web/gerrymander/puzzle.js';

/// Every plan of a board, by trying for the first free cell every connected set of free cells around it.
function allPlans(rows, columns, size) {
  const cells = rows * columns;
  const beside = (i) => [i % columns ? i - 1 : -1, (i + 1) % columns ? i + 1 : -1, i - columns, i + columns]
    .filter((j) => j >= 0 && j < cells);
  const found = [];
  const labels = new Array(cells).fill(0);
  const place = (label) => {
    const first = labels.indexOf(0);
    if (first < 0) {
      found.push(labels.slice());
      return;
    }
    const seen = new Set();
    const grow = (members) => {
      const key = members.slice().sort((x, y) => x - y).join();
      if (seen.has(key)) return;
      seen.add(key);
      if (members.length === size) {
        for (const i of members) labels[i] = label;
        place(label + 1);
        for (const i of members) labels[i] = 0;
        return;
      }
      for (const j of new Set(members.flatMap(beside))) {
        if (labels[j] === 0 && !members.includes(j)) grow([...members, j]);
      }
    };
    grow([first]);
  };
  place(1);
  return found;
}

/// Districts won by minority and majority, as "x:y".
function outcome(plan, votes, size) {
  const won = [0, 0];
  for (let label = 1; label <= plan.length / size; ++label) {
    const minority = votes.filter((vote, i) => vote && plan[i] === label).length;
    if (2 * minority > size) ++won[0];
    if (2 * minority < size) ++won[1];
  }
  return won.join(':');
}

/// Whether cells of one label of the map are together in the plan, and of two labels apart.
function agrees(plan, map) {
  return map.every((label, i) => map.every((other, j) => !label || !other || (label === other) === (plan[i] === plan[j])));
}

const sum = (outcomes) => outcomes.reduce((total, {count}) => total + count, 0);
const plain = (rows, columns, size) => ({rows, columns, size, votes: new Array(rows * columns).fill(0)});
const free = (board) => new Array(board.rows * board.columns).fill(0);

// A generator of its own, so that a failure repeats.
let state = 1;
const random = (limit) => {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
  return Math.floor(state / 2 ** 32 * limit);
};

test('counts of all plans are the published ones', () => {
  const published = [[2, 2, 2, 2], [3, 3, 3, 10], [4, 4, 4, 117], [5, 5, 5, 4006], [6, 6, 6, 451206],
                     [7, 7, 7, 158753814],
                     [6, 6, 2, 6728], [6, 6, 3, 80092]];  // the last two: tilings by dominoes, by trominoes
  for (const [rows, columns, size, count] of published) {
    const board = plain(rows, columns, size);
    assert.equal(sum(countPlans(board, free(board)).outcomes), count, `${rows}x${columns} by ${size}`);
  }
});

test('completions by outcome are those of the twin, on thousands of random maps', () => {
  const shapes = [[2, 2, 2], [1, 6, 2], [2, 3, 3], [3, 3, 3], [4, 3, 2], [3, 4, 4], [2, 7, 7], [4, 4, 4], [4, 4, 8], [3, 6, 6],
                  [6, 3, 9], [5, 4, 5], [4, 5, 10]];
  let constrained = 0;
  for (const [rows, columns, size] of shapes) {
    const every = allPlans(rows, columns, size);
    const cells = rows * columns;
    for (let round = 0; round < 200; ++round) {
      const votes = Array.from({length: cells}, () => random(2));
      // Part of a plan, or of none: labels at random.
      const plan = every[random(every.length)], density = random(cells + 1), sound = random(4) > 0;
      const map = plan.map((label) => (random(cells) >= density ? 0 : sound ? label : 1 + random(cells / size)));
      const expected = {};
      for (const one of every) {
        if (agrees(one, map)) expected[outcome(one, votes, size)] = (expected[outcome(one, votes, size)] ?? 0) + 1;
      }
      const outcomes = Object.keys(expected);
      const target = outcomes.length ? outcomes[random(outcomes.length)] : '0:0';
      const got = countPlans({rows, columns, size, votes}, map, (x, y) => `${x}:${y}` === target);
      const counts = Object.fromEntries(got.outcomes.map(({minority, majority, count}) => [`${minority}:${majority}`, count]));
      assert.deepEqual(counts, expected, JSON.stringify({rows, columns, size, votes, map}));
      if (outcomes.length) {
        assert.ok(every.some((one) => one.join() === got.witness.join()), 'the witness is a plan');
        assert.ok(agrees(got.witness, map));
        assert.equal(outcome(got.witness, votes, size), target);
        ++constrained;
      } else {
        assert.equal(got.witness, null);
      }
    }
  }
  assert.ok(constrained > 1500);
});

test('5x5: every map that is one district of a plan is counted as the twin counts', () => {
  const every = allPlans(5, 5, 5);
  assert.equal(every.length, 4006);
  const board = {rows: 5, columns: 5, size: 5, votes: Array.from({length: 25}, () => random(2))};
  for (let round = 0; round < 100; ++round) {
    const plan = every[random(every.length)];
    const kept = random(6), map = plan.map((label) => (label <= kept ? label : 0));
    assert.equal(sum(countPlans(board, map).outcomes), every.filter((one) => agrees(one, map)).length);
  }
});

test('seats follow the rule for ties, and sum to all plans', () => {
  const base = {rows: 4, columns: 4, size: 4, board: ['AABB', 'ABBA', 'BBAB', 'BABB'], minority: 'A', task: 'minority'};
  const every = allPlans(4, 4, 4);
  const votes = [...base.board.join('')].map((voter) => Number(voter === 'A'));
  for (const task of ['minority', 'sweep']) {
    for (const [ties, ofMinority, ofMajority] of [['nobody', 0, 0], ['a', 1, 0], ['b', 0, 1], ['half', .5, .5]]) {
      const seats = {}, own = {};
      let winning = 0;
      for (const plan of every) {
        const [minority, majority] = outcome(plan, votes, 4).split(':').map(Number);
        const tied = 4 - minority - majority;
        const x = minority + tied * ofMinority, y = majority + tied * ofMajority;
        seats[x] = (seats[x] ?? 0) + 1;
        const mine = task === 'minority' ? x : y;
        own[mine] = (own[mine] ?? 0) + 1;
        if (task === 'minority' ? x > y : y === 4) ++winning;
      }
      const got = countCompletions({...base, task, ties}, new Array(16).fill(0), true);
      assert.equal(got.plans, '117');
      assert.equal(got.winning, String(winning));
      for (const [key, count] of Object.entries(got.seats)) assert.equal(count, String(seats[key] ?? 0), `${ties} ${key}`);
      for (const [key, count] of Object.entries(got.own)) assert.equal(count, String(own[key] ?? 0), `${ties} ${key}`);
      // A puzzle that comes with its seats has the same, or none where they do not tell.
      const told = checkedPuzzle({...base, task, ties, ...got});
      if (task === 'sweep' && ties === 'nobody') assert.equal(told.own, undefined);
      else assert.deepEqual(told.own, got.own);
      assert.equal(Object.keys(got.seats).length, ties === 'half' ? 9 : 5);
      assert.equal(got.witness !== null, winning > 0);
    }
  }
});

test('standing counts the plans that are worse', () => {
  const own = {0: '10', 1: '20', '1.5': '3', 2: '4'};
  assert.deepEqual(standing({own}, 1.5), {better: 30n, equal: 3n, total: 37n});
  assert.deepEqual(standing({own}, 0), {better: 0n, equal: 10n, total: 37n});
});

test('daily puzzles: a date is a board, other dates are others, all can be won', () => {
  const boards = new Set();
  for (let day = 1; day <= 28; ++day) {
    const date = `2026-02-${String(day).padStart(2, '0')}`;
    const puzzle = dailyPuzzle(date);
    assert.deepEqual(dailyPuzzle(date), puzzle);
    assert.equal(puzzle.board.join('').replaceAll('B', '').length, 9);
    assert.equal(puzzle.plans, '4006');
    assert.ok(Number(puzzle.winning) >= 1);
    assert.ok(countCompletions(puzzle, new Array(25).fill(0), true).witness);
    boards.add(puzzle.board.join());
  }
  assert.equal(boards.size, 28);
  // A link to a day must give the same board next year.
  assert.deepEqual(dailyPuzzle('2026-11-21').board, ['BBABA', 'BBBBB', 'ABBAB', 'BABAB', 'AAABB']);
});

test('cut edges are those of the plans of the twin', () => {
  for (const [rows, columns, size] of [[2, 2, 2], [3, 3, 3], [4, 3, 2], [3, 4, 4], [4, 4, 4], [2, 7, 7], [4, 5, 10]]) {
    const expected = {};
    for (const plan of allPlans(rows, columns, size)) {
      let cuts = 0;
      plan.forEach((label, i) => { cuts += ((i + 1) % columns && plan[i + 1] !== label ? 1 : 0) + (i + columns < plan.length && plan[i + columns] !== label ? 1 : 0); });
      expected[cuts] = (expected[cuts] ?? 0) + 1;
    }
    const counted = countCutEdges({rows, columns, size});
    assert.deepEqual(Object.fromEntries(Object.entries(counted).map(([cuts, count]) => [cuts, Number(count)])), expected);
  }
});

test('made puzzles can be solved, and a seed is a puzzle', () => {
  const seen = new Set();
  for (const side of [5, 6, 7]) {
    for (let seed = 1; seed <= 40; ++seed) {
      const plan = randomPlan(side, generator(seed));
      for (let label = 0; label < side; ++label) {
        const members = new Set(plan.flatMap((other, i) => (other === label ? [i] : [])));
        assert.equal(members.size, side);
        const reached = new Set([[...members][0]]);
        for (const i of reached) {
          for (const j of [i - side, i + side, ...(i % side ? [i - 1] : []), ...((i + 1) % side ? [i + 1] : [])]) if (members.has(j)) reached.add(j);
        }
        assert.equal(reached.size, side, plan.join());
      }
      seen.add(numbered(plan.map((label) => label + 1)).join());
    }
  }
  assert.ok(seen.size > 110, String(seen.size));
  for (const task of ['minority', 'sweep']) {
    for (const [side, seed] of [[5, 1], [5, 2], [5, 3], [6, 1]]) {
      const puzzle = madePuzzle(side, task, seed);
      assert.deepEqual(madePuzzle(side, task, seed), puzzle);
      assert.equal(checkedPuzzle(puzzle).board.length, side);
      assert.notEqual(countCompletions(puzzle, new Array(side * side).fill(0), false).winning, '0');
    }
    const votes = madePuzzle(7, task, 1).board.join('').replaceAll('B', '').length;
    assert.equal(votes, task === 'sweep' ? 7 * 3 : 4 * 4);
  }
});

test('links hold puzzle and map, numbered by first cell', () => {
  const puzzle = checkedPuzzle({board: ['AAB', 'BAB'], size: 3, minority: 'A', task: 'minority', ties: 'nobody'});
  const hash = writeHash(puzzle, [2, 2, 0, 1, 2, 0]);
  assert.match(hash, /plan=11\.\|21\.$/);
  assert.deepEqual(readHash(hash), {puzzle, labels: [1, 1, 0, 2, 1, 0]});
  assert.deepEqual(readHash(hash.replaceAll('|', '%7C')), {puzzle, labels: [1, 1, 0, 2, 1, 0]});
  assert.deepEqual(numbered([3, 0, 3, 1]), [1, 0, 1, 2]);
});

test('what is no puzzle is refused in words', () => {
  const good = {board: ['AAB', 'BAB'], size: 3, minority: 'A', task: 'minority', ties: 'nobody'};
  checkedPuzzle(good);
  const bad = [null, 7, 'x', [], {}, {...good, board: 'AAB'}, {...good, board: []}, {...good, board: ['AAB', 'BA']},
               {...good, board: ['AAC', 'BAB']}, {...good, board: ['<b>', 'BAB']}, {...good, board: [[], []]},
               {...good, board: new Array(999).fill('AAB')}, {...good, size: 4}, {...good, size: '3'}, {...good, size: 6},
               {...good, size: -3}, {...good, size: 1e9}, {...good, minority: 'C'}, {...good, task: '__proto__'},
               {...good, ties: 'x'}, JSON.parse('{"__proto__": {"board": 1}}')];
  for (const one of bad) assert.throws(() => checkedPuzzle(one), /\.$/, JSON.stringify(one));
  for (const hash of ['', 'board=', 'board=AAB|BAB', 'board=AAB|BAB&size=3&minority=A&task=minority&plan=11',
                      'board=AAB|BAB&size=3&minority=A&task=minority&plan=123|123', '%', 'plan=%E0%A4%A']) {
    assert.throws(() => readHash(hash), /\.$/, hash);
  }
  // Counts that are none are left out; they are counted anew.
  assert.equal(checkedPuzzle({...good, plans: '-1', winning: '1', seats: {0: '1'}}).plans, undefined);
  assert.equal(checkedPuzzle({...good, plans: '1', winning: '1', seats: {0: '<'}}).seats, undefined);
});
