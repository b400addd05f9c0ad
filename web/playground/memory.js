// What the browser keeps of games: those under way and those that ended, the newest first.
import {load, save} from '../shared/store.js';

/// A game that is kept: `id`, `packed` (its address), `kind` (of which the best is a record) and `title`, `turn`, `score`, `rival`
/// (the score of the planner after as many turns), `over`, `hints` (how many were looked at), `practice` (turns were taken back),
/// and of a game of the day its `day` (2026-11-26).
/** @typedef {{id: string, packed: string, kind: string, title: string, turn: number, score: number, rival: number, over: boolean,
 *   hints: number, practice: boolean, day?: string}} KeptGame */

export class Shelf {
  /** @param {string} key @param {number} most of games that are not of a day */
  constructor(key, most = 30) {
    this.key = key;
    this.most = most;
  }

  /** @returns {KeptGame[]} */
  list() {
    const games = load(this.key);
    return Array.isArray(games) ? games : [];
  }

  /** @param {(game: KeptGame) => boolean} holds */
  find(holds) { return this.list().find(holds); }

  /** @param {KeptGame} game */
  put(game) {
    const others = this.list().filter(({id}) => id !== game.id);
    let free = 0;
    save(this.key, [game, ...others].filter(({day}) => day || ++free <= this.most));
  }
}

const DAY = 86_400_000;
/// The day of a moment, by UTC: 2026-11-26.
export const dayOf = (moment = Date.now()) => new Date(moment).toISOString().slice(0, 10);
export const dayBefore = (day) => dayOf(Date.parse(day) - DAY);
/// The day in words: 26 November 2026.
export const dayInWords = (day) => new Intl.DateTimeFormat('en-GB', {dateStyle: 'long', timeZone: 'UTC'}).format(Date.parse(day));
/// Hours and minutes until the next day begins.
export function untilNextDay(moment = Date.now()) {
  const minutes = Math.ceil((DAY - moment % DAY) / 60_000);
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
/// How many days in a row, up to this one or the one before it, have a game of the day that came to its end.
export function streak(games, day) {
  const played = new Set(games.filter((game) => game.day && game.over).map((game) => game.day));
  let count = 0;
  for (let one = played.has(day) ? day : dayBefore(day); played.has(one); one = dayBefore(one)) ++count;
  return count;
}
