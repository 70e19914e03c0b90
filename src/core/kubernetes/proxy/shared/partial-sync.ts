import { sameItems, sameValue } from '../../../lib/memo';
import { since } from '../../release';
import { ownNode, compareText, LABEL_ZONE } from '../../types';
import type { SyncInput } from '../mode';
import type { PortBlock, SlicedBlock } from './service-blocks';

/**
 * Which service ports a partial sync writes anew: those of Services that changed in what kube-proxy
 * reads of them or of their slices (its change trackers drop changes that change nothing). By Service:
 * all its ports count.
 */
export function changedSince<Block extends SlicedBlock>(
  old: readonly Block[],
  now: readonly Block[],
): (block: SlicedBlock) => boolean {
  const known = new Map(old.map((block) => [makeKey(block), block]));
  const isSame = (block: Block): boolean => {
    const last = known.get(makeKey(block));
    if (last === block) return true;
    return last !== undefined && samePort(last, block) && sameSlices(last.slices, block.slices);
  };
  const present = new Set(now.map(makeKey));
  const changed = new Set([
    ...now.filter((block) => !isSame(block)).map(getOwner),
    ...old.filter((block) => !present.has(makeKey(block))).map(getOwner),
  ]);
  return (block) => changed.has(getOwner(block));
}

function makeKey({ port }: PortBlock): string {
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

function getOwner({ port }: PortBlock): string {
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
