// The worker that makes puzzles and counts plans.
import {countCompletions, countCutEdges} from './counting.js';
import {dailyPuzzle, madePuzzle} from './making.js';

/**
 * What the worker answers: to `daily`, a date, a puzzle, to `made` another, to `cuts` the cut edges of a puzzle, to the rest the
 * completions.
 * @param {{daily?: string, made?: [number, string, number], cuts?: import('./puzzle.js').Puzzle,
 *   puzzle?: import('./puzzle.js').Puzzle, labels?: number[], withWitness?: boolean}} request
 * @param {(share: number) => void} progress
 */
function answer(request, progress) {
  if (request.daily) return dailyPuzzle(request.daily);
  if (request.made) return madePuzzle(...request.made);
  if (request.cuts) return countCutEdges(request.cuts);
  return countCompletions(request.puzzle, request.labels, request.withWitness, progress);
}

self.onmessage = ({data}) => self.postMessage({result: answer(data, (share) => self.postMessage({share}))});
