import type { RuleRef } from '../../src/core/linux/hooks';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readRuleset } from '../../src/core/linux/nftables/text/read-ruleset';
import type { XtRuleset, InterfaceTest, XtChain, XtRule, XtTable } from '../../src/core/linux/xtables/types';
import { replay, type Replayed } from './kernel/replay';
import { routerOf, type Expectation, type KernelRecord, type RecordedTopologies } from './kernel/record';
import { rulesetOf } from './recorded-rules';
import { KERNEL_RECORDINGS, projectFolder, type Failure, type Suite, type SuiteResult } from './suite';

interface RecordedVisit {
  readonly hook: string;
  readonly ev: readonly string[];
}

/** `nat KUBE-SVC 2 m=0x4000` -> `nat KUBE-SVC 2`; policies and returns are no rules. */
function ruleOf(event: string): string | undefined {
  const [table, chain, index] = event.split(' ');
  return index !== undefined && /^\d+$/.test(index) ? `${table} ${chain} ${index}` : undefined;
}

function rulesIn(expect: Readonly<Record<string, unknown>>): string[] {
  const visits = [...((expect['trace'] ?? []) as RecordedVisit[]), ...((expect['respTrace'] ?? []) as RecordedVisit[])];
  return visits.flatMap((visit) => visit.ev.flatMap((event) => ruleOf(event) ?? []));
}

/**
 * Rules that match here and matched no packet of the whole record. iptables-save of 1.8.9 (print_iface())
 * leaves out an interface whose mask is empty, negated or not, and the kernel never matches `! -i +`
 * (ip_packet_match()): such a rule looks as if it should.
 */
function neverMatched(record: KernelRecord, replayed: readonly Replayed[]): readonly string[] {
  const recorded = new Set(record.packets.flatMap(({ expect }) => rulesIn(expect)));
  return [...new Set(replayed.flatMap(({ expect }) => rulesIn(expect)))].filter((rule) => !recorded.has(rule));
}

/** The tests of a rule by kind, `-s`, `! -p`, `statistic every`: what has to be right for the rule to be. */
function kindsOf(rule: XtRule): string[] {
  const header = (['src', 'dst', 'indev', 'outdev', 'proto'] as const).flatMap((part) => {
    const test = rule[part];
    return test ? [`${test.negated ? '! ' : ''}${part}`] : [];
  });
  const matches = rule.matches.flatMap(({ match, spec }) =>
    Object.entries(spec).map(([option, given]) => {
      const negated = typeof given === 'object' && given !== null && 'negated' in given && given.negated === true;
      return `${match} ${negated ? '! ' : ''}${option}`;
    }),
  );
  return [...header, ...matches];
}

function ruleAt(rules: XtRuleset, name: string): XtRule | undefined {
  const [table = '', chain = '', index = ''] = name.split(' ');
  return rules.tables
    .get(table as XtTable['name'])
    ?.chains.get(chain)
    ?.rule(Number(index) - 1);
}

/** Kinds of tests in the rules the kernel matched in a record that came out right. */
function provenKinds(record: KernelRecord, rules: XtRuleset): string[] {
  const matched = new Set(record.packets.flatMap(({ expect }) => rulesIn(expect)));
  return [...matched].flatMap((name) => {
    const rule = ruleAt(rules, name);
    return rule ? kindsOf(rule) : [];
  });
}

/** Is every test that is printed known to be right, so that only one that is not can keep the rule from matching? */
function isProven(rules: XtRuleset, name: string, proven: ReadonlySet<string>): boolean {
  const rule = ruleAt(rules, name);
  return rule !== undefined && kindsOf(rule).every((kind) => proven.has(kind));
}

/** `! -i +`: no interface at all. */
const NO_INTERFACE: InterfaceTest = { negated: true, name: '', prefix: true };

function withHidden(rule: XtRule): XtRule {
  if (!rule.indev) return { ...rule, indev: NO_INTERFACE };
  return rule.outdev ? rule : { ...rule, outdev: NO_INTERFACE };
}

const nameOf = ({ table, chain, index }: RuleRef): string => `${table} ${chain} ${index + 1}`;

function chainWith(chain: XtChain, table: XtTable['name'], hidden: string): XtChain {
  return {
    ...chain,
    rule: (index) => {
      const rule = chain.rule(index);
      return hidden === nameOf({ table, chain: chain.name, index }) ? withHidden(rule) : rule;
    },
  };
}

/** The ruleset with an unprinted `! -i +` in one rule. */
function withUnprinted(rules: XtRuleset, hidden: string): XtRuleset {
  const tables = [...rules.tables.values()].map((table): XtTable => {
    const chains = [...table.chains].map(([name, chain]) => [name, chainWith(chain, table.name, hidden)] as const);
    return { ...table, chains: new Map(chains) };
  });
  return { tables: new Map(tables.map((table) => [table.name, table])) };
}

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

/** A change to the iptables rules of a record before they are walked. */
type Adjust = (rules: XtRuleset) => XtRuleset;

const isNative = ({ backend }: KernelRecord): boolean => backend === 'native';

/** One record's packets; `holding`: those for which what is not known holds. */
export function replayRecord(
  record: KernelRecord,
  topologies: RecordedTopologies,
  { adjust = (rules) => rules, holding }: { readonly adjust?: Adjust; readonly holding?: ReadonlySet<number> } = {},
): Replayed[] {
  const rules = isNative(record)
    ? { nftables: readRuleset(record.rules).ruleset }
    : { xtables: adjust(rulesOf(record)) };
  return replay(record, routerOf(record, topologies, rules), holding);
}

/** The packets for which something that is not known must have held: with it, they come out right. */
function heldUnknown(record: KernelRecord, topologies: RecordedTopologies, first: Replayed[]): ReadonlySet<number> {
  const held = new Set<number>();
  let replayed = first;
  for (const { n } of record.packets) {
    const { unknown } = replayed.find((each) => each.n === n) ?? {};
    if (!unknown || isRight(record, replayed, n)) continue;
    const again = replayRecord(record, topologies, { holding: new Set([...held, n]) });
    if (!isRight(record, again, n)) continue;
    held.add(n);
    replayed = again;
  }
  return held;
}

function isRight(record: KernelRecord, replayed: readonly Replayed[], n: number): boolean {
  const packets = record.packets.filter((packet) => packet.n === n);
  return compareRecord({ ...record, packets }, replayed, 'all').length === 0;
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
  readonly replayed: Replayed[];
  /** Packets for which something unknown held. */
  readonly held: ReadonlySet<number>;
  readonly failed: boolean;
}

function attempt(record: KernelRecord, topologies: RecordedTopologies, adjust?: Adjust): Attempt {
  const first = replayRecord(record, topologies, adjust ? { adjust } : {});
  const held = isNative(record) ? heldUnknown(record, topologies, first) : new Set<number>();
  const replayed = held.size > 0 ? replayRecord(record, topologies, { holding: held }) : first;
  const failed = compareRecord(record, replayed, 'all').length > 0;
  return { record, replayed, held, failed };
}

/** Kinds of tests that are right in records that came out right. */
function provenBy(attempts: readonly Attempt[]): ReadonlySet<string> {
  const right = attempts.filter(({ record, failed }) => !isNative(record) && !failed);
  return new Set(right.flatMap(({ record }) => provenKinds(record, rulesOf(record))));
}

/**
 * The one rule of a failed record whose saved text must have lost a test that never holds (`! -i +`): all it
 * prints is proven elsewhere, the kernel never matched it, and with the test put back every packet is right.
 */
function lostTest(
  { record, replayed }: Attempt,
  topologies: RecordedTopologies,
  { proven, adjust = (rules) => rules }: { readonly proven: ReadonlySet<string>; readonly adjust?: Adjust },
): string | undefined {
  if (isNative(record)) return undefined;
  return neverMatched(record, replayed).find((name) => {
    if (!isProven(rulesOf(record), name, proven)) return false;
    const again = replayRecord(record, topologies, {
      adjust: (rules) => withUnprinted(adjust(rules), name),
    });
    return compareRecord(record, again, 'all').length === 0;
  });
}

/** So many in a hundred records may have lost a test; more would be a fault of ours that looks like it. */
const MOST_UNPRINTED = 0.05;

/**
 * Records that failed because their saved text lost a test, with the rule that did. None is excused unless all
 * that failed are, and they are few: a fault of ours would show in rules the kernel did match, too.
 */
export function excused(
  records: readonly KernelRecord[],
  topologies: RecordedTopologies,
  adjust?: Adjust,
): { readonly attempts: readonly Attempt[]; readonly rules: ReadonlyMap<string, string> } {
  const attempts = records.map((record) => attempt(record, topologies, adjust));
  const failed = attempts.filter((each) => each.failed);
  const rules = new Map<string, string>();
  if (failed.length > records.length * MOST_UNPRINTED) return { attempts, rules };
  const proven = provenBy(attempts);
  for (const each of failed) {
    const rule = lostTest(each, topologies, { proven, ...(adjust ? { adjust } : {}) });
    if (rule === undefined) return { attempts, rules: new Map() };
    rules.set(each.record.id, rule);
  }
  return { attempts, rules };
}

const HELD = 'nftables: a comparison with what is not known (a port read where ICMP has its checksum) held';

function tallyRecord(
  { record, replayed, held }: Attempt,
  unprinted: string | undefined,
  tallies: ReadonlyMap<Level, Tally>,
): void {
  for (const [level, tally] of tallies) {
    const failures = compareRecord(record, replayed, level);
    const right = record.packets.length - failures.length - held.size;
    if (held.size > 0) skip(tally, HELD, held.size);
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

/** Reads a `.jsonl` file of records. */
export function readRecords(text: string): KernelRecord[] {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as KernelRecord);
}

function runFile(name: string, records: readonly KernelRecord[], topologies: RecordedTopologies): SuiteResult[] {
  const tallies = new Map((Object.keys(LEVELS) as Level[]).map((level) => [level, newTally()]));
  const { attempts, rules } = excused(records, topologies);
  for (const each of attempts) tallyRecord(each, rules.get(each.record.id), tallies);
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
