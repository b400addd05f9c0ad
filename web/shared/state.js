// What a page keeps: in its address, behind the #, and in the browser, for all pages of a site. Anybody may have written either, so
// what is read is checked. A page that is a file, or a private window, may keep nothing: then what a page keeps is gone with it, and
// nothing else fails.
import {h} from './dom.js';

/// The fragment of an address for what is chosen: a list of [name, value].
export const fragmentOf = (parts) =>
  (parts.length ? `#${parts.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&')}` : '');

/// The parts of a fragment, [[name, value, value as it stands there], ...]; null if it is none, such as the name of a section.
export function partsOf(fragment) {
  if (!fragment.includes('=')) return null;
  return fragment.slice(1).split('&').filter((part) => part).map((part) => {
    const at = part.indexOf('='), name = at < 0 ? part : part.slice(0, at), raw = at < 0 ? '' : part.slice(at + 1);
    let value = raw;
    try {
      value = decodeURIComponent(raw);
    } catch { /* a percent sign that came as it is */ }
    return [name, value, raw];
  });
}

/// Puts a fragment into the address. `isNew`: the browser's Back returns to the one before.
export function writeAddress(fragment, isNew = false) {
  const address = fragment || location.pathname + location.search;
  if (fragment !== location.hash) history[isNew ? 'pushState' : 'replaceState'](null, '', address);
}

/// An address of this page with another fragment, to give to others. Of a page that is a file it is that fragment alone, which goes
/// behind the address of anybody's copy.
export const addressWith = (fragment) => (location.protocol === 'file:' ? '' : location.href.replace(/#.*/s, '')) + fragment;

/// Says, once, that something was kept which nobody can use.
export function tellLoss() {
  if (document.querySelector('[data-testid=unreadable]')) return;
  document.body.prepend(h('p', {class: 'complaint', role: 'alert', 'data-testid': 'unreadable'},
    'A part of what this browser kept for these pages cannot be read. It is left out; the rest is here.'));
}

/// What is kept under a key as `checked` gives it back, null for nothing. What cannot be read, or `checked` throws at, is nothing, too.
export function load(key, checked) {
  let text = null;
  try {
    text = localStorage.getItem(key);
  } catch { /* nothing is kept here */ }
  if (text === null) return null;
  try {
    return checked(JSON.parse(text));
  } catch {
    tellLoss();
    return null;
  }
}
/// Returns whether the value is kept.
export function save(key, value) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
    return true;
  } catch {
    return false;  // there is no room
  }
}

/**
 * A list of what was worked on, each with an `id`, the latest first.
 * @template {{id: string, day?: string}} Work
 */
export class Shelf {
  /**
   * @param {string} key
   * @param {(value: any) => Work} checked throws an Error for what is none
   * @param {number} most of those that are not of a day
   */
  constructor(key, checked, most = 30) {
    this.key = key;
    this.checked = checked;
    this.most = most;
  }

  /** All that is kept and sound, no id and no day twice. @returns {Work[]} */
  list() {
    return load(this.key, (values) => {
      if (!Array.isArray(values)) throw new Error('no list');
      const seen = new Set(), list = [];
      for (const value of values) {
        try {
          const work = this.checked(value), names = [work.id, work.day].filter((name) => name !== undefined);
          if (names.some((name) => seen.has(name))) throw new Error('twice');
          names.forEach((name) => seen.add(name));
          list.push(work);
        } catch {
          tellLoss();
        }
      }
      return list;
    }) ?? [];
  }

  /** @param {(work: Work) => boolean} holds */
  find(holds) { return this.list().find(holds); }

  /** Forgets what nobody can open. @param {(work: Work) => boolean} holds */
  drop(holds) { save(this.key, this.list().filter((work) => !holds(work))); }

  /** Puts a work first, in place of what had its id or its day. Returns whether it is kept. @param {Work} work */
  put(work) {
    const others = this.list().filter(({id, day}) => id !== work.id && (!day || day !== work.day));
    let free = 0;
    return save(this.key, [work, ...others].filter(({day}) => day || ++free <= this.most));
  }
}
