// The request streams to choose from: the program's sequencers, and the mixes of configs/mixes/.
import {treeOf} from './yaml.js';
import barsThenBlocks from '../../configs/mixes/bars-then-blocks.yaml';
import jigsawAhead from '../../configs/mixes/jigsaw-ahead.yaml';
import pentominoesThenBlocks from '../../configs/mixes/pentominoes-then-blocks.yaml';
import starsAndBars from '../../configs/mixes/stars-and-bars.yaml';
import suburbs from '../../configs/mixes/suburbs.yaml';

export const MIXES = {
  suburbs, 'stars-and-bars': starsAndBars, 'bars-then-blocks': barsThenBlocks, 'pentominoes-then-blocks': pentominoesThenBlocks,
    'jigsaw-ahead': jigsawAhead,
};
/// A mix that somebody wrote, as YAML.
export const OWN = 'a mix of yours';

const today = ['random', 'suburbs', 'drawn', 'g5', 'stars-and-bars', 'g10', 'g8'];
/// The stream of a day, which is the same for everybody: {name, seed}.
export function streamOfDay(date = new Date()) {
  const seed = date.getFullYear() * 10_000 + (date.getMonth() + 1) * 100 + date.getDate();
  return {name: today[Math.floor(Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / 86_400_000) % today.length], seed};
}

/// A stream as the module takes it. Throws an Error for YAML that is broken.
export function streamOf(name, own = '') {
  const text = name === OWN ? own : MIXES[name];
  return text === undefined ? {name} : {name, mix: treeOf(text)};
}
