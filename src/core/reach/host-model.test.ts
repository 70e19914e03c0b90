import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { phrase } from '../lib/phrase';
import { err } from '../lib/result';
import { dearTries, THOROUGH } from '../lib/testing/soaking';
import type { IpFamily } from '../net/ip';
import type { Netns } from '../linux/netns';
import { HostEnds } from './host-end';
import { modelHost, modelHostInSteps } from './host-model';
import { openHostSpace } from './host-space';
import { holdHostToWalk } from './testing/hold-host-to-walk';
import { KUBE_RULES, nodeOverSix, nodeWith } from './testing/node';

function hold(netns: Netns, each: number, family: IpFamily = 'ipv4') {
  const model = modelHost(netns, { space: openHostSpace([netns], { family }), ends: new HostEnds() });
  if (!model.ok) throw new Error(JSON.stringify(model.error));
  return holdHostToWalk(model.value, { each, seed: 11 });
}

const TESTS = [
  '-d 10.96.0.10/32 -p tcp -m tcp --dport 80',
  '-d 10.96.0.10/32',
  '-d 10.96.0.0/16 ! -s 10.244.0.0/16',
  '-s 10.244.0.5/32',
  '-p tcp -m tcp --dport 80',
  '-p udp',
  '-m mark --mark 0x1/0x1',
  '-m mark ! --mark 0x2/0x3',
  '-m statistic --mode random --probability 0.25',
  '-m addrtype --dst-type LOCAL',
  '-m conntrack --ctstate DNAT',
  '-m conntrack --ctstate NEW',
  '',
];
const ANYWHERE = ['RETURN', 'ACCEPT', 'ONE', 'TWO', 'MARK --set-xmark 0x1/0x1', 'MARK --set-xmark 0x2/0x3'];
const TARGETS = {
  mangle: [...ANYWHERE, 'DROP'],
  nat: [...ANYWHERE, 'ONE', 'TWO'],
  filter: [...ANYWHERE, 'DROP', 'REJECT'],
} as const;
/** What only the hook's own chain may do in nat. */
const NAT_TARGETS = {
  PREROUTING: ['DNAT --to-destination 10.244.1.5:8080', 'DNAT --to-destination 10.244.0.5:79-8080'],
  OUTPUT: ['DNAT --to-destination 10.244.0.5:8080'],
  POSTROUTING: ['MASQUERADE'],
} as const;
const HOOKS = {
  mangle: ['PREROUTING', 'FORWARD'],
  nat: ['PREROUTING', 'OUTPUT', 'POSTROUTING'],
  filter: ['FORWARD', 'INPUT', 'OUTPUT'],
} as const;

const linesOf = (table: keyof typeof TARGETS, chain: string, own: readonly string[] = []): fc.Arbitrary<string[]> =>
  fc
    .array(fc.tuple(fc.constantFrom(...TESTS), fc.constantFrom(...TARGETS[table], ...own)), {
      maxLength: 5,
    })
    .map((rules) =>
      rules
        .map(([test, target]) => `-A ${chain} ${test} -j ${target}`.replaceAll('  ', ' '))
        .filter((line) => {
          const isProtocolless = line.includes('8080') && !/-p (?:tcp|udp)/.test(line);
          return !isProtocolless && !line.includes(`-A ${chain} -j ${chain}`) && !line.endsWith(`-j ${chain}`);
        }),
    );

/** A table with two chains of its own that its hooks' chains and the first of them may call. */
function tableOf(table: keyof typeof TARGETS): fc.Arbitrary<string> {
  const hooks = HOOKS[table];
  const chains = [...hooks, 'ONE', 'TWO'];
  return fc
    .tuple(
      ...hooks.map((hook) => linesOf(table, hook, table === 'nat' ? NAT_TARGETS[hook as 'OUTPUT'] : [])),
      linesOf(table, 'ONE'),
      linesOf(table, 'TWO').map((lines) => lines.filter((line) => !line.endsWith('-j ONE'))),
    )
    .map((lines) =>
      [
        `*${table}`,
        ...chains.map((chain) => `:${chain} ${chain === 'ONE' || chain === 'TWO' ? '-' : 'ACCEPT'}`),
        ...lines.flat(),
        'COMMIT',
      ].join('\n'),
    );
}

describe('a host for all packets', () => {
  it('agrees with the walk through any rules, marks that come back and chains of several callers among them', () => {
    let all = 0;
    fc.assert(
      fc.property(tableOf('mangle'), tableOf('nat'), tableOf('filter'), (...tables) => {
        const { walked, differences } = hold(nodeWith(`${tables.join('\n')}\n`), 2);
        all += walked;
        expect(differences).toEqual([]);
      }),
      { numRuns: dearTries(400) },
    );
    expect(all).toBeGreaterThan(THOROUGH ? 500 : 150);
  });

  it('agrees with the walk over IPv6, too', () => {
    let all = 0;
    fc.assert(
      fc.property(
        tableOf('mangle'),
        tableOf('nat'),
        tableOf('filter'),
        fc.boolean(),
        (...[mangle, nat, filter, on]) => {
          const sysctls = { 'net.ipv6.conf.all.forwarding': Number(on) };
          const netns = nodeOverSix(`${[mangle, nat, filter].join('\n')}\n`, { sysctls });
          const { walked, differences } = hold(netns, 2, 'ipv6');
          all += walked;
          expect(differences).toEqual([]);
        },
      ),
      { numRuns: dearTries(150) },
    );
    expect(all).toBeGreaterThan(THOROUGH ? 150 : 50);
    const { walked, differences } = hold(nodeOverSix(KUBE_RULES), 60, 'ipv6');
    expect(differences).toEqual([]);
    expect(walked).toBeGreaterThan(500);
  });

  it("agrees with the walk through kube-proxy's rules", () => {
    const { walked, differences } = hold(nodeWith(KUBE_RULES), 60);
    expect(differences).toEqual([]);
    expect(walked).toBeGreaterThan(500);
  });

  it('agrees with the walk where packets from a loopback address are not routed, of those that OUTPUT sent elsewhere', () => {
    const sysctls = { 'net.ipv4.ip_forward': 1 };
    const { walked, differences } = hold(nodeWith(KUBE_RULES, { sysctls }), 60);
    expect(differences).toEqual([]);
    expect(walked).toBeGreaterThan(500);
  });
});

describe('a host of many rules', () => {
  const rules = Array.from({ length: 3000 }, (_, i) => `-A A -s 10.${i >> 8}.${i & 255}.0/24 -j DROP`);
  const netns = nodeWith(
    [
      '*filter',
      ':INPUT ACCEPT',
      ':FORWARD ACCEPT',
      ':A -',
      '-A FORWARD -j A',
      '-A INPUT -j A',
      ...rules,
      'COMMIT',
    ].join('\n'),
  );
  const begin = () => modelHostInSteps(netns, { space: openHostSpace([netns]), ends: new HostEnds() });

  it('says how far its model is, ever further, and is the model that is made at once', () => {
    const told: number[] = [];
    const work = begin();
    let step = work.next();
    for (; !step.done; step = work.next()) told.push(step.value);
    expect(step.value).toMatchObject({ ok: true });
    expect(told.length).toBeGreaterThan(6000 / 256);
    expect(told).toEqual(told.toSorted((a, b) => a - b));
    expect(told.at(-1)).toBeLessThanOrEqual(1);
    const whole = modelHost(netns, { space: openHostSpace([netns]), ends: new HostEnds() });
    expect(step.value.ok && step.value.value.outcome).toEqual(whole.ok && whole.value.outcome);
  });

  it('is stopped between two steps', () => {
    const work = begin();
    for (let i = 0; i < 3; i++) expect(work.next().done).toBe(false);
    work.return(err(phrase('reach.host.none')));
    expect(work.next().done).toBe(true);
  });
});
