import { Memo } from '../../lib/memo';
import { describe, expect, it } from 'vitest';
import { createRng, type Rng } from '../../lib/random';
import { ip } from '../../net/ip';
import type { Packet } from '../../net/packet';
import type { Netns } from '../netns';
import type { Skb } from '../skb';
import { createState, type NetnsState } from '../state';
import { nextCandidate, walkTable } from './walk';
import type { WalkEvent, XtTable } from './types';
import { rulesetFromLines } from './ruleset-text';
import { tries } from '../../lib/testing/soaking';

const NETNS: Netns = {
  id: 'n',
  title: 'n',
  kind: 'node',
  devices: [{ name: 'eth0', kind: 'physical', up: true, addresses: [{ address: ip('10.0.0.1'), prefix: 24 }] }],
  routes: [],
  sockets: [],
  sysctls: {},
  xtables: {},
  ipsets: new Map(
    [
      { name: 'S', type: 'hash:ip', family: 'ipv4', options: 'timeout 60 counters', members: [] } as const,
      {
        name: 'N',
        type: 'hash:net',
        family: 'ipv4',
        options: '',
        members: [{ element: '10.0.0.0/30', nomatch: false }],
      } as const,
    ].map((set) => [set.name, set] as const),
  ),
};

function tableOf(rules: Readonly<Record<string, readonly string[]>>): XtTable {
  const chains = Object.entries(rules).map(
    ([name, texts]) =>
      [
        name,
        { ...(name === 'FORWARD' ? { policy: 'ACCEPT' as const } : {}), rules: texts.map((text) => ({ text })) },
      ] as const,
  );
  const table = rulesetFromLines(new Map([['mangle', new Map(chains)]]), 'ipv4').tables.get('mangle');
  if (!table) throw new Error('no table');
  return table;
}

/** What a walk reports, decides and leaves behind. */
function walked(table: XtTable, packet: Packet, indexed: boolean): string {
  const skb: Skb = { packet, mark: 0, local: false, indev: 'eth0', outdev: 'eth1' };
  const state = createState();
  const events: WalkEvent[] = [];
  const decisions: string[] = [];
  const verdict = walkTable({
    table,
    chain: 'FORWARD',
    ctx: {
      family: 'ipv4',
      hook: 'FORWARD',
      skb,
      netns: NETNS,
      state,
      decide: (choice) => {
        decisions.push(choice.where);
        return decisions.length % 2;
      },
    },
    apply: () => undefined,
    record: (event) => events.push(event),
    indexed,
  });
  return JSON.stringify([verdict, events, decisions, skb.mark, memoryOf(state)]);
}

/** All that rules left behind, maps as lists. */
function memoryOf(state: NetnsState): unknown {
  const { recent, nth, ipsets, hashlimits, quotas, connlimits } = state;
  const lists = [recent, nth, ipsets, hashlimits, quotas, connlimits];
  return JSON.parse(JSON.stringify(lists, (_key, value: unknown) => (value instanceof Map ? [...value] : value)));
}

const pick = <T>(rng: Rng, list: readonly T[]): T => list[rng.below(list.length)] as T;
const address = (rng: Rng): string => `10.0.0.${rng.below(6)}`;

const TESTS: readonly ((rng: Rng) => string)[] = [
  (rng) => `-d ${address(rng)}/32`,
  (rng) => `! -d ${address(rng)}/32`,
  (rng) => `-s ${address(rng)}/32`,
  (rng) => `-d 10.0.0.0/2${4 + rng.below(8)}`,
  (rng) => `-p tcp -m tcp --dport ${80 + rng.below(3)}`,
  (rng) => `-p udp -m udp ! --dport ${80 + rng.below(3)}`,
  (rng) => `-p tcp -m multiport --dports 80,${81 + rng.below(3)}`,
  (rng) => `-m comment --comment "-d ${address(rng)}/32 \\"quoted\\""`,
  (rng) => `-m mark --mark ${rng.below(3)}`,
  (rng) => `-m statistic --mode nth --every ${1 + rng.below(3)} --packet 0`,
  () => '-m statistic --mode random --probability 0.5',
  () => '-m recent --set --name R --rsource',
  () => '-m set --match-set S src --packets-gt 1',
  (rng) => `-m set ! --match-set ${pick(rng, ['S', 'N'])} dst`,
  (rng) => `-m limit --limit 1/hour --limit-burst ${1 + rng.below(3)}`,
  () => '-m hashlimit --hashlimit-upto 1/hour --hashlimit-burst 2 --hashlimit-mode srcip --hashlimit-name h',
  (rng) => `-m quota --quota ${rng.below(3) * 70_000}`,
  (rng) => `-p tcp -m connlimit --connlimit-above ${rng.below(2)}`,
  () => '-m length --length 0:100',
  (rng) => `-m u32 --u32 "0x10=0x${(0x0a000000 + rng.below(6)).toString(16)}"`,
  () => '-m bpf --bytecode "1,6 0 0 0"',
  (rng) => `-s ${address(rng)}/32 -d ${address(rng)}/32 -p tcp`,
];
const TARGETS = [
  '-j MARK --set-mark 1',
  '-j MARK --set-mark 2',
  '-j A',
  '-g B',
  '',
  '',
  '',
  '',
  '',
  '',
  '-j MARK --set-mark 0',
  '-j SET --add-set S src --exist --timeout 5',
  '-j SET --del-set S dst',
];
const ENDINGS = [...TARGETS, '-j RETURN', '-j ACCEPT'];

function randomRule(rng: Rng, targets: readonly string[]): string {
  const tests = Array.from({ length: rng.below(3) }, () => pick(rng, TESTS)(rng)).toSorted((a, b) =>
    a.startsWith('-m') === b.startsWith('-m') ? 0 : a.startsWith('-m') ? 1 : -1,
  );
  const proto = tests.filter((test) => test.includes('-p ')).length > 1 ? tests.slice(0, 1) : tests;
  return [...proto, pick(rng, targets)].join(' ').trim();
}

function randomTable(rng: Rng): XtTable {
  const chain = (targets: readonly string[]): string[] =>
    Array.from({ length: 48 + rng.below(30) }, () => randomRule(rng, targets));
  return tableOf({
    FORWARD: chain(ENDINGS),
    A: chain(TARGETS.filter((target) => !target.endsWith('A'))),
    B: chain(TARGETS.filter((target) => !/ [AB]$/.test(target))),
  });
}

function randomPacket(rng: Rng): Packet {
  const proto = pick(rng, ['tcp', 'udp'] as const);
  const ports = { sport: 1000 + rng.below(3), dport: 80 + rng.below(4) };
  const l4 =
    proto === 'tcp'
      ? ({ proto, ...ports, flags: { syn: true }, seq: 1, ack: 0 } as const)
      : ({ proto, ...ports } as const);
  return { family: 'ipv4', src: ip(address(rng)), dst: ip(address(rng)), ttl: 64, l4 };
}

describe('the chain index', () => {
  it('gives the walk of every rule in order', () => {
    let matched = 0;
    const rulesets = tries(1000);
    for (let seed = 0; seed < rulesets; seed++) {
      const rng = createRng(seed);
      const table = randomTable(rng);
      const packet = randomPacket(rng);
      const plain = walked(table, packet, false);
      expect(walked(table, packet, true)).toBe(plain);
      matched += plain.split('"kind":"rule"').length - 1;
    }
    expect(matched).toBeGreaterThan(5 * rulesets);
  });

  const packet: Packet = {
    family: 'ipv4',
    src: ip('10.0.0.1'),
    dst: ip('10.0.0.2'),
    ttl: 64,
    l4: { proto: 'udp', sport: 5, dport: 53 },
  };
  const filler = Array.from({ length: 60 }, (_, i) => `-d 10.9.0.${i}/32 -j DROP`);
  it.each([
    ['another destination', '-d 10.0.0.3/32', false],
    ['this destination', '-d 10.0.0.2/32', true],
    ['not another', '! -d 10.0.0.3/32', true],
    ['a network', '-d 10.0.0.0/8', true],
    ['another source', '-s 10.0.0.9', false],
    ['another port', '-p udp -m udp --dport 54', false],
    ['another protocol, same port', '-p tcp -m tcp --dport 53', false],
    ['a port behind a test that remembers', '-p udp -m recent --set --name R -m udp --dport 54', true],
    ['an address only a comment names', '-m comment --comment "-d 10.0.0.3/32"', true],
    ['the old way to say not', '-d ! 10.0.0.3/32', true],
    ['a name', '-d example.org', true],
  ])('%s: %s', (_what, rule, candidate) => {
    const chain = tableOf({ FORWARD: [...filler, rule] }).chains.get('FORWARD');
    if (!chain) throw new Error('no chain');
    expect(nextCandidate(chain, 0, { packet, memo: new Memo() })).toBe(candidate ? 60 : 61);
  });

  it('leaves short chains alone', () => {
    const chain = tableOf({ FORWARD: ['-d 10.9.9.9/32 -j DROP'] }).chains.get('FORWARD');
    expect(chain && nextCandidate(chain, 0, { packet, memo: new Memo() })).toBe(0);
  });
});
