import type { PastedNode } from '../../core/paste/pasted-types';
import { rebuildCluster as rebuildInSteps, type Rebuilding } from '../../core/questions/reconstruct/rebuild';
import type { Wanted } from '../../core/paste/proxy/types';
import type { Document } from '../../core/document/document';
import { differenceFromPasted, type DifferenceFromPasted } from '../../core/questions/compare/pasted-difference';
import type { Engine } from '../engine';

interface RebuildAsked {
  readonly pasted: PastedNode;
  readonly wanted: Wanted;
}

/** Makes a cluster of pasted texts. */
export function* rebuild({ memo }: Engine, { pasted, wanted }: RebuildAsked): Generator<number, Rebuilding> {
  return apart(yield* rebuildInSteps(pasted, wanted, memo));
}

/**
 * Compares the rules of a pasted node with those a sync of the cluster made of it would write; undefined: it was not made of
 * it.
 */
export async function difference(
  { ready, deriveCluster, memo }: Engine,
  { document }: { readonly document: Document },
): Promise<DifferenceFromPasted | undefined> {
  await ready(document);
  return differenceFromPasted(document, deriveCluster, memo);
}

/** The cluster as it was read and as it is furnished have most objects in common: only lists with none cross in pieces. */
function apart(answer: Rebuilding): Rebuilding {
  if (!answer.made) return answer;
  const { made } = answer;
  const { nodes, pods, deployments, services, endpointSlices } = made.furnished.cluster;
  const copied = <T extends object>(list: readonly T[]): readonly T[] => list.map((each) => ({ ...each }));
  const cluster = {
    nodes: copied(nodes),
    pods: copied(pods),
    deployments: copied(deployments),
    services: copied(services),
    endpointSlices: copied(endpointSlices),
  };
  return { ...answer, made: { ...made, furnished: { ...made.furnished, cluster } } };
}
