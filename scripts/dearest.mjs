// What the tests of a run cost, told at its end: it informs, and fails nothing. `npm test` is to stay within five minutes on two
// quiet cores. Not the clock of one run is looked at but the time of processors, held against a piece of work that is always the same.
import { existsSync, readFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { browserFiles, unitFiles } from './reports.mjs';

/** Seconds of a processor that all of `npm test` may take, where the piece of work takes `CALIBRATED`. */
const BUDGET = 600;
const CALIBRATED = 0.19;

/** Seconds of a processor that the piece of work takes. */
function work() {
  const before = process.cpuUsage();
  const seen = new Map();
  for (let i = 0; i < 1_500_000; i++) {
    const key = `k${(i * 7919) % 50_021}`;
    seen.set(key, (seen.get(key) ?? 0) + i);
  }
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}

/** @returns {number} seconds of a processor that the piece of work takes on this machine: the least of three, as others are in its way */
export const calibrate = () => Math.min(work(), work(), work());

/** @returns {number} seconds that the processors of this machine have worked, whoever for: a browser's processes tell nobody theirs */
export function busySeconds() {
  const all = cpus().map(({ times }) => times.user + times.nice + times.sys + times.irq);
  return all.reduce((sum, each) => sum + each, 0) / 1000;
}

/** The dearest of some files, each with its seconds by the clock. */
function tellFiles(what, files) {
  const all = files.reduce((sum, { seconds }) => sum + seconds, 0);
  console.log(`\nthe dearest ${what}, by the clock: ${all.toFixed(0)} s of ${files.length} in all`);
  const dearest = files.toSorted((a, b) => b.seconds - a.seconds).slice(0, 10);
  for (const { file, seconds } of dearest) console.log(`${seconds.toFixed(1).padStart(8)} s  ${file}`);
}

/**
 * Tells what a run cost: its dearest files, its steps, and all of it beside what it may take.
 * @param {{ steps: string, unit: string, browser: string }} reports where they lie
 * @param {{ busy: number, speed: number }} took seconds of this machine's processors; what `calibrate` gave before
 */
export function tellDearest({ steps, unit, browser }, { busy, speed }) {
  if (!existsSync(steps)) return;
  tellFiles('files of unit tests', unitFiles(unit));
  tellFiles('files of browser tests', browserFiles(browser));
  const each = JSON.parse(readFileSync(steps, 'utf8')).map(
    ({ name, seconds, processor }) => `${name} ${seconds.toFixed(0)} (${processor.toFixed(0)})`,
  );
  console.log(`\nsteps, in seconds (of a processor, without a browser's): ${each.join(', ')}`);
  const budget = (BUDGET * speed) / CALIBRATED;
  const said = `processors worked ${busy.toFixed(0)} s; \`npm test\` may take ${budget.toFixed(0)} s of this machine`;
  console.log(busy > budget ? `OVER ITS BUDGET, or others were at work: ${said}` : said);
}
