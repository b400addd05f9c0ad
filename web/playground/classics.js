// The puzzles to begin with: the program's own.
import courtyard from '../../configs/puzzles/courtyard.yaml';
import flowerbeds from '../../configs/puzzles/flowerbeds.yaml';
import gerrymander from '../../configs/puzzles/gerrymander-5x5.yaml';
import hexiamonds from '../../configs/puzzles/hexiamonds-6x6.yaml';
import honeycomb from '../../configs/puzzles/honeycomb.yaml';
import meteor from '../../configs/puzzles/meteor.yaml';
import oneSided from '../../configs/puzzles/one-sided-tetrominoes.yaml';
import three from '../../configs/puzzles/pentominoes-3x20.yaml';
import four from '../../configs/puzzles/pentominoes-4x15.yaml';
import five from '../../configs/puzzles/pentominoes-5x12.yaml';
import six from '../../configs/puzzles/pentominoes-6x10.yaml';
import eight from '../../configs/puzzles/pentominoes-8x8.yaml';
import popinjay from '../../configs/puzzles/popinjay.yaml';
import terrazzo from '../../configs/puzzles/terrazzo.yaml';

export const CLASSICS = {
  'pentominoes-6x10': six, 'pentominoes-5x12': five, 'pentominoes-4x15': four, 'pentominoes-3x20': three, 'pentominoes-8x8': eight,
  popinjay, courtyard, flowerbeds, honeycomb, 'hexiamonds-6x6': hexiamonds, meteor, terrazzo, 'one-sided-tetrominoes': oneSided,
  'gerrymander-5x5': gerrymander,
};
