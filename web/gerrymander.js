// The page: what is drawn, pressed and told. All that the game itself knows is in plans.js.

// Where the page is. A page that has the game as one of its parts sets this before: `root` has the elements, `prefix` begins
// the addresses that are the game's, and count(puzzle), if given, promises what countCompletions() gives for an empty map.
const {root, prefix, count} = globalThis.gerrymanderPlace ?? {root: document, prefix: ''};
const element = (id) => root.getElementById(id);
const isShown = () => root === document || root.host.checkVisibility();

// What the address says after the '#', null if it is of another part of the page.
function addressed() {
  const hash = window.location.hash.slice(1);
  return hash.startsWith(prefix) ? hash.slice(prefix.length) : null;
}
// The map as such an address; `isNew`: the browser's Back returns to the one before.
function writeAddress(isNew) {
  if (isShown()) window.history[isNew ? 'pushState' : 'replaceState'](null, '', `#${prefix}${writeHash(puzzle, labels)}`);
}
const make = (name, className, text) => {
  const made = document.createElement(name);
  if (className) made.className = className;
  if (text !== undefined) made.textContent = text;
  return made;
};
const voter = (party) => {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  svg.setAttribute('class', `voter ${party.toLowerCase()}`);
  svg.setAttribute('aria-hidden', 'true');
  const use = document.createElementNS('http://www.w3.org/2000/svg', 'use');
  use.setAttribute('href', `#voter-${party.toLowerCase()}`);
  svg.append(use);
  return svg;
};
// A party's sign and letter.
const named = (party) => {
  const span = make('span', 'party');
  span.append(voter(party), `\u00a0${party}`);
  return span;
};
const grouped = (count) => BigInt(count).toLocaleString('en');
const counted = (count, noun) => `${grouped(count)} ${noun}${String(count) === '1' ? '' : 's'}`;
const roman = (number) => {
  let text = '';
  for (const [value, mark] of [[50, 'L'], [40, 'XL'], [10, 'X'], [9, 'IX'], [5, 'V'], [4, 'IV'], [1, 'I']]) {
    for (; number >= value; number -= value) text += mark;
  }
  return text;
};

let puzzle = null;
let embedded = null;   // the puzzle that came with the page
let labels = [];       // the map
let past = [], future = [];
let current = 1;       // the district being drawn
let chosen = false;    // and whether it was chosen by name, for the next cell
let erasing = false;
let cursor = 0;        // the cell that has the focus
let hinted = [];
let hintsTaken = 0;
let cells = [];

// ---- The state of the map

const rowOf = (cell) => Math.floor(cell / puzzle.columns);
const columnOf = (cell) => cell % puzzle.columns;
const place = (cell) => `row ${rowOf(cell) + 1}, column ${columnOf(cell) + 1}`;
const voterOf = (cell) => puzzle.board[rowOf(cell)][columnOf(cell)];
const seatCount = () => districtsOf(puzzle);
const sizeOf = (label) => labels.filter((other) => other === label).length;

function neighbours(cell) {
  const r = rowOf(cell), c = columnOf(cell);
  const found = [];
  if (r > 0) found.push(cell - puzzle.columns);
  if (c > 0) found.push(cell - 1);
  if (c + 1 < puzzle.columns) found.push(cell + 1);
  if (r + 1 < puzzle.rows) found.push(cell + puzzle.columns);
  return found;
}

// {size, a, b, pieces, complete, winner} of a district; winner is 'A', 'B', 'tie', or null while it is not complete.
function district(label) {
  const members = labels.flatMap((other, cell) => (other === label ? [cell] : []));
  const a = members.filter((cell) => voterOf(cell) === 'A').length;
  const b = members.length - a;
  const seen = new Set();
  let pieces = 0;
  for (const first of members) {
    if (seen.has(first)) continue;
    ++pieces;
    seen.add(first);
    for (const open = [first]; open.length;) {
      for (const cell of neighbours(open.pop())) {
        if (labels[cell] === label && !seen.has(cell)) {
          seen.add(cell);
          open.push(cell);
        }
      }
    }
  }
  const complete = members.length === puzzle.size && pieces === 1;
  return {size: members.length, a, b, pieces, complete, winner: !complete ? null : a > b ? 'A' : b > a ? 'B' : 'tie'};
}

// {all: districts, complete, tied, open, seats} of the whole map; seats {minority, majority} of the districts complete.
function survey() {
  const all = Array.from({length: seatCount()}, (_, k) => district(k + 1));
  const won = (winner) => all.filter((one) => one.winner === winner).length;
  const open = all.filter((one) => !one.complete).length;
  const minority = won(puzzle.minority), majority = won(majorityOf(puzzle)), tied = won('tie');
  return {all, complete: open === 0, tied, open, seats: seatsFor(puzzle, minority, majority, tied)};
}

// ---- Showing

function build() {
  const board = element('board');
  board.replaceChildren();
  board.style.gridTemplateColumns = `repeat(${puzzle.columns}, minmax(0, 1fr))`;
  board.setAttribute('aria-label', `Board of ${puzzle.rows} by ${puzzle.columns} voters`);
  board.setAttribute('aria-rowcount', puzzle.rows);
  board.setAttribute('aria-colcount', puzzle.columns);
  cells = [];
  for (let r = 0; r < puzzle.rows; ++r) {
    const row = make('div', 'row');
    row.setAttribute('role', 'row');
    row.setAttribute('aria-rowindex', r + 1);
    for (let c = 0; c < puzzle.columns; ++c) {
      const cell = make('div', 'cell');
      cell.setAttribute('role', 'gridcell');
      cell.setAttribute('aria-colindex', c + 1);
      cell.dataset.testid = `cell-${r + 1}-${c + 1}`;
      cell.append(make('span', 'numeral', ''), voter(puzzle.board[r][c]));
      row.append(cell);
      cells.push(cell);
    }
    board.append(row);
  }
  element('borders').setAttribute('viewBox', `0 0 ${puzzle.columns} ${puzzle.rows}`);
  const list = element('districts');
  list.replaceChildren();
  for (let label = 1; label <= seatCount(); ++label) {
    const button = make('button', 'district');
    button.type = 'button';
    button.dataset.testid = `district-${label}`;
    button.addEventListener('click', () => {
      choose(label);
      show();
    });
    list.append(button);
  }

  const votes = (party) => puzzle.board.join('').split(party).length - 1;
  const {minority} = puzzle, majority = majorityOf(puzzle);
  const goal = puzzle.task === 'minority'
    ? [named(minority), ' wins more of them than ', named(majority), '.']
    : [named(majority), ' wins every one of them.'];
  const even = {nobody: ' A tied district is nobody\u2019s.', a: ' A tied district goes to A.', b: ' A tied district goes to B.',
                half: ' A tied district is half a seat for each.'}[puzzle.ties];
  element('task').replaceChildren(
    named(minority), ` has ${votes(minority)} of ${puzzle.rows * puzzle.columns} voters, `,
    named(majority), ` has ${votes(majority)}. Draw ${seatCount()} connected districts of ${puzzle.size} voters so that `,
    ...goal, puzzle.size % 2 === 0 ? even : '');
}

// `share` is that of the plans that are counted, while they are.
function showAbout(share) {
  const about = [puzzle.daily ? `Daily puzzle of ${puzzle.daily}.` : puzzle.seed !== undefined ? `Puzzle ${puzzle.seed}.` : ''];
  if (puzzle.plans) {
    about.push(`${grouped(puzzle.winning)} of ${counted(puzzle.plans, 'plan')} ${puzzle.winning === '1' ? 'wins' : 'win'}.`);
  }
  if (share !== undefined) about.push(`Counting all plans: ${Math.floor(100 * share)}%.`);
  if (puzzle.difficulty) {
    const {forced, borders} = puzzle.difficulty;
    about.push(`${forced} of ${borders} borders between cells follow without a guess.`);
  }
  element('about').textContent = about.filter(Boolean).join(' ');
}

function show() {
  const {all, complete, tied, open, seats} = survey();
  const {minority} = puzzle, majority = majorityOf(puzzle);
  cells.forEach((cell, i) => {
    const label = labels[i];
    const one = label ? all[label - 1] : null;
    const look = !one ? '' : one.winner === 'tie' ? 'tied' : one.winner ? `won-${one.winner.toLowerCase()}` : 'drawn';
    cell.className = `cell ${look}${hinted.includes(i) ? ' hinted' : ''}`;
    cell.tabIndex = i === cursor ? 0 : -1;
    cell.dataset.label = label;
    cell.firstChild.textContent = label ? roman(label) : '';
    cell.setAttribute('aria-label', `${voterOf(i)}, ${label ? `district ${roman(label)}` : 'free'}`);
    cell.setAttribute('aria-selected', String(label !== 0 && label === current));
  });
  showBorders();

  [...element('districts').children].forEach((button, k) => {
    const one = all[k];
    button.className = `district ${one.winner === 'tie' ? 'tied' : one.winner ? `won-${one.winner.toLowerCase()}` : ''}`;
    button.setAttribute('aria-pressed', String(current === k + 1 && !erasing));
    const outcome = one.winner === 'tie' ? 'tied' : one.winner ? `${one.winner} wins`
      : one.pieces > 1 ? `${one.pieces} pieces` : one.size > puzzle.size ? 'too large' : '';
    const name = make('span', 'name');
    name.append(make('span', 'unseen', 'District '), roman(k + 1));
    const votes = make('span', 'votes');
    votes.append(voter('A'), make('span', 'unseen', 'A'), ` ${one.a}  `, voter('B'), make('span', 'unseen', 'B'), ` ${one.b}`);
    button.replaceChildren(name, ' ', make('span', '', `${one.size}/${puzzle.size}`), ' ', votes, ' ', make('span', 'outcome', outcome));
  });

  const inSeats = {[minority]: seats.minority, [majority]: seats.majority};
  const score = make('p', 'score');
  for (const party of ['A', 'B']) {
    const part = make('span');
    part.append(named(party), ' ', make('b', '', String(inSeats[party])));
    score.append(part);
  }
  if (tied) score.append(make('span', '', `tied ${tied}`));
  if (open) score.append(make('span', 'goal', `open ${open}`));
  element('seats').replaceChildren(score);

  element('undo').disabled = past.length === 0;
  element('redo').disabled = future.length === 0;
  element('clear').disabled = labels.every((label) => label === 0);
  element('erase').setAttribute('aria-pressed', String(erasing));
  element('hint').disabled = !canCount(puzzle);
  element('hint').title = element('hint').disabled ? `Hints are for boards of up to ${MOST_CELLS} cells in districts of less than 24.` : '';

  const won = complete && isWon(puzzle, seats);
  const status = element('status');
  status.classList.toggle('solved', won);
  status.dataset.solved = String(won);
  const result = `${inSeats.A} for A, ${inSeats.B} for B${tied ? `, ${tied} tied` : ''}`;
  tell(won ? `Solved: ${result}.` : complete ? `Complete, but not solved: ${result}.` : progress(all));
  if (!complete && element('compare').checked && puzzle.own && canCount(puzzle)) {
    if (!stroke) compare();
    return;
  }
  dropComparison();
  showStanding(!complete ? null : puzzle.task === 'minority' ? seats.minority : seats.majority);
}

// What is to be said of a map that is not complete.
function progress(all) {
  const free = labels.filter((label) => label === 0).length;
  const broken = all.findIndex((one) => one.pieces > 1);
  if (broken >= 0 && (free === 0 || all[broken].size === puzzle.size)) return `District ${roman(broken + 1)} is in ${all[broken].pieces} pieces.`;
  const large = all.findIndex((one) => one.size > puzzle.size);
  if (large >= 0) return `District ${roman(large + 1)} is too large.`;
  if (free === puzzle.rows * puzzle.columns) return 'Drag over the board to draw the first district.';
  return `District ${roman(current)}: ${all[current - 1].size} of ${puzzle.size} voters. ${counted(free, 'cell')} free.`;
}

function tell(text) {
  if (element('status').textContent !== text) element('status').textContent = text;
}

// Lines between cells of different districts, and around the board.
function showBorders() {
  const {rows, columns} = puzzle;
  let path = `M0 0H${columns}V${rows}H0Z`;
  labels.forEach((label, cell) => {
    const r = rowOf(cell), c = columnOf(cell);
    if (c + 1 < columns && label !== labels[cell + 1]) path += `M${c + 1} ${r}v1`;
    if (r + 1 < rows && label !== labels[cell + columns]) path += `M${c} ${r + 1}h1`;
  });
  const line = document.createElementNS('http://www.w3.org/2000/svg', 'path');
  line.setAttribute('d', path);
  element('borders').replaceChildren(line);
}

// In hundredths of a percent, cut off: what is not all is never shown as 100%.
function percent(part, total) {
  const hundredths = part * 10000n / total;
  if (hundredths === 0n && part > 0n) return 'less than 0.01%';
  return `${hundredths / 100n}.${String(hundredths % 100n).padStart(2, '0')}%`;
}

// The result: how the map stands among all plans if it is complete, else how the plans do that agree with it, if `agreeing`
// has their counts by own seats.
function showStanding(seats, agreeing) {
  const counting = seats !== null && !puzzle.own && canCount(puzzle);
  element('result').hidden = !counting && !(puzzle.own && (seats !== null || agreeing));
  element('percentile').classList.toggle('busy', counting);
  for (const id of ['histogram', 'verdict', 'shape', 'telling']) element(id).hidden = !puzzle.own || (seats === null && id === 'telling');
  element('told').hidden = true;
  if (element('result').hidden) return;
  if (counting) {
    element('percentile').textContent = 'Counting all plans\u2026';
    return;
  }
  element('verdict').textContent = seats === null ? '' : verdict(seats);
  element('shape').textContent = seats === null ? '' : shape();
  element('percentile').textContent = seats === null ? outlook(agreeing) : rank(seats);
  const histogram = element('histogram');
  histogram.caption.replaceChildren('Plans by seats of ', named(ownParty(puzzle)), seats === null ? ', and those that agree with this map' : '');
  const most = Object.values(puzzle.own).map(BigInt).reduce((x, y) => (x > y ? x : y));
  const keys = Object.keys(puzzle.own).sort((x, y) => Number(x) - Number(y));
  histogram.tBodies[0].replaceChildren(...keys.map((key) => {
    const count = BigInt(puzzle.own[key]);
    const isMarked = seats === null ? BigInt(agreeing[key] ?? 0) > 0n : Number(key) === seats;
    const row = make('tr', isMarked ? 'yours' : '');
    const head = make('th', '', key);
    head.scope = 'row';
    const bar = make('span', 'bar');
    bar.style.width = `${Number(count * 1000n / (most || 1n)) / 10}%`;
    const drawn = make('td');
    drawn.append(bar);
    const mark = !isMarked ? '' : seats === null ? grouped(agreeing[key]) : 'yours';
    row.append(head, drawn, make('td', 'count', grouped(count)), make('td', 'mark', mark));
    return row;
  }));
}

function rank(seats) {
  const {better, equal, total} = standing(puzzle, seats);
  const others = equal - 1n;
  return `Your map is better than ${percent(better, total)} of all plans` +
    ` (${grouped(better)} of ${grouped(total)}); ${others === 0n ? 'none is' : others === 1n ? '1 other is' : `${grouped(others)} others are`} as good.`;
}

// Whether so many seats are an outlier: fewer than one plan in twenty has as many, or as few.
function verdict(seats) {
  const {better, equal, total} = standing(puzzle, seats);
  const many = total - better, few = better + equal;
  const [share, side] = many < few ? [many, 'many seats or more'] : [few, 'few seats or fewer'];
  return `${20n * share < total ? 'An outlier' : 'No outlier'}: ${percent(share, total)} of all plans give ${ownParty(puzzle)} as ${side}.`;
}

// How the shape of a complete map stands among all plans; '' until these are counted, and on boards where that takes long.
function shape() {
  if (!canCount(puzzle) || cells.length > 36) return '';
  if (!puzzle.cuts) {
    const asked = puzzle;
    stopCuts ??= ask({cuts: puzzle}, (cuts) => {
      stopCuts = null;
      if (!cuts) return;
      asked.cuts = cuts;
      show();
    });
    return '';
  }
  const own = labels.flatMap((label, cell) => neighbours(cell).filter((next) => next > cell && labels[next] !== label)).length;
  const {better, equal, total} = among(puzzle.cuts, own);
  return `It has ${own} cut edges, pairs of neighbours in different districts: ${percent(better, total)} of all plans have fewer, ` +
    `${percent(equal, total)} as many.`;
}
let stopCuts = null;

// How the plans that agree with a map stand among all.
function outlook(agreeing) {
  const possible = Object.keys(agreeing).filter((key) => agreeing[key] !== '0').map(Number).sort((x, y) => x - y);
  const plans = possible.reduce((sum, key) => sum + BigInt(agreeing[key]), 0n);
  if (plans === 0n) return 'No plan agrees with this map.';
  const [fewest, most] = [possible[0], possible.at(-1)];
  const better = (key) => {
    const {better: below, total} = standing(puzzle, key);
    return percent(below, total);
  };
  return `${counted(plans, 'plan')} ${plans === 1n ? 'agrees' : 'agree'} with this map. ${ownParty(puzzle)} has ` +
    (fewest === most ? `${counted(most, 'seat')} then: better than ${better(most)} of all plans.`
      : `${fewest} to ${counted(most, 'seat')} then: better than ${better(fewest)} to ${better(most)} of all plans.`);
}

let stopComparison = null, compared = '';  // `compared`: the map that is, or is being, compared

function dropComparison() {
  stopComparison?.();
  stopComparison = null;
  compared = '';
  element('result').classList.remove('stale');
}

function compare() {
  const map = writeHash(puzzle, labels);
  if (map === compared) return;
  dropComparison();
  compared = map;
  element('result').classList.add('stale');
  stopComparison = ask({puzzle, labels, withWitness: false}, (counts) => {
    stopComparison = null;
    element('result').classList.remove('stale');
    if (counts) showStanding(null, counts.own);
  });
}

// The result in a few words, to be told to others: nothing of the map is in it.
function result() {
  const {complete, seats, tied} = survey();
  const own = puzzle.task === 'minority' ? seats.minority : seats.majority;
  const other = puzzle.task === 'minority' ? seats.majority : seats.minority;
  const {better, total} = standing(puzzle, own);
  const what = puzzle.daily ? `Gerrymander, daily puzzle of ${puzzle.daily}` : `Gerrymander, ${puzzle.rows} \u00d7 ${puzzle.columns}`;
  const link = new URL(window.location.href);
  link.hash = prefix + (puzzle.daily ? `daily=${puzzle.daily}` : writeHash(puzzle, labels).replace(/&plan=.*/, ''));
  return [what, `${complete && isWon(puzzle, seats) ? 'Solved' : 'Not solved'}: ${own} to ${other} seats${tied ? `, ${tied} tied` : ''}, ` +
    counted(hintsTaken, 'hint'), `Better than ${percent(better, total)} of all plans`, link.href].join('\n');
}

// ---- Drawing

function choose(label) {
  current = label;
  chosen = true;
  erasing = false;
}

// The first district without cells, or 0.
function unused() {
  for (let label = 1; label <= seatCount(); ++label) if (!labels.includes(label)) return label;
  return 0;
}

// Gives a cell to the district being drawn; not if that is full.
function paint(cell) {
  if (labels[cell] === current) return;
  if (sizeOf(current) >= puzzle.size) {
    refused = `District ${roman(current)} has its ${puzzle.size} voters.`;
    return;
  }
  labels[cell] = current;
}
let refused = '';  // why the last stroke was not drawn to its end

// Where a stroke begins: takes up the district that it draws. Returns whether the cell was free or another's before.
function begin(cell) {
  const label = labels[cell];
  if (chosen) {
    chosen = false;
  } else if (label) {
    const other = label !== current;
    current = label;
    return other;
  } else {
    const size = sizeOf(current);
    const goesOn = size === 0 || (size < puzzle.size && neighbours(cell).some((next) => labels[next] === current));
    if (!goesOn) current = unused() || current;
  }
  const changes = labels[cell] !== current;
  paint(cell);
  return changes;
}

// Does something to the map as one step of undo.
function change(act) {
  const before = labels.slice();
  act();
  commit(before);
}

function commit(before) {
  if (labels.some((label, cell) => label !== before[cell])) {
    past.push(before);
    future = [];
    changed();
  }
  show();
  if (refused) tell(refused);
  refused = '';
}

function changed() {
  dropHint();
  writeAddress(false);
  element('shared').hidden = true;
}

function travel(from, to) {
  if (!from.length || stroke) return;
  to.push(labels);
  labels = from.pop();
  changed();
  show();
}
const undo = () => travel(past, future);
const redo = () => travel(future, past);

let stroke = null;  // {before, erases, last: point, tapped: a cell of the district that was being drawn anyway}

function pointAt(event) {
  const box = element('board').getBoundingClientRect();
  return {x: (event.clientX - box.left) / box.width * puzzle.columns, y: (event.clientY - box.top) / box.height * puzzle.rows};
}

function cellAt({x, y}) {
  const inside = x >= 0 && y >= 0 && x < puzzle.columns && y < puzzle.rows;
  return inside ? Math.floor(y) * puzzle.columns + Math.floor(x) : -1;
}

function moveTo(cell) {
  cursor = cell;
  show();
  cells[cell].focus({preventScroll: true});
}

element('board').addEventListener('pointerdown', (event) => {
  if (stroke || !event.isPrimary || event.button === 1) return;
  const point = pointAt(event);
  const cell = cellAt(point);
  if (cell < 0) return;
  event.preventDefault();
  element('board').setPointerCapture(event.pointerId);
  stroke = {before: labels.slice(), erases: erasing || event.button === 2, last: point, tapped: -1};
  if (stroke.erases) labels[cell] = 0;
  else if (!begin(cell)) stroke.tapped = cell;
  dropHint();
  moveTo(cell);
});
element('board').addEventListener('pointermove', (event) => {
  if (!stroke || !event.isPrimary) return;
  // A quick pointer skips cells: those on the way are drawn, too.
  const to = pointAt(event), from = stroke.last;
  const steps = Math.max(1, Math.ceil(8 * Math.hypot(to.x - from.x, to.y - from.y)));
  stroke.last = to;
  let met = false;
  for (let k = 1; k <= steps; ++k) {
    const cell = cellAt({x: from.x + (to.x - from.x) * k / steps, y: from.y + (to.y - from.y) * k / steps});
    if (cell < 0 || cell === cursor) continue;
    met = true;
    stroke.tapped = -1;
    cursor = cell;
    if (stroke.erases) labels[cell] = 0;
    else paint(cell);
  }
  if (met) {
    moveTo(cursor);
    if (refused) tell(refused);
  }
});
const lift = (event) => {
  if (!stroke || !event.isPrimary) return;
  const {before, tapped} = stroke;
  stroke = null;
  if (tapped >= 0) labels[tapped] = 0;
  commit(before);
};
element('board').addEventListener('pointerup', lift);
element('board').addEventListener('pointercancel', lift);
element('board').addEventListener('contextmenu', (event) => event.preventDefault());

// ---- Keys

// Tab, and aids that set the focus themselves.
element('board').addEventListener('focusin', (event) => {
  cursor = cells.indexOf(event.target);
  cells.forEach((cell, i) => { cell.tabIndex = i === cursor ? 0 : -1; });
});

element('board').addEventListener('keydown', (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey || stroke) return;
  const {columns, rows} = puzzle;
  const r = rowOf(cursor), c = columnOf(cursor);
  const to = {
    ArrowUp: r > 0 ? cursor - columns : cursor, ArrowDown: r + 1 < rows ? cursor + columns : cursor,
    ArrowLeft: c > 0 ? cursor - 1 : cursor, ArrowRight: c + 1 < columns ? cursor + 1 : cursor,
    Home: r * columns, End: r * columns + columns - 1,
  }[event.key];
  if (to !== undefined) {
    const from = cursor;
    if (event.shiftKey && event.key.startsWith('Arrow') && to !== from) {
      change(() => {
        // A district just chosen goes on from here, but takes no other's cell that is only passed.
        if (!(chosen && labels[from])) begin(from);
        chosen = false;
        paint(to);
      });
    }
    cells[to].focus();
  } else if (event.key === ' ' || event.key === 'Enter') {
    change(() => {
      if (erasing || !begin(cursor)) labels[cursor] = 0;
    });
  } else if (event.key === 'Backspace' || event.key === 'Delete') {
    change(() => { labels[cursor] = 0; });
  } else {
    return;
  }
  event.preventDefault();
});

document.addEventListener('keydown', (event) => {
  if (!puzzle || event.defaultPrevented || !isShown() ||
      event.composedPath()[0].closest('input, select, textarea') || root.querySelector('dialog[open]')) return;
  const key = event.key.toLowerCase();
  if (event.ctrlKey || event.metaKey) {
    if (event.altKey || (key !== 'z' && key !== 'y')) return;
    if (key === 'y' || event.shiftKey) redo();
    else undo();
    event.preventDefault();
    return;
  }
  if (event.altKey) return;
  const act = {u: undo, r: redo, h: hint, e: toggleErase, n: newDistrict, '?': () => element('manual').showModal()}[key];
  if (act) act();
  else if (/^[1-9]$/.test(key) && Number(key) <= seatCount()) chooseAloud(Number(key));
  else return;
  event.preventDefault();
});

function chooseAloud(label) {
  choose(label);
  show();
  tell(`District ${roman(label)}: ${sizeOf(label)} of ${puzzle.size} voters.`);
}

function newDistrict() {
  if (unused()) chooseAloud(unused());
  else tell('All districts have cells.');
}

function toggleErase() {
  erasing = !erasing;
  show();
}

// ---- Counting, in a worker

const workerSource = URL.createObjectURL(new Blob(
  [document.getElementById('plans').textContent, 'onmessage = (event) => postMessage({result: answer(event.data, (share) => postMessage({share}))});'], {type: 'text/javascript'}));

// Answers a request of plans.js; a worker for each, so that one that is no longer wanted can be stopped. progress(share) is
// called on the way.
function ask(request, done, progress) {
  const worker = new Worker(workerSource);
  const end = (result) => {
    worker.terminate();
    done(result);
  };
  worker.onmessage = ({data}) => {
    if (data.share === undefined) end(data.result);
    else progress?.(data.share);
  };
  worker.onerror = (event) => {
    event.preventDefault();
    end(null);
  };
  worker.postMessage(request);
  return () => worker.terminate();
}

let stopHint = null;

function dropHint() {
  stopHint?.();
  stopHint = null;
  hinted = [];
  element('hint-text').hidden = true;
  element('hint-progress').hidden = true;
}

function hint() {
  if (element('hint').disabled || stopHint) return;
  const text = element('hint-text');
  hinted = [];
  text.hidden = false;
  text.className = 'busy';
  text.setAttribute('aria-busy', 'true');
  text.textContent = 'Counting\u2026';
  const bar = element('hint-progress');
  bar.value = 0;
  bar.hidden = false;
  show();
  stopHint = ask({puzzle, labels, withWitness: true}, (counts) => {
    stopHint = null;
    bar.hidden = true;
    text.className = '';
    text.removeAttribute('aria-busy');
    if (!counts) {
      text.textContent = 'This browser could not count the plans.';
      return;
    }
    text.textContent = advice(counts);
    ++hintsTaken;
    show();
  }, (share) => { bar.value = share; });
}

// A hint in words; marks the cells it speaks of.
function advice({plans, winning, witness}) {
  if (plans === '0') return 'No plan agrees with this map: undo.';
  if (winning === '0' && plans === '1') return 'The one plan that agrees with this map does not win: undo.';
  if (winning === '0') return `None of the ${grouped(plans)} plans that agree with this map wins: undo.`;
  const agree = plans === '1' ? 'The one plan that agrees with this map wins.'
    : `${grouped(winning)} of the ${grouped(plans)} plans that agree with this map ${winning === '1' ? 'wins' : 'win'}.`;
  const there = winning === '1' ? 'In it' : 'In one of them';
  if (!labels.includes(0)) return agree;
  // The district being drawn first, then others that are begun, then a new one: a free cell beside a cell it belongs to.
  const order = [current, ...Array.from({length: seatCount()}, (_, k) => k + 1)];
  for (const label of order) {
    const member = labels.indexOf(label);
    if (member < 0) continue;
    const cell = labels.findIndex((other, i) => other === 0 && witness[i] === witness[member] &&
      neighbours(i).some((next) => labels[next] === label));
    if (cell < 0) continue;
    hinted = [cell];
    return `${agree} ${there}, ${place(cell)} is in district ${roman(label)}.`;
  }
  const cell = labels.indexOf(0);
  const next = neighbours(cell).find((other) => labels[other] === 0 && witness[other] === witness[cell]);
  hinted = [cell, next];
  return `${agree} ${there}, ${place(cell)} and ${place(next)} are in one district.`;
}

let stopCount = null;

// Counts all plans of a puzzle that came without.
function countAll() {
  if (puzzle.own || !canCount(puzzle)) return;
  const asked = puzzle;
  const done = (counts) => {
    stopCount = null;
    if (!counts || asked !== puzzle) return;
    Object.assign(asked, counts);
    showAbout();
    show();
  };
  if (count) count(asked).then(done, () => done(null));
  else stopCount = ask({puzzle, labels: labels.map(() => 0), withWitness: false}, done, showAbout);
}

// ---- Puzzles

function start(next, map) {
  stopCount?.();
  stopCuts?.();
  stopCount = stopCuts = null;
  puzzle = next;
  labels = map ?? new Array(puzzle.rows * puzzle.columns).fill(0);
  past = [];
  future = [];
  current = 1;
  chosen = false;
  erasing = false;
  stroke = null;
  cursor = 0;
  hintsTaken = 0;
  dropComparison();
  element('result').hidden = true;
  element('shared').hidden = true;
  element('play').inert = false;
  dropHint();
  build();
  showAbout();
  show();
  countAll();
}

// Begins the puzzle that the worker makes of a request. `isNew`: the browser's Back returns to the map before it.
function startMade(request, isNew) {
  for (const id of made) element(id).disabled = true;
  element('about').textContent = 'Making the puzzle\u2026';
  element('about').classList.add('busy');
  ask(request, (puzzleMade) => {
    for (const id of made) element(id).disabled = false;
    element('about').classList.remove('busy');
    if (!puzzleMade) {
      element('about').textContent = 'This browser could not make the puzzle.';
      return;
    }
    start(puzzleMade);
    writeAddress(isNew);
  });
}
const made = ['daily', 'past', 'fresh'];  // the buttons that make a puzzle

// The same at the press of a button; asks first if a map is begun.
async function leaveFor(request) {
  if (puzzle && labels.some(Boolean) && !isFinished() && !await mayLeave()) return;
  complain('');
  if (puzzle) writeAddress(false);
  startMade(request, Boolean(puzzle));
}

function isFinished() {
  const {complete, seats} = survey();
  return complete && isWon(puzzle, seats);
}

function mayLeave() {
  const dialog = element('leave');
  dialog.returnValue = 'stay';
  dialog.showModal();
  return new Promise((resolve) => dialog.addEventListener('close', () => resolve(dialog.returnValue === 'go'), {once: true}));
}

const today = () => new Date().toISOString().slice(0, 10);  // of UTC: the same for every visitor

// The puzzle that the address asks for: a board with a plan, a date; else that of the page; else today's.
function open() {
  const hash = addressed() ?? '';
  const date = new URLSearchParams(hash).get('daily');
  if (hash && (hash.includes('board=') || !isDate(date ?? ''))) {
    try {
      const shared = readHash(hash);
      const plain = (one) => writeHash({...one, daily: undefined}, shared.labels);
      start(embedded && plain(embedded) === plain(shared.puzzle) ? embedded : shared.puzzle, shared.labels);
      return;
    } catch (error) {
      complain(`This link is not right. ${error.message}`);
    }
  } else if (hash) {
    startMade({daily: date});
    return;
  }
  if (embedded) start(embedded);
  else startMade({daily: today()});
}

function complain(text) {
  element('complaint').textContent = text;
  element('complaint').hidden = !text;
}

element('undo').addEventListener('click', undo);
element('redo').addEventListener('click', redo);
element('erase').addEventListener('click', toggleErase);
element('clear').addEventListener('click', () => change(() => {
  labels.fill(0);
  current = 1;
}));
element('hint').addEventListener('click', hint);
element('print').addEventListener('click', () => window.print());
element('help').addEventListener('click', () => element('manual').showModal());
element('daily').addEventListener('click', () => leaveFor({daily: today()}));
element('past').addEventListener('click', () => {
  const date = element('day').value;
  const wrong = !isDate(date) ? 'Choose a day first.' : date > today() ? `The puzzle of ${date} is not out yet.` : '';
  element('day-note').textContent = wrong;
  if (!wrong) leaveFor({daily: date});
});
element('fresh').addEventListener('click', () =>
  leaveFor({made: [Number(element('side').value), element('goal').value, crypto.getRandomValues(new Int32Array(1))[0]]}));
element('compare').addEventListener('change', show);
// Shows a text in a field and copies it, if the browser lets.
async function give(value, field, place, note) {
  place.hidden = false;
  field.value = value;
  field.focus();
  field.select();
  field.scrollTop = 0;
  let copied = true;
  try {
    await navigator.clipboard.writeText(value);
  } catch {
    copied = false;
  }
  note.textContent = copied ? 'Copied.' : 'Copy it from here.';
}
element('share').addEventListener('click', () => {
  writeAddress(false);
  give(window.location.href, element('share-text'), element('shared'), element('share-note'));
});
element('tell').addEventListener('click', () => give(result(), element('told-text'), element('told'), element('told-note')));
window.addEventListener('hashchange', () => {
  if (addressed() === null) return;
  complain('');
  open();
});

const given = document.getElementById('pentocity-puzzle')?.textContent ?? '@';
try {
  embedded = checkedPuzzle(JSON.parse(given));
} catch (error) {
  // The template as it stands, without a puzzle, is good for the daily one.
  if (!given.startsWith('@')) complain(`The puzzle of this page is not right. ${error.message}`);
}
open();
