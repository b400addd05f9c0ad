// Hints: how many of the plans that agree with the map win, and a cell of one of them.
import {grouped, roman} from './words.js';

/**
 * A hint in words, and the cells that it speaks of.
 * @param {import('./map.js').DistrictMap} map
 * @param {import('./puzzle.js').Counts} counts of the plans that agree with it, with a witness
 * @returns {{text: string, cells: number[]}}
 */
export function advice(map, {plans, winning, witness}) {
  const {labels} = map, only = (text) => ({text, cells: []});
  if (plans === '0') return only('No plan agrees with your districts: undo.');
  if (winning === '0' && plans === '1') return only('The one plan that agrees with your districts does not win: undo.');
  if (winning === '0') return only(`None of the ${grouped(plans)} plans that agree with your districts wins: undo.`);
  const agree = plans === '1' ? 'The one plan that agrees with your districts wins.'
    : `${grouped(winning)} of the ${grouped(plans)} plans that agree with your districts ${winning === '1' ? 'wins' : 'win'}.`;
  const there = winning === '1' ? 'In it' : 'In one of them';
  if (!labels.includes(0)) return only(agree);
  // The district being drawn first, then others that are begun, then a new one: a free cell beside a cell it belongs to.
  const order = [map.current, ...Array.from({length: map.count}, (_, k) => k + 1)];
  for (const label of order) {
    const member = labels.indexOf(label);
    if (member < 0) continue;
    const cell = labels.findIndex((other, i) => other === 0 && witness[i] === witness[member] &&
      map.neighbours(i).some((next) => labels[next] === label));
    if (cell >= 0) return {text: `${agree} ${there}, ${map.place(cell)} is in district ${roman(label)}.`, cells: [cell]};
  }
  const cell = labels.indexOf(0);
  const next = map.neighbours(cell).find((other) => labels[other] === 0 && witness[other] === witness[cell]);
  return {text: `${agree} ${there}, ${map.place(cell)} and ${map.place(next)} are in one district.`, cells: [cell, next]};
}

/** The place of the page where hints are asked for and shown. */
export class Hints {
  /** @param {import('./game.js').Game} game */
  constructor(game) {
    this.game = game;
    this.text = game.element('hint-text');
    this.bar = game.element('hint-progress');
    this.button = game.element('hint');
    this.button.addEventListener('click', () => this.ask());
    this.taken = 0;
    /** @type {number[]} */
    this.cells = [];
    this.stop = null;
  }

  drop() {
    this.stop?.();
    this.stop = null;
    this.cells = [];
    this.text.hidden = this.bar.hidden = true;
  }

  ask() {
    if (this.button.disabled || this.stop) return;
    const {game, text, bar} = this;
    this.cells = [];
    text.hidden = false;
    text.className = 'busy';
    text.setAttribute('aria-busy', 'true');
    text.textContent = 'Counting\u2026';
    bar.value = 0;
    bar.hidden = false;
    game.show();
    this.stop = game.ask({puzzle: game.puzzle, labels: game.map.labels, withWitness: true}, (counts) => {
      this.stop = null;
      bar.hidden = true;
      text.className = '';
      text.removeAttribute('aria-busy');
      if (!counts) {
        text.textContent = 'This browser could not count the plans.';
        return;
      }
      ({text: text.textContent, cells: this.cells} = advice(game.map, counts));
      ++this.taken;
      game.show();
    }, (share) => { bar.value = share; });
  }
}
