import type { AssumptionKind } from './settling';
import { describe, expect, it } from 'vitest';
import { phrase } from '../lib/phrase';
import { listAskingQuestions } from './asking';
import type { Assumption } from './pasted-types';
import { networkOfPasted } from './pasted';
import { pasted, sendPasted } from './testing/paste';

const assumed = (id: string, settledBy?: string, value = ''): Assumption => ({
  id,
  about: id.split(':')[0] as AssumptionKind,
  value,
  evidence: [],
  reason: phrase('analysis.mode.ipvs-missing'),
  ...(settledBy === undefined ? {} : { settledBy }),
});

const commands = (...assumptions: readonly Assumption[]): string[] =>
  listAskingQuestions(assumptions).map(({ command, settles }) => `${command} (${settles})`);

describe('what is asked for', () => {
  it('is what decides the end of a packet before what only looks different, three at most', () => {
    expect(
      commands(
        assumed('interface:eth0', 'ip addr'),
        assumed('hairpin:cni0', 'bridge -d link'),
        assumed('mode:ipvs', 'ipvsadm -Ln'),
        assumed('host:10.0.0.1'),
        assumed('podCIDR:x', 'kubectl get nodes'),
      ),
    ).toEqual(['ipvsadm -Ln (1)', 'bridge -d link (1)', 'kubectl get nodes (1)']);
  });

  it('is one command where one tells all: sets, tables, sysctls, and each half of a double one', () => {
    expect(
      commands(
        assumed('set:A', 'ipset save A'),
        assumed('set:B', 'ipset save B'),
        assumed('sysctl:a', 'sysctl net.a'),
        assumed('sysctl:b', 'sysctl net.b'),
        assumed('interface:eth0', 'ip addr'),
        assumed('link:x', 'ip addr; ip route show table all'),
      ),
    ).toEqual(['ipset save (2)', 'sysctl net.a net.b (2)', 'ip addr (2)']);
  });

  it('keeps machines apart', () => {
    const of = (node: string): Assumption => ({ ...assumed('interface:eth0', 'ip addr'), node });
    expect(listAskingQuestions([of('a'), of('b')]).map(({ node }) => node)).toEqual(['a', 'b']);
  });

  it('is first what the way of the packet goes by', () => {
    const text = `*filter
:FORWARD ACCEPT [0:0]
:INPUT ACCEPT [0:0]
-A INPUT -i eth0 -m set --match-set ALLOWED src -j ACCEPT
-A FORWARD -i eth7 -o eth8 -j ACCEPT
-A INPUT -j DROP
COMMIT
`;
    const { made, traces } = sendPasted(pasted(text), 'eth0 10.0.0.50 -> 10.7.7.7:80/tcp');
    const [first] = listAskingQuestions(made.assumptions, traces[0]);
    expect(first).toMatchObject({ command: 'ipset save ALLOWED', settles: 1, onTheWay: 1 });
    const without = listAskingQuestions(made.assumptions);
    expect(without.every(({ onTheWay }) => onTheWay === 0)).toBe(true);
  });
});

it('chains that rules only jump to tell whose rules they are', () => {
  const text = `*filter\n:INPUT ACCEPT [0:0]\n-A INPUT -m conntrack --ctstate NEW -j KUBE-PROXY-FIREWALL\nCOMMIT\n`;
  const { identities } = networkOfPasted(pasted(text));
  expect(identities.map(({ isModeUntold, proxy }) => [isModeUntold, proxy])).toEqual([[true, undefined]]);
});
