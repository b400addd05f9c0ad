// Puts the page together: node assemble.mjs BUILD writes BUILD/playground.html from the module in BUILD/playground.
import {readFileSync, writeFileSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {gzipSync} from 'node:zlib';
import {build} from 'esbuild';

const here = dirname(fileURLToPath(import.meta.url)), built = process.argv[2];
const bundle = async (entry) => {
  const {outputFiles} = await build({
    entryPoints: [join(here, entry)], bundle: true, minify: true, format: 'iife', target: 'es2022', write: false,
    loader: {'.yaml': 'text'}, logLevel: 'warning',
  });
  return outputFiles[0].text;
};
const read = (file) => readFileSync(file, 'utf8');
const parts = {
  // What the gerrymander page shows, without its scripts; the playground has a main part already.
  gerrymander: `<style>${read(join(here, '../gerrymander.css'))}</style>` +
    read(join(here, '../gerrymander.html')).match(/<body>(.*)<noscript>/s)[1].replace('<main>', '<div>').replace('</main>', '</div>'),
  counting: await bundle('../gerrymander/worker.js'),
  css: await bundle('page.css'),
  guest: await bundle('guest_worker.js'),
  icon: encodeURIComponent(read(join(here, '../icon.svg')).trim()),
  engine: read(join(built, 'playground', 'engine.js')) + read(join(here, 'engine.js')),
  module: gzipSync(readFileSync(join(built, 'playground', 'engine.wasm')), {level: 9}).toString('base64'),
  script: await bundle('main.js'),
};
const page = read(join(here, 'index.html')).replace(/@(\w+)@/g, (_, name) => parts[name].replaceAll('</script', '<\\/script'));
writeFileSync(join(built, 'playground.html'), page);
const most = 2 << 20;
if (page.length > most) throw new Error(`playground.html has ${page.length} bytes, more than ${most}`);
console.log(`${join(built, 'playground.html')}: ${page.length} bytes`);
