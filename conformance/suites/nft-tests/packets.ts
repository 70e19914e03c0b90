import { compareRecord, replayRecord } from '../kernel';
import type { Replayed } from '../kernel/replay';
import type { Expectation, KernelRecord, RecordedTopologies } from '../kernel/record';
import type { Failure, SuiteResult } from '../suite';

/** What came of one packet: right and certain, said to be unknown with an outcome that is right, or wrong. */
type Came = 'right' | 'unknown' | 'wrong';

interface Counted {
  passed: number;
  total: number;
  skipped: number;
  readonly skips: Record<string, number>;
  readonly failures: Failure[];
}

interface Entry {
  readonly orig: string;
  readonly status: readonly string[];
}

/** Whether UDP is ASSURED depends on wall time, and an entry that became it is one that changed for no other reason. */
function withoutTimes(expect: Expectation): Expectation {
  const entries = (expect['ct'] ?? []) as readonly Entry[];
  const timed = ({ orig, status }: Entry): boolean => orig.startsWith('udp') && status.includes('ASSURED');
  return { ...expect, ct: entries.filter((entry) => !timed(entry)) };
}

/** `::1:0` and `::0.1.0.0` are one address: the kernel's log writes it one way, inet_ntop() the other. */
function withoutDots(replayed: readonly Replayed[]): readonly Replayed[] {
  const text = JSON.stringify(replayed.map(({ expect }) => expect));
  if (!/::\d+\.\d+\.\d+\.\d+/.test(text)) return replayed;
  const hex = text.replaceAll(/::(\d+)\.(\d+)\.(\d+)\.(\d+)/g, (_whole, ...bytes: string[]) => {
    const [a = 0, b = 0, c = 0, d = 0] = bytes.slice(0, 4).map(Number);
    return `::${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`;
  });
  const expects = JSON.parse(hex) as readonly Expectation[];
  return replayed.map((each, i) => ({ ...each, expect: expects[i] ?? each.expect }));
}

function failureOf(record: KernelRecord, replayed: readonly Replayed[], n: number): Failure | undefined {
  const packets = record.packets.filter((packet) => packet.n === n);
  const actual = withoutDots(replayed.filter((each) => each.n === n));
  const asIs = compareRecord({ ...record, packets }, actual, 'all')[0];
  if (!asIs) return undefined;
  const timeless = packets.map((packet) => ({ ...packet, expect: withoutTimes(packet.expect) }));
  return compareRecord({ ...record, packets: timeless }, actual, 'all')[0];
}

/**
 * Plays a record packet by packet. For one whose outcome is not known, what is not known is held to be so where that is what
 * was recorded, so that what comes behind it stands on what happened.
 */
export function judgeRecord(
  record: KernelRecord,
  topologies: RecordedTopologies,
): readonly { readonly n: number; readonly came: Came; readonly unknown?: string; readonly failure?: Failure }[] {
  const holding = new Set<number>();
  let replayed = replayRecord(record, topologies, { holding });
  return record.packets.map(({ n }) => {
    const found = replayed.find((each) => each.n === n);
    // Where the packet's own end is not known, nothing is claimed of it.
    const end = found?.legs[0]?.disposition;
    const unknown = found?.unknown ?? (end?.kind === 'UNKNOWN' ? 'its end' : undefined);
    const failure = failureOf(record, replayed, n);
    if (!failure) return unknown === undefined ? { n, came: 'right' } : { n, came: 'unknown', unknown };
    if (unknown === undefined) return { n, came: 'wrong', failure };
    const again = replayRecord(record, topologies, { holding: new Set([...holding, n]) });
    if (!failureOf(record, again, n)) {
      holding.add(n);
      replayed = again;
    }
    return { n, came: 'unknown', unknown };
  });
}

/** Differences that are known, each with its reason and the records it may stand in; they are counted apart. */
const KNOWN: readonly { readonly reason: string; readonly rules: RegExp; readonly parts: readonly string[] }[] = [
  {
    reason: 'a copy (dup, TEE) is sent and not followed: the record tells of it instead of the packet',
    rules: /\bdup to |-j TEE /,
    parts: ['verdict', 'out', 'inIf', 'pkt', 'mark', 'ctState', 'ct', 'trace', 'dropAt', 'ttl'],
  },
  {
    reason: 'the record does not say when packets were sent, and a limit asks the clock',
    rules: /\blimit rate /,
    parts: ['verdict', 'out', 'inIf', 'pkt', 'ct', 'trace', 'dropAt'],
  },
  {
    reason: 'a rule that does nothing: whether it holds is not asked where that is not known',
    rules: /tcp[ -]option|\bbytes |connbytes|\brandom\b/,
    parts: ['trace'],
  },
  {
    reason: 'iptables-save 1.8.9 does not print a test that never holds (! -i +, ! --sport 0:65535)',
    rules: /-A (?:FORWARD|OUTPUT -p (?:tcp -m tcp|udp -m udp) -j ACCEPT)\n/,
    parts: ['trace'],
  },
  {
    reason: 'a packet that ends before its AH header is dropped by the match (hotdrop): none has its bytes',
    rules: /-m ah/,
    parts: ['verdict', 'inIf', 'pkt', 'ct', 'trace', 'dropAt'],
  },
];

/** Why a packet came out otherwise, where that is known; undefined: it is wrong. */
function knownReason({ rules }: KernelRecord, { diff }: Failure): string | undefined {
  const parts = [...diff.matchAll(/^ {2}(\w+)$/gm)].map(([, part = '']) => part);
  return KNOWN.find((each) => each.rules.test(rules) && parts.every((part) => each.parts.includes(part)))?.reason;
}

/** The text of the rule at `ip t chain 3`, which names what is not known. */
function kindOf(record: KernelRecord, where: string): string {
  const [chain = '', number = ''] = where.split(' ').slice(-2);
  const body = record.rules.split('\n').findIndex((line) => line.trim() === `chain ${chain} {`);
  const lines = record.rules
    .split('\n')
    .slice(body + 1)
    .filter((line) => !/^\s*(?:type |policy |comment )/.test(line));
  return (body < 0 ? undefined : lines[Number(number) - 1])?.trim() ?? where;
}

/** Every packet of the records: how many are right, are said to be unknown (by rule), and are certain and wrong. */
export function runPackets(
  name: string,
  records: readonly KernelRecord[],
  topologies: RecordedTopologies,
): SuiteResult {
  const counted: Counted = { passed: 0, total: 0, skipped: 0, skips: {}, failures: [] };
  for (const record of records) {
    for (const { came, unknown, failure } of judgeRecord(record, topologies)) {
      const kind =
        came === 'unknown' ? `unknown: ${kindOf(record, unknown ?? '')}` : failure && knownReason(record, failure);
      if (kind !== undefined) {
        counted.skipped++;
        counted.skips[kind] = (counted.skips[kind] ?? 0) + 1;
        continue;
      }
      counted.total++;
      if (came === 'right') counted.passed++;
      if (failure) counted.failures.push(failure);
    }
  }
  return { name, ...counted };
}
