// Check, then the browser, but for what `npm run soak` tries. Ends with one line, `N passed, N failed, N skipped`.
import { spawnSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { browserCounts, sum, tellBrowser, tellUnitFailures, unitCounts } from './reports.mjs';

const UNIT = '.cache/unit.json';
const BROWSER = '.cache/e2e.json';

/** Runs a Node script with its output shown; its exit code. */
function run(...args) {
  return spawnSync(process.execPath, args, { stdio: 'inherit' }).status ?? 1;
}

const started = Date.now();
for (const report of [UNIT, BROWSER]) rmSync(report, { force: true });
const check = run('scripts/check.mjs');
const browser = run('scripts/e2e.mjs', ...(check === 0 ? ['--no-build'] : []), '--grep-invert', '@soak');
if (check !== 0) console.log('check failed: see above');
tellBrowser(BROWSER);
const unit = unitCounts(UNIT);
if (unit.failed > 0) tellUnitFailures(UNIT);
if (browser !== 0) console.log('browser tests failed: see above');
const { passed, failed, skipped } = sum(unit, browserCounts(BROWSER));
const otherwise = failed === 0 && (check !== 0 || browser !== 0) ? 1 : 0;
const minutes = ((Date.now() - started) / 60_000).toFixed(1);
writeFileSync('.cache/test-minutes.txt', minutes);
console.log(`in ${minutes} minutes`);
console.log(`${passed} passed, ${failed + otherwise} failed, ${skipped} skipped`);
process.exit(check === 0 && browser === 0 ? 0 : 1);
