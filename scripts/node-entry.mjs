// What the page's own code works out while the page is built: an entry of it, run as Node has it.
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'vite';
import { noWorkers } from './no-workers.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

/** @param {string} entry below the project @param {{ out: string, css?: import('vite').CSSOptions }} how `out`: its file in .cache @returns {Promise<Record<string, Function>>} what it exports */
export async function runEntry(entry, { out, css = {} }) {
  await build({
    configFile: false,
    root,
    css,
    plugins: [noWorkers()],
    logLevel: 'error',
    build: {
      target: 'node20',
      ssr: entry,
      outDir: '.cache',
      emptyOutDir: false,
      minify: false,
      rolldownOptions: { output: { entryFileNames: out, codeSplitting: false } },
    },
    ssr: { noExternal: true },
  });
  return await import(`${pathToFileURL(`${root}.cache/${out}`).href}?at=${Date.now()}`);
}
