import { describe, expect, it } from 'vitest';
import type { Netns } from '../linux/netns';
import { HostEnds } from './host-end';
import { modelHost, openHostSpace } from './host-model';
import { holdHostToWalk } from './testing/hold-host-to-walk';
import { KUBE_RULES, nodeWith } from './testing/node';

function hold(netns: Netns, each: number) {
  const model = modelHost(netns, { space: openHostSpace([netns]), ends: new HostEnds() });
  if (!model.ok) throw new Error(JSON.stringify(model.error));
  return holdHostToWalk(model.value, { each, seed: 11 });
}

describe('a host for all packets', () => {
  it("agrees with the walk through kube-proxy's rules", () => {
    const { walked, differences } = hold(nodeWith(KUBE_RULES), 60);
    expect(differences).toEqual([]);
    expect(walked).toBeGreaterThan(500);
  });
});
