// Mouse, finger and keyboard on the land of a game.
//
// A click puts the building down, and a second one on it builds it. What is put down can be dragged, as can the picture of the
// request beside the land; a wheel or a right click turns the building. Two fingers make the land larger or smaller within its
// frame, and one moves it then.
const same = (a, b) => a[0] === b[0] && a[1] === b[1];
const NEAR = 10;         // pixels that a finger may slip in a tap
const REACH = 3;         // cells that a tap may miss a place by, for fingers are wide
const ABOVE = 48;        // pixels by which a building is dragged above the finger, which hides what is below it
const WHEEL = 60;        // pixels of scrolling for a quarter turn
const steps = {ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1]};
const KINDS = ['building', 'road', 'park', 'water'];  // keys 1 to 4

/** @param {any[]} pair */
const distance = ([a, b]) => Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY);
/** @param {any[]} pair */
const middle = ([a, b]) => ({clientX: (a.clientX + b.clientX) / 2, clientY: (a.clientY + b.clientY) / 2});

export class Hands {
  /** @param {import('./play.js').Play} play */
  constructor(play) {
    this.play = play;
    this.land = play.land;
    this.fingers = new Map();  // those on the land: the last event of each, by its number
    this.act = null;           // what the pointer does: {draw}, {carry}, {press}, {pinch} or {fly}, and whether it has moved
    this.putAt = null;         // the cell of the click that put the building down
    this.scrolled = 0;
    this.byKey = false;
    const {svg} = this.land;
    const on = (element, acts, options) => {
      for (const [name, act] of Object.entries(acts)) element.addEventListener(name, act, options);
    };
    on(svg, {
      pointerdown: (event) => this.#down(event), pointermove: (event) => this.#move(event), pointerup: (event) => this.#up(event),
      pointercancel: (event) => this.#leave(event), pointerleave: () => this.#hoverEnds(),
      contextmenu: (event) => {
        event.preventDefault();
        if (this.play.mode === 'building') play.turn();
      },
      keydown: (event) => this.#key(event),
    });
    // These keep the page from scrolling.
    on(svg, {wheel: (event) => this.#wheel(event), touchstart: (event) => this.#hold(event)}, {passive: false});
    on(play.request, {
      pointerdown: (event) => this.#lift(event), pointermove: (event) => this.#fly(event), pointerup: (event) => this.#drop(event),
      pointercancel: () => { this.act = null; },
    });
    document.addEventListener('keydown', (event) => {
      const focus = /** @type {Element} */ (event.target);
      if (svg.closest('[hidden]') || event.defaultPrevented || focus.matches('input:not([type=radio]), textarea, select, svg')) return;
      if (!['Enter', ' '].includes(event.key) && !steps[event.key]) this.#key(event);
    });
  }

  #cell(event) {
    const {row, column} = this.land.at(event);
    return [Math.floor(row), Math.floor(column)];
  }
  // Whether this is on the building that was put down, or where the click was that put it there.
  #isOnBuilding(event) {
    const {play, putAt} = this, at = this.#cell(event);
    if (play.mode !== 'building' || !play.pick.pinned) return false;
    return play.seen?.building.some((cell) => same(cell, at)) || (putAt?.pick === play.pick && same(putAt.cell, at));
  }
  #isOver(event) {
    const {row, column} = this.land.at(event);
    return row >= 0 && column >= 0 && row < this.land.side && column < this.land.side;
  }

  #hold(event) {
    const zoomed = this.land.isZoomed();
    if (event.touches.length > 1 || zoomed || this.#isOnBuilding(event.touches[0])) event.preventDefault();
  }

  #down(event) {
    const {play, land} = this;
    if (event.button !== 0 || play.state.over) return;
    this.byKey = false;
    this.fingers.set(event.pointerId, event);
    if (this.fingers.size === 2) {
      if (this.act?.draw !== undefined && this.act.drawn) play.stepBack();
      this.act = {pinch: true};
      return;
    }
    if (event.pointerType === 'touch' || play.mode !== 'building' || this.#isOnBuilding(event)) land.svg.setPointerCapture(event.pointerId);
    if (play.mode !== 'building') {
      play.cursor = null;
      event.preventDefault();
      const at = this.#cell(event), adding = play.draw(at);
      this.act = {draw: adding, drawn: adding !== null, at};
    } else if (this.#isOnBuilding(event)) {
      const {row, column} = land.at(event), [r, c] = play.pick.location;
      this.act = {carry: [row - r, column - c], past: play.past.length};
    } else {
      this.act = {press: event};
    }
  }

  #move(event) {
    const {play, land, act} = this;
    if (play.state.over) return;
    const before = [...this.fingers.values()];
    if (this.fingers.has(event.pointerId)) this.fingers.set(event.pointerId, event);
    if (act?.pinch) {
      const after = [...this.fingers.values()];
      if (after.length === 2) land.zoom(distance(before) / distance(after), middle(before), middle(after));
    } else if (act && 'draw' in act) {
      this.#stroke(this.#cell(event));
    } else if (act?.carry) {
      const {row, column} = land.at(event);
      const to = play.locationAtCorner([Math.round(row - act.carry[0]), Math.round(column - act.carry[1])]);
      if (same(to, play.pick.location)) return;
      play.carry(to, !act.moved);
      act.moved = true;
    } else if (act?.press) {
      const slip = distance([act.press, event]);
      if (event.pointerType !== 'mouse' && slip > NEAR) act.moved = true;
      if (act.moved && land.isZoomed()) land.zoom(1, before[0], event);
    }
    if (!act && play.mode === 'building' && !play.pick.pinned && event.pointerType === 'mouse') play.hover(play.locationAt(land.at(event)));
  }

  // Draws on to this cell, and on those that a quick hand passed over. A stroke is one step of undo.
  #stroke(to) {
    const {play, act} = this;
    for (let [r, c] = act.at; !same([r, c], to);) {
      if (Math.abs(to[0] - r) > Math.abs(to[1] - c)) r += Math.sign(to[0] - r);
      else c += Math.sign(to[1] - c);
      const adding = play.draw([r, c], act.draw, !act.drawn);
      act.drawn ||= adding !== null;
      act.draw ??= adding;
    }
    act.at = to;
  }

  #up(event) {
    const {play, act} = this;
    this.fingers.delete(event.pointerId);
    if (act?.pinch && this.fingers.size > 0) return;
    this.act = null;
    if (play.state.over || !act) return;
    if (act.carry && !act.moved) {
      if (play.build.disabled) this.#put(event, 0);
      else play.commit();
    } else if (act.carry && event.pointerType !== 'mouse') {
      play.carry(play.snapped(play.pick.location, REACH), false);
    } else if (act.press && !act.moved && this.#isOver(event)) {
      this.#put(event, event.pointerType === 'mouse' ? 0 : REACH);
    }
  }
  #put(event, reach) {
    const {play} = this, cell = this.#cell(event);
    play.put(play.snapped(play.locationAt(this.land.at(event)), reach));
    this.putAt = {cell, pick: play.pick};
  }

  // The browser took the finger, to scroll the page.
  #leave(event) {
    this.fingers.delete(event.pointerId);
    this.act = null;
  }

  #hoverEnds() {
    const {play} = this;
    if (this.act || play.pick.pinned || play.state.over || play.mode !== 'building') return;
    if (document.activeElement === this.land.svg && this.byKey) return;
    play.hover(null);
  }

  #wheel(event) {
    const {play} = this;
    if (event.ctrlKey || play.state.over || play.mode !== 'building') return;
    event.preventDefault();
    this.scrolled += event.deltaY * (event.deltaMode === 0 ? 1 : WHEEL);
    if (Math.abs(this.scrolled) < WHEEL) return;
    play.turn(Math.sign(this.scrolled));
    this.scrolled = 0;
  }

  // The picture of the request, dragged onto the land.
  #lift(event) {
    if (event.button !== 0 || this.play.state.over) return;
    event.preventDefault();
    this.play.request.setPointerCapture(event.pointerId);
    this.play.setMode('building');
    this.act = {fly: true};
  }
  #above(event) { return {clientX: event.clientX, clientY: event.clientY - (event.pointerType === 'mouse' ? 0 : ABOVE)}; }
  #fly(event) {
    const {play} = this, at = this.#above(event);
    if (!this.act?.fly) return;
    if (this.#isOver(at)) play.carry(play.locationAt(this.land.at(at)), !this.act.moved, false);
    else if (this.act.moved) play.stepBack();
    this.act.moved = this.#isOver(at);
  }
  #drop(event) {
    const {play, act} = this, at = this.#above(event);
    this.act = null;
    if (!act?.fly || !act.moved) return;
    play.carry(play.snapped(play.locationAt(this.land.at(at)), event.pointerType === 'mouse' ? 0 : REACH), false);
    this.putAt = {cell: this.#cell(at), pick: play.pick};
  }

  #key(event) {
    const {play} = this;
    if (event.ctrlKey || event.altKey || event.metaKey || play.state.over) return;
    const acts = {
      r: () => play.turn(), u: () => play.stepBack(), h: () => play.hint(), x: () => play.reject(), Backspace: () => play.stepBack(),
      Escape: () => play.stepBack(), '+': () => this.land.zoom(.7), '-': () => this.land.zoom(1 / .7),
      Enter: () => (play.pick.pinned ? play.commit() : play.pick.location && play.put(play.pick.location)),
      ' ': () => (play.mode === 'building' ? play.pick.location && !play.pick.pinned && play.put(play.pick.location)
        : play.cursor && play.draw(play.cursor)),
      ...Object.fromEntries(KINDS.map((mode, k) => [String(k + 1), () => play.setMode(mode)])),
    };
    const step = steps[event.key], act = acts[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (!step && !act) return;
    event.preventDefault();
    if (step) {
      this.byKey = true;
      play.step(step, event.shiftKey ? 5 : 1);
    } else {
      act();
    }
    play.announce();
  }
}
