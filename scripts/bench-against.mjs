// Two checkouts on one machine: the figures of their cores by turns, so that whatever else the machine does falls on both.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { median } from './figures.mjs';

/** As figures.mjs prints them: `name ..... 1,234 ms  (…)`; a long name leaves no room for dots. */
const PRINTED = /^(.+?) \.* ([\d.,e+-]+) (\S+)/;
/** More than this, as a share, is worse. */
const NOISE = 1.05;

/** One run of the bench of a checkout. @param {string} folder @param {Map<string, number[]>} into by the figure's name */
function measure(folder, into) {
  const { stdout } = spawnSync(process.execPath, [join(folder, 'scripts/bench.mjs'), '--core'], {
    cwd: folder,
    encoding: 'utf8',
  });
  for (const printed of stdout.split('\n')) {
    const [, name, value, unit] = PRINTED.exec(printed) ?? [];
    if (name === undefined || (unit !== 'ms' && unit !== 's')) continue;
    into.set(name, [...(into.get(name) ?? []), Number(value.replaceAll(',', ''))]);
  }
}

/**
 * Prints each time that both have: the medians before and now, and how many times as long it takes now.
 * @param {string} here @param {string} before the other checkout, with its packages installed @param {number} rounds
 */
export function measureAgainst(here, before, rounds) {
  const [now, then] = [new Map(), new Map()];
  for (let round = 0; round < rounds; round++) {
    // By turns, and not the same one first each time.
    const turns = [
      [before, then],
      [here, now],
    ];
    for (const [folder, into] of round % 2 === 0 ? turns : turns.toReversed()) measure(folder, into);
  }
  for (const [name, values] of now) {
    const [old, fresh] = [median(then.get(name) ?? []), median(values)];
    if (Number.isNaN(old)) continue;
    const worse = fresh / old > NOISE ? '  WORSE' : '';
    console.log(`${`${name} `.padEnd(72, '.')} ${old} -> ${fresh} ms, x ${(fresh / old).toFixed(2)}${worse}`);
  }
}
