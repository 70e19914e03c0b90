import type { Ternary } from '../choice';
import type { Skb } from '../skb';
import { dimensionsOf, packetKeys, parsePart, type Dimension } from './dimensions';
import type { IpSet } from './types';

export type SetSide = 'src' | 'dst';

/** The members of a set, ready to be asked. */
interface Index {
  readonly dimensions: readonly Dimension[];
  /** Prefix lengths in use by part, longest first. */
  readonly prefixes: readonly (readonly number[])[];
  /** Joined key -> is it an exception? */
  readonly members: ReadonlyMap<string, boolean>;
}

const INDEXES = new WeakMap<IpSet, Index | 'unknown'>();

function buildIndex(set: IpSet): Index | 'unknown' {
  const dimensions = dimensionsOf(set.type);
  if (!dimensions) return 'unknown';
  const bitmap = set.type.startsWith('bitmap:');
  const prefixes = dimensions.map(() => new Set<number>());
  const members = new Map<string, boolean>();
  for (const { element, nomatch } of set.members) {
    const texts = element.split(',');
    const parts = dimensions.map((dimension, i) => parsePart(dimension, texts[i] ?? '', bitmap));
    for (const [i, part] of parts.entries()) {
      if (!part) return 'unknown';
      if (part.prefix !== undefined) prefixes[i]?.add(part.prefix);
    }
    members.set(parts.map((part) => part?.key).join(' '), nomatch);
  }
  return { dimensions, prefixes: prefixes.map((each) => [...each].sort((a, b) => b - a)), members };
}

function indexOf(set: IpSet): Index | 'unknown' {
  const known = INDEXES.get(set);
  if (known) return known;
  const built = buildIndex(set);
  INDEXES.set(set, built);
  return built;
}

/** The first listed element the packet falls under: a member, an exception, or nothing. */
function find(index: Index, keys: readonly (readonly string[])[], at: number, prefix: string): boolean | undefined {
  if (at === keys.length) return index.members.get(prefix);
  for (const key of keys[at] ?? []) {
    const found = find(index, keys, at + 1, at === 0 ? key : `${prefix} ${key}`);
    if (found !== undefined) return found;
  }
  return undefined;
}

function testList(set: IpSet, sets: ReadonlyMap<string, IpSet>, question: Question): Ternary {
  let unknown = false;
  for (const { element } of set.members) {
    const member = sets.get(element);
    const found = member && member.type !== 'list:set' ? testSet(member, sets, question) : 'unknown';
    if (found === true) return true;
    unknown ||= found === 'unknown';
  }
  return unknown ? 'unknown' : false;
}

interface Question {
  readonly skb: Skb;
  /** `src,dst`: which end of the packet each part is. */
  readonly directions: readonly SetSide[];
  /** --return-nomatch: exceptions match, members do not. */
  readonly returnNomatch: boolean;
}

/**
 * Is the packet in the set (net/netfilter/ipset/ip_set_core.c `ip_set_test`)? Of nested networks the
 * most specific decides. Kinds of sets that are not simulated answer `unknown`.
 */
export function testSet(set: IpSet, sets: ReadonlyMap<string, IpSet>, question: Question): Ternary {
  if (set.type === 'list:set') return testList(set, sets, question);
  const index = indexOf(set);
  if (index === 'unknown') return 'unknown';
  const { skb, directions, returnNomatch } = question;
  if (directions.length < index.dimensions.length) return false;
  if (set.family && set.family !== skb.packet.family) return false;
  const bitmap = set.type.startsWith('bitmap:');
  const keys = index.dimensions.map((dimension, i) =>
    packetKeys(dimension, skb, { side: directions[i] ?? 'src', prefixes: index.prefixes[i] ?? [], bitmap }),
  );
  const exception = find(index, keys, 0, '');
  return exception === undefined ? false : exception === returnNomatch;
}
