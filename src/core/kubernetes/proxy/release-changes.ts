import { phrase, type Phrase } from '../../lib/phrase';
import { minorOf } from '../release';
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
export function releaseChanges({ id, since, changes }: ProxyMode<ProxyModeId>): ReleaseChange[] {
  const byMinor = new Map<number, Phrase[]>();
  for (const [name, minor] of Object.entries(changes)) {
    if (minor <= minorOf(since)) continue;
    const known = byMinor.get(minor);
    const sentence = phrase(`kubernetes.changes.${id}.${name}`);
    if (known) known.push(sentence);
    else byMinor.set(minor, [sentence]);
  }
  return [...byMinor]
    .toSorted(([a], [b]) => a - b)
    .map(([minor, sentences]) => ({ release: `1.${minor}`, changes: sentences }));
}
