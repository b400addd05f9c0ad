// The report of a real tournament, as its readers use it.
import assert from 'node:assert/strict';
import {execFileSync, spawnSync} from 'node:child_process';
import {readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {after, before, test} from 'node:test';
import {fileURLToPath} from 'node:url';
import {gzipSync} from 'node:zlib';
import {axeFindings, Browser, LOOKS, saved, until} from './page.mjs';
import {scratch} from './scratch.mjs';
import {inRows} from '../../web/report/columns.js';
import {show, signed} from '../../web/shared/dom.js';
import {linesOf, pentocity, reportOf, tournament} from './tournament.mjs';

const cup = tournament({
  rules: 'tournament-2016', repeats: 4, seed: 7,
  players: ['jigsaw', {name: 'jigsaw-2016', player: 'jigsaw', options: {as_submitted: true}}, 'diagonal', 'naive', {name: 'broken', command: ['false']}],
  sequencers: ['random', 'g6', 'g2'],
});
const html = reportOf(cup.folder);
const names = Object.keys(cup.traces);
const game = (file) => {
  const lines = linesOf(cup.traces[file]);
  return {header: lines[0], turns: lines.slice(1, -1), end: lines.at(-1)};
};
const whole = names.filter((file) => game(file).end.status === 'ok');
const files = scratch();

const lacksConverter = Boolean(spawnSync('rsvg-convert', ['--version']).error);

let browser;
before(async () => { browser = await Browser.start(); });
after(() => browser.stop());

/// The summary that a page has.
const columnsOf = async (p) => JSON.parse(await p.locator('script#pentocity-summary[type="application/json"]').textContent());
/// A test with a page of its own, all sections of which are open, that must leave no errors, no words in the console and no requests.
const read = (name, options, act, page = html) => test(name, async () => {
  const opened = await browser.open(page, {hash: '#open=all', ...options});
  await act(opened);
  assert.deepEqual(opened.problems, []);
  await opened.context().close();
});

/// What the page says of who is better, from the summary.
function verdict({players, head_to_head: pairs, repeats}) {
  const [first, second] = players.filter(({rank}) => rank !== null).sort((x, y) => x.rank - y.rank);
  const by = `${show(first.mean - second.mean, 1)} points`;
  const pair = pairs.find(({a, b, sequencer}) => sequencer === null && [a, b].includes(first.player) && [a, b].includes(second.player));
  if (pair[pair.better] === first.player) return `${first.player} leads ${second.player} by ${by} in the mean of all streams.`;
  return `${first.player} has the highest mean of all streams, ${by} above ${second.player}` +
    `${pair.too_few_repeats ? `; ${repeats} repeat${repeats > 1 ? 's are' : ' is'} too few to tell` : '; it is not decided'} who is better.`;
}
read('a metric that the page has no words for is shown with those of the program', {}, async (p) => {
  const section = p.getByTestId('metrics');
  assert.ok((await section.locator('thead th').allTextContents()).some((title) => title.trim() === 'waste of land'));
  assert.match(await section.locator('dl').textContent(), /waste of landCells of no use\./);
}, html.replace(/"metrics":{(?="\w+":[[{])/, '"metrics":{"waste_of_land":{"":[3],"at":"0*15"},').replace(/"metrics":{(?="\w+":")/, '"metrics":{"waste_of_land":"Cells of no use",'));

test('a stream with seeds of its own is won by who is best on these', () => {
  const table = join(files, 'scores.csv'), folder = join(files, 'published');
  writeFileSync(table, 'sequencer,player,seed,score\ns,a,1,5\ns,b,1,4\nt,a,2,5\nt,b,2,6\nt,a,3,5\nt,b,3,7\n');
  pentocity('import', table, folder);
  const {sequencers} = JSON.parse(readFileSync(join(folder, 'summary.json'), 'utf8'));
  assert.deepEqual(sequencers.map(({winners}) => winners), [['a'], ['b']]);
  assert.match(reportOf(folder), /<html/);
});

const text = (p, id) => p.getByTestId(id).textContent();
const turn = async (p) => Number(await text(p, 'replay-turn'));
const score = async (p) => Number(await text(p, 'replay-score'));
/// Chooses a radio button by its words, which are what is seen of it, when they stand still.
const choose = (input) => input.locator('xpath=following-sibling::span').click();
/// Waits for the game that was asked for last.
const loaded = (p) => until(async () => await p.locator('.replay-body').getAttribute('aria-busy') === 'false');
const open = async (p, file) => {
  await p.getByTestId('replay-game').selectOption(file);
  await loaded(p);
  const {player, sequencer, seed} = game(file).header;
  assert.equal(await text(p, 'replay-title'), `${player} on ${sequencer}, seed ${seed}`);
};
const rows = (p, id) => p.getByTestId(id).locator('tbody tr');
const column = (p, id, k) => p.getByTestId(id).locator(`tbody tr > :nth-child(${k})`).allTextContents();
const press = async (p, keys, count = 1) => { for (let k = 0; k < count; ++k) await p.keyboard.press(keys); };

read('the summary stands in the page in columns, and every section is there', {}, async (p) => {
  const {format, columns} = await columnsOf(p);
  assert.equal(format, 'pentocity-columns/1');
  // A column has each value, or each that is different once, with runs of their numbers.
  assert.deepEqual(columns.sequencers.sequencer, ['random', 'g6', 'g2']);
  assert.deepEqual(columns.cells.player, {'': ['jigsaw', 'jigsaw-2016', 'diagonal', 'naive', 'broken'], at: '0*3 1*3 2*3 3*3 4*3'});
  assert.deepEqual(inRows(await columnsOf(p)), cup.summary);
  for (const id of ['ranking', 'streams', 'matrix', 'distributions', 'metrics', 'replay']) assert.ok(await p.getByTestId(id).isVisible(), id);
  assert.equal(await p.getByTestId('beside').count(), 0);
  await loaded(p);
  for (const id of ['replay-turn', 'replay-score', 'replay-step', 'replay-play']) assert.ok(await p.getByTestId(id).isVisible(), id);
  assert.equal(await p.getByTestId('open-file').getAttribute('type'), 'file');
  await until(async () => (await score(p)) > 0);
});

read('cards say what a player or a stream is, and where a player stands out', {}, async (p) => {
  const cards = p.getByTestId('cards').locator('li'), of = (name) => cards.filter({has: p.locator('h4', {hasText: new RegExp(`^${name}$`)})});
  assert.equal(await cards.count(), 5 + 3);
  assert.match(await of('g6').textContent(), /Built in under this name: always the I pentomino\./);
  assert.doesNotMatch(await of('jigsaw-2016').textContent(), /Built in/);
  const {score: {mean}} = cup.summary.cells.find(({player, sequencer}) => player === 'diagonal' && sequencer === 'g6');
  const all = cup.summary.cells.filter(({player, sequencer}) => player !== 'broken' && sequencer === 'g6').map((one) => one.score.mean);
  const lead = mean - all.reduce((sum, one) => sum + one, 0) / all.length;
  assert.ok((await of('diagonal').textContent()).includes(`strongest on g6 (${show(mean)}, ${signed(lead)})`));
  await of('diagonal').getByRole('button', {name: 'Watch diagonal on g6'}).click();
  await loaded(p);
  assert.match(await text(p, 'replay-title'), /^diagonal on g6, seed \d+$/);
});

read('ranking: the figures are the summary\u2019s, and each column sorts', {}, async (p) => {
  assert.equal(await rows(p, 'ranking').count(), 5);
  for (const {player, mean, rounds_won: won} of cup.summary.players) {
    const row = p.getByTestId('ranking').locator(`tr[data-player="${player}"]`);
    const cells = await row.locator('td').allTextContents();
    assert.equal(cells[0], mean === null ? '– incomplete' : mean.toLocaleString('en', {minimumFractionDigits: 1, maximumFractionDigits: 1}));
    assert.ok(cells.includes(String(won)), player);
  }
  const byMean = [...cup.summary.players].sort((a, b) => (b.mean ?? -1) - (a.mean ?? -1)).map(({player}) => player);
  assert.deepEqual(await column(p, 'ranking', 1), byMean);
  const heads = p.getByTestId('ranking').locator('thead button');
  await heads.nth(0).click();
  assert.deepEqual(await column(p, 'ranking', 1), [...byMean].sort());
  assert.equal(await p.getByTestId('ranking').locator('th').first().getAttribute('aria-sort'), 'ascending');
  await heads.nth(0).click();
  assert.deepEqual(await column(p, 'ranking', 1), [...byMean].sort().reverse());
  await heads.nth(1).click();
  await heads.nth(1).click();
  // Without a mean comes last either way.
  assert.deepEqual(await column(p, 'ranking', 1), [...byMean.slice(0, 4).reverse(), 'broken']);
  assert.match(await p.getByTestId('ranking').locator('tr[data-player=broken]').textContent(), /12 crashed/);
  assert.equal(await text(p, 'who-leads'), verdict(cup.summary));
});

read('filters: one stream, fewer players', {}, async (p) => {
  await p.getByTestId('filter-sequencer').selectOption({label: 'g6'});
  assert.equal(await rows(p, 'streams').count(), 1);
  const cells = Object.fromEntries(cup.summary.cells.filter(({sequencer}) => sequencer === 'g6').map((cell) => [cell.player, cell]));
  const row = p.getByTestId('ranking').locator('tr[data-player=diagonal]');
  assert.equal(await row.locator('td').first().textContent(), cells.diagonal.score.mean.toLocaleString('en', {minimumFractionDigits: 1, maximumFractionDigits: 1}));
  await p.getByTestId('filter-players').getByRole('button', {name: 'naive'}).click();
  assert.equal(await p.getByTestId('filter-players').getByRole('button', {name: 'naive'}).getAttribute('aria-pressed'), 'false');
  for (const id of ['ranking', 'metrics']) assert.equal(await rows(p, id).count(), 4, id);
  assert.equal(await rows(p, 'matrix').count(), 4);
  await p.getByTestId('filter-sequencer').selectOption('');
  assert.equal(await rows(p, 'streams').count(), 3);
  await p.getByTestId('filter-players').getByRole('button', {name: 'naive'}).click();
  assert.equal(await rows(p, 'ranking').count(), 5);
});

read('head to head: wins and points are the summary\u2019s', {}, async (p) => {
  const cell = async (a, b) => {
    const heads = await p.getByTestId('matrix').locator('thead th').allTextContents();
    return p.getByTestId('matrix').locator('tbody tr').filter({has: p.getByRole('rowheader', {name: a, exact: true})}).locator('td').nth(heads.indexOf(b) - 1);
  };
  const pairs = cup.summary.head_to_head.filter(({sequencer}) => sequencer === null);
  const shown = (which) => p.getByTestId('matrix').getByLabel(which).check();
  await shown('Matches won');
  for (const {a, b, wins, losses, draws} of pairs) {
    assert.equal(await (await cell(a, b)).textContent(), `${Math.round(100 * (wins + draws / 2) / (wins + losses + draws))}%`);
  }
  await shown('Won : lost');
  for (const {a, b, wins, losses} of pairs) {
    assert.equal(await (await cell(a, b)).textContent(), `${wins}:${losses}`);
    assert.equal(await (await cell(b, a)).textContent(), `${losses}:${wins}`);
  }
  await shown('Points');
  for (const {a, b, mean_difference: points} of pairs.filter((pair) => pair.mean_difference !== null)) {
    const said = (await (await cell(b, a)).textContent()).replace('\u2212', '-').replaceAll(',', '');
    assert.ok(Math.abs(Number(said) + points) <= .51, `${b} ${a} ${said} ${points}`);
  }
});

read('one player against the mean of all', {}, async (p) => {
  const chart = p.getByTestId('against-mean');
  for (const {player} of cup.summary.players) {
    if (player === 'broken') continue;
    await chart.locator('select').selectOption(player);
    const means = cup.summary.sequencers.map(({sequencer}) => {
      const known = cup.summary.cells.filter((one) => one.sequencer === sequencer && one.score.mean !== null);
      return known.find((one) => one.player === player).score.mean - known.reduce((sum, one) => sum + one.score.mean, 0) / known.length;
    });
    assert.match(await chart.locator('h3').textContent(), new RegExp(`above it on ${means.filter((x) => x > 0).length} of 3 streams$`));
    const shown = (await chart.locator('.value').allTextContents()).map((one) => Number(one.replace('\u2212', '-').replaceAll(',', '')));
    shown.forEach((value, i) => assert.ok(Math.abs(value - means[i]) <= .51, `${player} ${value} ${means[i]}`));
  }
});

// Of equal programs, and of one that has not played everywhere: an interim report.
const level = {rules: 'tournament-2016', repeats: 3, seed: 7, players: [{name: 'absent', player: 'diagonal'}, {name: 'twin', player: 'naive'}, 'naive'], sequencers: ['random', 'g6']};
const twins = tournament(level, '--players', 'twin,naive', '--trace', 'none');
read('equal players are named together', {}, async (p) => {
  assert.equal(await p.getByTestId('who-leads').textContent(), 'twin and naive are level in the mean of all streams.');
  assert.equal(await p.getByTestId('ranking').locator('h2').textContent(), 'Ranking', 'it is said once');
  assert.equal(await p.getByTestId('streams').locator('h2').textContent(), 'twin and naive each have the best mean on 2 of 2 streams');
  assert.equal(await p.getByTestId('streams').locator('.crown').count(), 4);
  for (const [id, words] of [['growth', /^twin and naive end level$/], ['land-use', /^twin and naive leave /], ['metrics', /^twin and naive leave /], ['bound', /^twin and naive reach /]])
    assert.match(await p.getByTestId(id).locator('h2').textContent(), words, id);
  assert.equal(await p.getByTestId('interim').count(), 0);
}, reportOf(twins.folder));

pentocity('run', join(twins.folder, '..', 'cup.yaml'), '--out', twins.folder, '--players', 'absent', '--sequencers', 'g6', '--trace', 'none');
read('who lacks games comes last, however high the mean, and wins nothing', {}, async (p) => {
  assert.match(await p.getByTestId('interim').textContent(), /^Interim report: 15 of 18 games have been played\. /);
  const row = p.getByTestId('ranking').locator('tr[data-player=absent]');
  assert.deepEqual(await column(p, 'ranking', 1), ['twin', 'naive', 'absent']);
  assert.match(await row.textContent(), /incomplete/);
  assert.equal(await row.locator('td').last().textContent(), '3');
  assert.equal(await p.getByTestId('who-leads').textContent(), 'twin and naive are level in the mean of all streams.');
  assert.ok(await p.getByTestId('missing-note').isVisible());
  assert.equal(await p.getByTestId('failed-note').count(), 0);
  // On the stream that it has played it is compared.
  assert.equal(await p.getByTestId('streams').locator('.crown').count(), 3);
  await p.getByTestId('filter-sequencer').selectOption({label: 'g6'});
  const alone = inRows(await columnsOf(p)).head_to_head
    .filter(({a, sequencer}) => a === 'absent' && sequencer === 'g6');
  assert.match(await p.getByTestId('ranking').locator('h2').textContent(), alone.every(({better}) => better === 'a')
    ? /^absent leads twin and naive by / : /^absent has the highest mean on g6, .* above twin and naive; .* who is better$/);
  await p.getByTestId('filter-sequencer').selectOption({label: 'random'});
  assert.deepEqual(await column(p, 'ranking', 1), ['twin', 'naive', 'absent']);
  assert.deepEqual(await axeFindings(p, '#ranking'), []);
}, reportOf(twins.folder));

for (const [failures, words] of [['apart', 'are in no mean'], ['zero', 'count as 0 in the means'], ['codes', 'count as \u22121 (timeout) or \u22122 (others) in the means']]) {
  const failing = tournament({rules: 'tournament-2016', repeats: 2, seed: 7, failures, players: [{name: 'broken', command: ['false']}, 'naive'], sequencers: ['g6']}, '--trace', 'none');
  read(`failures ${failures}: the page says what failed games count`, {}, async (p) => {
    assert.equal(failing.summary.failures, failures);
    assert.ok((await p.getByTestId('failed-note').textContent()).startsWith(`Games that failed ${words}`));
    assert.equal(await p.getByTestId('missing-note').count(), failures === 'apart' ? 1 : 0);
    assert.deepEqual(await column(p, 'ranking', 1), ['naive', 'broken']);
  }, reportOf(failing.folder));
}

const others = tournament({rules: 'tournament-2016', repeats: 4, seed: 7, players: ['naive', {name: 'diagonal', player: 'jigsaw'}], sequencers: ['g2', 'random', 'g3']}, '--trace', 'none');
pentocity('report', cup.folder, '--beside', others.folder, '-o', join(files, 'beside.html'));
const both = JSON.parse(pentocity('report', cup.folder, '--beside', others.folder, '--format', 'json'));
read('two folders side by side: the figures are the program\u2019s', {}, async (p) => {
  assert.deepEqual(JSON.parse(await p.locator('#pentocity-beside').textContent()), both);
  const section = p.getByTestId('beside');
  const tables = section.locator('table');
  // Players and streams that only one folder has are not shown.
  assert.deepEqual((await tables.nth(0).locator('thead th').allTextContents()), ['Stream', 'diagonal', 'naive']);
  assert.deepEqual((await tables.nth(0).locator('tbody th').allTextContents()), ['random', 'g2', 'mean']);
  const cell = async (t, row, column) => (await tables.nth(t).locator('tbody tr').nth(row).locator('td').nth(column).textContent()).replaceAll('\u2212', '-').replaceAll(',', '').replaceAll('\u00a0', ' ');
  const of = (player, sequencer) => both.cells.find((one) => one.player === player && one.sequencer === sequencer);
  for (const [c, player] of ['diagonal', 'naive'].entries()) {
    for (const [r, sequencer] of ['random', 'g2'].entries()) {
      const {deviation, difference, standard_error: error, here, there} = of(player, sequencer);
      await section.getByLabel('In standard errors').check();
      const text = await cell(0, r, c);
      assert.ok(deviation === null ? text === '–' : Math.abs(Number(text) - deviation) <= .051, text);
      await section.getByLabel('Difference').check();
      const [a, b] = (await cell(0, r, c)).split(' ± ').map(Number);
      assert.ok(Math.abs(a - difference) <= .051 && Math.abs(b - error) <= .051);
      await section.getByLabel('There \u2192 here').check();
      const [x, y] = (await cell(0, r, c)).split(' \u2192 ').map(Number);
      assert.ok(Math.abs(x - there) <= .51 && Math.abs(y - here) <= .51);
    }
  }
  const {matches} = both.pairs[0];
  assert.equal(await cell(1, 0, 1), `${matches.there.wins}:${matches.there.losses} \u2192 ${matches.here.wins}:${matches.here.losses}`);
  assert.equal(await cell(1, 1, 0), `${matches.there.losses}:${matches.there.wins} \u2192 ${matches.here.losses}:${matches.here.wins}`);
  await p.getByTestId('filter-sequencer').selectOption({label: 'g2'});
  assert.deepEqual((await tables.nth(0).locator('tbody th').allTextContents()), ['g2']);
  await p.getByTestId('filter-players').getByRole('button', {name: 'naive'}).click();
  assert.deepEqual((await tables.nth(0).locator('thead th').allTextContents()).slice(0, 2), ['Stream', 'diagonal']);
  assert.deepEqual(await axeFindings(p, '#beside'), []);
}, readFileSync(join(files, 'beside.html'), 'utf8'));

read('every recorded game: its score at every sampled turn, its bonuses and its metrics at the end', {}, async (p) => {
  assert.ok(whole.length >= 20);
  for (const file of whole) {
    const {turns, end} = game(file);
    await open(p, file);
    assert.equal(await turn(p), turns.length - 1);
    assert.equal(await score(p), end.score, file);
    const number = async (id) => Number((await text(p, id)).replaceAll(',', ''));
    assert.equal(await number('replay-cells') + await number('replay-bonus'), end.score);
    for (const [name, value] of Object.entries(end.metrics)) {
      const shown = p.getByTestId('replay-metrics').locator(`[data-metric=${name}]`);
      if (Number.isInteger(value) && await shown.count()) assert.equal((await shown.textContent()).replaceAll(',', ''), String(value), name);
    }
    for (const at of [0, Math.floor(turns.length / 2), turns.length - 4]) {
      await p.getByTestId('replay-scrub').fill(String(at));
      assert.equal(await turn(p), at);
      assert.equal(await score(p), turns[at].score_after);
      assert.equal(await number('replay-cells') + await number('replay-bonus'), turns[at].score_after);
    }
  }
});

read('a failed game says how it ended', {}, async (p) => {
  const failed = names.find((file) => file.includes('broken'));
  await open(p, failed);
  assert.match(await text(p, 'replay-verdict'), /crashed/);
  assert.equal(await score(p), 0);
});

read('step, back, first, last, next reject, jump', {}, async (p) => {
  const file = whole.find((name) => name.includes('random__jigsaw__'));
  const {turns} = game(file);
  await open(p, file);
  await p.getByTestId('replay-start').click();
  assert.equal(await turn(p), 0);
  for (let k = 1; k <= 5; ++k) {
    await p.getByTestId('replay-step').click();
    assert.equal(await turn(p), k);
    assert.equal(await score(p), turns[k].score_after);
    assert.match(await text(p, 'replay-verdict'), new RegExp(`^\\+${turns[k].delta} at row ${turns[k].location[0]}, column ${turns[k].location[1]}`));
    assert.match(await text(p, 'replay-request'), new RegExp(turns[k].request.type));
  }
  await p.getByTestId('replay-back').click();
  assert.equal(await turn(p), 4);
  await p.getByTestId('replay-reject').click();
  const reject = turns.findIndex(({accept}) => !accept);
  assert.equal(await turn(p), reject);
  assert.match(await text(p, 'replay-verdict'), /^Reject 1 of 3\. (There was no place: of [\d,]+ sites|It could have been placed)/);
  await p.getByTestId('replay-jump').fill('17');
  await p.getByTestId('replay-jump').press('Enter');
  assert.equal(await turn(p), 17);
  await p.getByTestId('replay-jump').fill('99999');
  await p.getByTestId('replay-jump').press('Enter');
  assert.equal(await turn(p), turns.length - 1);
  await p.getByTestId('replay-step').click();
  assert.equal(await turn(p), turns.length - 1);
});

read('plays to the end and stops there; plays and pauses by keyboard', {}, async (p) => {
  const file = whole.find((name) => name.includes('random__naive__'));
  const {turns, end} = game(file);
  await open(p, file);
  await p.getByTestId('replay-speed').selectOption('60');
  await p.getByTestId('replay-jump').fill(String(turns.length - 40));
  await p.getByTestId('replay-jump').press('Enter');
  // In one go, for it ends soon.
  assert.equal(await p.getByTestId('replay-play').evaluate((button) => {
    button.click();
    return button.getAttribute('aria-label');
  }), 'Pause');
  await until(async () => await turn(p) === turns.length - 1);
  assert.equal(await p.getByTestId('replay-play').getAttribute('aria-label'), 'Play');
  assert.equal(await score(p), end.score);
  await p.getByTestId('replay-scrub').focus();
  await press(p, 'Home');
  assert.equal(await turn(p), 0);
  await press(p, 'ArrowRight', 3);
  await press(p, 'Shift+ArrowRight');
  await press(p, 'ArrowLeft');
  assert.equal(await turn(p), 12);
  await p.getByTestId('replay-speed').selectOption('2');
  await p.getByTestId('replay-scrub').focus();
  await press(p, 'Space');
  assert.equal(await p.getByTestId('replay-play').getAttribute('aria-label'), 'Pause');
  await until(async () => await turn(p) > 13);
  await press(p, 'Space');
  assert.equal(await p.getByTestId('replay-play').getAttribute('aria-label'), 'Play');
  const at = await turn(p);
  await press(p, '-');
  assert.equal(await p.getByTestId('replay-speed').inputValue(), '1');
  await press(p, 'r');
  assert.equal(await turn(p), turns.findIndex(({accept}, k) => k > at && !accept));
  await press(p, 'End');
  assert.equal(await turn(p), turns.length - 1);
});

test('the address opens a game at a turn, and follows it', async () => {
  const [file, other] = whole;
  const p = await browser.open(html, {hash: `#game=${file}&turn=30`});
  await until(async () => await turn(p) === 30);
  assert.equal(await score(p), game(file).turns[30].score_after);
  await p.getByTestId('replay-step').click();
  await until(() => p.evaluate(() => window.location.hash.endsWith('&turn=31')));
  await p.reload();
  await until(async () => await turn(p) === 31);
  await p.evaluate((hash) => { window.location.hash = hash; }, `#game=${other}&turn=0`);
  await until(async () => await turn(p) === 0);
  assert.equal(await score(p), game(other).turns[0].score_after);
  await p.evaluate((hash) => { window.location.hash = hash; }, `#game=${other}`);
  await until(async () => await turn(p) === game(other).turns.length - 1);
  for (const wrong of ['#game=nosuch__game__1__0.jsonl.gz&turn=3', '#game=<img src=x onerror=alert(1)>&turn=-1', '#game=%']) {
    await p.evaluate((hash) => { window.location.hash = hash; }, wrong);
    await until(() => p.getByTestId('replay-complaint').isVisible());
    assert.match(await text(p, 'replay-complaint'), /not in this file/);
  }
  assert.deepEqual(p.problems, []);
});

test('filter, order, overlay, game, turn and second game are in the address; a bad link says so and leaves the rest', async () => {
  const file = names.find((name) => name.startsWith('g6__diagonal__') && name.endsWith('__0.jsonl.gz')), twin = file.replace('diagonal', 'naive');
  const p = await browser.open(html);
  await until(async () => (await score(p)) > 0);
  await p.getByTestId('filter-sequencer').selectOption({label: 'g6'});
  await p.getByTestId('filter-players').getByRole('button', {name: 'broken'}).click();
  await p.getByTestId('ranking').locator('thead button').nth(0).click();
  await choose(p.getByTestId('overlay-lost'));
  await open(p, file);
  await p.getByTestId('replay-second').selectOption(twin);
  await loaded(p);
  await p.getByTestId('replay-jump').fill('12');
  await p.getByTestId('replay-jump').press('Enter');
  const whole = `#stream=g6&hide=broken&sort=ranking.0.up&overlay=lost&game=${file}&with=${twin}&turn=12`;
  await until(async () => await p.evaluate(() => window.location.hash) === whole);
  const shown = async (page) => [await turn(page), await text(page, 'replay-title'), await text(page, 'replay-title-b'), await column(page, 'ranking', 1),
    await rows(page, 'streams').count(), await page.getByTestId('overlay-lost').isChecked()];
  const other = await browser.open(html, {hash: whole});
  await until(async () => await other.getByTestId('replay-score-b').isVisible() && await turn(other) === 12);
  assert.deepEqual(await shown(other), await shown(p));
  assert.ok(!await other.locator('header .complaint').isVisible());
  await other.evaluate((hash) => { window.location.hash = hash; }, `#stream=nosuch&hide=nobody&sort=ranking.99.up&overlay=x&turn=7&colour=red&game=${file}`);
  await until(async () => await turn(other) === 7);
  assert.equal(await other.locator('header .complaint').textContent(), 'The link asks for what this page does not have: stream \u201cnosuch\u201d, hide \u201cnobody\u201d, sort \u201cranking.99.up\u201d, overlay \u201cx\u201d, colour \u201cred\u201d.');
  assert.equal(await rows(other, 'streams').count(), 1);
  for (const one of [p, other]) {
    assert.deepEqual(one.problems, []);
    await one.context().close();
  }
});

for (const [width, height] of [[1400, 900], [1920, 1080], [1280, 720]]) {
  read(`the replay fits a window of ${width} x ${height}`, {viewport: {width, height}}, async (p) => {
    await p.getByTestId('streams').locator('tbody button').first().click();
    await loaded(p);
    for (const second of [false, true]) {
      if (second) {
        await open(p, names.find((name) => name.startsWith('g6__diagonal__') && name.endsWith('__0.jsonl.gz')));
        const twin = await p.getByTestId('replay-second').locator('option').nth(1).getAttribute('value');
        await p.getByTestId('replay-second').selectOption(twin);
        await loaded(p);
        await p.locator('.replay-body').evaluate((body) => body.scrollIntoView());
      }
      const land = await p.getByTestId('replay-land').boundingBox(), controls = await p.locator('.controls').boundingBox();
      assert.ok(land.y >= controls.y + controls.height && land.y + land.height <= height, JSON.stringify({land, controls}));
      assert.ok(land.height > (second ? .4 : .5) * height);
      for (const score of second ? ['replay-score', 'replay-score-b'] : ['replay-score']) {
        const {y, height: tall} = await p.getByTestId(score).boundingBox();
        assert.ok(y > controls.y && y + tall <= height, `${score} is in sight`);
      }
    }
    const app = await p.locator('#app').boundingBox();
    assert.ok(app.width > .9 * width);
  });
}

read('keys work wherever the focus is, unless the control uses the key itself', {}, async (p) => {
  const file = whole.find((name) => name.includes('random__jigsaw__'));
  await open(p, file);
  await p.getByTestId('replay-jump').fill('30');
  await p.getByTestId('replay-jump').press('Enter');
  await p.locator('.replay-body').evaluate((body) => {
    body.scrollIntoView();
    document.activeElement.blur();
  });
  await press(p, 'ArrowRight');
  assert.equal(await turn(p), 31);
  for (const id of ['replay-play', 'replay-reject', 'overlay-land']) {
    await p.getByTestId(id).focus();
    const at = await turn(p);
    await press(p, 'Shift+ArrowLeft');
    if (id === 'overlay-land') assert.equal(await turn(p), at);  // chooses another overlay
    else assert.equal(await turn(p), at - 10);
  }
  await p.getByTestId('replay-jump').focus();
  const at = await turn(p);
  await press(p, 'Home');
  assert.equal(await turn(p), at);
  // Beside the replay they are the browser's.
  await p.evaluate(() => {
    document.activeElement.blur();
    window.scrollTo(0, 0);
  });
  await press(p, 'ArrowRight');
  assert.equal(await turn(p), at);
});

read('a click on a building goes to its turn; cells are numbered and can be read by keyboard', {}, async (p) => {
  const file = whole.find((name) => name.includes('random__jigsaw__'));
  await open(p, file);
  const {turns} = game(file);
  const k = turns.findIndex(({accept}, i) => accept && i > 20);
  const [r, c] = turns[k].building[0];
  const land = p.getByTestId('replay-land');
  assert.deepEqual((await land.locator('.layer-numbers text').allTextContents()).slice(0, 4), ['0', '0', '5', '5']);
  const at = await land.evaluate((svg, [y, x]) => {
    svg.closest('.replay-body').scrollIntoView();
    const point = new DOMPoint(x + .5, y + .5).matrixTransform(svg.getScreenCTM());
    return [point.x, point.y];
  }, [r, c]);
  await p.mouse.click(...at);
  assert.equal(await turn(p), k);
  await p.getByTestId('replay-end').click();
  await p.getByTestId('replay-cells-by-key').focus();
  assert.match(await text(p, 'replay-cell'), /^row 0, column 0: /);
  await press(p, 'ArrowDown', r % 10);
  await press(p, 'Shift+ArrowDown', Math.floor(r / 10));
  await press(p, 'ArrowRight', c);
  assert.match(await text(p, 'replay-cell'), new RegExp(`^row ${r}, column ${c}: ${turns[k].request.type}, turn ${k}, \\d+( \\+ 2 \\((park|pond)\\))* points$`));
  await press(p, 'Enter');
  assert.equal(await turn(p), k);
});

read('games are searched by their words, and follow the stream', {}, async (p) => {
  const options = async () => (await p.getByTestId('replay-game').locator('option').evaluateAll((all) => all.map(({value}) => value)));
  await until(async () => (await options())[0] !== '');  // which says to choose a game, until the first one has been read
  assert.deepEqual((await options()).sort(), [...names].sort());
  await open(p, names.find((name) => name.startsWith('random__naive__')));
  const first = await p.getByTestId('replay-game').inputValue();
  await p.getByTestId('filter-sequencer').selectOption({label: 'g6'});
  assert.deepEqual((await options()).sort(), names.filter((name) => name.startsWith('g6__') || name === first).sort());
  await p.getByTestId('replay-search').fill('Diagonal repeat 0');
  assert.deepEqual((await options()).filter((name) => name !== first), names.filter((name) => /^g6__diagonal__.*__0\./.test(name)));
  await p.getByTestId('replay-search').fill('nothing is like this');
  assert.deepEqual(await options(), [first]);
});

read('other traces from disk, packed or not, and what is none', {}, async (p) => {
  const apart = tournament({rules: 'report', repeats: 2, seed: 99, players: ['jigsaw', 'diagonal'], sequencers: ['random']}, '--trace', 'all');
  const [first, second] = Object.keys(apart.traces);
  const put = (name, bytes) => {
    writeFileSync(join(files, name), bytes);
    return join(files, name);
  };
  const lines = linesOf(apart.traces[first]);
  await p.getByTestId('open-file').setInputFiles(put('plain.jsonl', apart.traces[first]));
  await until(async () => (await text(p, 'replay-title')).includes(lines[0].player) && await score(p) === lines.at(-1).score);
  assert.equal(await turn(p), lines.length - 3);
  assert.match(await p.getByTestId('replay-second').textContent(), /no other recorded game with these requests: see repeat 0, or run with --trace all/);
  const packed = put(second, gzipSync(apart.traces[second]));
  await p.getByTestId('open-file').setInputFiles(packed);
  await until(async () => await score(p) === linesOf(apart.traces[second]).at(-1).score);
  for (const [name, bytes, message] of [
    ['empty.jsonl', '', /^empty\.jsonl: /], ['<img src=x onerror=alert(1)>.jsonl', 'hello', /^<img src=x onerror=alert\(1\)>\.jsonl: line 1: no JSON/],
    ['cut.jsonl.gz', gzipSync(apart.traces[first]).subarray(0, 3000), /^cut\.jsonl\.gz: /], ['short.jsonl', apart.traces[first].slice(0, 5000), /^short\.jsonl: .*(no JSON|cut short)/]]) {
    await p.getByTestId('open-file').setInputFiles(put(name, bytes));
    await until(async () => message.test(await text(p, 'replay-complaint')));
  }
  // Two at once stand side by side.
  const [a, b] = Object.keys(apart.traces).filter((name) => name.endsWith('__0.jsonl.gz')).map((name) => put(name, gzipSync(apart.traces[name])));
  await p.getByTestId('open-file').setInputFiles([a, b]);
  await until(() => p.getByTestId('replay-score-b').isVisible());
  assert.match(await text(p, 'replay-remark'), /same requests, in step/);
  await p.getByTestId('replay-jump').fill('25');
  await p.getByTestId('replay-jump').press('Enter');
  const after25 = [a, b].map((path) => linesOf(apart.traces[path.split('/').at(-1)])[26].score_after);
  assert.deepEqual([await score(p), Number(await text(p, 'replay-score-b'))], after25);
  assert.equal(await text(p, 'replay-request'), await text(p, 'replay-request-b'));
  await p.getByTestId('replay-end').click();
  const ends = [a, b].map((path) => linesOf(apart.traces[path.split('/').at(-1)]).at(-1).score);
  assert.deepEqual([await score(p), Number(await text(p, 'replay-score-b'))], ends);
});

// A file with room for a part of the games.
const many = tournament({rules: 'report', repeats: 50, seed: 7, players: ['jigsaw', 'diagonal', 'naive'], sequencers: ['random', 'g6']}, '--trace', 'all');
pentocity('report', many.folder, '--megabytes', '1', '--out', join(files, 'part.html'));
read('any two players can be set side by side on each stream', {}, async (p) => {
  assert.match(await text(p, 'left-out'), /found no room/);
  for (const file of Object.keys(many.traces).filter((name) => name.endsWith('__0.jsonl.gz'))) {
    await p.getByTestId('replay-game').selectOption(file);
    await loaded(p);
    const labels = await p.getByTestId('replay-second').locator('option').allTextContents();
    for (const player of ['jigsaw', 'diagonal', 'naive']) if (!file.includes(`__${player}__`)) assert.ok(labels.some((label) => label.startsWith(`${player} · `)), `${file}: ${labels}`);
  }
}, readFileSync(join(files, 'part.html'), 'utf8'));

read('overlays say what they show', {}, async (p) => {
  const file = whole.find((name) => name.includes('random__jigsaw-2016__'));
  await open(p, file);
  await choose(p.getByTestId('overlay-bonuses'));
  const {end} = game(file);
  assert.ok((await text(p, 'replay-overlay-note')).endsWith(`: ${end.score.toLocaleString('en')}.`));
  assert.match(await text(p, 'replay-legend'), /\+4/);
  assert.ok(await p.getByTestId('replay-land').locator('.layer-labels text').count() > 50);
  await choose(p.getByTestId('overlay-lost'));
  assert.match(await text(p, 'replay-overlay-note'), /^\d+ cells? cut off/);
  await choose(p.getByTestId('overlay-land'));
  assert.equal(await text(p, 'replay-overlay-note'), '');
});

read('a number of the table and a dot of the chart open their games', {}, async (p) => {
  await p.getByTestId('streams').getByRole('row', {name: /^g6/}).getByRole('button').nth(2).click();
  await loaded(p);
  assert.match(await text(p, 'replay-title'), /^diagonal on g6/);
  await p.getByTestId('distributions').locator('circle.ringed').first().click({force: true});
  await loaded(p);
  assert.doesNotMatch(await text(p, 'replay-title'), /^diagonal on g6/);
});

read('keyboard alone reaches everything, and shows where it is', {}, async (p) => {
  await until(async () => (await score(p)) > 0);
  const expected = await p.evaluate(() => [...document.querySelectorAll('a[href], button, select, input:not([type=radio]), summary, input[type=radio]:checked, [tabindex="0"]')]
    .filter((one) => !one.disabled && one.checkVisibility()).map((one, i) => {
      one.dataset.stop = i;
      return i;
    }));
  const met = new Set();
  for (let k = 0; k < expected.length + 10; ++k) {
    await p.keyboard.press('Tab');
    const stop = await p.evaluate(() => {
      const one = document.activeElement;
      if (one === document.body) return null;
      // Where an input hides, its label shows the focus.
      const shown = one.matches('[type=radio], [type=file]') ? one.nextElementSibling : one;
      if (getComputedStyle(shown).outlineStyle === 'none') throw new Error(`no focus on ${one.outerHTML.slice(0, 80)}`);
      return Number(one.dataset.stop);
    });
    if (stop !== null) met.add(stop);
  }
  assert.deepEqual(expected.filter((stop) => !met.has(stop)), []);
  // Sorting and filtering keep the focus.
  await p.getByTestId('ranking').locator('thead button').nth(3).focus();
  await press(p, 'Enter');
  assert.equal(await p.evaluate(() => document.activeElement.textContent.slice(0, 6)), 'Median');
});

for (const [k, [colorScheme, width]] of LOOKS.entries()) {
  read(`axe finds nothing: ${colorScheme}, ${width} px`, {colorScheme, viewport: {width, height: 900}}, async (p) => {
    await until(async () => (await score(p)) > 0);
    const key = (name) => JSON.stringify([game(name).header.sequencer, game(name).header.seed]);
    const [a, twin] = whole.map((name) => [name, whole.find((other) => other !== name && key(other) === key(name))]).find(([, other]) => other);
    for (const state of k < 1 ? ['land', 'bonuses', 'lost', 'two'] : ['land']) {
      if (state === 'two') {
        await open(p, a);
        await p.getByTestId('replay-second').selectOption(twin);
        await loaded(p);
      } else {
        await p.getByTestId(`overlay-${state}`).check();
      }
      assert.deepEqual(await axeFindings(p), [], state);
    }
  });
}

for (const width of [320, 390]) {
  read(`nothing sticks out of a phone of ${width} px`, {viewport: {width, height: 844}, isMobile: true, hasTouch: true}, async (p) => {
    await until(async () => (await score(p)) > 0);
    assert.equal(await p.evaluate(() => document.documentElement.scrollWidth), width);
    const land = await p.getByTestId('replay-land').boundingBox();
    assert.ok(land.x >= 0 && land.x + land.width <= width && land.width > .85 * width);
    await p.getByTestId('replay-start').tap();
    await p.getByTestId('replay-step').tap();
    assert.equal(await turn(p), 1);
  });
}

/// The rows of all tables of a page are those that the program prints of these folders; gives the names of the files by section.
async function savesTheRowsOf(p, ...folders) {
  const names = {};
  for (const button of await p.getByTestId('save-csv').all()) {
    const section = await button.evaluate((one) => one.closest('section').id);
    const [name, bytes] = await saved(p, button), [, prefix, rows] = /^(beside-)?(\w+)\.csv$/.exec(name);
    assert.equal(prefix !== undefined, section === 'beside');
    assert.equal(bytes, pentocity('report', folders[0], ...(prefix ? ['--beside', folders[1]] : []), '--format', 'csv', '--rows', rows), name);
    names[section] = [...names[section] ?? [], name];
  }
  return names;
}

// Names that CSV quotes, or guards from being taken for formulas; failed games; a stream that adapts.
const odd = tournament({
  rules: {profile: 'report', side: 12}, repeats: 3, seed: 7, failures: 'codes',
  players: ['naive', {name: '=1+1', player: 'diagonal'}, {name: '\'=1', player: 'g2'}, {name: '-2', player: 'g4'}, {name: 'a, "b"', player: 'g5'},
    {name: '\u05d0', player: 'naive'}, {name: '\uff1d', command: ['false']}],
  sequencers: [{name: '-s', sequencer: 'random'}, 'g6', 'nemesis'],
}, '--trace', 'none');
pentocity('report', odd.folder, '--beside', cup.folder, '-o', join(files, 'odd.html'));
read('what a button saves is what the command line prints, whatever is sorted or filtered', {}, async (p) => {
  await p.getByTestId('filter-sequencer').selectOption({label: 'g6'});
  await p.getByTestId('filter-players').getByRole('button', {name: 'naive'}).click();
  await p.getByTestId('ranking').locator('thead button').nth(0).click();
  assert.deepEqual(await savesTheRowsOf(p, odd.folder, cup.folder), {
    'ranking': ['players.csv'], 'growth': ['courses.csv'], 'land-use': ['courses.csv'], 'points': ['cells.csv'], 'rejects': ['courses.csv'],
    'bound': ['bounds.csv'], 'streams': ['cells.csv', 'sequencers.csv'], 'matrix': ['pairs.csv'], 'losses': ['cells.csv'],
    'distributions': ['cells.csv'], 'metrics': ['cells.csv'],
    'beside': ['beside-cells.csv', 'beside-players.csv', 'beside-sequencers.csv', 'beside-pairs.csv'],
  });
}, readFileSync(join(files, 'odd.html'), 'utf8'));

read('every figure of the ranking, the streams and the pairs is the summary\u2019s', {}, async (p) => {
  const {players, sequencers, cells, head_to_head: pairs} = odd.summary;
  const texts = (row) => row.locator('td').evaluateAll((all) => all.map((one) => one.textContent));
  const row = (player) => p.getByTestId('ranking').locator('tbody tr').filter({has: p.getByRole('rowheader', {name: player, exact: true})});
  const byRank = [...players].sort((x, y) => (x.rank ?? 99) - (y.rank ?? 99));
  assert.deepEqual(await column(p, 'ranking', 1), byRank.map(({player}) => player));
  assert.ok(players.some(({rank}, k) => players.findIndex((one) => one.rank === rank) !== k), 'two are equal');
  for (const {player, mean, ci95: ci, median, rounds_won: rounds, streams_won: streams, matches, rating, rating_ci95: of} of players) {
    const {wins, losses, draws} = matches, share = 100 * (wins + draws / 2) / (wins + losses + draws);
    const failed = cells.filter((cell) => cell.player === player).reduce((sum, {games, status}) => sum + games - status.ok, 0);
    assert.deepEqual(await texts(row(player)), [show(mean, 1), ci ? `${show(ci[0], 1)} to ${show(ci[1], 1)}` : '–', show(median), show(rounds),
      show(streams), `${show(share)}% ${wins}–${losses}–${draws}`, `${signed(rating)} ± ${show((of[1] - of[0]) / 2)}`,
      failed ? `${failed} crashed` : '0'], player);
  }
  for (const {sequencer, mean, winners} of sequencers) {
    const stream = p.getByTestId('streams').locator('tbody tr').filter({has: p.locator('th bdi', {hasText: new RegExp(`^${sequencer}$`)})});
    const shown = await texts(stream);
    assert.equal(shown.at(-1), show(mean));
    byRank.forEach(({player}, k) => {
      const cell = cells.find((one) => one.player === player && one.sequencer === sequencer);
      const failures = cell.games - cell.status.ok;
      assert.equal(shown[k], `${winners.includes(player) ? '★' : ''}${show(cell.score.mean)}${failures ? ` ${failures}✕` : ''}`);
    });
  }
  await p.getByTestId('matrix').getByLabel('Points').check();
  const bold = await p.getByTestId('matrix').locator('tbody tr').evaluateAll((all) => all.map((tr) =>
    [...tr.querySelectorAll('td')].map((td) => td.classList.contains('best'))));
  const of = (a, b) => pairs.find((pair) => pair.sequencer === null && [pair.a, pair.b].includes(a) && [pair.a, pair.b].includes(b));
  byRank.forEach(({player: a}, i) => byRank.forEach(({player: b}, k) => {
    const pair = a === b ? null : of(a, b);
    assert.equal(bold[i][k], Boolean(pair?.better) && pair[pair.better] === a, `${a} ${b}`);
  }));
}, reportOf(odd.folder));

read('charts are saved as SVG, and each section has a link', {permissions: ['clipboard-read']}, async (p) => {
  const [name, chart] = await saved(p, p.getByTestId('growth').getByTestId('save-svg'));
  assert.equal(name, 'growth.svg');
  assert.match(chart, /^<svg [^>]*xmlns="http:\/\/www\.w3\.org\/2000\/svg"/);
  assert.match(chart, /stroke="rgb\(/);
  assert.doesNotMatch(chart, /class="(series|label)|var\(/);
  for (const id of ['ranking', 'growth', 'streams', 'matrix', 'metrics'])
    assert.equal(await p.getByTestId(id).getByRole('link', {name: 'Link to this section'}).getAttribute('href'), `#${id}`);
});

read('each chart is saved by the keyboard, whole, and becomes a PDF', {}, async (p) => {
  let all = 0;
  for (const section of await p.locator('section:has(svg.chart)').all()) {
    const charts = await section.locator('svg.chart').all(), buttons = await section.getByTestId('save-svg').all();
    assert.equal(buttons.length, charts.length, await section.getAttribute('id'));
    for (const [k, chart] of charts.entries()) {
      const [name, picture] = await saved(p, {click: () => buttons[k].press('Enter')});
      assert.equal(name, `${await section.getAttribute('id')}${charts.length > 1 ? `-${k + 1}` : ''}.svg`);
      const [, , width, height] = (await chart.getAttribute('viewBox')).split(' ');
      const parsed = await p.evaluate((xml) => {
        const {documentElement: svg} = new DOMParser().parseFromString(xml, 'image/svg+xml');
        return [svg.tagName, svg.getAttribute('width'), svg.getAttribute('height'), ...[...svg.querySelectorAll('text')].map((one) => one.textContent)];
      }, picture);
      assert.deepEqual(parsed, ['svg', width, height, ...await chart.locator('text').allTextContents()]);
      const file = join(files, name);
      writeFileSync(file, picture);
      if (lacksConverter) continue;
      execFileSync('rsvg-convert', ['--format=pdf', `--output=${file}.pdf`, file]);
      assert.match(readFileSync(`${file}.pdf`, 'latin1'), /^%PDF-/);
    }
    all += charts.length;
  }
  assert.ok(all >= 10, `${all} charts`);
});

// Two players that are nearly level: the last turns decide.
const near = tournament({rules: {profile: 'report', side: 20}, repeats: 6, players: ['jigsaw', 'naive'], sequencers: ['random', 'g6']});
read('scores by turn end with the last turn, as the table has them', {}, async (p) => {
  const byRank = [...near.summary.players].sort((x, y) => x.rank - y.rank);
  assert.deepEqual(byRank.map(({rank}) => rank), [1, 2]);
  assert.match(await p.getByTestId('growth').locator('h2').textContent(), new RegExp(`^${byRank[0].player} has the highest mean from `));
  assert.equal(await p.getByTestId('growth-chart').getAttribute('aria-label'),
    `Mean score by turn: ${byRank.map(({player, mean}) => `${player} ${show(mean)} in the end`).join('; ')}`);
  const last = await p.getByTestId('growth').locator('tbody tr').last().locator('th, td').allTextContents();
  const turns = Math.max(...near.summary.courses.map((one) => one.turns));
  assert.ok(near.summary.courses.some(({turns: one, every}) => one === turns && one % every));
  assert.deepEqual(last, [show(turns), ...byRank.map(({mean}) => show(mean))]);
  assert.equal(await text(p, 'who-leads'), verdict(near.summary));
}, reportOf(near.folder));

const single = tournament({repeats: 1, players: ['naive'], sequencers: ['random']});
read('one game has its score in the end', {}, async (p) => {
  assert.equal(await p.getByTestId('growth').locator('h2').textContent(), `naive has ${show(single.summary.players[0].mean)} points in the end`);
}, reportOf(single.folder));

const once = tournament({rules: {profile: 'report', side: 14}, repeats: 1, players: ['naive', 'diagonal'], sequencers: ['random', 'g1']});
read('one repeat decides nothing', {}, async (p) => {
  assert.match(await text(p, 'who-leads'), /^\w+ has the highest mean of all streams, [\d.]+ points above \w+; 1 repeat is too few to tell who is better\.$/);
  assert.equal(await text(p, 'who-leads'), verdict(once.summary));
  assert.equal(await p.getByTestId('matrix').locator('td.best').count(), 0);
  assert.match(await p.getByTestId('matrix').locator('.lead').first().textContent(), /; 1 repeat is too few to tell that of each pair\.$/);
  // Names beside a small land are as large as beside a large one, and within the picture.
  const land = p.getByTestId('finished-land');
  await until(() => land.isVisible());
  const edge = await land.boundingBox();
  for (const name of await land.locator('.callout text').all()) {
    const box = await name.boundingBox();
    assert.ok(box.x + box.width <= edge.x + edge.width && box.height > edge.height / 40 && box.height < edge.height / 10, JSON.stringify({box, edge}));
  }
}, reportOf(once.folder));

const crowd = tournament({rules: {profile: 'report', side: 8}, repeats: 2, sequencers: ['random'],
  players: Array.from({length: 30}, (_, k) => ({name: `p${k}`, player: ['naive', 'diagonal', 'g2', 'g4'][k % 4]}))}, '--trace', 'none');
for (const width of [1280, 390]) {
  read(`thirty names stand in the chart, each on its own line, at ${width} px`, {viewport: {width, height: 900}}, async (p) => {
    const places = await p.getByTestId('growth-chart').locator('text.label').evaluateAll((all) => all.map((one) => Number(one.getAttribute('y'))));
    const height = Number((await p.getByTestId('growth-chart').getAttribute('viewBox')).split(' ')[3]);
    assert.equal(places.length, 30);
    places.sort((x, y) => x - y).forEach((y, k) => assert.ok(y > 10 && y < height - 20 && (k === 0 || y - places[k - 1] > 14), places));
  }, reportOf(crowd.folder));
}

read('the land of the first screen opens its game, and a number a game that can be compared', {}, async (p) => {
  await p.getByTestId('watch-land').click();
  await loaded(p);
  const said = (await p.locator('.finished figcaption').textContent()).match(/of (\S+) on (\S+): ([\d,]+) points/);
  assert.match(await text(p, 'replay-title'), new RegExp(`^${said[1]} on ${said[2]}, `));
  assert.equal(await score(p), Number(said[3].replaceAll(',', '')));
  for (const button of await p.getByTestId('streams').locator('tbody button').all()) {
    await button.click();
    await loaded(p);
    assert.ok(await p.getByTestId('replay-second').locator('option').count() > 1);
  }
});

read('scores by turn less those of the leader', {}, async (p) => {
  await choose(p.locator('input[name=growth][value=leader]'));
  const tops = await p.getByTestId('growth-chart').locator('.series').evaluateAll((all) => all.map((path) =>
    Math.min(...path.getAttribute('d').match(/-?[\d.]+,-?[\d.]+/g).map((pair) => Number(pair.split(',')[1])))));
  const flat = await p.getByTestId('growth-chart').locator('.series').evaluateAll((all) => all.filter((path) =>
    new Set(path.getAttribute('d').match(/-?[\d.]+,-?[\d.]+/g).map((pair) => pair.split(',')[1])).size === 1).length);
  assert.equal(flat, 1, 'the leader is the line of 0');
  assert.ok(tops.length > 2);
});

for (const width of [1440, 390])
  read(`nothing moves while the page opens at ${width} px`, {viewport: {width, height: 900}}, async (p) => {
    await until(async () => (await score(p)) > 0 && p.getByTestId('finished-land').isVisible());
    const shift = await p.evaluate(() => new Promise((resolve) => {
      new PerformanceObserver((list) => resolve(list.getEntries().reduce((sum, entry) => sum + (entry.hadRecentInput ? 0 : entry.value), 0)))
        .observe({type: 'layout-shift', buffered: true});
      setTimeout(() => resolve(0), 500);
    }));
    assert.ok(shift < .05, String(shift));
  });

read('paper has the tables and the land, and no controls', {}, async (p) => {
  await until(async () => (await score(p)) > 0);
  await p.emulateMedia({media: 'print'});
  for (const id of ['replay-play', 'replay-scrub', 'open-file', 'filter-sequencer']) assert.ok(!await p.getByTestId(id).isVisible(), id);
  for (const id of ['ranking', 'streams', 'matrix', 'distributions', 'metrics', 'replay-land', 'replay-score']) assert.ok(await p.getByTestId(id).isVisible(), id);
  assert.ok((await p.pdf()).length > 1000);
});

// Strings that would end the element, or run, if they were taken for HTML; and long ones.
const evil = ['<script>alert(1)</script>', '</script><!--<script>', '"><img src=x onerror=alert(1)>', '__proto__', '@summary@ @games@', 'x'.repeat(100)];
const hostile = tournament({rules: 'report', repeats: 2, seed: 1, players: evil.map((name) => ({name, player: 'naive'})), sequencers: [{name: evil[0], sequencer: 'random'}, {name: evil[1], sequencer: 'g6'}, {name: 'constructor', sequencer: 'g2'},
  {name: 's'.repeat(90), sequencer: 'g3'}]});
for (const width of [1280, 390]) {
  read(`hostile names do no harm at ${width} px`, {viewport: {width, height: 900}}, async (p) => {
    assert.deepEqual(inRows(await columnsOf(p)), hostile.summary);
    assert.deepEqual((await column(p, 'ranking', 1)).sort(), [...evil].sort());
    assert.equal(await p.locator('img').count(), 0);
    assert.equal(await p.locator('script').count(), 5);
    assert.equal(await p.evaluate(() => document.documentElement.scrollWidth), width);
    const file = Object.keys(hostile.traces).find((name) => name.includes('%3Cscript%3E'));
    await until(async () => (await score(p)) > 0);
    assert.equal(await p.evaluate(() => window.location.hash), '#open=all');
    for (const [k, name] of [encodeURIComponent(file), file].entries()) {
      await p.evaluate((hash) => { window.location.hash = hash; }, `#game=${name}&turn=${4 + k}`);
      await until(async () => await turn(p) === 4 + k);
    }
    for (const sequencer of evil.slice(0, 2)) {
      await p.getByTestId('filter-sequencer').selectOption({label: sequencer});
      assert.equal(await rows(p, 'streams').count(), 1);
    }
    await p.getByTestId('replay-step').click();
    assert.equal(await turn(p), 6);
  }, reportOf(hostile.folder));
}

// Scripts that run from right to left, and a character that turns the order of what follows.
const turned = ['\u05d0\u05d1\u05d2', 'a-turn-b', 'submitted-no-extension'];
const names4 = tournament({rules: 'report', repeats: 2, seed: 3, players: turned.map((name, i) => ({name, player: ['jigsaw', 'naive', 'diagonal'][i]})), sequencers: [{name: '\u05d3\u05d4', sequencer: 'random'}, 'g6']});
read('a name never turns the words around it', {}, async (p) => {
  await until(async () => (await score(p)) > 0);
  for (const id of ['growth', 'land-use', 'streams', 'metrics']) {
    const heading = p.getByTestId(id).locator('h2');
    assert.ok(await heading.locator('bdi').count() > 0, id);
    for (const one of await heading.locator('bdi').all()) assert.equal(await one.evaluate((node) => getComputedStyle(node).unicodeBidi), 'isolate');
  }
  // Wherever something is read, the override is written out, and a name from right to left is alone or isolated.
  const texts = await p.evaluate(() => {
    const out = [document.title];
    for (const one of document.querySelectorAll('#app *')) {
      for (const name of ['title', 'aria-label', 'label']) if (one.hasAttribute(name)) out.push(one.getAttribute(name));
      if (!one.closest('bdi')) for (const node of one.childNodes) if (node.nodeType === Node.TEXT_NODE) out.push(node.data);
    }
    return out;
  });
  assert.deepEqual(texts.filter((one) => one.includes('\u202e')), []);
  const mixed = texts.filter((one) => /[\u05d0-\u05ea]/.test(one) && /[a-z]/i.test(one.replace(/\\u202e/g, '')));
  assert.ok(mixed.length > 3);
  for (const one of mixed) assert.ok(!/[\u05d0-\u05ea]/.test(one.replace(/\u2068[^\u2069]*\u2069/g, '')), one);
  // A config refuses such a name; results may come from elsewhere.
}, reportOf(names4.folder).replaceAll('a-turn-b', 'a\u202eb'));

for (const width of [1280, 390]) {
  read(`labels of charts are whole, or end in an ellipsis, at ${width} px`, {viewport: {width, height: 900}}, async (p) => {
    const label = p.getByTestId('distributions').locator('text.label', {hasText: width > 400 ? 'submitted-no-extension' : 'submitted'}).first();
    assert.ok(await label.isVisible());
    const out = await p.evaluate(() => [...document.querySelectorAll('svg.chart')].flatMap((chart) => {
      const box = chart.getBoundingClientRect();
      return [...chart.querySelectorAll('text')].filter((text) => {
        const at = text.getBoundingClientRect();
        return at.left < box.left - .5 || at.right > box.right + .5;
      }).map((text) => text.textContent);
    }));
    assert.deepEqual(out, []);
  }, reportOf(names4.folder));
}

read('the table of streams is shaded by row', {}, async (p) => {
  const shares = await p.getByTestId('streams').locator('tbody tr').evaluateAll((trs) => trs.map((tr) =>
    Math.max(...[...tr.querySelectorAll('td')].map((td) => Number(/--share: ([\d.]+)/.exec(td.getAttribute('style') ?? '')?.[1] ?? 0)))));
  assert.deepEqual(shares, shares.map(() => 1));
  assert.ok(shares.length === 3);
});

read('every section has the players in the same order, also on one stream', {}, async (p) => {
  for (const stream of ['', '0', '2']) {
    await p.getByTestId('filter-sequencer').selectOption(stream);
    const order = await column(p, 'ranking', 1);
    assert.deepEqual(await p.getByTestId('filter-players').locator('button').allTextContents(), order);
    assert.deepEqual((await p.getByTestId('streams').locator('thead .name').allTextContents()), order);
    assert.deepEqual(await column(p, 'matrix', 1), order);
    assert.deepEqual(await column(p, 'metrics', 1), order);
  }
});

test('letters of living scripts stand in names as they are', async () => {
  // Farsi and Hindi join and part letters by characters that are not seen; between Latin letters these hide something.
  const names = ['نمی\u200cخواهم', 'क\u094d\u200dष', 'ᠮᠣᠩᠭᠣᠯ\u180eᠠ'];
  const cupOf = (all) => tournament({repeats: 1, seed: 1, players: all.map((name) => ({name, player: 'naive'})), sequencers: ['g6']});
  const p = await browser.open(reportOf(cupOf(names).folder));
  assert.deepEqual((await p.getByTestId('ranking').locator('tbody tr > th').allTextContents()).sort(), [...names].sort());
  assert.throws(() => cupOf(['a\u200cb']), /has characters that cannot be printed/);
  await p.context().close();
});

test('no zero has a sign', () => {
  assert.deepEqual([show(-0.04, 1), show(-0, 0), signed(0.04, 1), signed(-0.3), show(-1.26, 1), signed(0.26, 1)], ['0.0', '0', '0.0', '0', '\u22121.3', '+0.3']);
});

read('the title has the run and its date', {}, async (p) => {
  const {name, date} = JSON.parse(await p.locator('#pentocity-run').textContent());
  assert.equal(name, 'results');
  assert.match(date, /^\d{4}-\d\d-\d\d$/);
  assert.equal(await p.title(), `results · ${date} · Pentocity tournament`);
  assert.ok((await p.locator('h1').textContent()).startsWith('results'));
});

for (const colorScheme of ['light', 'dark']) {
  read(`what stands on a land can be told apart without colours: ${colorScheme}`, {colorScheme}, async (p) => {
    const greys = await p.evaluate(() => ['empty', 'residence', 'factory', 'park', 'water', 'road'].map((kind) => {
      const probe = document.body.appendChild(document.createElement('i'));
      probe.style.color = `var(--${kind})`;
      const [r, g, b] = getComputedStyle(probe).color.match(/\d+/g).map(Number);
      probe.remove();
      return .2126 * r + .7152 * g + .0722 * b;
    }).sort((a, b) => a - b));
    for (let k = 1; k < greys.length; ++k) assert.ok(greys[k] - greys[k - 1] > 22, greys);
  });
}

for (const [width, height] of [[1400, 900], [390, 844]]) {
  read(`the first screen says what the game is, who leads and by how much: ${width} px`, {viewport: {width, height}}, async (p) => {
    const land = p.getByTestId('finished-land');
    await until(() => land.isVisible());
    for (const part of [land, p.getByTestId('who-leads'), p.locator('.rules'), p.locator('h1 time')]) {
      const box = await part.boundingBox();
      assert.ok(box.y >= 0 && box.y + box.height <= height && box.x + box.width <= width, JSON.stringify(box));
    }
    assert.equal(await text(p, 'who-leads'), verdict(cup.summary));
    const parts = await land.locator('.callout text').allTextContents();
    assert.deepEqual(parts.filter((part) => part !== 'empty').sort(), ['factory', 'park', 'pond', 'residence', 'road']);
    assert.match(await p.locator('.rules').textContent(), /a building earns 2 more beside a park and 2 more beside a pond, .* the third reject ends the game\.$/);
  });
}

const meanOver = (streams, of) => streams.reduce((sum, one) => sum + of(one), 0) / streams.length;
const courses = (player) => cup.summary.courses.filter((one) => one.player === player);
const figures = async (p, id) => {
  const details = p.getByTestId(id).locator('details').last();
  await details.locator('summary').click();
  return details.locator('tbody tr').evaluateAll((trs) => trs.map((tr) => [...tr.children].map((cell) => cell.textContent.replaceAll(',', ''))));
};
read('the charts of all games have the figures of the summary', {}, async (p) => {
  const order = (await column(p, 'ranking', 1)).filter((player) => player !== 'broken');
  const near = (shown, value, by) => assert.ok(Math.abs(Number(shown) - value) <= by, `${shown} ${value}`);
  for (const [turns, ...scores] of await figures(p, 'growth')) {
    const k = Number(turns) / 10;
    scores.forEach((score, i) => near(score, k === 0 ? 0 : meanOver(courses(order[i]), (one) => (one.scores[k - 1] ?? one.final_scores) / one.games), .51));
  }
  for (const [i, [player, ...cells]] of (await figures(p, 'land-use')).entries()) {
    assert.equal(player, order[i]);
    ['residence', 'factory', 'park', 'water', 'road', 'empty'].forEach((kind, k) => near(cells[k], meanOver(courses(player), (one) => one.cells[kind] / one.games), .051));
    near(cells[5], meanOver(cup.summary.cells.filter((one) => one.player === player), (one) => one.metrics.empty), .051);
  }
  for (const [player, ...causes] of await figures(p, 'rejects')) {
    ['no_room', 'other_type', 'no_road', 'declined', 'invalid'].forEach((cause, k) => near(causes[k], meanOver(courses(player), (one) => one.rejects[cause] / one.games), .0051));
    near(causes.reduce((sum, cause) => sum + Number(cause), 0), 3, .03);
  }
  const meanPoints = (player, name) => meanOver(cup.summary.cells.filter((one) => one.player === player), (one) => one.points[name]);
  const rows = await figures(p, 'points');
  assert.deepEqual(rows.map(([name]) => name).filter((name) => name.startsWith('empty')).length, 4);
  order.forEach((player, i) => {
    const sum = [0, 1, 2].reduce((all, k) => all + Number(rows[k][i + 1]), 0);
    near(String(sum), meanOver(cup.summary.cells.filter((one) => one.player === player), (one) => one.score.mean), .16);
    const shown = (start) => rows.find(([name]) => name.startsWith(start))[i + 1];
    for (const bonus of [0, 2, 4]) near(shown(`residences bonus ${bonus}`), meanPoints(player, `residences_${bonus}`), .051);
    near(shown('empty: too narrow'), meanPoints(player, 'empty_too_narrow'), .051);
    near(shown('cells of rejected'), meanPoints(player, 'rejected_cells'), .051);
    const residences = [0, 2, 4].reduce((sum, bonus) => sum + meanPoints(player, `residences_${bonus}`), 0);
    near(shown('park cells per residence'), meanPoints(player, 'residence_park') / residences, .0051);
  });
  const bounds = JSON.parse(pentocity('bound', cup.folder, '--format', 'json')).cells;
  for (const [player, score, limit, share] of await figures(p, 'bound')) {
    const own = bounds.filter((one) => one.player === player);
    near(score, meanOver(own, (one) => one.score), .051);
    near(limit, meanOver(own, (one) => one.bound), .051);
    near(share.replace('%', ''), meanOver(own, (one) => one.percent), .051);
  }
  assert.match(await p.getByTestId('bound').locator('h2').textContent(), new RegExp(`^${order[0]} reaches \\d+% of the upper bound$`));
  for (const id of ['growth', 'land-use', 'residences', 'empty', 'rejects', 'bound']) assert.ok(await p.getByTestId(`${id}-chart`).locator('.unit').count() > 0, id);
  // Of two players the difference is drawn.
  assert.equal(await p.getByTestId('growth-difference').count(), 0);
  for (const player of [...order.slice(2), 'broken']) await p.getByTestId('filter-players').getByRole('button', {name: player, exact: true}).click();
  assert.ok(await p.getByTestId('growth-difference').isVisible());
});

read('the greatest losses are those of the summary, and both games open side by side', {}, async (p) => {
  const cell = (player, sequencer) => cup.summary.cells.find((one) => one.player === player && one.sequencer === sequencer);
  const choose = async (loser, winner) => {
    await p.getByTestId('losses-winner').selectOption(winner);
    await p.getByTestId('losses-loser').selectOption(loser);
  };
  // Those to the best of all can be watched.
  await p.getByTestId('losses-loser').selectOption('diagonal');
  const open = p.getByTestId('losses-table').getByRole('button', {name: 'Open both'});
  assert.equal(await open.count(), 3);
  await open.last().click();
  await until(async () => /^jigsaw(-2016)? ends \d+ points ahead of diagonal/.test(await p.getByTestId('replay-difference').textContent()));
  await choose('naive', 'jigsaw');
  const expected = cup.summary.sequencers.filter(({adaptive}) => !adaptive).flatMap(({sequencer}) => {
    const [a, b] = ['naive', 'jigsaw'].map((player) => cell(player, sequencer).score.values);
    return a.map((score, repeat) => [sequencer, repeat, score, b[repeat], score - b[repeat]]);
  }).filter(([, , , , by]) => by < 0).sort((x, y) => x[4] - y[4]);
  const rows = await p.getByTestId('losses-table').locator('tbody tr').evaluateAll((trs) => trs.map((tr) => [...tr.children].map((one) => one.textContent)));
  const number = (shown) => Number(shown.replaceAll(',', '').replace('\u2212', '-'));
  assert.deepEqual(rows.map(([stream, repeat, a, b, by]) => [stream, Number(repeat), number(a), number(b), number(by)]), expected.slice(0, 8));
  assert.match(await p.getByTestId('losses').locator('h2').textContent(), new RegExp(`^naive lost ${expected.length} games? to jigsaw`));
  const at = rows.findIndex(([, repeat]) => repeat === '0');
  await p.getByTestId('losses-table').locator('tbody tr').nth(at).getByRole('button', {name: 'Open both'}).click();
  await until(() => p.getByTestId('replay-difference').locator('h3').isVisible());
  assert.match(await p.getByTestId('replay-difference').locator('h3').textContent(), new RegExp(`^jigsaw ends ${-number(rows[at][4])} points ahead of naive`));
  await until(() => /game=.*&with=/.test(p.url()));
});

read('the page says how its results were made', {}, async (p) => {
  const made = /made by: (.*)/.exec(pentocity('report', cup.folder, '--format', 'table'))[1];
  assert.match(made, /^Pentocity \d+\.\d+\.\d+.*, config [0-9a-f]{16}, /);
  const shown = await p.getByTestId('made').textContent();
  assert.ok(shown.startsWith(`How this was made: ${made}; on `), shown);
});

read('a chart is printed alone, on a page of its size', {}, async (p) => {
  await p.evaluate(() => {  // a frame's own dialog would stop the test
    new MutationObserver((changes) => changes.forEach(({addedNodes}) => addedNodes.forEach((one) => {
      if (one.tagName === 'IFRAME') one.addEventListener('load', () => { one.contentWindow.print = () => { one.dataset.asked = 'yes'; }; }, true);
    }))).observe(document.body, {childList: true});
  });
  await p.getByTestId('growth').getByTestId('save-pdf').first().click();
  const frame = p.getByTestId('printed');
  await until(async () => await frame.count() > 0);
  const text = await frame.getAttribute('srcdoc');
  const [, width, height] = /@page \{ size: ([\d.]+)px ([\d.]+)px/.exec(text);
  const [, , w, h] = (await p.getByTestId('growth-chart').getAttribute('viewBox')).split(' ');
  assert.deepEqual([width, height], [w, h]);
  assert.match(text, /<svg [^]*stroke="rgb\(/);
});

read('two games have their difference drawn, turn by turn', {}, async (p) => {
  const a = names.find((name) => name.startsWith('g6__diagonal__') && name.endsWith('__0.jsonl.gz')), b = a.replace('diagonal', 'naive');
  await open(p, a);
  assert.ok(!await p.getByTestId('replay-difference').locator('svg').count());
  await p.getByTestId('replay-second').selectOption(b);
  await loaded(p);
  const by = game(a).end.score - game(b).end.score, [ahead, behind] = by > 0 ? ['diagonal', 'naive'] : ['naive', 'diagonal'];
  const scores = (file, turn) => game(file).turns[Math.min(turn, game(file).turns.length - 1)].score_after;
  const length = Math.max(game(a).turns.length, game(b).turns.length);
  let since = length;
  while (since > 0 && Math.sign(scores(a, since - 1) - scores(b, since - 1)) === Math.sign(by)) --since;
  assert.equal(await p.getByTestId('replay-difference').locator('h3').textContent(), `${ahead} ends ${Math.abs(by)} points ahead of ${behind}, and leads from turn ${since} on`);
});

const {courses: _, ...before6} = {...cup.summary, cells: cup.summary.cells.map(({points: _points, ...cell}) => cell)};
read('results of before say what is missing', {}, async (p) => {
  for (const [id, what] of [['growth', 'how the scores grew'], ['land-use', 'what the cells became'], ['points', 'where the points came from'], ['rejects', 'why requests were rejected']]) {
    assert.equal(await p.getByTestId(id).locator('h2').textContent(), `It is not known ${what}`);
    assert.match(await p.getByTestId(id).locator('.lead').textContent(), /they are published scores/);
  }
}, html.replace(/(id="pentocity-summary">)[^]*?(<\/script>)/, (_, head, tail) => head + JSON.stringify(before6).replaceAll('<', '\\u003c') + tail));

const secret = tournament({rules: 'report', repeats: 2, seed: 'secret', players: ['naive', {name: 'messy', command: [process.execPath, fileURLToPath(new URL('players/messy_player.mjs', import.meta.url))]}], sequencers: ['random']});
read('the commitment of a secret and the causes of invalid moves are on the page', {}, async (p) => {
  assert.equal(await p.locator('.commitment code').textContent(), secret.summary.commitment);
  const moves = p.getByTestId('invalid-moves');
  await moves.locator('summary').click();
  const causes = await moves.locator('thead th').allTextContents(), counts = await moves.locator('tbody td').allTextContents();
  const {faults} = secret.summary.cells.find(({player}) => player === 'messy');
  assert.deepEqual(Object.fromEntries(counts.map((count, k) => [causes[k + 1], Number(count)])), Object.fromEntries(Object.entries(faults).filter(([, count]) => count > 0)));
  assert.ok(counts.length > 0);
}, reportOf(secret.folder));

const lone = tournament({rules: 'report', repeats: 1, seed: 1, players: ['naive'], sequencers: ['g6']}, '--trace', 'none');
read('one player, one game, no trace', {}, async (p) => {
  assert.equal(await rows(p, 'ranking').count(), 1);
  assert.match(await p.getByTestId('matrix').textContent(), /No two players met the same requests/);
  assert.ok(await p.getByTestId('replay-game').isDisabled());
  assert.ok(!await p.getByTestId('replay-land').isVisible());
}, reportOf(lone.folder));

read('games that find no room are said to be left out', {}, async (p) => {
  assert.match(await text(p, 'left-out'), /^\d+ recorded games found no room/);
}, readFileSync(join(files, 'part.html'), 'utf8'));

// What a task may do, counted: elements are what a page pays for, and a list that is scrolled costs a layout.
const thirty = tournament({rules: {side: 12}, repeats: 8, seed: 1, sequencers: [...Array(20).keys()].map((k) => ({name: `stream ${k}`, sequencer: 'random'})),
  players: [...Array(30).keys()].map((k) => ({name: `player ${k}`, player: k % 2 ? 'naive' : 'diagonal'}))});
const counting = `<script>
  const tasks = [];
  let scrolled = 0;
  const count = (name) => {
    const make = document[name].bind(document);
    document[name] = (...of) => {
      if (!count.task) {
        const task = count.task = {made: 0, ranked: 0};
        tasks.push(task);
        setTimeout(() => {
          count.task = null;
          task.ranked = document.querySelectorAll('#ranking tbody tr').length;
        });
      }
      ++count.task.made;
      return make(...of);
    };
  };
  count('createElement');
  count('createElementNS');
  const {get, set} = Object.getOwnPropertyDescriptor(Element.prototype, 'scrollLeft');
  Object.defineProperty(Element.prototype, 'scrollLeft', {get, set(x) { ++scrolled; set.call(this, x); }});
</script><div id="app">`;
read('thirty players on twenty streams are drawn in short tasks, the ranking in the first', {hash: ''}, async (p) => {
  // Who is who comes last.
  const tasksUntil = async (cards) => {
    await until(async () => await p.locator('#cards li').count() === cards);
    return p.evaluate(() => new Promise((resolve) => setTimeout(() => resolve(tasks.splice(0)))));
  };
  const isQuick = (tasks, most, rows, step) => {
    assert.equal(tasks[0].ranked, rows, step);
    const made = tasks.map((task) => task.made), sum = made.reduce((a, b) => a + b, 0);
    assert.ok(sum < most && Math.max(...made) < 4500, `${step}: ${made.join(', ')} elements`);
  };
  isQuick(await tasksUntil(30 + 20), 18_000, 30, 'opened');
  // Four megabytes have room for them all, as the summary is in columns.
  assert.ok(JSON.parse(await p.locator('#pentocity-games').textContent()).games.length >= 600);
  await p.getByTestId('filter-sequencer').selectOption({label: 'stream 3'});
  isQuick(await tasksUntil(30 + 1), 10_000, 30, 'one stream');
  await p.getByTestId('filter-players').getByRole('button').nth(4).click();
  isQuick(await tasksUntil(29 + 1), 10_000, 29, 'without a player');
  await p.getByTestId('ranking').locator('thead button').nth(0).click();
  assert.ok((await tasksUntil(29 + 1))[0].made < 1500);
  assert.equal(await p.evaluate(() => scrolled), 0);
}, reportOf(thirty.folder).replace('<div id="app">', () => counting));

read('a table that is scrolled stays so where it is drawn anew', {viewport: {width: 390, height: 800}}, async (p) => {
  const table = p.getByTestId('streams').locator('.scroll').first();
  await table.evaluate((one) => { one.scrollLeft = 70; });
  await p.getByTestId('filter-players').getByRole('button').first().click();
  await until(async () => await p.getByTestId('streams').locator('thead th').count() === 1 + 4 + 1);
  assert.equal(await table.evaluate((one) => one.scrollLeft), 70);
});

read('a link to a section leads there, whatever is drawn above it later', {hash: '#matrix'}, async (p) => {
  await until(async () => await p.locator('#cards li').count() === 30 + 20);
  await until(() => p.getByTestId('matrix').evaluate((one) => Math.abs(one.getBoundingClientRect().top) < 200));
}, reportOf(thirty.folder));

const folded = (p) => p.locator('#app section > .body[hidden]').evaluateAll((bodies) => bodies.map((body) => body.parentNode.id));
read('sections fold: what is folded is found, printed, and opened by its heading, the menu or the address', {hash: '', viewport: {width: 1280, height: 900}}, async (p) => {
  await until(async () => (await folded(p)).length === 10);
  assert.deepEqual((await folded(p)).slice(0, 3), ['growth', 'land-use', 'points']);
  assert.ok(await p.evaluate(() => document.documentElement.scrollHeight) < 4000);
  assert.ok(!await p.getByTestId('growth-chart').isVisible());
  await p.getByTestId('growth').locator('h2').click();
  assert.ok(await p.getByTestId('growth-chart').isVisible());
  await p.locator('nav.menu a[href="#matrix"]').click();
  await until(() => p.url().endsWith('#open=growth&open=matrix&section=matrix'));
  assert.ok(await p.getByTestId('matrix').locator('table').isVisible());
  const fold = p.getByTestId('ranking').locator('.fold');
  await fold.focus();
  await press(p, 'Enter');
  assert.equal(await fold.getAttribute('aria-expanded'), 'false');
  await until(() => p.url().includes('#fold=ranking&open=growth&open=matrix'));
  const before = await folded(p);
  await p.reload();
  await until(async () => String(await folded(p)) === String(before));
  // As the browser's search does.
  await p.locator('#cards-body').evaluate((body) => body.dispatchEvent(new Event('beforematch')));
  assert.ok(await p.getByTestId('cards').locator('li').first().isVisible());
  await p.emulateMedia({media: 'print'});
  for (const id of ['ranking', 'distributions', 'metrics']) assert.ok(await p.locator(`#${id}-body`).isVisible(), id);
  await p.emulateMedia({media: 'screen'});
  await p.getByTestId('open-all').click();
  await until(() => p.url().includes('#open=all'));
  assert.deepEqual(await folded(p), []);
  await p.getByTestId('open-all').click();
  assert.equal((await folded(p)).length, await p.locator('#app section > .body').count());
});

for (const width of [320, 390, 1024, 1280]) {
  read(`the strip of contents fits a window of ${width} px`, {viewport: {width, height: 800}}, async (p) => {
    const menu = p.locator('nav.menu');
    assert.ok(await menu.evaluate((one) => one.scrollWidth <= one.clientWidth && [...one.children].every((link) => link.getBoundingClientRect().right <= window.innerWidth)));
    assert.ok(await p.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth));
  });
}

read('a link leads to a row of a table, in whatever section', {hash: ''}, async (p) => {
  const row = p.getByTestId('ranking').locator('tr[data-row=naive]');
  await row.getByRole('link', {name: 'Link to the row naive'}).click();
  await until(() => p.url().endsWith('#row=ranking.naive'));
  assert.equal(await row.getAttribute('aria-current'), 'true');
  assert.equal(await row.locator('th').getAttribute('aria-label'), 'naive');
  for (const [value, cell] of [['metrics.diagonal', 'diagonal'], ['streams.g6', 'g6'], ['matrix.jigsaw-2016', 'jigsaw-2016']]) {
    await p.evaluate((hash) => { window.location.hash = hash; }, `#row=${value}`);
    const marked = p.locator('tr[aria-current]');
    await until(async () => await marked.count() === 1 && await marked.isVisible() && await marked.locator('th').textContent() === cell);
    const {y} = await marked.boundingBox();
    assert.ok(y > 0 && y < 900, value);
    // It stays marked where the table is drawn anew.
    await p.locator(`#${value.split('.')[0]}`).locator('thead button, .choice span').last().click();
    assert.equal(await marked.locator('th').textContent(), cell);
  }
  await p.evaluate(() => { window.location.hash = '#row=metrics.nobody'; });
  await until(async () => /: row \u201cmetrics\.nobody\u201d\.$/.test(await p.locator('header .complaint').textContent()));
});

read('players are found by a part of their name', {hash: ''}, async (p) => {
  const field = p.getByTestId('filter-name'), chips = p.getByTestId('filter-players').getByRole('button');
  await field.fill('JIGSAW');
  for (const id of ['ranking', 'metrics']) assert.deepEqual((await column(p, id, 1)).sort(), ['jigsaw', 'jigsaw-2016']);
  assert.equal(await chips.count(), 2);
  await until(() => p.url().endsWith('#like=JIGSAW'));
  await p.reload();
  await until(async () => await rows(p, 'ranking').count() === 2);
  assert.equal(await field.inputValue(), 'JIGSAW');
  await field.fill('zzz');
  assert.equal(await rows(p, 'ranking').count(), 5);
  assert.match(await p.locator('#filters [role=status]').textContent(), /^Nobody /);
  assert.ok(await field.evaluate((one) => one === document.activeElement));
});

read('every chart tells its figures under the pointer', {}, async (p) => {
  const chart = p.getByTestId('growth-chart'), {x, y, width, height} = await chart.boundingBox();
  await chart.scrollIntoViewIfNeeded();
  await chart.hover({position: {x: width / 2, y: height / 2}});
  assert.match(await chart.locator('.pointed text').textContent(), /^[\w-]+: [\d,]+ after turn \d+$/, `${x} ${y}`);
  const charts = await p.locator('#app svg.chart').evaluateAll((all) => all.filter((one) => !one.querySelector('.pointed'))
    .map((one) => [one.getAttribute('aria-label'), [...one.querySelectorAll(':is(rect, circle, path) > title')].filter((title) => /\d/.test(title.textContent)).length]));
  assert.ok(charts.length >= 8);
  for (const [label, count] of charts) assert.ok(count > 0, label);
});

read('the first screen says what the page is for', {hash: ''}, async (p) => {
  assert.equal(await p.locator('.guide').textContent(), 'How well 5 players built towns, and why: watch a game, or press a heading below for its figures.');
});
