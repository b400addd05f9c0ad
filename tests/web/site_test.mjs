// The site that the program writes, as its visitors see it: from disk, and from a server below some path.
import assert from 'node:assert/strict';
import {existsSync, readFileSync} from 'node:fs';
import {createServer} from 'node:http';
import {dirname, join, normalize} from 'node:path';
import {after, before, test} from 'node:test';
import {fileURLToPath, pathToFileURL} from 'node:url';
import {axeFindings, Browser, LOOKS, until} from './page.mjs';
import {scratch} from './scratch.mjs';
import {pentocity, tournament} from './tournament.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '../..');
const cup = tournament({rules: 'tournament-2016', repeats: 2, seed: 7, players: ['jigsaw', 'diagonal', 'naive'], sequencers: ['random', 'g6']});
const folder = join(scratch(), 'site'), league = join(scratch(), 'league');
for (const words of [['add', 'naive', 'diagonal', '--sequencers', 'random'], ['play', '--games', '8', '--trace', 'all'], ['play', '--games', '8'], ['add', 'jigsaw']])
  pentocity('league', league, ...words);
const playground = join(root, 'build/playground/playground.html');
pentocity('site', folder, cup.folder, league, '--url', 'https://example.org/towns/', '--hall-of-fame', join(root, 'docs/research/hall-of-fame.md'), ...existsSync(playground) ? ['--playground', playground] : []);
const people = ['naive', 'diagonal', 'jigsaw'].map((name) => `players/league/${name}.html`);
const own = ['index.html', 'puzzles.html', 'hall-of-fame.html', ...people];

const kinds = {html: 'text/html', svg: 'image/svg+xml', json: 'application/json', js: 'text/javascript', png: 'image/png'};
let down = false;  // the server does not answer
const server = createServer(({url}, response) => {
  if (down) return response.destroy();
  const path = decodeURIComponent(new URL(url, 'http://host').pathname).replace(/\/$/, '/index.html');
  const file = path.startsWith('/some/where/') && join(folder, normalize(path.slice('/some/where'.length)));
  if (!file || !existsSync(file)) return response.writeHead(404).end();
  response.writeHead(200, {'Content-Type': kinds[file.split('.').at(-1)]}).end(readFileSync(file));
});

let browser, served;
before(async () => {
  browser = await Browser.start();
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  served = `http://127.0.0.1:${server.address().port}/some/where/`;
});
after(() => {
  server.close();
  return browser.stop();
});

/// A window that keeps account of complaints and of requests that leave the site.
async function visitor(base, options = {}) {
  const context = await browser.program.newContext(options);
  const page = await context.newPage();
  page.problems = [];
  page.on('console', (message) => page.problems.push(message.text()));
  page.on('pageerror', (error) => page.problems.push(String(error)));
  page.on('request', (request) => { if (!request.url().startsWith(base) && !/^(data|blob):/.test(request.url())) page.problems.push(request.url()); });
  page.on('response', (response) => { if (response.status() >= 400) page.problems.push(`${response.status()} ${response.url()}`); });
  return page;
}

for (const where of ['disk', 'a server'])
  test(`from ${where}, every link leads to a page of the site, and every picture is there`, async () => {
    const base = where === 'disk' ? `${pathToFileURL(folder).href}/` : served;
    const page = await visitor(base);
    const seen = new Set(), next = [`${base}index.html`];
    while (next.length) {
      const address = next.pop();
      if (seen.has(address)) continue;
      seen.add(address);
      await page.goto(address);
      const navigation = page.getByRole('navigation', {name: 'Site'}).getByRole('link', {name: 'Pentocity'});
      assert.equal(await navigation.evaluate((one) => one.href), `${base}index.html`, address);
      if (!own.some((name) => address === base + name)) continue;
      const pictures = await page.locator('img').evaluateAll((all) => Promise.all(all.map(async (one) => { one.loading = 'eager'; await one.decode(); return one.naturalWidth; })));
      assert.ok(pictures.every((width) => width > 0), address);
      for (const link of await page.locator('a').evaluateAll((all) => all.map(({href}) => href))) {
        const file = link.replace(/#.*/, '');
        assert.ok(link.startsWith(base) && existsSync(join(folder, decodeURIComponent(file.slice(base.length)))), link);
        if (file.endsWith('.html')) next.push(file);
      }
    }
    assert.equal(seen.size, 1 + people.length + (existsSync(playground) ? 6 : 5));
    assert.deepEqual(page.problems, []);
    await page.context().close();
  });

for (const [colorScheme, width] of LOOKS)
  test(`${colorScheme}, ${width} pixels: axe finds nothing, and nothing sticks out`, async () => {
    const page = await visitor('file:', {colorScheme, viewport: {width, height: 900}});
    for (const name of own) {
      await page.goto(pathToFileURL(join(folder, name)).href);
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), name);
      assert.deepEqual(await axeFindings(page), [], name);
    }
    assert.deepEqual(page.problems, []);
    await page.context().close();
  });

test('light and dark are chosen for all pages, and a puzzle leads to where it can be laid', async () => {
  const page = await visitor(served);
  await page.goto(`${served}index.html`);
  const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const light = await paper();
  await page.getByTestId('theme').selectOption('dark');
  const dark = await paper();
  assert.notEqual(dark, light);
  for (const name of ['puzzles.html', 'gerrymander.html', 'tournaments/results.html']) {
    await page.goto(served + name);
    assert.equal(await page.getByTestId('theme').inputValue(), 'dark', name);
    assert.equal(await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme), 'dark', name);
  }
  await page.goto(`${served}puzzles.html`);
  if (existsSync(playground)) {
    await page.locator('li', {hasText: 'popinjay'}).getByRole('link', {name: 'Lay it yourself'}).click();
    await page.getByTestId('puzzle-title').filter({hasText: 'popinjay'}).waitFor();
    assert.equal(await page.getByTestId('classic').inputValue(), 'popinjay');
  }
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test('the gallery shows empty boards, those of one kind to who chooses it, and a solution to who asks', async () => {
  const page = await visitor('file:');
  await page.goto(pathToFileURL(join(folder, 'puzzles.html')).href);
  const one = page.locator('li', {has: page.getByRole('heading', {name: 'popinjay', exact: true})}), colours = /fill="#(?!FFFFFF|555555)/i;
  const file = (picture) => picture.evaluate((image) => image.getAttribute('src'));
  assert.doesNotMatch(readFileSync(join(folder, await file(one.locator('.board img'))), 'utf8'), colours, 'no piece lies there');
  const solution = one.getByAltText('A solution of popinjay');
  assert.ok(await solution.isHidden());
  await one.getByText('Show a solution', {exact: true}).click();
  await solution.waitFor();
  assert.match(readFileSync(join(folder, await file(solution)), 'utf8'), colours);
  assert.doesNotMatch(await page.locator('main').textContent(), /pentocity |--/, 'no words of the command line');
  const cards = page.locator('.gallery > li:visible'), all = await cards.count();
  await page.getByTestId('lattice').selectOption('hex');
  assert.ok((await cards.locator('h2').allTextContents()).includes('honeycomb') && await cards.count() < all / 2);
  await page.getByTestId('lattice').selectOption('');
  assert.equal(await cards.count(), all);
  await page.context().close();
});

test('the hall of fame has games to watch, and says how a player enters', async () => {
  const page = await visitor('file:');
  const open = () => page.goto(pathToFileURL(join(folder, 'hall-of-fame.html')).href);
  await open();
  assert.match(await page.locator('#enter').textContent(), /^Your player can be here\. Write it, let it play the benchmark, and hand in/);
  const rows = page.getByRole('region', {name: 'Public class'}).locator('tbody tr');
  const of = (name) => rows.filter({has: page.getByRole('cell', {name, exact: true})}).getByRole('link');
  await of('diagonal').click();
  await until(async () => (await page.getByTestId('replay-game').inputValue()).includes('diagonal'));
  if (existsSync(playground)) {
    await open();
    await of('planner').click();
    await page.getByTestId('watch-prompt').filter({hasText: 'a few requests ahead'}).waitFor();
    assert.equal(await page.getByTestId('watch-player').inputValue(), 'planner');
  }
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test('every page has the same menu, in which it is marked', async () => {
  const page = await visitor('file:'), menu = page.getByRole('navigation', {name: 'Site'}).getByRole('link');
  let names;
  for (const [file, here] of [['index.html', 'Pentocity'], ['puzzles.html', 'Gallery'], ['hall-of-fame.html', 'Hall of fame'],
    ['gerrymander.html', 'Gerrymander'], ['tournaments/results.html'], ...existsSync(playground) ? [['playground.html', 'Play'],
      ['playground.html#puzzle', 'Puzzles'], ['playground.html#watch', 'Watch a player'], ['playground.html#gerrymander', 'Gerrymander']] : []]) {
    await page.goto('about:blank');
    await page.goto(`${pathToFileURL(folder).href}/${file}`);
    if (file.startsWith('playground')) await page.locator('section:not([hidden])').first().waitFor();
    names ??= await menu.allTextContents();
    assert.deepEqual(await menu.allTextContents(), names, file);
    assert.deepEqual(await menu.and(page.locator('[aria-current]')).allTextContents(), here ? [here] : [], file);
    assert.equal(await page.getByRole('navigation', {name: /^(Rooms|Pages)$/}).count(), 0, file);
  }
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test('on a phone the way to the other pages is one line above a menu of the page itself', async () => {
  const page = await visitor('file:', {viewport: {width: 390, height: 844}});
  for (const name of [join('tournaments', 'results.html'), 'index.html', 'gerrymander.html', ...existsSync(playground) ? ['playground.html'] : []]) {
    await page.goto(pathToFileURL(join(folder, name)).href);
    const lines = await page.getByRole('navigation', {name: 'Site'}).getByRole('link')
      .evaluateAll((links) => new Set(links.map((link) => link.offsetTop)).size);
    assert.equal(lines, 1, name);
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), name);
  }
  await page.context().close();
});

test('the first page shows the tournament', async () => {
  const page = await visitor('file:');
  await page.goto(pathToFileURL(join(folder, 'index.html')).href);
  const best = cup.summary.players.reduce((a, b) => (b.mean > a.mean ? b : a));
  const row = page.locator('#tournaments tbody tr');
  const cells = await row.locator('td').allTextContents();
  assert.deepEqual([cells[0], cells[2], cells[3], cells[4], cells[5]], ['results', best.player, best.mean.toFixed(1), '3', '12']);
  await row.getByRole('link', {name: 'results'}).click();
  await page.getByTestId('ranking').waitFor();
  assert.match(await page.title(), /results/);
  await page.context().close();
});

test('what a visitor has seen, and the pages of the site itself, open without the network', async () => {
  const page = await visitor(served);
  await page.goto(`${served}index.html`);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => {}));
  await page.reload();
  await page.goto(`${served}tournaments/results.html`);  // the worker keeps it
  await page.getByTestId('ranking').waitFor();
  down = true;
  for (const [name, what] of [['', '#tournaments'], ['puzzles.html', '.gallery'], ['tournaments/results.html', '[data-testid=ranking]']]) {
    await page.goto(served + name);
    await page.locator(what).first().waitFor();
    assert.ok(await page.locator('img').evaluateAll((all) => all.every((one) => one.loading === 'lazy' || one.naturalWidth > 0)), name);
  }
  await assert.rejects(page.goto(`${served}documentation/nobody-was-here.html`));
  down = false;
  assert.deepEqual(page.problems.filter((one) => !/net::ERR_(EMPTY_RESPONSE|FAILED)|Failed to fetch/.test(one)), []);
  await page.context().close();
});

test('a browser finds the manifest, and who sends a link finds title, text and picture', async () => {
  const page = await visitor(served);
  await page.goto(`${served}tournaments/results.html`);
  const manifest = await page.evaluate(async () => (await fetch(document.querySelector('link[rel=manifest]').href)).json());
  assert.ok(existsSync(join(folder, manifest.start_url)) && existsSync(join(folder, manifest.icons[0].src)));
  const tags = await page.locator('meta[property^="og:"]').evaluateAll((all) =>
    Object.fromEntries(all.map((one) => [one.getAttribute('property').slice(3), one.content])));
  assert.equal(tags.url, 'https://example.org/towns/tournaments/results.html');
  assert.equal(await page.locator('link[rel=canonical]').getAttribute('href'), tags.url);
  assert.equal(tags.title, 'Pentocity tournament');
  assert.match(tags.description, /^A tournament of Pentocity/);
  assert.equal(tags.image, 'https://example.org/towns/town.png');
  assert.equal(readFileSync(join(folder, 'town.png')).toString('latin1', 1, 4), 'PNG');
  await page.context().close();
});

test('a player of a league has a page, with its ratings by batch and games to watch', async () => {
  const page = await visitor('file:');
  await page.goto(`${pathToFileURL(folder).href}/index.html`);
  await page.getByRole('region', {name: 'The players of league'}).getByRole('link', {name: 'diagonal'}).click();
  assert.equal(await page.title(), 'diagonal – Pentocity');
  assert.equal(await page.getByTestId('league-chart').locator('.mark').count(), 2);
  const rows = page.getByRole('region', {name: 'Games'}).locator('tbody tr');
  assert.equal(await rows.count(), 8);
  const cells = await rows.last().locator('td').allTextContents();
  assert.deepEqual([cells[0], cells[3], cells[4]], ['1', 'random', 'naive']);
  const [own, other] = [cells[5], cells[6]].map((text) => Number(text.replace(',', '')));
  assert.equal(cells[7], own > other ? 'won' : own < other ? 'lost' : 'drawn');
  assert.equal(await rows.getByRole('link', {name: 'watch'}).count(), 4);  // those of the first batch
  await rows.last().getByRole('link', {name: 'watch'}).click();
  await until(async () => (await page.getByTestId('replay-game').inputValue()).startsWith('0001/'));
  assert.match(await page.getByTestId('replay-game').inputValue(), /^0001\/random__diagonal__/);
  assert.deepEqual(page.problems, []);
  await page.context().close();
});
