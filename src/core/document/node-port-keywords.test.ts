import { expect, it } from 'vitest';
import { endpoints, makeCluster, node, service } from '../kubernetes/build';
import { ip } from '../net/ip';
import type { Outcome } from '../sim/trace';
import { createDerive } from './derive';
import { emptyDocument, type Flow } from './document';
import { replaceCluster } from './edits/cluster';
import { findMisdelivery } from './resolve-flow';

const [PRIMARY, OTHER] = ['172.18.0.2', '172.18.0.9'];
const OWN = replaceCluster(
  emptyDocument(),
  makeCluster([
    node('node1', { addresses: [PRIMARY, OTHER] }),
    service('web', { type: 'NodePort', ports: [{ port: 80, targetPort: 8080, nodePort: 30_080 }] }),
    endpoints('web', 8080, ['10.244.1.5']),
  ]),
);

/** Is a packet that a process of the node took at the nodePort astray: was it for the Service? */
function isAstray(
  release: string,
  nodePortAddresses: readonly string[],
  address: string,
  mode: 'iptables' | 'nftables' = 'nftables',
): boolean {
  const document = { ...OWN, mode, release, kubeProxy: { nodePortAddresses } };
  const flow: Flow = {
    id: 'f',
    from: { kind: 'external' },
    to: { kind: 'address', address },
    protocol: 'tcp',
    port: 30_080,
  };
  const sent = { netns: 'client', dst: ip(address), proto: 'tcp', sport: 45_678, dport: 30_080 } as const;
  const l4 = { proto: 'tcp', sport: 45_678, dport: 30_080 };
  // As the end of a walk says it, as far as it is looked at.
  const end = { disposition: { kind: 'DELIVERED', netns: 'node1' }, arrived: { dst: ip(address), l4 } };
  return findMisdelivery(document, createDerive()(document), { flow, sent })(end as unknown as Outcome);
}

it.each([
  ['1.33', ['primary'], true, false],
  ['1.37', ['primary'], true, false],
  ['1.37', ['localhost'], false, false],
  ['1.37', ['all'], true, true],
  ['1.37', ['primary', '172.18.0.8/29'], true, true],
  ['1.33', ['0.0.0.0/0'], true, true],
] as const)('in %s nodePortAddresses %j: asked for at the node IP %j, at another %j', (release, told, first, other) => {
  expect([isAstray(release, told, PRIMARY), isAstray(release, told, OTHER)]).toEqual([first, other]);
});

it.each([
  ['nftables', '1.29', true],
  ['nftables', '1.30', false],
  ['nftables', '1.36', false],
  ['iptables', '1.36', true],
] as const)('where nothing is said: %s %s, asked for at another address of the node %j', (mode, release, other) => {
  expect([isAstray(release, [], PRIMARY, mode), isAstray(release, [], OTHER, mode)]).toEqual([true, other]);
});
