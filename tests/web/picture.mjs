// Takes the picture of a report that the README shows:
//   node tests/web/picture.mjs results/quickstart/report.html docs/report.png
import {resolve} from 'node:path';
import {pathToFileURL} from 'node:url';
import {chromium} from 'playwright-core';

const [, , report, out] = process.argv;
const browser = await chromium.launch({executablePath: process.env.PENTOCITY_CHROMIUM ?? '/usr/bin/chromium', args: process.getuid() === 0 ? ['--no-sandbox'] : []});
const page = await browser.newPage({viewport: {width: 1180, height: 1040}, colorScheme: 'light'});
await page.goto(pathToFileURL(resolve(report)).href);
await page.getByTestId('replay-land').waitFor();
await page.screenshot({path: out});
await browser.close();
