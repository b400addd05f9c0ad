// What the rooms that play games share: choosing the game.
import {h} from '../shared/dom.js';
import {MIXES, OWN, streamOf} from './streams.js';

const example = `# A mix: requests and how often each comes
phases:
  - requests:
      - {weight: 3, residence: L}
      - {weight: 2, residence: X}
      - {weight: 1, factory: {rows: [1, 3], columns: [2, 4]}}
`;

/// The choice of a stream, the number of the game, by which its requests are drawn, the land and the rules. `start` is called with what
/// was chosen: {name, own, seed, side, rules}.
export class Setup {
  constructor(id, engine, start, ...more) {
    const {sequencers} = engine({do: 'about'});
    const option = (value, label) => h('option', {value}, label);
    const choice = (name, ...options) => h('select', {'data-testid': `${id}-${name}`}, options);
    this.stream = choice('stream',
      h('optgroup', {label: 'sequencers'}, sequencers.map(({name, summary}) => option(name, `${name}: ${summary}`))),
      h('optgroup', {label: 'mixes'}, [...Object.keys(MIXES), OWN].map((name) => option(name, name))));
    this.seed = h('input', {type: 'number', min: 0, max: Number.MAX_SAFE_INTEGER, value: 1 + Math.floor(Math.random() * 1e6),
      'data-testid': `${id}-seed`});
    this.side = choice('side', option('12', '12 × 12'), option('20', '20 × 20'), option('30', '30 × 30'), option('50', '50 × 50'),
      option('128', '128 × 128'));
    this.rules = choice('rules', option('report', 'report (the default)'), option('tournament-2016', 'tournament of 2016'));
    this.stream.value = 'random';
    this.side.value = '20';
    this.own = h('textarea', {rows: 8, spellcheck: 'false', 'data-testid': `${id}-own`}, example);
    this.ownLabel = h('label', {class: 'own', hidden: true}, h('span', null, 'Your mix, in YAML'), this.own);
    this.complaint = h('p', {class: 'complaint', role: 'alert', hidden: true, 'data-testid': `${id}-complaint`});
    const labelled = (text, field) => h('label', null, h('span', null, text), field);
    this.stream.addEventListener('change', () => { this.ownLabel.hidden = this.stream.value !== OWN; });
    this.element = h('form', {class: 'setup', submit: (event) => {
      event.preventDefault();
      this.go(start);
    }}, h('div', {class: 'fields'}, labelled('Requests', this.stream), labelled('Game number: the same one, the same requests', this.seed),
      labelled('Land', this.side), labelled('Rules', this.rules), more),
    this.ownLabel, this.complaint, h('button', {'data-testid': `${id}-new`}, 'New game'));
  }

  /// What the fields say.
  get chosen() {
    return {
      name: this.stream.value, seed: Math.max(0, Math.trunc(Number(this.seed.value)) || 0),
      side: Number(this.side.value), rules: this.rules.value, own: this.stream.value === OWN ? this.own.value : '',
    };
  }

  go(start) {
    this.complaint.hidden = true;
    try {
      start(this.chosen);
    } catch (error) {
      this.complaint.textContent = error.message;
      this.complaint.hidden = false;
    }
  }
}

/// The call that begins such a game.
export const startCall = ({name, own, seed, side, rules}) => ({
  do: 'start', stream: streamOf(name, own), seed, rules: side === 50 ? rules : {profile: rules, side},
});
