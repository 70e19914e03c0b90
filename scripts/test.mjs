// Everything: check, then the browser. Ends with one line, `N passed, N failed, N skipped`.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';

/** Runs a Node script with its output shown; its exit code. */
function run(...args) {
  return spawnSync(process.execPath, args, { stdio: 'inherit' }).status ?? 1;
}

/** @returns {{passed: number, failed: number, skipped: number}} counts of a Vitest JSON report */
function unitCounts() {
  if (!existsSync('.cache/unit.json')) return { passed: 0, failed: 1, skipped: 0 };
  const report = JSON.parse(readFileSync('.cache/unit.json', 'utf8'));
  return { passed: report.numPassedTests, failed: report.numFailedTests, skipped: report.numPendingTests };
}

/** Names what failed of a Vitest JSON report, with the first line of why. */
function tellUnitFailures() {
  if (!existsSync('.cache/unit.json')) return console.log('unit tests: no report was written');
  const report = JSON.parse(readFileSync('.cache/unit.json', 'utf8'));
  for (const { name, message, assertionResults } of report.testResults) {
    const failed = assertionResults.filter(({ status }) => status === 'failed');
    if (message && failed.length === 0) console.log(`unit: ${name}: ${message.split('\n')[0]}`);
    for (const { fullName, failureMessages } of failed)
      console.log(`unit: ${name}: ${fullName}: ${failureMessages[0]?.split('\n')[0] ?? ''}`);
  }
}

/** Names the browser tests that passed only the second time. */
function tellFlaky() {
  if (!existsSync('.cache/e2e.json')) return;
  const walk = ({ suites = [], specs = [], file }) => {
    for (const spec of specs)
      if (spec.tests.some(({ status }) => status === 'flaky'))
        console.log(`passed the second time: ${file}: ${spec.title}`);
    for (const suite of suites) walk(suite);
  };
  walk(JSON.parse(readFileSync('.cache/e2e.json', 'utf8')));
}

/** @returns {{passed: number, failed: number, skipped: number}} counts of a Playwright JSON report */
function browserCounts() {
  if (!existsSync('.cache/e2e.json')) return { passed: 0, failed: 1, skipped: 0 };
  const { stats } = JSON.parse(readFileSync('.cache/e2e.json', 'utf8'));
  return { passed: stats.expected + stats.flaky, failed: stats.unexpected, skipped: stats.skipped };
}

rmSync('.cache/unit.json', { force: true });
rmSync('.cache/e2e.json', { force: true });
const check = run('scripts/check.mjs');
const browser = run('scripts/e2e.mjs');
const [unit, e2e] = [unitCounts(), browserCounts()];
if (check !== 0) console.log('check failed: see above');
tellFlaky();
if (unit.failed > 0) tellUnitFailures();
if (browser !== 0) console.log('browser tests failed: see above');
const failed = unit.failed + e2e.failed;
const otherwise = failed === 0 && (check !== 0 || browser !== 0) ? 1 : 0;
console.log(`${unit.passed + e2e.passed} passed, ${failed + otherwise} failed, ${unit.skipped + e2e.skipped} skipped`);
process.exit(check === 0 && browser === 0 ? 0 : 1);
