import type { NetnsKind } from '../linux/netns';
import type { PlaceOf } from '../sim/align';
import type { Trace } from '../sim/trace';

/** What is asked of a namespace: a Pod has a node. */
export interface NamespaceFacts {
  readonly title: string;
  readonly kind: NetnsKind;
  readonly node?: string;
}

export type FactsOf = (netns: string) => NamespaceFacts | undefined;

/** Where the request was delivered at last; undefined: nowhere. */
function backendOf({ legs }: Trace): string | undefined {
  const request = legs.findLast(({ role }) => role === 'request');
  return request?.disposition.kind === 'DELIVERED' ? request.disposition.netns : undefined;
}

/** The nodes a trace comes by, in the order it does. */
function nodesOf({ legs }: Trace, factsOf: FactsOf): readonly string[] {
  const visited = new Set(legs.flatMap(({ hops }) => hops.map(({ netns }) => netns)));
  return [...visited].filter((netns) => factsOf(netns)?.kind === 'node');
}

/**
 * Names the namespaces of a trace by the parts they play, not by what they are called: who sends, the first node
 * the packet meets, the backend and its node. So one story can be told of other nodes and other clusters.
 * A Pod that is both who sends and who gets it plays two parts, one after the other.
 */
export function placesIn(trace: Trace, factsOf: FactsOf): PlaceOf {
  const names = new Map<string, string>();
  const call = (netns: string | undefined, name: string): void => {
    if (netns !== undefined && !names.has(netns)) names.set(netns, name);
  };
  const nodes = nodesOf(trace, factsOf);
  const backend = backendOf(trace);
  const sender = trace.legs[0]?.hops[0]?.netns;
  call(nodes[0], 'first node');
  call(sender, 'sender');
  call(backend === undefined ? undefined : factsOf(backend)?.node, 'backend node');
  call(backend, factsOf(backend ?? '')?.kind === 'node' ? 'backend node' : 'backend');
  for (const [turn, node] of nodes.entries()) call(node, `node ${turn + 1}`);
  const roleOf = (netns: string): string => names.get(netns) ?? netns;
  const both = backend !== undefined && backend === sender && roleOf(backend) === 'sender' ? backend : undefined;
  return (netns, leg, hop) => {
    if (netns !== both) return roleOf(netns);
    const sends = trace.legs[leg]?.role === 'request' ? leg === 0 && hop === 0 : hop > 0;
    return sends ? 'sender' : 'backend';
  };
}
