// The gerrymander game: a puzzle, the map that is drawn, and the parts of the page that show them.
import {Board} from './board.js';
import {counterOf} from './counter.js';
import {Hints} from './hints.js';
import {DistrictMap} from './map.js';
import {aboutText, districtText, progress, score, taskOf} from './panel.js';
import {canCount, checkedPuzzle, isWon, majorityOf, MOST_CELLS, readHash, writeHash, writePuzzle} from './puzzle.js';
import {Result} from './result.js';
import {dayOf, lackOf} from '../shared/days.js';
import {h} from '../shared/dom.js';
import {addressWith, Shelf, writeAddress} from '../shared/state.js';
import {roman} from './words.js';

/// A map that the browser keeps, as an address has it: {id, hash}. Throws an Error for what is none.
export function checkedMap({id, hash}) {
  if (typeof hash !== 'string' || writePuzzle(readHash(hash).puzzle) !== id) throw new Error('no map');
  return {id, hash};
}

const MAKERS = ['daily', 'past', 'fresh'];  // the buttons that make a puzzle

export class Game {
  /**
   * @param {object} place
   * @param {Document | ShadowRoot} place.root has the elements of web/gerrymander.html
   * @param {string} place.worker the script of worker.js
   * @param {string} [place.prefix] begins the addresses that are the game's
   * @param {(rest: string, isNew: boolean) => void} [place.write] puts what follows the prefix into the address
   * @param {(puzzle: import('./puzzle.js').Puzzle) => Promise<import('./puzzle.js').Counts>} [place.count] counts all plans of a
   *   puzzle; without it the worker does
   * @param {string} [place.given] the puzzle that came with the page, as JSON
   */
  constructor({root, worker, prefix = '', write = (rest, isNew) => writeAddress(`#${rest}`, isNew), count, given}) {
    this.root = root;
    this.prefix = prefix;
    this.write = write;
    this.shelf = new Shelf('pentocity-gerrymander', checkedMap);
    this.count = count;
    this.element = (id) => /** @type {any} */ (root.getElementById(id));
    this.ask = counterOf(worker);
    this.board = new Board(this);
    this.hints = new Hints(this);
    this.result = new Result(this);
    this.stopCount = null;
    this.#listen();
    try {
      this.embedded = given && checkedPuzzle(JSON.parse(given));
    } catch (error) {
      this.#complain(`The puzzle of this page is not right. ${error.message}`);
    }
    this.#open();
  }

  get puzzle() { return this.map.puzzle; }

  // ---- Showing

  #build() {
    const {element, map} = this;
    this.board.build();
    element('districts').replaceChildren(...Array.from({length: map.count}, (_, k) =>
      h('button', {type: 'button', class: 'district', 'data-testid': `district-${k + 1}`, click: () => {
        map.choose(k + 1);
        this.show();
      }})));
    element('task').replaceChildren(...taskOf(map.puzzle));
  }

  /** Shows the map as it is now. */
  show() {
    const {element, map, puzzle, hints} = this;
    const {all, complete, tied, open, seats} = map.survey();
    this.board.show(all, hints.cells);
    [...element('districts').children].forEach((button, k) => {
      const {winner} = all[k];
      button.className = `district ${winner === 'tie' ? 'tied' : winner ? `won-${winner.toLowerCase()}` : ''}`;
      button.setAttribute('aria-pressed', String(map.current === k + 1 && !map.erasing));
      button.replaceChildren(...districtText(all[k], k + 1, puzzle.size));
    });
    const inSeats = {[puzzle.minority]: seats.minority, [majorityOf(puzzle)]: seats.majority};
    element('seats').replaceChildren(score(inSeats, tied, open));

    element('undo').disabled = map.past.length === 0;
    element('redo').disabled = map.future.length === 0;
    element('clear').disabled = map.labels.every((label) => label === 0);
    element('erase').setAttribute('aria-pressed', String(map.erasing));
    hints.button.disabled = !canCount(puzzle);
    hints.button.title = hints.button.disabled ? `Hints are for boards of up to ${MOST_CELLS} cells in districts of less than 24.` : '';

    const won = complete && isWon(puzzle, seats), status = element('status');
    status.classList.toggle('solved', won);
    status.dataset.solved = String(won);
    const result = `${inSeats.A} for A, ${inSeats.B} for B${tied ? `, ${tied} tied` : ''}`;
    this.tell(won ? `Solved: ${result}.` : complete ? `Complete, but not solved: ${result}.` : progress(map, all));
    if (!complete && element('compare').checked && puzzle.own && canCount(puzzle)) {
      if (!this.board.stroke) this.result.compare();
      return;
    }
    this.result.dropComparison();
    this.result.show(!complete ? null : puzzle.task === 'minority' ? seats.minority : seats.majority);
  }

  #showAbout(share) { this.element('about').textContent = aboutText(this.puzzle, share); }

  tell(text) {
    if (this.element('status').textContent !== text) this.element('status').textContent = text;
  }

  #complain(text) {
    this.element('complaint').textContent = text;
    this.element('complaint').hidden = !text;
  }

  // ---- Changing the map

  /** Does something to the map as one step of undo. @param {() => void} act */
  change(act) {
    const before = this.map.labels.slice();
    act();
    this.commit(before);
  }

  /** The same after it was done. @param {number[]} before the map until then */
  commit(before) {
    if (this.map.keep(before)) this.#changed();
    this.show();
    if (this.map.refused) this.tell(this.map.refused);
    this.map.refused = '';
  }

  #changed() {
    this.hints.drop();
    this.#writeAddress(false);
    this.shelf.put({id: writePuzzle(this.puzzle), hash: writeHash(this.puzzle, this.map.labels)});
    this.element('shared').hidden = true;
  }

  // The map that was drawn of a puzzle.
  #kept(puzzle) {
    const kept = this.shelf.find(({id}) => id === writePuzzle(puzzle));
    return kept && readHash(kept.hash).labels;
  }

  #travel(isBack) {
    if (this.board.stroke || !this.map.travel(isBack)) return;
    this.#changed();
    this.show();
  }

  #chooseAloud(label) {
    this.map.choose(label);
    this.show();
    this.tell(`District ${roman(label)}: ${this.map.sizeOf(label)} of ${this.puzzle.size} voters.`);
  }

  #newDistrict() {
    if (this.map.unused()) this.#chooseAloud(this.map.unused());
    else this.tell('All districts have cells.');
  }

  #toggleErase() {
    this.map.erasing = !this.map.erasing;
    this.show();
  }

  // ---- Puzzles

  #start(puzzle, labels) {
    this.stopCount?.();
    this.stopCount = null;
    this.map = new DistrictMap(puzzle, labels);
    this.result.reset();
    this.element('shared').hidden = true;
    this.element('play').inert = false;
    this.hints.drop();
    this.hints.taken = 0;
    this.#build();
    this.#showAbout();
    this.show();
    this.#countAll();
  }

  // Counts all plans of a puzzle that came without.
  #countAll() {
    const {puzzle, map} = this;
    if (puzzle.own || !canCount(puzzle)) return;
    const done = (counts) => {
      this.stopCount = null;
      if (!counts || puzzle !== this.puzzle) return;
      Object.assign(puzzle, counts);
      this.#showAbout();
      this.show();
    };
    if (this.count) this.count(puzzle).then(done, () => done(null));
    else this.stopCount = this.ask({puzzle, labels: map.labels.map(() => 0), withWitness: false}, done, (share) => this.#showAbout(share));
  }

  // Begins the puzzle that the worker makes of a request. `isNew`: the browser's Back returns to the map before it.
  #startMade(request, isNew = false) {
    const {element} = this, about = element('about');
    for (const id of MAKERS) element(id).disabled = true;
    about.textContent = 'Making the puzzle\u2026';
    about.classList.add('busy');
    this.wanted = request;
    this.ask(request, (made) => {
      if (this.wanted !== request) return;  // somebody went elsewhere meanwhile
      this.#endMaking();
      if (!made) {
        about.textContent = 'This browser could not make the puzzle.';
        return;
      }
      this.#start(made, this.#kept(made));
      this.#writeAddress(isNew);
    });
  }

  #endMaking() {
    this.wanted = null;
    for (const id of MAKERS) this.element(id).disabled = false;
    this.element('about').classList.remove('busy');
  }

  // The same at the press of a button; asks first if a map is begun.
  async #leaveFor(request) {
    if (this.map?.labels.some(Boolean) && !this.#isFinished() && !await this.#mayLeave()) return;
    this.#complain('');
    if (this.map) this.#writeAddress(false);
    this.#startMade(request, Boolean(this.map));
  }

  #isFinished() {
    const {complete, seats} = this.map.survey();
    return complete && isWon(this.puzzle, seats);
  }

  #mayLeave() {
    const dialog = this.element('leave');
    dialog.returnValue = 'stay';
    dialog.showModal();
    return new Promise((resolve) => dialog.addEventListener('close', () => resolve(dialog.returnValue === 'go'), {once: true}));
  }

  // ---- The address

  get #isShown() { return this.root instanceof Document || this.root.host.checkVisibility(); }

  // What the address says after the '#', null if it is of another part of the page.
  get #addressed() {
    const hash = window.location.hash.slice(1);
    return hash.startsWith(this.prefix) ? hash.slice(this.prefix.length) : null;
  }

  // The map as such an address; `isNew`: the browser's Back returns to the one before.
  #writeAddress(isNew) { this.write(writeHash(this.puzzle, this.map.labels), isNew); }

  // Begins the puzzle that the address asks for: a board with a plan, a date; else that of the page; else today's.
  #open() {
    const hash = this.#addressed ?? '', {embedded} = this;
    const day = hash.includes('board=') ? null : new URLSearchParams(hash).get('daily');
    const lack = day === null ? '' : lackOf('puzzle', day);
    if (day !== null && !lack) {
      this.#startMade({daily: day});
      return;
    }
    if (lack) {
      this.#complain(lack);
    } else if (hash) {
      try {
        const shared = readHash(hash);
        const plain = (one) => writeHash({...one, daily: undefined}, shared.labels);
        this.#start(embedded && plain(embedded) === plain(shared.puzzle) ? embedded : shared.puzzle, shared.labels);
        this.#writeAddress(false);
        return;
      } catch (error) {
        this.#complain(`This link is not right. ${error.message}`);
      }
    }
    if (embedded) this.#start(embedded, this.#kept(embedded));
    else this.#startMade({daily: dayOf()});
  }

  // ---- Buttons and keys

  #listen() {
    const {element} = this, manual = () => element('manual').showModal();
    const press = (id, act) => element(id).addEventListener('click', act);
    press('undo', () => this.#travel(true));
    press('redo', () => this.#travel(false));
    press('erase', () => this.#toggleErase());
    press('clear', () => this.change(() => {
      this.map.labels.fill(0);
      this.map.current = 1;
    }));
    press('print', () => window.print());
    press('help', manual);
    press('daily', () => this.#leaveFor({daily: dayOf()}));
    press('past', () => {
      const day = element('day').value, lack = day ? lackOf('puzzle', day) : 'Choose a day first.';
      element('day-note').textContent = lack;
      if (!lack) this.#leaveFor({daily: day});
    });
    press('fresh', () => this.#leaveFor({
      made: [Number(element('side').value), element('goal').value, crypto.getRandomValues(new Int32Array(1))[0]],
    }));
    element('compare').addEventListener('change', () => this.show());
    press('share', () => {
      this.#writeAddress(false);
      this.#give(addressWith(window.location.hash), 'share', 'shared',
        this.#isFinished() ? ' It shows your plan; \u201cShare result\u201d below does not.' : '');
    });
    press('tell', () => this.#give(this.result.told(), 'told', 'told'));
    window.addEventListener('hashchange', () => {
      const hash = this.#addressed;
      if (hash === null) return;
      const isShown = this.map && hash === writeHash(this.puzzle, this.map.labels);
      if (this.wanted) {
        this.#endMaking();
        if (isShown) this.#showAbout();
      }
      if (isShown) return;
      this.#complain('');
      this.#open();
    });
    document.addEventListener('keydown', (event) => this.#key(event));
  }

  // Shows a text in a field and copies it, if the browser lets.
  async #give(value, name, place, remark = '') {
    const field = this.element(`${name}-text`);
    this.element(place).hidden = false;
    field.value = value;
    field.focus();
    field.select();
    field.scrollTop = 0;
    const copied = await navigator.clipboard?.writeText(value).then(() => true, () => false);
    this.element(`${name}-note`).textContent = (copied ? 'Copied.' : 'Copy it from here.') +
      (/^#/m.test(value) ? ' What begins with # goes behind the address of the page.' : '') + remark;
  }

  #key(event) {
    if (!this.map || event.defaultPrevented || !this.#isShown ||
        event.composedPath()[0].closest('input, select, textarea') || this.root.querySelector('dialog[open]')) return;
    const key = event.key.toLowerCase();
    if (event.ctrlKey || event.metaKey) {
      if (event.altKey || (key !== 'z' && key !== 'y')) return;
      this.#travel(key === 'z' && !event.shiftKey);
      event.preventDefault();
      return;
    }
    if (event.altKey) return;
    const act = {
      u: () => this.#travel(true), r: () => this.#travel(false), h: () => this.hints.ask(), e: () => this.#toggleErase(),
      n: () => this.#newDistrict(), '?': () => this.element('manual').showModal(),
    }[key];
    if (act) act();
    else if (/^[1-9]$/.test(key) && Number(key) <= this.map.count) this.#chooseAloud(Number(key));
    else return;
    event.preventDefault();
  }
}
