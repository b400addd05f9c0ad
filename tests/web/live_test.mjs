// The page of a run under way, in a browser.
import assert from 'node:assert/strict';
import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {test} from 'node:test';
import {Browser, until} from './page.mjs';
import {scratch} from './scratch.mjs';

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

test('a run is shown while it lasts, and no longer', async () => {
  const folder = scratch();
  writeFileSync(join(folder, 'slow.mjs'), slow);
  writeFileSync(join(folder, 'cup.yaml'), JSON.stringify({
    repeats: 5000, players: ['naive', {name: '<b>slow</b>', command: [process.execPath, './slow.mjs']}], sequencers: ['random'],
  }));
  const run = spawn(process.env.PENTOCITY_BINARY, ['run', 'cup.yaml', '--serve', '0', '--jobs', '2'], {cwd: folder, stdio: ['ignore', 'ignore', 'pipe']});
  const ended = once(run, 'exit');
  let said = '';
  run.stderr.on('data', (data) => { said += data; });
  let browser;
  try {
    await until(() => said.includes('is shown at ') || run.exitCode !== null);
    const address = /http:\/\/127\.0\.0\.1:\d+\//.exec(said)?.[0];
    assert.ok(address, said);
    browser = await Browser.start();
    const page = await browser.program.newPage();
    const problems = [], requests = new Set();
    page.on('pageerror', (error) => problems.push(String(error)));
    page.on('request', (request) => requests.add(request.url()));
    await page.goto(address);
    const progress = () => page.getByTestId('live-progress').textContent();
    const done = async () => Number((await progress()).split(' ')[0].replaceAll(',', ''));
    await until(async () => await done() >= 2);
    const before = await done();
    await until(async () => await done() > before);
    assert.match(await progress(), /of 10,000 games$/);
    assert.deepEqual((await page.getByTestId('ranking').locator('tbody tr > th').allTextContents()).sort(), ['<b>slow</b>', 'naive']);
    // The newest game is opened.
    await until(() => page.getByTestId('replay-land').isVisible());
    assert.match(await page.getByTestId('replay-title').textContent(), / on random, seed \d+$/);
    // Looking at one's own ease: the newest is not opened any more.
    await page.getByTestId('live-follow').uncheck();
    await page.getByTestId('replay-start').click();
    const now = await done();
    await until(async () => await done() > now + 1);
    assert.equal(await page.getByTestId('replay-turn').textContent(), '0');
    assert.deepEqual([...requests].filter((url) => !url.startsWith('data:')).sort(), [address, `${address}state.json`]);

    run.kill('SIGINT');
    assert.deepEqual(await ended, [3, null]);
    await until(async () => /^The run has ended/.test(await progress()));
    assert.ok(await page.getByTestId('replay-land').isVisible());
    assert.deepEqual(problems, []);
  } finally {
    run.kill('SIGKILL');
    await browser?.stop();
  }
});
