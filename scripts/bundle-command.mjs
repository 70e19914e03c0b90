// The command of the package: dist-cli/rulewalk.mjs, one file that needs nothing but Node.
import { chmodSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { bundleForNode } from './bundle-headless.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const { version } = JSON.parse(readFileSync(`${root}package.json`, 'utf8'));
const [, , out = `${root}dist-cli/rulewalk.mjs`] = process.argv;
await bundleForNode(out, 'src/headless/rulewalk.ts', {
  minify: true,
  define: { RULEWALK_VERSION: JSON.stringify(version) },
  banner: '#!/usr/bin/env node',
});
chmodSync(out, 0o755);
