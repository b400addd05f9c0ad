// Light or dark: as the system says, or as somebody chose, which the browser keeps for all pages of a site.
import {h} from './dom.js';
import {load, save} from './state.js';

const KEY = 'pentocity-theme', CHOICES = {'light dark': 'as the system', light: 'light', dark: 'dark'};

/// The choice, as an element; what was chosen before holds at once.
export function themeSwitch() {
  const show = (scheme) => { document.documentElement.style.colorScheme = scheme; };
  const before = load(KEY, (scheme) => {
    if (typeof scheme !== 'string' || !Object.hasOwn(CHOICES, scheme)) throw new Error('no choice');
    return scheme;
  });
  const select = h('select', {'data-testid': 'theme', change: () => {
    show(select.value);
    save(KEY, select.value);
  }}, Object.entries(CHOICES).map(([value, label]) => h('option', {value, selected: value === before}, label)));
  if (before) show(before);
  return h('label', {class: 'theme'}, 'Colours ', select);
}
