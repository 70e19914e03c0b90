import { getMemo } from '../../lib/memo';
import { cidr, contains, getBits, isUnspecified, type IpAddress } from '../../net/ip';
import { lengthBounds } from '../skb';
import { type LiveSet, isExpired, PLAIN, SOME_MAC, type Member, type IpSet } from './ip-set';
import { indexOf, getLive, memberAt, partKeys, type Index, type SetSide, type SetQuestion } from './lookup';

/** How a packet is put into a set. */
export interface AddQuestion extends SetQuestion {
  /** --exist: a member that is there already is set anew. */
  readonly exist?: boolean;
  /** Seconds; absent: as the set says. */
  readonly timeout?: number;
}

/** `--add-set` and `--del-set` said whether they could. */
type Changed = 'done' | 'refused';

const addressOf = ({ skb }: SetQuestion, side: SetSide | undefined): IpAddress =>
  side === 'dst' ? skb.packet.dst : skb.packet.src;

/** The ends of `a-b`; a network has its own. */
function inRange(range: string, address: IpAddress): boolean {
  const [low = '', high] = range.split('-');
  if (high === undefined) return contains(cidr(low), address);
  const [from, to] = [cidr(low).address.words[0] ?? 0, cidr(high).address.words[0] ?? 0];
  const word = address.words[0] ?? 0;
  return word >= from && word <= to;
}

/** A bitmap has room for its range only; hash:ip does not take 0.0.0.0. */
function hasRoomFor(index: Index, question: SetQuestion): boolean {
  const { kind, settings } = index;
  const address = addressOf(question, question.directions[0]);
  if (kind.type === 'hash:ip') return !isUnspecified(address);
  if (!kind.type.startsWith('bitmap:') || settings.range === undefined) return true;
  if (!kind.barePorts) return inRange(settings.range, address);
  const { l4 } = question.skb.packet;
  const port = 'sport' in l4 ? (question.directions[0] === 'dst' ? l4.dport : l4.sport) : -1;
  const [low = 0, high = low] = settings.range.split('-').map(Number);
  return port >= low && port <= high;
}

/** The element a packet is added or deleted as: networks with the most specific prefix of the set (`h->nets[0].cidr[0]`). */
function findElement(
  index: Index,
  live: LiveSet,
  question: SetQuestion,
): { readonly key: string } | 'unknown' | undefined {
  const host = getBits(question.skb.packet.family);
  const prefixes = index.kind.parts.map((part, i) => {
    if (part !== 'net') return [];
    return [index.prefixes[i]?.[0] ?? live.prefixes[i]?.[0] ?? host];
  });
  const keys = partKeys({ ...index, prefixes }, undefined, question);
  if (keys === 'unknown') return 'unknown';
  return keys.length === 0 ? undefined : { key: keys.map(([key = '']) => key).join(' ') };
}

/** The changes over a set; undefined: the set, or the way the packet asks for it, does not allow any. */
function opened(set: IpSet, question: SetQuestion): { index: Index; live: LiveSet } | undefined {
  const index = indexOf(set, getMemo(question));
  if (index === 'unknown' || question.directions.length < index.kind.parts.length) return undefined;
  if (set.family !== undefined && set.family !== question.skb.packet.family) return undefined;
  return { index, live: getLive(question.live, set, index) };
}

function newMember(index: Index, question: AddQuestion): Member {
  const { settings } = index;
  const seconds = settings.timeout === undefined ? 0 : (question.timeout ?? settings.timeout);
  return {
    ...PLAIN,
    ...(settings.counters ? { packets: 1, bytes: lengthBounds(question.skb.packet) } : {}),
    ...(index.kind.lastOptional ? { mac: question.skb.frameSource ?? SOME_MAC } : {}),
    ...(seconds > 0 ? { expires: question.now + seconds * 1000 } : {}),
  };
}

/** Members past their time are taken out when room is needed (`mtype_expire`). */
function expire(index: Index, live: LiveSet, now: number): void {
  const keys = new Set([...index.members.keys(), ...live.changes.keys()]);
  for (const key of keys) {
    const member = memberAt(index, live, key);
    if (!member || !isExpired(member, now)) continue;
    live.changes.set(key, 'gone');
    live.size--;
  }
}

/** A full hash refuses; with forceadd some member goes, and which one is the hash's secret. */
function makeRoom(index: Index, live: LiveSet, now: number): boolean {
  if (live.size >= index.settings.maxElements) expire(index, live, now);
  if (live.size < index.settings.maxElements) return true;
  if (!index.settings.forceadd) return false;
  live.mayLack = true;
  live.size--;
  return true;
}

/** A set of networks that had none yet gets the packets' own prefix. */
function notePrefixes(index: Index, live: LiveSet, { skb }: SetQuestion): void {
  if (live.prefixes.length > 0 || !index.kind.parts.includes('net')) return;
  live.prefixes = index.kind.parts.map((part) => (part === 'net' ? [getBits(skb.packet.family)] : []));
}

function addToList(set: IpSet, question: AddQuestion): Changed {
  for (const { element } of set.members) {
    const member = question.sets.get(element);
    if (member && member.type !== 'list:set' && addToSet(member, question) === 'done') return 'done';
  }
  return 'refused';
}

/** Puts the packet into a set (`ip_set_add`, `mtype_add`). */
export function addToSet(set: IpSet, question: AddQuestion): Changed {
  if (set.type === 'list:set') return addToList(set, question);
  const at = opened(set, question);
  if (!at || !hasRoomFor(at.index, question)) return 'refused';
  const { index, live } = at;
  const element = findElement(index, live, question);
  if (element === undefined) return 'refused';
  if (element === 'unknown') {
    live.mayHave = true;
    return 'done';
  }
  const { key } = element;
  const present = memberAt(index, live, key);
  const alive = present !== undefined && !isExpired(present, question.now);
  if (alive && !question.exist) return 'refused';
  if (!present && !makeRoom(index, live, question.now)) return 'refused';
  if (!present) live.size++;
  live.changes.set(key, newMember(index, question));
  notePrefixes(index, live, question);
  return 'done';
}

/** Takes the packet's element out of a set (`ip_set_del`, `mtype_del`). */
export function deleteFromSet(set: IpSet, question: SetQuestion): Changed {
  if (set.type === 'list:set') {
    const found = set.members.some(({ element }) => {
      const member = question.sets.get(element);
      return member !== undefined && member.type !== 'list:set' && deleteFromSet(member, question) === 'done';
    });
    return found ? 'done' : 'refused';
  }
  const at = opened(set, question);
  if (!at) return 'refused';
  const { index, live } = at;
  const element = findElement(index, live, question);
  if (element === 'unknown') live.mayLack = true;
  if (element === undefined || element === 'unknown') return 'refused';
  const { key } = element;
  const present = memberAt(index, live, key);
  if (!present || isExpired(present, question.now)) return 'refused';
  live.changes.set(key, 'gone');
  live.size--;
  return 'done';
}
