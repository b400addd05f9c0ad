// Looks words up in the text of the documentation, while they are typed; the address keeps them.
import MiniSearch from 'minisearch';
import {h, plural} from '../shared/dom.js';

const most = 30, around = 110;  // results; characters on either side of a word that is found
const parts = JSON.parse(document.getElementById('parts').textContent);
const index = new MiniSearch({fields: ['heading', 'page', 'text'], searchOptions: {
  boost: {heading: 4, page: 2}, boostDocument: (id) => (/^(page-|index)/.test(parts[id].link) ? 3 : 1),  // before what headers say
  prefix: true, combineWith: 'AND', fuzzy: (word) => (word.length > 5 ? .15 : 0)}});
index.addAll(parts.map((part, id) => ({...part, id})));

/// The text around the first of these words, with all of them marked.
function excerpt(text, words) {
  const at = Math.max(0, Math.min(...words.map((word) => text.toLowerCase().indexOf(word)).filter((place) => place >= 0), text.length - 1));
  const from = at < around ? 0 : text.lastIndexOf(' ', at - around) + 1, piece = text.slice(from, at + around * 2);
  const marked = new RegExp(`(${words.map((word) => word.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')).join('|')})`, 'giu');
  return [from > 0 && '… ', piece.split(marked).map((bit, k) => (k % 2 ? h('mark', null, bit) : bit)), ' …'];
}

const field = document.querySelector('input'), count = document.getElementById('count'), found = document.getElementById('found');
function search() {
  const all = index.search(field.value), results = all.length ? all : index.search(field.value, {combineWith: 'OR'});
  history.replaceState(null, '', field.value ? `?q=${encodeURIComponent(field.value)}` : location.pathname);
  count.textContent = !field.value.trim() ? '' : !results.length ? 'Nothing has these words.'
    : plural(results.length, 'place') + (all.length ? '' : ' with some of these words');
  found.replaceChildren(...results.slice(0, most).map(({id, terms}) => {
    const {page, heading, link, text} = parts[id];
    return h('li', null, h('a', {href: link}, heading ? `${page}: ${heading}` : page), h('p', null, excerpt(text, terms)));
  }));
}
field.value = new URLSearchParams(location.search).get('q') ?? '';
field.addEventListener('input', search);
document.querySelector('form').addEventListener('submit', (event) => event.preventDefault());
search();
