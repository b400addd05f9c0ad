#!/usr/bin/env node
// A player over lines of JSON, in JavaScript without packages: the site where most edges of the building touch something, the
// shortest road to it, and for a residence a park and a pond. To make the player your own, change `choose` and `answer`.
import {createInterface} from 'node:readline';

/** The land: what stands on it, and what can be built. A cell is a number, side * row + column. */
class Land {
  constructor(side) {
    this.side = side;
    this.kinds = Array(side * side).fill('empty');
    this.beside = this.kinds.map((_, cell) => {
      const row = Math.floor(cell / side), column = cell % side;
      return [column + 1 < side && cell + 1, column > 0 && cell - 1, row + 1 < side && cell + side, row > 0 && cell - side]
        .filter((other) => other !== false);
    });
  }

  cell([row, column]) { return this.side * row + column; }
  place(cell) { return [Math.floor(cell / this.side), cell % this.side]; }

  /** Takes what a message says was placed. */
  note(placed) {
    for (const {kind, cells} of placed) for (const place of cells) this.kinds[this.cell(place)] = kind;
  }

  isEmpty(cell) { return this.kinds[cell] === 'empty'; }
  touches(cell, kind) { return this.beside[cell].some((other) => this.kinds[other] === kind); }
  /** Whether a building on this cell needs no road, and a road may begin here: at the border, or beside a road. */
  isServed(cell) { return this.beside[cell].length < 4 || this.touches(cell, 'road'); }

  /** All cells that can be reached from these through cells for which `open` holds, these first. */
  reached(from, open) {
    const seen = new Set(from);  // what is added while a set is gone through has its turn, too
    for (const cell of seen) for (const other of this.beside[cell]) if (open(other)) seen.add(other);
    return seen;
  }

  /** The legal sites that a road can reach, row by row: {rotation, location, cells}. */
  *sites({type, rotations}) {
    const {side} = this, other = type === 'residence' ? 'factory' : 'residence', empty = (cell) => this.isEmpty(cell);
    const reached = this.reached([...this.kinds.keys()].filter((cell) => empty(cell) && this.isServed(cell)), empty);
    const free = this.kinds.map((_, cell) => reached.has(cell) && !this.touches(cell, other));
    for (let row = 0; row < side; ++row)
      for (let column = 0; column < side; ++column)
        for (const [rotation, shape] of rotations.entries()) {
          const fits = shape.every(([r, c]) => row + r < side && column + c < side && free[side * (row + r) + column + c]);
          if (fits) yield {rotation, location: [row, column], cells: shape.map(([r, c]) => side * (row + r) + column + c)};
        }
  }

  /** How many edges of these empty cells touch the border or what is built. */
  touching(cells) {
    return cells.reduce((sum, cell) => sum + 4 - this.beside[cell].filter((other) => this.isEmpty(other)).length, 0);
  }

  /** The cells of a shortest road to a building, none if it needs none, by breadth-first search from it outwards. */
  road(building) {
    const before = new Map(building.map((cell) => [cell, null]));
    for (const cell of before.keys()) {
      if (this.isServed(cell)) {
        const road = [];
        for (let at = cell; before.get(at) !== null; at = before.get(at)) road.push(at);
        return road;
      }
      for (const other of this.beside[cell]) if (this.isEmpty(other) && !before.has(other)) before.set(other, cell);
    }
    throw new Error('no road leads to the building');  // sites() gives none such
  }

  /** A new park or pond (`water`) for a building, four cells in one piece, without those taken; none if it touches one already. */
  amenity(kind, building, taken) {
    const near = building.flatMap((cell) => this.beside[cell]).filter((cell) => this.kinds[cell] === kind);
    if (near.some((cell) => this.reached([cell], (other) => this.kinds[other] === kind).size >= 4)) return [];
    const out = [];
    while (out.length < 4) {
      const places = (out.length ? out : building).flatMap((cell) => this.beside[cell])
        .filter((cell) => this.isEmpty(cell) && !taken.includes(cell) && !out.includes(cell));
      if (!places.length) return [];
      out.push(places.reduce((a, b) => (this.touching([b]) > this.touching([a]) ? b : a)));
    }
    return out;
  }
}

class Plain {
  constructor({side}) { this.land = new Land(side); }

  /** One of the sites, or undefined to reject the request. */
  choose(request) {
    let best, most = -1;
    for (const site of this.land.sites(request)) {
      const touching = this.land.touching(site.cells);
      if (touching > most) [best, most] = [site, touching];
    }
    return best;
  }

  answer(request) {
    const site = this.choose(request);
    if (!site) return {accept: false};
    const {rotation, location, cells} = site, road = this.land.road(cells), taken = [...cells, ...road];
    const amenity = (kind) => (request.type === 'residence' ? this.land.amenity(kind, cells, taken) : []);
    const park = amenity('park');
    taken.push(...park);
    const places = (list) => list.map((cell) => this.land.place(cell));
    return {accept: true, rotation, location, road: places(road), park: places(park), water: places(amenity('water'))};
  }
}

const say = (message) => process.stdout.write(`${JSON.stringify(message)}\n`);

let player;
for await (const line of createInterface({input: process.stdin})) {
  const message = JSON.parse(line);
  if ('end' in message) break;
  if (!player) {
    player = new Plain(message);
    say({ready: true, name: "plain"});
  } else {
    player.land.note(message.placed);
    say({turn: message.turn, ...player.answer(message.request)});
  }
}
