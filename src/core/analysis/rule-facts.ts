import type { Fraction } from '../lib/fraction';
import { complement } from '../lib/fraction';
import { meantProbability } from '../linux/xtables/matches/statistic';
import { protocolName } from '../linux/xtables/syntax/protocols';
import type { XtRule } from '../linux/xtables/types';
import { prefixOf } from '../linux/xtables/syntax/addresses';
import { cidrOf, type Cidr } from '../net/cidr';
import type { IpAddress } from '../net/ip';

export type PortProtocol = 'tcp' | 'udp' | 'sctp';

/** All comments of a rule, in order. */
export function commentsOf(rule: XtRule): readonly string[] {
  return rule.matches.flatMap((match) =>
    match.match === 'comment' && match.spec.comment ? [match.spec.comment.value] : [],
  );
}

/** The chain a rule jumps or goes to. */
export function jumpOf({ target }: XtRule): string | undefined {
  return target?.target === 'JUMP' || target?.target === 'GOTO' ? target.spec.chain : undefined;
}

/** The protocol a rule asks for, if it is one with ports. */
export function protocolOfRule({ proto }: XtRule): PortProtocol | undefined {
  const name = proto && !proto.negated ? protocolName(proto.protocol) : undefined;
  return name === 'tcp' || name === 'udp' || name === 'sctp' ? name : undefined;
}

/** The one destination port a rule asks for. */
export function dportOf(rule: XtRule): number | undefined {
  for (const match of rule.matches) {
    if (match.match !== 'tcp' && match.match !== 'udp' && match.match !== 'sctp') continue;
    const { dport } = match.spec;
    if (dport && !dport.negated && dport.value.min === dport.value.max) return dport.value.min;
  }
  return undefined;
}

/** A place a packet is sent to. */
export interface Place {
  readonly address: IpAddress;
  readonly port?: number;
}

/** Where a DNAT rule sends packets; the first address of a range. */
export function dnatOf({ target }: XtRule): Place | undefined {
  const to = target?.target === 'DNAT' ? target.spec.to?.value : undefined;
  if (!to?.minAddress) return undefined;
  return { address: to.minAddress, ...(to.minPort === undefined ? {} : { port: to.minPort }) };
}

/** The address a SNAT rule puts in: one of the machine's own. */
export function snatOf({ target }: XtRule): IpAddress | undefined {
  return target?.target === 'SNAT' ? target.spec.to?.value.minAddress : undefined;
}

/** The prefix an `-s` or `-d` names; undefined for masks with holes. */
export function cidrOfTest(test: XtRule['src']): Cidr | undefined {
  const prefix = test && prefixOf(test.mask);
  return test && prefix !== undefined ? cidrOf(test.address, prefix) : undefined;
}

/** The one address an `-s` or `-d` names. */
export function hostOfTest(test: XtRule['src']): IpAddress | undefined {
  if (!test || test.negated) return undefined;
  return test.mask.every((word) => word === 0xffffffff) ? test.address : undefined;
}

/** The odds of a rule's random match once it is reached; undefined without one. */
export function oddsOf(rule: XtRule): Fraction | undefined {
  for (const match of rule.matches) {
    if (match.match !== 'statistic' || !match.spec.probability) continue;
    const meant = meantProbability(match.spec.probability.value);
    return match.spec.probability.negated ? complement(meant) : meant;
  }
  return undefined;
}

/** Does the rule only fit who came before (`-m recent --rcheck` of session affinity)? */
export function isAffinity(rule: XtRule): boolean {
  return rule.matches.some(
    (match) => match.match === 'recent' && (match.spec.rcheck ?? match.spec.update) !== undefined,
  );
}
