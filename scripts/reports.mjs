// What Vitest and Playwright wrote of a run, counted and told.
import { existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';

/** @typedef {{passed: number, failed: number, skipped: number}} Counts */

const NOTHING = { passed: 0, failed: 1, skipped: 0 };

/** @returns {unknown} what the report says; undefined: none was written */
function read(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}

/** @returns {Counts} of a Vitest JSON report; one failure if there is none */
export function unitCounts(file) {
  const report = read(file);
  if (!report) return NOTHING;
  return { passed: report.numPassedTests, failed: report.numFailedTests, skipped: report.numPendingTests };
}

/** Names what failed of a Vitest JSON report, with the first line of why. */
export function tellUnitFailures(file) {
  const report = read(file);
  if (!report) return console.log('unit tests: no report was written');
  for (const { name, message, assertionResults } of report.testResults) {
    const failed = assertionResults.filter(({ status }) => status === 'failed');
    if (message && failed.length === 0) console.log(`unit: ${name}: ${message.split('\n')[0]}`);
    for (const { fullName, failureMessages } of failed)
      console.log(`unit: ${name}: ${fullName}: ${failureMessages[0]?.split('\n').slice(0, 4).join(' ') ?? ''}`);
  }
}

/** @returns {Counts} of a Playwright JSON report; one failure if there is none */
export function browserCounts(file) {
  const report = read(file);
  if (!report) return NOTHING;
  const { stats } = report;
  return { passed: stats.expected + stats.flaky, failed: stats.unexpected, skipped: stats.skipped };
}

/** Names the browser tests that failed, and those that passed only the second time. */
export function tellBrowser(file) {
  const walk = ({ suites = [], specs = [], file: spec }) => {
    for (const { title, tests } of specs) {
      if (tests.some(({ status }) => status === 'unexpected')) console.log(`failed: ${spec}: ${title}`);
      if (tests.some(({ status }) => status === 'flaky')) console.log(`passed the second time: ${spec}: ${title}`);
    }
    for (const suite of suites) walk(suite);
  };
  walk(read(file) ?? {});
}

/** @typedef {{file: string, seconds: number}} FileTime by the clock */

/** @returns {FileTime[]} of a Vitest JSON report */
export function unitFiles(file) {
  const { testResults = [] } = read(file) ?? {};
  return testResults.map(({ name, startTime, endTime }) => ({
    file: relative(process.cwd(), name),
    seconds: (endTime - startTime) / 1000,
  }));
}

/** Every result of a Playwright JSON report, with its spec and what it is called with its groups. */
export function browserResults(file) {
  const walk = ({ suites = [], specs = [] }, groups) => [
    ...specs.flatMap((spec) =>
      spec.tests.flatMap(({ results }) =>
        results.map(({ duration }) => ({ file: spec.file, title: [...groups, spec.title].join(' '), duration })),
      ),
    ),
    ...suites.flatMap((suite) => walk(suite, [...groups, suite.title])),
  ];
  return walk(read(file) ?? {}, []);
}

/** @returns {FileTime[]} of a Playwright JSON report */
export function browserFiles(file) {
  const seconds = new Map();
  for (const { file: spec, duration } of browserResults(file))
    seconds.set(spec, (seconds.get(spec) ?? 0) + duration / 1000);
  return [...seconds].map(([spec, took]) => ({ file: `e2e/${spec}`, seconds: took }));
}

/** @returns {Counts} */
export function sum(...all) {
  const add = (key) => all.reduce((total, counts) => total + counts[key], 0);
  return { passed: add('passed'), failed: add('failed'), skipped: add('skipped') };
}
