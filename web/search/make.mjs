// A page that searches the whole text of the documentation: node make.mjs FOLDER reads the pages that Doxygen wrote there, writes
// FOLDER/search.html, which holds all that it needs, and gives each page a field that leads to it.
import {readdirSync, readFileSync, writeFileSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {build} from 'esbuild';

const here = dirname(fileURLToPath(import.meta.url)), folder = process.argv[2];
const read = (...path) => readFileSync(join(...path), 'utf8');

const named = {'&lt;': '<', '&gt;': '>', '&quot;': '"', '&amp;': '&', '&nbsp;': ' ', '&ndash;': '–', '&mdash;': '—', '&times;': '×'};
const plain = (html) => html.replace(/<(script|style)\b.*?<\/\1>/gs, ' ').replace(/<[^>]*>/g, ' ')
  .replace(/&#(\d+);/g, (_, code) => String.fromCodePoint(Number(code))).replace(/&\w+;/g, (one) => named[one] ?? ' ')
  .replace(/\s+/g, ' ').trim();

const title = (html) => plain(html.match(/<title>(?:Pentocity: )?(.*?)<\/title>/s)?.[1] ?? '');

/// The parts of a page, each from one heading to the next: {page, heading, link, text}.
function partsOf(file, html) {
  const page = title(html) || file;
  const contents = html.match(/<div class="contents">(.*)<!-- contents -->/s)?.[1] ?? '';
  const [first, ...others] = contents.split(/(?=<h[1-4]\b)/);
  return [{page, heading: '', link: file, text: plain(first)}, ...others.map((part) => {
    const [, head, rest] = part.match(/^(<h[1-4]\b.*?<\/h[1-4]>)(.*)$/s) ?? ['', '', part], id = head.match(/\bid="([^"]+)"/)?.[1];
    return {page, heading: plain(head), link: id ? `${file}#${id}` : file, text: plain(rest)};
  })].filter(({text}) => text);
}

const files = readdirSync(folder).filter((file) => file.endsWith('.html') && file !== 'search.html');
// What people wrote, and the classes; Doxygen's lists and sources repeat these.
const parts = files.filter((file) =>
  /^(index|page-.*|(class|struct|namespace)pentocity[^-]*)\.html$/.test(file) && !/_source\.html$/.test(file))
  .flatMap((file) => partsOf(file, read(folder, file)));
const {outputFiles: [{text: script}]} = await build({entryPoints: [join(here, 'main.js')], bundle: true, minify: true, format: 'iife',
  target: 'es2022', write: false, logLevel: 'warning'});
// The colours that were chosen on another page of the site (web/shared/theme.js).
const theme = '<script>try { const scheme = JSON.parse(localStorage.getItem("pentocity-theme")); if (/^(light|dark)$/.test(scheme)) ' +
  '[document.documentElement.style.colorScheme, document.documentElement.className] = [scheme, scheme + "-mode"]; } catch {}</script>\n';
const data = {css: read(here, 'page.css'), parts: JSON.stringify(parts).replaceAll('<', '\\u003c'),
  script: script.replaceAll('</script', '<\\/script')};
writeFileSync(join(folder, 'search.html'), read(here, 'page.html').replace(/@(\w+)@/g, (_, name) => data[name])
  .replace('</head>', `${theme}$&`));

const field = '<form class="search" role="search" action="search.html"><input type="search" name="q" placeholder="Search the text" ' +
  'aria-label="Search the documentation"></form>';
// What Doxygen leaves out for those who hear a page: its language, and what its parts are.
const roles = {top: 'banner', 'main-nav': 'navigation" aria-label="Lists', 'side-nav': 'navigation" aria-label="Pages',
  'doc-content': 'main" tabindex="0', 'nav-path': 'contentinfo'};
for (const file of files) {
  const page = read(folder, file).replace('<html ', '<html lang="en" ').replace('</head>', `${theme}$&`)
    .replace(/<!-- end header part -->/, `${field}$&`);
  const heading = page.includes('<div class="title">') ? '' : `<h1>${title(page)}</h1>`;
  writeFileSync(join(folder, file), page.replace(/<div id="([\w-]+)"/g, (all, id) => (roles[id] ? `${all} role="${roles[id]}"` : all))
    // What is wide is scrolled, by keyboard too.
    .replaceAll(/<(?:div class="fragment"|td class="memItemRight"|td class="memTemplItemRight"|div class="memproto")/g, '$& tabindex="0"')
    .replace('<div class="title">', '<div class="title" role="heading" aria-level="1">')
    .replace('<div class="contents">', `$&${heading}`).replaceAll(/<h3>(<a id="index_.*?)<\/h3>/g, '<h2>$1</h2>')
    .replaceAll(/<th(?= class="markdownTableHead)([^>]*)>\s*<\/th>/g, '<td$1></td>')
    // Of a picture Doxygen keeps no text where it is a drawing.
    .replaceAll(/<object type="image\/svg\+xml" data="([^"]+)"[^>]*>\s*<\/object>/g,
      (_, source) => `<img src="${source}" alt="${title(page)}">`)
    .replace(/<table class="markdownTable">(?!\s*<tbody)/g, '$&<tbody tabindex="0">'));
}
console.log(`search.html: ${parts.length} parts of pages`);
