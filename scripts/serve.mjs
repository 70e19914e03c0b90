// Serves dist/ on localhost. `--build` builds first (npm start); `--port N` insists on that port.
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build, preview } from 'vite';

if (process.argv.includes('--help')) {
  console.log('usage: node scripts/serve.mjs [--build] [--port N]   (dist/ on localhost; --build builds it first)');
  process.exit(0);
}

const root = fileURLToPath(new URL('..', import.meta.url));
const at = process.argv.indexOf('--port');
const port = at > 0 ? Number(process.argv[at + 1]) : 4173;

if (process.argv.includes('--build') || !existsSync(`${root}dist/index.html`)) await build({ root, logLevel: 'warn' });
const server = await preview({ root, preview: { port, strictPort: at > 0, host: 'localhost' } });
console.log(`Rulewalk is at ${server.resolvedUrls?.local[0] ?? `http://localhost:${port}/`}`);
