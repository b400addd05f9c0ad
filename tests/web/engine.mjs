// The module of the playground, in Node.js: what scripts/build-playground made.
import {readFileSync} from 'node:fs';
import {createRequire} from 'node:module';
import {dirname, join} from 'node:path';
import {fileURLToPath} from 'node:url';
import vm from 'node:vm';

const built = join(dirname(process.env.PENTOCITY_PAGE), 'playground');

/// Starts the module: a function from calls to answers, as web/playground/engine.js has it.
export function startEngine() {
  const door = fileURLToPath(new URL('../../web/playground/engine.js', import.meta.url));
  const text = readFileSync(join(built, 'engine.js'), 'utf8') + readFileSync(door, 'utf8');
  const start = vm.runInThisContext(`(require, __filename, __dirname) => {${text}; return startEngine;}`)(createRequire(import.meta.url), '', '');
  return start(readFileSync(join(built, 'engine.wasm')));
}
