// Modules of a checkout and what each imports.
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

const TEST = /\.test\.tsx?$|\/testing\/|\/testdata\//;

/** Modules below a folder, path -> text; no tests, none of what tests need. */
export function modules(root, folders) {
  const found = new Map();
  const walk = (folder) => {
    for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
      const path = `${folder}/${entry.name}`;
      if (entry.isDirectory()) walk(path);
      else if (/\.tsx?$/.test(path) && !TEST.test(path)) found.set(path, readFileSync(join(root, path), 'utf8'));
    }
  };
  for (const folder of folders) if (existsSync(join(root, folder))) walk(folder);
  return found;
}

const STATEMENT =
  /(?:^|\n)\s*(?:import|export)\s+(?:type\s)?(?:[^'";]*?from\s*)?['"](?<from>\.[^'"]+)['"]|\bimport\(\s*['"](?<later>\.[^'"]+)['"]/g;

/** What a module needs before it runs: neither types nor what is loaded later. */
const NEEDED = /(?:^|\n)\s*(?:import|export)\s+(?!type\s)(?:[^'";]*?from\s*)?['"](?<from>\.[^'"]+)['"]/g;

/** Imports, module -> modules. */
export const imports = (texts) => edgesBy(texts, STATEMENT);

/** What each module needs before it runs, module -> modules. */
export const neededImports = (texts) => edgesBy(texts, NEEDED);

function edgesBy(texts, statement) {
  const resolve = (from, spec) => {
    const path = normalize(join(dirname(from), spec));
    return [path, `${path}.ts`, `${path}.tsx`, `${path}/index.ts`].find((each) => texts.has(each));
  };
  const edges = new Map();
  for (const [from, text] of texts) {
    const targets = [...text.matchAll(statement)].map(({ groups }) => resolve(from, groups.from ?? groups.later));
    edges.set(from, new Set(targets.filter((target) => target !== undefined && target !== from)));
  }
  return edges;
}
