// The one command: every check that needs no browser; with `--browser` those that do, too. Two lanes beside each other; stops at
// nothing, so that one run shows all that is wrong.
import { spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';

/** What runs beside what: each lane one step after the other. Types are read by one thread: each further one reads much of them again. */
const LANES = [
  [
    [
      'unit, architecture',
      'node scripts/test-modules.mjs && npx vitest run --reporter=default --reporter=json --outputFile=.cache/unit.json --silent=passed-only',
      { env: { TEST_MODULES: '1' } },
    ],
    ['knip', 'npx knip'],
  ],
  [
    ['types', 'npx tsc --singleThreaded -p tsconfig.json'],
    ['types of the service worker', 'npx tsc --singleThreaded -p tsconfig.sw.json'],
    ['lint', 'npx oxlint'],
    ['format', 'npx oxfmt --check'],
    ['build', 'npx vite build --logLevel warn && node scripts/one-file.mjs'],
    ['size', 'node scripts/size.mjs'],
    // Types of core by itself, without a browser's: those that the library is published with.
    ['library, types of core', 'node scripts/build-lib.mjs'],
    ['package', 'node scripts/bundle-command.mjs && node scripts/try-package.mjs --also 22', { needs: 'build' }],
    ['expressions', 'node scripts/judge-expressions.mjs'],
    ...(process.argv.includes('--browser')
      ? [['browser', 'node scripts/e2e.mjs --no-build --grep-invert @soak', { needs: 'build' }]]
      : []),
    // Each suite is replayed by its unit test; here the command is tried, with the smallest of them.
    ['headless', 'node scripts/headless.mjs conformance --suite sync-runner'],
  ],
];

/** Runs a step; its output is shown whole when it ends, so that lanes do not mix. True: it passed. */
function step([name, command, { env } = {}]) {
  return new Promise((resolve) => {
    const started = Date.now();
    const child = spawn(command, { shell: true, stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, ...env } });
    const parts = [];
    child.stdout.on('data', (part) => parts.push(part));
    child.stderr.on('data', (part) => parts.push(part));
    child.on('close', (code) => {
      const seconds = ((Date.now() - started) / 1000).toFixed(1);
      console.log(`\n=== ${name}: ${command}\n${Buffer.concat(parts).toString()}`);
      console.log(`--- ${name}: ${code === 0 ? 'ok' : 'FAILED'} in ${seconds} s`);
      resolve(code === 0);
    });
  });
}

/** Names of the steps of a lane that failed. */
async function lane(steps) {
  const failed = [];
  for (const each of steps) {
    const [name, , { needs } = {}] = each;
    if (failed.includes(needs)) console.log(`--- ${name}: not tried without ${needs}`);
    if (failed.includes(needs) || !(await step(each))) failed.push(name);
  }
  return failed;
}

mkdirSync('.cache', { recursive: true });
const failed = (await Promise.all(LANES.map((steps) => lane(steps)))).flat();
console.log(failed.length === 0 ? '\ncheck: all passed' : `\ncheck: FAILED: ${failed.join(', ')}`);
process.exit(failed.length === 0 ? 0 : 1);
