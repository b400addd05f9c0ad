// What the report page makes of recorded games, against what the program says of them.
import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import {test} from 'node:test';
import {fileURLToPath} from 'node:url';
import {Game, KINDS, nameOfRequest, requestsPart, rotationsOf} from '../../web/shared/game.js';
import {bytesOfBase64, readTrace, rulesOf, textOf} from '../../web/report/trace.js';
import {linesOf, pentocity, tournament} from './tournament.mjs';

const players = ['jigsaw', {name: 'jigsaw-2016', player: 'jigsaw', options: {as_submitted: true}}, 'diagonal', 'naive'];
const sequencers = ['random', 'g2', 'g6', 'industrialization', 'g8'];
const rules = ['report', 'tournament-2016', {profile: 'report', side: 31, factory_bonus: true, max_rejects: 5}];
const messy = {name: 'messy', command: [process.execPath, fileURLToPath(new URL('players/messy_player.mjs', import.meta.url))]};
const configs = [
  ...rules.map((one) => ({rules: one, repeats: 3, seed: 6, players, sequencers})),
  ...['report', 'tournament-2016'].map((profile) => ({rules: {profile, on_invalid: 'skip', max_rejects: 700}, repeats: 2, seed: 6, players: [messy], sequencers: ['random', 'g2']})),
];
const played = configs.map((config) => tournament(config));
const recorded = played.flatMap(({traces}) => Object.entries(traces))
  .map(([file, text]) => ({file, text, lines: linesOf(text), game: new Game(readTrace(text))}));

// A generator of its own, so that a failure repeats.
let state = 1;
const random = (limit) => {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
  return Math.floor(state / 2 ** 32 * limit);
};

test('cells and bonuses add up to the recorded score after every turn, under all rules', () => {
  assert.ok(recorded.length >= 90);
  let bonuses = 0;
  for (const {file, lines, game} of recorded) {
    for (let turn = 0; turn <= game.last; ++turn) {
      assert.equal(game.points(turn).all, lines[turn + 1].score_after, `${file}, turn ${turn}`);
    }
    assert.ok(game.buildings.every(({agrees}) => agrees));
    assert.equal(game.points(game.last).all, game.end.score);
    if (game.header.player === 'messy') assert.ok(game.buildings.length > 40 && game.rejects(game.last) === 700, file);
    bonuses += game.points(game.last).park + game.points(game.last).water;
  }
  assert.ok(bonuses > 10000);
});

test('the land at the end and its metrics are the recorded ones', () => {
  const symbols = '.RFPW=';
  for (const {file, game} of recorded) {
    const grid = Array.from({length: game.cells}, (_, i) => symbols[game.kindAt(i, game.last)]).join('');
    assert.equal(grid, game.end.grid, file);
    const {score, ...metrics} = game.end.metrics;
    assert.equal(score, game.score(game.last));
    const own = game.metrics(game.last);
    assert.ok(Object.keys(own).every((name) => name in metrics), file);
    for (const [name, value] of Object.entries(metrics).filter(([known]) => known in own)) {
      if (value === null) assert.equal(own[name], null, `${file}: ${name}`);
      else assert.ok(Math.abs(own[name] - value) < 2e-6, `${file}: ${name}`);  // rounded to six digits
    }
  }
});

test('where a building was placed was a free site', () => {
  for (const {file, game} of recorded) {
    const {turn} = game.buildings[random(game.buildings.length)];
    const sites = game.sites(turn);
    assert.equal(sites.taken + sites.touching + sites.roadless + sites.free.length, sites.all);
    const chosen = String(game.onLand(game.turns[turn].building));
    assert.ok(sites.free.some(({cells}) => String([...cells].sort((a, b) => a - b)) === chosen), `${file}, turn ${turn}`);
  }
});

test('sites are those of a slow twin, on random lands', () => {
  let free = 0, roadless = 0;
  for (let round = 0; round < 1500; ++round) {
    const side = 5 + random(5);
    // The edge nearly full, roads few: sites that no road reaches, and some that stand in its way themselves.
    const edge = (i) => [Math.floor(i / side), i % side].some((x) => x === 0 || x === side - 1);
    const kinds = Array.from({length: side * side}, (_, i) => (random(100) < (edge(i) ? 93 : 20 + 5 * (round % 4)) ? 1 + random(random(4) ? 4 : 5) : 0));
    const cellsOf = (kind) => kinds.flatMap((one, i) => (one === kind ? [[Math.floor(i / side), i % side]] : []));
    // All of one kind are one building here, however scattered: the page takes the trace's word for that.
    const turns = ['residence', 'factory'].map((type, k) => ({turn: k, request: {type, cells: [[0, 0]]}, accept: true, building: cellsOf(1 + k), road: k ? cellsOf(5) : [], water: [], park: k ? [...cellsOf(3), ...cellsOf(4)] : [], delta: 0, score_after: 0}));
    const type = ['residence', 'factory'][random(2)], shape = [[[0, 0]], [[0, 0], [0, 1], [1, 1]], [[0, 0], [1, 0], [2, 0], [2, 1]]][random(3)];
    const game = new Game({side, rules: rulesOf(random(2) ? 'report' : 'tournament-2016'), header: {}, end: {}, turns: [...turns, {turn: 2, request: {type, cells: shape}, accept: false, score_after: 0}]});
    const near = game.rules.road_access === 'near_edge' ? 1 : 0;
    const at = (r, c) => (r < 0 || c < 0 || r >= side || c >= side ? -1 : kinds[r * side + c]);
    const around = ([r, c]) => [[r + 1, c], [r - 1, c], [r, c + 1], [r, c - 1]];
    const rim = ([r, c]) => Math.min(r, c, side - 1 - r, side - 1 - c);
    const expected = [];
    let withoutRoad = 0;
    for (const rotation of rotationsOf(shape)) {
      for (let top = 0; top < side; ++top) {
        for (let left = 0; left < side; ++left) {
          const cells = rotation.map(([r, c]) => [top + r, left + c]), own = new Set(cells.map(String));
          if (!cells.every(([r, c]) => at(r, c) === 0) || cells.some((cell) => around(cell).some(([r, c]) => at(r, c) === (type === 'residence' ? 2 : 1)))) continue;
          let connected = cells.some((cell) => rim(cell) <= near);
          const seen = new Set(own), open = [...cells];
          while (open.length) {
            for (const [r, c] of around(open.pop())) {
              if (at(r, c) === 5) connected = true;
              if (at(r, c) !== 0 || seen.has(String([r, c]))) continue;
              connected ||= rim([r, c]) === 0;
              seen.add(String([r, c]));
              open.push([r, c]);
            }
          }
          if (connected) expected.push(String(cells.map(([r, c]) => r * side + c)));
          else ++withoutRoad;
        }
      }
    }
    const sites = game.sites(2);
    assert.deepEqual(sites.free.map(({cells}) => String(cells)).sort(), expected.sort(), `round ${round}`);
    assert.equal(sites.roadless, withoutRoad);
    free += expected.length;
    roadless += withoutRoad;
  }
  assert.ok(free > 3000 && roadless > 500, `${free} ${roadless}`);
});

// Where a cell beside the edge needs no road, a building can reach from it into a region that no road reaches.
test('on a lost cell neither a factory nor a residence of one cell could stand; on another one could, unless roads are not all', () => {
  for (const {file, game} of recorded.filter((_, i) => i % 4 === 0)) {
    const turn = game.last - 1 - random(Math.floor(game.last / 3));
    const {off, between} = game.lost(turn);
    const lost = new Set([...off, ...between]);
    const usable = new Set();
    for (const type of ['factory', 'residence']) {
      // The same game, asked for one cell in the next turn.
      const turns = [...game.turns.slice(0, turn + 1), {turn: turn + 1, request: {type, cells: [[0, 0]]}, accept: false, score_after: 0}];
      for (const {cells} of new Game({...game.trace, turns}).sites(turn + 1).free) usable.add(cells[0]);
    }
    for (let i = 0; i < game.cells; ++i) {
      if (game.kindAt(i, turn) === KINDS.indexOf('empty')) assert.ok(lost.has(i) !== usable.has(i) || (!lost.has(i) && game.rules.road_access === 'near_edge'), `${file}, turn ${turn}, cell ${i}`);
      else assert.ok(!lost.has(i) && !usable.has(i));
    }
  }
});

test('the nearest miss of a request without a place is one', () => {
  let misses = 0;
  for (const {game} of recorded) {
    const sites = game.sites(game.last);
    if (sites.free.length) continue;
    ++misses;
    const {cells, blocked, touching} = sites.nearest;
    assert.equal(cells.length, game.turns[game.last].request.cells.length);
    assert.ok(blocked.every((i) => game.kindAt(i, game.last) !== 0) && blocked.every((i) => cells.includes(i)));
    assert.ok(blocked.length + touching.length > 0 || sites.roadless > 0);
    if (sites.touching + sites.roadless > 0) assert.ok(blocked.length <= Math.max(...cells.map(() => blocked.length)));
  }
  assert.ok(misses > 50);
});

test('rotations are numbered as in the trace', () => {
  let turned = 0;
  for (const {game} of recorded) {
    for (const line of game.turns.filter(({accept}) => accept)) {
      const shape = rotationsOf(line.request.cells)[line.rotation].map(([r, c]) => [r + line.location[0], c + line.location[1]]);
      assert.deepEqual(shape, line.building);
      turned += Number(line.rotation > 0);
    }
  }
  assert.ok(turned > 1000);
});

test('requests have names, and games on the same requests are known', () => {
  assert.equal(nameOfRequest({type: 'residence', cells: [[0, 1], [1, 0], [1, 1], [1, 2], [2, 1]]}), 'residence X');
  assert.equal(nameOfRequest({type: 'residence', cells: [[0, 0], [1, 0], [2, 0], [3, 0], [3, 1]]}), 'residence L');
  assert.equal(nameOfRequest({type: 'factory', cells: [[0, 0], [0, 1], [0, 2], [1, 0], [1, 1], [1, 2]]}), 'factory 2 × 3');
  const letters = new Set();
  for (const {game} of recorded) for (const {request} of game.turns) if (request.type === 'residence') letters.add(nameOfRequest(request));
  assert.equal([...letters].sort().join(''), [...'FILNPTUVWXYZ'].map((letter) => `residence ${letter}`).join(''));
  const of = (sequencer) => recorded.filter(({game}) => game.header.sequencer === sequencer && game.header.rules === 'report');
  const [a, ...others] = of('random');
  const same = others.find(({game}) => game.header.seed === a.game.header.seed);
  const other = others.find(({game}) => game.header.seed !== a.game.header.seed);
  assert.equal(requestsPart(a.game, same.game), Math.min(a.game.turns.length, same.game.turns.length));
  assert.ok(requestsPart(a.game, other.game) < 10);
});

test('a game in short, as a page carries it, loses nothing but the grid', async () => {
  let standing = 0, others = 0, noted = 0;
  for (const {folder, traces} of played) {
    const page = `${folder}.html`;
    pentocity('report', folder, '--out', page, '--megabytes', '100');
    const [, data] = /id="pentocity-games">(.*?)<\/script>/s.exec(readFileSync(page, 'utf8'));
    const {format, games} = JSON.parse(data);
    assert.equal(format, 'pentocity-games/2');
    assert.equal(games.length, Object.keys(traces).length);
    for (const {file, trace} of games) {
      const text = await textOf(bytesOfBase64(trace));
      const {end: {grid, ...end}, ...whole} = readTrace(traces[file]);
      assert.deepEqual(readTrace(text), {...whole, end}, file);
      assert.equal(grid.length, whole.side ** 2);
      const lines = linesOf(text);
      standing += lines.filter(Array.isArray).length;
      others += lines.filter((line) => 'turn' in line).length;
      noted += lines.filter((line) => Array.isArray(line) && line.length === 10).length;
      whole.turns.forEach(({accept, error}, turn) => assert.equal(Array.isArray(lines[turn + 1]), accept && !error, `${file}, turn ${turn}`));
    }
  }
  assert.ok(standing > 10_000 && others > 2000 && noted > 40, `${standing} ${others} ${noted}`);
});

test('what is no trace is told with its line', () => {
  const [{text}] = recorded;
  const lines = text.trim().split('\n');
  for (const [wrong, message] of [
    ['', /line 1: no trace|line 1: no JSON|no trace/], ['hello', /line 1: no JSON/], ['[1]', /line 1: no JSON object/], ['{"format":"other/1"}', /line 1: no trace/],
    [lines.slice(0, 40).join('\n'), /cut short/], [lines.slice(0, 1).join('\n'), /cut short/],
    [lines.map((line, i) => (i === 4 ? '{"turn":3}' : line)).join('\n'), /line 5: "request.type"/],
    [lines.map((line, i) => (i === 4 ? line.replace(/"building":\[/, '"building":[["<b>",1],') : line)).join('\n'), /line 5: "building"/],
    [text.replace('"side":50', '"side":50000000'), /line 1: "side"/],
    [lines.map((line, i) => (i === 1 ? '[]' : line)).join('\n'), /line 2: "request.type"/],
    [lines.map((line, i) => (i === 1 ? '["factory",[0],0,0,["<b>"],[],[],[],1]' : line)).join('\n'), /line 2: "building"/],
    [lines.map((line, i) => (i === 1 ? '["factory",[0],0,0,[0],[],{},[],1]' : line)).join('\n'), /line 2: "water"/],
    [lines.map((line, i) => (i === 1 ? '["factory",[-1],0,0,[0],[],[],[],1]' : line)).join('\n'), /line 2: "request.cells"/],
  ]) assert.throws(() => readTrace(wrong), message);
});

test('rules are read as the program reads them', () => {
  for (const {name, options} of JSON.parse(pentocity('list', 'rules', '--format', 'json'))) {
    const values = Object.fromEntries(options.map((rule) => [rule.name, rule.default]));
    assert.deepEqual({side: values.side, ...rulesOf(name)}, {profile: name, ...values});  // the side stands in a trace by itself
  }
  assert.equal(rulesOf({profile: 'tournament-2016', factory_bonus: false}).road_access, 'near_edge');
  assert.equal(rulesOf({profile: 'tournament-2016', factory_bonus: false}).factory_bonus, false);
});

test('packed and plain bytes are the same text', async () => {
  const {gzipSync} = await import('node:zlib');
  const bytes = new TextEncoder().encode('{"a":"\u00e4"}\n');
  assert.equal(await textOf(bytes), '{"a":"\u00e4"}\n');
  assert.equal(await textOf(new Uint8Array(gzipSync(bytes))), '{"a":"\u00e4"}\n');
});
