// The game of the day, the same requests on the same land for everybody, tried once; its result, and the list of games.
import {dayBefore, dayInWords, untilNextDay} from '../shared/days.js';
import {h, plural, show} from '../shared/dom.js';
import {addressWith} from '../shared/state.js';
import {share} from './links.js';

export const RIVAL = 'planner-fast';
/// The first day that has a game.
export const FIRST_DAY = '2026-11-01';
const streams = ['random', 'suburbs', 'drawn', 'g5', 'stars-and-bars', 'g10', 'g8'];

/// What is played on a day by UTC, as Setup chooses it.
export const gameOfDay = (day) => ({
  name: streams[Math.floor(Date.parse(day) / 86_400_000) % streams.length], own: '', seed: Number(day.replaceAll('-', '')), side: 20,
  rules: 'report', day,
});

/// Ten symbols for a game, one for each tenth of its turns: green where it gained on the planner, red where it fell behind, yellow
/// where neither. `yours` and `rival` are the points of each turn.
export function symbolsOf(yours, rival) {
  const tenths = Math.min(10, yours.length), end = (k) => Math.round(k * yours.length / tenths);
  return Array.from({length: tenths}, (_, k) => {
    let gained = 0;
    for (let turn = end(k); turn < end(k + 1); ++turn) gained += yours[turn] - (rival[turn] ?? 0);
    return gained > 0 ? '🟩' : gained < 0 ? '🟥' : '🟨';
  }).join('');
}

/// The result of a game of the day: what a browser keeps of it, its `symbols` and `bound`; `days` is how many were played in a row.
export function card({day, score, rival, bound, hints, symbols, turn}, days) {
  const text = [`Pentocity, ${dayInWords(day)}: ${plural(score, 'point')}`,
    `${RIVAL} ${rival}, nobody more than ${bound}; ${plural(hints, 'hint')}, ${plural(days, 'day')} in a row`, symbols,
    addressWith(`#play=${day}`)].join('\n');
  /** @type {HTMLTextAreaElement} */
  const field = h('textarea', {readonly: true, rows: 4, 'aria-label': 'Your result', hidden: true});
  const classes = {'🟩': 'ahead', '🟥': 'behind', '🟨': 'even'};
  const said = h('div', {role: 'status'}), count = (symbol) => symbols.split(symbol).length - 1;
  return h('div', {class: 'card', 'data-testid': 'card'},
    h('p', {class: 'symbols', role: 'img', 'aria-label': `Of the tenths of the game, you gained on ${RIVAL} in ${count('🟩')} and fell ` +
      `behind in ${count('🟥')}`},
    [...symbols].map((symbol) => h('span', {class: classes[symbol]}))),
    h('p', {class: 'soft'}, `The parts of your game: green where you gained on ${RIVAL}, red where you fell behind.`),
    h('p', null, `In your ${plural(turn, 'turn')} nobody can have more than ${show(bound)}. ${plural(hints, 'hint')}, ` +
      `${plural(days, 'day')} in a row. The next game comes in ${untilNextDay()}.`),
    h('button', {type: 'button', 'data-testid': 'share', click: async () => { said.textContent = await share(text, field); }},
      'Share the result'),
    field, said);
}

/// How many days in a row, up to this one or the one before it, have a game of the day that came to its end.
export function streak(games, day) {
  const played = new Set(games.filter((game) => game.day && game.over).map((game) => game.day));
  let count = 0;
  for (let one = played.has(day) ? day : dayBefore(day); played.has(one); one = dayBefore(one)) ++count;
  return count;
}

/// A line for each day that had a game before this one, the latest first, with what was scored in it.
export function dayList(games, today) {
  const scores = new Map(games.filter(({day, over}) => day && over).map(({day, score}) => [day, score]));
  const days = [];
  for (let day = dayBefore(today); day >= FIRST_DAY; day = dayBefore(day)) days.push(day);
  return days.map((day) => h('li', null, h('a', {href: `#play=${day}`}, dayInWords(day)),
    scores.has(day) ? `: ${plural(scores.get(day), 'point')}` : ''));
}

/// A line for each game that is kept; the best of each kind is marked.
export function gameList(games) {
  const best = new Map(), counts = ({over, practice}) => over && !practice;
  for (const game of games) if (counts(game)) best.set(game.kind, Math.max(best.get(game.kind) ?? 0, game.score));
  if (games.length === 0) return [h('li', null, 'None yet: a game is kept here from its first move on.')];
  return games.map((game) => h('li', null, h('a', {href: `#play=${game.packed}`}, game.title), `: ${plural(game.score, 'point')}`,
    game.over ? `, ${RIVAL} ${show(game.rival)}` : `, under way at turn ${game.turn + 1}`, game.practice && ', practice',
    counts(game) && game.score === best.get(game.kind) && h('b', null, ', your best')));
}
