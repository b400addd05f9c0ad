// The documentation, of which PENTOCITY_PAGE is the search page: words are found in its text, without a server.
import assert from 'node:assert/strict';
import {dirname, join} from 'node:path';
import {after, before, test} from 'node:test';
import {pathToFileURL} from 'node:url';
import {axeFindings, Browser, LOOKS, until} from './page.mjs';

const folder = dirname(process.env.PENTOCITY_PAGE), address = (file, query = '') => pathToFileURL(join(folder, file)).href + query;
let browser;
before(async () => { browser = await Browser.start(); });
after(() => browser.stop());

async function visitor(options = {}) {
  const page = await (await browser.program.newContext(options)).newPage();
  page.problems = [];
  page.on('pageerror', (error) => page.problems.push(String(error)));
  page.on('request', (request) => { if (!/^(file|blob|data):/.test(request.url())) page.problems.push(request.url()); });
  return page;
}

test('what people look for is found first', async () => {
  const page = await visitor();
  for (const [words, first] of [
    ['how to write a player', 'first-steps-player'], ['report', 'reference-report-page'], ['explain score', 'first-steps-tournament'],
    ['rules', 'reference-rules'], ['install', 'how-to-python'], ['compare two players', 'reference-statistics'],
    ['league', 'how-to-league'], ['districts', 'first-steps-districts'], ['sequencer', 'how-to-adding-a-sequencer'],
    ['debug', 'how-to-adding-a-player']]) {
    await page.goto(address('search.html', `?q=${encodeURIComponent(words)}`));
    const link = await page.locator('#found a').first().getAttribute('href');
    assert.equal(link.replace(/#.*/, ''), `page-docs-${first}.html`, words);
  }
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test('the field on a page leads to what the documentation says of a word', async () => {
  const page = await visitor();
  await page.goto(address('index.html'));
  await page.getByRole('searchbox', {name: 'Search the documentation'}).fill('confidence');
  await page.keyboard.press('Enter');
  await until(async () => /^\d+ places?$/.test(await page.locator('#count').textContent()));
  const first = page.locator('#found a').first();
  assert.ok((await page.locator('#found mark').allTextContents()).some((word) => /^confidence$/i.test(word)));
  await page.getByRole('searchbox').fill('secret seeds commitment');
  await until(async () => /[Cc]ommit/.test(await page.locator('#found').textContent()));
  const link = await first.getAttribute('href');
  await first.click();
  await page.waitForURL((url) => url.href.endsWith(link));
  if (link.includes('#')) assert.ok(await page.evaluate(() => document.getElementById(location.hash.slice(1)) !== null), link);
  await page.goto(address('search.html', '?q=xyzzyplugh'));
  assert.equal(await page.locator('#count').textContent(), 'Nothing has these words.');
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test('the tree has the five rooms, the field is in sight, and colours are those that were chosen elsewhere', async () => {
  const page = await visitor();
  await page.goto(address('page-docs-how-to-site.html'));
  const tree = page.getByRole('navigation', {name: 'Pages'}), rooms = ['First steps', 'How to', 'Reference', 'Background', 'Research'];
  const top = tree.locator('#nav-tree-contents > ul > li > ul > li > .item .label');
  await until(async () => await top.count() > 5);
  assert.deepEqual((await top.allTextContents()).map((one) => one.trim()), [...rooms, 'Namespaces', 'Classes', 'Files']);
  const field = page.getByRole('searchbox', {name: 'Search the documentation'}), box = await field.boundingBox();
  assert.ok(await field.evaluate((one, [x, y]) => document.elementFromPoint(x, y) === one, [box.x + 9, box.y + box.height - 3]), 'nothing covers it');
  const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor), light = await paper();
  for (const [name, scheme] of [['page-docs-how-to-site.html', 'dark'], ['search.html', 'dark'], ['index.html', 'light']]) {
    await page.evaluate((one) => localStorage.setItem('pentocity-theme', JSON.stringify(one)), scheme);
    await page.goto(address(name));
    assert.equal(await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme), scheme, name);
    if (name !== 'search.html') assert.equal(await paper() === light, scheme === 'light', name);
  }
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

const ONE_OF_EACH_KIND = ['index.html', 'page-docs-reference-statistics.html', 'page-docs-research-hall-of-fame.html',
  'page-docs-reference-protocol.html', 'page-players-2016-g3-readme.html', 'plugin_8hpp.html', 'plugin_8hpp_source.html',
  'structpentocity_1_1entrants_1_1SequencerEntry.html', 'namespaces.html', 'functions_b.html', 'files.html'];
for (const [colorScheme, width] of LOOKS)
  test(`${colorScheme}, ${width} pixels: axe finds nothing in the documentation`, async () => {
    const page = await visitor({colorScheme, viewport: {width, height: 900}});
    await page.goto(address('search.html', '?q=land'));
    await until(async () => await page.locator('#found li').count() > 3);
    assert.deepEqual(await axeFindings(page), []);
    for (const name of width > 1400 ? [] : ONE_OF_EACH_KIND) {
      await page.goto(address(name));
      assert.deepEqual(await axeFindings(page), [], name);
    }
    await page.context().close();
  });
