// What can be saved of a section: its tables as CSV, its charts as SVG and, by the print dialog, as PDF.
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

/// Opens the browser's print dialog on a chart alone, on a page of its size: there it can be saved as PDF.
function print(name, text) {
  const [, width, height] = /width="([\d.]+)" height="([\d.]+)"/.exec(text) ?? [];
  const frame = /** @type {HTMLIFrameElement} */ (h('iframe', {class: 'printed', title: name, 'data-testid': 'printed',
    srcdoc: `<!doctype html><title>${name}</title><style>@page { size: ${width}px ${height}px; margin: 0 } ` +
      `body { margin: 0 } svg { display: block }</style>${text}`}));
  frame.addEventListener('load', () => {
    frame.contentWindow.addEventListener('afterprint', () => frame.remove());
    frame.contentWindow.print();
  });
  document.body.append(frame);
}

/// Buttons for all tables and charts of a section; null if it has none.
export function saves(section) {
  const of = (selector, kind, write, use) => [...section.querySelectorAll(selector)].map((one, k, all) =>
    h('button', {type: 'button', 'data-testid': `save-${kind}`, click: () =>
      use(`${section.id}${all.length > 1 ? `-${k + 1}` : ''}.${kind}`, write(one))},
    `${kind.toUpperCase()}${all.length > 1 ? ` ${k + 1}` : ''}`));
  const saved = (type) => (name, text) => save(name, type, text);
  const buttons = [...of('table', 'csv', csvOf, saved('text/csv')), ...of('svg.chart', 'svg', svgOf, saved('image/svg+xml')),
    ...of('svg.chart', 'pdf', svgOf, print)];
  return buttons.length ? h('p', {class: 'saves'}, 'Save ', buttons) : null;
}
