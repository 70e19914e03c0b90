import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dearTries, THOROUGH } from '../lib/testing/soaking';
import { ip } from '../net/ip';
import type { IpSet } from '../linux/ipset/ip-set';
import type { IpvsService } from '../linux/ipvs/service';
import type { Netns } from '../linux/netns';
import { device } from '../sim/testing/bench';
import { HostEnds } from './host-end';
import { modelHost } from './host-model';
import { openHostSpace } from './host-space';
import { holdHostToWalk } from './testing/hold-host-to-walk';
import { nodeWith } from './testing/node';

function hold(netns: Netns, each: number) {
  const model = modelHost(netns, { space: openHostSpace([netns]), ends: new HostEnds() });
  if (!model.ok) throw new Error(JSON.stringify(model.error));
  return holdHostToWalk(model.value, { each, seed: 7 });
}

/** Addresses of `kube-ipvs0`, which virtual services listen at. */
const VIRTUAL = ['10.96.0.10', '10.96.0.11', '192.168.0.10'];
const SERVERS = ['10.244.0.5', '10.244.1.5', '10.244.1.6', '192.168.0.10', '10.244.0.1'];

const SCHEDULERS = ['rr', 'wrr', 'lc', 'wlc', 'sed', 'nq', 'fo', 'ovf', 'sh', 'dh', 'mh', 'lblc', 'twos'];

const servers = fc.uniqueArray(
  fc.record({
    address: fc.constantFrom(...SERVERS).map(ip),
    port: fc.constantFrom(8080, 53, 0),
    weight: fc.constantFrom(1, 1, 2, 0),
    forward: fc.constantFrom('masq', 'masq', 'masq', 'masq', 'local', 'route'),
  }),
  { maxLength: 4, selector: ({ address, port }) => `${address.words.join('.')} ${port}` },
);

const how = fc.record(
  {
    scheduler: fc.constantFrom(...SCHEDULERS),
    servers,
    persistentSeconds: fc.constant(300),
    unordered: fc.constant(true as const),
  },
  { requiredKeys: ['scheduler', 'servers'] },
);

const where = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      protocol: fc.constantFrom(6, 6, 17, 132),
      address: fc.constantFrom(...VIRTUAL).map(ip),
      port: fc.constantFrom(80, 53, 30080, 21, 0),
    }),
  },
  { weight: 1, arbitrary: fc.record({ fwmark: fc.constantFrom(1, 2) }) },
);

const service: fc.Arbitrary<IpvsService> = fc.tuple(how, where).map(([a, b]) => ({ ...a, ...b }));
const services = fc.uniqueArray(service, {
  minLength: 1,
  maxLength: 5,
  selector: ({ fwmark, protocol, address, port }) => `${fwmark} ${protocol} ${address?.words.join('.')} ${port}`,
});

const set = (name: string, type: string, elements: readonly string[], more: Partial<IpSet> = {}): IpSet => ({
  name,
  type,
  options: '',
  ...(type.includes('ip') || type.includes('net') ? { family: 'ipv4' } : {}),
  members: elements.map((element) => ({
    element: element.replace(' nomatch', ''),
    nomatch: element.endsWith('nomatch'),
  })),
  ...more,
});

/** Sets of each type that rules may ask, nested networks and exceptions among them. */
const SETS: readonly IpSet[] = [
  set('VIPS', 'hash:ip,port', [
    '10.96.0.10,tcp:80',
    '10.96.0.11,udp:53',
    '10.96.0.10,icmp:echo-request',
    '10.96.0.11,50:0',
  ]),
  set('LOOP', 'hash:ip,port,ip', ['10.244.0.5,tcp:8080,10.244.0.5', '10.244.1.5,udp:53,10.244.1.5']),
  set('FROM', 'hash:ip,port,net', ['10.96.0.10,tcp:80,10.244.0.0/16', '10.96.0.10,tcp:80,10.244.1.0/24 nomatch']),
  set('PORTS', 'bitmap:port', ['30080', '53'], { options: 'range 0-65535' }),
  set('NETS', 'hash:net', ['10.0.0.0/8', '10.244.0.0/16 nomatch', '10.244.1.0/24']),
  set('HOSTS', 'hash:ip', ['10.244.0.5', '192.168.0.10']),
  set('PAIRS', 'hash:net,net', ['10.244.0.0/16,10.96.0.0/16', '10.244.1.0/24,10.96.0.10/32 nomatch']),
  set('MARKED', 'hash:ip,mark', ['10.96.0.10,0x1', '10.244.0.5,0x4000']),
  set('KEPT', 'hash:ip', ['10.244.0.5'], { options: 'timeout 60' }),
];
const SET_TESTS = [
  'VIPS dst,dst',
  'VIPS src,dst',
  'LOOP dst,dst,src',
  'FROM dst,dst,src',
  'PORTS dst',
  'NETS src',
  'NETS dst',
  'HOSTS src',
  'PAIRS src,dst',
  'MARKED dst,dst',
  'KEPT src',
  'LOOP dst,dst',
];
const test = fc
  .tuple(fc.constantFrom(...SET_TESTS), fc.boolean())
  .map(([words, not]) => `-m set ${not ? '! ' : ''}--match-set ${words}`);
const state = fc.constantFrom('NEW', 'UNTRACKED').map((each) => `-m conntrack --ctstate ${each}`);
const TARGETS = {
  nat: ['MARK --set-xmark 0x4000/0x4000', 'MARK --set-xmark 0x1/0x1', 'ACCEPT', 'RETURN'],
  filter: ['ACCEPT', 'DROP', 'REJECT', 'RETURN'],
} as const;

const rulesOf = (table: 'nat' | 'filter', chain: string): fc.Arbitrary<string> =>
  fc
    .array(
      fc.tuple(
        fc.oneof({ weight: 4, arbitrary: test }, { weight: 1, arbitrary: state }),
        fc.constantFrom(...TARGETS[table]),
      ),
      { maxLength: 3 },
    )
    .map((rules) => rules.map(([asked, target]) => `-A ${chain} ${asked} -j ${target}\n`).join(''));

const rules = fc
  .tuple(
    rulesOf('nat', 'PREROUTING'),
    rulesOf('nat', 'OUTPUT'),
    rulesOf('nat', 'POSTROUTING'),
    rulesOf('filter', 'INPUT'),
    rulesOf('filter', 'OUTPUT'),
    rulesOf('filter', 'FORWARD'),
  )
  .map(
    ([pre, out, post, input, output, forward]) => `*nat
:PREROUTING ACCEPT
:INPUT ACCEPT
:OUTPUT ACCEPT
:POSTROUTING ACCEPT
${pre}${out}${post}-A POSTROUTING -m mark --mark 0x4000/0x4000 -j MASQUERADE
COMMIT
*filter
:INPUT ACCEPT
:FORWARD ACCEPT
:OUTPUT ACCEPT
${input}${output}${forward}COMMIT
`,
  );

describe('a host with virtual services and ipsets, for all packets', () => {
  it('agrees with the walk whatever services, schedulers, sets and rules there are', () => {
    let all = 0;
    fc.assert(
      fc.property(services, rules, fc.boolean(), (each, text, tracked) => {
        const base = nodeWith(text);
        const netns: Netns = {
          ...base,
          devices: [
            ...base.devices,
            device(
              'kube-ipvs0',
              VIRTUAL.slice(0, 2).map((address) => `${address}/32`),
              { kind: 'dummy' },
            ),
          ],
          sysctls: { ...base.sysctls, 'net.ipv4.vs.conntrack': Number(tracked) },
          ipsets: new Map(SETS.map((one) => [one.name, one])),
          ipvs: { services: each },
        };
        const { walked, differences } = hold(netns, 2);
        all += walked;
        expect(differences).toEqual([]);
      }),
      { numRuns: dearTries(200) },
    );
    expect(all).toBeGreaterThan(THOROUGH ? 500 : 150);
  });
});
