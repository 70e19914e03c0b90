import { describe, expect, it } from 'vitest';
import type { ConntrackEntry } from '../../../core/linux/conntrack/table';
import { ip, cidr } from '../../../core/net/ip';
import { formatEndpoint, type Tuple } from '../../../core/net/packet';
import type { Trace } from '../../../core/sim/trace';
import type { FlatStep } from '../../../store/selectors';
import { stepsOf } from '../../rules/testing/steps-of';
import { entriesAt, trackingNetns, type ShownEntry, routeTables, routingAt } from './conntrack.model';
import type { Route } from '../../../core/linux/routing/fib';
import { routeText } from '../../../core/linux/routing/route-text';

function tuple(text: string): Tuple {
  const [src = '', sport = '', dst = '', dport = ''] = text.split(/[: >]+/);
  return { protocol: 6, src: ip(src), sport: Number(sport), dst: ip(dst), dport: Number(dport) };
}

const MADE: ConntrackEntry = {
  id: 1,
  zone: 0,
  original: tuple('10.244.1.9:41522 > 10.96.98.173:80'),
  reply: tuple('10.96.98.173:80 > 10.244.1.9:41522'),
  status: [],
  tcpState: 'SYN_SENT',
  timeout: 120,
  mark: 0,
};
const BOUND: ConntrackEntry = {
  ...MADE,
  reply: tuple('10.244.2.7:8080 > 10.244.1.9:41522'),
  status: ['CONFIRMED', 'DST_NAT'],
};
const ANSWERED: ConntrackEntry = {
  ...BOUND,
  status: ['SEEN_REPLY', 'CONFIRMED', 'DST_NAT'],
  tcpState: 'SYN_RECV',
  timeout: 60,
};

function withEntries(steps: FlatStep[], entries: readonly ConntrackEntry[]): FlatStep[] {
  const left = [...entries];
  return steps.map((step) =>
    step.data.kind === 'conntrack' ? { ...step, data: { ...step.data, entry: left.shift()! } } : step,
  );
}

const steps = withEntries(
  [
    ...stepsOf('originate client\n transmit eth0', { netns: 'pod' }),
    ...stepsOf(
      `receive veth
       hook PREROUTING
       conntrack NEW
       rule nat KUBE-SEP-B 2 ACCEPT
       nat DST rule 10.244.1.9:41522 > 10.244.2.7:8080
       routing forward eth0
       transmit eth0`,
      { hop: 1, index: 2 },
    ),
    ...stepsOf('receive eth0\n hook PREROUTING\n conntrack ESTABLISHED reply\n transmit veth', { leg: 1, index: 9 }),
  ],
  [MADE, ANSWERED],
);
const trace: Trace = { legs: [], assumptions: [], conntrack: { node1: [ANSWERED], pod: [] } };

function printed(entries: readonly ShownEntry[]): string[] {
  return entries.map(({ entry, phase, changes }) => {
    const reply = formatEndpoint(entry.reply.src, entry.reply.sport);
    return `${phase} ${entry.tcpState} reply from ${reply} [${entry.status.join(' ')}] (${changes.join(' ')})`;
  });
}

describe('entriesAt', () => {
  it.each([
    [3, []],
    [4, ['making SYN_SENT reply from 10.96.98.173:80 [] (new)']],
    [5, ['making SYN_SENT reply from 10.96.98.173:80 [] ()']],
    [6, ['making SYN_SENT reply from 10.244.2.7:8080 [DST_NAT] (reply status)']],
    [8, ['confirmed SYN_SENT reply from 10.244.2.7:8080 [DST_NAT CONFIRMED] (status confirmed)']],
    [10, ['confirmed SYN_SENT reply from 10.244.2.7:8080 [DST_NAT CONFIRMED] ()']],
    [11, ['confirmed SYN_RECV reply from 10.244.2.7:8080 [SEEN_REPLY CONFIRMED DST_NAT] (status state timeout)']],
    [12, ['confirmed SYN_RECV reply from 10.244.2.7:8080 [SEEN_REPLY CONFIRMED DST_NAT] ()']],
  ])('at step %i', (playhead, entries) => {
    expect(printed(entriesAt(trace, steps, playhead, 'node1'))).toEqual(entries);
  });

  it('says that an entry is lost when its packet is dropped', () => {
    const dropped = withEntries(stepsOf('receive veth\n hook PREROUTING\n conntrack NEW\n stop filter FORWARD 1'), [
      MADE,
    ]);
    const none = { ...trace, conntrack: {} };
    expect(printed(entriesAt(none, dropped, 3, 'node1'))).toEqual([
      'lost SYN_SENT reply from 10.96.98.173:80 [] (lost)',
    ]);
  });

  it('has nothing for a namespace that tracks nothing', () => {
    expect(entriesAt(trace, steps, 12, 'elsewhere')).toEqual([]);
  });
});

it('names the namespaces that track', () => {
  expect(trackingNetns(trace, steps)).toEqual(['node1']);
  expect(trackingNetns({ ...trace, conntrack: { node9: [MADE] } }, steps)).toEqual(['node1', 'node9']);
});

const route = (dst: string, more: Partial<Route> = {}): Route => ({
  table: 'main',
  type: 'unicast',
  dst: cidr(dst),
  ...more,
});

it('orders tables as they are asked and marks the route that was chosen', () => {
  const chosen = route('10.244.2.0/24', { dev: 'eth0' });
  const tables = routeTables(
    [
      route('0.0.0.0/0', { table: 'default', dev: 'eth9' }),
      route('0.0.0.0/0', { dev: 'eth0' }),
      route('10.244.2.0/24', { dev: 'eth0' }),
      route('10.244.2.0/24', { table: '100', dev: 'eth0' }),
      route('::1/128', { table: 'local', type: 'local', dev: 'lo' }),
      route('127.0.0.1/32', { table: 'local', type: 'local', dev: 'lo' }),
    ],
    chosen,
  );
  const printed = tables.map(
    ({ table, routes }) =>
      `${table}: ${routes.map((each) => routeText(each.route) + (each.chosen ? ' *' : '')).join(' | ')}`,
  );
  expect(printed).toEqual([
    'local: local 127.0.0.1 dev lo | local ::1 dev lo',
    '100: 10.244.2.0/24 dev eth0',
    'main: 10.244.2.0/24 dev eth0 * | default dev eth0',
    'default: default dev eth9',
  ]);
});

it.each([
  [0, undefined],
  [2, 2],
  [3, 2],
  [5, 5],
])('finds the decision at %i', (playhead, index) => {
  const steps = [
    ...stepsOf('receive a\n hook PREROUTING\n routing forward eth0\n transmit eth0'),
    ...stepsOf('receive a\n routing local', { hop: 1, index: 4 }),
    ...stepsOf('receive a\n routing local', { hop: 2, index: 6, netns: 'node2' }),
  ];
  expect(routingAt(steps, playhead, 'node1')?.index).toBe(index);
});
