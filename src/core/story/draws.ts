import type { RuleRef } from '../linux/hooks';
import type { Derived } from '../document/kernel-parts';
import { formatFraction, multiply, ONE, complement, type Fraction } from '../lib/fraction';
import { writtenOdds } from '../linux/xtables/matches/statistic';
import type { XtRule } from '../linux/xtables/types';
import { parseEndpoint } from '../net/packet';
import { nftChainAt, ruleTextAt, xtChainAt, type Site } from './ground';
import type { WalkStep } from './walk';

/** One rule of a ladder: what it leads to, how it draws, and what it said. */
export interface LadderRule {
  readonly ref: RuleRef;
  /** The chain it leads to: `KUBE-SEP-…`; absent: it rewrites itself. */
  readonly chain?: string;
  /** The odds of yes once it is asked, `"1/2"`; absent: it needs no draw. */
  readonly odds?: string;
  /** The odds of being the one that is taken, `"1/3"`. */
  readonly share: string;
  readonly said: 'yes' | 'no' | 'not asked';
}

/**
 * The rules of a Service's chain that draw, each for itself, and the last one that need not
 * (`net/netfilter/xt_statistic.c`: only yes or no is known of a draw, never a number). Empty: nothing is drawn.
 */
export function collectLadder(derived: Derived, site: Site, decided: WalkStep): readonly LadderRule[] {
  if (decided.data.kind !== 'rule') return [];
  const { ref } = decided.data;
  const chain = xtChainAt(derived, site, ref);
  if (!chain) return [];
  const rungs: LadderRule[] = [];
  let rest: Fraction = ONE;
  for (let index = 0; index < chain.length; index++) {
    const rule = chain.rule(index);
    if (!isRung(rule, decided.data.ref.index === index) || isAffinityRule(rule)) continue;
    const odds = findOdds(rule);
    rungs.push({
      ref: { ...ref, index },
      ...getChain(rule),
      ...(odds ? { odds: formatFraction(odds) } : {}),
      share: formatFraction(odds ? multiply(rest, odds) : rest),
      said: index < ref.index ? 'no' : index === ref.index ? 'yes' : 'not asked',
    });
    rest = odds ? multiply(rest, complement(odds)) : rest;
  }
  return rungs;
}

/** Leads to an endpoint, or rewrites by itself as the one that was taken does. */
function isRung(rule: XtRule, isTaken: boolean): boolean {
  const { target } = rule;
  if (isTaken) return true;
  if (target?.target === 'JUMP' || target?.target === 'GOTO')
    return getChain(rule).chain?.startsWith('KUBE-SEP-') ?? false;
  return target?.target === 'DNAT' && findOdds(rule) !== undefined;
}

function getChain({ target }: XtRule): { readonly chain?: string } {
  return target?.target === 'JUMP' || target?.target === 'GOTO' ? { chain: target.spec.chain } : {};
}

/** A rule that only looks whether the client was here before (sessionAffinity). */
export function isAffinityRule({ matches }: XtRule): boolean {
  return matches.some(({ match }) => match === 'recent');
}

function findOdds({ matches }: XtRule): Fraction | undefined {
  for (const each of matches) {
    if (each.match !== 'statistic' || each.spec.mode?.value !== 'random' || !each.spec.probability) continue;
    return writtenOdds(each.spec.probability.value, each.spec.probability.negated).meant;
  }
  return undefined;
}

/** What nftables drew for a choice, where a number decided: `numgen random mod 3`. */
export interface NumberDrawn {
  readonly number: number;
  readonly size: number;
  readonly odds: string;
}

/** The number that a lookup of nftables drew; undefined: the key is no draw. */
export function numberDrawn({ data }: WalkStep): NumberDrawn | undefined {
  if (data.kind !== 'rule' || !data.lookup || data.odds === undefined || !/^\d+$/.test(data.lookup.key))
    return undefined;
  return { number: Number(data.lookup.key), size: data.lookup.size, odds: data.odds };
}

/** Where an endpoint's chain sends: what its rule of DNAT says; a chain that is no endpoint's has none. */
export function endpointOfChain(derived: Derived, site: Site, ref: RuleRef): ReturnType<typeof parseEndpoint> {
  const chain = xtChainAt(derived, site, ref) ?? nftChainAt(derived, site, ref);
  const length = Math.min(chain?.length ?? 0, MOST_OF_ENDPOINT);
  for (let index = 0; index < length; index++) {
    const text = ruleTextAt(derived, site, { ...ref, index }) ?? '';
    const to = /--to-destination (\S+)|\bdnat (?:ip6? )?to (\S+)/.exec(text);
    const found = to && parseEndpoint(to[1] ?? to[2] ?? '');
    if (found) return found;
  }
  return undefined;
}

/** An endpoint's chain has two or three rules. */
const MOST_OF_ENDPOINT = 8;
