// Tries what random texts, rules and packets find, against the kernel of this machine where that is allowed: `npm run soak [-- SIZE [SEED [STEP]]]`.
import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const out = join(root, '.cache/soak.mjs');
mkdirSync(join(root, '.cache'), { recursive: true });
const entry = 'src/headless/soak/main.ts';
const bundled = spawnSync(process.execPath, [join(root, 'scripts/bundle-headless.mjs'), out, entry], {
  stdio: 'inherit',
});
if (bundled.status !== 0) process.exit(2);
const { main } = await import(pathToFileURL(out).href);
process.exitCode = await main(process.argv.slice(2));
