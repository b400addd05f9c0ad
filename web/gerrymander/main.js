// The gerrymander page.
import {themeSwitch} from '../shared/theme.js';
import {Game} from './game.js';

const textOf = (id) => document.getElementById(id).textContent;
const given = textOf('pentocity-puzzle');
// The page without a puzzle, '@' and a name, is good for the daily one.
new Game({root: document, worker: textOf('counting'), given: given.startsWith('@') ? '' : given});
document.querySelector('header').append(themeSwitch());
