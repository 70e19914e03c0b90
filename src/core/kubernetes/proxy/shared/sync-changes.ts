import { sameItems, sameValue } from '../../../lib/memo';
import { compareText, LABEL_ZONE } from '../../meta';
import { since } from '../../release';
import type { EndpointSliceObject } from '../../types';
import type { SyncInput } from '../mode';
import { ownNode } from './node';
import type { PortBlock } from './service-blocks';

/** A block that remembers what it was made of. */
export interface SlicedBlock extends PortBlock {
  readonly slices: readonly EndpointSliceObject[];
}

/**
 * Which service ports a partial sync writes anew: those of Services that changed in what kube-proxy
 * reads of them or of their slices (its change trackers drop changes that change nothing). By Service:
 * all its ports count.
 */
export function changedSince<Block extends SlicedBlock>(
  old: readonly Block[],
  now: readonly Block[],
): (block: SlicedBlock) => boolean {
  const known = new Map(old.map((block) => [keyOf(block), block]));
  const isSame = (block: Block): boolean => {
    const last = known.get(keyOf(block));
    if (last === block) return true;
    return last !== undefined && samePort(last, block) && sameSlices(last.slices, block.slices);
  };
  const present = new Set(now.map(keyOf));
  const changed = new Set([
    ...now.filter((block) => !isSame(block)).map(ownerOf),
    ...old.filter((block) => !present.has(keyOf(block))).map(ownerOf),
  ]);
  return (block) => changed.has(ownerOf(block));
}

function keyOf({ port }: PortBlock): string {
  return `${port.name} ${port.proto}`;
}

function samePort({ port: a }: PortBlock, { port: b }: PortBlock): boolean {
  return a.service === b.service || sameValue({ ...a, service: 0 }, { ...b, service: 0 });
}

function sameSlices(a: SlicedBlock['slices'], b: SlicedBlock['slices']): boolean {
  const read = (slices: SlicedBlock['slices']): unknown =>
    slices.map(({ addressType, endpoints, ports }) => [addressType, endpoints, ports]);
  return sameItems(a, b) || sameValue(read(a), read(b));
}

function ownerOf({ port }: PortBlock): string {
  return `${port.namespace}/${port.serviceName}`;
}

/** Did the own node change so that all is written anew? Up to 1.35 any of its labels counts, later only its zone. */
export function nodeChanged(before: SyncInput, after: SyncInput): boolean {
  const labels = (input: SyncInput): string => {
    const all = ownNode(input.cluster, input.node)?.metadata.labels ?? {};
    return JSON.stringify(
      since(input.release, 36) ? all[LABEL_ZONE] : Object.entries(all).sort(([a], [b]) => compareText(a, b)),
    );
  };
  return labels(before) !== labels(after);
}
