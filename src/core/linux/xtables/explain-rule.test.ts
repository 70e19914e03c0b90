import { describe, expect, it } from 'vitest';
import { createState } from '../state';
import { explainRule } from './explain-rule';
import type { HookContext } from './extension';
import { parseRule } from './rule-text';
import { EMPTY_NETNS, visitOf } from './testing/walk-text';

const VISIT = 'FORWARD in=eth0 out=cni0 mark=5 tcp 10.0.0.1:1000>10.0.0.2:80 S';

function contextOf(visit = VISIT): HookContext {
  const { hook, skb } = visitOf(visit);
  const ref = { table: 'filter', chain: hook, index: 0 } as const;
  const decide = (): number => {
    throw new Error('nothing may be asked');
  };
  return { family: 'ipv4', hook, table: 'filter', skb, netns: EMPTY_NETNS, state: createState(), decide, ref };
}

/** `part expected | actual -> matched`, one line a test. */
function explained(rule: string, drawn?: boolean): string[] {
  const { matched, tests } = explainRule(parseRule(rule, 'ipv4').rule, contextOf(), drawn);
  return [...tests.map((test) => `${test.part}: ${test.expected} | ${test.actual} -> ${test.matched}`), `${matched}`];
}

describe('explainRule', () => {
  it('shows every test of a rule that matches', () => {
    expect(explained('-s 10.0.0.0/24 ! -i cni0 -p tcp -m tcp --dport 80 -m mark --mark 0x5/0xf')).toEqual([
      '-s: -s 10.0.0.0/24 | -s 10.0.0.1 -> true',
      '-i: ! -i cni0 | -i eth0 -> true',
      '-p: -p tcp | -p tcp -> true',
      'tcp: --dport 80 | --dport 80 -> true',
      'mark: --mark 0x5/0xf | --mark 0x5 -> true',
      'true',
    ]);
  });

  it('stops at the first test that fails', () => {
    expect(explained('-d 10.96.0.1 -p udp -m udp --dport 53')).toEqual([
      '-d: -d 10.96.0.1/32 | -d 10.0.0.2 -> false',
      'false',
    ]);
    expect(explained('-p tcp -m tcp --dport 443 -m mark --mark 5')).toEqual([
      '-p: -p tcp | -p tcp -> true',
      'tcp: --dport 443 | --dport 80 -> false',
      'false',
    ]);
  });

  it.each([
    ['-m conntrack --ctstate NEW', 'conntrack: --ctstate NEW | --ctstate INVALID -> false'],
    ['-m addrtype --dst-type LOCAL', 'addrtype: --dst-type LOCAL | --dst-type UNICAST -> false'],
    ['-m frob --x', 'frob: -m frob --x |  -> unknown'],
    ['-s <private_ip>', '-s: -s <private_ip> |  -> unknown'],
  ])('%s', (rule, line) => expect(explained(rule)[0]).toBe(line));

  it('does not draw again', () => {
    const rule = '-m statistic --mode random --probability 0.33333333349';
    const line = 'statistic: --mode random --probability 0.33333333349 | 1/3 ≈ 715827883/2^31 = 0.3333333335';
    expect(explained(rule)).toEqual([`${line} -> unknown`, 'unknown']);
    expect(explained(rule, true)).toEqual([`${line} -> true`, 'true']);
    expect(explained(rule, false)).toEqual([`${line} -> false`, 'false']);
  });

  it('changes nothing', () => {
    const ctx = contextOf();
    ctx.state.recent.set('a', new Map([['10.0.0.1', [0]]]));
    const rule = '-m recent --remove --name a -m statistic --mode nth --every 2 --packet 0 -m limit';
    explainRule(parseRule(rule, 'ipv4').rule, ctx);
    expect(ctx.state.recent.get('a')?.get('10.0.0.1')).toEqual([0]);
    expect(ctx.state.nth.size).toBe(0);
  });
});
