// Check and the browser, but for what `npm run soak` tries. Ends with one line, `N passed, N failed, N skipped`.
import { spawnSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { browserCounts, sum, tellBrowser, tellUnitFailures, unitCounts } from './reports.mjs';

const UNIT = '.cache/unit.json';
const BROWSER = '.cache/e2e.json';

const started = Date.now();
for (const report of [UNIT, BROWSER]) rmSync(report, { force: true });
const check = spawnSync(process.execPath, ['scripts/check.mjs', '--browser'], { stdio: 'inherit' }).status ?? 1;
tellBrowser(BROWSER);
const unit = unitCounts(UNIT);
if (unit.failed > 0) tellUnitFailures(UNIT);
const { passed, failed, skipped } = sum(unit, browserCounts(BROWSER));
const otherwise = failed === 0 && check !== 0 ? 1 : 0;
const minutes = ((Date.now() - started) / 60_000).toFixed(1);
writeFileSync('.cache/test-minutes.txt', minutes);
console.log(`in ${minutes} minutes`);
console.log(`${passed} passed, ${failed + otherwise} failed, ${skipped} skipped`);
process.exit(check === 0 ? 0 : 1);
