import { phrase, type Phrase } from '../../lib/phrase';
import type { XtChain } from '../../linux/xtables/types';
import type { ReadPort, ReleaseClue, Witness } from './types';
import type { ReadRule, XtReader } from './iptables-ports';

/** What is looked at, found once. */
export interface ReleaseSignInputs {
  readonly from: XtReader;
  readonly ports: readonly ReadPort[];
  readonly nat: ReadonlyMap<string, XtChain>;
  readonly filter: ReadonlyMap<string, XtChain>;
}

/** What a sign tells. */
export type ReadReleaseSign = (sights: ReleaseSignInputs) => ReleaseClue | readonly ReleaseClue[] | undefined;

/** One sign of some releases: `id` as the rules write it, minor releases from and to (both included), and where it stands. */
export function clue(
  id: string,
  bounds: { from?: number; to?: number },
  ...evidence: readonly (Witness | undefined)[]
): ReleaseClue {
  const why: Phrase = phrase('reconstruct.clue.said', { sign: id });
  return { ...bounds, sign: id, why, evidence: evidence.filter((witness) => witness !== undefined) };
}

/** The first rule that fits. */
export function first(rules: Iterable<ReadRule>, fits: (rule: ReadRule) => boolean): ReadRule | undefined {
  for (const rule of rules) if (fits(rule)) return rule;
  return undefined;
}

/** At most so many chains are looked into for something every one of them would show. */
const MOST_CHAINS = 200;

/** The rules of the chains of nat with such names, of not too many. */
export function* rulesOfChains({ from, nat }: ReleaseSignInputs, pattern: RegExp): Generator<ReadRule> {
  let left = MOST_CHAINS;
  for (const name of nat.keys()) {
    if (!pattern.test(name)) continue;
    if (left-- <= 0) return;
    yield* from.rules('nat', name);
  }
}

/** The jump of a built-in chain of filter to another. */
export function jump(from: XtReader, chain: string, to: string): ReadRule | undefined {
  return first(from.rules('filter', chain), ({ target }) => target === to);
}
