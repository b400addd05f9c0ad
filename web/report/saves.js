// What can be saved of a section: the rows of its tables as CSV, its charts as SVG and, by the print dialog, as PDF.
import {h, save} from '../shared/dom.js';

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

/// Buttons for the rows that the tables of a section name (`data-rows`), whose text is `csv(rows)`, and for its charts; null if it
/// has none.
export function saves(section, csv) {
  const button = (kind, label, title, click) => h('button', {type: 'button', 'data-testid': `save-${kind}`, title, click}, label);
  const prefix = section.id === 'beside' ? 'beside-' : '';
  const names = new Set([...section.querySelectorAll('[data-rows]')].flatMap((table) => table.dataset.rows.split(' ')));
  const tables = [...names].map((rows) => button('csv', names.size > 1 ? `CSV: ${rows}` : 'CSV',
    `What pentocity report --format csv --rows ${rows} prints`, () => save(`${prefix}${rows}.csv`, 'text/csv', csv(rows))));
  const charts = [...section.querySelectorAll('svg.chart')];
  const of = (kind, use) => charts.map((chart, k) => button(kind, `${kind.toUpperCase()}${charts.length > 1 ? ` ${k + 1}` : ''}`, null,
    () => use(`${section.id}${charts.length > 1 ? `-${k + 1}` : ''}.${kind}`, svgOf(chart))));
  const buttons = [...tables, ...of('svg', (name, text) => save(name, 'image/svg+xml', text)), ...of('pdf', print)];
  return buttons.length ? h('p', {class: 'saves'}, 'Save ', buttons) : null;
}
