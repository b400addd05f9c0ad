// The main flows of the pages in Debian's Firefox. All that is looked at closely is looked at in Chromium.
import assert from 'node:assert/strict';
import {readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {after, before, test} from 'node:test';
import {pathToFileURL} from 'node:url';
import puppeteer from 'puppeteer-core';
import {lackForGuests, rejecting} from '../guests.mjs';
import {scratch} from '../scratch.mjs';
import {pentocity, reportOf, tournament} from '../tournament.mjs';

let browser;
before(async () => {
  browser = await puppeteer.launch({browser: 'firefox', executablePath: process.env.PENTOCITY_FIREFOX, protocolTimeout: 600_000,
    defaultViewport: {width: 1280, height: 900}});
});
after(() => browser.close());

const find = (id) => `[data-testid="${id}"]`;

/// A test with a page of its own that must leave no errors. What never comes ends it after ten minutes.
const visit = (name, html, hash, act, skip = false) => test(name, {timeout: 600_000, skip}, async () => {
  const file = join(scratch(), 'page.html'), problems = [];
  writeFileSync(file, html());
  const page = await browser.newPage();
  page.setDefaultTimeout(600_000);
  page.on('pageerror', (error) => problems.push(String(error)));
  page.on('console', (message) => { if (message.type() === 'error') problems.push(message.text()); });
  page.address = pathToFileURL(file).href;
  await page.goto(page.address + hash);
  await act(page);
  assert.deepEqual(problems, []);
  await page.close();
});

const text = (page, id) => page.$eval(find(id), (one) => one.textContent);
/// Waits until the text of an element is like the pattern.
async function says(page, id, pattern) {
  await page.waitForSelector(find(id), {visible: true});
  while (!pattern.test(await text(page, id))) await new Promise((resolve) => setTimeout(resolve, 50));
}
const click = async (page, id) => { await (await page.waitForSelector(find(id), {visible: true})).click(); };

/// The middle of a cell of a drawing whose units are cells, on the screen.
const at = (page, id, row, column) => page.$eval(find(id), (svg, r, c) => {
  const box = svg.getBoundingClientRect(), [left, top, wide] = svg.getAttribute('viewBox').split(' ').map(Number);
  return [box.x + (c + .5 - left) * box.width / wide, box.y + (r + .5 - top) * box.width / wide];
}, row, column);

const playground = () => readFileSync(process.env.PENTOCITY_PAGE, 'utf8');

visit('a portable player plays, and Firefox’s traps have the words of the program', playground, '#watch', async (page) => {
  const begin = async (parts) => (await page.$(find('own-file'))).uploadFile(rejecting(parts));
  await page.waitForSelector(find('own-choose'), {visible: true});
  await begin({});
  await says(page, 'watch-prompt', /Press Step: rejects\d+ makes its move/);
  await page.select(find('watch-speed'), '100');
  await click(page, 'watch-play');
  await says(page, 'watch-prompt', /^It rejected\. The game is over: 0 points/);
  for (const [code, words] of [['__builtin_trap()', 'unreachable code'], ['volatile int seven = 7, zero = 0; return seven / zero', 'division by zero'],
    ['*(volatile int*)0xfffffff0 = 1', 'memory access out of bounds'],
    ['volatile double far = 1e30; return __builtin_wasm_trunc_s_i32_f64(far)', 'integer overflow'],
    ['volatile double none = __builtin_nan(""); return __builtin_wasm_trunc_s_i32_f64(none)', 'bad conversion to an integer'],
    ['int (*volatile none)(int) = 0; return none(1)', 'indirect call of nothing']]) {
    await begin({ACT: code});
    await says(page, 'watch-prompt', new RegExp(`The game has ended: crashed \\(${words} in 'act'\\) at turn 0`));
  }
}, lackForGuests());

visit('a building is put down and built by two clicks, and the game is there after a reload', playground, '', async (page) => {
  await says(page, 'prompt', /Click the land/);
  const turn = async () => Number((await text(page, 'facts')).match(/turn (\d+)/)[1]);
  const first = await turn();
  await page.mouse.click(...await at(page, 'land', 0, 3));
  await says(page, 'prompt', /^\+\d+/);
  await page.mouse.click(...await at(page, 'land', 0, 3));
  while (await turn() === first) await new Promise((resolve) => setTimeout(resolve, 50));
  const score = await text(page, 'score');
  assert.ok(Number.parseInt(score, 10) > 0);
  await page.reload();
  await page.waitForSelector(find('score'), {visible: true});
  while (await text(page, 'score') !== score) await new Promise((resolve) => setTimeout(resolve, 50));
});

visit('the game of the day is played by hints to its end, with a result', playground, '#play=today', async (page) => {
  await says(page, 'title', /^Game of the day/);
  for (let k = 0; k < 3; ++k) {
    await click(page, 'hint');
    await click(page, 'take-1');
    await click(page, 'build');
  }
  for (let k = 0; k < 3; ++k) {
    await click(page, 'reject');
    if (await text(page, 'reject') === 'Really reject') await click(page, 'reject');
  }
  await says(page, 'card', /In your [67] turns nobody can have more than \d+\. 3 hints/);
});

visit('the puzzle of the day is solved by hints', playground, '#puzzle=today', async (page) => {
  await says(page, 'puzzle-title', /^Puzzle of the day, .*: one solution$/);
  for (let k = 0; k < 30 && !/^Solved/.test(await text(page, 'puzzle-prompt')); ++k) {
    const before = await text(page, 'puzzle-prompt');
    await click(page, 'puzzle-hint');
    while (await text(page, 'puzzle-prompt') === before) await new Promise((resolve) => setTimeout(resolve, 50));
  }
  assert.match(await text(page, 'puzzle-prompt'), /^Solved/);
  // What is laid is there after a reload, and after Back from another puzzle.
  await page.reload();
  await says(page, 'puzzle-prompt', /^Solved/);
  await click(page, 'next-puzzle');
  await says(page, 'puzzle-title', /^pentominoes/);
  await page.goBack();
  await says(page, 'puzzle-prompt', /^Solved/);
});

const cup = tournament({rules: 'tournament-2016', repeats: 1, seed: 7, players: ['jigsaw', 'naive'], sequencers: ['random', 'g6']});

visit('the report ranks the players, and its games are watched', () => reportOf(cup.folder), '', async (page) => {
  await says(page, 'ranking', /jigsaw[^]*naive/);
  await says(page, 'replay-turn', /^\d+$/);
  await click(page, 'replay-start');
  await says(page, 'replay-turn', /^0$/);
  await click(page, 'replay-step');
  await says(page, 'replay-turn', /^1$/);
  await click(page, 'overlay-bonuses');
  assert.match(await text(page, 'replay-legend'), /P park, W pond/);
});

const gerrymander = () => {
  const file = join(scratch(), 'puzzle.html');
  pentocity('gerrymander', 'puzzle', '--seed', '7', '--html', file);
  return readFileSync(file, 'utf8');
};

visit('a district is drawn by the mouse and taken back', gerrymander, '', async (page) => {
  await says(page, 'district-1', /^District I 0\/5/);
  const middle = (row, column) => page.$eval(find(`cell-${row}-${column}`), (one) => {
    const box = one.getBoundingClientRect();
    return [box.x + box.width / 2, box.y + box.height / 2];
  });
  await page.mouse.move(...await middle(1, 1));
  await page.mouse.down();
  for (let column = 2; column <= 5; ++column) await page.mouse.move(...await middle(1, column));
  await page.mouse.up();
  await says(page, 'district-1', /^District I 5\/5/);
  await click(page, 'undo');
  await says(page, 'district-1', /^District I [0-4]\/5/);
});
