// Two checkouts on one machine: the figures of their cores by turns, so that whatever else the machine does falls on both.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { median } from './figures.mjs';

/** As figures.mjs prints them: `name ..... 1,234 ms  (…)`; a long name leaves no room for dots. */
const PRINTED = /^(.+?) \.* ([\d.,e+-]+) (\S+)/;
/** More than this, as a share, is worse. */
const NOISE = 1.05;

/**
 * One run of the bench of a checkout; it is ended when it has said all that is wanted of it.
 * @param {string} folder @param {ReadonlySet<string>} [wanted] names of figures; absent: all
 * @returns {Promise<Map<string, number>>} milliseconds (or seconds, as printed) by the figure's name
 */
async function measure(folder, wanted) {
  const child = spawn(process.execPath, [join(folder, 'scripts/bench.mjs'), '--core'], { cwd: folder });
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
  // What both have is known after the first round of each.
  let both;
  for (let round = 0; round < rounds; round++) {
    // By turns, and not the same one first each time.
    const turns = [
      [before, then],
      [here, now],
    ];
    for (const [folder, into] of round % 2 === 0 ? turns : turns.toReversed()) into.push(await measure(folder, both));
    both ??= new Set([...now[0].keys()].filter((name) => then[0].has(name)));
    console.log(`round ${round + 1} of ${rounds}`);
    tell(both, then, now);
  }
}
