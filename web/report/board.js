// One game on its board, with what is said of the turn: the picture, the request, the figures.
import {areaOf, KINDS, nameOfRequest, outlineOf, rotationsOf} from '../shared/game.js';
import {h, plural, s, show, visible} from '../shared/dom.js';
import {METRICS} from './metrics.js';
import {FAULTS} from './words.js';

const cellsWord = (count) => plural(count, 'cell');
const place = (cell, side) => `row ${Math.floor(cell / side)}, column ${cell % side}`;

export class Board {
  /// `suffix` tells the second board's test ids from the first's; `go` goes to a turn.
  constructor(suffix, go) {
    this.go = go;
    const id = (name) => `replay-${name}${suffix}`;
    this.layers = Object.fromEntries(['paper', 'road', 'water', 'park', 'residence', 'factory', 'overlay', 'outlines', 'labels',
      'newest', 'miss', 'numbers', 'cursor']
      .map((name) => [name, s(['overlay', 'labels', 'miss', 'numbers'].includes(name) ? 'g' : 'path', {class: `layer-${name}`})]));
    this.svg = s('svg', {class: 'land', role: 'img', 'data-testid': id('land')}, Object.values(this.layers));
    // The cells by keyboard: arrows go from one to the next, Enter to the turn that built it; each is read out.
    this.cell = h('p', {class: 'unseen', role: 'status', 'data-testid': id('cell')});
    this.frame = h('div', {class: 'frame', role: 'application', tabindex: '0', 'aria-roledescription': 'land',
      'data-testid': id('cells-by-key'),
                           keydown: (event) => this.#key(event), focus: () => this.#read(),
                           blur: () => this.layers.cursor.setAttribute('d', '')}, this.svg);
    this.hover = h('p', {class: 'hover soft', 'aria-hidden': 'true'});
    this.svg.addEventListener('pointermove', (event) => {
      const i = this.#cellAt(event);
      if (i !== null) this.hover.textContent = this.#describe(i);
    });
    this.svg.addEventListener('pointerleave', () => { this.hover.textContent = '\u00a0'; });
    this.svg.addEventListener('click', (event) => this.#open(this.#cellAt(event)));
    this.hover.textContent = '\u00a0';
    this.title = h('h3', {class: 'game-title', 'data-testid': id('title')});
    this.score = h('output', {class: 'score', 'data-testid': id('score')});
    this.parts = h('p', {class: 'parts'});
    this.cellPoints = h('b', {'data-testid': id('cells')});
    this.bonusPoints = h('b', {'data-testid': id('bonus')});
    this.request = h('div', {class: 'request', 'data-testid': id('request')});
    this.verdict = h('p', {class: 'verdict', 'data-testid': id('verdict')});
    this.note = h('p', {class: 'player-note', 'data-testid': id('note')});
    this.metrics = h('dl', {class: 'metrics', 'data-testid': id('metrics')});
    this.overlayNote = h('p', {class: 'overlay-note', 'data-testid': id('overlay-note')});
    this.figure = h('figure', {class: 'board'}, this.title, this.frame, this.hover, this.cell, this.overlayNote);
    this.scoreLine = h('div', {class: 'score-line'}, h('span', {class: 'soft'}, 'Score'), this.score, this.parts);
    this.panel = h('div', {class: 'panel'}, this.scoreLine, this.request, this.verdict, this.note, h('h4', null, 'The land'), this.metrics);
  }

  open(game, title) {
    this.game = game;
    this.title.replaceChildren(...title);
    this.svg.setAttribute('viewBox', `-2.7 -2.2 ${game.side + 3.3} ${game.side + 2.8}`);
    const marks = Array.from({length: Math.ceil(game.side / 5)}, (_, k) => 5 * k);
    this.layers.numbers.replaceChildren(...marks.flatMap((k) => [
      s('text', {x: k + .5, y: -.7, 'text-anchor': 'middle'}, String(k)), s('text', {x: -.6, y: k + 1, 'text-anchor': 'end'}, String(k))]));
    this.at = 0;
    this.layers.paper.setAttribute('d', `M0 0h${game.side}v${game.side}h-${game.side}z`);
    this.siteCache = new Map();     // by turn
    this.outlines = new WeakMap();  // by building
  }

  /// Draws the land after a turn, -1 before the first.
  draw(turn, overlay) {
    const {game, layers} = this;
    this.turn = turn;
    const lists = KINDS.map(() => []);
    for (let i = 0; i < game.cells; ++i) lists[game.kindAt(i, turn)].push(i);
    for (let k = 1; k < KINDS.length; ++k) layers[KINDS[k]].setAttribute('d', areaOf(lists[k], game.side));
    const count = game.buildingsAt(turn);
    const outline = (building) => {
      if (!this.outlines.has(building)) this.outlines.set(building, outlineOf(building.cells, game.side));
      return this.outlines.get(building);
    };
    const standing = game.buildings.slice(0, count);
    layers.outlines.setAttribute('d', standing.map(outline).join(''));
    const newest = game.stands(turn) ? standing.at(-1) : null;
    const line = game.turns[turn];
    const structures = newest ? game.onLand([...line.road, ...line.water, ...line.park]) : [];
    layers.newest.setAttribute('d', newest ? outline(newest) + outlineOf(structures, game.side) : '');
    this.svg.dataset.overlay = overlay;
    this.#overlay(overlay, standing);
    this.#say(turn);
    this.#figures(turn);
  }

  #overlay(overlay, standing) {
    const {game, layers} = this;
    layers.overlay.replaceChildren();
    layers.labels.replaceChildren();
    this.overlayNote.replaceChildren();
    if (overlay === 'bonuses') {
      const groups = {'no-bonus': [], 'one-bonus': [], 'two-bonuses': []};
      for (const building of standing) {
        const {cells, park, water} = building;
        groups[park && water ? 'two-bonuses' : park || water ? 'one-bonus' : 'no-bonus'].push(...cells);
        if (!park && !water) continue;
        // On the cell nearest to the building's middle.
        const [r, c] = [0, 1].map((axis) => cells.reduce((sum, i) => sum + (axis ? i % game.side : Math.floor(i / game.side)),
          0) / cells.length);
        const far = (i) => (Math.floor(i / game.side) - r) ** 2 + (i % game.side - c) ** 2;
        const at = cells.reduce((best, i) => (far(i) < far(best) ? i : best));
        layers.labels.append(s('text', {x: at % game.side + .5, y: Math.floor(at / game.side) + .76,
          textLength: park && water ? .9 : null, lengthAdjust: 'spacingAndGlyphs'}, `${park ? 'P' : ''}${water ? 'W' : ''}`));
      }
      for (const [name, cells] of Object.entries(groups)) layers.overlay.append(s('path', {class: name, d: areaOf(cells, game.side)}));
      const {cells, park, water, all} = game.points(this.turn);
      const count = (kind) => standing.filter((building) => building[kind]).length;
      this.overlayNote.append(`${plural(count('park'), 'building')} next to a park of four cells or more (P): ${show(park)} points; ` +
        `${show(count('water'))} next to such a pond (W): ${show(water)}. `,
        `With ${show(cells)} for their cells: ${show(all)}.`);
    } else if (overlay === 'lost') {
      const {off, between} = game.lost(this.turn);
      layers.overlay.append(s('path', {class: 'cut-off', d: areaOf(off, game.side)}));
      layers.labels.append(s('path', {class: 'between', d: areaOf(between, game.side)}));
      this.overlayNote.append(`${cellsWord(off.length)} cut off: no way over empty cells leads to a road or the edge. `,
        `${cellsWord(between.length)} between a residence and a factory: no building may touch both.`);
    }
  }

  #say(turn) {
    const {game, layers} = this;
    layers.miss.replaceChildren();
    this.request.replaceChildren();
    this.verdict.replaceChildren();
    this.note.replaceChildren();
    const {cells, park, water} = game.points(turn);
    this.score.textContent = String(game.score(turn));
    this.cellPoints.textContent = show(cells);
    this.bonusPoints.textContent = show(park + water);
    this.parts.replaceChildren(this.cellPoints, ' for cells, ', this.bonusPoints, ' for parks and ponds');
    if (turn < 0) {
      this.verdict.append('The game has no turns.', this.#ending(turn));
      return;
    }
    const line = game.turns[turn];
    this.request.append(shapeOf(line.request), h('span', null, h('span', {class: 'soft'}, 'asked for '),
      h('b', null, nameOfRequest(line.request))));
    if (line.note) this.note.append(h('span', {class: 'soft'}, 'Player\u2019s note: '), visible(line.note));
    this.verdict.className = `verdict ${game.stands(turn) ? 'stands' : 'rejected'}`;
    if (game.stands(turn)) {
      const building = game.buildings[game.buildingsAt(turn) - 1];
      const built = [['road', line.road], ['pond', line.water], ['park', line.park]].filter(([, list]) => list.length)
        .map(([name, list]) => `${list.length} ${name}`);
      this.verdict.append(h('b', null, `+${line.delta}`), ` at row ${line.location?.[0]}, column ${line.location?.[1]}: ` +
        `${building.cells.length} for cells`,
        building.park ? `, ${building.park} for a park` : '', building.water ? `, ${building.water} for a pond` : '',
        built.length ? `; with ${built.join(', ')} ${built.length === 1 && built[0].startsWith('1 ') ? 'cell' : 'cells'}` : '', '.');
      if (!building.agrees) this.verdict.append(' The recording\u2019s points are others than its rules give.');
    } else if (line.accept === false) {
      this.verdict.append(h('b', null, `Reject ${game.rejects(turn)} of ${game.rules.max_rejects}. `),
        line.invalid ? `The move was invalid: ${FAULTS[line.invalid.code] ?? line.invalid.code}. ` : '', this.#why(turn));
    } else {
      this.verdict.append(h('b', null, 'The game ends here: '), FAULTS[line.error] ?? visible(line.error ?? 'no answer'), '.');
      const tried = Array.isArray(line.building) ? game.onLand(line.building) : [];
      layers.miss.append(s('path', {class: 'tried', d: outlineOf(tried, game.side)}));
    }
    this.verdict.append(this.#ending(turn));
  }

  #ending(turn) {
    const {game} = this;
    if (turn !== game.last || game.end.status === 'ok') return '';
    return ` Status: ${game.end.status}${game.end.error ? `, ${visible(game.end.error)}` : ''}.`;
  }

  /// Why a rejected request had no place, and where it nearly had one.
  #why(turn) {
    const {game, layers} = this;
    if (!this.siteCache.has(turn)) this.siteCache.set(turn, game.sites(turn));
    const sites = this.siteCache.get(turn), other = game.turns[turn].request.type === 'residence' ? 'factory' : 'residence';
    if (sites.free.length) {
      layers.miss.append(s('path', {class: 'free', d: outlineOf(sites.free[0].cells, game.side)}));
      return sites.free.length === 1 ? `It could have been placed: one of ${show(sites.all)} sites was free, shown dashed.`
        : `It could have been placed: ${show(sites.free.length)} of ${show(sites.all)} sites were free; one is shown dashed.`;
    }
    if (!sites.nearest) return 'It fits nowhere on a land of this size.';
    const {cells, blocked, touching} = sites.nearest;
    layers.miss.append(s('path', {class: 'tried', d: outlineOf(cells, game.side)}),
      [...blocked, ...touching].map((i) => s('path',
        {class: 'cross', d: `M${i % game.side + .2} ${Math.floor(i / game.side) + .2}l.6 .6m0 -.6l-.6 .6`})));
    const parts = [[sites.taken, 'overlap what stands'], [sites.touching, `touch a ${other}`], [sites.roadless, 'cannot get a road']]
      .filter(([count]) => count > 0).map(([count, why]) => `${show(count)} ${why}`);
    const near = blocked.length ? `has ${cellsWord(blocked.length)} in the way`
      : touching.length ? `has ${plural(touching.length, `${other} cell`)} next to it` : 'is free, but out of reach of any road';
    return `There was no place: of ${show(sites.all)} sites ${parts.join(', ')}. The nearest miss, dashed, ${near}.`;
  }

  #figures(turn) {
    const now = this.game.metrics(turn);
    this.metrics.replaceChildren(...METRICS.filter(([name]) => name !== 'perimeter').map(([name, label, title, digits]) =>
      h('div', {title}, h('dt', null, label), h('dd', {'data-metric': name}, show(now[name], digits > 1 ? digits : 0)))));
  }

  /// The cell under the pointer; null beside the land.
  #cellAt(event) {
    const {game} = this;
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(this.svg.getScreenCTM().inverse());
    const r = Math.floor(at.y), c = Math.floor(at.x);
    return !game || r < 0 || c < 0 || r >= game.side || c >= game.side ? null : r * game.side + c;
  }

  #describe(i) {
    const {game} = this, building = game.buildings[game.owner[i]], kind = KINDS[game.kindAt(i, this.turn)];
    return `${place(i, game.side)}: ${kind === 'water' ? 'pond' : kind}` + (kind === 'empty' ? '' : `, turn ${game.builtAt[i]}`) +
      (building && kind !== 'empty'
        ? `, ${building.cells.length}${building.park ? ` + ${building.park} (park)` : ''}` +
          `${building.water ? ` + ${building.water} (pond)` : ''} points` : '');
  }

  /// Goes to the turn that built what stands on a cell.
  #open(i) {
    if (i !== null && this.game.kindAt(i, this.turn) !== 0) this.go(this.game.builtAt[i]);
  }

  #read() {
    const {side} = this.game;
    this.layers.cursor.setAttribute('d', outlineOf([this.at], side));
    this.cell.textContent = this.hover.textContent = this.#describe(this.at);
  }

  #key(event) {
    const {side} = this.game, r = Math.floor(this.at / side), c = this.at % side, step = event.shiftKey ? 10 : 1;
    const to = {ArrowUp: [r - step, c], ArrowDown: [r + step, c], ArrowLeft: [r, c - step], ArrowRight: [r, c + step]}[event.key];
    if (event.ctrlKey || event.altKey || event.metaKey || (!to && event.key !== 'Enter')) return;
    event.preventDefault();
    const within = (x) => Math.max(0, Math.min(side - 1, x));
    if (to) this.at = within(to[0]) * side + within(to[1]);
    else this.#open(this.at);
    this.#read();
  }
}

/// A small picture of a request.
function shapeOf({type, cells}) {
  const [shape] = rotationsOf(cells);
  const rows = 1 + Math.max(...shape.map(([r]) => r)), columns = 1 + Math.max(...shape.map(([, c]) => c));
  return s('svg', {class: `shape ${type}`, viewBox: `-.1 -.1 ${columns + .2} ${rows + .2}`,
    style: `width: ${columns * 14}px; height: ${rows * 14}px`, 'aria-hidden': 'true'},
    shape.map(([r, c]) => s('rect', {x: c + .03, y: r + .03, width: .94, height: .94})));
}
