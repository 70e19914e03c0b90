// An entry (src/headless/main.ts unless another is named) and all of core in one file for Node.
import { basename, dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const root = fileURLToPath(new URL('..', import.meta.url));

/**
 * Bundles an entry into one ESM file for Node >= 20.19, with everything it imports.
 *
 * @param {string} out the file that is written
 * @param {string} entry from the root of the project
 * @param {{ minify?: boolean, define?: Record<string, string>, banner?: string }} [how]
 */
export async function bundleForNode(out, entry, { minify = false, define = {}, banner = '' } = {}) {
  await build({
    configFile: false,
    root,
    logLevel: 'error',
    define,
    build: {
      target: 'node20',
      ssr: entry,
      outDir: dirname(out),
      emptyOutDir: false,
      copyPublicDir: false,
      minify,
      rolldownOptions: { output: { entryFileNames: basename(out), codeSplitting: false, banner } },
    },
    ssr: { noExternal: true },
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [, , out = `${root}.cache/headless.mjs`, entry = 'src/headless/main.ts'] = process.argv;
  await bundleForNode(out, entry);
}
