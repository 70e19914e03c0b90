import { phrase } from '../../../lib/phrase';
import { isXtTable, type RuleRef } from '../../../linux/hooks';
import type { Netns } from '../../../linux/netns';
import { isBuiltIn, type XtRule } from '../../../linux/xtables/types';
import type { IpFamily } from '../../../net/ip';
import { sameIp } from '../../../net/ip';
import { findDport, hostOfTest, protocolOfRule } from '../../../paste/layers';
import type { TraceStep } from '../../../sim/trace';
import { brokenLeg, candidateRuleName, getFamily, listHops, type WalkedFlow, type WalkedHop } from '../candidate';
import type { Cause, FindCauses } from './endpoints';

interface Counted {
  readonly ref: RuleRef;
  readonly packets: number;
  readonly target: string;
}

/** Chains as long as this are not read through for what they counted. */
const MOST_RULES = 5000;

/**
 * A rule of an excerpt that refused packets, as its counter shows, and that this packet, which it is about, was never asked
 * by: what leads to its chain, or what a set holds, is not as the machine has it.
 */
export const countedElsewhere: FindCauses = (walked) => {
  const end = brokenLeg(walked.trace)?.disposition.kind;
  if (walked.document.subject !== 'pasted' || end === 'DROPPED' || end === 'REJECTED') return [];
  const hops = listHops(walked.trace);
  const nodes = new Map(hops.map((hop) => [hop.netns, hop] as const));
  const all = [...nodes].flatMap(([id, hop]) => {
    const netns = walked.network.netns.get(id);
    const met = metBy(hops.filter((each) => each.netns === id));
    const counted = netns ? listCounted(netns, getFamily(hop), walked) : [];
    return counted.filter(({ ref }) => !met.has(makeRefKey(ref))).map((each) => ({ ...each, hop }));
  });
  const [most] = all.toSorted((a, b) => b.packets - a.packets);
  return most ? [asCause(most, most.hop)] : [];
};

function asCause({ ref, packets, target }: Counted, hop: WalkedHop): Cause {
  const says = phrase('document.why.cause.counted', { rule: candidateRuleName(ref), target, count: packets });
  return { says, about: 'rules', rule: { netns: hop.netns, family: getFamily(hop), ref } };
}

const makeRefKey = ({ table, chain, index }: RuleRef): string => `${table} ${chain} ${index}`;

/** Rules that were asked, matching or not. */
function metBy(hops: readonly WalkedHop[]): ReadonlySet<string> {
  return new Set(hops.flatMap(({ steps }) => steps.flatMap(listMet)));
}

function listMet(step: TraceStep): string[] {
  if (step.kind === 'rule') return [makeRefKey(step.ref)];
  if (step.kind !== 'skip') return [];
  const { table, chain, from, to } = step;
  return Array.from({ length: to - from + 1 }, (_, at) => makeRefKey({ table, chain, index: from + at }));
}

const REFUSES: ReadonlySet<string> = new Set(['DROP', 'REJECT']);

function listCounted({ xtables, excerpts }: Netns, family: IpFamily, walked: WalkedFlow): Counted[] {
  return [...(xtables[family]?.tables.values() ?? [])].flatMap(({ name: table, chains }) => {
    if (!excerpts?.[family]?.has(table) || !isXtTable(table)) return [];
    const own = [...chains.values()].filter(({ name }) => !isBuiltIn(table, name));
    return own.flatMap((chain) =>
      Array.from({ length: Math.min(chain.length, MOST_RULES) }, (_, index) => index).flatMap((index): Counted[] => {
        const rule = chain.rule(index);
        const { packets = 0 } = rule.counters ?? {};
        const target = rule.target?.target ?? '';
        if (packets === 0 || !REFUSES.has(target) || !isAbout(rule, walked)) return [];
        return [{ ref: { table, chain: chain.name, index }, packets, target }];
      }),
    );
  });
}

/** Is the rule about what this flow is, as it was sent or as it was rewritten on its way? */
function isAbout(rule: XtRule, { sent, trace }: WalkedFlow): boolean {
  const [src, dst, dport, proto] = [hostOfTest(rule.src), hostOfTest(rule.dst), findDport(rule), protocolOfRule(rule)];
  if (proto !== undefined && proto !== sent.proto) return false;
  const packets = listHops(trace).flatMap(({ steps }) => steps.map(({ packet }) => packet));
  return packets.some(
    ({ src: from, dst: to, l4 }) =>
      (!src || sameIp(src, from)) &&
      (!dst || sameIp(dst, to)) &&
      (dport === undefined || ('dport' in l4 && l4.dport === dport)),
  );
}
