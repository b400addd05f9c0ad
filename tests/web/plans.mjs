import {readFileSync} from 'node:fs';
import {fileURLToPath} from 'node:url';
import vm from 'node:vm';

/// The functions of web/plans.js that are named.
export function plans(...names) {
  const source = fileURLToPath(new URL('../../web/plans.js', import.meta.url));
  return vm.runInThisContext(`(() => {${readFileSync(source, 'utf8')}; return {${names}};})()`);
}
