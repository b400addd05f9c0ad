// What somebody does on a page for the first time, by what is in sight: to begin, to share, and to come back. Nothing is scrolled and no
// help is opened; on a desk and on a phone.
import assert from 'node:assert/strict';
import {existsSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {after, before, test} from 'node:test';
import {fileURLToPath, pathToFileURL} from 'node:url';
import {Browser, until} from './page.mjs';
import {scratch} from './scratch.mjs';
import {pentocity, tournament} from './tournament.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '../..'), folder = join(scratch(), 'site');
const documentation = join(root, 'build/documentation/html');
const cup = tournament({rules: 'report', seed: 7, players: ['jigsaw', 'diagonal'], sequencers: ['random']}, '--trace', 'all');
pentocity('site', folder, cup.folder, '--playground', process.env.PENTOCITY_PAGE, '--hall-of-fame', join(root, 'docs/research/hall-of-fame.md'),
  ...existsSync(documentation) ? ['--documentation', documentation] : []);
const address = (file) => `${pathToFileURL(folder).href}/${file}`;
const day = '2026-12-01';  // of the game and the puzzle, whose first pieces lie where the clicks below are

let browser;
before(async () => { browser = await Browser.start(); });
after(() => browser.stop());

const id = (p, name) => p.locator(`[data-testid="${name}"]:visible`);
const says = (p, name, pattern) => id(p, name).filter({hasText: pattern}).waitFor();

/// The place of something that is in sight, whole; fails if one must scroll to it.
async function inSight(locator) {
  await locator.waitFor();
  const box = await locator.boundingBox(), page = locator.page(), {width, height} = page.viewportSize();
  assert.equal(await page.evaluate(() => scrollY), 0, `${locator}: the page was scrolled`);
  assert.ok(box.x >= 0 && box.y >= 0 && box.x + box.width <= width + 1 && box.y + box.height <= height + 1,
    `${locator} is not in sight: ${JSON.stringify(box)}`);
  return box;
}
const press = async (locator) => {
  const {x, y, width, height} = await inSight(locator);
  await locator.page().mouse.click(x + Math.min(width / 2, 20), y + Math.min(height / 2, 10));  // of a link of two lines the first
};
/// A later visit, in a window of its own.
async function visit(p, file) {
  const page = await p.context().newPage();
  page.on('pageerror', (error) => p.problems.push(String(error)));
  await page.goto(file.startsWith('file:') ? file : address(file));
  return page;
}

const tasks = {
  async 'the game of the day'(p) {
    await press(p.getByRole('link', {name: 'Play today’s game'}));
    await says(p, 'title', /^Game of the day/);
    await inSight(id(p, 'rules'));
    const land = await inSight(id(p, 'land'));
    await p.mouse.click(land.x + land.width * .2, land.y + land.height * .2);
    await press(id(p, 'build'));
    await says(p, 'facts', /^turn 2/);
    await press(id(p, 'link'));
    await id(p, 'link-text').waitFor();
    assert.equal(await id(p, 'link-text').inputValue(), `#play=${day}`, 'nothing of the game is given away');
    await inSight(id(p, 'link-text'));
    const later = await visit(p, 'playground.html');
    await says(later, 'facts', /^turn 2/);
    await inSight(id(later, 'land'));
  },
  async 'the puzzle of the day'(p) {
    await press(p.getByRole('navigation', {name: 'Site'}).getByRole('link', {name: 'Puzzles'}));
    await says(p, 'puzzle-title', /^Puzzle of the day/);
    await press(p.locator('.piece-button').first());
    const board = await inSight(id(p, 'board'));
    await p.mouse.click(board.x + board.width * .42, board.y + board.height * .5);
    await until(async () => await p.locator('[data-testid=board] .piece').count() === 5);
    await press(id(p, 'puzzle-share'));
    await id(p, 'puzzle-link').waitFor();
    assert.equal(await id(p, 'puzzle-link').inputValue(), `#puzzle=${day}`);
    await inSight(id(p, 'puzzle-prompt'));
    const later = await visit(p, 'playground.html#puzzle');
    await until(async () => await later.locator('[data-testid=board] .piece').count() === 5);
  },
  async 'a gerrymander puzzle'(p) {
    await p.goto(address('gerrymander.html'));
    await inSight(id(p, 'task'));
    await press(id(p, 'cell-1-1'));
    await press(id(p, 'cell-1-2'));
    await says(p, 'status', /^District I: 2 of 5/);
    await inSight(id(p, 'status'));
    await press(id(p, 'share'));
    await id(p, 'share-text').waitFor();
    const link = await id(p, 'share-text').inputValue();
    assert.match(link, /#.*plan=11/);
    const later = await visit(p, 'gerrymander.html');
    await says(later, 'status', /^District I: 2 of 5/);
  },
  async 'the gallery'(p) {
    await p.goto(address('puzzles.html'));
    await inSight(id(p, 'lattice'));
    await id(p, 'lattice').selectOption('hex');
    const shared = p.url(), first = p.locator('.gallery .board:visible').first();
    await press(first);
    await says(p, 'puzzle-title', /^\w/);
    await p.goBack();
    assert.equal(await id(p, 'lattice').inputValue(), 'hex', 'Back leads to what was chosen');
    const other = await visit(p, shared);
    assert.equal(await id(other, 'lattice').inputValue(), 'hex', 'and so does the address');
  },
  async 'the hall of fame'(p) {
    await p.goto(address('hall-of-fame.html'));
    await inSight(p.locator('#enter'));
    await press(p.getByRole('region', {name: 'Public class'}).getByRole('link').first());
    await says(p, 'watch-prompt', /best moves/);
    await press(id(p, 'watch-step'));
    await says(p, 'watch-facts', /^turn 2/);
    await until(() => p.url().includes('#watch=') && !p.url().endsWith('=planner'));
    const other = await visit(p, p.url());
    await says(other, 'watch-facts', /^turn [12]/);
    assert.equal(await other.getByTestId('watch-player').inputValue(), 'planner', 'the address is the game');
    await p.goto(address('hall-of-fame.html'));
    await inSight(p.locator('#enter'));
  },
};
if (existsSync(documentation))
  tasks['the documentation'] = async (p) => {
    await p.goto(address('documentation/index.html'));
    await press(p.getByRole('searchbox'));
    await p.keyboard.type('league');
    await p.keyboard.press('Enter');
    await p.locator('#found a').first().waitFor();
    const shared = p.url(), first = p.locator('#found a').first(), link = await first.getAttribute('href');
    await press(first);
    await p.waitForURL((url) => url.href.endsWith(link));
    await p.goBack();
    await p.locator('#found a').first().waitFor();
    const other = await visit(p, shared);
    await other.locator('#found a').first().waitFor();
    assert.equal(await other.locator('#found a').first().getAttribute('href'), link, 'the address is what was sought');
  };

for (const [what, does] of Object.entries(tasks))
  for (const viewport of [{width: 1280, height: 800}, {width: 390, height: 844}])
    test(`${what}, begun, shared and come back to by what is in sight: ${viewport.width} pixels`, async () => {
      const context = await browser.program.newContext({viewport});
      context.setDefaultTimeout(120_000);
      await context.clock.setFixedTime(new Date(`${day}T12:00:00Z`));
      const p = await context.newPage();
      p.problems = [];
      p.on('pageerror', (error) => p.problems.push(String(error)));
      await p.goto(address('index.html'));
      await does(p);
      assert.deepEqual(p.problems, []);
      await context.close();
    });
