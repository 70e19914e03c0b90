import { UNLISTED_INTERFACES } from '../../formats/listing/rule-of-row';
import type { Match } from '../../linux/xtables/matches';
import { printRule } from '../../linux/xtables/rule-text';
import type { XtRule } from '../../linux/xtables/types';
import type { IpFamily } from '../../net/ip';

/** Nothing is asked of the packet: comments do not count. */
export function isUnconditional(rule: XtRule): boolean {
  const { src, dst, indev, outdev, proto, fragment, matches } = rule;
  const isAsked = src ?? dst ?? indev ?? outdev ?? proto ?? fragment;
  return isAsked === undefined && matches.every(({ match }) => match === 'comment');
}

/** DROP or REJECT. */
export function refuses({ target }: XtRule): boolean {
  return target?.target === 'DROP' || target?.target === 'REJECT';
}

const ENDING = new Set([
  'ACCEPT',
  'DROP',
  'REJECT',
  'RETURN',
  'GOTO',
  'DNAT',
  'SNAT',
  'MASQUERADE',
  'REDIRECT',
  'NETMAP',
]);

/** Does a packet that matches never come to the next rule of the chain? */
export function endsHere({ target }: XtRule): boolean {
  return target !== undefined && ENDING.has(target.target);
}

/** Matches whose answer depends on the packet alone, so that it is the same further down the chain. */
const STATELESS = new Set([
  'comment',
  'tcp',
  'udp',
  'sctp',
  'icmp',
  'icmp6',
  'mark',
  'conntrack',
  'state',
  'addrtype',
  'multiport',
  'set',
  'mac',
  'physdev',
  'iprange',
]);

/** Would the rule say the same of a packet whenever it is asked, as long as no rule between changes what it asks? */
export function isStateless({ matches }: XtRule): boolean {
  return matches.every(isStatelessMatch);
}

function isStatelessMatch(match: Match): boolean {
  if (match.match !== 'set') return STATELESS.has(match.match);
  // Counters of a set grow with each packet (net/netfilter/xt_set.c set_match_v4).
  const { packetsEq, packetsLt, packetsGt, bytesEq, bytesLt, bytesGt } = match.spec;
  return (packetsEq ?? packetsLt ?? packetsGt ?? bytesEq ?? bytesLt ?? bytesGt) === undefined;
}

/** The interfaces that `iptables -L` hides: not known, but they write nothing. */
function isBlind(match: Match): boolean {
  return match.match === 'unrecognised' && match.spec.name === UNLISTED_INTERFACES;
}

/** Matches that write what other rules read, as soon as they are asked. */
const WRITING = new Set(['recent', 'hashlimit', 'unrecognised']);

/** The rule up to the first match that leaves something behind: what is asked after it comes too late to keep it from that. */
export function askedFirst(rule: XtRule): XtRule {
  const at = rule.matches.findIndex((match) => WRITING.has(match.match) && !isBlind(match));
  return at === -1 ? rule : { ...rule, matches: rule.matches.slice(0, at) };
}

/** Everything a rule asks, test by test as the kernel prints it, comments left out. */
export function testsOf(rule: XtRule, family: IpFamily): string[] {
  const { src, dst, indev, outdev, proto, fragment, matches } = rule;
  const text = (part: Partial<XtRule>): string => printRule({ matches: [], ...part }, family);
  const headers: Partial<XtRule>[] = [
    ...(src ? [{ src }] : []),
    ...(dst ? [{ dst }] : []),
    ...(indev ? [{ indev }] : []),
    ...(outdev ? [{ outdev }] : []),
    ...(proto ? [{ proto }] : []),
    ...(fragment ? [{ fragment }] : []),
  ];
  const own = matches.filter(({ match }) => match !== 'comment');
  const asked = own.map((match) => (proto ? text({ proto, matches: [match] }) : text({ matches: [match] })));
  return [...headers.map(text), ...asked];
}
