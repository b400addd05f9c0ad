// The guided start: twelve turns on a small land, each of which shows one thing.
import {OWN} from './streams.js';

const own = `phases:
  - order: cycle
    requests:
      - {residence: I}
      - {residence: L}
      - {residence: P}
      - {residence: P}
      - {residence: V}
      - {factory: 2x2}
      - {factory: 3x2}
      - {residence: N}
      - {residence: Y}
      - {factory: 2x3}
      - {residence: T}
      - {residence: W}
`;
/// What is played, as Setup chooses it.
export const LESSON = {name: OWN, own, seed: 1, side: 12, rules: 'report', lesson: true};

const turns = [
  'A building must touch the border or a road. Put this one at the border, by a click; a second click on it builds it.',
  'Put this one two cells from the border: the road that it needs is built with it. Roads score nothing, so short ones are good.',
  'Put it down, choose Park and draw 4 cells in one piece that touch it: 2 points more. Then press Build.',
  'The same with Pond: 2 points more for a pond of 4 cells.',
  'One park and one pond serve many residences. Put this one where it touches both, if you can, or one of them.',
  'A factory. It may not touch a residence, that is, share a side with one. Try it: the page says what is wrong. Corners may meet.',
  'Turn it: by the button, R, the wheel or a right click. Factories side by side, away from the residences, leave more room.',
  'Press Hint: it shows what a program, planner-fast, would do, and why. Take one, or find a better one.',
  'The road is chosen for you, but you can draw another: put the building down, choose Road, and click cells.',
  'Drag the picture of the request onto the land; what is put down can be dragged further.',
  'A place is good if many of its edges touch what is there: narrow gaps stay empty for ever.',
  'What does not fit is rejected. The third reject ends a game, so think before the first two. Build this one, or reject it.',
];
/// What is said at a turn, counted from 0; after the last, undefined.
export const lessonAt = (turn) => turns[turn] && `${turn + 1} of ${turns.length}: ${turns[turn]}`;
