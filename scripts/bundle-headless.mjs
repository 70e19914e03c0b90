// src/headless/main.ts and all of core in one file for Node.
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const root = fileURLToPath(new URL('..', import.meta.url));
const [, , out = `${root}.cache/headless.mjs`] = process.argv;
await build({
  configFile: false,
  root,
  logLevel: 'error',
  build: {
    target: 'node20',
    ssr: 'src/headless/main.ts',
    outDir: '.cache',
    emptyOutDir: false,
    minify: false,
    rolldownOptions: { output: { entryFileNames: out.split('/').at(-1), codeSplitting: false } },
  },
  ssr: { noExternal: true },
});
