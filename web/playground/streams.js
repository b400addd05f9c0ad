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

/// A stream as the module takes it. Throws an Error for YAML that is broken.
export function streamOf(name, own = '') {
  const text = name === OWN ? own : MIXES[name];
  return text === undefined ? {name} : {name, mix: treeOf(text)};
}
