import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { add, formatFraction, parseFraction, ZERO } from '../lib/fraction';
import { readRuleset } from '../linux/nftables/text/read-ruleset';
import { ip } from '../net/ip';
import { explore, pickOutcome, makeTrace, type ExploreInput } from './explore';
import { simulate, type SimFlow } from './simulate';
import {
  device,
  endings,
  takeFirstBranch,
  host,
  network,
  printLeg,
  readRoute,
  readRules,
  listeningSocket,
} from './testing/bench';
import type { Trace } from './trace';
import { tries } from '../lib/testing/soaking';

interface Bench {
  readonly nft?: string;
  readonly save?: string;
}

/** client - node - server, on two wires of one segment each by address; the node has the rules. */
function bench({ nft, save }: Bench): ExploreInput['network'] {
  const node = host('node', {
    devices: [
      device('lo', ['127.0.0.1/8'], { kind: 'loopback' }),
      device('eth0', ['192.168.0.2/24', 'fd00::2/64'], { segment: 'wire' }),
      device('eth1', ['10.9.0.2/24'], { segment: 'wire' }),
    ],
    routes: [readRoute('10.50.0.0/16 dev eth0'), readRoute('10.50.0.0/16 dev eth1 table 7')],
    rules: [
      { priority: 0, lookup: 'local' },
      { priority: 5, lookup: '7', fwmark: { value: 7, mask: 0xff } },
      { priority: 32766, lookup: 'main' },
    ],
    sockets: [listeningSocket('tcp', 22, 'sshd')],
    ...(nft === undefined ? {} : { nftables: readRuleset(nft).ruleset }),
    xtables: save === undefined ? {} : { ipv4: readRules(save) },
  });
  const client = host('client', {
    devices: [device('eth0', ['192.168.0.9/24', 'fd00::9/64'], { segment: 'wire' })],
    routes: [readRoute('default via 192.168.0.2 dev eth0')],
  });
  const server = host('server', {
    devices: [device('eth0', ['10.9.0.9/24'], { segment: 'wire' })],
    routes: [readRoute('default via 10.9.0.2 dev eth0')],
    sockets: [listeningSocket('tcp', 8080, 'server')],
  });
  return network(node, client, server);
}

function send(rulesets: Bench, to: string, more: Partial<SimFlow> = {}): Trace {
  const flow: SimFlow = { netns: 'client', dst: ip(to), proto: 'tcp', sport: 40_000, dport: 22, ...more };
  return simulate({ network: bench(rulesets), flow, decide: takeFirstBranch });
}

const rulesOf = (trace: Trace): string[] =>
  (trace.legs[0] ? printLeg(trace.legs[0]) : []).flatMap((line) =>
    / [A-Z]+$/.test(line) && / \d+ /.test(line) ? [line.slice(6)] : [],
  );

describe('base chains at a hook', () => {
  const at = (name: string, hook: string, priority: string, type = 'filter'): string =>
    `chain ${name} { type ${type} hook ${hook} priority ${priority}; counter; }`;

  it('run by priority between the tables of iptables, the last made first among equals', () => {
    const nft = `table ip a { ${at('early', 'input', '-160')}
      ${at('one', 'input', '5')}
      ${at('two', 'input', '5')} }
      table inet b { ${at('middle', 'input', '-10')} }`;
    const save = ['*mangle', ':INPUT ACCEPT', '-A INPUT', 'COMMIT', '*filter', ':INPUT ACCEPT', '-A INPUT', 'COMMIT'];
    expect(rulesOf(send({ nft, save: save.join('\n') }, '192.168.0.2'))).toEqual([
      'ip a early 1 CONTINUE',
      'mangle INPUT 1 CONTINUE',
      'inet b middle 1 CONTINUE',
      'filter INPUT 1 CONTINUE',
      'ip a two 1 CONTINUE',
      'ip a one 1 CONTINUE',
    ]);
  });

  it.each([
    ['inet', '192.168.0.2', 'DROPPED'],
    ['inet', 'fd00::2', 'DROPPED'],
    ['ip', 'fd00::2', 'DELIVERED'],
    ['ip6', 'fd00::2', 'DROPPED'],
    ['ip6', '192.168.0.2', 'DELIVERED'],
  ])('of a table %s see %s', (family, to, ending) => {
    const nft = `table ${family} t { chain c { type filter hook input priority 0; policy drop; } }`;
    expect(endings(send({ nft }, to))[0]).toBe(`request ${ending}`);
  });

  it('of a dormant table are not registered', () => {
    const nft = 'table ip t { flags dormant; chain c { type filter hook input priority 0; policy drop; } }';
    expect(endings(send({ nft }, '192.168.0.2'))[0]).toBe('request DELIVERED');
  });

  it('of type route ask the route again when the mark changed, others do not', () => {
    const nft = (type: string): string =>
      `table ip t { chain c { type ${type} hook output priority -150; meta mark set 7; } }`;
    const out = (type: string): string | undefined => {
      const [leg] = send({ nft: nft(type) }, '10.50.0.1', { netns: 'node' }).legs;
      return printLeg(leg as NonNullable<typeof leg>).findLast((line) => line.includes('POSTROUTING'));
    };
    expect([out('route'), out('filter')]).toEqual(['node: POSTROUTING out=eth1', 'node: POSTROUTING out=eth0']);
  });

  it('of frames see nothing of a packet that comes to no bridge', () => {
    const nft = `table ip t { chain c { type filter hook input priority 0; } }
      table bridge n { chain i { type filter hook forward priority 0; policy drop; } }`;
    const trace = send({ nft }, '192.168.0.2');
    expect(trace.assumptions).toEqual([]);
    expect(endings(trace)[0]).toBe('request DELIVERED');
  });

  it.each([
    ['netdev', 'ingress device "eth0"', 'drop', 'DROPPED'],
    ['netdev', 'ingress devices = { eth0, eth1 }', 'ip saddr 192.168.0.0/16 drop', 'DROPPED'],
    ['netdev', 'ingress device "eth1"', 'drop', 'DELIVERED'],
    ['netdev', 'ingress device "eth0"', 'ip6 saddr ::1 drop', 'DELIVERED'],
    ['inet', 'ingress device "eth0"', 'drop', 'DROPPED'],
    ['netdev', 'egress device "eth0"', 'ip saddr 192.168.0.2 drop', 'DELIVERED'],
  ])('of %s at the %s of a device run: %s', (family, where, rule, ending) => {
    const nft = `table ${family} n { chain c { type filter hook ${where} priority 0; ${rule}; } }`;
    const found = endings(send({ nft }, '192.168.0.2'));
    expect(found[0]).toBe(`request ${ending}`);
    // What comes back leaves by the device it came in by.
    if (where.startsWith('egress')) expect(found[1]).toBe('reply DROPPED');
  });

  it('with a policy and no rule refuse what comes in', () => {
    const nft = 'table netdev n { chain c { type filter hook ingress device "eth0" priority 0; policy drop; } }';
    expect(endings(send({ nft }, '192.168.0.2'))[0]).toBe('request DROPPED');
  });
});

describe('nat chains', () => {
  it('translate, and the answer comes back though only one hook has a chain', () => {
    const nft =
      'table ip t { chain c { type nat hook prerouting priority dstnat; tcp dport 80 dnat to 10.9.0.9:8080; } }';
    const trace = send({ nft }, '10.96.0.1', { dport: 80 });
    expect(endings(trace)).toEqual(['request DELIVERED', 'reply DELIVERED']);
    expect(trace.legs[1]?.hops.at(-1)?.steps.at(-1)?.packet.src).toEqual(ip('10.96.0.1'));
  });

  it('are asked with iptables nat by priority until one binds', () => {
    const nft = (priority: number): string =>
      `table ip t { chain c { type nat hook prerouting priority ${priority}; dnat to 192.168.0.2:22; } }`;
    const save = ['*nat', ':PREROUTING ACCEPT', '-A PREROUTING -j DNAT --to-destination 10.9.0.9', 'COMMIT'].join('\n');
    expect(rulesOf(send({ nft: nft(-101), save }, '10.96.0.1'))).toEqual(['ip t c 1 ACCEPT']);
    expect(rulesOf(send({ nft: nft(-99), save }, '10.96.0.1'))).toEqual(['nat PREROUTING 1 ACCEPT']);
  });
});

describe('reject', () => {
  it.each([
    ['prerouting', 'reject with icmp host-unreachable', 'error DELIVERED'],
    ['input', 'reject', 'error DELIVERED'],
    ['input', 'reject with tcp reset', 'error DELIVERED'],
    ['input', 'reject with icmpx admin-prohibited', 'error DELIVERED'],
  ])('at %s: %s', (hook, rule, answer) => {
    const nft = `table inet t { chain c { type filter hook ${hook} priority 0; tcp dport 22 ${rule}; } }`;
    expect(endings(send({ nft }, '192.168.0.2'))).toEqual(['request REJECTED', answer]);
  });
});

const RULE = fc.oneof(
  fc
    .tuple(fc.integer({ min: 1, max: 9 }), fc.constantFrom('drop', 'accept', 'jump a', 'goto a'))
    .map(([mod, verdict]) => `numgen random mod ${mod} vmap { 0 : ${verdict} }`),
  fc.integer({ min: 2, max: 5 }).map((mod) => `jhash ip saddr mod ${mod} vmap { 1 : drop }`),
  fc.constantFrom('tcp dport 22 counter', 'ct state new meta mark set 1', 'update @s { ip saddr }', 'jump a', 'return'),
);

describe('any rules', () => {
  it('have outcomes whose odds sum to one, and the same trace for the same seed', () => {
    fc.assert(
      fc.property(fc.array(RULE, { maxLength: 5 }), fc.array(RULE, { maxLength: 2 }), fc.nat(), (main, chain, seed) => {
        const body = chain.filter((rule) => !/(jump|goto) a/.test(rule));
        const nft = `table ip t { set s { type ipv4_addr; flags dynamic; }
          chain a { ${body.join('\n')}\n}
          chain c { type filter hook input priority 0;\n${main.join('\n')}\n} }`;
        const flow = { netns: 'client', dst: ip('192.168.0.2'), proto: 'tcp', sport: 40_000, dport: 22 } as const;
        const input = { network: bench({ nft }), flow, seed };
        const { outcomes } = explore(input);
        const sum = outcomes.reduce((total, { probability }) => add(total, parseFraction(probability ?? '0')), ZERO);
        expect(formatFraction(sum)).toBe('1');
        const outcome = outcomes[pickOutcome(outcomes, seed)] as (typeof outcomes)[number];
        expect(makeTrace(input, outcome)).toEqual(makeTrace(input, outcome));
      }),
      { numRuns: tries(300) },
    );
  });
});
