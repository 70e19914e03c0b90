import { phrase, type Phrase } from '../../lib/phrase';
import { isXtTable, type RuleRef } from '../../linux/hooks';
import type { Netns, Network } from '../../linux/netns';
import { isBuiltIn } from '../../linux/xtables/types';
import type { IpFamily } from '../../net/ip';
import { findJump } from '../../paste/layers';
import type { Trace, TraceStep } from '../../sim/trace';
import { candidateRuleName, getFamily, ruleText } from './candidate';

/** A rule of a machine that a walk is asked about. */
export interface RuleInNetns {
  readonly netns: string;
  readonly family: IpFamily;
  readonly ref: RuleRef;
}

/** Why a rule was not asked, from the rule itself back to what kept the packet from it; `ref`: the rule that is told of. */
export interface NotReached {
  /** The rule was asked: it matched, or it did not. */
  readonly asked?: 'matched' | 'missed';
  readonly reasons: readonly { readonly says: Phrase; readonly ref?: RuleRef }[];
}

/** So many jumps are gone back. */
const MOST_JUMPS = 8;

/** What a walk did on one machine, and the rules there. */
interface Visit {
  readonly netns: Netns;
  readonly family: IpFamily;
  readonly steps: readonly TraceStep[];
}

type Reason = NotReached['reasons'][number];

const sameRule = (a: RuleRef, b: RuleRef): boolean => a.table === b.table && a.chain === b.chain && a.index === b.index;

function isSkipped(step: TraceStep, { table, chain, index }: RuleRef): boolean {
  return step.kind === 'skip' && step.table === table && step.chain === chain && step.from <= index && index <= step.to;
}

/** Whether a walk came to a rule, and if not, what kept it from there: read off the walk and the rules, never guessed. */
export function whyNotReached(trace: Trace, network: Network, { netns: id, family, ref }: RuleInNetns): NotReached {
  const netns = network.netns.get(id);
  const hops = trace.legs.flatMap((leg) => leg.hops).filter((hop) => hop.netns === id && getFamily(hop) === family);
  if (!netns || hops.length === 0) {
    return { reasons: [{ says: phrase('document.why.not-asked.elsewhere', { node: netns?.title ?? id }) }] };
  }
  const steps = hops.flatMap((hop) => hop.steps);
  if (steps.some((step) => step.kind === 'rule' && sameRule(step.ref, ref))) return { asked: 'matched', reasons: [] };
  if (steps.some((step) => isSkipped(step, ref))) return { asked: 'missed', reasons: [] };
  return { reasons: goBack({ netns, family, steps }, ref) };
}

/** From a rule to the jump that leads to its chain, to the one that leads there, until one was asked. */
function goBack(visit: Visit, first: RuleRef): Reason[] {
  const reasons: Reason[] = [];
  let ref = first;
  for (let count = 0; count < MOST_JUMPS; count++) {
    const ended = endedBefore(visit, ref);
    if (ended) return [...reasons, ended];
    if (isBase(visit.netns, visit.family, ref)) return [...reasons, notPassed(visit, ref)];
    const jumps = jumpsTo(visit, ref);
    const missed = jumps.find((jump) => visit.steps.some((step) => isSkipped(step, jump)));
    if (missed) return [...reasons, about(visit, missed, 'jump-missed', ref.chain)];
    const [jump] = jumps;
    if (!jump)
      return [...reasons, { says: phrase('document.why.not-asked.unled', { chain: `${ref.table} ${ref.chain}` }) }];
    reasons.push(about(visit, jump, 'jump-unasked', ref.chain));
    ref = jump;
  }
  return reasons;
}

function about(visit: Visit, ref: RuleRef, id: 'jump-missed' | 'jump-unasked' | 'ended', chain: string): Reason {
  const values = { rule: candidateRuleName(ref), text: ruleText(visit.netns, visit.family, ref) ?? '', chain };
  return { says: phrase(`document.why.not-asked.${id}`, values), ref };
}

/** The packet was in the chain, and a rule before this one ended its way there. */
function endedBefore(visit: Visit, { table, chain, index }: RuleRef): Reason | undefined {
  const last = visit.steps.findLast(
    (step) => step.kind === 'rule' && step.ref.table === table && step.ref.chain === chain,
  );
  if (last?.kind !== 'rule' || last.ref.index >= index) return undefined;
  return about(visit, last.ref, 'ended', chain);
}

function isBase({ nftables, xtables }: Netns, family: IpFamily, { table, chain }: RuleRef): boolean {
  if (isXtTable(table))
    return isBuiltIn(table, chain) || xtables[family]?.tables.get(table)?.chains.get(chain)?.policy !== undefined;
  return nftables?.tables.get(table)?.chains.get(chain)?.base !== undefined;
}

/** The hook was not passed; or it was, and the table was not asked there. */
function notPassed({ steps, netns }: Visit, { table, chain }: RuleRef): Reason {
  const hook = isXtTable(table) ? chain : (netns.nftables?.tables.get(table)?.chains.get(chain)?.base?.hook ?? chain);
  const passed = [...new Set(steps.flatMap((step) => (step.kind === 'hook' ? [step.hook] : [])))];
  if (!passed.some((each) => each.toLowerCase() === hook.toLowerCase())) {
    return {
      says: phrase('document.why.not-asked.hook', { hook: hook.toUpperCase(), passed: passed.join(', ') || '∅' }),
    };
  }
  const known = steps.findLast((step) => step.kind === 'conntrack');
  if (table === 'nat' && (known?.kind !== 'conntrack' || !known.created)) {
    const state = known?.kind === 'conntrack' ? known.ctState : 'UNTRACKED';
    return { says: phrase('document.why.not-asked.nat', { state }) };
  }
  const stop = steps.findLast((step) => step.kind === 'stop' || step.kind === 'deliver');
  const by = stop?.kind === 'stop' && stop.ref ? candidateRuleName(stop.ref) : 'none';
  return { says: phrase('document.why.not-asked.before', { table, chain, by }) };
}

/** `jump chain`, `goto chain` in a rule of nft. */
const NFT_JUMP = /\b(?:jump|goto) ([^\s,}]+)/g;

/** The rules of the table that lead to a chain; of nftables those that look it up in a map, too. */
function jumpsTo({ netns, family }: Visit, { table, chain: wanted }: RuleRef): RuleRef[] {
  if (isXtTable(table)) {
    const chains = [...(netns.xtables[family]?.tables.get(table)?.chains.values() ?? [])];
    return chains.flatMap((chain) =>
      Array.from({ length: chain.length }, (_, index) => index).flatMap((index) =>
        findJump(chain.rule(index)) === wanted ? [{ table, chain: chain.name, index }] : [],
      ),
    );
  }
  const own = netns.nftables?.tables.get(table);
  const maps = [...(own?.sets.values() ?? [])].flatMap(({ name, elements }) => {
    for (let at = 0; at < elements.length; at++) if (leadsTo(elements.text(at), wanted)) return [name ?? ''];
    return [];
  });
  return [...(own?.chains ?? [])].flatMap(([chain, rules]) =>
    Array.from({ length: rules.length }, (_, index) => index).flatMap((index) => {
      const text = rules.text(index);
      const isLed = leadsTo(text, wanted) || maps.some((map) => map !== '' && text.includes(`@${map}`));
      return isLed ? [{ table, chain, index }] : [];
    }),
  );
}

const leadsTo = (text: string, chain: string): boolean => [...text.matchAll(NFT_JUMP)].some(([, to]) => to === chain);
