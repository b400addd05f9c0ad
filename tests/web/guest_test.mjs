// Portable players play in the playground as they do in the program: web/playground/guest.js with the module, in Node.js.
import assert from 'node:assert/strict';
import {readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {test} from 'node:test';
import {compileGuest, playGuest} from '../../web/playground/guest.js';
import {treeOf} from '../../web/playground/yaml.js';
import {startEngine} from './engine.mjs';
import {lackForGuests, plain, rejecting} from './guests.mjs';
import {scratch} from './scratch.mjs';
import {linesOf, pentocity, tournament} from './tournament.mjs';

const engine = await startEngine();
const skip = lackForGuests();
const suburbs = readFileSync(new URL('../../configs/mixes/suburbs.yaml', import.meta.url), 'utf8');

/// What begins a game in the module: the one that the first line of a trace names.
const begin = ({rules, sequencer, seed, player, player_seed}) => ({rules, seed, player, player_seed,
  stream: sequencer === 'suburbs' ? {name: sequencer, mix: treeOf(suburbs)} : {name: sequencer}});
/// That game as the playground plays it, of the player in a file.
const play = (file, header, made) => playGuest(engine, compileGuest(readFileSync(file), 'mine.wasm'), begin(header), made);

/// Games of a player as the program plays them: its rows of results, each with its trace.
function native(file, {rules = 'report', sequencers = ['random'], repeats = 1, players = []} = {}) {
  const mix = join(scratch(), 'suburbs.yaml');
  writeFileSync(mix, suburbs);
  const {folder, traces, summary} = tournament({rules, players: [{name: 'mine', wasm: file}, ...players], repeats, seed: 18,
    sequencers: sequencers.map((name) => (name === 'suburbs' ? {name, mix} : name))}, '--trace', 'all');
  const rows = linesOf(pentocity('export', folder, '--format', 'jsonl'));
  return {summary, games: rows.filter(({player}) => player === 'mine').map((row) => {
    const trace = Object.values(traces).find((text) => {
      const [{player, sequencer, seed}] = linesOf(text);
      return player === 'mine' && sequencer === row.sequencer && seed === row.seed;
    });
    return {...row, trace, header: linesOf(trace)[0]};
  })};
}

/// Plays games in both, and finds them the same; returns them as [the program's, the playground's].
const both = (file, config) => native(file, config).games.map((row) => {
  // As the page shows it, from the answers that it is told.
  let shown = engine({...begin(row.header), do: 'start'});
  const {game: number} = shown;
  const game = play(file, row.header, (made) => { shown = engine({...made, do: 'answer', game: number}); });
  assert.equal(game.trace, row.trace, `on ${row.sequencer}, seed ${row.seed}`);
  assert.deepEqual([shown.score, shown.rejects, shown.turn], [row.score, row.rejects, row.turns]);
  assert.deepEqual([game.status, game.cause, game.score], [row.status, row.error ?? '', row.score]);
  return [row, game];
});
/// What a player said or was told, but for the time that is left to it.
const timeless = (text) => text.replace(/"cpu_left_s":[\d.]+/g, '');

test('games of plain.c are the same to the byte, and their seeds are those of a run', {skip}, () => {
  const file = plain();
  let games = 0;
  for (const [rules, sequencers] of [[{profile: 'report', side: 20}, ['random', 'g3', 'drawn', 'nemesis', 'suburbs']],
    ['report', ['g5']], [{profile: 'tournament-2016', side: 24}, ['random', 'g10', 'suburbs']]]) {
    const {seeds} = engine({do: 'stream_seeds', seed: 18, repeats: 3});
    for (const [{header: {seed, player_seed}}] of both(file, {rules, sequencers, repeats: 3})) {
      assert.equal(engine({do: 'player_seed', seed, repeat: seeds.indexOf(seed), player: 'mine'}).seed, player_seed);
      ++games;
    }
  }
  assert.equal(games, 27);
});

test('random moves, most of them invalid, with notes, under both rule sets', {skip}, () => {
  const file = rejecting({ACT: `unsigned char b[4]; getentropy(b, 4); answered = 1;
    printf("{\\"turn\\":%d,\\"accept\\":true,\\"rotation\\":%d,\\"location\\":[%d,%d],\\"park\\":[[%d,3],[3,3]],\\"note\\":\\"\\u00fc%d\\"}\\n",
           turn, b[0] % 2, b[1] % 14 - 1, b[2] % 13, b[3] % 14, b[3])`});
  for (const rules of [{profile: 'report', side: 12, max_rejects: 40}, {profile: 'tournament-2016', side: 12}])
    for (const [row, game] of both(file, {rules, repeats: 4})) {
      assert.ok(game.invalid.length > 0);
      if (row.status !== 'ok') assert.match(game.words, /^invalid \(\w+\) at turn \d+$/);
    }
});

test('a player reads the same hello, turns and end, and finds the same random numbers', {skip}, () => {
  const file = rejecting({BEGIN: 'fputs(line, stderr)', END: 'fputs(line, stderr)', ACT: `unsigned char b[300]; getentropy(b, 256);
    for (int i = 0; i < 256; ++i) fprintf(stderr, "%d ", b[i]); fputs(line, stderr)`});
  const all = both(file, {rules: {profile: 'tournament-2016', side: 30}, sequencers: ['random', 'g8'], repeats: 2});
  for (const [row, game] of all) {
    assert.match(game.errors, /^\{"hello":"pentocity-player\/1","side":30,.*"cpu_limit_s":100\.0,"move_wall_limit_s":20\.0\}\n/);
    assert.match(game.errors, /\{"end":true,"status":"ok","score":0,"error":null\}\n$/);
    assert.equal(timeless(game.errors), timeless(row.stderr));
  }
  assert.equal(new Set(all.map(([, {errors}]) => errors)).size, 4);
});

test('each way to end a game has the program’s words', {skip}, () => {
  for (const [parts, error, there = error] of [
    [{ACT: 'if (turn == 1) __builtin_trap()'}, 'unreachable code in \'act\''],
    [{ACT: 'volatile int zero = 0, seven = 7; if (turn == 1) return seven / zero'}, 'division by zero in \'act\''],
    [{ACT: 'volatile double far = 1e30; if (turn == 1) return __builtin_wasm_trunc_s_i32_f64(far)'}, 'integer overflow, or bad conversion to an integer in \'act\'', 'integer overflow in \'act\''],
    [{ACT: 'if (turn == 1) *(volatile int*)0xfffffff0 = 1'}, 'memory access out of bounds in \'act\''],
    [{ACT: 'int (*volatile self)(int) = act; if (turn == 1) return self(1) + 1'}, /^(stack overflow|memory access out of bounds) in 'act'$/],
    [{ACT: 'if (turn == 1) exit(7)'}, 'exit:7'],
    [{ACT: 'if (turn == 1) { fputs("I give up\\n", stderr); exit(0); }'}, 'exit:0'],
    [{ACT: 'if (turn == 1) for (;;) puts("0123456789")'}, 'output'],
    [{ACT: 'if (turn == 1) fgets(line, sizeof line, stdin)'}, 'no_answer'],
    [{ACT: 'if (turn == 1) { printf("{\\"tur"); fflush(stdout); fgets(line, sizeof line, stdin); }'}, 'no_answer'],
    [{ACT: 'if (turn == 1) { printf("{\\"tur"); fflush(stdout); exit(1); }'}, 'exit:1'],
    [{READY: '"hello yourself"'}, 'handshake'],
    [{BEGIN: 'for (int i = 0; i < 110000; ++i) printf("0123456789")'}, 'a line longer than 1 MiB'],
    [{BEGIN: 'exit(3)'}, 'exit:3'],
    // Two lines in one turn, and then the end: what was written is still read.
    [{ACT: 'if (turn == 0) { puts("{\\"turn\\":0,\\"accept\\":false}"); puts("{\\"turn\\":1,\\"accept\\":false}"); exit(0); }'}, 'exit:0'],
  ]) {
    const file = rejecting(parts), [row] = native(file, {rules: {profile: 'report', side: 20, max_rejects: 4}}).games;
    const game = play(file, row.header), what = JSON.stringify(parts);
    assert.equal(game.status, 'crashed', what);
    if (typeof error === 'string') assert.equal(game.cause, error, what);
    else assert.match(game.cause, error, what);
    if (typeof error !== 'string') continue;  // how deep a recursion goes depends on the machine
    assert.equal(row.error, there, what);
    if (error === there) assert.equal(game.trace, row.trace, what);
    assert.equal(game.errors, row.stderr ?? '', what);
    assert.ok(game.words.startsWith(`crashed (${error}) `), game.words);
  }
});

test('answers that are none have the program’s words, and the game goes on', {skip}, () => {
  for (const answer of ['no JSON', '{\\"turn\\":9,\\"accept\\":false}', '{\\"turn\\":1,\\"accept\\":true,\\"rotation\\":\\"a\\"}', '\\xff\\xfe',
    '{\\"turn\\":1}'])
    for (const rules of ['report', 'tournament-2016']) {
      const file = rejecting({ACT: `if (turn == 1) { answered = 1; puts("${answer}"); }`});
      const [[row, game]] = both(file, {rules}), said = [];
      assert.match(game.invalid[0], /^bad_answer at turn 1: it answered: /);
      play(file, row.header, (made) => said.push(made));
      assert.ok(game.invalid[0].endsWith(said[1].unreadable));
    }
});

test('the clock counts calls, and sleeping passes at once', {skip}, () => {
  const file = rejecting({ACT: `struct timespec t; clock_gettime(CLOCK_MONOTONIC, &t); long long before = t.tv_sec * 1000000000ll + t.tv_nsec;
    struct timespec nap = {3, 5}; nanosleep(&nap, 0); clock_gettime(CLOCK_REALTIME, &t);
    fprintf(stderr, "%lld %lld ", before, t.tv_sec * 1000000000ll + t.tv_nsec - before)`});
  const header = {rules: 'report', sequencer: 'random', seed: 1, player: 'mine', player_seed: 2};
  const {errors} = play(file, header), numbers = errors.trim().split(' ').map(Number);
  assert.equal(numbers.length, 6);
  for (const k of [1, 3, 5]) assert.equal(numbers[k], 3_000_000_005 + 2 * 500);
  assert.ok(numbers[2] > numbers[0] + 3e9 && numbers[0] % 500 === 0);
  assert.equal(play(file, header).errors, errors);
});

test('what is wrong with a file, or declared wrong, is said in one line', {skip}, () => {
  assert.throws(() => compileGuest(new TextEncoder().encode('#include <iostream>'), 'a.cpp'), /^Error: a\.cpp: it is no module of WebAssembly \(version 1\)$/);
  assert.throws(() => compileGuest(Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0, 77), 'b.wasm'), /^Error: b\.wasm: /);
  const imports = Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0, 1, 4, 1, 96, 0, 0, 2, 9, 1, 3, 101, 110, 118, 1, 102, 0, 0);
  assert.throws(() => compileGuest(imports, 'c.wasm'), /^Error: c\.wasm: it imports 'f' from 'env': a portable player has the functions of WASI preview 1 only$/);
  const header = {rules: 'report', sequencer: 'random', seed: 1, player: 'mine', player_seed: 2};
  assert.equal(playGuest(engine, compileGuest(imports.slice(0, 8), 'd.wasm'), {rules: 'report', stream: {name: 'random'}, seed: 1, player_seed: 1}).cause,
    'the module exports no function \'_start\'');
  assert.throws(() => play(rejecting({READY: '"{\\"ready\\":true,\\"rules\\":[\\"tournament-2016\\"]}"'}), header),
    /^Error: it plays .*tournament-2016 only, and not side 50 under report$/);
  assert.throws(() => play(rejecting({READY: '"{\\"ready\\":true,\\"options\\":7}"'}), header), /^Error: 'options' must be a list, not 7$/);
});

test('calls that are not there are not supported, whatever their names', () => {
  const name = (text) => [text.length, ...new TextEncoder().encode(text)], section = (id, ...bytes) => [id, bytes.length, ...bytes];
  const calls = ['path_open', 'toString', 'constructor'];
  // Main traps unless each returns 52.
  const main = [0, ...calls.flatMap((_, call) => [0x10, call, 0x41, 52, 0x47, 0x04, 0x40, 0x00, 0x0b]), 0x0b];
  const module = compileGuest(Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0, ...section(1, 2, 0x60, 0, 1, 0x7f, 0x60, 0, 0),
    ...section(2, calls.length, ...calls.flatMap((call) => [...name('wasi_snapshot_preview1'), ...name(call), 0, 0])), ...section(3, 1, 1),
    ...section(7, 1, ...name('_start'), 0, calls.length), ...section(10, 1, main.length, ...main)), 'e.wasm');
  assert.equal(playGuest(engine, module, {rules: 'report', stream: {name: 'random'}, seed: 1, player_seed: 1}).cause, 'exit:0');
});

test('a pair has the figures of a run', {skip}, () => {
  const file = rejecting({ACT: 'unsigned char b; getentropy(&b, 1); if (turn == 0 && b < 64) exit(1); ' +
    'if (b < 160) { answered = 1; printf("{\\"turn\\":%d,\\"accept\\":true,\\"rotation\\":0,\\"location\\":[0,%d]}\\n", turn, 5 * turn); }'});
  const {summary, games} = native(file, {rules: {profile: 'report', side: 20}, repeats: 12, players: ['jigsaw']});
  const played = games.map(({header}) => play(file, header));
  assert.ok(played.some(({status}) => status === 'crashed') && played.some(({status}) => status === 'ok'));
  const rivals = summary.cells.find(({player}) => player === 'jigsaw').score.values;
  games.forEach(({header: {seed, rules}}, repeat) => {
    const {seed: own} = engine({do: 'player_seed', seed, repeat, player: 'jigsaw'});
    assert.equal(engine({do: 'whole_game', rules, seed, stream: {name: 'random'}, player: 'jigsaw', player_seed: own}).score, rivals[repeat]);
  });
  const pair = engine({do: 'pair', a: played.map(({status, score}) => (status === 'ok' ? score : null)), b: rivals});
  const [{wins, losses, draws, mean_difference: difference, ci95}] = summary.head_to_head;
  assert.deepEqual([pair.won, pair.lost, pair.drawn], [wins, losses, draws]);
  assert.deepEqual(pair.means, ['mine', 'jigsaw'].map((name) => summary.cells.find(({player}) => player === name).score.mean));
  assert.deepEqual([pair.difference, ...pair.interval].map((x) => x.toFixed(9)), [difference, ...ci95].map((x) => x.toFixed(9)));
});
