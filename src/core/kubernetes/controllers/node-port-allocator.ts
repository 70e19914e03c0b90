import { pickOffset, type Bands } from './bands';

/**
 * The bands of a `--service-node-port-range` (pkg/registry/core/service/portallocator): the first
 * min(max(16, size/32), 128) ports are left for ports people choose; none in ranges of 16 or fewer.
 */
export function nodePortBands([from, to]: readonly [from: number, to: number]): Bands {
  const size = to - from + 1;
  const offset = size <= 16 ? 0 : Math.min(Math.max(16, Math.floor(size / 32)), 128);
  return { first: from, dynamic: from + offset, end: to + 1 };
}

/** A free nodePort for a purpose (`default/web 80`); undefined when the range is full. */
export function allocateNodePort(
  range: readonly [from: number, to: number],
  used: ReadonlySet<number>,
  purpose: string,
  seed: number,
): number | undefined {
  return pickOffset(nodePortBands(range), (port) => !used.has(port), seed, `nodePort ${purpose}`);
}
