import type { Phrase } from '../../core/lib/phrase';
import type { Result } from '../../core/lib/result';
import { networkOfPasted } from '../../core/paste/pasted';
import type { DumpPair } from '../../core/questions/diff/compare-dumps';
import { changesOfHosts, type HostChanges } from '../../core/questions/diff/host-changes';
import type { Engine } from '../engine';

/** Nodes of diagrams in a page: some seconds of work, and 200 MB. */
const MOST_NODES = 8_000_000;

/** Compares two dumps for all packets; or says why that cannot be done. */
export function* allPackets(
  { memo }: Engine,
  { before, after }: Pick<DumpPair, 'before' | 'after'>,
): Generator<number, Result<HostChanges, Phrase>> {
  const was = networkOfPasted(before, [], memo).network;
  yield 0.05;
  const is = networkOfPasted(after, [], memo).network;
  return yield* changesOfHosts(was, is, { limit: MOST_NODES });
}
