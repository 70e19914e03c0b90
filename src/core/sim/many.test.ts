import { describe, expect, it } from 'vitest';
import { fraction } from '../lib/fraction';
import { createRng } from '../lib/random';
import type { Network } from '../linux/netns';
import { explore } from './explore';
import { drawBranch, portsFrom, sendMany, type ManyInput } from './many';
import { expectedOf } from './many-expected';
import { sendRequests } from './many-requests';
import { ipvsBench, VIP } from './testing/ipvs-bench';

const RULES = (lines: readonly string[]): string => `*nat
:PREROUTING ACCEPT
:INPUT ACCEPT
:OUTPUT ACCEPT
:POSTROUTING ACCEPT
:SVC -
:A -
:B -
-A PREROUTING -d 10.96.0.1/32 -p tcp -m tcp --dport 80 -j SVC
${lines.map((line) => `-A ${line}`).join('\n')}
COMMIT`;

const A = 'A -p tcp -j DNAT --to-destination 10.244.1.6:8080';
const B = 'B -p tcp -j DNAT --to-destination 10.244.2.5:8080';
const NOBODY = 'SVC -p tcp -j DNAT --to-destination 10.244.1.6:9999';

const rules = (...lines: readonly string[]): Network =>
  ipvsBench({ services: [], bound: [], save: RULES([...lines, A, B]) });
const ipvs = (line: string): Network => ipvsBench({ services: [line] });

function input(network: Network, count: number): ManyInput {
  const flow = { netns: 'a', dst: VIP, proto: 'tcp', sport: 40_000, dport: 80 } as const;
  return { network, flow, count, seed: 11 };
}

const half = '-m statistic --mode random --probability 0.5';
const SERVERS = '10.244.1.6:8080*1 10.244.2.5:8080*1';

/** `settled: 10.244.1.6:8080 4 of 5/1..`: a line a landing, sorted. */
function said(network: Network, count: number): string[] {
  const wanted = input(network, count);
  const many = sendMany(wanted);
  const { bearing, landings } = expectedOf(wanted, many, explore(wanted));
  const lines = landings.map(({ landing, odds, mean, range }) => {
    const key = many.landings.findIndex((each) => each.key === landing.key);
    const got = many.sent.filter((each) => each.landing === key).length;
    const counted = bearing === 'independent' ? '' : ` got ${got}`;
    const between = range ? ` in ${range.join('..')}` : '';
    return `${landing.endpoint ?? landing.disposition.kind}${counted} odds ${odds ?? '-'} mean ${mean ?? '-'}${between}`;
  });
  return [bearing, ...lines.toSorted((a, b) => (a < b ? -1 : 1))];
}

describe('many connections', () => {
  it.each([
    [
      'random rules: each is drawn anew',
      rules(`SVC ${half} -j A`, 'SVC -j B'),
      ['independent', '10.244.1.6:8080 odds 1/2 mean 4', '10.244.2.5:8080 odds 1/2 mean 4'],
    ],
    ['one way: nothing is drawn', rules('SVC -j B'), ['fixed', '10.244.2.5:8080 got 8 odds 1 mean 8']],
    [
      'nth: nothing is drawn, the count goes on',
      rules('SVC -m statistic --mode nth --every 4 --packet 0 -j A', 'SVC -j B'),
      ['followed', '10.244.1.6:8080 got 2 odds 1 mean -', '10.244.2.5:8080 got 6 odds - mean -'],
    ],
    [
      'recent: who came once stays',
      rules(
        'SVC -m recent --name A --rcheck --seconds 60 -j A',
        'SVC -m recent --name B --rcheck --seconds 60 -j B',
        `SVC ${half} -j A`,
        'SVC -j B',
        'A -m recent --name A --set',
        'B -m recent --name B --set',
      ),
      ['settled', '10.244.1.6:8080 got 8 odds 1/2 mean 4 in 0..8', '10.244.2.5:8080 got 0 odds 1/2 mean 4 in 0..8'],
    ],
    [
      'rr: takes turns',
      ipvs(`TCP 10.96.0.1:80 rr : ${SERVERS}`),
      ['settled', '10.244.1.6:8080 got 4 odds 1/2 mean 4 in 4..4', '10.244.2.5:8080 got 4 odds 1/2 mean 4 in 4..4'],
    ],
    [
      'persistence: the template answers',
      ipvs(`TCP 10.96.0.1:80 rr persistent=60 : ${SERVERS}`),
      ['settled', '10.244.1.6:8080 got 8 odds 1/2 mean 4 in 0..8', '10.244.2.5:8080 got 0 odds 1/2 mean 4 in 0..8'],
    ],
    [
      'sh: the source address decides, the port does not',
      ipvs(`TCP 10.96.0.1:80 sh : ${SERVERS}`),
      ['fixed', '10.244.1.6:8080 got 8 odds 1 mean 8'],
    ],
    ['a port nobody listens on', rules(NOBODY), ['fixed', 'NO_SOCKET got 8 odds 1 mean 8']],
  ] as const)('%s', (_title, network, expected) => {
    const found = said(network, 8);
    // Which of two sticky places the seed picks, and where a hash leads, is not what is tested here.
    const neutral = (lines: readonly string[]): string[] =>
      lines.map((line) => line.replace(/^10\.244\.\d\.\d:8080/, 'pod')).toSorted((a, b) => (a < b ? -1 : 1));
    expect(neutral(found)).toEqual(neutral(expected));
  });

  it('reach other servers from other ports where the scheduler hashes the port', () => {
    const [bearing, ...landings] = said(ipvs(`TCP 10.96.0.1:80 sh flags=sh-port : ${SERVERS}`), 24);
    expect(bearing).toBe('followed');
    expect(landings).toHaveLength(2);
  });

  it('are the same again for the same seed', () => {
    const wanted = input(rules(`SVC ${half} -j A`, 'SVC -j B'), 20);
    expect(sendMany(wanted)).toEqual(sendMany(wanted));
    const order = (seed: number): string =>
      sendMany({ ...wanted, seed })
        .sent.map(({ landing }) => landing)
        .join('');
    expect(order(1)).not.toBe(order(2));
  });

  it('come from ports that are used once, of the range a kernel draws from', () => {
    const next = portsFrom(createRng(3));
    const ports = Array.from({ length: 28_232 }, next);
    expect(new Set(ports).size).toBe(28_232);
    expect([Math.min(...ports), Math.max(...ports)]).toEqual([32_768, 60_999]);
  });

  it('fall on branches as often as their odds say', () => {
    const rng = createRng(5);
    const counts = [0, 0, 0];
    const probabilities = [fraction(1, 2), fraction(0), fraction(1, 2)];
    for (let i = 0; i < 6000; i++) counts[drawBranch({ kind: 'random', where: '', probabilities }, rng)]!++;
    expect(counts[1]).toBe(0);
    expect(Math.abs((counts[0] ?? 0) - 3000)).toBeLessThan(200);
  });
});

describe('requests over open connections', () => {
  it.each([
    ['conntrack', rules(`SVC ${half} -j A`, 'SVC -j B'), 'conntrack'],
    ['IPVS', ipvs(`TCP 10.96.0.1:80 rr : ${SERVERS}`), 'ipvs'],
  ] as const)('stay where their connection went: %s answers', (_title, network, kind) => {
    const {
      landings,
      keptBy,
      rules: tested,
      decisions,
    } = sendRequests({ ...input(network, 0), requests: 12, connections: 3 });
    expect(keptBy).toMatchObject({ kind, netns: 'node1' });
    expect(decisions).toBe(3);
    for (const { connections, requests } of landings) expect(requests).toBe(4 * connections);
    expect(tested.later).toBeLessThan(tested.first);
  });

  it('are never sent over a connection that was refused', () => {
    const { landings, keptBy } = sendRequests({ ...input(rules(NOBODY), 0), requests: 5, connections: 2 });
    expect(
      landings.map(({ landing, connections, requests }) => [landing.disposition.kind, connections, requests]),
    ).toEqual([['NO_SOCKET', 2, 5]]);
    expect(keptBy).toBeUndefined();
  });
});
