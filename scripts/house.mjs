// The numbers of the code: `npm run house [-- COMMIT]`; with a commit, before -> after. `npm run house -- COMMIT --draw FOLDER`
// draws both structures, too.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { imports, modules } from './import-graph.mjs';
import { namedOf, twoMeanings } from './names.mjs';
import { drawStructure } from './structure.mjs';
import { REASONS, unrelatedParts } from './unrelated.mjs';

/** Sizes of the groups of modules that all reach each other, types counted: Tarjan's algorithm, without recursion. */
function knots(edges) {
  const index = new Map();
  const low = new Map();
  const stack = [];
  const on = new Set();
  const sizes = [];
  for (const start of edges.keys()) {
    if (index.has(start)) continue;
    const work = [[start, edges.get(start)?.values()]];
    while (work.length > 0) {
      const [node, rest] = work.at(-1);
      if (!index.has(node)) {
        index.set(node, index.size);
        low.set(node, index.get(node));
        stack.push(node);
        on.add(node);
      }
      const { value: next, done } = rest.next();
      if (!done) {
        if (!index.has(next)) work.push([next, edges.get(next)?.values()]);
        else if (on.has(next)) low.set(node, Math.min(low.get(node), index.get(next)));
        continue;
      }
      work.pop();
      const parent = work.at(-1)?.[0];
      if (parent) low.set(parent, Math.min(low.get(parent), low.get(node)));
      if (low.get(node) !== index.get(node)) continue;
      const knot = stack.splice(stack.indexOf(node));
      for (const each of knot) on.delete(each);
      sizes.push(knot.length);
    }
  }
  return sizes.toSorted((a, b) => b - a);
}

/** Folders of ui, as ranked by the architecture test (lowest first), and the arrows that go up: `a -> b`. */
function backArrows(root, edges) {
  const test = join(root, 'src/architecture.test.ts');
  const list = /UI_RANKS[^=]*=\s*\[([\s\S]*?)\] as const/.exec(readFileSync(test, 'utf8'))?.[1];
  if (!list) return 'not ranked';
  const ranks = [...list.matchAll(/'([^']+)'/g)].map((match) => match[1]);
  const folder = (path) =>
    ranks.filter((rank) => path.startsWith(`src/ui/${rank}/`)).toSorted((a, b) => b.length - a.length)[0];
  const arrows = new Set();
  for (const [from, targets] of edges) {
    for (const to of targets) {
      const [a, b] = [folder(from), folder(to)];
      if (a && b && ranks.indexOf(b) > ranks.indexOf(a)) arrows.add(`${a} -> ${b}`);
    }
  }
  return arrows.size;
}

/** How often a pattern stands in the modules. */
function count(texts, pattern) {
  return [...texts.values()].reduce((sum, text) => sum + (text.match(pattern)?.length ?? 0), 0);
}

/** What the built page carries, kB: the workers' bundles and all of it. */
function dist(root) {
  const assets = join(root, 'dist/assets');
  if (!existsSync(assets)) return { workers: 'not built', gzip: 'not built' };
  const workers = readdirSync(assets).filter((name) => /worker.*\.js$/.test(name));
  const kB = (bytes) => Math.round(bytes / 1000);
  return {
    workers: `${workers.length} of ${kB(workers.reduce((sum, name) => sum + statSync(join(assets, name)).size, 0))} kB`,
    gzip: `${kB(workers.reduce((sum, name) => sum + gzipSync(readFileSync(join(assets, name))).length, 0))} kB`,
  };
}

/** What `npm test` said of itself last, minutes. */
function testTime(root) {
  const file = join(root, '.cache/test-minutes.txt');
  return existsSync(file) ? `${readFileSync(file, 'utf8').trim()} min` : 'not run';
}

/** Every number, by name. */
function measure(root) {
  const texts = modules(root, ['src', 'conformance']);
  const product = modules(root, ['src']);
  const edges = imports(texts);
  const lines = (text) => text.split('\n').length - 1;
  const core = new Map([...product].filter(([path]) => path.startsWith('src/core/') || path.startsWith('src/engine/')));
  const { workers, gzip } = dist(root);
  const total = (all) => [...all.values()].reduce((sum, text) => sum + lines(text), 0);
  return {
    'lines of code without tests (src)': total(product),
    'lines of code without tests (with conformance)': total(texts),
    'modules (src)': product.size,
    'modules (with conformance)': texts.size,
    'modules of unrelated parts': unrelatedParts(product).length,
    WeakMaps: count(product, /new WeakMap/g),
    oncePerObject: count(product, /oncePerObject(?:<[^(]*>)?\(/g),
    'module-level let': count(product, /^(?:export )?let /gm),
    'comparisons by JSON.stringify': count(product, /JSON\.stringify\([^)]*\) [!=]==/g),
    'module-level mutable in core and engine': count(
      core,
      /^(?:export )?let |^const \w+(?:: [^=]+)? = new (?:Weak)?(?:Map|Set)(?:<[^(]*>)?\(\);/gm,
    ),
    'worker files': [...product.keys()].filter((path) => path.endsWith('.worker.ts')).length,
    'worker bundles in dist': workers,
    'worker bundles, gzip': gzip,
    stores: count(product, /\bcreate(?:Store)?<\w+>\(|useSyncExternalStore\(/g),
    'arrows back in ui': backArrows(root, edges),
    'largest knot of types': knots(edges)[0] ?? 0,
    'exported names with two meanings': twoMeanings(product).length,
    'functions named xOf': namedOf(product).length,
    'time of npm test': testTime(root),
  };
}

const [commit, , pictures] = process.argv.slice(2);
const now = measure('.');
let before;
if (commit) {
  const folder = mkdtempSync(join(tmpdir(), 'house-'));
  const archive = execFileSync(
    'git',
    ['archive', commit, 'src', ...(isIn(commit, 'conformance') ? ['conformance'] : [])],
    { maxBuffer: 1e9 },
  );
  execFileSync('tar', ['-x', '-C', folder], { input: archive });
  before = measure(folder);
  if (pictures) {
    writeFileSync(join(pictures, 'structure-before.svg'), drawStructure(folder));
    writeFileSync(join(pictures, 'structure.svg'), drawStructure('.'));
  }
  rmSync(folder, { recursive: true });
}

/** Whether a commit has a folder. */
function isIn(ref, folder) {
  return execFileSync('git', ['ls-tree', '--name-only', ref]).toString().split('\n').includes(basename(folder));
}

const width = Math.max(...Object.keys(now).map((name) => name.length));
for (const [name, value] of Object.entries(now))
  console.log(
    name.padEnd(width),
    before ? `${String(before[name]).padStart(12)} -> ${value}` : String(value).padStart(12),
  );

console.log('\nmodules of unrelated parts:');
for (const { path, parts } of unrelatedParts(modules('.', ['src'])))
  console.log(`${path}: ${parts.join(', ')} (${REASONS[path] ?? 'no reason is given'})`);
