import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createDerive } from '../../document/derive';
import { emptyDocument, type Document } from '../../document/document';
import { replaceCluster } from '../../document/edits/cluster';
import { inMode } from '../../document/edits/proxy';
import { buildCluster, endpoints, node, pod, service } from '../../kubernetes/build';
import type { CiliumConfig } from '../../kubernetes/proxy/ebpf/cilium-config';
import { SETTINGS, typedCluster } from '../../kubernetes/testing/arbitrary-cluster';
import { THOROUGH, tries } from '../../lib/testing/soaking';
import type { Netns, Network } from '../../linux/netns';
import type { IpFamily } from '../../net/ip';
import { HostEnds } from '../../reach/host-end';
import { openHostSpace } from '../../reach/host-space';
import { NetworkModel } from '../../reach/network-model';
import { orTooLarge } from '../../reach/table-model';
import { holdNetworkToWalk } from '../../reach/testing/hold-network-to-walk';

const derive = createDerive();

/** Flags that Cilium's programs for Services are compiled with. */
const config: fc.Arbitrary<CiliumConfig> = fc.record(
  {
    'bpf-lb-sock-hostns-only': fc.boolean(),
    'bpf-lb-algorithm': fc.constantFrom('random', 'random', 'maglev'),
    'bpf-lb-mode': fc.constantFrom('snat', 'snat', 'dsr', 'hybrid'),
    'bpf-lb-dsr-dispatch': fc.constantFrom('opt', 'geneve'),
    'bpf-lb-external-clusterip': fc.boolean(),
    'service-no-backend-response': fc.constantFrom('reject', 'drop'),
    'routing-mode': fc.constantFrom('tunnel', 'native'),
    'tunnel-protocol': fc.constantFrom('vxlan', 'geneve'),
    'enable-host-legacy-routing': fc.boolean(),
    'enable-bpf-masquerade': fc.boolean(),
    'enable-ipv4-masquerade': fc.boolean(),
    'disable-external-ip-mitigation': fc.boolean(),
    'bpf-lb-wildcard-entries': fc.boolean(),
    'bpf-lb-source-range-all-types': fc.boolean(),
  },
  { requiredKeys: [] },
);

/** Two machines of each kind: Pods are many, and alike. */
const twoOfEach = ({ netns }: Network): readonly Netns[] =>
  (['node', 'pod', 'client'] as const).flatMap((kind) =>
    [...netns.values()].filter((each) => each.kind === kind).slice(0, 2),
  );

/** Packets of each end of what some machines send, walked through the cluster and back. */
function* hold(document: Document, family: IpFamily = 'ipv4') {
  const { network } = derive(document);
  const space = openHostSpace([...network.netns.values()], { family, limit: 2_000_000 });
  const model = new NetworkModel(network, { space, ends: new HostEnds() });
  for (const netns of twoOfEach(network)) {
    const held = orTooLarge(() => holdNetworkToWalk(model, netns, { each: 2, seed: 3 }));
    if (held.ok) yield held.value;
  }
}

/** Clusters as a mode carries them: how many packets were walked, and of how many all is known. */
function holdAll(documents: fc.Arbitrary<Document>, numRuns: number) {
  const all = { walked: 0, exactly: 0 };
  fc.assert(
    fc.property(documents, (document) => {
      for (const { walked, exactly, differences } of hold(document)) {
        all.walked += walked;
        all.exactly += exactly;
        expect(differences).toEqual([]);
      }
    }),
    { numRuns },
  );
  return all;
}

/** Clusters in which somebody carries something. */
const clusters = typedCluster
  .filter(({ services, pods }) => services.length > 1 && pods.length > 1)
  .map((cluster) => replaceCluster({ ...emptyDocument('random'), settings: SETTINGS }, cluster));

/** A process of node 2 is the backend of what node 1 is asked for: by SCTP, which no socket translates, by node 2 as well. */
const chosenItself = replaceCluster(
  { ...emptyDocument('chosen itself'), settings: SETTINGS },
  buildCluster(
    node('node1', { addresses: ['172.18.0.2', 'fc00:18::2'], podCIDRs: ['10.244.0.0/24', 'fd00:10:244::/64'] }),
    node('node2', { addresses: ['172.18.0.3', 'fc00:18::3'], podCIDRs: ['10.244.1.0/24', 'fd00:10:244:1::/64'] }),
    pod('agent', { node: 'node2', ips: ['172.18.0.3'], hostNetwork: true }),
    pod('client', { node: 'node1', ips: ['10.244.0.9', 'fd00:10:244::9'] }),
    service('agents', {
      type: 'NodePort',
      clusterIP: '10.96.0.20',
      clusterIPs: ['10.96.0.20'],
      ports: [{ port: 80, nodePort: 30_112, protocol: 'SCTP' }],
    }),
    endpoints('agents', [{ name: '', protocol: 'SCTP', port: 8080 }], [['172.18.0.3', 'node2']]),
  ),
);

describe('nodes whose Services are carried by programs or processes, for all packets', () => {
  it("agree with the walk whatever Cilium's programs are told", { timeout: 3_600_000 }, () => {
    const documents = fc.tuple(clusters, config).map(([document, cilium]) => ({ ...inMode(document, 'ebpf'), cilium }));
    const { walked, exactly } = holdAll(documents, tries(THOROUGH ? 100 : 20));
    expect(walked).toBeGreaterThan(200);
    expect(exactly / walked).toBeGreaterThan(0.7);
  });

  it.each<CiliumConfig>([{}, { 'routing-mode': 'native' }, { 'enable-bpf-masquerade': true }])(
    'agree with the walk about the answer to a process that is chosen for what it asks another node, by %o',
    (cilium) => {
      const asked = [...hold({ ...inMode(chosenItself, 'ebpf'), cilium })];
      expect(asked.flatMap(({ differences }) => differences)).toEqual([]);
      const taken = asked.reduce((count, { kinds }) => count + (kinds.get('taken true') ?? 0), 0);
      expect(taken).toBeGreaterThan(0);
    },
  );

  it("agree with the walk over IPv6, of a Pod's packets to a router's anycast address, which no program forwards", () => {
    const cilium = {
      'routing-mode': 'native',
      'enable-host-legacy-routing': false,
      'enable-bpf-masquerade': true,
    } as const;
    const asked = [...hold({ ...inMode(chosenItself, 'ebpf'), cilium }, 'ipv6')];
    expect(asked.flatMap(({ differences }) => differences)).toEqual([]);
    expect(asked.reduce((sum, { walked }) => sum + walked, 0)).toBeGreaterThan(20);
  });

  it(
    "agree with the walk through kube-proxy's own sockets, of which nobody knows whose turn it is",
    {
      timeout: 3_600_000,
    },
    () => {
      const documents = clusters.map((document) => inMode(document, 'userspace'));
      const { walked, exactly } = holdAll(documents, tries(THOROUGH ? 60 : 10));
      expect(walked).toBeGreaterThan(200);
      expect(exactly / walked).toBeGreaterThan(0.7);
    },
  );
});
