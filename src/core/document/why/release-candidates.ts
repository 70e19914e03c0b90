import { phrase } from '../../lib/phrase';
import { PROXY_MODES, releaseProblem } from '../../kubernetes/proxy';
import { releaseChanges } from '../../kubernetes/proxy/release-changes';
import { minorOf } from '../../kubernetes/release';
import { SIZE, type Candidate, type WalkedFlow } from './candidate';

/** The releases after the document's from which on its mode writes something else, the next one first. */
export function releaseCandidates({ document: { mode: id, release } }: WalkedFlow): readonly Candidate[] {
  const mode = PROXY_MODES.find((each) => each.id === id);
  if (!mode) return [];
  return releaseChanges(mode)
    .filter((change) => minorOf(change.release) > minorOf(release) && !releaseProblem(mode, change.release))
    .map(({ release: next }, index): Candidate => ({
      change: { kind: 'release', release: next },
      says: phrase('document.why.release', { release: next }),
      size: SIZE.release + index / 100,
      about: 'release',
    }));
}
