// Mutates texts of every format and holds what is read of them to what is promised: `npm run fuzz [-- COUNT [SEED]]`.
import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const out = join(root, '.cache/fuzz.mjs');
mkdirSync(join(root, '.cache'), { recursive: true });
const entry = 'conformance/fuzz/main.ts';
const bundled = spawnSync(process.execPath, [join(root, 'scripts/bundle-headless.mjs'), out, entry], {
  stdio: 'inherit',
});
if (bundled.status !== 0) process.exit(2);
const { main } = await import(pathToFileURL(out).href);
process.exitCode = main(process.argv.slice(2));
