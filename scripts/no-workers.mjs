import { fileURLToPath } from 'node:url';

// Where the page's code runs in Node nobody starts a worker: its bundle is not made there once more.
const WORKER = /\?worker&url$/;

/** @returns {import('vite').Plugin} `?worker&url` behind the name of a module gives no address */
export function noWorkers() {
  return {
    name: 'rulewalk:no-workers',
    enforce: 'pre',
    resolveId: { filter: { id: WORKER }, handler: () => '\0no-worker' },
    load: { filter: { id: /^\0no-worker$/ }, handler: () => "export default '';" },
  };
}

/** In the place of the page's engines, in tests: those that answer on the thread that asks. */
export const INLINE_ENGINES = {
  find: /^(?:\.\.?\/)+engine\/page-engines$/,
  replacement: fileURLToPath(new URL('../src/engine/testing/page-engines.ts', import.meta.url)),
};
