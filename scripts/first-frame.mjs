// What the page opens with is worked out while it is built, by the page's own code: the engine's answers about the opening
// document stand in index.html, and the files the first frame needs are asked for before any script runs.
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'vite';

const root = fileURLToPath(new URL('..', import.meta.url));
const ENTRY = 'src/first-frame.tsx';
const OUT = 'first-frame.mjs';
/** Chunks that are imported late and yet on the first frame, by their names. */
const ON_FIRST_FRAME = new Set(['phrases']);

/** Runs {@link ENTRY} as Node has it. @param {import('vite').CSSOptions} css @returns {Promise<{ foretold: unknown }>} */
async function askFirstFrame(css) {
  await build({
    configFile: false,
    root,
    css,
    logLevel: 'error',
    build: {
      target: 'node20',
      ssr: ENTRY,
      outDir: '.cache',
      emptyOutDir: false,
      minify: false,
      rolldownOptions: { output: { entryFileNames: OUT, codeSplitting: false } },
    },
    ssr: { noExternal: true },
  });
  const { firstFrame } = await import(`${pathToFileURL(`${root}.cache/${OUT}`).href}?at=${Date.now()}`);
  return firstFrame();
}

/** Text that stands in a page as data: nothing in it ends its element. */
const asData = (value) => JSON.stringify(value).replaceAll('<', String.raw`\u003c`);

/** @returns {import('vite').Plugin} writes the first frame into the built page */
export function firstFrame() {
  let css = {};
  return {
    name: 'rulewalk:first-frame',
    apply: 'build',
    configResolved: (config) => {
      css = { modules: config.css.modules };
    },
    transformIndexHtml: {
      order: 'post',
      handler: async (_html, { bundle }) => {
        const { foretold } = await askFirstFrame(css);
        const files = Object.values(bundle ?? {}).filter(
          ({ type, name }) => type === 'chunk' && ON_FIRST_FRAME.has(name),
        );
        return [
          ...files.map(({ fileName }) => ({
            tag: 'link',
            attrs: { rel: 'modulepreload', crossorigin: true, href: `./${fileName}` },
            injectTo: 'head',
          })),
          {
            tag: 'script',
            attrs: { type: 'application/json', id: 'foretold' },
            children: asData(foretold),
            injectTo: 'body',
          },
        ];
      },
    },
  };
}
