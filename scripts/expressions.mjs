// The regular expressions of the sources: those that are written out, and those that are put together while core runs.
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, parseSync } from 'vite';

/** Words of the page and what draws it before it runs meet no text from outside. */
const NOT_READ = /\.test\.tsx?$|\/testing\/|^src\/content\/|^src\/(?:first-frame|sheet-outlines)\.tsx?$/;

/** @typedef {{ source: string, flags: string, at: string }} Expression an expression, and where the first of its kind stands */

/** `/source/flags`. @param {{ source: string, flags: string }} expression */
export const keyOf = ({ source, flags }) => `/${source}/${flags}`;

/** Calls `visit` for each node of a syntax tree. */
function walk(node, visit) {
  if (Array.isArray(node)) for (const each of node) walk(each, visit);
  else if (node && typeof node === 'object') {
    if (typeof node.type === 'string') visit(node);
    for (const value of Object.values(node)) if (value && typeof value === 'object') walk(value, visit);
  }
}

/** Is it `new RegExp(…)` or `RegExp(…)`? */
const isMaking = ({ type, callee }) =>
  (type === 'NewExpression' || type === 'CallExpression') && callee?.type === 'Identifier' && callee.name === 'RegExp';

/** Expressions that are written out in a text, and the offsets of those that are put together. */
function expressionsIn(path, text) {
  const written = [];
  const made = [];
  walk(parseSync(path, text).program, (node) => {
    if (node.type === 'Literal' && node.regex) written.push({ ...node.regex, start: node.start });
    else if (isMaking(node)) made.push(node);
  });
  return { written, made };
}

const lineOf = (text, offset) => text.slice(0, offset).split('\n').length;

/** Paths of the sources whose expressions are judged. @param {string} root */
export function sourcesOf(root) {
  return readdirSync(join(root, 'src'), { recursive: true })
    .map((path) => `src/${path.replaceAll('\\', '/')}`)
    .filter((path) => /\.tsx?$/.test(path) && !NOT_READ.test(path))
    .toSorted();
}

/**
 * Every expression that is written out, once each, and where in core others are put together.
 * @param {string} root
 * @returns {{ written: Map<string, Expression>, made: string[] }}
 */
export function collectWritten(root) {
  const written = new Map();
  const made = [];
  for (const path of sourcesOf(root)) {
    const text = readFileSync(join(root, path), 'utf8');
    if (!text.includes('/') && !text.includes('RegExp')) continue;
    const found = expressionsIn(path, text);
    for (const { pattern, flags, start } of found.written) {
      const expression = { source: pattern, flags, at: `${path}:${lineOf(text, start)}` };
      if (!written.has(keyOf(expression))) written.set(keyOf(expression), expression);
    }
    if (path.startsWith('src/core/')) made.push(...found.made.map(({ start }) => `${path}:${lineOf(text, start)}`));
  }
  return { written, made };
}

/** Puts `globalThis.expressionAt('path:line')` in the place of each `RegExp` that makes one. */
function noting(root) {
  return {
    name: 'expressions-noted',
    enforce: 'pre',
    transform(code, id) {
      const path = id.split('?')[0].replaceAll('\\', '/').slice(root.length);
      if (!path.startsWith('src/core/') || !code.includes('RegExp(')) return undefined;
      let noted = code;
      for (const { callee, start } of expressionsIn(path, code).made.toSorted((a, b) => b.start - a.start)) {
        const at = JSON.stringify(`${path}:${lineOf(code, start)}`);
        noted = `${noted.slice(0, callee.start)}(globalThis.expressionAt(${at}))${noted.slice(callee.end)}`;
      }
      return { code: noted, map: null };
    },
  };
}

/**
 * Every expression that is put together while the texts of all formats are read, by `path:line`.
 * @param {string} root with a slash at its end
 * @returns {Promise<Map<string, Map<string, Expression>>>}
 */
export async function collectMade(root) {
  const out = 'expressions.mjs';
  await build({
    configFile: false,
    root,
    logLevel: 'error',
    plugins: [noting(root)],
    publicDir: false,
    build: {
      target: 'node20',
      ssr: 'conformance/growth/main.ts',
      outDir: '.cache',
      emptyOutDir: false,
      minify: false,
      rolldownOptions: { output: { entryFileNames: out, codeSplitting: false } },
    },
    ssr: { noExternal: true },
  });
  const found = new Map();
  globalThis.expressionAt = (at) => {
    const here = found.get(at) ?? new Map();
    found.set(at, here);
    return new Proxy(RegExp, {
      construct(target, given) {
        const { source, flags } = new target(...given);
        here.set(keyOf({ source, flags }), { source, flags, at });
        return new target(...given);
      },
    });
  };
  const { readEverything } = await import(pathToFileURL(join(root, '.cache', out)).href);
  readEverything();
  return found;
}
