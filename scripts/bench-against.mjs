// Two checkouts on one machine: the figures of their cores by turns, in processor time, so that what else the machine does
// falls on neither. Each file of conformance/bench has a process of its own: behind others of one process a row takes a third longer.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { median } from './figures.mjs';

/** More than this, as a share, is worse. */
const NOISE = 1.05;
/** The stopwatch of both. A full collection waits for threads that others keep from running: by the clock, seconds of a row. */
const CLOCK = fileURLToPath(new URL('processor-time.mjs', import.meta.url));
const ROWS = fileURLToPath(new URL('bench-rows.mjs', import.meta.url));
const BENCH = 'conformance/bench';

/** @param {string} folder of a checkout @returns {string[]} files of its bench that have figures, by name */
function groupsIn(folder) {
  const isGroup = (name) => /export function\*? \w+Figures\(/.test(readFileSync(join(folder, BENCH, name), 'utf8'));
  return readdirSync(join(folder, BENCH)).filter((name) => name !== 'main.ts' && isGroup(name));
}

const bundleOf = (folder, group) => join(folder, '.cache', `bench-${basename(group, '.ts')}.mjs`);

/** Bundles a file of the bench of a checkout by that checkout's own bundler. */
function bundle(folder, group) {
  mkdirSync(join(folder, '.cache'), { recursive: true });
  const args = [join(folder, 'scripts/bundle-headless.mjs'), bundleOf(folder, group), join(BENCH, group)];
  execFileSync(process.execPath, args, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
}

/**
 * One run of the figures of a file.
 * @param {string} folder of a checkout @param {string} group a file of its bench
 * @returns {{ name: string, value: number }[]} processor time in milliseconds or seconds, as that file has it
 */
function measure(folder, group) {
  const args = ['--single-threaded', '--import', CLOCK, ROWS, bundleOf(folder, group)];
  const printed = execFileSync(process.execPath, args, { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] });
  const rows = String(printed)
    .trim()
    .split('\n')
    .map((each) => JSON.parse(each));
  return rows.filter(({ unit }) => unit === 'ms' || unit === 's');
}

/** Medians of a row that both have, before and now, and how many times as long it takes now. */
function tell(name, then, now) {
  const [old, fresh] = [median(then), median(now)];
  const worse = fresh / old > NOISE ? '  WORSE' : '';
  const times = `${old.toPrecision(4)} -> ${fresh.toPrecision(4)}`;
  console.log(`${`${name} `.padEnd(72, '.')} ${times}, x ${(fresh / old).toFixed(2)}${worse}`);
}

/**
 * Prints each row that both have, with medians: of both sides a file's figures are taken by turns, one right behind the other.
 * @param {string} here @param {string} before the other checkout, with its packages installed @param {number} rounds
 */
export function measureAgainst(here, before, rounds) {
  const groups = groupsIn(before).filter((group) => groupsIn(here).includes(group));
  for (const group of groups) {
    const times = { [before]: new Map(), [here]: new Map() };
    for (const folder of [before, here]) bundle(folder, group);
    for (let round = 0; round < rounds; round++)
      // Not the same one first each time.
      for (const folder of round % 2 === 0 ? [before, here] : [here, before])
        for (const { name, value } of measure(folder, group))
          times[folder].set(name, [...(times[folder].get(name) ?? []), value]);
    for (const [name, now] of times[here]) {
      const then = times[before].get(name);
      if (then) tell(name, then, now);
    }
  }
}
