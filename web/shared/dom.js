// Elements in one expression. Strings become text nodes, never markup.

// Characters that show nothing, and may turn the order of what stands around them; joiners show something between letters of
// scripts from Arabic to Myanmar, of Khmer and of Mongolian.
const joined = '[\u0600-\u109f\u1780-\u18af]';
const unseen = new RegExp('[\\0-\\x08\\x0b-\\x1f\\x7f-\\x9f\\u200b\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069\\ufeff]|' +
  `(?<!${joined})[\u200c\u200d]|[\u200c\u200d](?!${joined})`, 'g');
/// A stranger's text with these written out, such as \u202e.
export const visible = (text) => String(text).replace(unseen, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`);

/// A name within a text that cannot hold elements, such as a title: it does not turn the order of the words around it.
export const isolated = (name) => (/^[ -~]*$/.test(name) ? name : `\u2068${visible(name)}\u2069`);

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
/// A place that can be scrolled sideways where what it holds is wider than the window.
export const scroll = (label, ...children) => h('div', {class: 'scroll', tabindex: '0', role: 'region', 'aria-label': label}, children);
/// What is said of a part of a chart under the pointer: a text whose names are isolated.
export const tip = (text) => s('title', null, document.createTextNode(text));

/// Saves a text as a file of this name and media type.
export function save(name, type, text) {
  const link = h('a', {href: URL.createObjectURL(new Blob([text], {type})), download: name});
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

const numbers = new Map();
/// A number for people; a dash for none.
export function show(value, digits = 0) {
  if (typeof value !== 'number' || !Number.isFinite(value)) return '–';
  if (!numbers.has(digits)) numbers.set(digits, new Intl.NumberFormat('en', {minimumFractionDigits: digits,
      maximumFractionDigits: digits}));
  const text = numbers.get(digits).format(value);
  return text.replace('-', /[1-9]/.test(text) ? '\u2212' : '');  // not -0.0
}
/// The same with the sign of what is greater than 0, unless 0 is shown.
export function signed(value, digits = 0) {
  const text = show(value, digits);
  return value > 0 && /[1-9]/.test(text) ? `+${text}` : text;
}
/// A name in a sentence, whatever the direction of its script.
export const who = (name) => h('bdi', null, name);
/// A name that keeps its place, whole in its title.
export const nameTag = (name, attributes) => h('bdi', {class: 'name', title: visible(name), ...attributes}, name);
/// An option of a choice that begins with a name.
export const optionText = (name, rest = '') => document.createTextNode(rest ? isolated(name) + rest : visible(name));

let ruler, family;
const widthOf = (text, size) => {
  ruler ??= document.createElement('canvas').getContext('2d');
  ruler.font = `${size}px ${family ??= getComputedStyle(document.body).fontFamily}`;
  return ruler.measureText(text).width;
};
/// As much of a text as fits into this width, in pixels of a chart, with an ellipsis for the rest.
export function fit(text, width, size = 13) {
  const whole = visible(text), letters = [...whole];
  if (widthOf(whole, size) <= width) return whole;
  let least = 0, most = letters.length;
  while (least < most) {
    const middle = Math.ceil((least + most) / 2);
    if (widthOf(`${letters.slice(0, middle).join('')}…`, size) <= width) least = middle;
    else most = middle - 1;
  }
  return `${letters.slice(0, least).join('')}…`;
}
/// The room that labels need at the side of a chart: that of the widest, `most` at most.
export const labelRoom = (texts, most, size = 13) => Math.min(most,
  Math.ceil(Math.max(0, ...texts.map((text) => widthOf(visible(text), size)))) + 16);

/// Several names in a sentence: "a, b and c".
export const whoAll = (names) => names.flatMap((name, i) => [i === 0 ? '' : i === names.length - 1 ? ' and ' : ', ', who(name)]);
export const plural = (count, word) => `${show(count)} ${word}${count === 1 ? '' : 's'}`;
