// The report page: reads its data, shows its sections, keeps what is selected.
import {besideTables} from './beside.js';
import {cards} from './cards.js';
import {inRows} from './columns.js';
import {bound, growth, landUse, rejects} from './courses.js';
import {asWritten, csvOf} from './csv.js';
import {distributions} from './distributions.js';
import {h, isolated, nameTag, optionText, plural, show} from '../shared/dom.js';
import {addressWith, fragmentOf, partsOf, writeAddress} from '../shared/state.js';
import {themeSwitch} from '../shared/theme.js';
import {ratings} from './league.js';
import {follow} from './live.js';
import {swatch} from '../shared/marks.js';
import {metrics} from './metrics.js';
import {emptyLand, facts, finishedLand, guide, lead, rulesSentence} from './opening.js';
import {losses, points} from './points.js';
import {Replay} from './replay.js';
import {saves} from './saves.js';
import {matrix, ranking, streamTable} from './standings.js';
import {Summary} from './summary.js';
import {rulesOf} from './trace.js';

const textOf = (id) => document.getElementById(id).textContent;
const dataOf = (id) => JSON.parse(textOf(id));

const beside = dataOf('pentocity-beside');  // null without another folder
const run = dataOf('pentocity-run');
/** @type {[string, string, (view: any) => any[]][]} */
const SECTIONS = [
  ['ranking', 'Ranking', ranking], ['growth', 'By turn', growth], ['land-use', 'Land use', landUse],
  ['points', 'Points', points], ['rejects', 'Rejects', rejects], ['bound', 'Bound', bound],
  ['streams', 'Streams', streamTable], ['matrix', 'Head to head', matrix], ['losses', 'Losses', losses],
  ['distributions', 'Distributions', distributions], ['metrics', 'Metrics', metrics], ['cards', 'Who is who', cards],
];
const OPEN = ['ratings', 'ranking', 'streams'];  // at the beginning; the others are folded
if (beside) SECTIONS.push(['beside', 'Beside others', besideTables]);

const SORTS = {ranking: {column: 1, down: true}, streams: {column: -1, down: false}, metrics: {column: -1, down: false},
  ratings: {column: 2, down: true}};
// What is chosen within sections: the first is so at the beginning. Where there is no list, a player is chosen.
const OPTIONS = {matrix: ['wins', 'counts', 'points'], scores: ['scores', 'relative'], growth: ['scores', 'leader'],
  beside: ['errors', 'difference', 'both'], base: null, against: null, loser: null, winner: null, one: null, other: null};
const optionAtFirst = (name) => OPTIONS[name]?.[0] ?? null;

// Elements that a task makes before it leaves the other sections to the next one, so that none takes a tenth of a second.
const mostMade = 800;

class Report {
  constructor(root) {
    // While a run lasts, live.js keeps these.
    this.live = this.fetches = false;
    this.written = () => inRows(asWritten(textOf('pentocity-summary')));
    this.fetchBest = this.fetchGame = this.stopFollowing = null;
    this.stream = null;
    this.hidden = new Set();
    this.like = '';       // what the names of the players that are shown have in them
    this.row = null;      // of a table, which the address names: section.name
    this.due = new Set();       // sections that are to be drawn
    this.scrolls = new Map();   // how far the tables of each are scrolled
    this.allDrawn = () => {};
    this.sorts = {...SORTS};
    this.options = Object.fromEntries(Object.keys(OPTIONS).map((name) => [name, optionAtFirst(name)]));
    this.section = null;  // that somebody went to by the menu
    this.words = h('div', {class: 'words'});
    this.land = h('figure', {class: 'finished', hidden: true});
    this.status = h('div', {class: 'live', role: 'status', hidden: true});
    this.nobody = h('p', {class: 'soft', role: 'status'});
    this.filters = h('div', {class: 'filters', id: 'filters', role: 'group', 'aria-label': 'Filter'});
    this.complaint = h('p', {class: 'complaint', role: 'alert', hidden: true});
    this.sections = new Map(SECTIONS.map(([id]) => [id, h('section', {id, 'data-testid': id})]));
    this.open = new Set(OPEN.filter((id) => this.sections.has(id)));
    this.leftOut = h('p', {class: 'soft', 'data-testid': 'left-out'});
    const replay = h('section', {id: 'replay', 'data-testid': 'replay'}, h('h2', null, 'Replay'), this.leftOut);
    document.title = [isolated(run.name), run.date, 'Pentocity tournament'].filter((part) => part).join(' · ');
    this.title = h('h1', null, h('bdi', null, run.name), run.date && h('small', null, ' latest game on ',
      h('time', {datetime: run.date}, dateText(run.date))));
    const copy = h('button', {type: 'button', class: 'watch', 'data-testid': 'copy-link',
      title: 'Leads to what is chosen here; of a file it is what goes behind the address of any copy', click: () =>
        window.navigator.clipboard.writeText(addressWith(window.location.hash)).then(() => { copy.textContent = 'Copied'; },
          () => { copy.textContent = 'Copy the address'; })}, 'Copy link');
    const places = SECTIONS.map(([id, label]) => [id, label]);
    places.splice(places.findIndex(([id]) => id === 'ranking') + 1, 0, ['replay', 'Replay']);
    this.menu = h('nav', {class: 'menu', 'aria-label': 'Sections'}, [['filters', 'Filter'], ...places]
      .map(([id, label]) => h('a', {href: `#${id}`}, label)), this.unfold = h('button', {type: 'button', class: 'plain',
      'data-testid': 'open-all', click: () => this.#fold(this.sections.keys(), this.open.size < this.sections.size)}));
    root.append(
      h('header', null, h('div', {class: 'titled'}, this.title, copy, themeSwitch()), this.status, this.complaint,
        h('div', {class: 'opening', 'data-testid': 'opening'}, this.words, this.land)),
      this.menu,
      h('main', null, this.filters, ...this.sections.values()));
    this.sections.get('ranking').after(replay);
    // What is below the menu, which stays at the top of the window, keeps clear of it.
    new window.ResizeObserver(() => document.documentElement.style.setProperty('--menu', `${this.menu.offsetHeight}px`))
      .observe(this.menu);
    this.replay = new Replay(replay, () => this.#writeAddress(), async (file) => this.fetchGame?.(file));
    window.addEventListener('hashchange', () => this.followAddress());
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
    this.words.replaceChildren(lead(summary), guide(summary), h('p', {class: 'rules'}, rulesSentence(summary.json.rules)),
      ...facts(summary, run).filter((part) => part));
    this.draw();
  }

  games(data) {
    this.shown = new Map();     // by player and stream the recorded game that the most others can be compared with
    this.recorded = new Map();  // by player, stream and repeat
    this.record(data.games);
    if (data.left_out > 0) this.leftOut.textContent = `${plural(data.left_out,
        'recorded game')} found no room in this file: open them from the folder traces of the results.`;
  }

  /// Takes recorded games in.
  record(games) {
    for (const game of games) this.recorded.set(JSON.stringify([game.player, game.sequencer, game.repeat]), game);
    const rivals = new Map(), of = ({sequencer, repeat}) => JSON.stringify([sequencer, repeat]);
    for (const game of this.recorded.values()) rivals.set(of(game), 1 + (rivals.get(of(game)) ?? 0));
    const better = (a, b) => rivals.get(of(a)) - rivals.get(of(b)) || a.score - b.score;
    this.shown = new Map();
    for (const game of this.recorded.values()) {
      const key = JSON.stringify([game.player, game.sequencer]);
      if (!this.shown.has(key) || better(game, this.shown.get(key)) > 0) this.shown.set(key, game);
    }
    this.replay.add(games);
  }

  /// A recorded game: that of a repeat, or one on a stream. While a run lasts, the latter is fetched when it is opened.
  gameOf(player, sequencer, repeat) {
    if (repeat !== undefined) return this.live ? undefined : this.recorded.get(JSON.stringify([player, sequencer, repeat]));
    return this.live && this.fetches ? {player, sequencer} : this.shown.get(JSON.stringify([player, sequencer]));
  }

  /// The recorded games of the player with the best mean, the best game first.
  leadersGames() {
    const games = [...this.recorded.values()], rank = (game) => this.summary?.players.indexOf(game.player) ?? 0;
    const least = Math.min(...games.map(rank));
    return games.filter((game) => rank(game) === least).sort((a, b) => b.score - a.score);
  }

  /// Draws a finished land of one of these games on the first screen, if there is none yet, and gives this game.
  async showLand(games) {
    const ended = games.filter(({status}) => status === 'ok').map(({file}) => this.replay.games.get(file));
    if (!this.land.hidden || !ended.length) return null;
    this.land.hidden = false;
    const watch = (entry) => h('button', {type: 'button', class: 'watch', 'data-testid': 'watch-land', disabled: !entry,
      click: () => this.openGame(entry)}, 'Watch this game');
    this.land.replaceChildren(...emptyLand(rulesOf(this.summary.json.rules).side ?? 50, watch()));
    const {entry, parts} = await finishedLand(ended);
    this.land.replaceChildren(...parts);
    this.land.querySelector('figcaption').append(' ', watch(entry));
    return entry;
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
    this.replay.show();
    this.replay.play.focus({preventScroll: true});
  }

  /// Opens a recorded game, and another one beside it.
  async openGames(first, second) {
    await this.openGame(first);
    await this.replay.openSecond(second.file);
  }

  #filters() {
    const {summary, players} = this;
    // What is in use is not taken away.
    const names = JSON.stringify([players, summary.sequencers]);
    if (names === this.names || this.filters.querySelector('.chips')?.contains(document.activeElement)) return;
    this.names = names;
    const focus = this.filters.contains(document.activeElement);
    const streams = h('select', {'data-testid': 'filter-sequencer', change: () => {
      this.stream = streams.value === '' ? null : summary.sequencers[Number(streams.value)];
      this.draw();
      this.#writeAddress();
    }}, h('option', {value: ''}, `all ${show(summary.sequencers.length)} streams`),
    summary.sequencers.map((sequencer, i) => h('option', {value: i, selected: sequencer === this.stream}, optionText(sequencer))));
    const toggle = (player) => {
      const chip = h('button', {type: 'button', class: 'chip', 'aria-pressed': String(!this.hidden.has(player)),
        'data-player': player, click: () => {
        if (!this.hidden.delete(player)) this.hidden.add(player);
        if (this.hidden.size >= summary.players.length) this.hidden.clear();
        for (const other of chip.parentNode.children) other.setAttribute('aria-pressed', String(!this.hidden.has(other.dataset.player)));
        this.draw();
        this.#writeAddress();
      }}, swatch(summary.number.get(player)), nameTag(player));
      return chip;
    };
    const choice = summary.sequencers.length > 1 ? [h('label', null, h('span', {class: 'soft'}, 'Show'), streams)] : [];
    const like = h('input', {type: 'search', placeholder: 'part of a name', value: this.like, 'data-testid': 'filter-name', input: () => {
      this.like = like.value;
      this.draw();
      this.#writeAddress();
    }});
    this.filters.replaceChildren(...choice,
      players.length > 3 ? h('label', null, h('span', {class: 'soft'}, 'Players'), like) : '',
      h('div', {class: 'chips', role: 'group', 'aria-label': 'Players', 'data-testid': 'filter-players'}, players.map(toggle)),
      this.nobody);
    if (focus) streams.focus({preventScroll: true});
  }

  /// The players that are shown: those that are not left out, and have in their names what is looked for; if none has, all.
  #shown() {
    const wanted = this.like.trim().toLowerCase(), isLike = (player) => player.toLowerCase().includes(wanted);
    const chosen = this.players.filter((player) => !this.hidden.has(player)), found = chosen.filter(isLike);
    for (const chip of this.filters.querySelectorAll('.chip')) chip.hidden = found.length > 0 && !isLike(chip.dataset.player);
    this.nobody.textContent = found.length ? '' : 'Nobody who is shown has this in its name.';
    return found.length ? found : chosen;
  }

  /// Opens or folds sections.
  #fold(ids, open) {
    for (const id of [...ids]) this.open[open ? 'add' : 'delete'](id);
    this.#showFolds();
    this.#writeAddress();
  }
  #showFolds() {
    for (const [id, root] of this.sections) {
      root.querySelector('.fold')?.setAttribute('aria-expanded', String(this.open.has(id)));
      // What is folded is found by the browser's search, and printed.
      if (this.open.has(id)) root.querySelector('.body')?.removeAttribute('hidden');
      else root.querySelector('.body')?.setAttribute('hidden', 'until-found');
    }
    this.unfold.textContent = this.open.size < this.sections.size ? 'Open all' : 'Fold all';
  }

  // What is chosen, beside the section and the game.
  #chosen() {
    const parts = this.stream === null ? [] : [['stream', this.stream]];
    for (const player of this.hidden) parts.push(['hide', player]);
    if (this.like) parts.push(['like', this.like]);
    for (const [name, {column, down}] of Object.entries(this.sorts))
      if (column !== SORTS[name].column || down !== SORTS[name].down) parts.push(['sort', `${name}.${column}.${down ? 'down' : 'up'}`]);
    return [...parts, ...Object.entries(this.options).filter(([name, value]) => value !== optionAtFirst(name))];
  }

  #folds() {
    if (this.open.size === this.sections.size) return [['open', 'all']];
    const changed = [...this.sections.keys()].filter((id) => this.open.has(id) !== OPEN.includes(id));
    return changed.map((id) => [OPEN.includes(id) ? 'fold' : 'open', id]);
  }

  #writeAddress(pause = 250) {
    clearTimeout(this.addressTimer);  // browsers refuse an address that changes too often
    this.addressTimer = setTimeout(() => {
      const at = [['section', this.section], ['row', this.row]].filter(([, value]) => value !== null);
      writeAddress(fragmentOf([...this.#chosen(), ...this.#folds(), ...at, ...this.replay.parts()]));
    }, pause);
  }

  /// Shows what the address names, and says what of it is not there; what it does not name is as at the beginning. Returns whether it
  /// names a game, and no section to look at first.
  async followAddress() {
    const {hash} = window.location, {summary} = this, wrong = [], before = fragmentOf(this.#chosen());
    const places = ['filters', 'replay', ...this.sections.keys()];
    if (places.includes(hash.slice(1))) {
      // By the menu: the browser has gone there, and what is chosen stays.
      this.section = hash.slice(1);
      this.#goTo(null);
      document.getElementById(this.section).scrollIntoView();  // what was opened has made room for it
      this.#writeAddress(0);
      return false;
    }
    const parts = partsOf(hash) ?? [];
    const take = {
      stream: (value) => {
        if (summary.sequencers.includes(value)) this.stream = value;
        return this.stream === value;
      },
      hide: (value) => summary.number.has(value) && this.hidden.size + 1 < summary.players.length && this.hidden.add(value),
      sort: (value) => {
        const [, name, column, way] = /^(\w+)\.(\d+)\.(up|down)$/.exec(value) ?? [];
        const columns = Object.hasOwn(SORTS, name ?? '') ? this.sections.get(name)?.querySelectorAll('thead th').length ?? 0 : 0;
        if (Number(column) < columns) this.sorts[name] = {column: Number(column), down: way === 'down'};
        return Number(column) < columns;
      },
      like: (value) => {
        this.like = value;
        return true;
      },
      open: (value) => (value === 'all' ? [...this.sections.keys()].forEach((id) => this.open.add(id)) ?? true
        : this.sections.has(value) && this.open.add(value)),
      fold: (value) => this.open.delete(value),
      section: (value) => {
        if (places.includes(value)) this.section = value;
        return this.section === value;
      },
      row: (value) => {
        this.row = value;
        return this.sections.has(value.split('.')[0]);
      },
      overlay: (value) => this.replay.view(value),
      turn: (value) => /^\d{1,9}$/.test(value), game: () => true, with: () => true,
    };
    for (const [name, values] of Object.entries(OPTIONS)) {
      take[name] = (value) => {
        const isThere = values?.includes(value) ?? summary.number.has(value);
        if (isThere) this.options[name] = value;
        return isThere;
      };
    }
    const isNamed = (name) => parts.some((part) => part[0] === name);
    if (!isNamed('stream')) this.stream = null;
    this.hidden.clear();
    this.like = '';
    this.open = new Set(OPEN.filter((id) => this.sections.has(id)));
    if (!isNamed('sort')) this.sorts = {...SORTS};
    if (!isNamed('overlay')) this.replay.view('land');
    for (const name of Object.keys(OPTIONS)) if (!isNamed(name)) this.options[name] = optionAtFirst(name);
    this.section = this.row = null;
    for (const [name, value] of parts)
      if (!Object.hasOwn(take, name) || !take[name](value)) wrong.push(`${isolated(name)} \u201c${isolated(value)}\u201d`);
    if (fragmentOf(this.#chosen()) !== before) {
      this.names = null;
      this.draw();
    }
    await this.drawn;  // what is drawn later would move it
    if (this.row !== null && !this.#rowElement()) {
      wrong.push(`row \u201c${isolated(this.row)}\u201d`);
      this.row = null;
    }
    this.complaint.textContent = wrong.length ? `The link asks for what this page does not have: ${wrong.join(', ')}.` : '';
    this.complaint.hidden = !wrong.length;
    this.#goTo(this.row);
    if (this.section !== null && this.row === null) document.getElementById(this.section).scrollIntoView();
    return await this.replay.follow(parts) && this.section === null && this.row === null;
  }

  /// Where the row is that the address names.
  #rowElement() {
    const [id] = this.row.split('.', 1);
    return [...this.sections.get(id)?.querySelectorAll('tr[data-row]') ?? []].find((tr) => `${id}.${tr.dataset.row}` === this.row);
  }

  /// Shows a row of a table, and marks it; null: none. Its section, or that which the menu led to, is opened.
  #goTo(row) {
    this.row = row;
    const id = row?.split('.', 1)[0] ?? this.section;
    if (this.sections.has(id)) this.open.add(id);
    this.#showFolds();
    for (const tr of document.querySelectorAll('tr[aria-current]')) tr.removeAttribute('aria-current');
    if (row === null) return;
    this.#rowElement().setAttribute('aria-current', 'true');
    this.#rowElement().scrollIntoView({block: 'center'});
  }

  /// The rows of a table as CSV.
  csv(section, rows) {
    if (section === 'beside') return csvOf(asWritten(textOf('pentocity-beside'))[rows]);
    if (rows === 'bounds') return csvOf(asWritten(textOf('pentocity-run')).bounds);
    const summary = this.written();
    return csvOf({pairs: summary.head_to_head, ratings: summary.league?.players}[rows] ?? summary[rows]);
  }

  /// Draws all sections anew, or one: of all, those on the screen first.
  draw(only = null) {
    const {summary, stream} = this, ids = only ? [only] : [...this.sections.keys()];
    const onScreen = ({top, bottom}) => bottom > 0 && top < window.innerHeight;
    const seen = ids.filter((id) => onScreen(this.sections.get(id).getBoundingClientRect()));
    // Read before anything changes: else the browser lays out the page for each section.
    for (const id of ids) this.scrolls.set(id, [...this.sections.get(id).querySelectorAll('.scroll')].map((one) => one.scrollLeft));
    this.players = summary.ranked(summary.players, stream);
    this.#filters();
    this.replay.keepTo(stream);
    if (only) {
      this.#section(only);
    } else {
      this.due = new Set([...seen, ...this.due, ...ids]);
      const before = this.allDrawn;
      this.drawn = new Promise((resolve) => { this.allDrawn = () => { before(); resolve(); }; });
      this.#drawDue();
    }
  }

  /// Draws the sections that are due, as many as make so many elements, and the others in tasks of their own.
  #drawDue() {
    clearTimeout(this.later);
    let made = 0;
    for (const id of this.due) {
      if (made > mostMade) {
        this.later = setTimeout(() => this.#drawDue());
        return;
      }
      this.due.delete(id);
      const root = this.sections.get(id);
      if (this.live && root.contains(document.activeElement) && document.activeElement.matches('select')) continue;
      this.#section(id);
      made += root.getElementsByTagName('*').length;
    }
    this.allDrawn();
    this.allDrawn = () => {};
  }

  /// Draws one section; what had the focus keeps it.
  #section(id) {
    const {summary, stream, sorts, options} = this, root = this.sections.get(id);
    const opened = root.querySelector('details')?.open;
    const focus = pathTo(root, document.activeElement);
    const [, label, drawn] = SECTIONS.find(([name]) => name === id);
    const [head, ...parts] = drawn({
      beside, bounds: run.bounds, about: run.about, summary, players: this.#shown(), stream,
      sorts, options, narrow: this.phone.matches,
      again: (name, sort) => { this.sorts[name] = sort; this.draw(id); this.#writeAddress(); },
      set: (name, value) => { this.options[name] = value; this.draw(id); this.#writeAddress(); },
      openGame: (game) => this.openGame(game), gameOf: (...of) => this.gameOf(...of),
      openGames: (first, second) => this.openGames(first, second),
    }).flat(Infinity).filter((part) => part);
    const fold = () => this.#fold([id], !this.open.has(id));
    const body = h('div', {class: 'body', id: `${id}-body`, beforematch: () => this.#fold([id], true)}, parts);
    // The heading folds, too, unless somebody selects of it.
    head.addEventListener('click', ({target}) => { if (!target.closest('a') && document.getSelection().isCollapsed) fold(); });
    root.replaceChildren(h('button', {type: 'button', class: 'fold', 'aria-controls': body.id, click: fold},
      h('span', {class: head.textContent === label ? 'unseen' : null}, label)), head, body);
    head.append(h('a', {class: 'here', href: `#${id}`, 'aria-label': 'Link to this section'}));
    for (const tr of root.querySelectorAll('tr[data-row]')) {
      const row = `${id}.${tr.dataset.row}`;
      const click = (event) => {
        event.preventDefault();
        this.#goTo(row);
        this.#writeAddress(0);
      };
      tr.firstChild.setAttribute('aria-label', tr.firstChild.textContent);  // without the link
      tr.firstChild.append(h('a', {class: 'here', href: fragmentOf([['row', row]]), click,
        'aria-label': `Link to the row ${isolated(tr.dataset.row)}`}));
      if (this.row === row) tr.setAttribute('aria-current', 'true');
    }
    root.querySelectorAll('.scroll').forEach((one, i) => { if (this.scrolls.get(id)[i]) one.scrollLeft = this.scrolls.get(id)[i]; });
    if (opened) root.querySelector('details')?.setAttribute('open', '');
    body.append(saves(root, (rows) => this.csv(id, rows)) ?? '');
    this.#showFolds();
    if (focus) elementAt(root, focus)?.focus({preventScroll: true});
  }
}

/// 2026-11-23 as 23 November 2026.
const dateText = (date) => new Intl.DateTimeFormat('en-GB', {dateStyle: 'long', timeZone: 'UTC'}).format(new Date(`${date}T00:00:00Z`));

/// The way from an element to one within it, by numbers of children.
function pathTo(root, element) {
  if (!element || element === root || !root.contains(element)) return null;
  const path = [];
  for (let one = element; one !== root; one = one.parentNode) path.unshift([...one.parentNode.children].indexOf(one));
  return path;
}
const elementAt = (root, path) => path.reduce((one, i) => one?.children[i], root);

const summary = inRows(dataOf('pentocity-summary'));
if (summary.league) {
  SECTIONS.unshift(['ratings', 'Ratings', ratings]);
  SORTS.ranking = {column: -1, down: false};  // by the rating
}
const report = new Report(document.getElementById('app'));
const games = dataOf('pentocity-games');
report.games(games);
report.show(summary);
if (games.live) follow(report, run);
const land = games.games.length ? report.showLand(report.leadersGames()).catch(() => { report.land.hidden = true; }) : null;
Promise.resolve(report.summary && report.drawn).then(() => {
  // What was drawn after the browser went to a section has moved it.
  document.getElementById(window.location.hash.slice(1))?.scrollIntoView();
  return report.followAddress();
}).then(async (opened) => {
  if (opened) report.replay.show();
  const entry = land && ((await land) ?? report.leadersGames()[0]);
  if (entry && !report.replay.isAsked()) report.replay.openGame(entry.file, {silent: true});
});
