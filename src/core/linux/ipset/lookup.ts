import { once, getMemo, type Memo } from '../../lib/memo';
import { type Skb, lengthBounds } from '../skb';
import { packetKeys, parsePart, type Wording } from './dimensions';
import { findKind } from './kinds';
import {
  type LiveSet,
  makeMember,
  type Member,
  makeSettings,
  type IpSet,
  type IpSetMember,
  type LiveSets,
  isExpired,
  SOME_MAC,
} from './ip-set';
import { formatIp } from '../../net/ip';
import { hasPorts } from '../../net/packet';
import type { Ternary } from '../chain-walk';

export type SetSide = 'src' | 'dst';

/** hash:net,iface: the interfaces a network is listed with, and the key of each. */
interface Listed {
  readonly iface: string;
  readonly key: string;
}

/** The members of a set as they were saved, ready to be asked. */
export interface Index extends Wording {
  /** Prefix lengths in use by part, longest first. */
  readonly prefixes: readonly (readonly number[])[];
  readonly members: ReadonlyMap<string, Member>;
  readonly networks: ReadonlyMap<string, readonly Listed[]>;
}

interface Building extends Wording {
  readonly prefixes: readonly Set<number>[];
  readonly members: Map<string, Member>;
  readonly networks: Map<string, Listed[]>;
}

/** Puts one line in. False: not understood. */
function addLine(index: Building, line: IpSetMember): boolean {
  const { kind, settings, prefixes, members, networks } = index;
  const texts = line.element.split(',');
  const wanted = kind.lastOptional && texts.length < kind.parts.length ? kind.parts.slice(0, -1) : kind.parts;
  const parts = wanted.map((part, i) => parsePart(part, texts[i] ?? '', index));
  const keys: string[] = [];
  for (const [i, part] of parts.entries()) {
    if (!part) return false;
    if (part.prefix !== undefined) prefixes[i]?.add(part.prefix);
    keys.push(part.key);
  }
  const member = makeMember(line, settings.timeout);
  const optional = kind.lastOptional ? keys.splice(kind.parts.length - 1)[0] : undefined;
  const key = keys.join(' ');
  members.set(key, optional === undefined ? member : { ...member, mac: optional });
  if (kind.firstNetworkOnly) {
    const listed = networks.get(keys[0] ?? '') ?? [];
    networks.set(keys[0] ?? '', [...listed, { iface: keys[1] ?? '', key }]);
  }
  return true;
}

function buildIndex(set: IpSet): Index | 'unknown' {
  const kind = findKind(set.type);
  const settings = makeSettings(set);
  // A mask over two networks is not simulated.
  if (!kind || kind.parts.length === 0 || (settings.mask && set.type === 'hash:net,net')) return 'unknown';
  const prefixes = kind.parts.map(() => new Set<number>());
  const building: Building = { kind, settings, prefixes, members: new Map(), networks: new Map() };
  for (const line of set.members) if (!addLine(building, line)) return 'unknown';
  return { ...building, prefixes: prefixes.map((each) => [...each].sort((a, b) => b - a)) };
}

/** The saved members of a set, read once; `unknown`: a type or an element nobody here can read. */
export const indexOf = once(buildIndex);

/** A member as packets have left it; undefined: there is none. */
export function memberAt(index: Index, live: LiveSet | undefined, key: string): Member | undefined {
  const changed = live?.changes.get(key);
  if (changed !== undefined) return changed === 'gone' ? undefined : changed;
  return index.members.get(key);
}

/** Prefix lengths of a part: those saved, and those packets added where there were none. */
function listPrefixes(index: Index, live: LiveSet | undefined, part: number): readonly number[] {
  const saved = index.prefixes[part] ?? [];
  return saved.length > 0 || index.kind.parts[part] !== 'net' ? saved : (live?.prefixes[part] ?? []);
}

/** Keys a packet could be listed by, for each part. */
export function partKeys(
  index: Index,
  live: LiveSet | undefined,
  asked: { readonly skb: Skb; readonly directions: readonly SetSide[] },
): readonly (readonly string[])[] | 'unknown' {
  const keys: (readonly string[])[] = [];
  let unknown = false;
  for (const [i, part] of index.kind.parts.entries()) {
    const side = asked.directions[i] ?? 'src';
    const { kind, settings } = index;
    const each = packetKeys(part, asked.skb, { kind, settings, side, prefixes: listPrefixes(index, live, i) });
    if (each.length === 0) return [];
    // What may be missing in an element is no part of its key.
    if (index.kind.lastOptional && i === index.kind.parts.length - 1) break;
    if (each === 'unknown') unknown = true;
    else keys.push(each);
  }
  return unknown ? 'unknown' : keys;
}

/** Every element of a set the packet falls under, most specific first: its key and member (`mtype_test_cidrs`). */
function* membersFor(
  index: Index,
  live: LiveSet | undefined,
  keys: readonly (readonly string[])[],
): Generator<readonly [key: string, member: Member]> {
  if (keys.length === 0) return;
  if (index.kind.firstNetworkOnly) return yield* listedWith(index, live, keys);
  const walk = function* (at: number, prefix: string): Generator<readonly [string, Member]> {
    for (const key of keys[at] ?? []) {
      const joined = at === 0 ? key : `${prefix} ${key}`;
      if (at + 1 < keys.length) yield* walk(at + 1, joined);
      else {
        const member = memberAt(index, live, joined);
        if (member) yield [joined, member];
      }
    }
  };
  yield* walk(0, '');
}

/** The kernel stops at the first network that is listed at all, whatever the interface (`hash_netiface4_data_equal`). */
function* listedWith(
  index: Index,
  live: LiveSet | undefined,
  [networks = [], [iface = ''] = []]: readonly (readonly string[])[],
): Generator<readonly [key: string, member: Member]> {
  for (const network of networks) {
    const added = [...(live?.changes.keys() ?? [])].filter((key) => key.startsWith(`${network} `));
    const listed = [
      ...(index.networks.get(network) ?? []),
      ...added.map((key) => ({ key, iface: key.slice(network.length + 1) })),
    ];
    let any = false;
    for (const { key, iface: name } of listed) {
      const member = memberAt(index, live, key);
      any ||= member !== undefined;
      if (member && (member.wildcard ? iface.startsWith(name) : iface === name)) yield [key, member];
    }
    if (any) return;
  }
}

/** The set as packets have left it, to be changed. */
export function getLive(sets: Map<string, LiveSet>, set: IpSet, index: Index): LiveSet {
  const known = sets.get(set.name);
  if (known) return known;
  const size = index.members.size;
  const made: LiveSet = { changes: new Map(), size, prefixes: [], mayHave: false, mayLack: false };
  sets.set(set.name, made);
  return made;
}

/**
 * Element a packet would be in a set, as `ipset save` writes it: `10.96.0.10,udp:53`. Networks as the address that is
 * looked for in them, other parts by their name. Undefined for lists of sets and unknown types.
 */
export function packetWords(set: IpSet, { packet }: Skb, directions: readonly SetSide[]): string | undefined {
  const kind = findKind(set.type);
  const { l4 } = packet;
  const words = kind?.parts.map((part, i) => {
    const side = directions[i] ?? 'src';
    if (part === 'ip' || part === 'net') return formatIp(packet[side]);
    if (part !== 'port' || !hasPorts(l4)) return part;
    return (kind.barePorts ? '' : `${l4.proto}:`) + (side === 'src' ? l4.sport : l4.dport);
  });
  return words?.join(',') || undefined;
}

/** A packet held against sets. */
export interface SetQuestion {
  readonly sets: ReadonlyMap<string, IpSet>;
  /** Changes of the sets by packets; changed in place. */
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

/** Member after a packet fell under it: its counters, and the link-layer address that was missing. */
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
