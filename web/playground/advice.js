// What the room says in words: what to do now, why a place is none, and what a move of the planner gives.
import {plural} from '../shared/dom.js';

const symbolOf = {residence: 'R', factory: 'F'};
const faults = {
  cell_off_land: 'Part of the road, park or pond is off the land.', cell_occupied: 'The road, park or pond crosses what is built.',
  cells_overlap: 'Road, park and pond overlap.', roads_disconnected: 'The road must lead to the border or to another road.',
  no_road_access: 'No road leads to it.',
};

/// A place of the land, counted from 1.
export const place = ([r, c]) => `row ${r + 1}, column ${c + 1}`;

const scored = ({points, with_park: park, with_pond: pond}) => plural(points, 'point') +
  (park && pond ? ' with park and pond' : park ? ' with a park' : pond ? ' with a pond' : '');
/// What a candidate of the planner gives and costs.
export const reasons = (candidate) => {
  const {edges, touching, cut_off: cut, lost} = candidate;
  return [scored(candidate), `${touching} of ${edges} edges touch something`, cut ? `cuts off ${plural(cut, 'cell')}` : 'cuts off nothing',
    lost ? `builds ${plural(lost, 'cell')} of road, park and pond` : 'builds nothing else'].join(', ');
};

/// What the planner expects of the k-th of these candidates in the end, beside the best of them or the next.
export const worth = (candidate, candidates, k) => {
  const other = candidates[k === 0 ? 1 : 0];
  if (!other || candidate.value === null || other.value === null) return '';
  const by = Math.abs(candidate.value - other.value).toFixed(1);
  return k === 0 ? `; worth ${by} more in the end than the next` : `; worth ${by} less in the end than the first`;
};

/// Why what is picked cannot be built.
function why({seen, land, state: {request}}) {
  const other = request.type === 'residence' ? 'factory' : 'residence';
  if (seen.fault !== 'site_not_buildable') return faults[seen.fault] ?? 'It cannot stand here.';
  if (seen.building.some(([r, c]) => !land.has(r, c))) return 'It does not lie on the land.';
  if (seen.building.some(([r, c]) => land.symbol(r, c) !== '.')) return 'Something stands there already.';
  const beside = seen.building.some(([r, c]) => [[r + 1, c], [r - 1, c], [r, c + 1], [r, c - 1]].some(([y, x]) =>
    land.has(y, x) && land.symbol(y, x) === symbolOf[other]));
  return beside ? `It would touch a ${other}.` : 'Your road, park or pond is in the way.';
}

/// One line: what to do now, by whoever plays `play`.
export function advice(play) {
  const {pick, seen, state, mode, hasPlace} = play, what = state.request.type;
  const touch = matchMedia('(pointer: coarse)').matches, click = touch ? 'Tap' : 'Click';
  const turns = state.request.rotations.length > 1;
  if (!hasPlace) return `There is no place left for this ${what}. Reject it.`;
  if (!pick.location || (!pick.pinned && !seen.fault && touch)) return `${click} the land where this ${what} should ` +
      `stand${turns ? '; Turn turns it' : ''}.`;
  if (seen.fault && mode !== 'building' && seen.fault !== 'site_not_buildable') return why(play);
  if (seen.fault) return `${why(play)} ${click} another place${turns ? ', or turn it' : ''}.`;
  const roads = seen.move.road.length, gain = `+${scored(seen)}${roads ? ` and ${plural(roads, 'cell')} of road` : ''}`;
  if (!pick.pinned) return `${gain}. ${click} to put it down here.`;
  const hasBonus = what === 'residence' || state.factory_bonus;
  if (mode === 'road') return `${gain}. Draw or remove road cells, then press Build.`;
  if (mode !== 'building') {
    const [one, other] = mode === 'park' ? ['park', 'pond'] : ['pond', 'park'], drawn = pick[mode].length;
    if (!hasBonus) return `${gain}. A factory gets no points for it. Press Build.`;
    if (seen[`with_${one}`]) return `${gain}. Press ` +
        `Build${seen[`with_${other}`] ? '' : `, or choose ${other === 'park' ? 'Park' : 'Pond'} for 2 more`}.`;
    return `${gain}. ${drawn > 0 && drawn < 4 ? `${drawn} of 4 ${one} cells` : `Draw 4 ${one} cells`} in one piece that touch it, ` +
      'for 2 more; then press Build.';
  }
  const tip = hasBonus && !(seen.with_park && seen.with_pond) ? ` Choose ${seen.with_park ? 'Pond' : 'Park'} to draw one for +2.` : '';
  return `${gain}. Press Build or ${click.toLowerCase()} it again to build, or ${click.toLowerCase()} elsewhere to move it.${tip}`;
}
