import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { XtRuleset } from '../../core/linux/xtables/types';
import { replay, type Replayed } from './kernel-replay';
import { routerOf, type Expectation, type KernelRecord, type RecordedTopologies } from './kernel-record';
import { rulesetOf } from './recorded-rules';
import { KERNEL_RECORDINGS, projectFolder, type Failure, type Suite, type SuiteResult } from './suite';
import { isProven, neverMatched, provenKinds, withUnprinted } from './unprinted';

/** How much of a record is compared, least first (`compare.py`). */
const LEVELS = {
  verdict: ['verdict', 'out', 'inIf'],
  nat: ['verdict', 'out', 'inIf', 'pkt', 'mark', 'ctState', 'ct'],
  trace: ['verdict', 'out', 'inIf', 'pkt', 'mark', 'ctState', 'ct', 'trace', 'dropAt'],
  all: ['verdict', 'out', 'inIf', 'pkt', 'mark', 'ctState', 'ct', 'trace', 'dropAt', 'resp', 'respTrace', 'errno'],
} as const;
type Level = keyof typeof LEVELS;

/** JSON with sorted keys; nothing and emptiness are one, ports drawn by the kernel are masked. */
function canonical(value: unknown, mask: boolean): string {
  const text = JSON.stringify(isNothing(value) ? null : sorted(value));
  return mask ? text.replaceAll(/:\d+(?=[> "])|id=\d+/g, ':*') : text;
}

function isNothing(value: unknown): boolean {
  return (
    value === undefined || value === null || value === 0 || value === '' || (Array.isArray(value) && value.length === 0)
  );
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, part]) => [key, sorted(part)]),
  );
}

function differences(expected: Expectation, actual: Expectation, level: Level, mask: boolean): string[] {
  return LEVELS[level].filter((key) => canonical(expected[key], mask) !== canonical(actual[key], mask));
}

function diffText(keys: readonly string[], expected: Expectation, actual: Expectation): string {
  return keys
    .slice(0, 2)
    .map((key) => `  ${key}\n    kernel: ${JSON.stringify(expected[key])}\n    here:   ${JSON.stringify(actual[key])}`)
    .join('\n');
}

/** Features of a record that are read but not simulated; its packets are listed, not compared. */
function notSimulated(record: KernelRecord): string | undefined {
  return record.backend === 'native' ? 'nftables' : undefined;
}

/** One record's packets, or why it cannot be replayed. */
export function replayRecord(
  record: KernelRecord,
  topologies: RecordedTopologies,
  adjust: (rules: XtRuleset) => XtRuleset = (rules) => rules,
): Replayed[] | string {
  const reason = notSimulated(record);
  if (reason) return reason;
  return replay(record, routerOf(record, topologies, adjust(rulesOf(record))));
}

function rulesOf(record: KernelRecord): XtRuleset {
  return rulesetOf(record.rules, record.fam === 'ip6' ? 'ipv6' : 'ipv4');
}

interface Tally {
  passed: number;
  total: number;
  skipped: number;
  readonly skips: Record<string, number>;
  readonly failures: Failure[];
}

const newTally = (): Tally => ({ passed: 0, total: 0, skipped: 0, skips: {}, failures: [] });

function skip(tally: Tally, reason: string, packets: number): void {
  tally.skipped += packets;
  tally.skips[reason] = (tally.skips[reason] ?? 0) + packets;
}

/** The packets of a record that came out otherwise than recorded. */
export function compareRecord(record: KernelRecord, replayed: readonly Replayed[], level: Level): Failure[] {
  return record.packets.flatMap((packet) => {
    const actual = replayed.find(({ n }) => n === packet.n);
    const mask = packet.portRandom === true || packet.nondet !== undefined;
    const wrong = differences(packet.expect, actual?.expect ?? {}, level, mask);
    if (wrong.length === 0 && actual) return [];
    const unknown = actual?.unknown ? ` (not simulated: ${actual.unknown})` : '';
    const diff = diffText(wrong, packet.expect, actual?.expect ?? {});
    return [{ id: `${record.id} packet ${packet.n}${unknown} ${JSON.stringify(packet.in)}`, diff }];
  });
}

/** One record with what came of it. */
interface Attempt {
  readonly record: KernelRecord;
  readonly replayed: Replayed[] | string;
  readonly right: boolean;
}

function attempt(record: KernelRecord, topologies: RecordedTopologies): Attempt {
  const replayed = replayRecord(record, topologies);
  const right = typeof replayed !== 'string' && compareRecord(record, replayed, 'all').length === 0;
  return { record, replayed, right };
}

/** Kinds of tests that are right in records that came out right. */
function provenBy(attempts: readonly Attempt[]): ReadonlySet<string> {
  return new Set(attempts.flatMap(({ record, right }) => (right ? provenKinds(record, rulesOf(record)) : [])));
}

/**
 * The one rule of a failed record whose saved text must have lost a test that never holds (`! -i +`): all it
 * prints is proven elsewhere, the kernel never matched it, and with the test put back every packet is right.
 */
export function explainedByPrinting(
  { record, replayed, right }: Attempt,
  topologies: RecordedTopologies,
  proven: ReadonlySet<string>,
): string | undefined {
  if (right || typeof replayed === 'string') return undefined;
  return neverMatched(record, replayed).find((name) => {
    if (!isProven(rulesOf(record), name, proven)) return false;
    const again = replayRecord(record, topologies, (rules) => withUnprinted(rules, name));
    return typeof again !== 'string' && compareRecord(record, again, 'all').length === 0;
  });
}

function tallyRecord(
  { record, replayed }: Attempt,
  unprinted: string | undefined,
  tallies: ReadonlyMap<Level, Tally>,
): void {
  for (const [level, tally] of tallies) {
    if (typeof replayed === 'string') skip(tally, replayed, record.packets.length);
    else {
      const failures = compareRecord(record, replayed, level);
      const right = record.packets.length - failures.length;
      tally.passed += right;
      tally.total += right;
      if (unprinted === undefined) {
        tally.total += failures.length;
        tally.failures.push(...failures);
      } else if (failures.length > 0) {
        const lost = `its saved text lost a "! -i +" (iptables 1.8.9, print_iface): right once it is put back`;
        skip(tally, `${record.id} ${unprinted}: ${lost}`, failures.length);
      }
    }
  }
}

/** So many in a hundred records may have lost a test; more would be a fault of ours that looks like it. */
const MOST_UNPRINTED = 0.05;

/** Reads a `.jsonl` file of records. */
export function readRecords(text: string): KernelRecord[] {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as KernelRecord);
}

function runFile(name: string, records: readonly KernelRecord[], topologies: RecordedTopologies): SuiteResult[] {
  const tallies = new Map((Object.keys(LEVELS) as Level[]).map((level) => [level, newTally()]));
  const attempts = records.map((record) => attempt(record, topologies));
  const proven = provenBy(attempts);
  const explained = attempts.map((each) => explainedByPrinting(each, topologies, proven));
  const few = explained.filter((rule) => rule !== undefined).length <= records.length * MOST_UNPRINTED;
  for (const [i, each] of attempts.entries()) tallyRecord(each, few ? explained[i] : undefined, tallies);
  return [...tallies].map(([level, tally]) => ({ name: `${name} ${level}`, ...tally }));
}

/** Replays every `.jsonl` of packets in a folder with a `topologies.json`. */
export const KERNEL_SUITE: Suite = {
  name: 'kernel',
  run: (dir = projectFolder(KERNEL_RECORDINGS)) => {
    const known = join(dir, 'topologies.json');
    if (!existsSync(known)) return [];
    const topologies = JSON.parse(readFileSync(known, 'utf8')) as RecordedTopologies;
    return readdirSync(dir)
      .filter((name) => name.endsWith('.jsonl'))
      .sort()
      .flatMap((name) =>
        runFile(name.replace('.jsonl', ''), readRecords(readFileSync(join(dir, name), 'utf8')), topologies),
      );
  },
};
