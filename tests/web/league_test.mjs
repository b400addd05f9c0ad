// The report of a league: its ratings and their history.
import assert from 'node:assert/strict';
import {execFileSync} from 'node:child_process';
import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {after, before, test} from 'node:test';
import {inRows} from '../../web/report/columns.js';
import {axeFindings, Browser, saved, until} from './page.mjs';
import {scratch} from './scratch.mjs';

const folder = scratch(), league = join(folder, 'league');
const pentocity = (...words) => execFileSync(process.env.PENTOCITY_BINARY, words, {cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore']});
pentocity('league', league, 'add', 'naive', 'diagonal', 'lanes', '--sequencers', 'random,g6');
pentocity('league', league, 'play', '--games', '40', '--batch', '20');
pentocity('league', league, 'add', 'jigsaw', '--name', 'naive');
pentocity('league', league, 'play', '--games', '20');
pentocity('league', league, 'add', 'g5');
pentocity('report', league);
const table = JSON.parse(pentocity('league', league, 'table', '--format', 'json'));

let browser;
before(async () => { browser = await Browser.start(); });
after(() => browser.stop());

test('the section has the ratings of the table, and a mark for each of the history', async () => {
  const page = await browser.open(readFileSync(join(league, 'report.html'), 'utf8'));
  const rows = page.getByTestId('ratings').locator('[data-rows=ratings] tbody tr');
  assert.equal(await rows.count(), 4);
  const cells = (row) => rows.nth(row).locator('th, td').allTextContents();
  for (const [i, player] of table.players.entries()) {
    const [name, version, rating, , won] = await cells(i);
    assert.equal(name, player.player);
    assert.equal(version, String(player.version));
    assert.equal(rating, player.rating === null ? '–' : (Math.round(player.rating) > 0 ? '+' : '') + String(Math.round(player.rating)).replace('-', '\u2212'));
    assert.equal(won, String(player.matches.wins));
  }
  const marks = table.history.filter(({player, rating}) => rating !== null && player !== 'g5');
  assert.equal(await page.getByTestId('league-chart').locator('.mark').count(), marks.length);
  assert.ok(await page.getByTestId('ranking').isVisible());
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test('the ranking is that of the ratings, and a click on Mean sorts by the mean', async () => {
  const page = await browser.open(readFileSync(join(league, 'report.html'), 'utf8'));
  const ranking = page.getByTestId('ranking'), names = () => ranking.locator('tbody th').allTextContents();
  const byRating = table.players.map(({player}) => player);
  assert.deepEqual(await names(), byRating);
  assert.equal(await ranking.locator('[aria-sort]').count(), 0);
  const rows = page.locator('#pentocity-summary');
  const means = inRows(JSON.parse(await rows.textContent())).players.filter(({mean}) => mean !== null).sort((x, y) => x.mean - y.mean)
    .map(({player}) => player);
  const mean = ranking.locator('thead button').nth(1);
  await mean.click();
  assert.deepEqual((await names()).slice(0, means.length), [...means].reverse());
  await mean.click();
  assert.deepEqual((await names()).slice(0, means.length), means);
  assert.doesNotMatch(await page.locator('.facts').first().textContent(), /repeat/);
  assert.match(await page.getByTestId('who-leads').textContent(), new RegExp(`^${byRating[0]} has the highest rating of the league, `));
  await page.context().close();
});

test('what a button saves is what the command line prints', async () => {
  const page = await browser.open(readFileSync(join(league, 'report.html'), 'utf8'), {hash: '#open=all'});
  const names = new Set();
  for (const button of await page.getByTestId('save-csv').all()) {
    const [name, text] = await saved(page, button), [, rows] = /^(\w+)\.csv$/.exec(name);
    assert.equal(text, pentocity('report', league, '--format', 'csv', '--rows', rows), rows);
    names.add(rows);
  }
  assert.deepEqual([...names].sort(), ['cells', 'courses', 'pairs', 'players', 'ratings', 'sequencers']);
  await page.context().close();
});

test('a player is left out of it as of all sections', async () => {
  const page = await browser.open(readFileSync(join(league, 'report.html'), 'utf8'));
  await page.getByTestId('filter-players').getByText('lanes').click();
  assert.equal(await page.getByTestId('ratings').locator('[data-rows=ratings] tbody tr').count(), 3);
  await page.context().close();
});

test('ratings come first, and two players stand side by side, as the address says', async () => {
  const page = await browser.open(readFileSync(join(league, 'report.html'), 'utf8'), {hash: '#one=lanes&other=naive'});
  assert.equal(await page.locator('main > section').first().getAttribute('id'), 'ratings');
  const side = page.getByTestId('side-by-side'), of = (name) => table.players.find(({player}) => player === name);
  await until(async () => await page.getByTestId('side-one').inputValue() === 'lanes');
  assert.deepEqual(await side.locator('thead th').allTextContents(), ['Of', 'lanes', 'naive']);
  const cells = await side.locator('tbody tr').nth(1).locator('td').allTextContents();
  assert.deepEqual(cells, ['lanes', 'naive'].map((name) => Object.values(of(name).matches).join('–')));
  const share = 100 / (1 + 10 ** ((of('naive').rating - of('lanes').rating) / 400));
  assert.match(await side.locator('p').textContent(), new RegExp(`^By their ratings lanes wins ${Math.round(share)}% of the matches`));
  await page.getByTestId('side-other').selectOption('diagonal');
  await until(() => page.url().endsWith('#one=lanes&other=diagonal'));
  assert.deepEqual(await axeFindings(page, '#ratings'), []);
  assert.deepEqual(page.problems, []);
  await page.context().close();
});
