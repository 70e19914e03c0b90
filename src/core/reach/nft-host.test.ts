import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dearTries, THOROUGH } from '../lib/testing/soaking';
import type { IpFamily } from '../net/ip';
import type { Netns } from '../linux/netns';
import { readRuleset } from '../linux/nftables/text/read-ruleset';
import { HostEnds } from './host-end';
import { modelHost } from './host-model';
import { openHostSpace } from './host-space';
import { holdHostToWalk } from './testing/hold-host-to-walk';
import { KUBE_RULES, nodeWith } from './testing/node';

function hold(netns: Netns, each: number, family: IpFamily = 'ipv4') {
  const model = modelHost(netns, { space: openHostSpace([netns], { family }), ends: new HostEnds() });
  if (!model.ok) throw new Error(JSON.stringify(model.error));
  return holdHostToWalk(model.value, { each, seed: 7 });
}

const TESTS = [
  '',
  'ip daddr 10.96.0.10 tcp dport 80',
  'ip daddr 10.96.0.10',
  'ip daddr 10.96.0.0/16 ip saddr != 10.244.0.0/16',
  'ip saddr { 10.244.0.5, 10.244.1.0/24 }',
  'ip saddr & 255.255.0.0 == 10.244.0.0',
  'tcp dport { 53, 80-90 }',
  'tcp dport > 1023',
  'th dport != 80',
  'meta l4proto { tcp, udp } th sport < 1024',
  'meta mark & 0x1 == 0x1',
  'meta mark & 0x3 != 0x2',
  'meta mark 0x3',
  'numgen random mod 4 < 1',
  'fib daddr type local',
  'ct status dnat',
  'ct state new,invalid',
  'ct state != established',
  'iifname "eth0"',
  'oifname "cni*"',
  'tcp flags syn / fin,syn,rst,ack',
  'tcp flags rst',
  'icmp type echo-request',
  'limit rate 3/second',
  'ip6 saddr fd00::1',
  'meta nfproto ipv4',
  'ip daddr . meta l4proto . th dport @svc',
  'ip daddr @grows',
  'jhash ip saddr mod 2 == 0',
  'counter log',
];
const CHANGES = [
  'meta mark set meta mark | 0x1',
  'meta mark set 0x2',
  'meta mark set meta mark ^ 0x3',
  'meta mark set meta mark & 0xfe',
  'meta mark set 0x1 meta mark set meta mark | 0x3',
];
const ANYWHERE = [
  ...CHANGES,
  'return',
  'accept',
  'jump two',
  'goto two',
  'meta mark set meta mark | 0x1 meta mark & 0x1 == 0x1 jump two',
  'numgen random mod 3 vmap { 0 : jump two, 1 : accept }',
  'ip daddr . meta l4proto . th dport vmap @svcs',
  'tcp dport vmap { 80 : jump two, 1024-65535 : return, * : continue }',
  'add @grows { ip daddr }',
];
const REFUSALS = [
  'drop',
  'reject',
  'reject with tcp reset',
  'reject with icmp admin-prohibited',
  'ct state vmap { invalid : drop, new : jump two }',
];
const TO_OTHERS = [
  'tcp dport 80 dnat to 10.244.1.5:8080',
  'dnat to numgen random mod 3 map { 0 : 10.244.0.5, 1 : 10.244.1.5, 2 : 10.244.1.6 }',
  'meta l4proto tcp dnat ip to ip daddr . tcp dport map { 10.96.0.10 . 80 : 10.244.0.5 . 8080 }',
  'tcp dport 81 redirect to :8080',
];
const AS_OTHERS = ['masquerade fully-random', 'snat to 192.168.0.77'];

/** Where base chains are, and what they may do besides. */
const BASES = [
  ['filter', 'prerouting', -300, ['notrack', 'drop']],
  ['filter', 'prerouting', -150, REFUSALS],
  ['nat', 'prerouting', -100, TO_OTHERS],
  ['nat', 'prerouting', -90, TO_OTHERS],
  ['filter', 'input', -5, REFUSALS],
  ['filter', 'forward', 0, REFUSALS],
  ['filter', 'forward', 10, REFUSALS],
  ['route', 'output', -150, ['drop']],
  ['nat', 'output', -100, TO_OTHERS],
  ['filter', 'output', 0, REFUSALS],
  ['nat', 'postrouting', 100, AS_OTHERS],
  ['filter', 'postrouting', 300, REFUSALS],
] as const;

const rules = (more: readonly string[]): fc.Arbitrary<string[]> =>
  fc
    .array(fc.tuple(fc.constantFrom(...TESTS), fc.constantFrom(...ANYWHERE, ...more)), { maxLength: 4 })
    .map((pairs) => pairs.map(([test, verdict]) => `${test} ${verdict}`.trim()));

const chain: fc.Arbitrary<string> = fc
  .tuple(fc.constantFrom(...BASES), fc.boolean(), fc.nat(99))
  .chain(([[type, hook, priority, more], drops, name]) =>
    rules(more).map((lines) =>
      [
        `chain c${name} {`,
        `type ${type} hook ${hook} priority ${priority}; policy ${drops && type !== 'nat' ? 'drop' : 'accept'};`,
        ...lines,
        '}',
      ].join('\n'),
    ),
  );

const ruleset: fc.Arbitrary<string> = fc
  .tuple(
    fc.constantFrom('ip', 'inet'),
    fc.uniqueArray(chain, { selector: (text) => text.split(' ')[1], minLength: 1, maxLength: 5 }),
    fc.array(fc.tuple(fc.constantFrom(...TESTS), fc.constantFrom(...CHANGES, 'return', 'accept')), { maxLength: 3 }),
  )
  .map(([family, chains, two]) =>
    [
      `table ${family} t {`,
      'set svc { type ipv4_addr . inet_proto . inet_service; elements = { 10.96.0.10 . tcp . 80, 10.96.0.11 . udp . 53 } }',
      'set grows { type ipv4_addr; flags dynamic; }',
      'map svcs { type ipv4_addr . inet_proto . inet_service : verdict; elements = { 10.96.0.10 . tcp . 80 : jump two, 10.96.0.11 . udp . 53 : goto two } }',
      'chain two {',
      ...two.map(([test, verdict]) => `${test} ${verdict}`.trim()),
      '}',
      ...chains,
      '}',
    ].join('\n'),
  );

function nftables(text: string): NonNullable<Netns['nftables']> {
  const { ruleset: read, problems } = readRuleset(text);
  expect(problems).toEqual([]);
  return read;
}

describe('a host with nftables for all packets', () => {
  it('agrees with the walk through any rules, hooks and priorities', () => {
    let all = 0;
    fc.assert(
      fc.property(ruleset, (text) => {
        const { exactly, differences } = hold(nodeWith('', { nftables: nftables(text) }), 3);
        all += exactly;
        expect(differences).toEqual([]);
      }),
      { numRuns: dearTries(600) },
    );
    expect(all).toBeGreaterThan(THOROUGH ? 500 : 150);
  });

  it('agrees with the walk where iptables has rules, too', () => {
    fc.assert(
      fc.property(ruleset, (text) => {
        expect(hold(nodeWith(KUBE_RULES, { nftables: nftables(text) }), 1).differences).toEqual([]);
      }),
      { numRuns: dearTries(100) },
    );
  });
});
