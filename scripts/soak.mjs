// What takes long: `npm run soak [-- SIZE [SEED [STEP]]]`. Random texts, rules and packets, against the kernel of this machine
// where that is allowed; properties with other inputs than `npm test` gives them; the browser tests marked @soak.
// STEP: only the steps whose name has it.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { browserCounts, sum, tellBrowser, tellUnitFailures, unitCounts } from './reports.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const [size = '1', seed = '1', only = ''] = process.argv.slice(2);

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
  return main([size, seed, only]);
}

/** Every test of a property, with inputs of another seed. */
function properties() {
  const report = join(root, '.cache/soak-unit.json');
  rmSync(report, { force: true });
  const files = ['src', 'conformance']
    .flatMap((folder) => readdirSync(join(root, folder), { recursive: true }).map((name) => join(folder, String(name))))
    .filter((name) => /\.test\.tsx?$/.test(name) && readFileSync(join(root, name), 'utf8').includes("'fast-check'"));
  const args = ['vitest', 'run', '--reporter=dot', '--reporter=json', `--outputFile=${report}`, ...files];
  run('npx', args, { PROPERTY_SEED: String(Number(seed) + 1) });
  tellUnitFailures(report);
  return unitCounts(report);
}

/** The browser tests that `npm test` leaves out. */
function browser() {
  const report = join(root, '.cache/soak-e2e.json');
  rmSync(report, { force: true });
  run(process.execPath, ['scripts/e2e.mjs', '--grep', '@soak'], { E2E_REPORT: report });
  tellBrowser(report);
  return browserCounts(report);
}

mkdirSync(join(root, '.cache'), { recursive: true });
const counts = [await random()];
for (const [name, step] of Object.entries({ properties, browser })) if (name.includes(only)) counts.push(step());
const { passed, failed, skipped } = sum(...counts);
console.log(`soak: ${passed} passed, ${failed} failed, ${skipped} skipped`);
process.exit(failed === 0 ? 0 : 1);
