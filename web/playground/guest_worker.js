// The worker in which a portable player plays. The text of engine.js comes before it, and makes the module.
import {compileGuest, playGuest} from './guest.js';

/* global startEngine */
// The first message, and the only one, has the bytes of the module, the player's `bytes` and `file`, and the `games`: what the call
// `guest` takes, and for a game that `rival` plays beside it the seed of that. Each game is answered by {end, score}: what the call
// `guest_end` returns, and what the rival scored. Before it, if `told` says so, comes each answer, {made}. The last message may be
// {error}.
self.onmessage = async ({data: {engine: bytes, player, games, rival, told}}) => {
  try {
    const engine = await startEngine(bytes), module = compileGuest(player.bytes, player.file);
    for (const {rival_seed: seed, ...game} of games) {
      const end = playGuest(engine, module, game, told ? (made) => self.postMessage({made}) : undefined);
      self.postMessage({end, score: rival && engine({...game, do: 'whole_game', player: rival, player_seed: seed}).score});
    }
  } catch (error) {
    self.postMessage({error: String(error.message ?? error)});
  }
};
