// What the tests of a run cost, told at its end: it informs, and fails nothing. `npm test` is to stay within five minutes on two
// quiet cores; a run beside others is slower, so the machine is measured before with a piece of work that is always the same.
import { existsSync, readFileSync } from 'node:fs';
import { browserFiles, unitFiles } from './reports.mjs';

/** Seconds of a processor that all of `npm test` may take, where the piece of work takes `CALIBRATED`. */
const BUDGET = 600;
const CALIBRATED = 0.2;

/** @returns {number} seconds of a processor that a piece of work takes here, always the same one */
export function calibrate() {
  const { user, system } = process.cpuUsage();
  const seen = new Map();
  for (let i = 0; i < 1_500_000; i++) {
    const key = `k${(i * 7919) % 50_021}`;
    seen.set(key, (seen.get(key) ?? 0) + i);
  }
  const used = process.cpuUsage({ user, system });
  return seen.size > 0 ? (used.user + used.system) / 1e6 : 0;
}

/** The dearest of some files, each with its seconds. */
function tellFiles(what, files) {
  const all = files.reduce((sum, { seconds }) => sum + seconds, 0);
  console.log(`\nthe dearest ${what}, of ${all.toFixed(0)} s of ${files.length}:`);
  const dearest = files.toSorted((a, b) => b.seconds - a.seconds).slice(0, 10);
  for (const { file, seconds } of dearest) console.log(`${seconds.toFixed(1).padStart(8)} s  ${file}`);
  return all;
}

/** @param {string} steps @param {{ unit: string, browser: string, speed: number }} reports where they lie; what `calibrate` gave */
export function tellDearest(steps, { unit, browser, speed }) {
  if (!existsSync(steps)) return;
  tellFiles('files of unit tests (by the clock)', unitFiles(unit));
  const inBrowser = tellFiles('files of browser tests (by the clock)', browserFiles(browser));
  const of = JSON.parse(readFileSync(steps, 'utf8'));
  // Of a browser that is ended nobody says what it took: its tests by the clock instead.
  const took = of.map((each) => ({ ...each, processor: each.name.startsWith('browser') ? inBrowser : each.processor }));
  const sum = took.reduce((all, { processor }) => all + processor, 0);
  console.log(
    `\nsteps, in seconds of a processor: ${took.map((each) => `${each.name} ${each.processor.toFixed(0)}`).join(', ')}`,
  );
  const budget = (BUDGET * speed) / CALIBRATED;
  const share = `${sum.toFixed(0)} s of ${budget.toFixed(0)} s that \`npm test\` may take on this machine`;
  console.log(sum > budget ? `OVER BUDGET: ${share}; see CONTRIBUTING, “Test it”` : share);
}
