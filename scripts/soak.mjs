// What takes long: `npm run soak [-- SIZE [SEED [STEP]]] [--minutes N]`. Random texts, rules and packets, against the kernel of
// this machine where that is allowed; properties with other inputs than `npm test` gives them; the browser tests marked @soak.
// STEP: only the steps whose name has it. N: nothing is begun after so many minutes; what was not is named.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { browserCounts, browserFailures, browserFlakes, sum, unitCounts, unitFailures } from './reports.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const words = process.argv.slice(2);
const limit = words.indexOf('--minutes');
const minutes = limit < 0 ? Infinity : Number(words.splice(limit, 2)[1]);
const [size = '1', seed = '1', only = ''] = words;
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

/** Random texts, rules and packets. */
async function random() {
  const out = join(root, '.cache/soak.mjs');
  const { status } = run(process.execPath, ['scripts/bundle-headless.mjs', out, 'conformance/soak/main.ts']);
  if (status !== 0) return { passed: 0, failed: 1, skipped: 0 };
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

mkdirSync(join(root, '.cache'), { recursive: true });
const counts = [await random()];
for (const [name, step] of Object.entries({ properties, browser }))
  if (name.includes(only) && hasTime(name)) counts.push(step());
const { passed, failed, skipped } = sum(...counts);
console.log(`soak: ${passed} passed, ${failed} failed, ${skipped} skipped`);
process.exit(failed === 0 ? 0 : 1);
