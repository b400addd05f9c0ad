// A run under way: asks the program every second for what is new.
import {h, show} from '../shared/dom.js';
import {asWritten} from './csv.js';

const pause = 1000;  // milliseconds
const kept = 50;     // games; those before are forgotten

/// A time for people: "12 s", "3 min", "2 h 5 min".
export function duration(seconds) {
  if (seconds < 99.5) return `${Math.max(1, Math.round(seconds))} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 100 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/// Keeps a report up to date until the run has ended.
export function follow(report, run) {
  report.live = true;
  const bar = h('progress', {max: 1, value: 0, 'aria-label': 'Games played'});
  const words = h('span', {'data-testid': 'live-progress'});
  const watch = h('input', {type: 'checkbox', checked: true, 'data-testid': 'live-follow'});
  const following = h('label', null, watch, ' show the newest game');
  report.status.replaceChildren(bar, words, following, h('span', {class: 'soft', 'data-testid': 'live-keep'}, 'To keep this page: ',
    h('code', null, run.keep ?? 'pentocity report DIR')));
  report.status.hidden = false;
  let shown = null, drawn = null, misses = 0, timer = null, ended = false, broken = false;

  // Who looks at a game keeps it.
  const stop = report.stopFollowing = () => { watch.checked = false; };
  for (const event of ['pointerdown', 'change', 'input', 'keydown']) report.replay.root.addEventListener(event,
      (e) => { if (e.key !== 'Tab') stop(); });

  const read = async (address) => {
    const answer = await fetch(address, {cache: 'no-store'});
    if (!answer.ok) throw new Error(String(answer.status));
    return answer.text();
  };
  const progress = (state) => {
    bar.max = Math.max(1, state.all);
    bar.value = state.done;
    const played = state.done - state.before, open = state.all - state.done;
    const left = !ended && played > 0 && open > 0 ? `, about ${duration(state.seconds / played * open)} left` : '';
    return `${show(state.done)} of ${show(state.all)} games${left}`;
  };
  const take = async (text, state) => {
    words.textContent = progress(state);
    // A text that somebody has selected is left to him: what is new is shown when it is selected no more, or at the end.
    if (state.done !== drawn && (ended || document.getSelection().isCollapsed)) {
      drawn = state.done;
      report.fetches = state.recorded;
      report.written = () => asWritten(text).summary;
      report.show(state.summary);
    }
    if (state.newest && watch.checked && state.newest.file !== shown) {
      shown = state.newest.file;
      report.replay.add([state.newest], kept);
      await report.showLand([state.newest]);
      await report.replay.openGame(shown, {silent: true});
    }
  };
  const end = (how) => {
    ended = true;
    clearTimeout(timer);
    report.live = false;
    bar.hidden = true;
    following.hidden = true;
    words.textContent = how;
    report.draw();
  };

  const ask = async () => {
    let text = null;
    try {
      text = await read('state.json');
    } catch {
      ++misses;
    }
    if (ended) return;
    if (text !== null) {
      misses = 0;
      broken = false;
      await take(text, JSON.parse(text));
    } else if (broken || misses === 3) {
      end('The program answers no more: it was stopped or killed, and this page may lack its last games. What was played is stored; ' +
        'the same call of run goes on.');
    }
    if (!ended) timer = setTimeout(ask, pause);
  };
  // Answered when the run has ended, with its last state. If the connection breaks before, the program is gone, unless it
  // answers to the next question.
  const waitForEnd = async () => {
    if (ended) return;
    try {
      const text = await read('end.json'), state = JSON.parse(text);
      ended = true;
      clearTimeout(timer);
      await take(text, state);
      end(state.done < state.all ? `The run was interrupted: ${progress(state)}. The same call of run plays the others.`
        : `The run has ended: ${progress(state)}.`);
    } catch {
      broken = true;
      setTimeout(waitForEnd, 5 * pause);
    }
  };
  ask();
  waitForEnd();

  /// Fetches a game that was looked at before, if the program still has it.
  report.fetchGame = async (file) => {
    stop();
    const {games} = JSON.parse(await read(`game.json?file=${file}`).catch(() => '{"games": []}'));
    report.replay.add(games, kept);
  };
  /// Fetches the best recorded game of a pairing so far: [game], or [].
  report.fetchBest = async (player, sequencer) => {
    const {number, sequencers} = report.summary;
    return JSON.parse(await read(`game.json?player=${number.get(player)}&sequencer=${sequencers.indexOf(sequencer)}`)).games;
  };
}
