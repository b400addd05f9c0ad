// See bench/playground.
import {readFileSync} from 'node:fs';
import {Browser} from '../tests/web/page.mjs';

/* global startEngine */
const browser = await Browser.start();
const page = await browser.open(readFileSync(process.env.PENTOCITY_PAGE, 'utf8'));
for (const [rules, name] of [['tournament-2016', 'g5'], ['report', 'random'], ['report', 'g10'], ['report', 'drawn']]) {
  const mean = await page.evaluate(async ([under, stream]) => {
    const bytes = Uint8Array.from(atob(document.getElementById('module').textContent), (letter) => letter.charCodeAt(0));
    const engine = await startEngine(bytes);
    const play = (seed) => engine({do: 'whole_game', rules: under, stream: {name: stream}, seed, player: 'planner-fast', player_seed: 1}).trace.split('\n').length - 3;
    play(1);
    const begin = performance.now();
    const turns = play(2) + play(3);
    return (performance.now() - begin) / turns;
  }, [rules, name]);
  console.log(`${name} under ${rules}: ${mean.toFixed(2)} ms a move`);
}
await browser.stop();
