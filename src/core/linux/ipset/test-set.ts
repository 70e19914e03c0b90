import { getMemo, type Memo } from '../../lib/memo';
import type { Ternary } from '../chain-walk';
import { lengthBounds, type Skb } from '../skb';
import { type LiveSets, isExpired, SOME_MAC, type Member, type IpSet } from './ip-set';
import { indexOf, getLive, membersFor, partKeys, type Index, type SetSide } from './lookup';

export type { SetSide } from './lookup';

/** A packet held against sets. */
export interface SetQuestion {
  readonly sets: ReadonlyMap<string, IpSet>;
  /** What packets made of them; it is changed. */
  readonly live: LiveSets;
  readonly memo?: Memo;
  /** Milliseconds since the run began. */
  readonly now: number;
  readonly skb: Skb;
  /** `src,dst`: which end of the packet each part is. */
  readonly directions: readonly SetSide[];
  /** --return-nomatch: exceptions match, members do not. */
  readonly returnNomatch?: boolean;
  /** `! --update-counters`, `! --update-subcounters`. */
  readonly keepCounters?: boolean;
  readonly keepSubcounters?: boolean;
  /** --packets-eq and its like: a member whose counters do not fit is passed over. */
  readonly fits?: (member: Member) => Ternary;
}

/** How a set answered; `member` is the one that decided. */
interface SetAnswer {
  readonly found: Ternary;
  readonly member?: Member;
}

const NOT_FOUND: SetAnswer = { found: false };
const UNKNOWN: SetAnswer = { found: 'unknown' };

function testList(set: IpSet, question: SetQuestion): SetAnswer {
  const { fits: _fits, ...rest } = question;
  const keepCounters = question.keepSubcounters ?? question.keepCounters ?? false;
  let unknown = false;
  for (const { element } of set.members) {
    const member = question.sets.get(element);
    const answer = member && member.type !== 'list:set' ? lookUpInSet(member, { ...rest, keepCounters }) : UNKNOWN;
    if (answer.found === true) return unknown ? UNKNOWN : answer;
    unknown ||= answer.found === 'unknown';
  }
  return unknown ? UNKNOWN : NOT_FOUND;
}

/** The member after a packet fell under it (`ip_set_update_counter`). */
function counted(member: Member, { skb }: SetQuestion): Member {
  const { min, max } = lengthBounds(skb.packet);
  const bytes = { min: member.bytes.min + min, max: member.bytes.max + max };
  return { ...member, packets: member.packets + 1, bytes };
}

function refused({ skb, directions }: SetQuestion, set: IpSet, parts: number): boolean {
  return directions.length < parts || (set.family !== undefined && set.family !== skb.packet.family);
}

/** bitmap:ip,mac: does the link-layer address fit? */
function fitsMac({ mac }: Member, { skb, directions }: SetQuestion): Ternary {
  if (mac === undefined) return true;
  if (mac === SOME_MAC || directions[1] !== 'src' || skb.frameSource === undefined) return 'unknown';
  return mac === skb.frameSource;
}

/** What a packet leaves of the member it fell under: its counters, and the link-layer address that was missing. */
function touched(listed: Member, index: Index, question: SetQuestion): Member {
  if (index.kind.lastOptional && listed.mac === undefined) {
    return { ...listed, mac: question.skb.frameSource ?? SOME_MAC };
  }
  return index.settings.counters && question.keepCounters !== true ? counted(listed, question) : listed;
}

/** One member the packet falls under. False: look on. */
function judge(
  [key, listed]: readonly [string, Member],
  set: IpSet,
  index: Index,
  question: SetQuestion,
): SetAnswer | false {
  if (isExpired(listed, question.now)) return false;
  const mac = index.kind.lastOptional ? fitsMac(listed, question) : true;
  if (mac !== true) return mac === 'unknown' && UNKNOWN;
  const before = question.live.get(set.name);
  const doubtful = before?.mayLack === true && !before.changes.has(key);
  const member = touched(listed, index, question);
  if (member !== listed) getLive(question.live, set, index).changes.set(key, member);
  const fits = index.settings.counters ? (question.fits?.(member) ?? true) : true;
  if (fits === false) return false;
  if (fits === 'unknown' || doubtful) return UNKNOWN;
  return { found: member.nomatch === (question.returnNomatch ?? false), member };
}

/**
 * Looks a packet up in a set (net/netfilter/ipset/ip_set_core.c `ip_set_test`). Of nested networks the most
 * specific decides; a member past its time or with counters that do not fit is passed over. Counts the packet
 * where the set has counters. Types that are not known answer `unknown`.
 */
export function lookUpInSet(set: IpSet, question: SetQuestion): SetAnswer {
  if (set.type === 'list:set') return testList(set, question);
  const index = indexOf(set, getMemo(question));
  if (index === 'unknown') return UNKNOWN;
  if (refused(question, set, index.kind.parts.length)) return NOT_FOUND;
  const live = question.live.get(set.name);
  const keys = partKeys(index, live, question);
  if (keys === 'unknown') return (live?.size ?? index.members.size) === 0 && !live?.mayHave ? NOT_FOUND : UNKNOWN;
  for (const found of membersFor(index, live, keys)) {
    const answer = judge(found, set, index, question);
    if (answer) return answer;
  }
  return live?.mayHave ? UNKNOWN : NOT_FOUND;
}

/** Is the packet in the set? */
export function testSet(set: IpSet, question: SetQuestion): Ternary {
  return lookUpInSet(set, question).found;
}
