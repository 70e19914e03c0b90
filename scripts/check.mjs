// The one command: every check that needs no browser, in order, stopping at nothing so that one run shows all that is wrong.
import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';

const STEPS = [
  ['types', 'npx tsc -p tsconfig.json'],
  ['types of core', 'npx tsc -p tsconfig.core.json'],
  ['types of the service worker', 'npx tsc -p tsconfig.sw.json'],
  ['lint', 'npx oxlint'],
  ['format', 'npx oxfmt --check'],
  ['knip', 'npx knip'],
  ['unit, architecture', 'npx vitest run --reporter=default --reporter=json --outputFile=.cache/unit.json'],
  ['conformance', 'node scripts/headless.mjs conformance'],
  ['build', 'npx vite build'],
  ['size', 'node scripts/size.mjs'],
];

mkdirSync('.cache', { recursive: true });
const failed = [];
for (const [name, command] of STEPS) {
  const started = Date.now();
  console.log(`\n=== ${name}: ${command}`);
  const { status } = spawnSync(command, { shell: true, stdio: 'inherit' });
  console.log(`--- ${name}: ${status === 0 ? 'ok' : 'FAILED'} in ${((Date.now() - started) / 1000).toFixed(1)} s`);
  if (status !== 0) failed.push(name);
}
console.log(failed.length === 0 ? '\ncheck: all passed' : `\ncheck: FAILED: ${failed.join(', ')}`);
process.exit(failed.length === 0 ? 0 : 1);
