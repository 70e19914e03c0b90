import { phrase } from '../../../core/lib/phrase';
import type { CtState } from '../../../core/linux/conntrack/table';
import type { Hook, TableName, Verdict } from '../../../core/linux/hooks';
import { ip } from '../../../core/net/ip';
import type { Packet } from '../../../core/net/packet';
import type { TraceStep } from '../../../core/sim/trace';
import type { FlatStep } from '../../../store/selectors';

function endpoint(text: string): [string, number] {
  const [address = '', port = '0'] = text.trim().split(':');
  return [address, Number(port)];
}

/** `10.244.1.9:41522 > 10.96.98.173:80` as a TCP SYN. */
export function findPacket(text: string): Packet {
  const [from = '', to = ''] = text.split('>');
  const [[src, sport], [dst, dport]] = [endpoint(from), endpoint(to)];
  const l4 = { proto: 'tcp', sport, dport, flags: { syn: true }, seq: 0, ack: 0 } as const;
  return { family: 'ipv4', src: ip(src), dst: ip(dst), ttl: 64, l4 };
}

function verdictOf(words: readonly string[]): Verdict {
  const [kind = 'CONTINUE', value = ''] = words;
  if (kind === 'JUMP' || kind === 'GOTO') return { kind, chain: value };
  if (kind === 'REJECT') return { kind, with: value };
  if (kind === 'STOLEN') return { kind, by: value };
  return { kind } as Verdict;
}

interface Now {
  packet: Packet;
  mark: number;
}

type Reader = (words: readonly string[], now: Now) => TraceStep;

const READERS: Readonly<Record<string, Reader>> = {
  originate: ([by = ''], now) => ({ kind: 'originate', by, ...now }),
  receive: ([device = ''], now) => ({ kind: 'receive', device, ...now }),
  bridge: ([bridge = '', action = 'up'], now) => ({
    kind: 'bridge',
    bridge,
    action: action as 'up',
    reason: phrase('sim.routing.local'),
    ...now,
  }),
  hook: ([hook], now) => ({ kind: 'hook', hook: hook as Hook, ...now }),
  conntrack: ([ctState, direction = 'original'], now) => ({
    kind: 'conntrack',
    ctState: ctState as CtState,
    direction: direction as 'original',
    created: ctState === 'NEW',
    ...now,
  }),
  rule: ([table, chain = '', number = '1', ...verdict], now) => ({
    kind: 'rule',
    ref: { table: table as TableName, chain, index: Number(number) - 1 },
    verdict: verdictOf(verdict),
    ...now,
  }),
  mark: ([table, chain = '', number = '1', mark = '0'], now) => {
    const markBefore = now.mark;
    now.mark = Number(mark);
    const ref = { table: table as TableName, chain, index: Number(number) - 1 };
    return { kind: 'rule', ref, verdict: { kind: 'CONTINUE' }, markBefore, ...now };
  },
  skip: ([table, chain = '', range = '1'], now) => {
    const [from = 1, to = from] = range.split('-').map(Number);
    return { kind: 'skip', table: table as TableName, chain, from: from - 1, to: to - 1, ...now };
  },
  return: ([table, chain = ''], now) => ({ kind: 'return', table: table as TableName, chain, ...now }),
  policy: ([table, chain = '', verdict = 'ACCEPT'], now) => ({
    kind: 'policy',
    table: table as TableName,
    chain,
    verdict: { kind: verdict } as Verdict,
    ...now,
  }),
  nat: ([manip, by, ...packet], now) => {
    const before = now.packet;
    now.packet = findPacket(packet.join(' '));
    return { kind: 'nat', manip: manip as 'SRC', by: by as 'rule', before, ...now };
  },
  routing: ([decision = 'forward', device], now) => ({
    kind: 'routing',
    decision: decision as 'forward',
    ...(device === undefined ? {} : { device }),
    again: false,
    reason: phrase('sim.routing.local'),
    ...now,
  }),
  transmit: ([device = ''], now) => ({ kind: 'transmit', device, ...now }),
  deliver: ([to = ''], now) => ({ kind: 'deliver', to, ...now }),
  stop: ([table, chain, number], now) => ({
    kind: 'stop',
    reason: phrase('sim.routing.no-route'),
    ...(chain ? { ref: { table: table as TableName, chain, index: Number(number) - 1 } } : {}),
    ...(table === 'unknown' ? { unknown: true } : {}),
    ...now,
  }),
};

/**
 * The steps of one hop in a short notation, one step a line (rule numbers as people count them):
 * `hook PREROUTING`, `skip nat KUBE-SERVICES 1-6`, `rule nat KUBE-SERVICES 7 JUMP KUBE-SVC-X`,
 * `mark nat KUBE-MARK-MASQ 1 0x4000`, `nat DST rule 10.0.0.1:1 > 10.0.0.2:2`.
 */
export function stepsOf(text: string, from: Partial<FlatStep> & { packet?: Packet } = {}): FlatStep[] {
  const now: Now = { packet: from.packet ?? findPacket('10.244.1.9:41522 > 10.96.98.173:80'), mark: 0 };
  const { leg = 0, hop = 0, netns = 'node1', role = 'request', index: first = 0 } = from;
  const lines = text.split('\n').map((line) => line.trim());
  return lines.filter(Boolean).map((line, step) => {
    const [kind = '', ...words] = line.split(/\s+/);
    const data = READERS[kind]!(words, now);
    return { index: first + step, leg, hop, step, address: { leg, hop, step }, role, netns, data };
  });
}
