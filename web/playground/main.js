// The playground: four rooms over one module.
import {h} from '../shared/dom.js';
import {themeSwitch} from '../shared/theme.js';
import {Gerrymander} from './gerrymander.js';
import {through} from './links.js';
import {Play} from './play.js';
import {Puzzles} from './puzzles.js';
import {Watch} from './watch.js';

const packed = Uint8Array.from(atob(document.getElementById('module').textContent), (letter) => letter.charCodeAt(0));
const engineText = document.getElementById('engine').textContent, guestText = document.getElementById('guest').textContent;

/// A worker that runs these scripts; `end` stops it at once.
function start(...scripts) {
  const address = URL.createObjectURL(new Blob(scripts, {type: 'text/javascript'})), thread = new Worker(address);
  return {thread, end() {
    thread.terminate();
    URL.revokeObjectURL(address);
  }};
}

/// A worker with a module of its own: calls are answered in order.
function worker(bytes) {
  const {thread, end} = start(engineText), waiting = [];
  thread.onmessage = ({data: {answer, error}}) => {
    const {resolve, reject} = waiting.shift();
    if (error === undefined) resolve(answer);
    else reject(new Error(error));
  };
  thread.postMessage(bytes);
  return {
    call: (call) => new Promise((resolve, reject) => {
      waiting.push({resolve, reject});
      thread.postMessage(call);
    }),
    end,
  };
}

/// A worker that does a job for a portable player (guest_worker.js), and tells its messages.
function guest(bytes, job, tell) {
  const {thread, end} = start(engineText, '\n', guestText);
  thread.onmessage = ({data}) => tell(data);
  thread.onerror = ({message}) => tell({error: message});
  thread.postMessage({engine: bytes, ...job});
  return {end};
}

/* global startEngine */
async function begin() {
  const app = document.getElementById('app');
  const bytes = await through(packed, new DecompressionStream('gzip'));
  const engine = await startEngine(bytes);  // of the script before this one
  const rooms = {play: 'Play', puzzle: 'Puzzles', watch: 'Watch a player', gerrymander: 'Gerrymander'};
  const made = {}, sections = {};
  // In a site its menu has the rooms; a page by itself has one of its own.
  const menu = document.querySelector('nav[aria-label=Site]');
  const links = Object.fromEntries(Object.entries(rooms).map(([name, label]) => {
    const link = [...menu?.children ?? []].find(({textContent}) => textContent === label) ?? h('a', null, label);
    link.setAttribute('href', `#${name}`);
    link.setAttribute('data-testid', `room-${name}`);
    return [name, link];
  }));
  app.append(h('header', null, h('h1', null, 'Pentocity'), !menu && h('nav', {'aria-label': 'Rooms'}, Object.values(links)), themeSwitch()),
    h('main', null, Object.keys(rooms).map((name) => {
    sections[name] = h('section', {'aria-label': rooms[name], hidden: true});
    return sections[name];
  })));
  const make = {play: (root) => new Play(root, engine), watch: (root) => new Watch(root, engine, (job, tell) => guest(bytes, job, tell)),
    puzzle: (root) => new Puzzles(root, engine, () => worker(bytes)),
    gerrymander: (root) => new Gerrymander(root, () => worker(bytes))};
  const follow = () => {
    const [, name, rest = ''] = location.hash.match(/^#?([^=]*)=?(.*)$/s);
    const room = Object.hasOwn(rooms, name) ? name : 'play';
    for (const one of Object.keys(rooms)) {
      sections[one].hidden = one !== room;
      if (one === room) links[one].setAttribute('aria-current', 'page');
      else links[one].removeAttribute('aria-current');
    }
    const {offsetLeft, offsetWidth, parentElement: bar} = links[room];
    bar.scrollLeft = offsetLeft + offsetWidth + 40 - bar.clientWidth;
    made[room] ??= make[room](sections[room]);
    for (const [one, it] of Object.entries(made)) if (one !== room) it.rest?.();
    made[room].follow(rest);
  };
  window.addEventListener('hashchange', follow);
  follow();
  // A player is dropped wherever one is.
  document.addEventListener('dragover', (event) => event.dataTransfer?.types.includes('Files') && event.preventDefault());
  document.addEventListener('drop', (event) => {
    const [file] = event.dataTransfer?.files ?? [];
    if (!file) return;
    event.preventDefault();
    location.hash = '#watch';
    follow();
    made.watch.own.load(file);
  });
}

begin().catch((error) => document.getElementById('app').append(h('p', {class: 'complaint', role: 'alert'},
  `The module cannot be started: ${error.message}`)));
