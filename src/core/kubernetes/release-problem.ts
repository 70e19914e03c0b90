import { phrase, type Phrase } from '../lib/phrase';
import type { ModeSpan } from './mode-ids';
import { getMinor, NEWEST_RELEASE } from './release';

/** Why a mode's rules of a release cannot be written; undefined if they can. */
export function releaseProblem(mode: ModeSpan, release: string): Phrase | undefined {
  const minor = getMinor(release);
  if (Number.isNaN(minor)) return phrase('kubernetes.release.unreadable', { release });
  const until = mode.until ?? NEWEST_RELEASE;
  if (mode.axis !== undefined && (minor < getMinor(mode.since) || minor > getMinor(until))) {
    return phrase('kubernetes.release.other-axis', { release, axis: mode.axis, since: mode.since, until });
  }
  if (minor >= getMinor(mode.since) && minor <= getMinor(until)) return undefined;
  if (mode.until !== undefined && minor > getMinor(until)) {
    return phrase('kubernetes.release.removed', { release, mode: mode.title, since: mode.since, until });
  }
  return phrase('kubernetes.release.not-supported', { release, mode: mode.title, since: mode.since, until });
}
