// What takes long: `npm run soak [-- SIZE [SEED [STEP]]] [--minutes N] [--part STEP] [--packets N] [--jobs N]`. Random texts, rules and packets, against the kernel of
// this machine where that is allowed; properties with other inputs than `npm test` gives them; the browser tests marked @soak.
// STEP: only the steps whose name has it. --minutes: nothing is begun after so many; what was not is named. --packets: so many in place of
// the million of size 1. --jobs: so many processes, each with a part of the size and seeds of its own.
import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { browserCounts, browserFailures, browserFlakes, sum, unitCounts, unitFailures } from './reports.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const words = process.argv.slice(2);

/** What stands behind an option, which is taken out of the words; undefined: it is not there. */
function taken(option) {
  const at = words.indexOf(option);
  return at < 0 ? undefined : words.splice(at, 2)[1];
}

const PACKETS_OF_SIZE = 1_000_000;
/** Seeds of one process are this far from those of the next. */
const SEEDS_APART = 10_000;
const minutes = Number(taken('--minutes') ?? Infinity);
const jobs = Number(taken('--jobs') ?? 1);
const packets = taken('--packets');
const part = taken('--part');
const [size = packets === undefined ? '1' : String(Number(packets) / PACKETS_OF_SIZE), seed = '1', only = part ?? ''] =
  words;
const started = performance.now();

/** May something still be begun? If not, it is named. */
function hasTime(name) {
  const has = performance.now() - started < minutes * 60_000;
  if (!has) console.log(`no time left for: ${name}`);
  return has;
}

/** Runs a command with its output shown. */
function run(command, args, env = {}) {
  return spawnSync(command, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } });
}

const out = join(root, '.cache/soak.mjs');

/** Writes the random steps as one file; false: that failed. */
function bundle(to) {
  return run(process.execPath, ['scripts/bundle-headless.mjs', to, 'conformance/soak/main.ts']).status === 0;
}

/** Random texts, rules and packets. */
async function random() {
  if (process.env['SOAK_BUNDLED'] === undefined && !bundle(out)) return { passed: 0, failed: 1, skipped: 0 };
  const { main } = await import(pathToFileURL(out).href);
  return main({ size: Number(size), seed: Number(seed), only, hasTime });
}

/** Every test of a property, with inputs of another seed and as often as it can; those that `npm test` leaves out. */
function properties() {
  const report = join(root, '.cache/soak-unit.json');
  rmSync(report, { force: true });
  const files = ['src', 'conformance']
    .flatMap((folder) => readdirSync(join(root, folder), { recursive: true }).map((name) => join(folder, String(name))))
    .filter(
      (name) =>
        /\.test\.tsx?$/.test(name) && /'fast-check'|testing\/soaking'/.test(readFileSync(join(root, name), 'utf8')),
    );
  const args = ['vitest', 'run', '--reporter=dot', '--reporter=json', `--outputFile=${report}`, ...files];
  run('npx', args, { PROPERTY_SEED: String(Number(seed) + 1), SOAK: '1' });
  for (const each of unitFailures(report)) console.log(`failed: ${each}`);
  return unitCounts(report);
}

/** The browser tests that `npm test` leaves out, one file after the other; another begins each time. */
function browser() {
  const report = join(root, '.cache/soak-e2e.json');
  const files = readdirSync(join(root, 'e2e')).filter((name) => name.endsWith('.spec.ts'));
  const first = Number(seed) % files.length;
  const counts = [];
  for (const file of [...files.slice(first), ...files.slice(0, first)]) {
    if (!readFileSync(join(root, 'e2e', file), 'utf8').includes('soak') || !hasTime(file)) continue;
    rmSync(report, { force: true });
    const built = counts.length > 0 ? ['--no-build'] : [];
    run(process.execPath, ['scripts/e2e.mjs', ...built, '--grep', '@soak', `e2e/${file}`], { E2E_REPORT: report });
    for (const each of browserFlakes(report)) console.log(`passed the second time: ${each}`);
    for (const each of browserFailures(report)) console.log(`failed: ${each}`);
    counts.push(browserCounts(report));
  }
  return sum(...counts);
}

/** One of several processes that share the work; what it prints is printed when it ends. */
function share(at) {
  const own = [Number(size) / jobs, Number(seed) + at * SEEDS_APART, only].map(String);
  const child = spawn(process.execPath, [fileURLToPath(import.meta.url), ...own, '--minutes', String(minutes)], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, SOAK_BUNDLED: '1' },
  });
  let printed = '';
  child.stdout.on('data', (text) => (printed += text));
  return new Promise((done) => {
    child.on('close', () => {
      console.log(printed.trimEnd());
      const [, passed, failed, skipped] = /soak: (\d+) passed, (\d+) failed, (\d+) skipped/.exec(printed) ?? [];
      done({ passed: Number(passed ?? 0), failed: Number(failed ?? 1), skipped: Number(skipped ?? 0) });
    });
  });
}

mkdirSync(join(root, '.cache'), { recursive: true });
const counts = [];
if (jobs > 1 && bundle(out)) counts.push(...(await Promise.all(Array.from({ length: jobs }, (_, at) => share(at)))));
else {
  counts.push(await random());
  for (const [name, step] of Object.entries({ properties, browser }))
    if (name.includes(only) && hasTime(name)) counts.push(step());
}
const { passed, failed, skipped } = sum(...counts);
console.log(`soak: ${passed} passed, ${failed} failed, ${skipped} skipped`);
process.exit(failed === 0 ? 0 : 1);
