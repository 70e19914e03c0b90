import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { XtRuleset } from '../../core/linux/xtables/types';
import { replay, type Replayed } from './kernel-replay';
import { routerOf, type Expectation, type KernelRecord, type RecordedTopologies } from './kernel-record';
import { rulesetOf } from './recorded-rules';
import { KERNEL_RECORDINGS, projectFolder, type Failure, type Suite, type SuiteResult } from './suite';
import { neverMatched, withUnprinted } from './unprinted';

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
  const rules = rulesetOf(record.rules, record.fam === 'ip6' ? 'ipv6' : 'ipv4');
  return replay(record, routerOf(record, topologies, adjust(rules)));
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

const UNPRINTED = 'rules with a test iptables-save does not print (! -i +): right once it is put back';

/** A record that fails, and would not if rules that never matched had an unprinted `! -i +`. */
function explainedByPrinting(
  record: KernelRecord,
  replayed: readonly Replayed[],
  topologies: RecordedTopologies,
): boolean {
  if (compareRecord(record, replayed, 'all').length === 0) return false;
  const hidden = neverMatched(record, replayed);
  if (hidden.size === 0) return false;
  const again = replayRecord(record, topologies, (rules) => withUnprinted(rules, hidden));
  return typeof again !== 'string' && compareRecord(record, again, 'all').length === 0;
}

function tallyRecord(record: KernelRecord, topologies: RecordedTopologies, tallies: ReadonlyMap<Level, Tally>): void {
  const replayed = replayRecord(record, topologies);
  const reason = typeof replayed === 'string' ? replayed : undefined;
  const unprinted = typeof replayed !== 'string' && explainedByPrinting(record, replayed, topologies);
  for (const [level, tally] of tallies) {
    if (typeof replayed === 'string' || unprinted) skip(tally, reason ?? UNPRINTED, record.packets.length);
    else {
      const failures = compareRecord(record, replayed, level);
      tally.total += record.packets.length;
      tally.passed += record.packets.length - failures.length;
      tally.failures.push(...failures);
    }
  }
}

/** Reads a `.jsonl` file of records. */
export function readRecords(text: string): KernelRecord[] {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as KernelRecord);
}

function runFile(name: string, records: readonly KernelRecord[], topologies: RecordedTopologies): SuiteResult[] {
  const tallies = new Map((Object.keys(LEVELS) as Level[]).map((level) => [level, newTally()]));
  for (const record of records) tallyRecord(record, topologies, tallies);
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
