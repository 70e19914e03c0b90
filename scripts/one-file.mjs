// The page as one file: scripts, styles, fonts and engine inside, so that it works from a disk, a stick or a mail, where a browser
// lets a page ask for no other file. The same sources, the same policy, and nothing is asked for. dist/rulewalk.html is the whole
// page; dist/sheet.html shows one Sheet on clusters, with as much of the engine as its figures and questions need.
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { build, loadConfigFromFile } from 'vite';
import { inlineScript } from './inline-script.mjs';
import { asksForLeftOut, LEFT_OUT_WORDS, unknownWords } from './left-out-words.mjs';
import { notices } from './notices.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
/**
 * @typedef {{ readonly file: string, readonly page: string, readonly engine: string, readonly of: string,
 *   readonly most: number, readonly leftOut: RegExp | undefined }} OneFile most: megabytes, what still can be sent by mail
 */
/** @type {readonly OneFile[]} */
const FILES = [
  {
    file: 'rulewalk.html',
    page: 'src/main.tsx',
    engine: 'src/engine/engine.worker.ts',
    of: 'page',
    most: 3.6,
    leftOut: undefined,
  },
  {
    file: 'sheet.html',
    page: 'src/sheet-file.tsx',
    engine: 'src/engine/sheet.worker.ts',
    of: 'sheet',
    most: 1.4,
    // Nothing in such a file leads to them: it reads no paste, and is not edited.
    leftOut:
      /[\\/]src[\\/](?:core[\\/]document[\\/]derive-pasted|ui[\\/](?:sheet[\\/]edit[\\/]Editor|paste[\\/]findings[\\/]HangsOn|story[\\/]page[\\/]EditReach)|store[\\/](?:history|link|scene-sheet|own-lesson)|content[\\/](?:examples[\\/]default|sheets[\\/]real-node))\.tsx?$/,
  },
];
/** Modules of core and of words do nothing when they are imported: one that nothing is used of is left out. */
const hasEffects = (id) => !/[\\/]src[\\/](?:core|content)[\\/]/.test(id);
const START_WORKER = /[\\/]src[\\/]engine[\\/]start-worker\.ts$/;

/** Everything from the file itself, and no connection to anybody. */
const POLICY = {
  'default-src': "'none'",
  'style-src': "'unsafe-inline'",
  'font-src': 'data:',
  'img-src': 'data: blob:',
  'worker-src': 'blob:',
  'connect-src': "'none'",
  'form-action': "'none'",
  'base-uri': "'none'",
};

/** A source as one plain script, with all it imports. @param {string} input @param {import('vite').InlineConfig} more */
async function bundled(input, { plugins = [], css = {} } = {}, leftOut) {
  const built = await build({
    configFile: false,
    root,
    base: './',
    css,
    publicDir: false,
    logLevel: 'error',
    plugins: [react(), notices(), ...(leftOut ? [leavingOut(leftOut), leavingOut(LEFT_OUT_WORDS)] : []), ...plugins],
    build: {
      target: 'es2023',
      write: false,
      assetsInlineLimit: () => true,
      cssCodeSplit: false,
      modulePreload: { polyfill: false },
      rolldownOptions: {
        input,
        shimMissingExports: leftOut !== undefined,
        treeshake: { moduleSideEffects: hasEffects },
        output: { format: 'iife', codeSplitting: false, comments: { annotation: false } },
      },
    },
  });
  const [{ output }] = [built].flat();
  const styles = output.filter(({ fileName }) => fileName.endsWith('.css'));
  if (leftOut) holdWords(output.find(({ type }) => type === 'chunk').modules, leftOut);
  return {
    code: output.find(({ type }) => type === 'chunk').code,
    styles: styles.map(({ source }) => String(source)).join('\n'),
  };
}

/** Throws where code of a file asks for words that are left out of it. @param {RegExp} leftOut code that is */
function holdWords(modules, leftOut) {
  const own = Object.entries(modules).filter(
    ([id, { renderedLength }]) => renderedLength > 0 && !leftOut.test(id) && /[\\/]src[\\/](?!content[\\/])/.test(id),
  );
  const asked = own.flatMap(([id]) => asksForLeftOut(id, readFileSync(id.replace(/\?.*$/, ''), 'utf8')));
  const wrong = [...asked, ...unknownWords().map((name) => `no words are called ${name}`)];
  if (wrong.length > 0) throw new Error(`left out of sheet.html, and said there:\n${wrong.join('\n')}`);
}

/** Modules that are not in a file, though its sources name them. @param {RegExp} id */
const leavingOut = (id) => ({
  name: 'rulewalk:left-out',
  enforce: 'pre',
  load: { filter: { id }, handler: () => ({ code: 'export {};', moduleType: 'js' }) },
});

/** Starts an engine from its own text, which was unpacked before the page began: there is no file to be asked for. */
function inlineEngine() {
  const text = `let address;
export function startWorker(name) {
  address ??= URL.createObjectURL(new Blob([globalThis.rulewalkEngine], { type: 'text/javascript' }));
  return new Worker(address, { name });
}`;
  return {
    name: 'rulewalk:inline-engine',
    enforce: 'pre',
    load: { filter: { id: START_WORKER }, handler: () => ({ code: text, moduleType: 'js' }) },
  };
}

/**
 * What the file begins with: it puts its own elements aside as they were read, to be handed out again, and opens what is carried
 * in it, once in each tab: a reload shows what was made of it since.
 */
const BEGINNING = `globalThis.rulewalkFile = document.documentElement.cloneNode(true);
{
  const carried = document.querySelector('#carried').textContent;
  let isSeen = false;
  try {
    isSeen = sessionStorage.getItem('carried') === carried;
    sessionStorage.setItem('carried', carried);
  } catch {}
  if (carried !== '' && location.hash === '' && !isSeen) history.replaceState(history.state, '', carried);
}
`;

/**
 * Unpacks the engine and the page: a third of their letters. The page's own script is run as a script of the file, whose hash the
 * policy has; nothing else that could be put into it is.
 */
const UNPACKING = `const unpack = (id) => {
  const letters = atob(document.querySelector(id).textContent);
  const bytes = new Uint8Array(letters.length);
  for (let at = 0; at < letters.length; at++) bytes[at] = letters.charCodeAt(at);
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'))).text();
};
void Promise.all(['#packed-engine', '#packed-page'].map(unpack)).then(([engine, page]) => {
  globalThis.rulewalkEngine = engine;
  const script = document.createElement('script');
  script.textContent = page;
  document.body.append(script);
});
`;

/** An element that holds a script packed, which is no script to a browser. @param {string} id @param {string} code */
const packed = (id, code) =>
  `<script type="text/plain" id="${id}">${gzipSync(code, { level: 9 }).toString('base64')}</script>`;

const hashOf = (code) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`;

/** index.html without what is fetched beside it. */
function makeShell(html) {
  return html
    .replace(/<link\s+rel="preload"[^>]*>/g, '')
    .replace(/<link rel="(?:icon|manifest)"[^>]*>/g, '')
    .replace(/<a href="\.\/rulewalk\.html">(.*?)<\/a>/g, '$1')
    .replace(/<script type="module"[^>]*><\/script>/, '');
}

/** @param {OneFile} one @param {import('vite').CSSOptions} css of the page @returns {Promise<string>} the page as one file */
async function writeOneFile(one, css) {
  const [engine, act] = await Promise.all([
    bundled(one.engine, {}, one.leftOut),
    inlineScript('src/guard/first-act.ts'),
  ]);
  const page = await bundled(one.page, { css, plugins: [inlineEngine()] }, one.leftOut);
  const begin = BEGINNING + UNPACKING;
  const shell = makeShell(readFileSync(join(root, 'index.html'), 'utf8'));
  const inline = [...shell.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(([, text]) => text);
  const scripts = [act, ...inline, begin, page.code].map(hashOf).join(' ');
  const policy = Object.entries({ ...POLICY, 'script-src': scripts }).map(([name, sources]) => `${name} ${sources}`);
  const head = [
    `<meta http-equiv="Content-Security-Policy" content="${policy.join('; ')}">`,
    '<meta name="referrer" content="no-referrer">',
    `<script>${act}</script>`,
    `<style>${page.styles.replaceAll('</', String.raw`<\/`)}</style>`,
  ];
  const rest = [
    '<script type="application/json" id="carried"></script>',
    packed('packed-engine', engine.code),
    packed('packed-page', page.code),
    `<script>${begin}</script>`,
  ];
  return shell
    .replace('<html', `<html data-of="${one.of}"`)
    .replace('<meta charset="utf-8" />', (charset) => [charset, ...head].join('\n    '))
    .replace('</body>', () => [...rest, '</body>'].join('\n    '));
}

const { config } =
  (await loadConfigFromFile({ command: 'build', mode: 'production' }, join(root, 'vite.config.ts'))) ?? {};
let failed = false;
for (const one of FILES) {
  const out = join(root, 'dist', one.file);
  writeFileSync(out, await writeOneFile(one, { modules: config.css.modules }));
  const megabytes = readFileSync(out).length / 1e6;
  if (megabytes > one.most) failed = true;
  console.log(`${one.file}: ${megabytes.toFixed(2)} MB, at most ${one.most}`);
}
process.exit(failed ? 1 : 0);
