// Days by UTC, the same for every visitor: 2026-11-26.

const DAY = 86_400_000;
/// The day of a moment.
export const dayOf = (moment = Date.now()) => new Date(moment).toISOString().slice(0, 10);
export const dayBefore = (day) => dayOf(Date.parse(day) - DAY);
/// The day in words: 26 November 2026.
export const dayInWords = (day) => new Intl.DateTimeFormat('en-GB', {dateStyle: 'long', timeZone: 'UTC'}).format(Date.parse(day));
/// Hours and minutes until the next day begins.
export function untilNextDay(moment = Date.now()) {
  const minutes = Math.ceil((DAY - moment % DAY) / 60_000);
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/// Does a text look like a day? It may be none of the calendar.
export const looksLikeDay = (text) => /^\d{4}-\d\d-\d\d$/.test(text);
export function isDay(text) {
  const moment = looksLikeDay(text) ? Date.parse(text) : NaN;
  return !Number.isNaN(moment) && dayOf(moment) === text;
}

/// Why there is no game or puzzle (`what`) of a day, in a sentence; '' if there is one.
export function lackOf(what, day, first = '') {
  if (!isDay(day)) return `The calendar has no day ${day}.`;
  if (day > dayOf()) return `The ${what} of ${dayInWords(day)} is not out yet.`;
  return day < first ? `The first ${what} was that of ${dayInWords(first)}.` : '';
}
