// Elements in one expression. Strings become text nodes, never markup.

// Characters that show nothing, and may turn the order of what stands around them.
const unseen = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g;
/// A stranger's text with these written out, such as \u202e.
export const visible = (text) => String(text).replace(unseen, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`);

function build(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === 'function') element.addEventListener(name, value);
    else element.setAttribute(name, value === true ? '' : value);
  }
  element.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false)
    .map((child) => (typeof child === 'string' ? visible(child) : child)));
  return element;
}

/// h('p', {class: 'note', click: f}, 'text', h('b', null, 'bold')): functions listen to the event of that name.
export const h = (tag, attributes, ...children) => build(document.createElement(tag), attributes, children);
/// The same for SVG.
export const s = (tag, attributes, ...children) => build(document.createElementNS('http://www.w3.org/2000/svg', tag), attributes, children);

const numbers = new Map();
/// A number for people; a dash for none.
export function show(value, digits = 0) {
  if (typeof value !== 'number' || !Number.isFinite(value)) return '–';
  if (!numbers.has(digits)) numbers.set(digits, new Intl.NumberFormat('en', {minimumFractionDigits: digits, maximumFractionDigits: digits}));
  return numbers.get(digits).format(value).replace('-', '\u2212');
}
export const signed = (value, digits = 0) => (value > 0 ? '+' : '') + show(value, digits);
/// A name that keeps its place, whole in its title.
export const nameTag = (name, attributes) => h('span', {class: 'name', title: name, ...attributes}, name);

export const plural = (count, word) => `${show(count)} ${word}${count === 1 ? '' : 's'}`;
