import fc from 'fast-check';
import { createDerive } from '../../src/core/document/derive';
import type { Document } from '../../src/core/document/document';
import type { Network } from '../../src/core/linux/netns';
import { HostEnds } from '../../src/core/reach/host-end';
import { modelHost } from '../../src/core/reach/host-model';
import { openHostSpace } from '../../src/core/reach/host-space';
import { NetworkModel } from '../../src/core/reach/network-model';
import { orTooLarge } from '../../src/core/reach/table-model';
import { holdHostToWalk } from '../../src/core/reach/testing/hold-host-to-walk';
import { holdNetworkToWalk } from '../../src/core/reach/testing/hold-network-to-walk';
import { randomDocuments } from '../../src/core/story/testing/random-walks';
import { Tally, type SoakStep } from './step';

const PACKETS = 1_000_000;
const LIMIT = 4_000_000;
/** Packets of each end that are walked: a model costs as much as a dozen walks of each of its ends, and is made once for all of them. */
const EACH = { long: 32, short: 8 };
/** Soaks of this size on are long. */
const LONG = 0.05;
/** Minutes of a processor after which no more clusters are begun; of a larger soak so many for each size. */
const MOST_MINUTES = 40;
/** Clusters that are drawn at once. */
const BATCH = 20;

/** How many packets of each end are walked, and which. */
interface Holding {
  readonly each: number;
  readonly seed: number;
}

/** What was found of packets that were walked. */
interface Held {
  readonly walked: number;
  readonly differences: readonly string[];
  /** True where a machine sends more than can be told apart. */
  readonly tooLarge?: true;
}

/** Nodes by themselves: whatever comes in, from anywhere. */
function* holdNodes(network: Network, how: Holding): Generator<Held> {
  for (const netns of network.netns.values()) {
    if (netns.kind !== 'node') continue;
    for (const family of ['ipv4', 'ipv6'] as const) {
      const space = openHostSpace([netns], { family, limit: LIMIT });
      const model = modelHost(netns, { space, ends: new HostEnds() });
      if (model.ok) yield holdHostToWalk(model.value, how);
    }
  }
}

/** What each machine sends, through the whole cluster and back. */
function* holdWays(network: Network, how: Holding): Generator<Held> {
  const space = openHostSpace([...network.netns.values()], { limit: LIMIT });
  const model = new NetworkModel(network, { space, ends: new HostEnds() });
  for (const netns of network.netns.values()) {
    const held = orTooLarge(() => holdNetworkToWalk(model, netns, how));
    yield held.ok ? held.value : { walked: 0, differences: [], tooLarge: true };
  }
}

/** Walks packets of every kind of end of a cluster's nodes and ways: one tally for each of both. */
function* holdCluster(document: Document, how: Holding): Generator<readonly ['nodes' | 'ways', Held]> {
  const { network } = createDerive()(document);
  for (const held of holdNodes(network, how)) yield ['nodes', held];
  for (const held of holdWays(network, how)) yield ['ways', held];
}

/**
 * All packets of random clusters in every mode, as decision diagrams say they end, against walks of some of each end: whatever comes to a
 * node, and whatever a machine sends, through the cluster, with its answer's way back.
 */
export const ALL_PACKETS: SoakStep = {
  name: 'reach: all packets of random clusters',
  run: ({ seed, size }) => {
    const tally = new Tally();
    const walked = { nodes: 0, ways: 0 };
    const wanted = PACKETS * size;
    const each = size < LONG ? EACH.short : EACH.long;
    const started = process.cpuUsage();
    const worked = (): number => {
      const { user, system } = process.cpuUsage(started);
      return (user + system) / 60e6;
    };
    let clusters = 0;
    const isDone = (): boolean => walked.nodes + walked.ways >= wanted || worked() > MOST_MINUTES * Math.max(1, size);
    let batch = 0;
    for (; !isDone(); batch++) {
      for (const [at, documents] of fc.sample(randomDocuments, { seed: seed + batch, numRuns: BATCH }).entries()) {
        for (const document of documents) {
          if (isDone()) break;
          clusters++;
          for (const [kind, held] of holdCluster(document, { each, seed: seed + at })) {
            walked[kind] += held.walked;
            if (held.tooLarge) tally.skip('all that a machine sends, which is too large');
            for (let right = held.differences.length; right < held.walked; right++) tally.check(true, () => '');
            for (const each of held.differences)
              tally.check(false, () => `cluster ${at} of seed ${seed + batch}, ${document.mode}: ${each}`);
          }
        }
        if (isDone()) break;
      }
    }
    const minutes = worked().toFixed(1);
    const parts = [
      `${walked.nodes} packets at nodes`,
      `${walked.ways} packets through a cluster and back`,
      `${walked.nodes + walked.ways} of ${wanted} in ${minutes} minutes of a processor: ${clusters} clusters in a mode each, of seeds ${seed} to ${seed + batch - 1}`,
    ];
    return { ...tally.result(), parts };
  },
};
