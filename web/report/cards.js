// A card for each player and each stream: what it is, and where it stands out.
import {h, plural, show, signed, who, whoAll} from '../shared/dom.js';
import {swatch} from '../shared/marks.js';
import {bestOf} from './summary.js';

/// What Pentocity says of the player or stream of this name, if one is built in.
const line = (about, name) => about?.[name] && h('p', null, `Built in under this name: ${about[name]}.`);

/// How far the mean of a player on a stream is from the mean of all players there: [{sequencer, mean, lead}, ...].
function leads(summary, player) {
  return summary.sequencers.flatMap((sequencer) => {
    const mean = summary.cell(player, sequencer)?.score.mean;
    if (typeof mean !== 'number' || summary.players.length < 2) return [];
    return [{sequencer, mean, lead: mean - summary.stream(sequencer).mean}];
  });
}

export function cards({summary, players, stream, about, openGame, gameOf}) {
  const watch = (player, sequencer) => {
    const game = gameOf(player, sequencer);
    return game && [' ', h('button', {type: 'button', class: 'watch', click: () => openGame(game)},
      'Watch ', who(player), ' on ', who(sequencer))];
  };
  const playerCard = (player) => {
    const {mean, rating, games, missing} = summary.standing(player, null);
    const all = leads(summary, player).sort((a, b) => b.lead - a.lead), best = all[0], worst = all.at(-1);
    const place = (one) => [who(one.sequencer), ` (${show(one.mean)}, ${signed(one.lead)})`];
    return h('li', {'data-player': player}, h('h4', null, swatch(summary.number.get(player)), who(player)),
      line(about?.players, player),
      h('p', null, `Mean score ${show(mean, 1)} in ${plural(games, 'game')}` +
        (summary.json.league && rating !== null ? `, rating ${signed(rating)}` : '') +
        (missing ? `; ${plural(missing, 'game')} missing` : '') + '.'),
      best && worst !== best && h('p', null, 'Beside the mean of all players it is strongest on ', place(best), ' and weakest on ',
        place(worst), '.', watch(player, best.sequencer), watch(player, worst.sequencer)));
  };
  const streamCard = (sequencer) => {
    const complete = summary.players.filter((player) => summary.complete(player, sequencer));
    const mean = (player) => summary.cell(player, sequencer).score.mean;
    const first = summary.stream(sequencer).winners, last = bestOf(complete, (player) => -mean(player));
    return h('li', null, h('h4', null, who(sequencer)), line(about?.sequencers, sequencer),
      first.length > 0 && h('p', null, 'Highest mean: ', whoAll(first), ` with ${show(mean(first[0]), 1)}`,
        complete.length > first.length && ['; lowest: ', whoAll(last), ` with ${show(mean(last[0]), 1)}`], '.',
        watch(first[0], sequencer)));
  };
  return [h('h2', null, 'What the players and the streams are'),
    h('h3', null, 'Players'), h('ul', {class: 'cards'}, players.map(playerCard)),
    h('h3', null, 'Streams'), h('ul', {class: 'cards'}, (stream === null ? summary.sequencers : [stream]).map(streamCard))];
}
