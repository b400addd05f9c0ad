// Takes the pictures of the pages for the documents: node pictures.mjs PLAYGROUND.html FOLDER. See scripts/pictures.
import {execFileSync, spawn} from 'node:child_process';
import {writeFileSync} from 'node:fs';
import {dirname, join, resolve} from 'node:path';
import {fileURLToPath, pathToFileURL} from 'node:url';
import {Browser, until} from './page.mjs';
import {scratch} from './scratch.mjs';

const playground = resolve(process.argv[2]), out = resolve(process.argv[3]);
const root = join(dirname(fileURLToPath(import.meta.url)), '../..'), work = scratch();
const binary = process.env.PENTOCITY_BINARY;
const pentocity = (...options) => execFileSync(binary, options, {cwd: root, stdio: ['ignore', 'ignore', 'inherit']});
const browser = await Browser.start();

/// Opens a page, makes it ready by `act`, and writes what the window shows.
async function picture(name, address, {width = 1180, height = 860} = {}, act = async () => {}) {
  const context = await browser.program.newContext({viewport: {width, height}, colorScheme: 'light', reducedMotion: 'reduce'});
  const page = await context.newPage();
  await page.goto(address);
  await act(page);
  const client = await context.newCDPSession(page);
  const {data} = await client.send('Page.captureScreenshot', {format: 'webp', quality: 80});
  writeFileSync(join(out, `${name}.webp`), Buffer.from(data, 'base64'));
  await context.close();
}
const file = (path) => pathToFileURL(path).href;

// The folder's name is in the pages.
const cup = join(work, 'quickstart');
pentocity('run', 'configs/quickstart.yaml', '--out', cup);
pentocity('report', cup);
await picture('report', file(join(cup, 'report.html')), {height: 1040}, (p) => p.getByTestId('replay-land').waitFor());

pentocity('site', join(work, 'site'), cup, '--playground', playground);
await picture('site', file(join(work, 'site/index.html')), {height: 1040});

pentocity('gerrymander', 'puzzle', '--size', '5', '--seed', '3', '--unique', '--html', join(work, 'gerrymander.html'));
await picture('gerrymander', file(join(work, 'gerrymander.html')), {height: 760}, async (p) => {
  const middle = async (row, column) => {
    const box = await p.getByTestId(`cell-${row}-${column}`).boundingBox();
    return [box.x + box.width / 2, box.y + box.height / 2];
  };
  for (const district of [[[1, 1], [1, 2], [1, 3], [1, 4], [1, 5]], [[2, 1], [2, 2], [3, 2], [3, 1], [4, 1]], [[2, 3], [2, 4], [2, 5]]]) {
    await p.mouse.move(...await middle(...district[0]));
    await p.mouse.down();
    for (const cell of district.slice(1)) await p.mouse.move(...await middle(...cell));
    await p.mouse.up();
  }
});

await picture('playground', file(playground), {}, async (p) => {
  const id = (name) => p.getByTestId(name);
  await p.locator('section:not([hidden]) .prompt').waitFor();
  for (let turn = 0; turn < 40; ++turn) {
    await id('hint').click();
    await id('take-1').click();
    await id('build').click();
  }
  await id('hint').click();
});

const live = spawn(binary, ['run', 'configs/quickstart.yaml', '--repeats', '50', '--out', join(work, 'live'), '--jobs', '1', '--serve', '0'], {cwd: root, stdio: ['ignore', 'ignore', 'pipe']});
let said = '';
live.stderr.on('data', (data) => { said += data; });
try {
  await until(() => said.includes('is shown at ') || live.exitCode !== null);
  await picture('live', /http:\/\/127\.0\.0\.1:\d+\//.exec(said)[0], {height: 1040}, async (p) => {
    await until(async () => Number.parseInt((await p.getByTestId('live-progress').textContent()).replaceAll(',', ''), 10) >= 800);
    await p.getByTestId('replay-land').waitFor();
  });
} finally {
  live.kill('SIGKILL');
}
await browser.stop();
