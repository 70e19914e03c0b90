import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { EXAMPLES } from '../../../content/examples';
import { createDerive } from '../../document/derive';
import { some, thinned, THOROUGH, tries } from '../../lib/testing/soaking';
import type { Network } from '../../linux/netns';
import type { IpFamily } from '../../net/ip';
import { networkOfPasted } from '../../paste/pasted';
import { HostEnds } from '../../reach/host-end';
import { modelHost } from '../../reach/host-model';
import { openHostSpace } from '../../reach/host-space';
import { holdHostToWalk } from '../../reach/testing/hold-host-to-walk';

/** Packets of each end of each node's model, walked: how many, and what differs. */
function hold(network: Network, each: number): { walked: number; differences: string[] } {
  const held = { walked: 0, differences: [] as string[] };
  for (const netns of network.netns.values()) {
    if (netns.kind !== 'node') continue;
    for (const family of FAMILIES) {
      const model = modelHost(netns, {
        space: openHostSpace([netns], { limit: 2_000_000, family }),
        ends: new HostEnds(),
      });
      if (!model.ok) continue;
      const { walked, differences } = holdHostToWalk(model.value, { each, seed: 5 });
      held.walked += walked;
      held.differences.push(...differences.map((line) => `${netns.title} ${family}: ${line}`));
    }
  }
  return held;
}

const FAMILIES: readonly IpFamily[] = ['ipv4', 'ipv6'];
const derive = createDerive();
const CORPUS = '../shared/corpus';
const dumps = existsSync(CORPUS)
  ? readdirSync(CORPUS, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.txt(?:\.normalised)?$/.test(entry.name))
      .map((entry) => join(entry.parentPath, entry.name))
  : [];

describe('what a host does to all packets is what the walk does to each', () => {
  it.each(['iptables', 'nftables', 'ipvs'] as const)('of every node of the examples in %s mode', (mode) => {
    let all = 0;
    for (const example of thinned(EXAMPLES, 8)) {
      const document = { ...example.document('en'), mode, release: '1.35' } as const;
      const { walked, differences } = hold(derive(document).network, tries(12));
      all += walked;
      expect(differences, example.id).toEqual([]);
    }
    expect(all).toBeGreaterThan(THOROUGH ? 1000 : 100);
  });

  it.skipIf(dumps.length === 0)(
    'of real dumps (in place)',
    () => {
      const wrong: string[] = [];
      for (const file of some(dumps, 20)) {
        const text = readFileSync(file, 'utf8');
        if (text.length > 300_000 || !/^(?:-A|\*|table (?:ip6?|inet) )/m.test(text)) continue;
        const { network } = networkOfPasted({ texts: [{ id: 'a', title: 'a', text }], facts: {} });
        wrong.push(...hold(network, tries(6)).differences.map((line) => `${file}: ${line}`));
      }
      expect(wrong).toEqual([]);
    },
    3_600_000,
  );
});
