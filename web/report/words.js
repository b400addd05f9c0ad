// What several sections say of the games in words.
import {whoAll} from '../shared/dom.js';
import {bestOf} from './summary.js';

/// Why an invalid move did not stand, by its code.
export const FAULTS = {
  bad_rotation: 'there is no such rotation', cell_off_land: 'a road, park or pond cell is off the land',
  cell_occupied: 'a road, park or pond cell is not empty', cells_overlap: 'road, park and pond overlap',
  roads_disconnected: 'the roads do not reach the edge', site_not_buildable: 'the building cannot stand there',
  no_road_access: 'the building has no road', bad_answer: 'the answer could not be read',
};

/// Who leaves least and who leaves most of the land empty, in a sentence. Rows are {player, empty}, `text` writes the
/// latter.
export function emptyFinding(rows, text) {
  if (!rows.length) return 'What the lands are made of';
  const least = bestOf(rows, ({empty}) => -empty), most = bestOf(rows, ({empty}) => empty);
  const names = (of) => whoAll(of.map(({player}) => player));
  return [names(least), `${least.length > 1 ? ' leave' : ' leaves'} ${text(least[0].empty)} empty`,
    least[0].empty !== most[0].empty && [', ', names(most), ` ${text(most[0].empty)}`]];
}
