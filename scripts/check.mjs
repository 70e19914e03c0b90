// The one command: every check that needs no browser; with `--browser` what one waits for, journeys in a browser too (`npm test`); with
// `--rest` what that leaves over (scripts/rest.mjs). Two lanes beside each other; stops at nothing, so that one run shows all that is wrong.
import { spawn } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { complaintIn } from './reports.mjs';
import { isTriedInPart, REST_UNIT } from './rest.mjs';

const isAsked = (word) => process.argv.includes(word);

/**
 * Unit tests read more than they keep: with room for the young a tenth less of a processor goes into collecting it. And of the many
 * functions that each runs a while few are worth being compiled once more: what runs fifteen times as long as by itself is, a third less.
 */
const VITEST = 'node --max-semi-space-size=64 --interrupt-budget=1000000 node_modules/vitest/vitest.mjs run';
const UNIT = `node scripts/test-modules.mjs && ${VITEST} --reporter=default --reporter=json --outputFile=.cache/unit.json --silent=passed-only`;
const BUILD = ['build', 'npx vite build --logLevel warn'];
// The page in one file and a Sheet in one are tried with the rest; their sizes decide there.
const ONE_FILE = ['one file', 'node scripts/one-file.mjs'];
// Types of core by itself, without a browser's: those that the library is published with.
const LIBRARY = ['library, types of core', 'node scripts/build-lib.mjs'];
const BROWSER = 'node scripts/e2e.mjs --no-build --grep-invert @soak';

/** How the sources are written, which changes nothing of what they do: `npm run check` says it to who writes, the rest to who lands. */
const WRITING = [
  // What reads types takes as much of a processor again with a second thread.
  ['lint', 'npx oxlint --threads=1', { env: { GOMAXPROCS: '1' } }],
  ['format', 'npx oxfmt --check'],
  ['expressions', 'node scripts/judge-expressions.mjs'],
  ['knip', 'npx knip'],
];

/** What runs beside what: each lane one step after the other. Types are read by one thread: each further one reads much of them again. */
const LANES = [
  [
    [
      'unit, architecture',
      UNIT,
      { env: { TEST_MODULES: '1', ...(isAsked('--browser') ? { TEST_PART: 'first' } : {}) } },
    ],
  ],
  [
    ['types', 'npx tsc --singleThreaded -p tsconfig.json'],
    ['types of the service worker', 'npx tsc --singleThreaded -p tsconfig.sw.json'],
    BUILD,
    ...(isAsked('--browser') ? [] : [...WRITING, ONE_FILE]),
    ['size', 'node scripts/size.mjs'],
    ...(isAsked('--browser') ? [['browser', BROWSER, { needs: 'build', env: { E2E_PART: 'first' } }]] : []),
    // Each suite is replayed by its unit test; here the command is tried, with the smallest of them.
    ['headless', 'node scripts/headless.mjs conformance --suite sync-runner'],
  ],
];

/** Unit tests that `npm test` leaves out, and those of which it tries a part. */
function restTests() {
  const thinned = ['src', 'conformance', 'scripts']
    .flatMap((folder) => readdirSync(folder, { recursive: true }).map((name) => join(folder, String(name))))
    .filter((name) => /\.test\.tsx?$/.test(name) && isTriedInPart(readFileSync(name, 'utf8')));
  return [...new Set([...REST_UNIT, ...thinned])];
}

/** The rest, the same way. With `--no-build` of what was built last. */
function restLanes() {
  const built = isAsked('--no-build') ? [ONE_FILE] : [BUILD, ONE_FILE];
  return [
    [['unit, whole', `${UNIT} ${restTests().join(' ')}`, { env: { TEST_MODULES: '1', THOROUGH: '1' } }]],
    [
      ...WRITING,
      ...built,
      LIBRARY,
      ['browser, rest', BROWSER, { needs: 'one file', env: { E2E_PART: 'rest' } }],
      [
        'package, with another Node, too',
        'node scripts/bundle-command.mjs && node scripts/try-package.mjs --also 22',
        { needs: 'one file' },
      ],
    ],
  ];
}

const isWindows = process.platform === 'win32';
/** What a shell says of itself and its children at the end, in processor time. */
const TIMES = /(?:\d+m[\d.]+s \d+m[\d.]+s\n){2}$/;
const secondsIn = (times) => [...times.matchAll(/(\d+)m([\d.]+)s/g)].reduce((sum, [, m, s]) => sum + m * 60 + +s, 0);

/** @type {import('./reports.mjs').Step[]} */
const told = [];

/** Runs a step; its output is shown whole when it ends, so that lanes do not mix. True: it passed. */
function step([name, command, { env } = {}]) {
  return new Promise((resolve) => {
    const started = Date.now();
    const timed = isWindows ? command : `{ ${command}\n}; code=$?; times; exit $code`;
    const child = spawn(timed, { shell: true, stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, ...env } });
    const parts = [];
    child.stdout.on('data', (part) => parts.push(part));
    child.stderr.on('data', (part) => parts.push(part));
    child.on('close', (code) => {
      const seconds = (Date.now() - started) / 1000;
      const output = Buffer.concat(parts).toString();
      const processor = secondsIn(TIMES.exec(output)?.[0] ?? '');
      const complaint = code === 0 ? undefined : complaintIn(output.replace(TIMES, ''));
      told.push({ name, seconds, processor, complaint });
      console.log(`\n=== ${name}: ${command}\n${output.replace(TIMES, '')}`);
      console.log(`--- ${name}: ${code === 0 ? 'ok' : 'FAILED'} in ${seconds.toFixed(1)} s`);
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
const lanes = isAsked('--rest') ? restLanes() : LANES;
const failed = (await Promise.all(lanes.map((steps) => lane(steps)))).flat();
writeFileSync('.cache/steps.json', JSON.stringify(told));
console.log(failed.length === 0 ? '\ncheck: all passed' : `\ncheck: FAILED: ${failed.join(', ')}`);
process.exit(failed.length === 0 ? 0 : 1);
