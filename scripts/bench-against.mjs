// Two checkouts on one machine: the figures of their cores by turns, in processor time, so that what else the machine does
// falls on neither.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { median } from './figures.mjs';

/** As figures.mjs prints them: `name ..... 1,234 ms  (…)`; a long name leaves no room for dots. */
const PRINTED = /^(.+?) \.* ([\d.,e+-]+) (\S+)/;
/** More than this, as a share, is worse. */
const NOISE = 1.05;
/** The stopwatch of both. A full collection waits for threads that others keep from running: by the clock, seconds of a row. */
const CLOCK = fileURLToPath(new URL('processor-time.mjs', import.meta.url));

/**
 * One run of the bench of a checkout; it is ended when it has said all that is wanted of it.
 * @param {string} folder @param {ReadonlySet<string>} [wanted] names of figures; absent: all
 * @returns {Promise<Map<string, number>>} processor time in milliseconds (or seconds, as printed) by the figure's name
 */
async function measure(folder, wanted) {
  const bench = ['--single-threaded', '--import', CLOCK, join(folder, 'scripts/bench.mjs'), '--core'];
  const child = spawn(process.execPath, bench, { cwd: folder });
  child.stderr.pipe(process.stderr);
  const found = new Map();
  for await (const printed of createInterface({ input: child.stdout })) {
    const [, name, value, unit] = PRINTED.exec(printed) ?? [];
    if (name === undefined || (unit !== 'ms' && unit !== 's')) continue;
    found.set(name, Number(value.replaceAll(',', '')));
    if (wanted && [...wanted].every((each) => found.has(each))) child.kill();
  }
  return found;
}

/** @param {Map<string, number>[]} rounds @param {string} name */
const medianOf = (rounds, name) => median(rounds.flatMap((round) => round.get(name) ?? []));

/** Each time that both have: the medians before and now, and how many times as long it takes now. */
function tell(names, then, now) {
  for (const name of names) {
    const [old, fresh] = [medianOf(then, name), medianOf(now, name)];
    const worse = fresh / old > NOISE ? '  WORSE' : '';
    console.log(`${`${name} `.padEnd(72, '.')} ${old} -> ${fresh} ms, x ${(fresh / old).toFixed(2)}${worse}`);
  }
}

/**
 * Prints after each round what is known by then: a round takes some minutes.
 * @param {string} here @param {string} before the other checkout, with its packages installed @param {number} rounds
 */
export async function measureAgainst(here, before, rounds) {
  const [now, then] = [[], []];
  // What both have: a run ends with the last of it.
  let both;
  for (let round = 0; round < rounds; round++) {
    // By turns, and not the same one first each time.
    const turns = [
      [before, then],
      [here, now],
    ];
    for (const [folder, into] of round % 2 === 0 ? turns : turns.toReversed()) {
      const found = await measure(folder, both);
      into.push(found);
      both = new Set([...(both ?? found.keys())].filter((name) => found.has(name)));
    }
    console.log(`round ${round + 1} of ${rounds}, processor time`);
    tell(both, then, now);
  }
}
