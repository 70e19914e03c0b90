import { expect, it } from 'vitest';
import { ip } from '../net/ip';
import { makeCounters } from './counters';
import type { Leg, Trace, TraceStep } from './trace';

const PACKET = {
  family: 'ipv4',
  src: ip('10.244.1.9'),
  dst: ip('10.244.2.5'),
  ttl: 64,
  l4: { proto: 'udp', sport: 40_000, dport: 53 },
} as const;
const NOW = { packet: PACKET, mark: 0 };
const REF = { table: 'nat', chain: 'KUBE-SERVICES', index: 0 } as const;
const STEPS = {
  rule: { kind: 'rule', ref: REF, verdict: { kind: 'CONTINUE' }, ...NOW },
  'lookup rule': {
    kind: 'rule',
    ref: REF,
    verdict: { kind: 'CONTINUE' },
    lookup: { set: '@service-ips', key: '10.96.0.10', size: 9 },
    ...NOW,
  },
  'skip 3': { kind: 'skip', table: 'nat', chain: 'KUBE-SERVICES', from: 2, to: 4, ...NOW },
  policy: { kind: 'policy', table: 'nat', chain: 'PREROUTING', verdict: { kind: 'ACCEPT' }, ...NOW },
  ipvs: {
    kind: 'ipvs',
    at: 'in',
    service: 'UDP 10.96.0.10:53',
    scheduler: 'rr',
    candidates: [],
    from: 'scheduler',
    before: PACKET,
    reason: { id: 'sim.routing.local' } as const,
    ...NOW,
  },
  'known ipvs': {
    kind: 'ipvs',
    at: 'in',
    service: 'UDP 10.96.0.10:53',
    scheduler: 'rr',
    candidates: [],
    from: 'connection',
    reason: { id: 'sim.routing.local' } as const,
    ...NOW,
  },
  nat: { kind: 'nat', manip: 'DST', by: 'rule', before: PACKET, ...NOW },
  deliver: { kind: 'deliver', to: 'web', ...NOW },
} as const satisfies Readonly<Record<string, TraceStep>>;
type Word = keyof typeof STEPS;

/** `request: rule, nat, deliver` (`second request`: of a proxying process) as a leg that is delivered if it ends in `deliver`. */
function leg(text: string): Leg {
  const [role = '', words = ''] = text.split(': ');
  const steps = words.split(', ').map((word) => STEPS[word as Word]);
  const second = role.startsWith('second ') ? ({ second: true } as const) : {};
  const disposition = words.endsWith('deliver')
    ? ({ kind: 'DELIVERED', netns: 'pod', to: 'web' } as const)
    : ({ kind: 'DROPPED', netns: 'node', by: 'policy' } as const);
  return { role: role.replace('second ', '') as Leg['role'], ...second, hops: [{ netns: 'node', steps }], disposition };
}

const trace = (...legs: string[]): Trace => ({ legs: legs.map(leg), assumptions: [], conntrack: {} });

/** `rules lookups rewrites crossings source`. */
const printed = (of: Trace): string => {
  const { rules, lookups, rewrites, crossings, sourceSeen } = makeCounters(of);
  return [rules, lookups, rewrites, crossings, sourceSeen ?? '-'].join(' ');
};

it.each([
  ['nothing at all', trace(), '0 0 0 0 -'],
  ['every rule that was tested', trace('request: rule, skip 3, policy, deliver'), '4 0 0 0 10.244.1.9:40000'],
  ['a lookup as one rule and one lookup', trace('request: lookup rule, deliver'), '1 1 0 0 10.244.1.9:40000'],
  ['what IPVS rewrites as a rewrite', trace('request: ipvs, deliver'), '0 1 1 0 10.244.1.9:40000'],
  ['what IPVS leaves alone as none', trace('request: known ipvs, deliver'), '0 1 0 0 10.244.1.9:40000'],
  ['both ways', trace('request: rule, nat, deliver', 'reply: nat, deliver'), '1 0 2 0 10.244.1.9:40000'],
  ['no sender where nobody was reached', trace('request: rule, policy'), '1 0 0 0 -'],
  [
    'a process between the ends, in and out, on both ways',
    trace('request: deliver', 'second request: deliver', 'second reply: deliver', 'reply: deliver'),
    '0 0 0 4 10.244.1.9:40000',
  ],
  [
    'no sender where only the proxying process was reached',
    trace('request: deliver', 'second request: rule, policy'),
    '1 0 0 2 -',
  ],
])('counts %s', (_, of, wanted) => expect(printed(of)).toBe(wanted));
