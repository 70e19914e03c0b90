// Check and the browser, but for what `npm run test:rest` and `npm run soak` try; with `--rest` what is left to the former.
// Ends with one line, `N passed, N failed, N skipped`; before it each test and step that failed, with the first line of why, which
// `.cache/failed-first.txt` and `.cache/failed-rest.txt` hold for who shows them later (.ci/run).
import { spawnSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { busySeconds, calibrate, tellDearest } from './dearest.mjs';
import {
  browserCounts,
  browserFailures,
  browserFlakes,
  browserResults,
  stepFailures,
  sum,
  unitCounts,
  unitFailures,
} from './reports.mjs';
import { emptyEntries } from './rest.mjs';

const UNIT = '.cache/unit.json';
const BROWSER = '.cache/e2e.json';
const STEPS = '.cache/steps.json';

const isRest = process.argv.includes('--rest');
const FAILED = `.cache/failed-${isRest ? 'rest' : 'first'}.txt`;
const speed = calibrate();
const [started, busy] = [Date.now(), busySeconds()];
for (const report of [UNIT, BROWSER, STEPS, FAILED]) rmSync(report, { force: true });
const what = isRest ? process.argv.slice(2) : ['--browser'];
const check = spawnSync(process.execPath, ['scripts/check.mjs', ...what], { stdio: 'inherit' }).status ?? 1;
for (const each of browserFlakes(BROWSER)) console.log(`passed the second time: ${each}`);
const ran = browserResults(BROWSER).map(({ file, title }) => `${file} ${title}`);
const empty = isRest && ran.length > 0 ? emptyEntries(ran) : [];
const { passed, failed, skipped } = sum(unitCounts(UNIT), browserCounts(BROWSER));
const otherwise = empty.length || (failed === 0 && check !== 0 ? 1 : 0);
const minutes = ((Date.now() - started) / 60_000).toFixed(1);
if (!isRest) {
  tellDearest({ steps: STEPS, unit: UNIT, browser: BROWSER }, { busy: busySeconds() - busy, speed });
  writeFileSync('.cache/test-minutes.txt', minutes);
}
const failures = [
  ...unitFailures(UNIT),
  ...browserFailures(BROWSER),
  ...empty.map((each) => `scripts/rest.mjs names no browser test: ${each}`),
  ...stepFailures(STEPS),
].map((each) => `failed: ${each}\n`);
writeFileSync(FAILED, failures.join(''));
process.stdout.write(failures.join(''));
console.log(`in ${minutes} minutes`);
console.log(`${passed} passed, ${failed + otherwise} failed, ${skipped} skipped`);
process.exit(check === 0 && empty.length === 0 ? 0 : 1);
