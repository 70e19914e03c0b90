import type { RuleRef } from '../linux/hooks';
import type { Derived } from '../document/kernel-parts';
import { formatFraction, multiply, ONE, complement, type Fraction } from '../lib/fraction';
import { writtenOdds } from '../linux/xtables/matches/statistic';
import { testedBy } from '../linux/xtables/ladder';
import type { XtRule } from '../linux/xtables/types';
import type { IpFamily } from '../net/ip';
import { parseEndpoint } from '../net/packet';
import { nftChainAt, ruleTextAt, xtChainAt, type NetnsFamily } from './ruleset-lines';
import type { WalkStep } from './walk';

/** One rule of a ladder: what it leads to, how it draws, and what it said. */
export interface DrawRule {
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
export function collectDrawRules(derived: Derived, site: NetnsFamily, decided: WalkStep): readonly DrawRule[] {
  if (decided.data.kind !== 'rule') return [];
  const { ref } = decided.data;
  const chain = xtChainAt(derived, site, ref);
  if (!chain) return [];
  const isRung = rungsBeside(chain.rule(ref.index), site.family);
  const rungs: DrawRule[] = [];
  let rest: Fraction = ONE;
  for (let index = 0; index < chain.length; index++) {
    const rule = chain.rule(index);
    if ((ref.index !== index && !isRung(rule)) || isAffinityRule(rule)) continue;
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

/** What stands beside the rule that was taken: others that lead to endpoints, or that rewrite the same packets in place. */
function rungsBeside(taken: XtRule, family: IpFamily): (rule: XtRule) => boolean {
  if (taken.target?.target !== 'DNAT') return (rule) => getChain(rule).chain?.startsWith('KUBE-SEP-') ?? false;
  const tested = testedBy(taken, family);
  return (rule) =>
    rule.target?.target === 'DNAT' &&
    (findOdds(rule) ?? findOdds(taken)) !== undefined &&
    testedBy(rule, family) === tested;
}

function getChain({ target }: XtRule): { readonly chain?: string } {
  return target?.target === 'JUMP' || target?.target === 'GOTO' ? { chain: target.spec.chain } : {};
}

/** A rule that only looks whether the client was here before (sessionAffinity). */
function isAffinityRule({ matches }: XtRule): boolean {
  return matches.some(({ match }) => match === 'recent');
}

/**
 * Lists the rules of the chain of a decided step that looked whether the client was here before, and said no: in their order. Those
 * of xtables test `recent` (`pkg/proxy/iptables/proxier.go`, writeServiceToEndpointRules), those of nftables a set.
 */
export function listAffinityRules(derived: Derived, steps: readonly WalkStep[], decided: WalkStep): readonly RuleRef[] {
  if (decided.data.kind !== 'rule') return [];
  const { ref, packet } = decided.data;
  const site = { netns: decided.netns, family: packet.family };
  return steps.flatMap(({ index, leg, hop, data }) => {
    const isBefore = index < decided.index && leg === decided.leg && hop === decided.hop;
    if (!isBefore || data.kind !== 'skip' || data.table !== ref.table || data.chain !== ref.chain) return [];
    return Array.from({ length: data.to - data.from + 1 }, (_, at) => ({ ...ref, index: data.from + at })).filter(
      (each) => asksForClient(ruleTextAt(derived, site, each)),
    );
  });
}

/** Did the rule of a step decide because the client was here before? */
export function isKeptClient(derived: Derived, site: NetnsFamily, { data }: WalkStep): boolean {
  return data.kind === 'rule' && asksForClient(ruleTextAt(derived, site, data.ref));
}

/** The same of a rule's text, of nftables as well, whose set of clients kube-proxy names for it. */
function asksForClient(text = ''): boolean {
  return /-m recent |@affinity-/.test(text);
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

/**
 * The number that a lookup of nftables drew; undefined: the key is no draw. Of one endpoint kube-proxy writes the same rule
 * (pkg/proxy/nftables/proxier.go: `numgen random mod 1`), whose text tells it: nothing is left to chance.
 */
export function numberDrawn({ data }: WalkStep, text = ''): NumberDrawn | undefined {
  if (data.kind !== 'rule' || !data.lookup || !/^\d+$/.test(data.lookup.key)) return undefined;
  const odds = data.odds ?? (/\bnumgen \w+ mod 1\b/.test(text) ? '1' : undefined);
  return odds === undefined ? undefined : { number: Number(data.lookup.key), size: data.lookup.size, odds };
}

/** Where a rung sends: by the chain it leads to, or by itself. */
export function endpointOfRung(derived: Derived, site: NetnsFamily, { chain, ref }: DrawRule): Endpoint {
  return chain === undefined
    ? endpointOfText(ruleTextAt(derived, site, ref) ?? '')
    : endpointOfChain(derived, site, { ...ref, chain });
}

type Endpoint = ReturnType<typeof parseEndpoint>;

function endpointOfText(text: string): Endpoint {
  const to = /--to-destination (\S+)|\bdnat (?:ip6? )?to (\S+)/.exec(text);
  return to ? parseEndpoint(to[1] ?? to[2] ?? '') : undefined;
}

/** Where an endpoint's chain sends: what its rule of DNAT says; a chain that is no endpoint's has none. */
export function endpointOfChain(derived: Derived, site: NetnsFamily, ref: RuleRef): Endpoint {
  const chain = xtChainAt(derived, site, ref) ?? nftChainAt(derived, site, ref);
  const length = Math.min(chain?.length ?? 0, MOST_OF_ENDPOINT);
  for (let index = 0; index < length; index++) {
    const found = endpointOfText(ruleTextAt(derived, site, { ...ref, index }) ?? '');
    if (found) return found;
  }
  return undefined;
}

/** An endpoint's chain has two or three rules. */
const MOST_OF_ENDPOINT = 8;
