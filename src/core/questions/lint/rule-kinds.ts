import { UNLISTED_INTERFACES } from '../../formats/listing/rule-of-row';
import type { Match } from '../../linux/xtables/matches';
import { printRule } from '../../linux/xtables/rule-text';
import type { XtRule, XtTable } from '../../linux/xtables/types';
import type { IpFamily } from '../../net/ip';
import { findXmark } from '../../linux/xtables/syntax/numbers';
import type { Target } from '../../linux/xtables/targets';
import { findJump } from '../../paste/layers';
import { tableName, type NftTable } from '../../linux/nftables/types';
import type { FindingPlace } from './finding';

const JUMP = /\b(?:jump|goto)\s+([^\s,;}"]+)/g;

/** Everything in a table that leads to a chain: rules, verdict maps in them, elements of named maps. */
export function nftJumps(table: NftTable): ReadonlyMap<string, FindingPlace[]> {
  const found = new Map<string, FindingPlace[]>();
  const name = tableName(table);
  const note = (text: string, place: FindingPlace): void => {
    for (const [, target = ''] of text.replaceAll(/"[^"]*"/g, '').matchAll(JUMP)) {
      const known = found.get(target);
      if (known) known.push(place);
      else found.set(target, [place]);
    }
  };
  for (const { name: chain, length, text } of table.chains.values()) {
    for (let index = 0; index < length; index++) note(text(index), { table: name, chain, index });
  }
  for (const [set, { data, elements }] of table.sets) {
    if (data !== 'verdict') continue;
    for (let at = 0; at < elements.length; at++) {
      const text = elements.text(at);
      note(text, { table: name, chain: set, text });
    }
  }
  return found;
}

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
export function untilItWrites(rule: XtRule): XtRule {
  const at = rule.matches.findIndex((match) => WRITING.has(match.match) && !isBlind(match));
  return at === -1 ? rule : { ...rule, matches: rule.matches.slice(0, at) };
}

/** Everything a rule asks, test by test as the kernel prints it, comments left out. */
export function listTests(rule: XtRule, family: IpFamily): string[] {
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

/** What rules leave changed behind them, as far as later rules of the same table can ask for it. */
export interface Effects {
  /** Bits of the packet's mark that may be another afterwards. */
  readonly mark: number;
  /** `--ctstate`: the packet may be left untracked, or put into another zone. */
  readonly conntrack: boolean;
  /** Members of ipsets. */
  readonly sets: boolean;
  /** Anything at all: what they do is not known here. */
  readonly anything: boolean;
  /** Asked twice with the same answers they leave the same, and nothing in them counts or draws lots. */
  readonly repeatable: boolean;
}

const NONE: Effects = { mark: 0, conntrack: false, sets: false, anything: false, repeatable: true };
const ANYTHING: Effects = { mark: 0, conntrack: true, sets: true, anything: true, repeatable: false };

/** Targets that write lines, counters, or fields that no stateless test asks for. */
const HARMLESS: ReadonlySet<Target['target']> = new Set([
  'AUDIT',
  'CHECKSUM',
  'CLASSIFY',
  'DSCP',
  'IDLETIMER',
  'LED',
  'LOG',
  'NFLOG',
  'TOS',
  'TRACE',
  'ULOG',
]);

function ofTarget(target: Target): Effects {
  if (HARMLESS.has(target.target)) return NONE;
  if (target.target === 'MARK') {
    const { value, mask } = findXmark(target.spec) ?? { value: 0, mask: 0 };
    // Bits that are exclusive-ored in without being cleared change with every turn.
    return { ...NONE, mark: (value | mask) >>> 0, repeatable: (value & ~mask) === 0 };
  }
  if (target.target === 'CONNMARK') {
    const mark = target.spec.restore ? (target.spec.nfmask?.value ?? 0xffffffff) : 0;
    const taken = target.spec.restore ? (target.spec.ctmask?.value ?? 0xffffffff) : 0;
    return { ...NONE, mark: (mark | taken) >>> 0, repeatable: false };
  }
  if (target.target === 'SET') {
    const { add, del, map } = target.spec;
    const sets = (add ?? del) !== undefined;
    return { ...NONE, mark: map ? 0xffffffff : 0, sets, repeatable: false };
  }
  if (target.target === 'CT' || target.target === 'NOTRACK') return { ...NONE, conntrack: true };
  return ANYTHING;
}

function joined(a: Effects, b: Effects): Effects {
  return {
    mark: (a.mark | b.mark) >>> 0,
    conntrack: a.conntrack || b.conntrack,
    sets: a.sets || b.sets,
    anything: a.anything || b.anything,
    repeatable: a.repeatable && b.repeatable,
  };
}

/** Chains that jump deeper than this are not followed: what they do counts as anything. */
const DEEPEST = 100;

/** What the rules of one table change, chains that they jump to included; each chain is read once, when it is asked for. */
export class TableEffects {
  private readonly table: XtTable;
  private readonly known = new Map<string, Effects>();

  constructor(table: XtTable) {
    this.table = table;
  }

  /** What a packet that comes behind the rule may have been changed in. */
  of(rule: XtRule, depth = 0): Effects {
    const { target } = rule;
    if (!target || (endsHere(rule) && target.target !== 'GOTO')) return NONE;
    const chain = findJump(rule);
    return chain === undefined ? ofTarget(target) : this.ofChain(chain, depth);
  }

  /** Everything that a chain and what it leads to may change. A loop, or a chain that is not there: anything. */
  private ofChain(name: string, depth: number): Effects {
    const known = this.known.get(name);
    if (known) return known;
    const chain = this.table.chains.get(name);
    if (!chain || depth > DEEPEST) return ANYTHING;
    this.known.set(name, ANYTHING);
    let all = NONE;
    for (let index = 0; index < chain.length && !all.anything; index++) {
      const rule = chain.rule(index);
      all = joined(all, this.of(rule, depth + 1));
      if (!isStateless(rule)) all = { ...all, repeatable: false };
    }
    this.known.set(name, all);
    return all;
  }
}

function touchesMatch({ mark, conntrack, sets }: Effects, match: Match): boolean {
  if (match.match === 'mark') return ((match.spec.mark?.value.mask ?? 0xffffffff) & mark) !== 0;
  if (match.match === 'set') return sets;
  return conntrack && (match.match === 'conntrack' || match.match === 'state');
}

/** May a stateless rule answer otherwise after these effects than before? */
export function touches(effects: Effects, { matches }: XtRule): boolean {
  return effects.anything || matches.some((match) => touchesMatch(effects, match));
}
