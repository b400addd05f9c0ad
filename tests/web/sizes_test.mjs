// The report of small and large lands, of few and many players, and of long names, light and dark, on a desk and on a phone: nothing is
// cut, nothing runs out of its place, and ticks differ. With PENTOCITY_SHOTS=FOLDER each page is left there as a picture, to be looked at:
//   PENTOCITY_SHOTS=/tmp/shots tests/web/run tests/web/sizes_test.mjs build/web/report.html build/pentocity
import assert from 'node:assert/strict';
import {join} from 'node:path';
import {after, before, test} from 'node:test';
import {Browser, until} from './page.mjs';
import {reportOf, tournament} from './tournament.mjs';

const built = ['naive', 'diagonal', 'lanes'];
const long = (name) => `${name}${'-a-name-that-goes-on'.repeat(2)}${'andonandon'.repeat(10)}`.slice(0, 100);
/** @type {[string, any, number, string[], string[]][]} a name, the rules, repeats, players, streams */
const SIZES = [
  ['a land of 4, one player', {side: 4}, 2, ['p'], ['random']],
  ['a land of 12, thirty players', {side: 12}, 3, [...Array(30).keys()].map((k) => `player ${k}`), ['random', 'g6']],
  ['a land of 20, long names', {side: 20}, 3, built.map(long), ['random', 'g2'].map(long)],
  ['a land of 50', 'tournament-2016', 2, built, ['random', 'g6', 'g2']],
  ['a land of 128', {side: 128}, 1, built.slice(0, 2), ['random']],
  ['a hundred players', {side: 10}, 2, [...Array(100).keys()].map((k) => `p${String(k).padStart(2, '0')}-g5p08`), ['random']],
];

let browser;
before(async () => { browser = await Browser.start(); });
after(() => browser.stop());

/// What is wrong with how a page is laid out, a line each.
const faults = () => {
  const out = [], near = 1.5;
  const inside = (inner, outer) => inner.left >= outer.left - near && inner.right <= outer.right + near && inner.top >= outer.top - near &&
    inner.bottom <= outer.bottom + near;
  if (document.documentElement.scrollWidth > window.innerWidth) {
    const wide = [...document.querySelectorAll('#app *')].filter((one) => !one.closest('.scroll, .chips') && one.getBoundingClientRect().right > window.innerWidth + 1);
    out.push(`the page is ${document.documentElement.scrollWidth} px wide: ${wide.slice(0, 3).map((one) => one.outerHTML.slice(0, 90)).join(' | ')}`);
  }
  for (const picture of document.querySelectorAll('#app :is(svg.chart, svg.named)')) {
    const box = picture.getBoundingClientRect(), name = picture.getAttribute('aria-label')?.slice(0, 30);
    const texts = [...picture.querySelectorAll('text')].filter((text) => text.textContent);
    for (const text of texts) if (!inside(text.getBoundingClientRect(), box)) out.push(`${name}: \u201c${text.textContent}\u201d is cut`);
    const rows = new Map();
    for (const tick of texts.filter((text) => text.matches('.tick'))) {
      const at = tick.getAttribute('text-anchor') === 'end' ? `x ${tick.getAttribute('x')}` : `y ${tick.getAttribute('y')}`;
      rows.set(at, [...rows.get(at) ?? [], tick]);
    }
    for (const ticks of rows.values()) {
      const words = ticks.map(({textContent}) => textContent), places = ticks.map((tick) => tick.getBoundingClientRect());
      if (new Set(words).size < words.length) out.push(`${name}: ticks ${words}`);
      if (places.some((one, k) => k && one.left < places[k - 1].right && one.right > places[k - 1].left && one.top < places[k - 1].bottom &&
          one.bottom > places[k - 1].top)) out.push(`${name}: ticks overlap: ${words}`);
    }
  }
  // Texts of heads keep apart.
  for (const row of document.querySelectorAll('#app thead tr')) {
    const words = [...row.children].map((head) => {
      const walk = document.createTreeWalker(head, NodeFilter.SHOW_TEXT), range = document.createRange(), places = [];
      while (walk.nextNode()) {
        range.selectNodeContents(walk.currentNode);
        const clip = walk.currentNode.parentElement.closest('.name')?.getBoundingClientRect();  // which shows an ellipsis
        places.push(clip ?? range.getBoundingClientRect());
      }
      const seen = places.filter((place) => place.width > 1);
      return {left: Math.min(...seen.map(({left}) => left)), right: Math.max(...seen.map(({right}) => right))};
    }).filter(({left, right}) => right > left + 1);
    if (words.some((one, k) => k && one.left < words[k - 1].right + 4)) out.push(`heads run together: ${row.textContent.slice(0, 60)}`);
  }
  return out;
};

for (const [name, rules, repeats, players, streams] of SIZES) {
  const html = reportOf(tournament({rules, repeats, seed: 2, sequencers: streams.map((stream) => ({name: stream, sequencer: /^(g\d|random)/.exec(stream)[0]})),
    players: players.map((player, k) => ({name: player, player: built[k % built.length]}))}).folder);
  for (const [width, height, colorScheme] of [[1280, 900, 'light'], [390, 844, 'dark']]) {
    test(`${name}, ${width} px, ${colorScheme}`, async () => {
      const page = await browser.open(html, {hash: '#open=all', viewport: {width, height}, colorScheme});
      await until(() => page.getByTestId('finished-land').isVisible());
      await until(async () => await page.locator('#cards li').count() === players.length + streams.length);
      await page.evaluate(() => document.querySelectorAll('details').forEach((one) => one.setAttribute('open', '')));
      const folder = process.env.PENTOCITY_SHOTS, file = `${name.replaceAll(/\W+/g, '-')}-${width}-${colorScheme}`;
      if (folder) {
        await page.screenshot({path: join(folder, `${file}-first.png`)});
        await page.screenshot({path: join(folder, `${file}.png`), fullPage: true});
      }
      assert.deepEqual(await page.evaluate(faults), []);
      assert.deepEqual(page.problems, []);
      await page.context().close();
    });
  }
}
