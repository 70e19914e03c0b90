import { describe, expect, it } from 'vitest';
import { walkWhole, type WalkedSide } from './cells';
import { compareReach, type ChangeClass } from './changes';
import type { FlowFate } from './fate';
import { openShop, shopCluster } from './testing/shop';

/** A class in words: `broken rewritten > refused: node-port device port`. */
function sayClass({ group, before, after, destinations }: ChangeClass): readonly string[] {
  const ends = (fate: FlowFate | undefined): string => fate?.ends.map(({ end }) => end).join('+') ?? '-';
  const kinds = new Set(destinations.map(({ kind, at = 'own', asks }) => `${kind} ${at} ${asks.role}`));
  return [...kinds].map((kind) => `${group} ${ends(before)} > ${ends(after)}: ${kind}`);
}

const walked = Object.fromEntries(
  (['iptables', 'ipvs', 'nftables'] as const).map((mode) => [mode, walkWhole(openShop(shopCluster(mode, '1.35')))]),
) as Record<'iptables' | 'ipvs' | 'nftables', WalkedSide>;

/**
 * What upstream says is otherwise in another mode, and how a packet of an ordinary cluster shows it. From the page "Virtual IPs and Service
 * Proxies" of Kubernetes ("Migrating from iptables mode to nftables"), KEP-3866 (goals: "Document incompatible changes", localhost NodePorts,
 * firewall handling) and what pkg/proxy/ipvs writes. The table of kubernetes#133536 itself has three columns, of which one is about packets: see
 * "What upstream says of the modes" in docs/architecture.md.
 */
const UPSTREAM: readonly (readonly [
  says: string,
  from: keyof typeof walked,
  to: keyof typeof walked,
  shown: readonly string[],
])[] = [
  [
    'nftables answers node ports on the primary address of a node alone (--nodeport-addresses primary)',
    'iptables',
    'nftables',
    ['broken rewritten > refused: node-port device port', 'fails lost > refused: node-port device port'],
  ],
  [
    'nftables has no node ports on 127.0.0.1 (route_localnet is left alone)',
    'iptables',
    'nftables',
    ['broken kept > refused: node-port loopback port'],
  ],
  [
    'nftables refuses what asks a cluster IP for a port that its Service has not',
    'iptables',
    'nftables',
    ['fails no-route > refused: service own other', 'fails no-route > refused: service own ping'],
  ],
  ['IPVS has no node ports on 127.0.0.1', 'iptables', 'ipvs', ['broken kept > refused: node-port loopback port']],
  [
    'IPVS binds the addresses of Services to kube-ipvs0: the node itself gets what asks them for another port',
    'iptables',
    'ipvs',
    [
      'fails no-route > refused: service own other',
      'fails no-route > refused: service own ping',
      'fails no-route > refused: load-balancer own other',
      'fails no-route > refused: load-balancer own ping',
    ],
  ],
  [
    'IPVS sends what comes by a node port of the policy Local to other nodes, too, where this one has no endpoint',
    'iptables',
    'ipvs',
    [
      'fails lost > lost: node-port own port',
      'fails lost > lost: node-port device port',
      'fails dropped > lost: node-port own port',
      'looks kept > kept: node-port own port',
    ],
  ],
  [
    'nftables knows no address of a load balancer but by its Service ports, and no device has it',
    'ipvs',
    'nftables',
    ['fails refused > no-route: load-balancer own other', 'fails refused > no-route: load-balancer own ping'],
  ],
  [
    'nftables answers node ports on the primary address of a node alone, which IPVS does on all',
    'ipvs',
    'nftables',
    ['broken rewritten > refused: node-port device port', 'fails lost > refused: node-port device port'],
  ],
  [
    'IPVS treats node ports of the policy Local otherwise',
    'ipvs',
    'nftables',
    [
      'fails lost > lost: node-port own port',
      'fails lost > dropped: node-port own port',
      'looks kept > kept: node-port own port',
    ],
  ],
];

describe('differences of modes that upstream names', () => {
  const found = (from: keyof typeof walked, to: keyof typeof walked): string[] =>
    [...new Set(compareReach(walked[from], walked[to]).classes.flatMap((each) => sayClass(each)))].toSorted();

  it.each(UPSTREAM)('are found without a list: %s', (_says, from, to, shown) => {
    expect(shown.filter((each) => !found(from, to).includes(each))).toEqual([]);
  });

  it.each([
    ['iptables', 'nftables'],
    ['iptables', 'ipvs'],
    ['ipvs', 'nftables'],
  ] as const)('are all there are from %s to %s: no class is beside them', (from, to) => {
    const named = UPSTREAM.filter((row) => row[1] === from && row[2] === to).flatMap((row) => row[3]);
    expect(found(from, to)).toEqual(named.toSorted());
  });
});
