// The module of the playground plays the same games as the program, to the byte.
import assert from 'node:assert/strict';
import {existsSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {test} from 'node:test';
import {treeOf} from '../../web/playground/yaml.js';
import {startEngine} from './engine.mjs';
import {scratch} from './scratch.mjs';
import {linesOf, pentocity, tournament} from './tournament.mjs';

const engine = await startEngine();
const mixText = (name) => readFileSync(new URL(`../../configs/mixes/${name}.yaml`, import.meta.url), 'utf8');
const mixes = ['suburbs', 'stars-and-bars', 'bars-then-blocks'];
const builtIn = ['random', 'g3', 'g5', 'g8', 'drawn', 'nemesis'];

test('100 games are the same in the module and in the program', () => {
  const folder = scratch();
  let games = 0;
  for (const [rules, players, sequencers, repeats] of [
    ['report', ['planner-fast', 'jigsaw'], [...builtIn, ...mixes], 4],
    ['tournament-2016', ['planner-fast', 'jigsaw'], ['g3', 'g10', 'suburbs'], 4],
    [{profile: 'report', side: 14}, ['planner'], ['random', 'suburbs'], 2],
  ]) {
    const files = sequencers.map((name) => {
      if (!mixes.includes(name)) return name;
      const file = join(folder, `${name}.yaml`);
      writeFileSync(file, mixText(name));
      return {name, mix: file};
    });
    const {traces} = tournament({rules, players, sequencers: files, repeats, seed: 18}, '--trace', 'all');
    const {seeds} = engine({do: 'stream_seeds', seed: 18, repeats});
    for (const text of Object.values(traces)) {
      const [{player, sequencer, seed, player_seed}] = linesOf(text);
      const stream = mixes.includes(sequencer) ? {name: sequencer, mix: treeOf(mixText(sequencer))} : {name: sequencer};
      assert.equal(engine({do: 'whole_game', rules, stream, seed, player, player_seed}).trace, text, `${player} on ${sequencer}, seed ${seed}`);
      assert.equal(engine({do: 'player_seed', seed, repeat: seeds.indexOf(seed), player}).seed, player_seed);
      ++games;
    }
  }
  assert.ok(games >= 100, `${games} games`);
});

test('the seed of a player is a hash of its name, however long', () => {
  // As hashlib.blake2b of Python has it.
  for (const [length, seed] of [[0, 5901326118998742], [61, 4914156460190847], [62, 6734236459601917], [63, 8775979044473072], [190, 6614631079081716], [500, 7753386833922566]])
    assert.equal(engine({do: 'player_seed', seed: 5, repeat: 3, player: 'a'.repeat(length)}).seed, seed);
});

test('what is wrong with a call or a mix is said in one line', () => {
  const start = (text) => engine({do: 'start', rules: 'report', seed: 1, stream: {name: 'mine.yaml', mix: treeOf(text)}});
  assert.throws(() => start('phases:\n  - requests:\n      - {residence: Q}\n'), /^Error: mine.yaml:3:21: 'residence' must be one of F I L/);
  assert.throws(() => start('phases:\n  - request: []\n'), /mine.yaml:2:5: unknown key 'request', did you mean 'requests'\?/);
  assert.throws(() => start('phases: [\n'), /^Error: /);
  assert.throws(() => engine({do: 'sing'}), /there is no 'sing'/);
  assert.throws(() => engine({do: 'answer', game: 99}), /there is no such game/);
  assert.throws(() => engine({do: 'start', rules: 'report', seed: 1, stream: {name: 'nobody'}}), /there is no sequencer 'nobody'/);
});

test('a proposed move is legal, and what is said of it is what it does', () => {
  let state = engine({do: 'start', rules: {profile: 'report', side: 16}, stream: {name: 'random'}, seed: 7, rival: 'planner-fast'});
  const {game} = state;
  let looked = 0;
  while (!state.over) {
    const {rotations} = engine({do: 'sites', game});
    const rotation = rotations.findIndex((bits) => bits.includes('1'));
    if (rotation < 0) {
      state = engine({do: 'answer', game, accept: false});
      continue;
    }
    const at = rotations[rotation].lastIndexOf('1');
    const seen = engine({do: 'look', game, rotation, location: [Math.floor(at / 16), at % 16]});
    assert.equal(seen.fault, null);
    const before = state.score;
    state = engine({do: 'answer', game, ...seen.move});
    assert.equal(state.score, before + seen.points);
    ++looked;
  }
  assert.ok(looked > 10);
  const file = join(scratch(), 'game.jsonl');
  writeFileSync(file, engine({do: 'trace', game, player: 'you'}).trace);
  assert.match(pentocity('replay', file), /, 0 mismatches/);
});

test('the adviser\u2019s first move is the one that planner-fast makes', () => {
  let state = engine({do: 'start', rules: 'report', stream: {name: 'g5'}, seed: 5, rival: 'planner-fast'});
  for (let turn = 0; turn < 60; ++turn) {
    const [best] = engine({do: 'hint', game: state.game ?? 1}).candidates;
    const game = state.game;
    state = {...engine({do: 'watch', game}), game};
    assert.deepEqual(state.last.move.location, best.move.location);
    assert.equal(state.last.delta, best.points);
  }
});

test('what a turn lost is what the planner said before it', () => {
  let state = engine({do: 'start', rules: {profile: 'report', side: 18}, stream: {name: 'random'}, seed: 11});
  const {game} = state, expected = [], made = [];
  for (let turn = 0; !state.over; ++turn) {
    const {candidates} = engine({do: 'hint', game});
    const chosen = candidates[turn % Math.max(1, candidates.length)];
    expected.push(chosen ? candidates[0].value - chosen.value : 0);
    made.push([chosen?.building ?? null, candidates[0]?.building ?? null]);
    state = engine({do: 'answer', game, ...(chosen?.move ?? {accept: false})});
  }
  const {lost} = engine({do: 'review', game});
  assert.equal(lost.length, expected.length);
  lost.forEach((points, turn) => assert.ok(Math.abs(points - expected[turn]) < 1e-9, `turn ${turn}: ${points}, not ${expected[turn]}`));
  assert.ok(Math.max(...lost) > 1);
  made.forEach(([yours, best], turn) => {
    const shown = engine({do: 'review_turn', game, turn});
    assert.deepEqual([shown.yours?.building ?? null, shown.best?.building ?? null], [yours, best]);
    assert.equal(shown.buildings.length, made.slice(0, turn).filter(([one]) => one).length);
  });
});

test('a large park is worth the same in one move as the land that it leaves', () => {
  const start = () => engine({do: 'start', rules: {profile: 'report', side: 16}, stream: {name: 'random'}, seed: 4}).game;
  const game = start(), {move} = engine({do: 'hint', game}).candidates[0];
  const park = [6, 7].flatMap((row) => [5, 6, 7, 8, 9].map((column) => [row, column]));
  const state = engine({do: 'answer', game, ...move, park: [...move.park, ...park]});
  assert.ok(state.last.accepted);
  const [lost] = engine({do: 'review', game}).lost;
  assert.ok(Number.isFinite(lost) && lost > 0, `${lost}`);
});

test('puzzles are solved as by the program', () => {
  for (const name of ['popinjay', 'meteor', 'pentominoes-3x20', 'courtyard']) {
    const text = readFileSync(new URL(`../../configs/puzzles/${name}.yaml`, import.meta.url), 'utf8');
    const {count, unique} = engine({do: 'solve', name, puzzle: treeOf(text), task: 'count'});
    const said = pentocity('solve', name, '--count');
    assert.equal(said.match(/^(\d+) solutions?$/m)?.[1], count, name);
    assert.equal(said.match(/(\d+) solutions? up to symmetry/)?.[1], unique, name);
  }
});
