import {chmodSync, mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';

/// A folder that is gone at the end.
export function scratch() {
  const folder = mkdtempSync(join(tmpdir(), 'pentocity-web-'));
  chmodSync(folder, 0o755);  // for the user that a host who is root plays as
  process.on('exit', () => rmSync(folder, {recursive: true, force: true}));
  return folder;
}
