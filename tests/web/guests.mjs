// Portable players for the tests of the playground, built by Debian's clang.
import {execFileSync} from 'node:child_process';
import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {scratch} from './scratch.mjs';
import {pentocity} from './tournament.mjs';

const folder = scratch();
let number = 0;

// In two steps: asked to optimize, clang has a linked file go through emscripten's wasm-opt, which drops the names of functions.
function built(compiler, source, name, ...options) {
  const file = join(folder, `${name}.wasm`), run = (...more) => execFileSync(compiler, ['--target=wasm32-wasi', ...more],
    {stdio: ['ignore', 'ignore', 'pipe']});
  run('-O2', ...options, '-c', source, '-o', `${file}.o`);
  run('-Wl,--strip-debug', `${file}.o`, '-o', file);
  return file;
}
const place = (path) => fileURLToPath(new URL(path, import.meta.url));

/// The file of docs/examples/plain.c.
export const plain = () => built('clang', place('../../docs/examples/plain.c'), 'plain');
/// The file of a player that rejects everything; `parts` are the macros of players/rejects.c, such as ACT.
export const rejecting = (parts) => built('clang', place('players/rejects.c'), `rejects${++number}`,
  ...Object.entries(parts).map(([name, code]) => `-D${name}=${code.replaceAll('\n', ' ')}`));

/// What there is not on this machine, so that tests of portable players are skipped; false if all is there.
export function lackForGuests() {
  let file;
  try {
    file = rejecting({});
  } catch {
    return 'no clang for wasm32-wasi';
  }
  try {
    pentocity('list', 'players', file);
  } catch (error) {
    if (/PENTOCITY_WASMTIME|install/.test(error.stderr)) return 'no Wasmtime';
    throw error;
  }
  return false;
}
