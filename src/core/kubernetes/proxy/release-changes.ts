import { phrase, type Phrase, type PhraseId } from '../../lib/phrase';
import { hasChange, isPatchChange, type FeatureChange } from '../changes';
import { getMinor, NAMED_PATCHES } from '../release';
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
export function releaseChanges(mode: ProxyMode<ProxyModeId>): ReleaseChange[] {
  const { id, since, until, changes } = mode;
  const newest = NAMED_PATCHES.at(-1)?.release ?? since;
  const byMinor = new Map<number, Phrase[]>();
  for (const [name, change] of Object.entries(changes)) {
    const minor = firstMinor(change, mode);
    if (minor === undefined || minor <= getMinor(since) || minor > getMinor(until ?? newest)) continue;
    const known = byMinor.get(minor);
    const sentence = getSentence(id, name);
    if (known) known.push(sentence);
    else byMinor.set(minor, [sentence]);
  }
  return [...byMinor]
    .toSorted(([a], [b]) => a - b)
    .map(([minor, sentences]) => ({ release: `1.${minor}`, changes: sentences }));
}

/** Names of changes are keys of an open table; that each has a sentence is held by release-changes.test.ts. */
function getSentence(mode: ProxyModeId, name: string): Phrase {
  return phrase(`kubernetes.changes.${mode}.${name}` as PhraseId);
}

/** A patch release with which something changes inside its minor; the first of a minor is the one before all of them. */
export interface PatchRelease {
  /** `1.33.6`. */
  readonly release: string;
  /** Changes against the patch before; none: it is as the minor began. */
  readonly changes: readonly Phrase[];
  /** Where they are known from, as the table of patches says it. */
  readonly sources: readonly string[];
  /** The patch release was inferred from the date of the merge. */
  readonly dated: boolean;
}

/** The patch releases of a minor that a mode writes otherwise than each other, oldest first; none where all are alike. */
export function patchReleases({ id, changes }: ProxyMode<ProxyModeId>, minor: number): PatchRelease[] {
  const byPatch = new Map<number, PatchRelease>();
  for (const [name, change] of Object.entries<FeatureChange>(changes)) {
    const patch = isPatchChange(change) ? change.patches?.[minor] : undefined;
    // From the first patch on it is one of the minor.
    if (patch === undefined || patch === 0 || !isPatchChange(change)) continue;
    const known = byPatch.get(patch);
    byPatch.set(patch, {
      release: `1.${minor}.${patch}`,
      changes: [...(known?.changes ?? []), getSentence(id, name)],
      sources: [...(known?.sources ?? []), change.source],
      dated: (known?.dated ?? false) || (change.dated ?? []).includes(minor),
    });
  }
  if (byPatch.size === 0) return [];
  const begun: PatchRelease = { release: `1.${minor}.0`, changes: [], sources: [], dated: false };
  return [begun, ...[...byPatch].toSorted(([a], [b]) => a - b).map(([, each]) => each)];
}

/** The first minor that stands for a release with the change. */
function firstMinor(change: FeatureChange, { axis, since, until }: ProxyMode<ProxyModeId>): number | undefined {
  const [first, last] = [getMinor(since), getMinor(until ?? since)];
  const own = Array.from({ length: last - first + 1 }, (_, at) => first + at);
  const minors = axis === undefined ? NAMED_PATCHES.map(({ release }) => getMinor(release)) : own;
  return minors.find((minor) => hasChange(change, `1.${minor}`));
}
