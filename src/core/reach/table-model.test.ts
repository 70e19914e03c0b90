import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Memo } from '../lib/memo';
import { ip } from '../net/ip';
import type { Netns } from '../linux/netns';
import { EMPTY_NETNS, rulesetOf } from '../linux/xtables/testing/walk-text';
import { holdToWalk } from './testing/hold-to-walk';
import { KUBE_RULES } from './testing/node';
import { listHooks, modelTable } from './table-model';
import { dearTries, THOROUGH } from '../lib/testing/soaking';

const NODE: Netns = {
  ...EMPTY_NETNS,
  devices: [{ name: 'eth0', kind: 'physical', up: true, addresses: [{ address: ip('10.0.0.1'), prefix: 24 }] }],
  memo: new Memo(),
};

/** Walks `each` packets of every class of every table and hook. */
function hold(text: string, each: number): { walked: number; differences: string[] } {
  let walked = 0;
  const differences: string[] = [];
  for (const table of rulesetOf(text).tables.values()) {
    for (const hook of listHooks(table)) {
      const model = modelTable({ table, hook, family: 'ipv4', netns: NODE });
      if (!model.ok) throw new Error(model.error);
      const held = holdToWalk(model.value, { netns: NODE, each, seed: 7 });
      walked += held.walked;
      differences.push(...held.differences);
    }
  }
  return { walked, differences };
}

/** Tests of one rule; those of one protocol name it. */
const TESTS = [
  '-s 10.0.0.0/8',
  '! -s 10.1.0.0/16',
  '-d 10.0.0.1/32',
  '! -d 10.0.0.0/24',
  '-s 10.0.0.1/255.0.0.255',
  '-p tcp -m tcp --dport 80',
  '-p tcp -m tcp ! --sport 1024:65535',
  '-p tcp -m tcp --tcp-flags SYN,ACK SYN',
  '-p tcp -m tcp ! --syn',
  '-p udp -m udp --sport 53',
  '! -p udp',
  '-p icmp -m icmp --icmp-type 8',
  '-p tcp -m multiport --dports 22,80:443',
  '-p udp -m multiport ! --ports 53,67:68',
  '-m mark --mark 0x1/0x3',
  '-m mark ! --mark 0x2',
  '-m conntrack --ctstate NEW,INVALID',
  '-m conntrack ! --ctstate ESTABLISHED',
  '-m state --state RELATED',
  '-m iprange --src-range 10.0.0.3-10.1.0.9',
  '-m iprange ! --dst-range 10.0.0.0-10.0.0.1',
  '-m addrtype --dst-type LOCAL',
  '-m addrtype ! --src-type BROADCAST,MULTICAST',
  '-m statistic --mode random --probability 0.25',
  '-m statistic --mode random ! --probability 0.1',
  '-m statistic --mode nth --every 3 --packet 0',
  '-m limit --limit 1/hour',
  '-i eth+',
  '! -i eth0',
  '-m string --string x --algo bm',
  '',
];
const TARGETS = [
  'ACCEPT',
  'DROP',
  'RETURN',
  'ONE',
  'TWO',
  'MARK --set-xmark 0x1/0x3',
  'MARK --xor-mark 0x3',
  'LOG',
  'NFQUEUE --queue-num 1',
  'CONNMARK --restore-mark',
];
const rules = fc.array(fc.tuple(fc.constantFrom(...TESTS), fc.constantFrom(...TARGETS, 'GOTO')), { maxLength: 7 });

describe('a table for all packets', () => {
  it("agrees with the walk on kube-proxy's rules, in every class", () => {
    const { walked, differences } = hold(KUBE_RULES, 80);
    expect(differences).toEqual([]);
    expect(walked).toBeGreaterThan(500);
  });

  it('agrees with the walk on any rules', () => {
    let walked = 0;
    fc.assert(
      fc.property(rules, rules, rules, (...chains) => {
        const lines = ['PREROUTING', 'ONE', 'TWO'].flatMap((chain, i) =>
          (chains[i] ?? []).map(([test, target]) =>
            `-A ${chain} ${test} ${target === 'GOTO' ? '-g TWO' : `-j ${target}`}`.replaceAll('  ', ' '),
          ),
        );
        const held = hold(`*mangle\n:PREROUTING ACCEPT\n:ONE -\n:TWO -\n${lines.join('\n')}\nCOMMIT\n`, 4);
        walked += held.walked;
        expect(held.differences).toEqual([]);
      }),
      { numRuns: dearTries(1000) },
    );
    expect(walked).toBeGreaterThan(THOROUGH ? 500 : 150);
  });
});
