// Looks words up in the text of the documentation, while they are typed; the address keeps them.
import MiniSearch from 'minisearch';
import {h, plural} from '../shared/dom.js';

const most = 30, few = 3;  // results; so few are not all that one wants
const around = 110;  // characters on either side of a word that is found
const parts = JSON.parse(document.getElementById('parts').textContent);
// Words that say nothing about what is sought.
const empty = new Set(('a about an and are as at be by can do does for from how i in is it my of on or that the this to what when where ' +
  'which who why with').split(' '));
// Words that people look for, and those that the documents have for them.
const means = {sandbox: 'box', homework: 'course', submission: 'hand', worksheet: 'exercises', points: 'scores', installing: 'install'};
// What people wrote comes before what headers say, and what is for a beginning before the rest.
const rooms = [[/^page-docs-first-steps-/, 6], [/^(index|page-docs-how-to-)/, 5], [/^page-docs-reference-/, 4], [/^page-docs-/, 3],
  [/^page-/, 1.5], [/^/, 1]];
const index = new MiniSearch({fields: ['heading', 'page', 'text'],
  processTerm: (word) => !empty.has(word.toLowerCase()) && word.toLowerCase(),
  searchOptions: {
    processTerm: (word) => !empty.has(word.toLowerCase()) && (means[word.toLowerCase()] ?? word.toLowerCase()),
    boost: {heading: 4, page: 3}, boostDocument: (id) => rooms.find(([room]) => room.test(parts[id].link))[1],
    prefix: true, combineWith: 'AND', fuzzy: (word) => (word.length > 5 ? .15 : 0)}});
index.addAll(parts.map((part, id) => ({...part, heading: part.heading || part.page, id})));

/// The text around the first of these words, with all of them marked.
function excerpt(text, words) {
  const at = Math.max(0, Math.min(...words.map((word) => text.toLowerCase().indexOf(word)).filter((place) => place >= 0), text.length - 1));
  const from = at < around ? 0 : text.lastIndexOf(' ', at - around) + 1, piece = text.slice(from, at + around * 2);
  const marked = new RegExp(`(${words.map((word) => word.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')).join('|')})`, 'giu');
  return [from > 0 && '… ', piece.split(marked).map((bit, k) => (k % 2 ? h('mark', null, bit) : bit)), ' …'];
}

const field = document.querySelector('input'), count = document.getElementById('count'), found = document.getElementById('found');
function search() {
  const all = index.search(field.value), known = new Set(all.map(({id}) => id));
  const others = all.length < few ? index.search(field.value, {combineWith: 'OR'}).filter(({id}) => !known.has(id)) : [];
  const results = [...all, ...others];
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
