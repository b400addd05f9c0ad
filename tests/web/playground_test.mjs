// The playground as its players use it.
import assert from 'node:assert/strict';
import {readFileSync, writeFileSync} from 'node:fs';
import {basename, join} from 'node:path';
import {after, before, test} from 'node:test';
import {axeFindings, Browser, LOOKS, saved, until} from './page.mjs';
import {lackForGuests, plain, rejecting} from './guests.mjs';
import {scratch} from './scratch.mjs';
import {linesOf, pentocity, tournament} from './tournament.mjs';
import {countCompletions} from '../../web/gerrymander/counting.js';

const html = readFileSync(process.env.PENTOCITY_PAGE, 'utf8');

let browser;
before(async () => { browser = await Browser.start(); });
after(() => browser.stop());

/// A test with a page of its own that must leave no errors, no words in the console and no requests.
const play = (name, {skip = false, ...options}, act) => test(name, {skip}, async () => {
  const p = await browser.open(html, options);
  await p.locator('section:not([hidden]) .prompt').waitFor();
  await act(p);
  assert.deepEqual(p.problems, []);
  await p.context().close();
});

const id = (p, name) => p.getByTestId(name);
const text = (p, name) => id(p, name).textContent();
const number = async (p, name) => Number.parseInt((await text(p, name)).replaceAll(',', ''), 10);
const turn = async (p) => Number((await text(p, 'facts')).match(/turn (\d+)/)[1]);
/// The middle of a cell of the land on the screen.
async function at(p, row, column, land = 'land') {
  const box = await id(p, land).boundingBox();
  const [left, top, wide] = (await id(p, land).getAttribute('viewBox')).split(' ').map(Number);
  const unit = box.width / wide;
  return [box.x + (column + .5 - left) * unit, box.y + (row + .5 - top) * unit];
}
const newGame = async (p, {stream = 'random', seed = 3, side = '12', rules = 'report', own} = {}) => {
  await id(p, 'more').locator('> summary').click();
  await id(p, 'play-stream').selectOption(stream);
  if (own) await id(p, 'play-own').fill(own);
  await id(p, 'play-seed').fill(String(seed));
  await id(p, 'play-side').selectOption(side);
  await id(p, 'play-rules').selectOption(rules);
  await id(p, 'play-new').click();
};
const cells = (p) => id(p, 'land').locator('.plan .ghost').first().getAttribute('d');
const LS = {stream: 'a mix of yours', own: 'phases:\n  - requests: [{residence: L}]\n'};
/// Saves the game and has the program replay it; its lines.
async function replayed(p) {
  if (!await id(p, 'more').evaluate((one) => one.open)) await id(p, 'more').locator('> summary').click();
  const [name, text] = await saved(p, id(p, 'save')), file = join(scratch(), name);
  writeFileSync(file, text);
  assert.match(pentocity('replay', file), /1 games, 0 mismatches/);
  return linesOf(text);
}

play('the empty land says what to do, in the game of the day', {}, async (p) => {
  assert.match(await text(p, 'title'), /^Game of the day, \d+ \w+ \d+$/);
  const rules = id(p, 'rules');
  for (const words of ['stands at the border, or a road leads there', 'Homes (residences, yellow) and factories (violet) stay apart', 'third reject ends the game'])
    assert.ok((await rules.textContent()).includes(words), words);
  assert.ok(await rules.isVisible());
  const land = await id(p, 'land').boundingBox(), box = await rules.boundingBox();
  assert.ok(box.y > land.y && box.y + box.height < land.y + land.height, 'they stand on the land');
  await p.mouse.click(...await at(p, 10, 10));
  assert.ok(await rules.isHidden() && await id(p, 'build').isEnabled(), 'what is below them is clicked');
  await id(p, 'show-rules').click();
  assert.ok(await rules.isVisible());
  await id(p, 'build').click();
  assert.ok(await rules.isHidden());
  await newGame(p, {seed: 7});
  assert.equal(await text(p, 'title'), 'Game 7: random requests, 12 × 12 cells');
});

play('ten buildings by clicking where the page says', {}, async (p) => {
  await newGame(p, {side: '50'});
  assert.match(await text(p, 'prompt'), /^Click the land where this (residence|factory) should stand/);
  let placed = 0;
  for (let row = 3; row < 50 && placed < 10; row += 6)
    for (let column = 3; column < 50 && placed < 10; column += 6) {
      await p.mouse.move(...await at(p, row, column));
      await p.mouse.click(...await at(p, row, column));
      assert.match(await text(p, 'prompt'), /^\+\d+ points.* Press Build/);
      await id(p, 'build').click();
      ++placed;
      assert.match(await text(p, 'prompt'), /^Built: \+\d+\. /);
      assert.equal(await turn(p), placed + 1);
    }
  assert.ok(await number(p, 'score') >= 10);
  assert.ok(await number(p, 'rival-score') >= 10);
});

play('a whole game by the page’s own controls replays to the same score', {}, async (p) => {
  await newGame(p);
  while (await id(p, 'ending').isHidden()) {
    const score = await number(p, 'score');
    await id(p, 'hint').click();
    const take = id(p, 'take-1');
    if (await take.count()) {
      await take.click();
      const points = Number((await text(p, 'prompt')).match(/^\+(\d+) point/)[1]);
      await id(p, 'build').click();
      assert.equal(await number(p, 'score'), score + points);
    } else {
      await id(p, 'reject').click();
    }
  }
  const lines = await replayed(p);
  assert.equal(lines.at(-1).score, await number(p, 'score'));
  assert.equal(lines.at(-1).status, 'ok');
  // Whoever takes every hint plays as planner-fast does.
  assert.equal(await number(p, 'rival-score'), lines.at(-1).score);
  assert.match(await text(p, 'review'), /each of your moves was as good as its own/);
});

play('after a game, what each move gave up', {}, async (p) => {
  await newGame(p, {...LS, seed: 1});
  await id(p, 'hint').click();
  await id(p, 'take-1').click();
  await id(p, 'build').click();
  // In the middle, with a long road through the land.
  await p.mouse.click(...await at(p, 6, 6));
  await p.mouse.click(...await at(p, 6, 6));
  for (let k = 0; k < 6; ++k) if (await id(p, 'reject').isEnabled()) await id(p, 'reject').click();
  assert.match(await text(p, 'review'), /you gave up \d+ points, in \d of 5 turns/);
  const bars = await id(p, 'review').locator('.bars g').count();
  assert.equal(bars, 5);
  const given = async () => Number((await text(p, 'review-text')).match(/you gave up ([\d.]+) points/)?.[1] ?? 0);
  const worst = await given();
  assert.ok(worst > .5);
  await id(p, 'review-worse').click();
  assert.ok(await given() <= worst);
  await id(p, 'review-worst').click();
  assert.equal(await given(), worst);
  for (let k = 0; k < 5; ++k) await id(p, 'review-before').click();
  assert.match(await text(p, 'review-text'), /^Turn 1, residence L: as good\./);
  assert.deepEqual(await id(p, 'review-land').locator('.rank').allTextContents(), ['you']);
  await id(p, 'review-after').click();
  assert.match(await text(p, 'review-text'), /^Turn 2,.*You: 5 points.*planner-fast: /);
  assert.deepEqual((await id(p, 'review-land').locator('.rank').allTextContents()).sort(), ['it', 'you']);
  await id(p, 'review').locator('.bars g').nth(3).click();
  assert.match(await text(p, 'review-text'), /^Turn 4,.*You: rejected it/);
  assert.deepEqual(await axeFindings(p), []);
});

play('a second click builds, the wheel and a right click turn, and pictures are dragged', {}, async (p) => {
  await newGame(p, LS);
  await p.mouse.click(...await at(p, 5, 5));
  await p.mouse.click(...await at(p, 5, 5));
  assert.equal(await turn(p), 2);
  assert.ok(await number(p, 'score') >= 5);
  await p.mouse.dblclick(...await at(p, 2, 2));
  assert.equal(await turn(p), 3, 'a double click builds');
  await p.mouse.move(...await at(p, 9, 9));
  const before = await cells(p);
  await p.mouse.wheel(0, 120);
  await until(async () => await cells(p) !== before);
  const turned = await cells(p);
  await p.mouse.wheel(0, -120);
  await until(async () => await cells(p) === before);
  await p.mouse.click(...await at(p, 9, 9), {button: 'right'});
  assert.equal(await cells(p), turned);
  // Put down, dragged, and undone in one step.
  await p.mouse.click(...await at(p, 9, 9));
  const put = await cells(p);
  await p.mouse.move(...await at(p, 9, 9));
  await p.mouse.down();
  for (const column of [8, 7, 6, 5, 4]) await p.mouse.move(...await at(p, 9, column));
  await p.mouse.up();
  assert.equal(await turn(p), 3);
  assert.notEqual(await cells(p), put);
  await id(p, 'undo').click();
  assert.equal(await cells(p), put);
  await id(p, 'undo').click();
  // The picture of the request, onto the land; and back, off it.
  const {x, y} = await id(p, 'request').boundingBox();
  await p.mouse.move(x + 8, y + 8);
  await p.mouse.down();
  await p.mouse.move(...await at(p, 9, 3));
  await p.mouse.move(...await at(p, 9, 9));
  await p.mouse.up();
  assert.equal(await cells(p), put);
  assert.ok(await id(p, 'build').isEnabled());
  await p.mouse.click(...await at(p, 9, 9));
  assert.equal(await turn(p), 4);
});

play('the keyboard goes on where the last building stands', {}, async (p) => {
  await newGame(p, LS);
  await p.mouse.dblclick(...await at(p, 2, 9));
  assert.equal(await turn(p), 2);
  await id(p, 'land').focus();
  await p.keyboard.press('ArrowLeft');
  const [, row, column] = (await text(p, 'where')).match(/row (\d+), column (\d+)/).map(Number);
  assert.ok(row <= 4 && column >= 6, `row ${row}, column ${column}`);
});

play('two fingers make a wide land larger', {viewport: {width: 390, height: 844}, isMobile: true, hasTouch: true}, async (p) => {
  await newGame(p, {...LS, side: '50'});
  const session = await p.context().newCDPSession(p);
  const touch = (type, ...points) => session.send('Input.dispatchTouchEvent', {type,
    touchPoints: points.map(([x, y], number) => ({x, y, id: number}))});
  const [x, y] = await at(p, 25, 25);
  await touch('touchStart', [x - 30, y]);
  await touch('touchStart', [x - 30, y], [x + 30, y]);
  for (let k = 1; k <= 6; ++k) await touch('touchMove', [x - 30 - 10 * k, y], [x + 30 + 10 * k, y]);
  await touch('touchEnd');
  const size = async () => Number((await id(p, 'land').getAttribute('viewBox')).split(' ')[2]);
  assert.ok(await size() < 20, `${await size()} cells are seen`);
  assert.equal(await p.evaluate(() => window.visualViewport.scale), 1, 'the page itself is as large as before');
  await p.touchscreen.tap(...await at(p, 25, 25));
  assert.match(await text(p, 'prompt'), /Press Build/);
  for (let k = 0; k < 6; ++k) await id(p, 'smaller').tap();
  assert.ok(await size() > 50);
});

/// The same page once more, in the same browser.
const again = async (p, hash = '') => {
  const other = await p.context().newPage();
  Object.assign(other, {problems: p.problems, address: p.address});
  await other.goto(p.address + hash);
  await other.locator('section:not([hidden]) .prompt').waitFor();
  return other;
};

play('a game under way is kept, and Back leads to the one before', {}, async (p) => {
  await newGame(p, LS);
  await p.mouse.dblclick(...await at(p, 5, 5));
  const score = await number(p, 'score'), title = await text(p, 'title');
  await until(async () => /5/.test(await text(p, 'games')));
  const next = await again(p);
  assert.match(await text(next, 'offer'), /is under way: \d+ points at turn 2\. Go on with it/);
  await id(next, 'go-on').click();
  await until(async () => await text(next, 'title') === title);
  assert.equal(await number(next, 'score'), score);
  // Another game, and back.
  await id(next, 'fresh').click();
  await until(async () => await turn(next) === 1);
  assert.match(await text(next, 'offer'), /The game before this one is kept/);
  await until(async () => await next.evaluate(() => history.length) >= 3);
  await next.goBack();
  await until(async () => await text(next, 'title') === title);
  assert.equal(await turn(next), 2);
  // Turns that are taken back make it practice.
  await next.mouse.dblclick(...await at(next, 2, 9));
  assert.equal(await turn(next), 3);
  await id(next, 'more').locator('> summary').click();
  await id(next, 'take-back').click();
  assert.equal(await turn(next), 2);
  assert.match(await text(next, 'title'), /\(practice\)/);
  await id(next, 'more').locator('> summary').click();
  await id(next, 'back-to').selectOption('0');
  await id(next, 'rewind').click();
  assert.equal(await turn(next), 1);
  assert.equal(await number(next, 'score'), 0);
});

play('twelve turns show a first visitor how it is played', {}, async (p) => {
  assert.match(await text(p, 'offer'), /^New here/);
  await id(p, 'go-on').click();
  await until(async () => await text(p, 'title') === 'How it is played (practice)');
  let worths = 0;
  for (let k = 1; k <= 12; ++k) {
    assert.match(await text(p, 'lesson'), new RegExp(`^${k} of 12: `));
    assert.ok(await id(p, 'rules').isHidden());
    await id(p, 'hint').click();
    worths += (await text(p, 'hints')).match(/; worth \d+\.\d (more|less) in the end/g)?.length ?? 0;
    await id(p, 'take-1').click();
    await id(p, 'build').click();
  }
  assert.ok(worths > 12, 'most hints say what they are worth beside each other');
  assert.match(await text(p, 'offer'), /there is a game that counts/);
  await id(p, 'go-on').click();
  await until(async () => (await text(p, 'title')).startsWith('Game of the day'));
  assert.match(await text(p, 'games'), /^None yet/, 'the lesson is no game to keep');
});

test('the game of the day is the same everywhere, and is tried once', async () => {
  const looks = [];
  for (const [timezoneId, width] of [['Pacific/Kiritimati', 1280], ['America/Los_Angeles', 390]]) {
    const p = await browser.open(html, {hash: width === 390 ? '#play=today' : '', timezoneId, viewport: {width, height: 900}, permissions: ['clipboard-read', 'clipboard-write']});
    await p.locator('section:not([hidden]) .prompt').waitFor();
    await until(async () => (await text(p, 'title')).startsWith('Game of the day'));
    assert.ok(await id(p, 'daily').isHidden(), 'it is this game');
    looks.push([await text(p, 'title'), await id(p, 'request').innerHTML(), await id(p, 'land').locator('.layer-paper').getAttribute('d')]);
    if (width === 390) {
      await p.context().close();
      continue;
    }
    assert.ok(await id(p, 'practice').isHidden());
    for (let k = 0; k < 12; ++k) {
      await p.keyboard.press('h');
      await id(p, 'take-1').click();
      await id(p, 'build').click();
    }
    assert.ok(await id(p, 'practice').isHidden(), 'no turn of it can be taken back');
    const score = await number(p, 'score');
    for (let k = 0; k < 3; ++k) {
      await id(p, 'reject').click();
      if (await text(p, 'reject') === 'Really reject') await id(p, 'reject').click();
    }
    assert.match(await text(p, 'card'), /In your 15 turns nobody can have more than \d+\. 12 hints, 1 day in a row\. The next game comes in \d+ h \d+ min/);
    await id(p, 'share').click();
    await until(async () => /copied/.test(await text(p, 'card')));
    const shared = await p.evaluate(() => navigator.clipboard.readText());
    const [first, second, symbols, address] = shared.split('\n');
    assert.match(first, new RegExp(`^Pentocity, \\d+ \\w+ \\d+: ${score} points$`));
    assert.match(second, /^planner-fast \d+, nobody more than \d+; 12 hints, 1 day in a row$/);
    assert.equal(address, `#play=${new Date().toISOString().slice(0, 10)}`, 'never the name of a file');
    assert.match(symbols, /^[🟩🟨🟥]{10}$/u);
    // It is not tried again: the address of the day shows how it ended.
    const next = await again(p, '#play=today');
    await until(async () => await id(next, 'card').isVisible());
    assert.equal(await number(next, 'score'), score);
    assert.deepEqual(p.problems, []);
    await p.context().close();
  }
  assert.deepEqual(looks[0], looks[1]);
});

play('roads and parks by hand, undone and built', {}, async (p) => {
  await newGame(p, {own: 'phases:\n  - requests: [{residence: I}]\n', stream: 'a mix of yours'});
  assert.match(await text(p, 'rules'), /third reject ends the game/);
  assert.ok(await id(p, 'mode-park').isDisabled(), 'there is nothing yet that a park could touch');
  await p.keyboard.press('3');
  assert.ok(await id(p, 'mode-building').isChecked());
  await p.mouse.click(...await at(p, 5, 5));
  assert.match(await text(p, 'prompt'), /\+5 points and \d cells of road/);
  await id(p, 'mode-park').locator('xpath=..').click();
  const drag = async (cells) => {
    await p.mouse.move(...await at(p, ...cells[0]));
    await p.mouse.down();
    for (const cell of cells.slice(1)) await p.mouse.move(...await at(p, ...cell));
    await p.mouse.up();
  };
  await drag([[4, 4], [4, 5], [4, 6], [3, 6]]);
  assert.match(await text(p, 'prompt'), /\+7 points with a park.*Press Build, or choose Pond for 2 more\.$/);
  await id(p, 'undo').click();
  assert.match(await text(p, 'prompt'), /^\+5 points.* Draw 4 park cells/, 'a stroke is one step');
  // A quick hand leaves no cell out.
  await drag([[4, 4], [4, 6]]);
  assert.match(await text(p, 'prompt'), /3 of 4 park cells/);
  await p.mouse.click(...await at(p, 3, 6));
  assert.match(await text(p, 'prompt'), /\+7 points with a park/);
  // A second road, to the right; its last cell is taken away and drawn again.
  await id(p, 'mode-road').locator('xpath=..').click();
  await drag([[5, 8], [5, 9], [5, 10], [5, 11]]);
  assert.match(await text(p, 'prompt'), /\+7 points with a park and \d cells of road/);
  await p.mouse.click(...await at(p, 5, 11));
  assert.match(await text(p, 'prompt'), /^The road must lead to the border or to another road\.$/);
  await p.mouse.click(...await at(p, 5, 11));
  await id(p, 'build').click();
  assert.equal(await number(p, 'score'), 7);
  await id(p, 'more').locator('> summary').click();
  await id(p, 'give-up').click();
  assert.equal(await text(p, 'give-up'), 'Really end the game');
  await id(p, 'give-up').click();
  const [, first] = await replayed(p);
  assert.equal(first.park.length, 4);
  assert.deepEqual(first.road.filter(([r, c]) => r === 5 && c > 7), [[5, 8], [5, 9], [5, 10], [5, 11]]);
});

play('what is wrong with a place is said', {}, async (p) => {
  await newGame(p, {stream: 'a mix of yours', own: 'phases:\n  - order: cycle\n    requests: [{residence: X}, {factory: 2x2}]\n'});
  await p.mouse.click(...await at(p, 1, 1));
  await id(p, 'build').click();
  await p.mouse.move(...await at(p, 1, 3.2));
  assert.match(await text(p, 'prompt'), /would touch a residence/);
  await p.mouse.move(...await at(p, 1, 1));
  assert.match(await text(p, 'prompt'), /Something stands there already/);
  assert.ok(await id(p, 'build').isDisabled());
  await id(p, 'more').locator('> summary').click();
  await id(p, 'play-own').fill('phases:\n  - requests: [{residence: Q}]\n');
  await id(p, 'play-new').click();
  assert.match(await text(p, 'play-complaint'), /2:\d+: 'residence' must be one of F I L/);
});

play('by keyboard alone', {}, async (p) => {
  await newGame(p, {seed: 5});
  await id(p, 'land').focus();
  const press = async (...keys) => { for (const key of keys) await p.keyboard.press(key); };
  await press('ArrowUp', 'Enter');
  assert.match(await text(p, 'prompt'), /Press Build/);
  assert.match(await text(p, 'where'), /row \d+, column \d+/);
  await press('Enter');
  assert.ok(await number(p, 'score') > 0);
  await press('h');
  assert.ok(await id(p, 'hints').isVisible());
  await press('x');
  assert.match(await text(p, 'prompt'), /Press Reject again/);
  assert.match(await text(p, 'facts'), /, 0 of 3 rejects/);
  assert.equal(await text(p, 'reject'), 'Really reject');
  await press('r');
  assert.equal(await text(p, 'reject'), 'Reject');
  await press('x', 'x', 'x', 'x', 'x', 'x');
  assert.ok(await id(p, 'ending').isVisible());
});

play('a link holds the game, and a bad one says so', {}, async (p) => {
  await newGame(p, {stream: 'suburbs'});
  for (let k = 0; k < 4; ++k) {
    await id(p, 'hint').click();
    await id(p, 'take-1').click();
    await id(p, 'build').click();
  }
  const score = await number(p, 'score');
  await until(async () => (await p.evaluate(() => location.hash)).length > 20);
  const other = await browser.open(html, {hash: await p.evaluate(() => location.hash)});
  await until(async () => await number(other, 'score') === score);
  assert.equal(await turn(other), 5);
  assert.equal(await text(other, 'rival-score'), await text(p, 'rival-score'));
  await other.context().close();
  const bad = await browser.open(html, {hash: '#play=nonsense'});
  await until(async () => (await text(bad, 'remark')).includes('cannot be opened'));
  await bad.context().close();
});

const skip = lackForGuests();
/// Drops a file on the page.
async function drop(p, file) {
  const data = await p.evaluateHandle(([name, bytes]) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([new Uint8Array(bytes)], name));
    return transfer;
  }, [basename(file), [...readFileSync(file)]]);
  await p.dispatchEvent('body', 'drop', {dataTransfer: data});
}
/// Begins a game of the player that is chosen in the room where one is watched.
async function watchGame(p, {stream = 'random', seed = 3, side = '12', rules = 'report'} = {}) {
  const more = id(p, 'watch-new').locator('xpath=ancestor::details');
  if (!await more.evaluate((one) => one.open)) await more.locator('> summary').click();
  await id(p, 'watch-stream').selectOption(stream);
  await id(p, 'watch-seed').fill(String(seed));
  await id(p, 'watch-side').selectOption(side);
  await id(p, 'watch-rules').selectOption(rules);
  await id(p, 'watch-new').click();
}
const says = (p, pattern) => until(async () => pattern.test(await text(p, 'watch-prompt')));

play('a portable player is dropped on the page, and plays there as in the program', {skip}, async (p) => {
  const file = plain();
  await drop(p, file);
  await until(async () => await id(p, 'watch-player').inputValue() === 'own');
  for (const [stream, rules] of [['random', 'report'], ['drawn', 'tournament-2016']]) {
    await watchGame(p, {stream, rules, seed: 5, side: '20'});
    const {traces} = tournament({rules: {profile: rules, side: 20}, players: [{wasm: file}], sequencers: [stream], seeds: [5]}, '--trace', 'all');
    const [, ...lines] = linesOf(Object.values(traces)[0]), last = lines.pop();
    for (const {delta = 0, score_after: score} of lines.slice(0, 3)) {
      await id(p, 'watch-step').click();
      await until(async () => await number(p, 'watch-score') === score);
      assert.match(await text(p, 'watch-prompt'), delta ? new RegExp(`: \\+${delta}\\. `) : /^It rejected/);
    }
    await id(p, 'watch-speed').selectOption('100');
    await id(p, 'watch-play').click();
    await says(p, /The game is over/);
    assert.equal(await number(p, 'watch-score'), last.score);
    assert.match(await text(p, 'watch-facts'), new RegExp(`turn ${last.turns}, ${last.rejects} of 3 rejects`));
    assert.ok(await id(p, 'own-stop').isDisabled());
  }
});

play('a hundred games beside jigsaw have the figures of a run, and are watched', {skip}, async (p) => {
  const file = plain();
  await id(p, 'room-watch').click();
  await id(p, 'own-file').setInputFiles(file);
  await watchGame(p, {seed: 9});
  await id(p, 'own-many').click();
  await until(async () => await text(p, 'own-status') === '100 of 100 games on random, 12 × 12, game 9');
  const {summary} = tournament({rules: {profile: 'report', side: 12}, players: [{wasm: file}, 'jigsaw'], sequencers: ['random'], seed: 9, repeats: 100});
  const [{mean_difference: difference, ci95, wins, draws, losses}] = summary.head_to_head;
  const scores = (name) => summary.cells.find(({player}) => player === name).score, shown = (value) => (value > 0 ? '+' : '') + value.toFixed(1).replace('-', '\u2212');
  const table = await text(p, 'own-table');
  for (const words of [`mean score of plain${scores('plain').mean.toFixed(1)}`, `mean score of jigsaw${scores('jigsaw').mean.toFixed(1)}`,
    `mean difference${shown(difference)}`, `95% interval${shown(ci95[0])} to ${shown(ci95[1])}`, `won, drawn, lost${wins}, ${draws}, ${losses}`])
    assert.ok(table.includes(words), `${words} in ${table}`);
  assert.deepEqual(await axeFindings(p), []);
  for (const [column, name] of ['plain', 'jigsaw'].entries()) {
    await id(p, 'own-games').locator('li').nth(7).locator('button').nth(column).click();
    await id(p, 'watch-speed').selectOption('100');
    await id(p, 'watch-play').click();
    await says(p, /The game is over/);
    assert.equal(await number(p, 'watch-score'), scores(name).values[7], name);
  }
});

play('a player that does not come back is stopped', {skip}, async (p) => {
  await id(p, 'room-watch').click();
  await id(p, 'own-file').setInputFiles(rejecting({ACT: 'if (turn == 1) for (;;) __asm__ volatile("")'}));
  await id(p, 'watch-step').click();
  await says(p, /^It rejected/);
  await id(p, 'watch-step').click();
  await says(p, /is at work on its answer/);
  await id(p, 'own-stop').click();
  await says(p, /The game has ended: stopped by you\.$/);
  await id(p, 'own-many').click();
  await id(p, 'own-stop').click();
  assert.match(await text(p, 'own-status'), /^stopped: 0 of 100 games/);
  assert.ok(await id(p, 'own-stop').isDisabled());
});

play('a player that fails has the words of the program', {skip, viewport: {width: 390, height: 900}, colorScheme: 'dark'}, async (p) => {
  await id(p, 'room-watch').click();
  await id(p, 'own-file').setInputFiles(rejecting({ACT: `fputs("<b>careful</b>\\n", stderr); if (turn == 1) __builtin_trap();
    answered = 1; printf("{\\"turn\\":%d,\\"accept\\":true,\\"rotation\\":0,\\"location\\":[-1,0],\\"note\\":\\"up\\"}\\n", turn)`}));
  await id(p, 'watch-step').click();
  await says(p, /^An invalid move: \w+\. Its note: up\. /);
  await says(p, /The game has ended: crashed \(unreachable code in 'act'\) at turn 1; its last words: <b>careful<\/b>\.$/);
  assert.match(await text(p, 'watch-verdict'), /site_\w+ at turn 0: it answered: \{"turn":0,"accept":true,/);
  await id(p, 'watch-verdict').locator('summary').click();
  assert.match(await id(p, 'watch-verdict').locator('pre').textContent(), /^<b>careful<\/b>\n<b>careful<\/b>\n$/);
  assert.deepEqual(await axeFindings(p), []);
  assert.ok(await p.evaluate(() => document.documentElement.scrollWidth) <= 390);
  const wrong = join(scratch(), 'player.cpp');
  writeFileSync(wrong, 'int main() {}');
  await id(p, 'own-file').setInputFiles(wrong);
  await until(async () => await text(p, 'own-complaint') === 'player.cpp: it is no module of WebAssembly (version 1)');
});

for (const [colorScheme, width] of [['light', 1280], ['dark', 390]])
  play(`on lands of 4 to 50 cells a side lines are lines, and labels are whole: ${width} pixels`, {colorScheme, viewport: {width, height: 900}}, async (p) => {
    await newGame(p);
    for (const side of [4, 8, 12, 20, 50]) {
      await p.evaluate(async (n) => {
        const bytes = new Blob([JSON.stringify({v: 1, s: 'random', d: 3, n, r: 'report', m: []})]).stream().pipeThrough(new CompressionStream('deflate-raw'));
        const letters = btoa(String.fromCharCode(...new Uint8Array(await new Response(bytes).arrayBuffer())));
        location.hash = `#play=${letters.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')}`;
      }, side);
      await until(async () => (await text(p, 'title')).endsWith(` ${side} × ${side} cells`));
      await id(p, 'hint').click();
      const {lines, cut, jags} = await id(p, 'land').evaluate((svg) => {
        const unit = svg.getScreenCTM().a, frame = svg.getBoundingClientRect();
        const labels = [...svg.querySelectorAll('text')].map((one) => one.getBoundingClientRect());
        return {lines: [...svg.querySelectorAll('.idea, .layer-outlines, .layer-lines, .layer-paper')].map((one) => parseFloat(getComputedStyle(one).strokeWidth) * unit),
          cut: labels.filter(({left, right, top, bottom}) => left < frame.left || right > frame.right || top < frame.top || bottom > frame.bottom).length,
          jags: [...svg.querySelectorAll('.rank')].filter((one) => getComputedStyle(one).strokeLinejoin !== 'round').length};
      });
      assert.ok(Math.max(...lines) < 6, `${side}: ${lines} pixels`);
      assert.deepEqual([cut, jags], [0, 0], String(side));
    }
  });

play('the planners, watched', {}, async (p) => {
  await id(p, 'room-watch').click();
  while (await id(p, 'candidates').locator('li').count() < 2) await id(p, 'watch-step').click();
  await id(p, 'watch-step').click();
  assert.ok(await number(p, 'watch-score') > 0);
  await id(p, 'watch-speed').selectOption('20');
  await id(p, 'watch-play').click();
  await until(async () => Number((await text(p, 'watch-facts')).match(/turn (\d+)/)[1]) > 6);
  await id(p, 'watch-play').click();
});

play('the first puzzle is that of the day, whose pieces are dragged, and a piece says how many are left', {}, async (p) => {
  await id(p, 'room-puzzle').click();
  await until(async () => /^Puzzle of the day, /.test(await text(p, 'puzzle-title')));
  const first = (await p.locator('.piece-button').first().getAttribute('data-testid')).replace('piece-', '');
  await drag(p, first, 16);
  assert.equal(await laid(p), 5);
  await id(p, 'classic').selectOption('hexiamonds-6x6');
  assert.equal(await text(p, 'pieces'), '');
});

play('a puzzle is solved, counted, changed, and has no solution', {}, async (p) => {
  await id(p, 'room-puzzle').click();
  const says = (pattern) => until(async () => pattern.test(await text(p, 'puzzle-prompt')));
  await id(p, 'classic').selectOption('popinjay');
  await id(p, 'solve').click();
  await says(/This is a solution/);
  assert.ok(await id(p, 'board').locator('.piece').count() === 88);
  await id(p, 'count').click();
  await says(/^8 solutions, 1 if/);
  for (const [name, cells] of [['honeycomb', 0], ['hexiamonds-6x6', 72], ['pentominoes-6x10', 60], ['pentominoes-8x8', 60]]) {
    await id(p, 'classic').selectOption(name);
    await id(p, 'solve').click();
    await says(/This is a solution/);
    if (cells) assert.equal(await id(p, 'board').locator('.piece').count(), cells, `${name} is laid whole`);
  }
  // Nine dominoes and a corner less than two: a chessboard says that there is none.
  await id(p, 'classic').selectOption('one-sided-tetrominoes');
  assert.equal(await id(p, 'pieces').locator('input').count(), 0, 'what changes a puzzle is behind a button');
  await id(p, 'change-puzzle').click();
  for (const name of ['I', 'J', 'L', 'O', 'S', 'T', 'Z']) await id(p, `less-${name}`).click();
  await id(p, 'puzzle-rows').fill('4');
  await id(p, 'puzzle-columns').fill('4');
  for (const cell of ['0-0', '0-1']) await id(p, `pad-${cell}`).click();
  await id(p, 'add-piece').click();
  for (let k = 0; k < 6; ++k) await p.getByLabel('One more of A').click();
  await id(p, 'blocking').check();
  for (const cell of [0, 15]) await id(p, 'board').locator(`[data-cell="${cell}"]`).click();
  await id(p, 'solve').click();
  await says(/There is no solution/);
});

/// Drags a piece from the list to a cell of the board.
async function drag(p, name, cell) {
  const middle = async (locator) => {
    const box = await locator.boundingBox();
    return [box.x + box.width / 2, box.y + box.height / 2];
  };
  await p.mouse.move(...await middle(id(p, `piece-${name}`)));
  await p.mouse.down();
  const to = await middle(id(p, 'board').locator(`[data-cell="${cell}"]`));
  await p.mouse.move(to[0] - 5, to[1]);
  await p.mouse.move(...to);
  await p.mouse.up();
}
const laid = (p) => id(p, 'board').locator('.piece').count();

for (const [name, piece, cell, cells] of [['pentominoes-6x10', 'X', 11, 5], ['honeycomb', null, 25, 0], ['hexiamonds-6x6', null, 30, 6]]) {
  play(`pieces of ${name} are dragged, turned, mirrored and taken up`, {}, async (p) => {
    await id(p, 'room-puzzle').click();
    await id(p, 'classic').selectOption(name);
    const first = piece ?? (await p.locator('.piece-button').first().getAttribute('data-testid')).replace('piece-', '');
    await drag(p, first, cell);
    const count = await laid(p);
    assert.ok(cells ? count === cells : count > 1, `${count} cells`);
    assert.match(await text(p, 'puzzle-prompt'), /cells free/);
    // Taken up by a click, turned, and laid again elsewhere or in the same place.
    await id(p, 'board').locator('.piece').first().click();
    assert.equal(await laid(p), 0);
    if (await id(p, 'piece-mirror').isEnabled()) await id(p, 'piece-mirror').click();
    await p.keyboard.press('r');
    await id(p, 'board').locator(`[data-cell="${cell}"]`).click();
    await id(p, 'puzzle-undo').click();
    await id(p, 'puzzle-undo').click();
    assert.equal(await laid(p), count);
    await id(p, 'puzzle-clear').click();
    assert.equal(await laid(p), 0);
    if (!piece) return;
    await drag(p, piece, 1);
    assert.equal(await laid(p), 5, 'it lies beside the place where it sticks out of the board');
  });
}

play('the puzzle of the day has one solution, is solved by hints, kept and shared', {}, async (p) => {
  await id(p, 'room-puzzle').click();
  await until(async () => /^Puzzle of the day, .*: one solution$/.test(await text(p, 'puzzle-title')));
  await id(p, 'puzzle-hint').click();
  await until(async () => /It can be solved, in \d+ ways?\. Press Hint again for a piece/.test(await text(p, 'puzzle-prompt')));
  await id(p, 'puzzle-hint').click();
  await until(async () => await laid(p) === 5);
  // The next visit goes on with it.
  const next = await again(p, '#puzzle');
  await until(async () => await laid(next) === 5);
  assert.match(await text(next, 'puzzle-title'), /^Puzzle of the day/);
  assert.ok(await id(next, 'puzzle-daily').isHidden(), 'it is this one');
  await id(next, 'puzzle-share').click();
  await until(async () => (await id(next, 'puzzle-link').inputValue()).startsWith('#puzzle='));
  const other = await browser.open(html, {hash: await id(next, 'puzzle-link').inputValue()});
  await until(async () => await text(other, 'puzzle-title') === await text(next, 'puzzle-title'));
  assert.equal(await laid(other), 0, 'a link holds the puzzle, not what is laid');
  await other.context().close();
  // A piece where it leads nowhere is told; without it the puzzle is solved.
  await id(next, 'solve').click();
  await until(async () => /This is a solution/.test(await text(next, 'puzzle-prompt')));
  assert.ok([30, 35].includes(await laid(next)), 'all of it is laid');
  const first = id(next, 'board').locator('.piece').first();
  await first.click();
  await id(next, 'puzzle-undo').click();
  assert.match(await text(next, 'puzzle-prompt'), /^This is a solution/, 'it is the solver’s');
  // After it comes another.
  const name = (await text(next, 'next-puzzle')).replace('Next: ', '');
  await id(next, 'next-puzzle').click();
  assert.equal(await text(next, 'puzzle-title'), name);
  assert.ok(!await id(next, 'next-puzzle').isVisible());
});

play('the gerrymander page is a room, and the module counts for it', {}, async (p) => {
  await id(p, 'room-gerrymander').click();
  await until(async () => /^Daily puzzle of .* plans wins?\./.test(await text(p, 'about')));
  assert.match(await p.evaluate(() => location.hash), /^#gerrymander=board=/);
  const link = (board, size, task, ties, plan) => p.evaluate((hash) => { location.hash = hash; }, `gerrymander=board=${board}&size=${size}&minority=B&task=${task}&ties=${ties}&plan=${plan}`);
  // The minority is B, and ties are its own: the numbers are those of counting.js.
  const six = ['BAABAB', 'AABAAA', 'BAAABA', 'ABAAAB', 'AABABA', 'BAAAAB'];
  for (const [task, ties] of [['minority', 'nobody'], ['minority', 'b'], ['minority', 'half'], ['sweep', 'nobody']]) {
    const puzzle = {rows: 6, columns: 6, size: 6, board: six, minority: 'B', task, ties};
    const {winning, own} = countCompletions(puzzle, new Array(36).fill(0), false);
    await link(six.join('|'), 6, task, ties, '123456|123456|123456|123456|123456|123456');
    await until(async () => (await text(p, 'about')).startsWith(`${Number(winning).toLocaleString('en')} of 451,206 plans win`));
    assert.deepEqual(await p.locator('#histogram .count').allTextContents(),
      Object.keys(own).sort((x, y) => x - y).map((seats) => Number(own[seats]).toLocaleString('en')));
  }
  // 7 x 7, drawn, undone by a key, and a hint.
  const rows = '1111111|2222222|3333333|4444444|5555555|6666666|7777777';
  await link('ABABABA|BBABBAB|ABBBBAA|BBAABBB|ABBBABA|BBABBAB|ABABABB'.replace(/[AB]/g, (one) => (one === 'A' ? 'B' : 'A')), 7, 'minority', 'nobody', rows);
  await until(async () => (await text(p, 'about')).includes('of 158,753,814 plans win'));
  assert.match(await text(p, 'percentile'), /of 158,753,814\)/);
  await id(p, 'cell-1-1').click();
  assert.match(await text(p, 'status'), /1 cell free/);
  await p.getByRole('region', {name: 'Gerrymander', exact: true}).getByTestId('hint').click();
  await until(async () => /^(The one plan|None of|\d+ of the)/.test(await text(p, 'hint-text')));
  await p.keyboard.press('u');
  assert.match(await text(p, 'status'), /^Complete/);
  // Another room, and back: the map is still there, and the room's keys are not heard elsewhere.
  await id(p, 'room-puzzle').click();
  await p.keyboard.press('r');
  await id(p, 'room-gerrymander').click();
  assert.match(await text(p, 'status'), /^Complete/);
});

for (const [colorScheme, width] of LOOKS) {
  play(`axe finds nothing: ${colorScheme}, ${width} px`, {colorScheme, viewport: {width, height: 900}}, async (p) => {
    for (const room of ['play', 'watch', 'puzzle', 'gerrymander']) {
      await id(p, `room-${room}`).click();
      if (room === 'play') {
        await id(p, 'hint').click();
        await id(p, 'more').locator('> summary').click();
      }
      assert.deepEqual(await axeFindings(p), [], room);
      assert.ok(await p.evaluate(() => document.documentElement.scrollWidth) <= width, `${room} sticks out`);
    }
  });
}

play('by touch on a phone', {viewport: {width: 390, height: 844}, isMobile: true, hasTouch: true}, async (p) => {
  assert.match(await text(p, 'prompt'), /^Tap the land/);
  for (let k = 0; k < 3; ++k) {
    await p.touchscreen.tap(...await at(p, 2 + 6 * k, 2));
    assert.match(await text(p, 'prompt'), /Press Build/);
    await id(p, 'build').tap();
  }
  assert.equal(await turn(p), 4);
  const land = await id(p, 'land').boundingBox(), build = await id(p, 'build').boundingBox();
  assert.ok(land.width > 340 && build.y + build.height <= 844, 'land and Build are seen together');
});
