// An entry (src/headless/main.ts unless another is named) and all of core in one file for Node.
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const root = fileURLToPath(new URL('..', import.meta.url));
const [, , out = `${root}.cache/headless.mjs`, entry = 'src/headless/main.ts'] = process.argv;
await build({
  configFile: false,
  root,
  logLevel: 'error',
  build: {
    target: 'node20',
    ssr: entry,
    outDir: '.cache',
    emptyOutDir: false,
    minify: false,
    rolldownOptions: { output: { entryFileNames: out.split('/').at(-1), codeSplitting: false } },
  },
  ssr: { noExternal: true },
});
