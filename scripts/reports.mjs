// What Vitest and Playwright wrote of a run, counted and told.
import { existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';

/** @typedef {{passed: number, failed: number, skipped: number}} Counts */

const NOTHING = { passed: 0, failed: 1, skipped: 0 };

/** @returns {unknown} what the report says; undefined: none was written */
function read(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}

/**
 * @typedef {{name: string, seconds: number, processor: number, complaint?: string}} Step of `npm run check`: seconds by the clock and of
 *   a processor; `complaint`: it failed
 */

/** @returns {Counts} of a Vitest JSON report; one failure if there is none */
export function unitCounts(file) {
  const report = read(file);
  if (!report) return NOTHING;
  return { passed: report.numPassedTests, failed: report.numFailedTests, skipped: report.numPendingTests };
}

/** Colours of a terminal. */
const COLOURS = new RegExp(`${String.fromCharCode(27)}\\[[\\d;]*m`, 'g');
/** Lines of Playwright that say what was awaited, below the first, which names the comparison alone. */
const DETAILS = /^\s*(?:Locator|Expected|Received|Timeout|Error)\b.*?: /;
const LONGEST = 300;

/** @param {string} text of an error, with its stack @returns {string} its first line, with what was expected and received, on one */
export function firstOf(text = '') {
  const [first = '', ...rest] = text
    .replaceAll(COLOURS, '')
    .split('\n')
    .filter((line) => line.trim() !== '');
  const details = rest.filter((line) => DETAILS.test(line)).slice(0, 3);
  return [first, ...details]
    .map((line) => line.trim())
    .join('; ')
    .slice(0, LONGEST);
}

/** @returns {string[]} of a Vitest JSON report: each test that failed and each file that could not be read, with the first line of why */
export function unitFailures(file) {
  const report = read(file);
  if (!report) return ['unit tests: no report was written'];
  return report.testResults.flatMap(({ name, message, assertionResults }) => {
    const where = relative(process.cwd(), name);
    const failed = assertionResults.filter(({ status }) => status === 'failed');
    if (message && failed.length === 0) return [`${where}: ${firstOf(message)}`];
    return failed.map(({ fullName, failureMessages }) => `${where}: ${fullName}: ${firstOf(failureMessages[0])}`);
  });
}

/** @returns {Counts} of a Playwright JSON report; one failure if there is none */
export function browserCounts(file) {
  const report = read(file);
  if (!report) return NOTHING;
  const { stats } = report;
  return { passed: stats.expected + stats.flaky, failed: stats.unexpected, skipped: stats.skipped };
}

/** Every test of a Playwright JSON report, with its spec and its groups. */
function browserTests(file) {
  const walk = ({ suites = [], specs = [] }, groups) => [
    ...specs.flatMap(({ file: spec, title, tests }) =>
      tests.map((test) => ({ ...test, file: spec, title: [...groups, title].join(' ') })),
    ),
    ...suites.flatMap((suite) => walk(suite, [...groups, suite.title])),
  ];
  // A file is the outermost group, and is named by itself.
  return (read(file)?.suites ?? []).flatMap((suite) => walk(suite, []));
}

/** @returns {string[]} of a Playwright JSON report: each test that failed, with the first line of why, and what no test is at fault for */
export function browserFailures(file) {
  if (!existsSync(file)) return ['browser tests: no report was written'];
  const told = browserTests(file)
    .filter(({ status }) => status === 'unexpected')
    .map(({ file: spec, title, results }) => `e2e/${spec}: ${title}: ${firstOf(results.at(-1)?.error?.message)}`);
  return [...told, ...(read(file)?.errors ?? []).map(({ message }) => `browser tests: ${firstOf(message)}`)];
}

/** @returns {string[]} of a Playwright JSON report: each test that passed only the second time, with why it did not at first */
export const browserFlakes = (file) =>
  browserTests(file)
    .filter(({ status }) => status === 'flaky')
    .map(({ file: spec, title, results }) => `e2e/${spec}: ${title}: ${firstOf(results[0]?.error?.message)}`);

/** @param {string} output of a command that failed @returns {string} the first line that speaks of an error; without one its last */
export function complaintIn(output) {
  const lines = output
    .replaceAll(COLOURS, '')
    .split('\n')
    .filter((line) => line.trim() !== '');
  const complaint = lines.find((line) => /\berror\b|\w+Error\b|\bfail|\bunused\b|×/i.test(line)) ?? lines.at(-1) ?? '';
  return complaint.trim().slice(0, LONGEST);
}

/** @param {string} file of a run's steps @returns {string[]} each that failed, with the first line of why */
export const stepFailures = (file) =>
  (read(file) ?? [])
    .filter(({ complaint }) => complaint !== undefined)
    .map(({ name, complaint }) => `step ${name}: ${complaint}`);

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
export const browserResults = (file) =>
  browserTests(file).flatMap(({ results, file: spec, title }) =>
    results.map(({ duration }) => ({ file: spec, title, duration })),
  );

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
