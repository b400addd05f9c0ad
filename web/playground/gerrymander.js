// The gerrymander game as a room: the page of the program, web/gerrymander.html, in a shadow tree. Its hints are counted by its own
// worker, and all plans of a board by the module.
import {Game} from '../gerrymander/game.js';
import {writeRoom} from './links.js';

/// What countCompletions() of gerrymander/counting.js gives for an empty map.
async function countedBy(worker, {board, size, minority, task, ties}) {
  // In the module the minority is A.
  const exchange = {A: 'B', B: 'A', a: 'b', b: 'a'};
  const swapped = (text) => (minority === 'A' ? text : text.replace(/[ABab]/g, (letter) => exchange[letter]));
  const thread = worker();
  try {
    const rule = size % 2 === 1 ? 'nobody' : ties === 'half' || ties === 'nobody' ? ties : swapped(ties);
    const {plans, steps, more, a, b} = await thread.call({do: 'districts', board: swapped(board.join('|')), size, ties: rule});
    const bySeats = (counts) => Object.fromEntries(counts.map((count, i) => [i / steps, count]));
    const isSweep = task === 'sweep';
    return {plans, winning: isSweep ? b.at(-1) : more, seats: bySeats(a), own: bySeats(isSweep ? b : a)};
  } finally {
    thread.end();
  }
}

export class Gerrymander {
  constructor(root, worker) {
    const place = document.createElement('div');
    root.append(place);
    const shadow = place.attachShadow({mode: 'open'});
    shadow.append(/** @type {HTMLTemplateElement} */ (document.getElementById('gerrymander')).content.cloneNode(true));
    new Game({
      root: shadow, worker: document.getElementById('counting').textContent, prefix: 'gerrymander=',
      write: (rest, isNew) => writeRoom('gerrymander', rest, isNew),
      count: (puzzle) => countedBy(worker, puzzle),
    });
  }

  follow() {}
}
