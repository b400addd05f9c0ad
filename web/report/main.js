// The report page: reads its data, shows its sections, keeps what is selected.
import {besideTables} from './beside.js';
import {distributions} from './distributions.js';
import {h, nameTag, plural, show} from './dom.js';
import {ratings} from './league.js';
import {follow} from './live.js';
import {swatch} from './marks.js';
import {metrics} from './metrics.js';
import {Replay} from './replay.js';
import {matrix, ranking, streamTable} from './standings.js';
import {Summary} from './summary.js';

const dataOf = (id) => JSON.parse(document.getElementById(id).textContent);

const beside = dataOf('pentocity-beside');  // null without another folder
const SECTIONS = [
  ['ranking', 'Ranking', ranking], ['streams', 'Streams', streamTable], ['matrix', 'Head to head', matrix],
  ['distributions', 'Distributions', distributions], ['metrics', 'Metrics', metrics],
  ...(beside ? [['beside', 'Beside others', besideTables]] : []),
];

class Report {
  constructor(root) {
    this.stream = null;
    this.hidden = new Set();
    this.sorts = {ranking: {column: 1, down: true}, streams: {column: -1, down: false}, metrics: {column: 0, down: false}};
    this.options = {matrix: 'wins', scores: 'scores', base: null, against: null, beside: 'errors'};
    this.facts = h('p', {class: 'facts'});
    this.status = h('div', {class: 'live', role: 'status', hidden: true});
    this.filters = h('div', {class: 'filters', role: 'group', 'aria-label': 'Filter'});
    this.complaint = h('p', {class: 'complaint', role: 'alert', hidden: true});
    this.sections = new Map(SECTIONS.map(([id]) => [id, h('section', {id, 'data-testid': id})]));
    this.leftOut = h('p', {class: 'soft', 'data-testid': 'left-out'});
    const replay = h('section', {id: 'replay', 'data-testid': 'replay'}, h('h2', null, 'Replay'), this.leftOut);
    this.title = h('h1', null, 'Pentocity tournament');
    root.append(
      h('header', null, this.title, this.facts, this.status, this.complaint,
        h('nav', {'aria-label': 'Sections'}, [...SECTIONS, ['replay', 'Replay']].map(([id, label]) => h('a', {href: `#${id}`}, label))), this.filters),
      h('main', null, ...this.sections.values(), replay));
    this.replay = new Replay(replay);
    this.phone = window.matchMedia('(max-width: 760px)');
    this.phone.addEventListener('change', () => this.summary && this.draw());
  }

  show(json) {
    try {
      this.summary = new Summary(json);
    } catch (error) {
      this.complaint.textContent = `This report cannot be shown: ${error.message}.`;
      this.complaint.hidden = false;
      return;
    }
    if (this.stream !== null && !this.summary.sequencers.includes(this.stream)) this.stream = null;
    const {summary} = this;
    const seeds = summary.json.repeats;
    this.facts.textContent = `${plural(summary.games, 'game')}: ${plural(summary.players.length, 'player')} on ${plural(summary.sequencers.length, 'request stream')}, ${plural(seeds, 'repeat')}. Rules: ${summary.profile}.`;
    // What is in use is not taken away: names change only when another run is shown.
    const names = JSON.stringify([summary.players, summary.sequencers]);
    if (names !== this.names) this.#filters();
    this.names = names;
    this.draw();
  }

  games(data) {
    this.best = new Map();    // the best recorded game by player and stream
    this.recorded = new Map();  // by player, stream and repeat
    this.record(data.games);
    if (data.left_out > 0) this.leftOut.textContent = `${plural(data.left_out, 'recorded game')} found no room in this file: open them from the folder traces of the results.`;
  }

  /// Takes recorded games in.
  record(games) {
    for (const game of games) {
      const key = JSON.stringify([game.player, game.sequencer]);
      if (!this.best.has(key) || game.score > this.best.get(key).score) this.best.set(key, game);
      this.recorded.set(JSON.stringify([game.player, game.sequencer, game.repeat]), game);
    }
    this.replay.add(games);
  }

  /// A recorded game: that of a repeat, or the best on a stream. While a run lasts, the latter is fetched when it is opened.
  gameOf(player, sequencer, repeat) {
    if (repeat !== undefined) return this.live ? undefined : this.recorded.get(JSON.stringify([player, sequencer, repeat]));
    return this.live && this.fetches ? {player, sequencer} : this.best.get(JSON.stringify([player, sequencer]));
  }

  /// What the replay shows at first: the best game of the player with the best mean.
  firstGame() {
    const games = [...this.recorded.values()];
    const mean = ({player}) => this.summary?.standing(player, null).mean ?? -Infinity;
    return games.reduce((a, b) => (mean(b) > mean(a) || (mean(b) === mean(a) && b.score > a.score) ? b : a));
  }

  async openGame(game) {
    if (!game.file) {
      const games = await this.fetchBest(game.player, game.sequencer).catch(() => []);
      this.record(games);
      [game] = games;
    }
    this.stopFollowing?.();
    if (game) this.replay.add([game]);
    await this.replay.openGame(game?.file ?? 'this game');
    document.getElementById('replay').scrollIntoView({behavior: 'auto'});
    this.replay.play.focus({preventScroll: true});
  }

  #filters() {
    const {summary} = this;
    const streams = h('select', {'data-testid': 'filter-sequencer', change: () => {
      this.stream = streams.value === '' ? null : summary.sequencers[Number(streams.value)];
      this.draw();
    }}, h('option', {value: ''}, `all ${show(summary.sequencers.length)} streams`),
    summary.sequencers.map((sequencer, i) => h('option', {value: i, selected: sequencer === this.stream}, sequencer)));
    const toggle = (player) => {
      const chip = h('button', {type: 'button', class: 'chip', 'aria-pressed': String(!this.hidden.has(player)), 'data-player': player, click: () => {
        if (!this.hidden.delete(player)) this.hidden.add(player);
        if (this.hidden.size >= summary.players.length) this.hidden.clear();
        for (const other of chip.parentNode.children) other.setAttribute('aria-pressed', String(!this.hidden.has(other.dataset.player)));
        this.draw();
      }}, swatch(summary.number.get(player)), nameTag(player));
      return chip;
    };
    this.filters.replaceChildren(h('label', null, h('span', {class: 'soft'}, 'Show '), streams),
      h('div', {class: 'chips', role: 'group', 'aria-label': 'Players', 'data-testid': 'filter-players'}, summary.players.map(toggle)));
  }

  /// Draws all sections anew, or one; what had the focus keeps it.
  draw(only = null) {
    const {summary, stream, sorts, options} = this;
    const players = summary.players.filter((player) => !this.hidden.has(player));
    for (const [id, , section] of SECTIONS) {
      if (only && only !== id) continue;
      const root = this.sections.get(id);
      if (this.live && !only && root.contains(document.activeElement) && document.activeElement.matches('select')) continue;
      const opened = root.querySelector('details')?.open;
      const focus = pathTo(root, document.activeElement);
      const scrolls = [...root.querySelectorAll('.scroll')].map((one) => one.scrollLeft);
      root.replaceChildren(...section({
        beside, summary, players, stream, sorts, options, narrow: this.phone.matches,
        again: (name, sort) => { this.sorts[name] = sort; this.draw(id); },
        set: (name, value) => { this.options[name] = value; this.draw(id); },
        openGame: (game) => this.openGame(game), gameOf: (...of) => this.gameOf(...of),
      }).filter((part) => part));
      [...root.querySelectorAll('.scroll')].forEach((one, i) => { one.scrollLeft = scrolls[i] ?? 0; });
      if (opened) root.querySelector('details')?.setAttribute('open', '');
      if (focus) elementAt(root, focus)?.focus({preventScroll: true});
    }
  }
}

/// The way from an element to one within it, by numbers of children.
function pathTo(root, element) {
  if (!element || element === root || !root.contains(element)) return null;
  const path = [];
  for (let one = element; one !== root; one = one.parentNode) path.unshift([...one.parentNode.children].indexOf(one));
  return path;
}
const elementAt = (root, path) => path.reduce((one, i) => one?.children[i], root);

const summary = dataOf('pentocity-summary');
if (summary.league) SECTIONS.splice(1, 0, ['ratings', 'Ratings', ratings]);
const report = new Report(document.getElementById('app'));
const games = dataOf('pentocity-games');
report.games(games);
report.show(summary);
if (games.live) follow(report);
report.replay.followHash().then((opened) => {
  if (opened) document.getElementById('replay').scrollIntoView();
  else if (games.games.length) report.replay.openGame(report.firstGame().file, {silent: true});
});
