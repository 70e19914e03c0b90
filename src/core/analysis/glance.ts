import type { Fraction } from '../lib/fraction';
import { meantProbability } from '../linux/xtables/matches/statistic';
import type { XtRule } from '../linux/xtables/types';
import { formatIp } from '../net/ip';
import { formatEndpoint } from '../net/tuple';
import type { PastedChain } from './layers';
import {
  commentsOf,
  dnatOf,
  dportOf,
  hostOfTest,
  isAffinity,
  jumpOf,
  oddsOf,
  protocolOfRule,
  type PortProtocol,
} from './rule-facts';

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
