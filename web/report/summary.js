// The summary as the views use it: all streams together, or one of them.

// Means of whole scores over the same number of games differ by more than this, or by rounding alone.
const rounding = 1e-9;
/// The rows with the greatest value, and those that are equal to it.
export function bestOf(rows, value) {
  const best = Math.max(...rows.map(value));
  return rows.filter((row) => value(row) > best - rounding);
}

export class Summary {
  constructor(json) {
    if (json?.format !== 'pentocity-summary/1') throw new Error('the data of this page is no pentocity-summary/1');
    this.json = json;
    const names = json.players.map((one) => one.player);
    this.sequencers = json.sequencers.map((one) => one.sequencer);
    this.number = new Map(names.map((name, i) => [name, i]));  // as the config has them
    this.cells = new Map(json.cells.map((cell) => [this.#key(cell.player, cell.sequencer), cell]));
    this.pairs = new Map(json.head_to_head.map((pair) => [this.#key(pair.a, pair.b, pair.sequencer), pair]));
    this.courses = new Map((json.courses ?? []).map((course) => [this.#key(course.player, course.sequencer), course]));
    this.profile = typeof json.rules === 'string' ? json.rules : `${json.rules?.profile ?? 'report'}, changed`;
    this.players = this.ranked(names, null);
    this.games = json.cells.reduce((sum, cell) => sum + cell.games, 0);
  }

  #key(...names) { return names.join('\0'); }  // which no name has
  cell(player, sequencer) { return this.cells.get(this.#key(player, sequencer)); }
  /// The cells of a player on one stream, or on all of them (null).
  cellsOf(player, stream) {
    return (stream === null ? this.sequencers : [stream]).map((sequencer) => this.cell(player, sequencer)).filter((cell) => cell);
  }

  /// The courses of a player's games on one stream, or on all of them (null); those that are known.
  coursesOf(player, stream) {
    return (stream === null ? this.sequencers : [stream]).map((sequencer) => this.courses.get(this.#key(player, sequencer)))
      .filter((course) => course);
  }

  /// a against b, as a sees it: {wins, losses, draws, difference, ci, p, better, few}; null if they have no games on the same
  /// requests. `p` is corrected for the number of pairs, `better` 1, -1 or, if it is undecided, 0; `few` says that it is so because
  /// the repeats are too few to tell.
  pair(a, b, stream) {
    const read = (x, y) => this.pairs.get(this.#key(x, y, stream));
    const straight = read(a, b), pair = straight ?? read(b, a);
    if (!pair || pair.wins + pair.losses + pair.draws === 0) return null;
    const {wins, losses, draws, mean_difference: difference, ci95: ci, p_corrected: p, too_few_repeats: few} = pair;
    const better = pair.better === null ? 0 : pair[pair.better] === a ? 1 : -1;
    if (straight) return {wins, losses, draws, difference, ci, p, better, few};
    const minus = (x) => (x === null ? null : 0 - x);
    return {wins: losses, losses: wins, draws, difference: minus(difference), ci: ci && [-ci[1], -ci[0]], p, better, few};
  }

  /// How many scheduled games of a player have no score that counts, on one stream or on all of them. Its means compare
  /// with those of others only if there are none.
  missing(player, stream) {
    return stream === null ? this.json.players[this.number.get(player)].missing : this.cell(player, stream)?.missing ?? 0;
  }
  complete(player, stream) { return this.missing(player, stream) === 0; }

  /// The order in which every section has the players: by their rank, which is by the mean and in a league, where each plays other
  /// games, by the rating; on one stream by the mean there. After these those that are not complete, by the share of matches that
  /// they won.
  ranked(players, stream) {
    const rows = new Map(players.map((player) => [player, this.standing(player, stream)]));
    const share = ({wins, losses, draws}) => (wins + draws / 2) / Math.max(1, wins + losses + draws);
    const order = (x, y) => {
      if (x.rank !== y.rank) return (x.rank ?? Infinity) - (y.rank ?? Infinity);
      if (x.rank !== null) return 0;
      if (x.missing && y.missing) return share(y) - share(x);
      return x.missing || y.missing ? x.missing - y.missing : y.mean - x.mean;
    };
    return [...players].sort((a, b) => order(rows.get(a), rows.get(b)) || this.number.get(a) - this.number.get(b));
  }

  /// What the summary says of a stream: {adaptive, mean, winners}.
  stream(name) { return this.json.sequencers[this.sequencers.indexOf(name)]; }

  /// The scores of a player on a stream by repeat, null for a game that failed; null as long as it has not played all.
  byRepeat(player, stream) {
    const cell = this.cell(player, stream);
    return cell?.games === this.json.repeats ? cell.score.values : null;
  }

  /// Each game with a score of a player: {score, sequencer, repeat}; the latter undefined if it is not known.
  scores(player, stream) {
    return this.cellsOf(player, stream).flatMap(({sequencer, score: {values}}) => {
      const all = this.byRepeat(player, sequencer);
      return values.flatMap((score, k) => (score === null ? [] : [{score, sequencer, repeat: all ? k : undefined}]));
    });
  }

  /// How games of a player ended that did not end well: [[status, count], ...].
  failures(player, stream) {
    const count = {};
    for (const cell of this.cellsOf(player, stream)) {
      for (const [status, n] of Object.entries(cell.status)) if (status !== 'ok' && n > 0) count[status] = (count[status] ?? 0) + n;
      if (cell.invalid_moves > 0) count['invalid moves'] = (count['invalid moves'] ?? 0) + cell.invalid_moves;
    }
    return Object.entries(count);
  }

  /// The invalid moves of a player by cause: [[cause, count], ...].
  invalidMoves(player, stream) {
    const count = {};
    for (const {faults} of this.cellsOf(player, stream)) for (const [cause, n] of Object.entries(faults ??
        {})) if (n > 0) count[cause] = (count[cause] ?? 0) + n;
    return Object.entries(count);
  }

  /// A player's row of the ranking.
  standing(player, stream) {
    const base = {player, games: 0, failed: 0, wins: 0, losses: 0, draws: 0};
    for (const cell of this.cellsOf(player, stream)) {
      base.games += cell.games;
      base.failed += cell.games - (cell.status.ok ?? 0);
    }
    base.failures = this.failures(player, stream);
    base.missing = this.missing(player, stream);
    if (stream === null) {
      const one = this.json.players[this.number.get(player)];
      return {...base, rank: one.rank, mean: one.mean, ci: one.ci95, median: one.median, rounds: one.rounds_won, streams: one.streams_won,
              wins: one.matches.wins, losses: one.matches.losses, draws: one.matches.draws, rating: one.rating, ratingCi: one.rating_ci95};
    }
    const {score} = this.cell(player, stream) ?? {score: {}};
    for (const other of this.number.keys()) {
      const pair = other === player ? null : this.pair(player, other, stream);
      if (pair) for (const key of ['wins', 'losses', 'draws']) base[key] += pair[key];
    }
    return {...base, rank: null, mean: score.mean ?? null, ci: score.ci95 ?? null, median: score.median ?? null, rounds: null,
            streams: null, rating: null, ratingCi: null};
  }

  /// The mean of a metric over streams, each counting the same; null without any.
  metric(player, stream, name) {
    const values = this.cellsOf(player, stream).map((cell) => cell.metrics[name]).filter((value) => typeof value === 'number');
    return values.length ? values.reduce((sum, value) => sum + value, 0) / values.length : null;
  }
}
