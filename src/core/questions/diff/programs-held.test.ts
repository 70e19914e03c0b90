import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createDerive } from '../../document/derive';
import { emptyDocument, type Document } from '../../document/document';
import { replaceCluster } from '../../document/edits/cluster';
import { inMode } from '../../document/edits/proxy';
import type { CiliumConfig } from '../../kubernetes/proxy/ebpf/cilium-config';
import { SETTINGS, typedCluster } from '../../kubernetes/testing/arbitrary-cluster';
import { THOROUGH, tries } from '../../lib/testing/soaking';
import type { Netns, Network } from '../../linux/netns';
import { HostEnds } from '../../reach/host-end';
import { openHostSpace } from '../../reach/host-space';
import { NetworkModel } from '../../reach/network-model';
import { orTooLarge } from '../../reach/table-model';
import { holdNetworkToWalk } from '../../reach/testing/hold-network-to-walk';

const derive = createDerive();

/** How Cilium carries Services, by every flag that its programs are compiled with. */
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
function* hold(document: Document) {
  const { network } = derive(document);
  const space = openHostSpace([...network.netns.values()], { limit: 2_000_000 });
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

describe('nodes whose Services are carried by programs or processes, for all packets', () => {
  it("agree with the walk whatever Cilium's programs are told", { timeout: 3_600_000 }, () => {
    const documents = fc.tuple(clusters, config).map(([document, cilium]) => ({ ...inMode(document, 'ebpf'), cilium }));
    const { walked, exactly } = holdAll(documents, tries(THOROUGH ? 100 : 40));
    expect(walked).toBeGreaterThan(200);
    expect(exactly / walked).toBeGreaterThan(0.7);
  });

  it(
    "agree with the walk through kube-proxy's own sockets, of which nobody knows whose turn it is",
    {
      timeout: 3_600_000,
    },
    () => {
      const documents = clusters.map((document) => inMode(document, 'userspace'));
      const { walked, exactly } = holdAll(documents, tries(THOROUGH ? 60 : 20));
      expect(walked).toBeGreaterThan(200);
      expect(exactly / walked).toBeGreaterThan(0.7);
    },
  );
});
