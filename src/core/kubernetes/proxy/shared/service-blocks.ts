import { slicesByService, slicesOf } from '../../endpoint';
import { compareText } from '../../meta';
import { servicePorts, type ServicePortInfo, type ServiceReading } from '../../service-port';
import type { EndpointSliceObject, ServiceObject } from '../../types';
import type { SyncInput } from '../mode';

/** What was made for one service port: it does not depend on any other Service. */
export interface PortBlock {
  readonly port: ServicePortInfo;
}

/** Makes the block of a service port out of its Service's slices. */
export type CompilePort<Block extends PortBlock> = (
  port: ServicePortInfo,
  slices: readonly EndpointSliceObject[],
) => Block;

interface Entry<Block> {
  readonly slices: readonly EndpointSliceObject[];
  readonly blocks: readonly Block[];
}

/**
 * The blocks of all service ports of one proxier. A Service that is the same object with the same
 * slices keeps its blocks; one of these belongs to one context.
 */
export class ServiceBlocks<Block extends PortBlock> {
  readonly #entries = new WeakMap<ServiceObject, Entry<Block>>();
  readonly #reading: ServiceReading;
  readonly #compile: CompilePort<Block>;
  #last: readonly Block[] = [];

  constructor(reading: ServiceReading, compile: CompilePort<Block>) {
    this.#reading = reading;
    this.#compile = compile;
  }

  /**
   * Every service port's block, sorted by the port's name and then by protocol. kube-proxy walks a
   * Go map, so its own order between service ports is a different one each time.
   */
  of(input: SyncInput): readonly Block[] {
    const index = slicesByService(input.cluster.endpointSlices);
    const found = new Set<Block>();
    for (const service of input.cluster.services) {
      for (const block of this.#blocksOf(service, input, index)) found.add(block);
    }
    this.#last = this.#sorted(found);
    return this.#last;
  }

  #blocksOf(
    service: ServiceObject,
    { family }: SyncInput,
    index: ReturnType<typeof slicesByService>,
  ): readonly Block[] {
    const ports = servicePorts(service, family, this.#reading);
    const [first] = ports;
    if (!first) return [];
    const slices = slicesOf(index, first);
    const known = this.#entries.get(service);
    if (known && sameItems(known.slices, slices)) return known.blocks;
    const blocks = ports.map((port) => this.#compile(port, slices));
    this.#entries.set(service, { slices, blocks });
    return blocks;
  }

  /** What was there last time comes in last time's order, so that almost nothing is left to sort. */
  #sorted(found: Set<Block>): Block[] {
    const kept = this.#last.filter((block) => found.delete(block));
    return [...kept, ...found].sort(byName);
  }
}

function byName(a: PortBlock, b: PortBlock): number {
  return compareText(a.port.name, b.port.name) || compareText(a.port.proto, b.port.proto);
}

function sameItems<T>(a: readonly T[], b: readonly T[]): boolean {
  return a === b || (a.length === b.length && a.every((item, index) => item === b[index]));
}
