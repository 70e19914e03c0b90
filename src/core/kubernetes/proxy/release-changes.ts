import { phrase, type Phrase, type PhraseId } from '../../lib/phrase';
import { hasChange, type Change } from '../changes';
import { minorOf, NAMED_PATCHES } from '../release';
import type { ProxyModeId } from '../types';
import type { ProxyMode } from './mode';

/** A release of which something is written otherwise than before. */
export interface ReleaseChange {
  /** `1.24`. */
  readonly release: string;
  /** One sentence a change. */
  readonly changes: readonly Phrase[];
}

/**
 * The releases from which on a mode writes something else, oldest first, and what. Releases between
 * two of them write the same. What the mode's first release has is no change.
 */
export function releaseChanges({ id, since, until, changes }: ProxyMode<ProxyModeId>): ReleaseChange[] {
  const newest = NAMED_PATCHES.at(-1)?.release ?? since;
  const byMinor = new Map<number, Phrase[]>();
  for (const [name, change] of Object.entries(changes)) {
    const minor = firstMinor(change);
    if (minor === undefined || minor <= minorOf(since) || minor > minorOf(until ?? newest)) continue;
    const known = byMinor.get(minor);
    // Names of changes are keys of an open table; that each has a sentence is held by release-changes.test.ts.
    const sentence = phrase(`kubernetes.changes.${id}.${name}` as PhraseId);
    if (known) known.push(sentence);
    else byMinor.set(minor, [sentence]);
  }
  return [...byMinor]
    .toSorted(([a], [b]) => a - b)
    .map(([minor, sentences]) => ({ release: `1.${minor}`, changes: sentences }));
}

/** The first minor that stands for a release with the change. */
function firstMinor(change: Change): number | undefined {
  const minors = NAMED_PATCHES.map(({ release }) => minorOf(release));
  return minors.find((minor) => hasChange(change, `1.${minor}`));
}
