// The gerrymander page as its players use it.
import assert from 'node:assert/strict';
import {after, before, test} from 'node:test';
import {axeFindings, Browser, commandPage, filledPage, LOOKS, until} from './page.mjs';
import {countCompletions} from '../../web/gerrymander/counting.js';
import {dailyPuzzle, madePuzzle} from '../../web/gerrymander/making.js';

const five = {
  format: 'pentocity-gerrymander-puzzle/1', rows: 5, columns: 5, size: 5, board: ['BABAB', 'BBBAB', 'BBBBA', 'ABABB', 'BABAA'],
  minority: 'A', task: 'minority', ties: 'nobody', seed: 20261121, plans: '4006', winning: '2',
  seats: {0: '587', 1: '2881', 2: '536', 3: '2', 4: '0', 5: '0'}, difficulty: {ratio: 0.0005, forced: 7, borders: 40},
};
const free = (puzzle) => new Array(puzzle.rows * puzzle.columns).fill(0);
const solution = countCompletions(five, free(five), true).witness;
const page = (puzzle = five) => filledPage(JSON.stringify(puzzle));

let browser;
before(async () => { browser = await Browser.start(); });
after(() => browser.stop());

/// A test with a page of its own that must leave no errors, no words in the console and no requests.
const play = (name, html, options, act) => test(name, async () => {
  const opened = await browser.open(html, options);
  await act(opened);
  assert.deepEqual(opened.problems, []);
  await opened.context().close();
});

const cell = (p, i, columns = 5) => p.getByTestId(`cell-${Math.floor(i / columns) + 1}-${i % columns + 1}`);
const middle = async (p, i, columns) => {
  const box = await cell(p, i, columns).boundingBox();
  return [box.x + box.width / 2, box.y + box.height / 2];
};
const text = (p, id) => p.getByTestId(id).textContent();
const map = (p) => p.locator('[role=gridcell]').evaluateAll((cells) => cells.map((one) => Number(one.dataset.label)));
const settled = async (p, id) => {
  const shown = p.getByTestId(id);
  await shown.waitFor();
  await until(() => shown.evaluate((one) => !one.classList.contains('busy')));
  return shown.textContent();
};
const hint = async (p) => {
  await p.getByTestId('hint').click();
  return settled(p, 'hint-text');
};

/// A walk through all cells of a district, in steps to neighbours.
function walk(plan, label, columns = 5) {
  const members = plan.flatMap((other, i) => (other === label ? [i] : []));
  const path = [], seen = new Set();
  const visit = (i) => {
    seen.add(i);
    path.push(i);
    for (const j of [i - columns, i - 1, i + 1, i + columns]) {
      const beside = Math.abs(j % columns - i % columns) + Math.abs(Math.floor(j / columns) - Math.floor(i / columns)) === 1;
      if (beside && members.includes(j) && !seen.has(j)) {
        visit(j);
        path.push(i);
      }
    }
  };
  visit(members[0]);
  return path;
}

async function drag(p, path, columns) {
  await p.mouse.move(...await middle(p, path[0], columns));
  await p.mouse.down();
  for (const i of path.slice(1)) await p.mouse.move(...await middle(p, i, columns));
  await p.mouse.up();
}

/// Draws districts by events that are a pointer's but for its capture, which only a real pointer has. They come all at once,
/// where the browser draws a frame for each step of a real pointer.
const draw = (p, paths, columns = 5) => p.evaluate(([walks, width]) => {
  const board = document.querySelector('#board');
  board.setPointerCapture = () => {};
  const send = (type, i) => {
    const box = document.querySelector(`[data-testid=cell-${Math.floor(i / width) + 1}-${i % width + 1}]`).getBoundingClientRect();
    const at = {clientX: box.x + box.width / 2, clientY: box.y + box.height / 2};
    document.elementFromPoint(at.clientX, at.clientY).dispatchEvent(new PointerEvent(type, {
      ...at, pointerId: 1, isPrimary: true, button: type === 'pointermove' ? -1 : 0, buttons: type === 'pointerup' ? 0 : 1, bubbles: true}));
  };
  for (const path of walks) {
    send('pointerdown', path[0]);
    for (const i of path.slice(1)) send('pointermove', i);
    send('pointerup', path.at(-1));
  }
}, [paths, columns]);
const solve = (p, plan = solution, columns = 5) => draw(p, Array.from({length: Math.max(...plan)}, (_, k) => walk(plan, k + 1, columns)), columns);

play('solved by dragging', page(), {}, async (p) => {
  assert.match(await text(p, 'about'), /Puzzle 20261121.*2 of 4,006 plans win\. 7 of 40 borders/);
  assert.match(await text(p, 'seats'), /A 0.*B 0.*open 5/);
  await drag(p, walk(solution, 1));
  assert.match(await text(p, 'seats'), /open 4/);
  assert.match(await text(p, 'district-1'), /^District I 5\/5/);
  for (let label = 2; label <= 5; ++label) await drag(p, walk(solution, label));
  assert.deepEqual(await map(p), solution);
  assert.match(await text(p, 'seats'), /A 3.*B 2/);
  assert.equal(await text(p, 'status'), 'Solved: 3 for A, 2 for B.');
  assert.equal(await p.getByTestId('status').getAttribute('data-solved'), 'true');
  // 587 + 2881 + 536 of 4006.
  assert.equal(await text(p, 'percentile'), 'Your plan is better than 99.95% of all plans (4,004 of 4,006); 1 other is as good.');
  assert.equal(await p.locator('#histogram .yours th').textContent(), '3');
});

play('complete and not solved', page(), {}, async (p) => {
  await solve(p, Array.from({length: 25}, (_, i) => i % 5 + 1));
  assert.match(await text(p, 'status'), /^Complete, but not solved: [012] for A/);
  const seats = Number(/(\d) for A/.exec(await text(p, 'status'))[1]);
  const fewer = [0, 587, 3468][seats];
  assert.ok((await text(p, 'percentile')).includes(`(${fewer.toLocaleString('en')} of 4,006)`));
});

play('solved by keyboard alone', page(), {}, async (p) => {
  for (let k = 0; k < 30 && !await p.evaluate(() => document.activeElement.matches('[role=gridcell]')); ++k) await p.keyboard.press('Tab');
  let at = 0;
  const go = async (to, drawing) => {
    const steps = [to % 5 - at % 5, Math.floor(to / 5) - Math.floor(at / 5)];
    for (const [count, keys] of [[steps[0], ['ArrowLeft', 'ArrowRight']], [steps[1], ['ArrowUp', 'ArrowDown']]]) {
      for (let k = 0; k < Math.abs(count); ++k) await p.keyboard.press((drawing ? 'Shift+' : '') + keys[Number(count > 0)]);
    }
    at = to;
  };
  for (let label = 1; label <= 5; ++label) {
    const path = walk(solution, label);
    await go(path[0]);
    if (label === 2) {  // a digit and single cells
      await p.keyboard.press('2');
      for (const i of new Set(path)) {
        await go(i);
        await p.keyboard.press('Space');
      }
      await p.keyboard.press('Backspace');
      await p.keyboard.press('Enter');
    } else {  // a new district and a walk
      await p.keyboard.press('n');
      await p.keyboard.press('Space');
      for (const i of path.slice(1)) await go(i, true);
    }
  }
  assert.deepEqual(await map(p), solution);
  assert.match(await text(p, 'status'), /^Solved/);
  assert.equal(await p.evaluate(() => document.activeElement.getAttribute('role')), 'gridcell');
});

play('every control has a name, is reached by Tab and shows it', page(), {}, async (p) => {
  const met = new Set();
  for (let k = 0; k < 30; ++k) {
    await p.keyboard.press('Tab');
    met.add(await p.evaluate(() => {
      const one = document.activeElement;
      const style = getComputedStyle(one), mark = getComputedStyle(one, '::after');
      if (one !== document.body && style.outlineStyle === 'none' && mark.borderStyle === 'none') throw new Error(`no focus on ${one.id}`);
      return one.dataset.testid;
    }));
  }
  for (const id of ['cell-1-1', 'district-1', 'district-5', 'erase', 'hint', 'share', 'print', 'help', 'compare', 'side', 'goal', 'fresh', 'past', 'daily']) assert.ok(met.has(id), id);
  assert.equal(await p.getByRole('grid').getByRole('row').count(), 5);
  assert.equal(await p.getByRole('gridcell', {name: 'A, free'}).count(), 9);
  await p.keyboard.press('?');
  assert.ok(await p.getByTestId('manual').isVisible());
  await p.keyboard.press('Escape');
  assert.ok(!await p.getByTestId('manual').isVisible());
});

play('touch draws', page(), {viewport: {width: 390, height: 844}, hasTouch: true, isMobile: true}, async (p) => {
  const touch = await p.context().newCDPSession(p);
  const send = (type, points) => touch.send('Input.dispatchTouchEvent', {type, touchPoints: points});
  const point = async (i) => {
    const [x, y] = await middle(p, i);
    return [{x, y}];
  };
  const path = walk(solution, 1);
  await send('touchStart', await point(path[0]));
  for (const i of path.slice(1)) await send('touchMove', await point(i));
  await send('touchEnd', []);
  assert.deepEqual(await map(p), solution.map((label) => Number(label === 1)));
});

play('hints count exactly', page(), {}, async (p) => {
  assert.match(await hint(p), /^2 of the 4,006 plans that agree with your districts win\. In one of them, row/);
  assert.equal(await p.locator('.hinted').count(), 2);
  await drag(p, walk(solution, 1).slice(0, 2));
  const begun = (await map(p)).slice();
  const counts = countCompletions(five, begun, false);
  const said = await hint(p);
  assert.ok(said.startsWith(`${counts.winning} of the ${Number(counts.plans).toLocaleString('en')} plans`), said);
  // The cell it names leads to a winning plan.
  const [, row, column, name] = /row (\d), column (\d) is in district (I+)\./.exec(said);
  const followed = begun.slice();
  followed[(row - 1) * 5 + (column - 1)] = name.length;
  assert.notEqual(countCompletions(five, followed, false).winning, '0');
  // A plan that no winning plan agrees with.
  await p.getByTestId('clear').click();
  await drag(p, [0, 1, 2, 3, 4]);
  const row5 = countCompletions(five, await map(p), false);
  assert.equal(row5.winning, '0');
  assert.match(await hint(p), new RegExp(`^None of the ${row5.plans} plans`));
  // A plan that no plan agrees with: a corner cut off.
  await p.getByTestId('clear').click();
  await drag(p, [1, 6, 5, 10, 11]);
  assert.equal(await hint(p), 'No plan agrees with your districts: undo.');
});

const six = {rows: 6, columns: 6, size: 6, board: ['ABBABA', 'BBABBB', 'ABBBAB', 'BABBBA', 'BBABAB', 'ABBBBA'],
             minority: 'A', task: 'sweep', ties: 'b'};
play('6x6 is counted without being told, in the background', page(six), {}, async (p) => {
  await until(async () => (await text(p, 'about')).includes('451,206 plans'));
  const {winning} = countCompletions(six, free(six), false);
  assert.ok((await text(p, 'about')).startsWith(`${Number(winning).toLocaleString('en')} of`));
  assert.ok((await hint(p)).startsWith(`${Number(winning).toLocaleString('en')} of the 451,206 plans`));
});

test('a sweep ranks by the seats of the majority', async () => {
  const counts = countCompletions({...six, ties: 'nobody'}, free(six), true);
  const rows = counts.witness.join('').match(/.{6}/g).join('|');
  const p = await browser.open(page(), {hash: `#board=${six.board.join('|')}&size=6&minority=A&task=sweep&plan=${rows}`});
  const fewer = 451206 - Number(counts.winning);
  assert.ok((await settled(p, 'percentile')).includes(`(${fewer.toLocaleString('en')} of 451,206)`));
  assert.deepEqual(p.problems, []);
});

play('what is counted can be left: another stroke drops the hint', page(six), {}, async (p) => {
  // In one go, for a count may end soon.
  assert.equal(await p.evaluate(() => {
    const one = (id) => document.querySelector(`[data-testid="${id}"]`);
    one('hint').click();
    return one('hint-text').getAttribute('aria-busy');
  }), 'true');
  await drag(p, [0, 1], 6);
  assert.ok(!await p.getByTestId('hint-text').isVisible());
  assert.match(await hint(p), /agree/);
});

play('undo, redo, clear, erase', page(), {}, async (p) => {
  assert.ok(await p.getByTestId('undo').isDisabled());
  await drag(p, [0, 1, 2]);
  await drag(p, [10, 11]);
  const two = await map(p);
  await p.getByTestId('undo').click();
  assert.deepEqual((await map(p)).filter(Boolean), [1, 1, 1]);
  await p.keyboard.press('Control+z');
  assert.deepEqual((await map(p)).filter(Boolean), []);
  await p.keyboard.press('Control+y');
  await p.getByTestId('redo').click();
  assert.deepEqual(await map(p), two);
  assert.ok(await p.getByTestId('redo').isDisabled());
  await p.getByTestId('clear').click();
  assert.deepEqual((await map(p)).filter(Boolean), []);
  await p.keyboard.press('u');
  assert.deepEqual(await map(p), two);
  await p.getByTestId('erase').click();
  await drag(p, [0, 1]);
  assert.deepEqual((await map(p)).slice(0, 3), [0, 0, 1]);
  await p.getByTestId('erase').click();
  await p.keyboard.press('u');
  await drag(p, [10]);  // takes district II up again
  await drag(p, [10]);
  assert.equal((await map(p))[10], 0);
  // A new stroke ends what could be redone.
  await p.keyboard.press('u');
  await drag(p, [20, 21]);
  assert.ok(await p.getByTestId('redo').isDisabled());
});

play('a full district takes no more cells, another\u2019s cell can be taken', page(), {}, async (p) => {
  await drag(p, [0, 1, 2, 3, 4, 9]);
  assert.deepEqual((await map(p)).slice(0, 10), [1, 1, 1, 1, 1, 0, 0, 0, 0, 0]);
  assert.equal(await text(p, 'status'), 'District I has its 5 voters.');
  await drag(p, [6, 1]);
  assert.deepEqual((await map(p)).slice(0, 10), [1, 2, 1, 1, 1, 0, 2, 0, 0, 0]);
  assert.match(await text(p, 'district-1'), /2 pieces/);
  // A quick pointer leaves no gap.
  await drag(p, [15, 18]);
  assert.deepEqual((await map(p)).slice(15, 20), [3, 3, 3, 3, 0]);
});

play('a chosen district goes on wherever it is drawn, until it is full', page(), {}, async (p) => {
  await p.getByTestId('district-2').click();
  for (const cell of ['1-1', '3-3', '5-5', '5-1']) await p.getByTestId(`cell-${cell}`).click();
  assert.match(await text(p, 'district-2'), /4\/5/);
  assert.match(await text(p, 'district-2'), /4 pieces/);
  await p.getByTestId('cell-3-3').click();
  assert.match(await text(p, 'district-2'), /3\/5/, 'a click on its own cell frees it');
  for (const cell of ['3-3', '1-5', '2-3']) await p.getByTestId(`cell-${cell}`).click();
  assert.match(await text(p, 'district-2'), /5\/5/);
  assert.match(await text(p, 'district-1'), /1\/5/, 'after that another begins');
});

play('the browser keeps the plan that was drawn last', page(), {}, async (p) => {
  await solve(p);
  await p.getByTestId('share').click();
  assert.match(await text(p, 'share-note'), /It shows your plan/);
  await p.evaluate(() => window.history.replaceState(null, '', window.location.pathname));
  await p.reload();
  assert.deepEqual(await map(p), solution);
  assert.match(await text(p, 'status'), /^Solved: 3/);
});

play('a link holds board and plan', page(), {}, async (p) => {
  await solve(p);
  await p.getByTestId('share').click();
  const link = await p.getByTestId('share-text').inputValue();
  assert.ok(link.includes('board=BABAB|BBBAB|BBBBA|ABABB|BABAA&size=5'));
  assert.match(link, /plan=[1-5]{5}(\|[1-5]{5}){4}$/);
  // On a page with quite another puzzle.
  const other = await browser.open(page(six), {hash: link});
  assert.deepEqual(await map(other), solution);
  assert.match(await text(other, 'status'), /^Solved: 3/);
  assert.match(await settled(other, 'percentile'), /99\.95%/);
  await other.getByTestId('share').click();
  assert.equal(await other.getByTestId('share-text').inputValue(), link);
  // Typed into a page that is open; and the plan survives a reload.
  await other.evaluate((hash) => { window.location.hash = hash; }, link.replace(/.....$/, '.....'));
  await until(async () => (await text(other, 'status')).includes('5 cells free'));
  const partial = await map(other);
  await other.reload();
  assert.deepEqual(await map(other), partial);
  assert.deepEqual(other.problems, []);
});

play('the daily puzzle comes from the date alone', page(), {}, async (p) => {
  await p.clock.setFixedTime(new Date('2026-11-21T23:59:00Z'));
  await p.getByTestId('daily').click();
  await until(async () => (await text(p, 'about')).startsWith('Daily puzzle of 2026-11-21'));
  const {board, winning} = dailyPuzzle('2026-11-21');
  const shown = await p.locator('[role=gridcell]').evaluateAll((cells) => cells.map((one) => one.getAttribute('aria-label')[0]).join(''));
  assert.equal(shown, board.join(''));
  assert.ok((await hint(p)).startsWith(`${winning} of the 4,006 plans`));
  const linked = await browser.open(page(six), {hash: '#daily=2026-11-21'});
  await until(async () => (await text(linked, 'about')).startsWith('Daily puzzle of 2026-11-21'));
  const template = await browser.open(page().replace(/(<script type="application\/json"[^>]*>)[^<]*/, '$1@puzzle@'));
  await until(async () => (await text(template, 'about')).startsWith('Daily puzzle of'));
  assert.deepEqual([...linked.problems, ...template.problems], []);
});

for (const [name, puzzle] of [['5x5', five], ['6x6', six], ['a large board', {...five, size: 12, rows: 12, columns: 12, board: new Array(12).fill('ABBABBABBABB')}]]) {
  for (const width of [320, 390]) {
    play(`${name} fits a phone of ${width} px`, page(puzzle), {viewport: {width, height: 844}, isMobile: true, hasTouch: true}, async (p) => {
      for (const id of ['hint', 'share']) if (await p.getByTestId(id).isEnabled()) await p.getByTestId(id).click();
      assert.equal(await p.evaluate(() => document.documentElement.scrollWidth), width);
      const box = await p.getByTestId('board').boundingBox();
      assert.ok(box.x >= 0 && box.x + box.width <= width && box.width > 0.85 * width);
    });
  }
}

play('paper shows the plan in black and white, and no buttons', page(), {}, async (p) => {
  await solve(p);
  await p.emulateMedia({media: 'print'});
  for (const id of ['undo', 'hint', 'share', 'fresh', 'compare', 'daily', 'help', 'tell', 'status']) assert.ok(!await p.getByTestId(id).isVisible(), id);
  for (const id of ['board', 'task', 'seats', 'district-1']) assert.ok(await p.getByTestId(id).isVisible(), id);
  const fill = (party) => p.locator(`#board .voter.${party}`).first().evaluate((one) => [getComputedStyle(one).fill, getComputedStyle(one).stroke]);
  assert.deepEqual(await fill('a'), ['rgb(0, 0, 0)', 'none']);
  assert.deepEqual(await fill('b'), ['rgb(255, 255, 255)', 'rgb(0, 0, 0)']);
  assert.ok((await p.pdf()).length > 1000);
});

for (const colorScheme of ['light', 'dark']) {
  play(`${colorScheme}: text and voters stand out`, page(), {colorScheme}, async (p) => {
    await solve(p);
    const colours = await p.evaluate(() => ['--page', '--panel', '--ink', '--soft', '--a', '--b', '--won-a', '--won-b', '--tied', '--drawn']
      .map((name) => {
        const probe = document.body.appendChild(document.createElement('i'));
        probe.style.color = `var(${name})`;
        const {color} = getComputedStyle(probe);
        probe.remove();
        return color;
      }));
    const light = (colour) => colour.match(/\d+/g).map((part) => Number(part) / 255)
      .map((part) => (part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
      .reduce((total, part, k) => total + part * [0.2126, 0.7152, 0.0722][k], 0);
    const contrast = (x, y) => (Math.max(light(x), light(y)) + 0.05) / (Math.min(light(x), light(y)) + 0.05);
    const [paper, panel, ink, soft, a, b, ...fields] = colours;
    for (const ground of [paper, panel, ...fields]) {
      assert.ok(contrast(ink, ground) >= 4.5);
      assert.ok(contrast(a, ground) >= 3, `A on ${ground}`);
      assert.ok(contrast(b, ground) >= 3, `B on ${ground}`);
    }
    assert.ok(contrast(soft, paper) >= 4.5 && contrast(soft, panel) >= 4.5);
  });
}

// Strings that would end the element, or run, if they were taken for HTML.
const evil = '</script><script>alert(1)</script><img src=x onerror=alert(1)>"\'&<!--<script>';
for (const [name, puzzle] of [
  ['in a board', {...five, board: [evil, ...five.board.slice(1)]}], ['as a name', {...five, minority: evil}],
  ['in a rule', {...five, ties: evil}], ['not even an object', evil]]) {
  play(`hostile content ${name} does no harm`, page(puzzle), {}, async (p) => {
    assert.match(await text(p, 'complaint'), /^The puzzle of this page is not right\. /);
    await until(async () => (await text(p, 'about')).startsWith('Daily puzzle'));
    assert.equal(await p.locator('img').count(), 0);
  });
}
play('hostile content in other fields is not shown', page({...five, seed: evil, plans: evil, winning: evil, seats: {[evil]: evil}, difficulty: {forced: evil, borders: 1}, [evil]: evil}), {}, async (p) => {
  await until(async () => await text(p, 'about') === '2 of 4,006 plans win.');
  assert.ok(!(await p.locator('body').innerText()).includes('alert'));
});
for (const hash of [`#board=${evil}`, `#board=AB&size=1&plan=${evil}`, '#%', '#daily=2026-99-99', '#board=AAB|BAB&size=3&minority=A&task=minority&plan=111|11<']) {
  play(`a wrong link is told: ${hash.slice(0, 30)}`, page(), {hash}, async (p) => {
    assert.match(await text(p, 'complaint'), /^(This link is not right\. |The calendar has no day 2026-99-99\.$)/);
    assert.equal(await p.locator('[role=gridcell]').count(), 25);
  });
}

play('a board too large to count plays on what it came with', page({
  ...five, rows: 8, columns: 8, size: 8, board: new Array(8).fill('ABABABBB'), plans: '187497290034', winning: '0', seats: {0: '100', 1: '187497289934'}}), {}, async (p) => {
  assert.ok(await p.getByTestId('hint').isDisabled());
  await solve(p, Array.from({length: 64}, (_, i) => Math.floor(i / 8) + 1), 8);
  assert.equal(await text(p, 'percentile'), 'Your plan is better than 0.00% of all plans (0 of 187,497,290,034); 99 others are as good.');
});

const seven = madePuzzle(7, 'minority', 1);
play('7x7 is ranked by the page itself, and a hint shows how far it is', page(seven), {}, async (p) => {
  const row = (r) => Array.from({length: 7}, (_, c) => r * 7 + c);
  // What is drawn makes the hint's count short.
  await draw(p, [0, 1, 2, 3].map(row), 7);
  const counts = countCompletions(seven, await map(p), true);
  assert.ok(Number(counts.plans) > 1);
  await p.evaluate(() => {
    window.shares = [];
    const bar = document.querySelector('#hint-progress');
    new MutationObserver(() => window.shares.push(bar.value)).observe(bar, {attributes: true});
  });
  const said = await hint(p);
  assert.ok(said.includes(counts.winning === '0' ? `None of the ${counts.plans} plans` : `${counts.winning} of the ${counts.plans} plans`), said);
  const shares = await p.evaluate(() => window.shares);
  assert.ok(shares.length > 10 && shares.every((share, k) => k === 0 || share >= shares[k - 1]), String(shares));
  assert.ok(!await p.getByTestId('hint-progress').isVisible());
  await draw(p, [4, 5, 6].map(row), 7);
  await until(async () => (await text(p, 'about')).includes('of 158,753,814 plans win'));
  assert.match(await text(p, 'percentile'), /% of all plans \([\d,]+ of 158,753,814\)/);
});

play('another puzzle asks before a plan that is begun is left, and Back returns to it', page(), {}, async (p) => {
  await p.clock.setFixedTime(new Date('2026-11-21T12:00:00Z'));
  await draw(p, [walk(solution, 1)]);
  const begun = await map(p);
  await p.getByTestId('daily').click();
  await p.getByTestId('leave-stay').click();
  assert.deepEqual(await map(p), begun);
  await p.getByTestId('daily').click();
  await p.keyboard.press('Escape');
  assert.deepEqual(await map(p), begun);
  assert.match(await text(p, 'about'), /^Puzzle 20261121/);
  await p.getByTestId('daily').click();
  await p.getByTestId('leave-go').click();
  await until(async () => (await text(p, 'about')).startsWith('Daily puzzle of 2026-11-21'));
  assert.deepEqual((await map(p)).filter(Boolean), []);
  await p.goBack();
  await until(async () => (await text(p, 'about')).startsWith('Puzzle 20261121'));
  assert.deepEqual(await map(p), begun);
  // A plan that is solved is not asked about.
  await solve(p);
  await p.getByTestId('daily').click();
  await until(async () => (await text(p, 'about')).startsWith('Daily puzzle of 2026-11-21'));
  assert.ok(!await p.getByTestId('leave').isVisible());
});

play('sizes, tasks and past days are chosen in the page', page(), {}, async (p) => {
  await p.clock.setFixedTime(new Date('2026-11-21T12:00:00Z'));
  await p.getByTestId('side').selectOption('6');
  await p.getByTestId('goal').selectOption('sweep');
  await p.getByTestId('fresh').click();
  await until(async () => await p.locator('[role=gridcell]').count() === 36);
  assert.match(await text(p, 'task'), /B wins every one of them\. A tied district is nobody\u2019s\.$/);
  await until(async () => /^[\d,]+ of 451,206 plans wins?\./.test(await text(p, 'about')));
  assert.ok(!(await text(p, 'about')).startsWith('0 '));
  await p.getByTestId('day').fill('2026-11-22');
  await p.getByTestId('past').click();
  assert.equal(await text(p, 'day-note'), 'The puzzle of 22 November 2026 is not out yet.');
  await p.getByTestId('day').fill('2026-10-31');
  await p.getByTestId('past').click();
  await until(async () => (await text(p, 'about')).startsWith('Daily puzzle of 2026-10-31.'));
  const shown = await p.locator('[role=gridcell]').evaluateAll((cells) => cells.map((one) => one.getAttribute('aria-label')[0]).join(''));
  assert.equal(shown, dailyPuzzle('2026-10-31').board.join(''));
  await p.goBack();
  await until(async () => await p.locator('[role=gridcell]').count() === 36);
});

play('a result is shared without the plan', page(), {}, async (p) => {
  await hint(p);
  await solve(p);
  await p.getByTestId('tell').click();
  await until(async () => await p.getByTestId('told-text').inputValue() !== '');
  const lines = (await p.getByTestId('told-text').inputValue()).split('\n');
  assert.deepEqual(lines.slice(0, 3), ['Gerrymander, 5 × 5', 'Solved: 3 to 2 seats, 1 hint', 'Better than 99.95% of all plans']);
  assert.ok(lines[3].startsWith('#board=BABAB|BBBAB|BBBBA|ABABB|BABAA&size=5&minority=A&task=minority&ties=nobody'), lines[3]);
  const other = await browser.open(page(six), {hash: lines[3]});
  await until(async () => (await text(other, 'about')).startsWith('2 of 4,006'));
  assert.deepEqual((await map(other)).filter(Boolean), []);
});

play('seats and cut edges of a complete plan are those of the command line', page(five), {
  hash: '#board=ABBAA|AABBA|BBBBA|BBABB|BBBAB&size=5&minority=A&task=minority&plan=11111|22334|52334|52234|55544'}, async (p) => {
  await until(async () => (await text(p, 'shape')).startsWith('It has '));
  // `pentocity gerrymander seats BOARD --plan PLAN --outlier`, in docs/reference/gerrymander.md.
  assert.equal(await text(p, 'shape'), 'It has 19 cut edges, pairs of neighbours in different districts: 40.68% of all plans have fewer, 35.74% as many.');
  assert.match(await text(p, 'percentile'), /^Your plan is better than 99\.97% of all plans \(4,005 of 4,006\)/);
});

play('while one draws, the plan is compared with all plans', page(), {}, async (p) => {
  await p.getByTestId('compare').check();
  await draw(p, [walk(solution, 1)]);
  await until(async () => await p.getByTestId('percentile').isVisible() && !(await text(p, 'percentile')).startsWith('4,006'));
  const {plans: agreeing, own} = countCompletions(five, await map(p), false);
  const possible = Object.keys(own).filter((key) => own[key] !== '0');
  const said = await text(p, 'percentile');
  assert.ok(said.startsWith(`${Number(agreeing).toLocaleString('en')} plans agree with your districts. A has ${possible[0]} to ${possible.at(-1)} seats then: better than `), said);
  assert.ok(said.endsWith(' to 99.95% of all plans.'), said);
  assert.equal(await p.locator('#histogram .yours').count(), possible.length);
  await solve(p);
  assert.equal(await text(p, 'verdict'), 'An outlier: 0.04% of all plans give A as many seats or more.');
  await until(async () => (await text(p, 'shape')).startsWith('It has '));
  await solve(p, Array.from({length: 25}, (_, i) => i % 5 + 1));
  assert.match(await text(p, 'verdict'), /^(No|An) outlier: /);
});

for (const [colorScheme, width] of LOOKS) {
  play(`axe finds nothing: ${colorScheme}, ${width} px`, page(), {colorScheme, viewport: {width, height: 900}}, async (p) => {
    const findings = () => axeFindings(p, 'html', ['label-content-name-mismatch']);
    await p.getByTestId('compare').check();
    const top = () => p.evaluate(() => window.scrollTo(0, 0));
    await top();
    await draw(p, [walk(solution, 1)]);
    await hint(p);
    assert.deepEqual(await findings(), []);
    await top();
    await solve(p);
    for (const id of ['share', 'tell']) await p.getByTestId(id).click();
    assert.deepEqual(await findings(), []);
    await p.getByTestId('help').click();
    assert.deepEqual(await findings(), []);
    await p.getByTestId('close-help').click();
    await p.getByTestId('clear').click();
    await top();
    await drag(p, [0, 1]);
    await p.getByTestId('daily').click();
    assert.deepEqual(await findings(), []);
    await p.getByTestId('leave-stay').click();
  });
}

test('the page that the command writes is played to its end', {skip: !process.env.PENTOCITY_BINARY}, async () => {
  const opened = await browser.open(commandPage('--size', '5', '--seed', '1'));
  const puzzle = JSON.parse(await opened.locator('#pentocity-puzzle').textContent());
  const counts = countCompletions(puzzle, free(puzzle), true);
  assert.equal(puzzle.plans, counts.plans);
  assert.equal(puzzle.winning, counts.winning);
  assert.deepEqual(puzzle.seats, counts.seats);
  await solve(opened, counts.witness);
  assert.match(await text(opened, 'status'), /^Solved/);
  assert.deepEqual(opened.problems, []);
});
