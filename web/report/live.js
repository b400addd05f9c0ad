// A run under way: asks the program every second for what is new.
import {h, show} from './dom.js';

const pause = 1000;  // milliseconds
const kept = 50;     // games; those before are forgotten

/// Keeps a report up to date until the run has ended.
export function follow(report) {
  report.live = true;
  const bar = h('progress', {max: 1, value: 0, 'aria-label': 'Games played'});
  const words = h('span', {'data-testid': 'live-progress'});
  const watch = h('input', {type: 'checkbox', checked: true, 'data-testid': 'live-follow'});
  report.status.replaceChildren(bar, words, h('label', null, watch, ' show the newest game'));
  report.status.hidden = false;
  let shown = null, drawn = null, misses = 0;

  const ask = async () => {
    let state;
    try {
      const answer = await fetch('state.json', {cache: 'no-store'});
      if (!answer.ok) throw new Error(String(answer.status));
      state = await answer.json();
    } catch {
      if (++misses < 3) {
        setTimeout(ask, pause);
        return;
      }
      words.textContent = 'The run has ended. `pentocity report` with its results folder makes a page that stays.';
      bar.hidden = true;
      return;
    }
    misses = 0;
    bar.max = Math.max(1, state.all);
    bar.value = state.done;
    words.textContent = `${show(state.done)} of ${show(state.all)} games`;
    if (state.done !== drawn) {
      drawn = state.done;
      report.show(state.summary);
    }
    if (state.newest && watch.checked && state.newest.file !== shown) {
      shown = state.newest.file;
      report.replay.add([state.newest], kept);
      await report.replay.openGame(shown, {silent: true});
    }
    setTimeout(ask, pause);
  };
  ask();
}
