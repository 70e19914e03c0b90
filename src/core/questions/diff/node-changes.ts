import type { Phrase } from '../../lib/phrase';
import type { Result } from '../../lib/result';
import type { Network } from '../../linux/netns';
import { changesOfHosts, type HostChanges } from './host-changes';

/** All that changes for the packets that come to one node, or why that cannot be said. */
export interface NodeChanges {
  readonly node: string;
  readonly found: Result<HostChanges, Phrase>;
}

/** Node after node of two states of a cluster, for all packets that begin a connection. */
export interface ChangesByNode {
  readonly nodes: readonly NodeChanges[];
  /** So many nodes of both were not looked at. */
  readonly beyond: number;
}

/** So many nodes are looked at: those of a cluster are much alike. */
const MOST_NODES = 8;

/**
 * All that changes on each node of a cluster, of the nodes that both states have, for packets that come there or are made there: they are
 * followed through the cluster where that is not too large. `limit`: nodes of diagrams for one of them. Yields how far it is, 0..1.
 */
export function* changesOfNodes(before: Network, after: Network, limit?: number): Generator<number, ChangesByNode> {
  const both = [...before.netns.values()].filter(({ kind, id }) => kind === 'node' && after.netns.has(id));
  const looked = both.slice(0, MOST_NODES);
  const nodes: NodeChanges[] = [];
  for (const [at, { id, title }] of looked.entries()) {
    const changes = changesOfHosts(before, after, { limit, host: id, further: true });
    for (let next = changes.next(); ; next = changes.next()) {
      if (!next.done) yield (at + next.value) / looked.length;
      else nodes.push({ node: title, found: next.value });
      if (next.done) break;
    }
  }
  return { nodes, beyond: both.length - looked.length };
}
