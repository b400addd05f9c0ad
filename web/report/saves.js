// What can be saved of a section: its tables as CSV, its charts as SVG.
import {h} from '../shared/dom.js';

const quoted = (text) => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
// A spreadsheet takes a text that begins so for a formula.
const harmless = (text) => (/^[=+@\t\r]|^-(?![\d.])/.test(text) ? `'${text}` : text);

/// A table as comma-separated values: the numbers as they are shown, with a plain minus sign and without spaces between digits.
export const csvOf = (table) => [...table.rows].map((row) => [...row.cells].map((cell) => {
  const text = cell.textContent.trim().replace('★', '').replaceAll('\u2212', '-').replaceAll('\u00a0', ' ');
  return quoted(harmless(/^-?[\d,]+(\.\d+)?$/.test(text) ? text.replaceAll(',', '') : text));
}).join(',')).join('\n') + '\n';

const DRAWN = ['fill', 'fill-opacity', 'stroke', 'stroke-width', 'stroke-dasharray', 'opacity', 'font-size', 'font-weight', 'text-anchor'];
/// A chart as a picture that needs no style sheet, in the colours that are shown.
export function svgOf(chart) {
  const copy = chart.cloneNode(true), from = [...chart.querySelectorAll('*')], to = [...copy.querySelectorAll('*')];
  from.forEach((one, k) => {
    const style = getComputedStyle(one);
    for (const name of DRAWN) to[k].setAttribute(name, style.getPropertyValue(name));
    to[k].removeAttribute('class');
  });
  const [, , width, height] = chart.getAttribute('viewBox').split(' ');
  for (const [name, value] of [['width', width], ['height', height], ['font-family', 'sans-serif']]) copy.setAttribute(name, value);
  return new window.XMLSerializer().serializeToString(copy);
}

function save(name, type, text) {
  const link = h('a', {href: URL.createObjectURL(new Blob([text], {type})), download: name});
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

/// Buttons for all tables and charts of a section; null if it has none.
export function saves(section) {
  const of = (selector, kind, type, write) => [...section.querySelectorAll(selector)].map((one, k, all) =>
    h('button', {type: 'button', 'data-testid': `save-${kind}`, click: () =>
      save(`${section.id}${all.length > 1 ? `-${k + 1}` : ''}.${kind}`, type, write(one))},
    `${kind.toUpperCase()}${all.length > 1 ? ` ${k + 1}` : ''}`));
  const buttons = [...of('table', 'csv', 'text/csv', csvOf), ...of('svg.chart', 'svg', 'image/svg+xml', svgOf)];
  return buttons.length ? h('p', {class: 'saves'}, 'Save ', buttons) : null;
}
