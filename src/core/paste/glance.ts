import { type Fraction, complement } from '../lib/fraction';
import { meantProbability } from '../linux/xtables/matches/statistic';
import { protocolName } from '../linux/xtables/syntax/protocols';
import type { XtRule } from '../linux/xtables/types';
import { prefixOf } from '../linux/xtables/syntax/addresses';
import { cidrOf, type Cidr, type IpAddress, formatIp } from '../net/ip';
import { formatEndpoint } from '../net/packet';
import type { PastedChain } from './layers';

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
function oddsOf(rule: XtRule): Fraction | undefined {
  for (const match of rule.matches) {
    if (match.match !== 'statistic' || !match.spec.probability) continue;
    const meant = meantProbability(match.spec.probability.value);
    return match.spec.probability.negated ? complement(meant) : meant;
  }
  return undefined;
}

/** Does the rule only fit who came before (`-m recent --rcheck` of session affinity)? */
function isAffinity(rule: XtRule): boolean {
  return rule.matches.some(
    (match) => match.match === 'recent' && (match.spec.rcheck ?? match.spec.update) !== undefined,
  );
}

/** The parts of a rule that tell of Services. Every field is always there: there are hundreds of thousands of these. */
export interface Glance {
  readonly comment: string | undefined;
  /** The target's name, or the chain that is jumped to. */
  readonly target: string | undefined;
  readonly protocol: PortProtocol | undefined;
  /** The one address of `-d`. */
  readonly dst: string | undefined;
  readonly dport: number | undefined;
  readonly dnat: string | undefined;
  readonly odds: Fraction | undefined;
  readonly affinity: boolean;
}

const COMMENT = /-m comment --comment (?:"((?:[^"\\]|\\.)*)"|([^\s"]+)) ?/;
const TARGET = /-[jg] (\S+)/;
const PROTOCOL = /(?:^| )-p (tcp|udp|sctp)(?= |$)/;
const DST = /(?:^| )-d ([\d.]+|[\da-f:]+)(?:\/32|\/128)?(?= |$)/;
const DPORT = /--dport (\d+)(?= |$)/;
const DNAT = /--to-destination (\S+:\d+|[\d.]+)(?= |$)/;
const ODDS = /--probability (\d\.\d+)(?= |$)/;
/** Options of which a short look might miss the sense: such rules are read in full. */
const UNUSUAL =
  /! (?!-s )|-m comment .*-m comment|["'\\]|--(?!(?:dport|to-destination|probability|mode random|mark|set-xmark|dst-type LOCAL|src-type LOCAL|rcheck|seconds|reap|name|mask|rsource|set|reject-with|random-fully|persistent|random)(?: |$))/;

/**
 * Looks at a rule of a chain. Rules as kube-proxy writes them are read from their text by a few
 * patterns, which for a dump of 300,000 rules saves seconds and a gigabyte; any other rule is parsed.
 */
export function glanceAt(chain: PastedChain, index: number): Glance {
  const text = chain.text?.(index);
  return (text === undefined ? undefined : glanceAtText(text)) ?? glanceAtRule(chain.rule(index));
}

/** What the text of a rule shows; undefined if it has to be read in full. */
export function glanceAtText(text: string): Glance | undefined {
  const comment = COMMENT.exec(text);
  const rest = comment ? text.slice(0, comment.index) + text.slice(comment.index + comment[0].length) : text;
  if (UNUSUAL.test(rest) || (comment?.[1] ?? '').includes('\\')) return undefined;
  const said = comment ? (comment[1] ?? comment[2] ?? '') : undefined;
  const odds = ODDS.exec(rest)?.[1];
  return {
    comment: said,
    target: TARGET.exec(rest)?.[1],
    protocol: PROTOCOL.exec(rest)?.[1] as PortProtocol | undefined,
    dst: hostText(DST.exec(rest)?.[1]),
    dport: numberIn(DPORT.exec(rest)?.[1]),
    dnat: DNAT.exec(rest)?.[1],
    odds: odds === undefined ? undefined : meantProbability(Math.round(Number(odds) * 0x8000_0000)),
    affinity: rest.includes(' --rcheck'),
  };
}

/** 0.0.0.0 as a host is nobody's; and an address that is not written as the kernel does is read in full. */
function hostText(text: string | undefined): string | undefined {
  return text === undefined || text === '0.0.0.0' ? undefined : text;
}

function numberIn(text: string | undefined): number | undefined {
  return text === undefined ? undefined : Number(text);
}

/** What a rule that was read shows. */
export function glanceAtRule(rule: XtRule): Glance {
  const { target } = rule;
  const name = target?.target === 'unrecognised' ? target.spec.name : target?.target;
  const address = hostOfTest(rule.dst);
  const place = dnatOf(rule);
  return {
    comment: commentsOf(rule)[0],
    target: jumpOf(rule) ?? name,
    protocol: protocolOfRule(rule),
    dst: address && formatIp(address),
    dport: dportOf(rule),
    dnat: place && (place.port === undefined ? formatIp(place.address) : formatEndpoint(place.address, place.port)),
    odds: oddsOf(rule),
    affinity: isAffinity(rule),
  };
}
