// The page of a run under way, in a browser.
import assert from 'node:assert/strict';
import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {test} from 'node:test';
import {Browser, saved, until} from './page.mjs';
import {scratch} from './scratch.mjs';
import {pentocity} from './tournament.mjs';

// A player that takes its time, so that there is something to look at: it rejects, and a game is over in a second.
const slow = `
import {createInterface} from 'node:readline';
let first = true;
for await (const line of createInterface({input: process.stdin})) {
  const message = JSON.parse(line);
  if ('end' in message) break;
  if (!first) await new Promise((resolve) => setTimeout(resolve, 300));
  console.log(JSON.stringify(first ? {ready: true, name: 'slow'} : {turn: message.turn, accept: false}));
  first = false;
}`;

// Starts a run of the player `naive` and a slow one, and serves its page.
function serve({repeats, slow: name = 'slow', sequencers}) {
  const folder = scratch();
  writeFileSync(join(folder, 'slow.mjs'), slow);
  writeFileSync(join(folder, 'cup.yaml'), JSON.stringify({
    repeats, players: ['naive', {name, command: [process.execPath, './slow.mjs']}], sequencers,
  }));
  const run = spawn(process.env.PENTOCITY_BINARY, ['run', 'cup.yaml', '--serve', '0', '--jobs', '2'], {cwd: folder, stdio: ['ignore', 'ignore', 'pipe']});
  const served = {folder, run, said: '', async address() {
    await until(() => served.said.includes('is shown at ') || run.exitCode !== null);
    const address = /http:\/\/127\.0\.0\.1:\d+\//.exec(served.said)?.[0];
    assert.ok(address, served.said);
    return address;
  }};
  run.stderr.on('data', (data) => { served.said += data; });
  return served;
}

// A question that was on its way when the program ended finds nobody; it is not repeated for long.
function nothingWrong(problems) {
  const late = problems.filter((one) => /net::ERR_(CONNECTION_REFUSED|CONNECTION_RESET|EMPTY_RESPONSE)/.test(one));
  assert.deepEqual(problems.filter((one) => !late.includes(one)), []);
  assert.ok(late.length <= 2, String(late));
}

test('a run is shown while it lasts, and no longer', async () => {
  const served = serve({repeats: 5000, slow: '<b>slow</b>', sequencers: ['random']}), {run} = served;
  const ended = once(run, 'exit');
  let browser;
  try {
    const address = await served.address();
    browser = await Browser.start();
    const page = await browser.program.newPage();
    const problems = [], requests = new Set();
    page.on('pageerror', (error) => problems.push(String(error)));
    page.on('console', (message) => problems.push(message.text()));
    page.on('request', (request) => requests.add(request.url()));
    await page.goto(address);
    const words = () => page.getByTestId('live-progress').textContent();
    const progress = async () => (await words()).replace(/, about .* left$/, '');
    const done = async () => Number((await progress()).split(' ')[0].replaceAll(',', ''));
    await until(async () => await done() >= 2);
    const before = await done();
    await until(async () => await done() > before);
    assert.match(await progress(), /of 10,000 games$/);
    assert.deepEqual((await page.getByTestId('ranking').locator('tbody tr > th').allTextContents()).sort(), ['<b>slow</b>', 'naive']);
    // Who is ahead, with an interval, though nobody has played all.
    await until(async () => /^So far naive is ahead: mean [\d,.]+( \(95% [\d,.]+ to [\d,.]+\))?, [\d,.]+ above <b>slow<\/b> on the same requests \(95% [\d,.\u2212]+ to [\d,.]+\)\.$/
      .test(await page.getByTestId('who-leads').textContent()));
    // The newest game is opened.
    await until(() => page.getByTestId('replay-land').isVisible());
    assert.match(await page.getByTestId('replay-title').textContent(), / on random, seed \d+$/);
    await until(async () => /, about \d+ (s|min|h \d+ min) left$/.test(await words()));
    // Looking at one's own ease: the newest is not opened any more.
    assert.ok(await page.getByTestId('live-follow').isChecked());
    await page.getByTestId('replay-start').click();
    assert.ok(!await page.getByTestId('live-follow').isChecked());
    const now = await done();
    await until(async () => await done() > now + 1);
    assert.equal(await page.getByTestId('replay-turn').textContent(), '0');
    // What somebody has selected stays selected.
    const selected = () => page.evaluate(() => document.getSelection().toString());
    await page.evaluate(() => document.getSelection().selectAllChildren(document.querySelector('[data-testid=ranking] h2')));
    const chosen = await selected(), since = await done();
    await until(async () => await done() > since + 1);
    assert.equal(await selected(), chosen);
    await page.evaluate(() => document.getSelection().removeAllRanges());
    const local = [...requests].filter((url) => !url.startsWith('data:')).sort();
    assert.deepEqual(local, [address, `${address}end.json`, `${address}state.json`]);
    // The game that is looked at is there again after a reload, though the run has others now, and in a second window.
    const seen = (one) => Promise.all(['replay-title', 'replay-turn'].map((id) => one.getByTestId(id).textContent()));
    const [title, turn] = await seen(page);
    assert.equal(turn, '0');
    await until(() => /game=.*&turn=0$/.test(page.url()));
    await page.reload();
    const second = await browser.program.newPage();
    await second.goto(page.url());
    for (const one of [page, second]) {
      await until(async () => String(await seen(one)) === String([title, turn]));
      assert.ok(!await one.getByTestId('live-follow').isChecked());
    }
    await second.close();
    // A mean opens the best game of its player so far: the page may be a second behind the program, and a better one may come.
    const best = () => page.evaluate(async () => {
      const {summary} = await (await fetch('state.json')).json();
      return Math.max(...summary.cells.find(({player}) => player === 'naive').score.values);
    });
    const least = await best();
    await until(async () => {
      await page.getByTestId('streams').locator('tbody button').first().click();
      return /^naive on random, seed \d+$/.test(await page.getByTestId('replay-title').textContent()) &&
        Number(await page.getByTestId('replay-score').textContent()) >= least;
    });
    assert.ok(Number(await page.getByTestId('replay-score').textContent()) <= await best());

    run.kill('SIGINT');
    assert.deepEqual(await ended, [3, null]);
    await until(async () => /^The run was interrupted: /.test(await progress()));
    assert.doesNotMatch(await progress(), /`/);
    const stored = /interrupted: (\d+) of 10000 games are stored/.exec(served.said)[1];
    assert.match(await progress(), new RegExp(`: ${Number(stored).toLocaleString('en')} of 10,000 games\\. The same call of run plays the others\\.$`));
    assert.ok(await page.getByTestId('replay-land').isVisible());
    // The rows that are saved are those of the last state.
    const [, text] = await saved(page, page.getByTestId('ranking').getByTestId('save-csv').first());
    assert.equal(text, pentocity('report', join(served.folder, 'results/cup'), '--format', 'csv', '--rows', 'players'));
    await new Promise((resolve) => setTimeout(resolve, 2500));  // it asks no more
    nothingWrong(problems);
  } finally {
    run.kill('SIGKILL');
    await browser?.stop();
  }
});

test('when the program is killed, the page says so and asks no more', async () => {
  const served = serve({repeats: 5000, sequencers: ['random']}), {run} = served;
  const browser = await Browser.start();
  try {
    const page = await browser.program.newPage();
    const refused = [];
    page.on('requestfailed', (request) => refused.push(request.url().replace(/.*\//, '')));
    await page.goto(await served.address());
    const words = () => page.getByTestId('live-progress').textContent();
    await until(async () => Number((await words()).split(' ')[0].replaceAll(',', '')) >= 2);
    run.kill('SIGKILL');
    await until(async () => (await words()).startsWith('The program answers no more: it was stopped or killed, and this page may lack its last games.'));
    // The question that was waiting for the end, and one more.
    assert.deepEqual(refused, ['end.json', 'state.json']);
    await page.getByTestId('streams').locator('tbody button').first().click({timeout: 3000}).catch(() => {});
    await new Promise((resolve) => setTimeout(resolve, 8000));
    assert.equal(refused.length, 2);
  } finally {
    run.kill('SIGKILL');
    await browser.stop();
  }
});

test('the page ends on the last of a run that was completed', async () => {
  const served = serve({repeats: 6, sequencers: ['random', 'g2']}), {run} = served;
  const browser = await Browser.start();
  try {
    const page = await browser.program.newPage();
    const problems = [];
    page.on('console', (message) => problems.push(message.text()));
    await page.goto(await served.address());
    await until(async () => /^The run has ended/.test(await page.getByTestId('live-progress').textContent()));
    assert.match(await page.getByTestId('live-progress').textContent(), /^The run has ended: 24 of 24 games\.$/);
    assert.equal(await page.getByTestId('live-keep').textContent(), 'To keep this page: pentocity report results/cup');
    assert.doesNotMatch(await page.getByTestId('who-leads').textContent(), /^So far/);
    const summary = JSON.parse(readFileSync(join(served.folder, 'results', 'cup', 'summary.json'), 'utf8'));
    const cells = await page.getByTestId('ranking').locator('tr[data-player=naive] td').allTextContents();
    assert.equal(cells[0], summary.players[0].mean.toLocaleString('en', {minimumFractionDigits: 1, maximumFractionDigits: 1}));
    await new Promise((resolve) => setTimeout(resolve, 2500));
    nothingWrong(problems);
  } finally {
    run.kill('SIGKILL');
    await browser.stop();
  }
});
