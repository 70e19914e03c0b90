import { describe, expect, it } from 'vitest';
import type { Origin } from '../../../core/kubernetes/proxy/mode';
import type { ExplainedPart, PartRef } from '../../../engine/protocol';
import { countParts, groupParts, partOfRule, ruleOfPart } from './parts.model';

const ORIGIN: Origin = {
  kind: 'Service',
  namespace: 'default',
  name: 'web',
  field: 'spec.clusterIP',
  why: { id: 'sim.routing.local' },
};

function part(at: PartRef, origin: Origin | undefined = ORIGIN): ExplainedPart {
  return { at, text: '', ...(origin ? { origin } : {}) };
}

const chain = (name: string): ExplainedPart => ({ at: { kind: 'chain', table: 'nat', chain: name }, text: name });
const rule = (name: string, index: number): ExplainedPart => part({ kind: 'rule', table: 'nat', chain: name, index });

describe('groups of parts', () => {
  it.each<[string, ExplainedPart[], string[]]>([
    [
      'iptables: its own chains, and rules in chains all share',
      [rule('KUBE-SERVICES', 3), chain('KUBE-SVC-X'), rule('KUBE-SVC-X', 0), rule('KUBE-SVC-X', 1)],
      ['chain nat KUBE-SERVICES 1', 'chain nat KUBE-SVC-X own 2'],
    ],
    [
      'nftables: elements of sets all share',
      [
        part({ kind: 'element', set: 'cluster-ips', key: 'a' }),
        part({ kind: 'element', set: 'service-ips', key: 'b' }),
      ],
      ['set cluster-ips 1', 'set service-ips 1'],
    ],
    [
      'IPVS: a virtual server with its real ones, its address, its entries',
      [
        part({ kind: 'virtual-server', server: 'TCP a:80' }),
        part({ kind: 'real-server', server: 'TCP a:80', to: 'b:8080' }),
        part({ kind: 'address', address: 'a/32' }),
        part({ kind: 'element', set: 'KUBE-CLUSTER-IP', key: 'a,tcp:80' }),
      ],
      ['virtual-server TCP a:80 own 2', 'address  1', 'set KUBE-CLUSTER-IP 1'],
    ],
    ['userspace: a socket', [part({ kind: 'proxy-port', socket: 'TCP 0.0.0.0:36451' })], ['proxy-port  1']],
    ['an empty chain still is one', [chain('KUBE-SVC-X')], ['chain nat KUBE-SVC-X own 0']],
  ])('%s', (_name, parts, lines) => {
    const groups = groupParts(parts);
    expect(
      groups.map(({ kind, owner, own, parts: its }) => `${kind} ${owner}${own ? ' own' : ''} ${its.length}`),
    ).toEqual(lines);
    expect(countParts(groups)).toBe(groups.reduce((sum, group) => sum + group.parts.length, 0));
  });
});

it('names rules of nftables as kube-proxy does, and finds them in a dump', () => {
  expect(partOfRule({ table: 'ip kube-proxy', chain: 'services', index: 2 })).toEqual({
    kind: 'rule',
    table: 'kube-proxy',
    chain: 'services',
    index: 2,
  });
  const at = partOfRule({ table: 'nat', chain: 'KUBE-SERVICES', index: 0 });
  expect(ruleOfPart(at, 'ipv4')).toEqual({ table: 'nat', chain: 'KUBE-SERVICES', index: 0 });
  const nft = { kind: 'rule', table: 'kube-proxy', chain: 'services', index: 2 } as const;
  expect(ruleOfPart(nft, 'ipv6')).toEqual({ table: 'ip6 kube-proxy', chain: 'services', index: 2 });
  expect(ruleOfPart({ kind: 'address', address: '10.96.0.1/32' }, 'ipv4')).toBeUndefined();
});
