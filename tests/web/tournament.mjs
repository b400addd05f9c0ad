// What the tests of the report share: a small tournament as the program plays it, and its report.
import {execFileSync} from 'node:child_process';
import {existsSync, readdirSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {gunzipSync} from 'node:zlib';
import {scratch} from './scratch.mjs';

const binary = process.env.PENTOCITY_BINARY;

/// Runs the program; its standard output.
export const pentocity = (...options) => execFileSync(binary, options, {encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'], maxBuffer: 1e8});

/// Plays a config (an object, written as JSON, which is YAML): {folder, summary, traces: {file: lines}}.
export function tournament(config, ...options) {
  const place = scratch(), file = join(place, 'cup.yaml'), folder = join(place, 'results');
  writeFileSync(file, JSON.stringify(config));
  pentocity('run', file, '--out', folder, '--jobs', '1', '--format', 'json', ...options);
  const traces = join(folder, 'traces');
  return {
    folder,
    summary: JSON.parse(readFileSync(join(folder, 'summary.json'), 'utf8')),
    traces: Object.fromEntries((existsSync(traces) ? readdirSync(traces) : []).map((name) => [name, gunzipSync(readFileSync(join(traces, name))).toString()])),
  };
}

export const linesOf = (text) => text.trim().split('\n').map((line) => JSON.parse(line));

/// Writes the report of a results folder; its text.
export function reportOf(folder) {
  pentocity('report', folder);
  return readFileSync(join(folder, 'report.html'), 'utf8');
}
