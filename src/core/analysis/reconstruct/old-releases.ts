import { minorOf } from '../../kubernetes/release';
import { phrase, type Phrase, type PhraseIdBelow } from '../../lib/phrase';
import type { Difference } from './types';

/** Something releases before `since` wrote otherwise than the oldest that is compiled. */
interface Step {
  readonly id: PhraseIdBelow<'reconstruct.old-release'>;
  readonly since: number;
  readonly fits: (difference: Difference) => boolean;
}

const COMMENT = / ?-m comment --comment (?:"[^"]*"|\S+)/;
const RANDOM = / --random-fully/;

/**
 * What iptables mode changed before 1.16 (pkg/proxy/iptables/proxier.go of those releases). A rule that
 * is one text in the dump and another here differs by a step if both are the same without what it brought.
 */
const STEPS: readonly Step[] = [
  {
    id: 'random-fully',
    since: 16,
    fits: ({ text, chain }) => chain === 'KUBE-POSTROUTING' && / -j MASQUERADE/.test(text),
  },
  { id: 'invalid', since: 15, fits: ({ text, kind }) => kind === 'missing' && /--ctstate INVALID -j DROP/.test(text) },
  {
    id: 'local-traffic',
    since: 15,
    fits: ({ text, chain, kind }) =>
      kind === 'missing' && chain.startsWith('KUBE-XLB-') && /--src-type LOCAL/.test(text),
  },
  {
    id: 'comments',
    since: 13,
    fits: ({ chain }) => /^KUBE-(?:SVC|SEP|XLB)-/.test(chain),
  },
  {
    id: 'portal-jumps',
    since: 13,
    fits: ({ table, chain, text, kind }) =>
      kind === 'missing' &&
      table === 'filter' &&
      (chain === 'FORWARD' || chain === 'INPUT') &&
      text.endsWith(' -j KUBE-SERVICES'),
  },
];

/** Steps that change a rule: only what comes in pairs is explained by them. */
const PAIRED: Readonly<Record<string, RegExp>> = { 'random-fully': RANDOM, comments: COMMENT };

function phraseOf(id: Step['id'], release: string): Phrase {
  return phrase(`reconstruct.old-release.${id}`, { release });
}

/**
 * Says of which differences the release is all the reason, where a dump is older than what is compiled:
 * each gets that as its reason. `release`: of the dump; `compiled`: what was compiled instead.
 */
export function withOldReleases(differences: readonly Difference[], release: string, compiled: string): Difference[] {
  const steps = STEPS.filter(({ since }) => minorOf(release) < since && minorOf(compiled) >= since);
  if (steps.length === 0) return [...differences];
  const sides = new Map<string, Set<string>>();
  const keyOf = ({ family, table, chain, text }: Difference, what: RegExp): string =>
    `${family} ${table} ${chain} ${text.replace(what, '').trim()}`;
  for (const difference of differences) {
    for (const [id, what] of Object.entries(PAIRED)) {
      const key = `${id} ${keyOf(difference, what)}`;
      sides.set(key, (sides.get(key) ?? new Set()).add(difference.kind));
    }
  }
  return differences.map((difference) => {
    const step = steps.find(({ id, fits }) => {
      const what = PAIRED[id];
      const isPair = !what || (sides.get(`${id} ${keyOf(difference, what)}`)?.size ?? 0) > 1;
      return isPair && fits(difference);
    });
    if (!step) return difference;
    return { ...difference, ofRelease: true, why: phraseOf(step.id, `1.${step.since}`) };
  });
}
