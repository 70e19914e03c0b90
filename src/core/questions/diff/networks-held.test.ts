import { describe, expect, it } from 'vitest';
import { EXAMPLES } from '../../../content/examples';
import { createDerive } from '../../document/derive';
import { inMode } from '../../document/edits/proxy';
import { some, THOROUGH, tries } from '../../lib/testing/soaking';
import type { Network } from '../../linux/netns';
import { HostEnds } from '../../reach/host-end';
import { openHostSpace } from '../../reach/host-space';
import { NetworkModel } from '../../reach/network-model';
import { holdNetworkToWalk } from '../../reach/testing/hold-network-to-walk';

const derive = createDerive();

/** Packets of each end of what each machine of a cluster sends, walked through it and back. */
function hold(network: Network, each: number) {
  const space = openHostSpace([...network.netns.values()], { limit: 4_000_000 });
  const model = new NetworkModel(network, { space, ends: new HostEnds() });
  const held = { walked: 0, exactly: 0, differences: [] as string[], kinds: new Set<string>() };
  for (const netns of network.netns.values()) {
    const { walked, exactly, differences, kinds } = holdNetworkToWalk(model, netns, { each, seed: 3 });
    held.walked += walked;
    held.exactly += exactly;
    held.differences.push(...differences);
    for (const kind of kinds.keys()) held.kinds.add(kind);
  }
  return held;
}

describe('what becomes of all packets through a cluster, and of their answers, is what the walk says of each', () => {
  it.each(['iptables', 'nftables', 'ipvs', 'ebpf', 'userspace'] as const)(
    'in the examples in %s mode',
    { timeout: 3_600_000 },
    (mode) => {
      const all = { walked: 0, exactly: 0, kinds: new Set<string>() };
      for (const example of some(EXAMPLES, 8)) {
        const document = inMode({ ...example.document('en'), release: '1.35' }, mode);
        const { walked, exactly, differences, kinds } = hold(
          derive(document).network,
          Math.max(tries(10), THOROUGH ? 2 : 1),
        );
        expect(differences, example.id).toEqual([]);
        all.walked += walked;
        all.exactly += exactly;
        for (const kind of kinds) all.kinds.add(kind);
      }
      expect(all.walked).toBeGreaterThan(THOROUGH ? 1000 : 300);
      // Nearly all is known of them: an engine that knows nothing agrees with every walk.
      expect(all.exactly / all.walked).toBeGreaterThan(0.85);
      // kube-proxy of userspace mode takes the connection itself: no rule of it rejects one.
      const rejects = mode === 'userspace' ? [] : ['rejected'];
      expect([...all.kinds]).toEqual(
        expect.arrayContaining(['taken true', 'taken false', 'closed', 'refused', 'dropped', ...rejects]),
      );
    },
  );
});
