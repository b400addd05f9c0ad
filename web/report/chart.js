// What the charts share: their measures, the lines of an axis, the names at their side.
import {fit, h, labelRoom, s, scroll, show, tip} from '../shared/dom.js';
import {digitsOf} from '../shared/scale.js';

/// The measures of a chart with these labels, in units of about a pixel on a wide page and on a phone.
export const frame = (narrow, labels) => (narrow ? {width: 370, left: labelRoom(labels, 110), right: 22, ticks: 4}
  : {width: 900, left: labelRoom(labels, 190), right: 26, ticks: 8});

/// Upright lines at the ticks of a scale, from `top` to `bottom`, with their text 17 below; `zero` marks that of 0.
export const upright = (x, ticks, {top = 4, bottom, text = show, zero = false}) => x.ticks(ticks).map((tick, _, all) => [
  s('line', {class: zero && tick === 0 ? 'zero' : 'grid', x1: x(tick), x2: x(tick), y1: top, y2: bottom}),
  s('text', {class: 'tick', x: x(tick), y: bottom + 17, 'text-anchor': 'middle'}, text(tick, digitsOf(all)))]);

/// A place of a chart whose figures are told under the pointer.
export const told = (text, x, y, width, height) => s('rect', {class: 'told', x, y, width, height}, tip(text));

/// The name of a row, before `left`.
export const rowName = (name, left, y) => s('text', {class: 'label', x: left - 10, y, 'text-anchor': 'end'}, fit(name, left - 12),
  s('title', null, name));

/// The figures of a chart, folded away: `rows` begin with what they are of, and `list` names those that are saved of it.
export const figures = (caption, list, heads, rows) => h('details', {class: 'figures'}, h('summary', null, `${caption} as a table`),
  scroll(caption,
    h('table', {'data-rows': list},
      h('thead', null, h('tr', null, heads.map((head, i) => h('th', {scope: 'col', class: i ? 'number' : null}, head)))),
      h('tbody', null, rows.map(([head, ...cells]) => h('tr', null, h('th', {scope: 'row'}, head),
        cells.map((cell) => h('td', {class: 'number'}, cell))))))));
