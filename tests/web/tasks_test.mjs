// What somebody wants who sees a page for the first time: to begin, to share what was found, to come back to it. Each is done by what
// stands in the first window, without a wheel, on a desk and on a phone. With PENTOCITY_SHOTS=FOLDER each step is left there as a picture.
import assert from 'node:assert/strict';
import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {join} from 'node:path';
import {after, before, test} from 'node:test';
import {writeFileSync, readFileSync} from 'node:fs';
import {Browser, until} from './page.mjs';
import {scratch} from './scratch.mjs';
import {pentocity, reportOf, tournament} from './tournament.mjs';

const cup = reportOf(tournament({rules: 'tournament-2016', repeats: 3, seed: 4, players: ['lanes', 'diagonal', 'naive'], sequencers: ['random', 'g6']}).folder);
const place = scratch(), league = join(place, 'league');
pentocity('league', league, 'add', 'naive', 'diagonal', 'lanes', '--sequencers', 'random,g6');
pentocity('league', league, 'play', '--games', '40', '--trace', 'best-worst');
pentocity('report', league);
const ratings = readFileSync(join(league, 'report.html'), 'utf8');

let browser;
before(async () => { browser = await Browser.start(); });
after(() => browser.stop());

let step = 0;
const shot = async (page, name) => {
  if (process.env.PENTOCITY_SHOTS) await page.screenshot({path: join(process.env.PENTOCITY_SHOTS, `task-${++step}-${name}.png`)});
};
/// Presses what is in the window as it is: nothing is scrolled to.
async function press(page, control, name) {
  await until(async () => await control.isVisible() && await control.isEnabled());  // the land, and its button with it, come later
  await shot(page, name);
  const {x, y, width, height} = await control.boundingBox(), size = page.viewportSize();
  assert.ok(x >= 0 && y >= 0 && x + width <= size.width && y + height <= size.height, `${name}: out of sight at ${x}, ${y}`);
  await page.mouse.click(x + width / 2, y + height / 2);
}
const playing = (page) => until(async () => {
  const land = await page.getByTestId('replay-land').boundingBox();
  return land && land.y >= 0 && land.y < page.viewportSize().height;
});
const seen = async (page) => [await page.getByTestId('replay-title').textContent(), await page.getByTestId('replay-turn').textContent()];
const link = (page) => page.evaluate(() => window.navigator.clipboard.readText());

for (const [width, height] of [[1280, 900], [390, 844]]) {
  for (const [kind, html, leads] of [['report', cup, /lanes/], ['league', ratings, /lanes has the highest rating/]]) {
    test(`${kind}, ${width} px: begin, share, come back`, async () => {
      const page = await browser.open(html, {viewport: {width, height}, permissions: ['clipboard-read', 'clipboard-write']});
      assert.match(await page.getByTestId('who-leads').textContent(), leads);
      await press(page, page.getByTestId('watch-land'), `${kind}-${width}-begin`);
      await playing(page);
      await press(page, page.getByTestId('replay-start'), `${kind}-${width}-first-turn`);
      await until(() => page.url().endsWith('turn=0'));
      const before = await seen(page);
      await page.evaluate(() => window.scrollTo(0, 0));
      await press(page, page.getByTestId('copy-link'), `${kind}-${width}-share`);
      await until(async () => await page.getByTestId('copy-link').textContent() === 'Copied');
      // Whoever has the same file opens it with that.
      const other = await browser.open(html, {viewport: {width, height}, hash: await link(page)});
      await until(async () => String(await seen(other)) === String(before));
      await playing(other);
      await shot(other, `${kind}-${width}-come-back`);
      for (const one of [page, other]) {
        assert.deepEqual(one.problems, []);
        await one.context().close();
      }
    });
  }
}

test('live: begin, come back, keep', async () => {
  const folder = scratch();
  writeFileSync(join(folder, 'cup.yaml'), JSON.stringify({repeats: 100000, rules: {side: 30}, players: ['naive', 'diagonal'], sequencers: ['random']}));
  const run = spawn(process.env.PENTOCITY_BINARY, ['run', 'cup.yaml', '--serve', '0', '--jobs', '1'], {cwd: folder, stdio: ['ignore', 'ignore', 'pipe']});
  const ended = once(run, 'exit');
  let said = '';
  run.stderr.on('data', (data) => { said += data; });
  try {
    await until(() => /is shown at (\S+)/.test(said));
    const [, address] = /is shown at (\S+)/.exec(said);
    const page = await browser.program.newPage({viewport: {width: 1280, height: 900}});
    await page.goto(address);
    await until(async () => /^So far /.test(await page.getByTestId('who-leads').textContent()));
    await press(page, page.getByTestId('watch-land'), 'live-begin');
    await playing(page);
    await until(() => page.url().includes('game='));
    const before = await seen(page);
    await page.reload();
    await until(async () => String(await seen(page)) === String(before));
    await shot(page, 'live-come-back');
    run.kill('SIGINT');
    await ended;
    await page.evaluate(() => window.scrollTo(0, 0));
    await until(async () => /^The run was interrupted: /.test(await page.getByTestId('live-progress').textContent()));
    const keep = await page.getByTestId('live-keep').boundingBox();
    assert.ok(keep.y + keep.height < 900);
    await shot(page, 'live-keep');
    const [, ...words] = (await page.getByTestId('live-keep').locator('code').textContent()).split(' ');
    assert.match(pentocity(...words.map((word) => (word.startsWith('results') ? join(folder, word) : word))), /report\.html/);
  } finally {
    run.kill('SIGKILL');
  }
});
