import { minorOf } from '../../kubernetes/release';
import type { ProxyModeId } from '../../kubernetes/types';
import type { ReleaseClue, ReleaseGuess } from './types';

/** The first and the newest minor of each mode that can be told from rules. */
const RANGE: Readonly<Record<ProxyModeId, readonly [from: number, to: number]>> = {
  iptables: [2, 37],
  ipvs: [8, 37],
  nftables: [29, 37],
  userspace: [0, 25],
};

/**
 * Narrows the releases clue by clue, the surest first (they are sorted by how many agree). What
 * contradicts is kept aside: kubelet and kube-proxy need not be of one release. Of what is left the
 * newest is taken: it is the likeliest to run today, and all of them write the same. What a person
 * wants is taken whatever the clues say.
 */
export function guessRelease(mode: ProxyModeId, clues: readonly ReleaseClue[], wanted?: string): ReleaseGuess {
  let [from, to] = RANGE[mode];
  const against: ReleaseClue[] = [];
  const taken: ReleaseClue[] = [];
  for (const clue of byAgreement(clues)) {
    const next = { from: Math.max(from, clue.from ?? from), to: Math.min(to, clue.to ?? to) };
    if (next.from > next.to) against.push(clue);
    else {
      ({ from, to } = next);
      taken.push(clue);
    }
  }
  const said = wanted === undefined ? Number.NaN : minorOf(wanted);
  const minor = Number.isNaN(said) ? to : said;
  return { release: `1.${minor}`, from: `1.${from}`, to: `1.${to}`, clues: taken, against };
}

function byAgreement(clues: readonly ReleaseClue[]): ReleaseClue[] {
  const agrees = (a: ReleaseClue, b: ReleaseClue): boolean =>
    Math.max(a.from ?? 0, b.from ?? 0) <= Math.min(a.to ?? 99, b.to ?? 99);
  const votes = new Map(clues.map((clue) => [clue, clues.filter((other) => agrees(clue, other)).length]));
  return clues.toSorted((a, b) => (votes.get(b) ?? 0) - (votes.get(a) ?? 0));
}
