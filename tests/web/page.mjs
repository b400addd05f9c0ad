// What the tests of the pages share: the page with a puzzle, and a browser that keeps account of what goes wrong.
import {execFileSync} from 'node:child_process';
import {readFileSync, writeFileSync} from 'node:fs';
import {createRequire} from 'node:module';
import {join} from 'node:path';
import {pathToFileURL} from 'node:url';
import {chromium} from 'playwright-core';
import {scratch} from './scratch.mjs';

const environment = (name) => process.env[name] ?? (() => { throw new Error(`${name} is not set; see tests/web/run`); })();

/// The page that carries `puzzle`, the text of a JSON file, as fill_page() of the program makes it.
export function filledPage(puzzle) {
  const page = readFileSync(environment('PENTOCITY_PAGE'), 'utf8');
  return page.replace('@puzzle@', () => puzzle.replaceAll('<', '\\u003c'));
}

/// The page that the program itself writes; null without a program that can.
export function commandPage(...options) {
  if (!process.env.PENTOCITY_BINARY) return null;
  const file = join(scratch(), 'puzzle.html');
  execFileSync(process.env.PENTOCITY_BINARY, ['gerrymander', 'puzzle', ...options, '--html', file]);
  return readFileSync(file, 'utf8');
}

/// The colours and widths, in pixels, in which axe looks at a page: contrast depends on the one, what is shown on the other.
export const LOOKS = [['light', 1400], ['dark', 390], ['light', 1920]];

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core'), 'utf8');

/// What axe finds in what `selector` selects of a page, a line for each of its rules; `rules` are switched on in addition.
export async function axeFindings(page, selector = 'html', rules = []) {
  await page.evaluate(axe);
  const options = {resultTypes: ['violations'], rules: Object.fromEntries(rules.map((rule) => [rule, {enabled: true}]))};
  const {violations} = await page.evaluate(([where, how]) => window.axe.run(where, how), [selector, options]);
  return violations.map(({id, nodes}) => `${id}: ${nodes.map(({html: what}) => what.slice(0, 120)).slice(0, 3).join(' | ')}`);
}

/// Waits, for minutes if need be; the pages' own policy forbids what Playwright waits with.
export async function until(holds) {
  for (const begin = Date.now(); !await holds(); await new Promise((resolve) => setTimeout(resolve, 20)))
    if (Date.now() - begin > 300_000) throw new Error(`in five minutes this did not come: ${holds}`);
}

let saves;
/// Presses a button that saves something: the name of the file, and its text. Chromium drops a page's eleventh download within a second.
export async function saved(page, button) {
  const [download] = await Promise.all([page.waitForEvent('download'), button.click(), new Promise((resolve) => setTimeout(resolve, 110))]);
  const file = join(saves ??= scratch(), 'saved');
  await download.saveAs(file);
  return [download.suggestedFilename(), readFileSync(file, 'utf8')];
}

/// Opens the text of a page in a window of its own. `problems` gathers complaints, errors and requests of the page.
export class Browser {
  static async start() {
    const sandbox = process.getuid() === 0 ? ['--no-sandbox'] : [];
    const browser = new Browser();
    browser.folder = scratch();
    browser.program = await chromium.launch({executablePath: environment('PENTOCITY_CHROMIUM'), args: sandbox});
    return browser;
  }

  async open(html, {hash = '', ...options} = {}) {
    const file = join(this.folder, `page-${this.opened = (this.opened ?? 0) + 1}.html`);
    writeFileSync(file, html);
    const context = await this.program.newContext({viewport: {width: 1280, height: 900}, ...options});
    const page = await context.newPage();
    page.problems = [];
    page.on('console', (message) => page.problems.push(message.text()));
    page.on('pageerror', (error) => page.problems.push(String(error)));
    page.on('request', (request) => {
      if (!/^(file|blob|data):/.test(request.url())) page.problems.push(request.url());
    });
    page.on('dialog', (dialog) => {
      page.problems.push(`dialog: ${dialog.message()}`);
      dialog.dismiss();
    });
    page.address = pathToFileURL(file).href;
    await page.goto(page.address + hash);
    return page;
  }

  stop() { return this.program.close(); }
}
