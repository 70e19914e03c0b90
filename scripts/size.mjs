// Holds the built page to its size budgets (min + gzip). The first load is index.html's entry with everything it
// imports statically, followed file by file; what is imported later, when it is first needed, is listed beside it.
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

const dist = join(fileURLToPath(new URL('..', import.meta.url)), 'dist');
const assets = join(dist, 'assets');
const kilobytes = (name) => gzipSync(readFileSync(join(assets, name))).length / 1000;

/** File names a built module imports statically: `from"./x.js"`, `import"./x.js"`. */
function staticImports(name) {
  const text = readFileSync(join(assets, name), 'utf8');
  return [...text.matchAll(/(?:\bfrom|\bimport)\s*["']\.\/([\w.-]+\.js)["']/g)].map((match) => match[1]);
}

/** The files the page begins with, for each language it can be in: its script and its words. */
function pageEntries() {
  const html = readFileSync(join(dist, 'index.html'), 'utf8');
  const { entry, words } = JSON.parse(/id="entry">(.*?)<\/script>/.exec(html)?.[1] ?? '{}');
  return Object.values(words).map((file) => [entry, file].map((name) => basename(name)));
}

/** Entries and all they need before they run. */
function firstLoad(entries) {
  const waiting = [...entries];
  const seen = new Set();
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (seen.has(name)) continue;
    seen.add(name);
    waiting.push(...staticImports(name));
  }
  return [...seen];
}

const sum = (names) => names.reduce((total, name) => total + kilobytes(name), 0);
const files = readdirSync(assets);
const firsts = pageEntries().map(firstLoad);
const first = firsts.toSorted((one, other) => sum(other) - sum(one))[0] ?? [];
const engine = firstLoad(files.filter((name) => /^engine\.worker.*\.js$/.test(name)));
const BUDGETS = [
  { name: 'JavaScript of the first load', names: first, limit: 245 },
  // Off the critical path: what the first packet waits for is the JavaScript of the first load.
  { name: 'engine worker', names: engine, limit: 250 },
  { name: 'styles, all', names: files.filter((name) => name.endsWith('.css')), limit: 40 },
];

let failed = false;
for (const { name, names, limit } of BUDGETS) {
  const size = sum(names);
  if (names.length === 0 || size > limit) failed = true;
  console.log(`${name}: ${size.toFixed(1)} kB gzip in ${names.length} files, at most ${limit} kB`);
}
const later = files.filter((name) => name.endsWith('.js') && !firsts.flat().includes(name) && !engine.includes(name));
console.log(`loaded when first needed: ${sum(later).toFixed(1)} kB in ${later.length} files`);
process.exit(failed ? 1 : 0);
