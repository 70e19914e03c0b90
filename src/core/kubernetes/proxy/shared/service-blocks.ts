import { nftString } from '../../../linux/nftables/text/quoted';
import { Memo, once } from '../../../lib/memo';
import { countBefore } from '../../../lib/sorted';
import { compareText, getNamespace, type EndpointSliceObject, type ServiceObject } from '../../types';
import type { SyncInput, GeneratedElement } from '../mode';
import { slicesByService, listSlices } from '../../endpoint';
import { servicePorts, type ServicePortInfo, type ServiceReading } from '../../service-port';

/** `key comment "…" : value`; also how the kernel lists it. */
export function generatedElementText({
  key,
  value,
  comment,
}: Pick<GeneratedElement, 'key' | 'value' | 'comment'>): string {
  return `${key}${comment === undefined ? '' : ` comment ${nftString(comment)}`}${value === undefined ? '' : ` : ${value}`}`;
}

/** Rules and the like of one service port: they do not depend on any other Service. */
export interface PortBlock {
  readonly port: ServicePortInfo;
}

/** Makes the block of a service port out of its Service's slices. */
type CompilePort<Block extends PortBlock> = (port: ServicePortInfo, slices: readonly EndpointSliceObject[]) => Block;

interface Entry<Block> {
  readonly service: ServiceObject;
  readonly slices: readonly EndpointSliceObject[];
  readonly blocks: readonly Block[];
}

type EntryOf<Block> = (service: ServiceObject, memo: Memo, slices: readonly EndpointSliceObject[]) => Entry<Block>;

/** One whole list, so that the next one only has to look at what changed. */
interface Last<Block> {
  readonly services: readonly ServiceObject[];
  readonly slices: readonly EndpointSliceObject[];
  /** Of each Service, in the order of {@link services}. */
  readonly entries: readonly Entry<Block>[];
  readonly sorted: readonly Block[];
}

/**
 * The blocks of all service ports of one proxier. A Service that is the same object with the same
 * slices keeps its blocks; one of these belongs to one context.
 */
export class ServiceBlocks<Block extends PortBlock> {
  readonly #memo = new Memo();
  readonly #entryOf: EntryOf<Block>;
  #last: Last<Block> | undefined;

  constructor(reading: ServiceReading & Pick<SyncInput, 'family'>, compile: CompilePort<Block>) {
    this.#entryOf = once((service, _memo, slices) => {
      const ports = servicePorts(service, reading.family, reading);
      return { service, slices, blocks: ports.map((port) => compile(port, slices)) };
    });
  }

  /**
   * Every service port's block, sorted by the port's name and then by protocol. kube-proxy walks a
   * Go map, so its own order between service ports is a different one each time.
   */
  of(input: SyncInput, memo: Memo): readonly Block[] {
    const { services, endpointSlices: slices } = input.cluster;
    const index = slicesByService(slices, memo);
    const last = this.#last ?? { services: [], slices, entries: [], sorted: [] };
    const [begin, end] = last.slices === slices ? unchangedEnds(last.services, services) : [0, 0];
    const fresh = services.slice(begin, services.length - end).map((service) => this.#entry(service, index));
    const stale = last.entries.slice(begin, last.entries.length - end);
    const entries = [...last.entries.slice(0, begin), ...fresh, ...last.entries.slice(last.entries.length - end)];
    const sorted = resort(last.sorted, stale, fresh);
    this.#last = { services, slices, entries, sorted };
    return sorted;
  }

  #entry(service: ServiceObject, index: ReadonlyMap<string, readonly EndpointSliceObject[]>): Entry<Block> {
    const port = { namespace: getNamespace(service), serviceName: service.metadata.name };
    return this.#entryOf(service, this.#memo, listSlices(index, port));
  }
}

function byName(a: PortBlock, b: PortBlock): number {
  return compareText(a.port.name, b.port.name) || compareText(a.port.proto, b.port.proto);
}

function sortedBlocks<Block extends PortBlock>(entries: readonly Entry<Block>[]): Block[] {
  return entries.flatMap((entry) => entry.blocks).sort(byName);
}

/** A sorted list without the blocks of stale entries and with those of fresh ones: most of it is in order already. */
function resort<Block extends PortBlock>(
  sorted: readonly Block[],
  stale: readonly Entry<Block>[],
  fresh: readonly Entry<Block>[],
): readonly Block[] {
  const gone = new Set(stale);
  const added = fresh.filter((entry) => !gone.delete(entry) && entry.blocks.length > 0);
  const removed = new Set([...gone].flatMap(({ blocks }) => blocks));
  return added.length === 0 && removed.size === 0 ? sorted : merge(sorted, removed, sortedBlocks(added));
}

/** How many items two lists have in common at their beginnings, and how many of the others at their ends. */
function unchangedEnds(a: readonly unknown[], b: readonly unknown[]): readonly [begin: number, end: number] {
  const shorter = Math.min(a.length, b.length);
  let begin = 0;
  while (begin < shorter && a[begin] === b[begin]) begin++;
  let end = 0;
  while (end < shorter - begin && a[a.length - 1 - end] === b[b.length - 1 - end]) end++;
  return [begin, end];
}

/** A sorted list without some blocks and with those of another one. */
function merge<Block extends PortBlock>(
  a: readonly Block[],
  removed: ReadonlySet<Block>,
  b: readonly Block[],
): Block[] {
  const merged: Block[] = [];
  let at = 0;
  const keepTo = (place: number): void => {
    for (; at < place; at++) {
      const block = a[at] as Block;
      if (!removed.has(block)) merged.push(block);
    }
  };
  for (const block of b) {
    keepTo(getPlace(a, block));
    merged.push(block);
  }
  keepTo(a.length);
  return merged;
}

/** How many of a sorted list come before a block. */
function getPlace(sorted: readonly PortBlock[], block: PortBlock): number {
  return countBefore(sorted.length, (at) => byName(sorted[at] as PortBlock, block) <= 0);
}

/** A block that remembers what it was made of. */
export interface SlicedBlock extends PortBlock {
  readonly slices: readonly EndpointSliceObject[];
}
