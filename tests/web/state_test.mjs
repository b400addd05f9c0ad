// What the pages keep, in their address and in the browser: each state survives a reload, Back and a second window; whatever stands in
// either, a page opens, says what is wrong, and keeps what is sound.
import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import {after, before, test} from 'node:test';
import {axeFindings, Browser, commandPage, until} from './page.mjs';
import {reportOf, tournament} from './tournament.mjs';
import {checkedMap} from '../../web/gerrymander/game.js';
import {generator} from '../../web/gerrymander/making.js';
import {checkedLaid} from '../../web/playground/laying.js';
import {checkedGame, pack} from '../../web/playground/links.js';
import {dayBefore, dayOf} from '../../web/shared/days.js';
import {Shelf} from '../../web/shared/state.js';

const playground = readFileSync(process.env.PENTOCITY_PAGE, 'utf8');
const cup = tournament({rules: 'tournament-2016', repeats: 1, seed: 7, players: ['jigsaw', 'naive', 'diagonal'], sequencers: ['random', 'g6']});
const report = reportOf(cup.folder);
const gerrymander = commandPage('--seed', '7');

let browser;
before(async () => { browser = await Browser.start(); });
after(() => browser.stop());

const id = (p, name) => p.getByTestId(name);
const text = (p, name) => id(p, name).textContent();
const hashOf = (p) => p.evaluate(() => window.location.hash);
const ready = (p) => until(() => p.locator('section:not([hidden]) .prompt:not(:empty), [role=gridcell], [data-testid=ranking] td').first().isVisible());
/// Another window of the same browser.
async function again(p, hash) {
  const other = await p.context().newPage();
  other.on('pageerror', (error) => p.problems.push(String(error)));
  await other.goto(p.address + hash);
  await ready(other);
  return other;
}
const laid = (p) => id(p, 'board').locator('.piece').count();
/// Lays a piece at a cell of the board.
async function lay(p, name, cell) {
  const before = await laid(p);
  await id(p, `piece-${name}`).click();
  await id(p, 'board').locator(`[data-cell="${cell}"]`).click();
  await until(async () => await laid(p) > before);
}
const firstPiece = async (p) => (await p.locator('.piece-button:enabled').first().getAttribute('data-testid')).replace('piece-', '');
const build = async (p) => {
  await id(p, 'hint').first().click();
  await id(p, 'take-1').click();
  await id(p, 'build').click();
};

const seenPlay = async (p) => [await text(p, 'title'), await text(p, 'facts'), await text(p, 'score')];
const seenWatch = async (p) => [await text(p, 'watch-facts'), await text(p, 'watch-score'), await id(p, 'watch-player').inputValue()];
const seenPuzzle = async (p) => [await text(p, 'puzzle-title'), await laid(p), /^(Solved|This is a solution)?/.exec(await text(p, 'puzzle-prompt'))[0]];
const seenMap = async (p) => [(await text(p, 'about')).split(/ \d/)[0], await text(p, 'districts')];
const seenReport = async (p) => [await p.locator('tbody tr').count(), await p.locator('input[type=radio]:checked').evaluateAll((all) => all.map((one) => one.value)),
  await id(p, 'replay-turn').textContent()];

const yesterday = dayBefore(dayOf());
/// [what, page, where it begins, what is done, what is seen, what it looks like]
const states = [
  ['a game under way', playground, '', async (p) => {
    await id(p, 'fresh').click();
    for (let k = 0; k < 2; ++k) await build(p);
  }, seenPlay, /^Game \d+: .*turn 3/],
  ['the game of the day before the first move', playground, '#play=today', async () => {}, seenPlay, /^Game of the day, [^(]*turn 1/],
  ['the game of the day under way', playground, '#play=today', build, seenPlay, /^Game of the day, [^(]*turn 2/],
  ['the game of a past day', playground, `#play=${yesterday}`, build, seenPlay, /^Game of the day, .*\(practice\).*turn 2/],
  ['the lesson', playground, '#play=lesson', build, seenPlay, /^How it is played.*turn 2/],
  ['a player that is watched', playground, '#watch', async (p) => {
    await id(p, 'watch-new').locator('xpath=ancestor::details').locator('> summary').click();
    await id(p, 'watch-player').selectOption('jigsaw');
    await id(p, 'watch-new').click();
    for (let k = 0; k < 3; ++k) await id(p, 'watch-step').click();
  }, seenWatch, /^turn 4.*jigsaw$/],
  ['a piece of the puzzle of the day', playground, '#puzzle=today', async (p) => lay(p, await firstPiece(p), 16), seenPuzzle, /^Puzzle of the day, .*,5,$/],
  ['a piece of the puzzle of a past day', playground, `#puzzle=${yesterday}`, async (p) => lay(p, await firstPiece(p), 16), seenPuzzle, /^Puzzle of the day, .*,5,$/],
  ['a piece of a built-in puzzle', playground, '#puzzle', async (p) => {
    await id(p, 'classic').selectOption('courtyard');
    await until(async () => await text(p, 'puzzle-title') === 'courtyard');
    await lay(p, await firstPiece(p), 22);
  }, seenPuzzle, /^courtyard,[1-9]/],
  ['a puzzle of one’s own', playground, '#puzzle=pentominoes-6x10', async (p) => {
    await id(p, 'change-puzzle').click();
    await id(p, 'puzzle-rows').fill('7');
    await id(p, 'puzzle-rows').press('Enter');
    await until(async () => (await hashOf(p)).length > 40);
    const address = await hashOf(p);
    await id(p, 'less-F').click();
    await until(async () => await hashOf(p) !== address);
    await lay(p, 'X', 22);
  }, seenPuzzle, /^A puzzle of yours,5/],
  ['a puzzle that cannot be yet', playground, '#puzzle=flowerbeds', async (p) => {
    await id(p, 'change-puzzle').click();
    for (const [side, count] of [['rows', '2'], ['columns', '3']]) {
      const address = await hashOf(p);
      await id(p, `puzzle-${side}`).fill(count);
      await id(p, `puzzle-${side}`).press('Enter');
      await until(async () => await hashOf(p) !== address);
    }
  }, async (p) => [await text(p, 'puzzle-title'), await text(p, 'puzzle-prompt'),
    await p.locator('.piece-button').evaluateAll((all) => all.map((one) => one.getAttribute('aria-label'))), await id(p, 'puzzle-columns').inputValue()],
  /^A puzzle of yours,This cannot be: .*,3$/],
  ['what the solver has found', playground, '#puzzle=popinjay', async (p) => {
    await id(p, 'solve').click();
    await until(async () => /^This is a solution/.test(await text(p, 'puzzle-prompt')));
  }, seenPuzzle, /This is a solution$/],
  ['a map in the room of districts', playground, `#gerrymander=daily=${yesterday}`, async (p) => {
    for (const cell of ['1-1', '1-2']) await id(p, `cell-${cell}`).click();
  }, seenMap, /^Daily puzzle of.*District I 2/],
  ['a map of the page of districts', gerrymander, '', async (p) => { await id(p, 'cell-1-1').click(); }, seenMap, /^Puzzle.*District I 1/],
  ['the report with a stream, choices and a game', report, '', async (p) => {
    await id(p, 'filter-sequencer').selectOption({label: 'g6'});
    await id(p, 'open-all').click();
    await id(p, 'matrix').getByLabel('Points').check();
    await id(p, 'replay-start').click();
    await until(async () => /matrix=points.*turn=0/.test(await hashOf(p)));
    await p.locator('nav.menu a[href="#streams"]').click();
    await until(async () => /stream=g6.*section=streams/.test(await hashOf(p)));
  }, seenReport, /points.*,0$/],
];
for (const [what, html, hash, act, see, like] of states) {
  test(`reload, Back and a second window: ${what}`, async () => {
    const p = await browser.open(html, {hash});
    await ready(p);
    await act(p);
    let seen;
    await until(async () => like.test(String(seen = await see(p))) && (hash === '#play=today' || (await hashOf(p)).length > 8));
    const same = (other) => until(async () => JSON.stringify(await see(other)) === JSON.stringify(seen));
    await new Promise((resolve) => setTimeout(resolve, 300));  // the report writes its address a moment later
    const address = await hashOf(p);
    await p.reload();
    await same(p);
    const other = await again(p, address);
    await same(other);
    // Somewhere else, and back.
    const elsewhere = html === playground ? (hash.startsWith('#watch') ? '#puzzle=meteor' : '#watch')
      : html === report ? '#metrics' : '#daily=2026-11-02';
    await p.evaluate((there) => { window.location.hash = there; }, elsewhere);
    await new Promise((resolve) => setTimeout(resolve, 300));
    await p.goBack();
    await same(p);
    assert.equal(await hashOf(p), address);
    // Its room in the menu has this address, too.
    const room = p.locator('nav a[aria-current]');
    if (await room.count()) assert.equal(await room.getAttribute('href'), address);
    assert.deepEqual(p.problems, []);
    await p.context().close();
  });
}

test('each puzzle keeps its pieces, and Back goes from one to the other', async () => {
  const p = await browser.open(playground, {hash: '#puzzle=today'});
  const title = (pattern) => until(async () => pattern.test(await text(p, 'puzzle-title')));
  await title(/^Puzzle of the day/);
  assert.equal(await hashOf(p), `#puzzle=${dayOf()}`);
  await lay(p, await firstPiece(p), 16);
  await id(p, 'classic').selectOption('courtyard');
  await title(/^courtyard$/);
  assert.equal(await hashOf(p), '#puzzle=courtyard');
  await p.goBack();
  await title(/^Puzzle of the day/);
  assert.equal(await laid(p), 5);
  // An archive: a day before this one.
  await id(p, 'puzzle-day').fill(yesterday);
  await id(p, 'puzzle-past').click();
  await until(async () => await hashOf(p) === `#puzzle=${yesterday}`);
  assert.equal(await laid(p), 0);
  await id(p, 'puzzle-share').click();
  assert.equal(await id(p, 'puzzle-link').inputValue(), `#puzzle=${yesterday}`);
  // An empty board is kept as well.
  await p.goBack();
  await until(async () => await laid(p) === 5);
  await id(p, 'puzzle-clear').click();
  await p.reload();
  await title(/^Puzzle of the day/);
  assert.equal(await laid(p), 0);
  await p.context().close();
});

test('two windows make one try at the game of the day', async () => {
  const p = await browser.open(playground, {hash: '#play=today'}), title = (one) => text(one, 'title');
  await until(async () => (await title(p)).startsWith('Game of the day'));
  const other = await again(p, '#play=today');
  await build(p);
  // The other window goes on with it.
  await until(async () => /turn 2/.test(await text(other, 'facts')));
  assert.match(await text(other, 'prompt'), /^This game went on in another window/);
  await build(other);
  await until(async () => /turn 3/.test(await text(p, 'facts')));
  const games = () => p.evaluate(() => JSON.parse(localStorage.getItem('pentocity-games')));
  await until(async () => (await games())[0].turn === 2);
  // A window that has not heard of it yet, as when both are clicked at once, does not overwrite it either.
  const [kept] = await games();
  await p.evaluate((list) => localStorage.setItem('pentocity-games', list), JSON.stringify([{...kept, id: 'another', packed: `${kept.packed}`, hints: 7}]));
  await build(p);
  await until(async () => (await games())[0].turn === 3);
  assert.deepEqual((await games()).map(({day}) => day), [dayOf()]);
  // An address of some turns ago leads to the game as it is; somebody else's is practice.
  const address = await hashOf(other);
  await until(async () => /turn 4/.test(await text(other, 'facts')));
  const old = await again(p, address);
  await until(async () => /turn 4/.test(await text(old, 'facts')));
  assert.doesNotMatch(await title(old), /practice/);
  const stranger = await browser.open(playground, {hash: address});
  await until(async () => (await title(stranger)).endsWith('(practice)'));
  assert.deepEqual(p.problems, []);
  await Promise.all([p, stranger].map((one) => one.context().close()));
});

test('the result of a day, and its link, are of that day', async () => {
  const p = await browser.open(playground, {hash: '#play=today', permissions: ['clipboard-read', 'clipboard-write']});
  await build(p);
  for (let k = 0; k < 6; ++k) if (await id(p, 'reject').isEnabled()) await id(p, 'reject').click();
  await id(p, 'share').click();
  await until(async () => /copied/.test(await text(p, 'card')));
  const address = (await p.evaluate(() => navigator.clipboard.readText())).split('\n').at(-1);
  assert.equal(address, `#play=${dayOf()}`);
  const next = await browser.open(playground, {hash: address});
  await next.clock.setFixedTime(new Date(Date.now() + 86_400_000));
  await next.reload();
  await until(async () => (await text(next, 'title')) === (await text(p, 'title')) + ' (practice)');
  await Promise.all([p, next].map((one) => one.context().close()));
});

const plain = {v: 1, s: 'random', d: 1, n: 20, r: 'report', m: []};
for (const [hash, place, words] of [
  ['#play=9999-12-31', 'prompt', /^The game of 31 December 9999 is not out yet\./],
  ['#play=2026-02-30', 'prompt', /^The calendar has no day 2026-02-30\./],
  ['#play=2026-10-31', 'prompt', /^The first game was that of 1 November 2026\./],
  ['#play=nonsense', 'prompt', /^The game of this link cannot be opened: it was cut off or mistyped\./],
  [`#play=${await pack({...plain, v: 2})}`, 'prompt', /^The game of this link cannot be opened: it is of another version\./],
  [`#play=${await pack({v: 1, m: []})}`, 'prompt', /^The game of this link cannot be opened: it names no game\./],
  [`#play=${await pack({...plain, y: {toString: 1}, m: 7})}`, 'prompt', /^The game of this link cannot be opened: it has no moves\./],
  [`#play=${await pack({...plain, m: [[0, 1, 2, [3], [4], 'x']]})}`, 'prompt', /^The game of this link cannot be opened: one of its moves is none\./],
  [`#play=${await pack({...plain, s: 'nosuch'})}`, 'prompt', /^The game of this link cannot be opened: .*'nosuch'/],
  [`#watch=${await pack({...plain, p: 'nobody', k: 0, t: 1})}`, 'watch-prompt', /^The game of this link cannot be opened: it names no player\./],
  [`#watch=${await pack({...plain, p: 'jigsaw', k: 0, t: 'x'})}`, 'watch-prompt', /^The game of this link cannot be opened: it has no turn\./],
  [`#puzzle=${await pack({v: 1, p: {pieces: 7}, t: 'x'})}`, 'puzzle-prompt', /^The puzzle of this link cannot be opened: /],
  [`#puzzle=${await pack({v: 1, p: {lattice: 'square', board: '..', pieces: [{name: 'A', shape: 'X', count: null}]}, t: 'x'})}`, 'puzzle-prompt',
    /^The puzzle of this link cannot be opened: /],
  [`#puzzle=${await pack({v: 1, p: null, t: 'x'})}`, 'puzzle-prompt', /^This link holds no puzzle\.$/],
  ['#watch=nonsense', 'watch-prompt', /^The game of this link cannot be opened: it was cut off or mistyped\./],
  ['#puzzle=9999-12-31', 'puzzle-prompt', /^The puzzle of 31 December 9999 is not out yet\.$/],
  ['#puzzle=2026-02-30', 'puzzle-prompt', /^The calendar has no day 2026-02-30\.$/],
  ['#puzzle=nosuch', 'puzzle-prompt', /^There is no puzzle “nosuch”\. If this is a link to one, it was cut off or mistyped\.$/],
  ['#gerrymander=daily=9999-12-31', 'complaint', /^The puzzle of 31 December 9999 is not out yet\.$/],
  ['#gerrymander=daily=2026-02-30', 'complaint', /^The calendar has no day 2026-02-30\.$/],
]) {
  test(`what is wrong with an address is a sentence: ${hash.slice(0, 40)}, ${words}`, async () => {
    const p = await browser.open(playground, {hash});
    await until(async () => await id(p, place).count() === 1 && words.test(await text(p, place)));
    assert.deepEqual(p.problems, []);
    await p.context().close();
  });
}

test('before a puzzle is made nothing is asked of it', async () => {
  const p = await browser.open(playground);
  await ready(p);
  const said = await p.evaluate(() => new Promise((resolve) => {
    window.addEventListener('hashchange', () => setTimeout(() => {
      document.querySelector('[data-testid=puzzle-hint]').click();
      resolve(document.querySelector('[data-testid=puzzle-prompt]').textContent);
    }));
    window.location.hash = '#puzzle=today';
  }));
  assert.equal(said, 'Making the puzzle …');
  await until(async () => /^Puzzle of the day/.test(await text(p, 'puzzle-title')));
  assert.ok(await id(p, 'puzzle-hint').isEnabled());
  assert.deepEqual(p.problems, []);
  await p.context().close();
});

// ---- What stands in the browser

const game = (k) => ({id: `g${k}`, packed: 'q1YqU7Iy1FEqVrKqBQA', kind: 'random, 20 × 20', title: 'random, 20 × 20, draw 7', turn: 3, score: 12 + k, rival: 15,
  over: false, hints: 1, practice: k % 2 === 0, ...(k === 1 && {day: '2026-11-26'})});
const map = (k) => {
  const id = `board=ABBBA|BBABA|ABABA|BBABB|ABBBB&size=5&minority=A&task=minority&ties=nobody&daily=2026-11-2${k}`;
  return {id, hash: `${id}&plan=11...|.....|.....|.....|.....`};
};
/// By key: what is checked there, and sound values.
const kept = {
  'pentocity-games': [checkedGame, [0, 1, 2].map(game)],
  'pentocity-puzzle': [checkedLaid, ['courtyard', '2026-11-20', 'meteor'].map((name) => ({id: name, placed: [{piece: 0, cells: [[0, 0], [0, 1]]}]}))],
  'pentocity-gerrymander': [checkedMap, [0, 1, 2].map(map)],
};
const random = generator(20261201), pick = (list) => list[random() % list.length];
const odd = [null, true, 0, -1, 1.5, 1e300, '', 'x', '\u0000', '__proto__', [], [null], [[]], {}, {id: 1}, {toString: 1, valueOf: 1}, 'x'.repeat(5000),
  [[1e9, 1e9]], '2026-02-30', JSON.parse('{"__proto__":{"day":"2026-11-26"},"length":3}')];
/// A value with something odd somewhere in it.
function spoilt(value) {
  if (typeof value !== 'object' || value === null || random() % 4 === 0) return pick(odd);
  const copy = structuredClone(value), keys = Object.keys(copy), key = pick(keys) ?? '0';
  if (random() % 5 === 0) delete copy[key];
  else copy[key] = spoilt(copy[key]);
  return copy;
}
/// A text that might stand in the browser, and which of the sound values are whole in it, null for whoever knows.
function textOf(sound) {
  const kind = random() % 4, whole = JSON.stringify(sound);
  if (kind === 0) return [JSON.stringify(spoilt(sound)), null];
  if (kind === 1) return [whole.slice(0, random() % whole.length) + pick(['', '[', '"', '\ud800', '{}']), null];
  if (kind === 2) return [JSON.stringify(pick(odd)), null];
  const list = sound.flatMap((one) => (random() % 2 ? [one] : [one, pick(odd), spoilt(one)]));
  return [JSON.stringify(list), sound];
}

test('of ten thousand texts in the browser what is sound is kept', () => {
  let stored = null, told = 0;
  const element = () => ({setAttribute() {}, append() {}});
  globalThis.localStorage = {getItem: () => stored, setItem: (_, value) => { stored = value; }};
  globalThis.document = {querySelector: () => null, createElement: element, body: {prepend() { ++told; }}};
  for (let k = 0; k < 10_000; ++k) {
    const [key, [checked, sound]] = pick(Object.entries(kept)), shelf = new Shelf(key, checked);
    const [text, whole] = textOf(sound);
    stored = text;
    told = 0;
    const list = shelf.list();
    for (const one of list) assert.deepEqual(checked(one), one, text);
    if (whole) for (const one of whole) assert.ok(list.some((other) => JSON.stringify(other) === JSON.stringify(one)), text);
    let there = null;
    try {
      there = JSON.parse(text);
    } catch { /* a text that is cut off */ }
    assert.equal(told > 0, !Array.isArray(there) || there.length > list.length, text);
    // What is put there is found, beside what was sound.
    shelf.put(sound[0]);
    told = 0;
    assert.deepEqual(shelf.list()[0], checked(sound[0]), text);
    assert.ok(shelf.list().length >= list.length && told === 0, text);
  }
  delete globalThis.localStorage;
  delete globalThis.document;
});

for (const [html, hashes, keys] of [[playground, ['#play', '#puzzle', '#gerrymander', '#play=today'], Object.keys(kept)],
  [gerrymander, [''], ['pentocity-gerrymander']]]) {
  test(`whatever stands in the browser, a page opens and says so: ${keys}`, async () => {
    const p = await browser.open(html);
    await ready(p);
    const texts = [...Array.from({length: 12}, () => {
      const key = pick(keys);
      return [key, textOf(kept[key][1])[0]];
    }), ...keys.map((key) => [key, '[null]']), ['pentocity-theme', '{"toString":1}'], ['pentocity-theme', '"<b>"'], [keys.at(-1), JSON.stringify({
      puzzle: map(0).id, labels: ['x', -7, null]})], ['pentocity-puzzle', JSON.stringify([{id: 'courtyard', placed: [{piece: 99, cells: [[0, 0]]}]}])]];
    for (const [key, stored] of texts) {
      await p.evaluate(([name, value]) => {
        localStorage.clear();
        localStorage.setItem(name, value);
      }, [key, stored]);
      for (const hash of hashes) {
        await p.goto('about:blank');
        await p.goto(p.address + hash);
        await ready(p);
      }
    }
    const says = async (key, stored) => {
      await p.evaluate(([name, value]) => {
        localStorage.clear();
        localStorage.setItem(name, value);
      }, [key, stored]);
      await p.reload();
      await ready(p);
      return id(p, 'unreadable').count();
    };
    assert.equal(await says('pentocity-theme', '"dark"'), 0);
    assert.equal(await says('pentocity-theme', '7'), 1);
    assert.equal(await says(html === playground ? 'pentocity-games' : 'pentocity-gerrymander', '[null]'), 1);
    assert.match(await text(p, 'unreadable'), /^A part of what this browser kept for these pages cannot be read\./);
    assert.deepEqual(await axeFindings(p), []);
    assert.deepEqual(p.problems, []);
    await p.context().close();
  });
}

test('the game of a day that nobody can open is begun anew', async () => {
  const p = await browser.open(playground);
  await ready(p);  // else it would open that game itself, and drop it
  await p.evaluate((list) => localStorage.setItem('pentocity-games', list), JSON.stringify([{...game(1), day: dayOf()}, game(0)]));
  await p.goto('about:blank');  // a page that is open would follow the address before it is read anew, and drop the game
  await p.goto(`${p.address}#play=today`);
  await until(async () => /cannot be opened/.test(await text(p, 'prompt')));
  await p.goto(`${p.address}#play`);
  await id(p, 'daily').click();
  await until(async () => /^Game of the day, [^(]*$/.test(await text(p, 'title')));
  await build(p);
  assert.deepEqual(p.problems, []);
  await p.context().close();
});
