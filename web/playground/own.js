// A player of one's own, a portable one (.wasm): choosing it, and many games of it beside a built-in player.
import {h, show, signed, who} from '../shared/dom.js';
import {startCall} from './setup.js';

const RIVAL = 'jigsaw', GAMES = 100;

export class Own {
  /// `run` starts a worker for a player (guest_worker.js): it takes a job and is told its messages, and returns what ends it. `room`
  /// shows games: chosen() is the game that somebody chose, and watch() shows one of a player, which may be `this`.
  constructor(engine, run, room) {
    this.engine = engine;
    this.run = run;
    this.room = room;
    this.scores = [];
    const button = (id, label, act) => h('button', {type: 'button', 'data-testid': id, click: act}, label);
    this.input = h('input', {type: 'file', accept: '.wasm', hidden: true, 'data-testid': 'own-file', change: () => {
      const [file] = this.input.files;
      this.input.value = '';  // the same file can be chosen again once it is built anew
      if (file) this.load(file);
    }});
    this.many = button('own-many', `${GAMES} games beside ${RIVAL}`, () => this.playMany());
    this.stopButton = button('own-stop', 'Stop the player', () => this.stop());
    this.many.disabled = this.stopButton.disabled = true;
    this.status = h('p', {role: 'status', 'data-testid': 'own-status'});
    this.complaint = h('p', {class: 'complaint', role: 'alert', hidden: true, 'data-testid': 'own-complaint'});
    this.result = h('div', {class: 'result', 'data-testid': 'own-result'});
    this.element = h('section', {class: 'own-player', 'aria-label': 'A player of your own'}, h('h2', null, 'A player of your own'),
      h('p', {class: 'soft'}, 'Drop a portable player, a .wasm file, on this page, or choose it. It plays here, in your browser: nothing ' +
        'is uploaded. Its requests are chosen below, under Another game.'),
      this.input, h('div', {class: 'tools'}, button('own-choose', 'Choose a .wasm file', () => this.input.click()), this.many,
        this.stopButton), this.complaint, this.status, this.result);
  }

  async load(file) {
    this.stop();
    this.player = {file: file.name, bytes: new Uint8Array(await file.arrayBuffer())};
    this.name = file.name.replace(/(.)\.[^.]*$/, '$1');
    this.many.disabled = false;
    this.status.textContent = '';
    this.result.replaceChildren();
    this.room.watch(this.room.chosen(), this);
  }

  /// The call that begins a game of it, and whoever plays beside it: on these requests, in this repeat.
  game(chosen, repeat) {
    const seedOf = (player) => this.engine({do: 'player_seed', seed: chosen.seed, repeat, player}).seed;
    return {...startCall(chosen), player_seed: seedOf(this.name), rival_seed: seedOf(RIVAL)};
  }

  /// Plays a game, of which `tell` is told {made} and {end}.
  play(chosen, repeat, tell) {
    this.leave();
    this.watched = this.#start({games: [this.game(chosen, repeat)], told: true}, (message) => {
      if (message.error || message.end) this.leave();
      tell(message);
    });
  }

  /// Plays many games and the rival's on the same requests, those that the program draws from the number chosen.
  playMany() {
    this.stop();
    const chosen = this.room.chosen(), {name, side, seed} = chosen;
    const draws = this.engine({do: 'stream_seeds', seed, repeats: GAMES}).seeds.map((one) => ({...chosen, seed: one}));
    const table = h('div'), rows = h('ol', {class: 'games', 'data-testid': 'own-games'}), games = [];
    const count = () => { this.status.textContent = `${games.length} of ${GAMES} games on ${name}, ${side} × ${side}, game ${seed}`; };
    this.result.replaceChildren(table, h('p', {class: 'soft'}, 'A click on a score shows the game.'), rows);
    count();
    this.battle = this.#start({games: draws.map((draw, repeat) => this.game(draw, repeat)), rival: RIVAL}, ({end, score, error}) => {
      if (end) {
        rows.append(this.#row(draws[games.length], games.length, end, score));
        games.push([end, score]);
        table.replaceChildren(this.#table(games));
        count();
      }
      if (error || games.length === GAMES) this.battle = this.#ended(this.battle);
    });
  }

  // A game of both; a click shows it.
  #row(draw, repeat, {status, score, words}, rivalScore) {
    const watch = (player, title, text) => h('button', {type: 'button', title, click: () => this.room.watch(draw, player, repeat)}, text);
    return h('li', null, status === 'ok' ? watch(this, `Watch ${this.name}`, show(score)) : watch(this, words, 'failed'), ' : ',
      watch(RIVAL, `Watch ${RIVAL}`, show(rivalScore)));
  }

  // The pair in figures, as `pentocity run` counts them.
  #table(games) {
    const {means, difference, interval, won, drawn, lost} = this.engine({do: 'pair',
      a: games.map(([{status, score}]) => (status === 'ok' ? score : null)), b: games.map(([, score]) => score)});
    const line = (label, value) => h('tr', null, h('th', {scope: 'row'}, label), h('td', {class: 'number'}, value));
    return h('table', {'data-testid': 'own-table'}, h('tbody', null, line(['mean score of ', who(this.name)], show(means[0], 1)),
      line(`mean score of ${RIVAL}`, show(means[1], 1)), line('mean difference', signed(difference, 1)),
      line('95% interval', interval ? `${signed(interval[0], 1)} to ${signed(interval[1], 1)}` : 'needs two games'),
      line('won, drawn, lost', `${won}, ${drawn}, ${lost}`)));
  }

  #start(job, tell) {
    this.complaint.hidden = true;
    this.stopButton.disabled = false;
    return this.run({player: this.player, ...job}, (message) => {
      if (message.error) {
        this.complaint.textContent = message.error;
        this.complaint.hidden = false;
      }
      tell(message);
    });
  }

  // Ends a worker, if it is there.
  #ended(worker) {
    worker?.end();
    this.stopButton.disabled = [this.watched, this.battle].every((one) => !one || one === worker);
    return null;
  }

  /// Ends the game that is watched.
  leave() { this.watched = this.#ended(this.watched); }

  /// Ends the player, whatever it does.
  stop() {
    if (this.battle) this.status.textContent = `stopped: ${this.status.textContent}`;
    if (this.watched) this.room.stopped();
    this.leave();
    this.battle = this.#ended(this.battle);
  }
}
