// What the tests of the pages share: the page with a puzzle, and a browser that keeps account of what goes wrong.
import {execFileSync} from 'node:child_process';
import {readFileSync, writeFileSync} from 'node:fs';
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

/// Waits; the pages' own policy forbids what Playwright waits with.
export async function until(holds) {
  while (!await holds()) await new Promise((resolve) => setTimeout(resolve, 20));
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
