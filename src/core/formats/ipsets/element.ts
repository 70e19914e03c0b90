import { defaultFamily } from '../../linux/ipset/dimensions';
import type { IpSet, IpSetMember } from '../../linux/ipset/ip-set';
import { joinWords } from '../lines/text-lines';

/** Sets by name, in the order of the text. */
export type IpSets = ReadonlyMap<string, IpSet>;

/** A set while its lines are read. */
export interface GrowingSet {
  readonly name: string;
  readonly type: string;
  readonly options: string;
  readonly members: IpSetMember[];
}

/** Types by their names before ipset 5. */
const OLD_TYPES: Readonly<Record<string, string>> = {
  ipmap: 'bitmap:ip',
  macipmap: 'bitmap:ip,mac',
  portmap: 'bitmap:port',
  iphash: 'hash:ip',
  nethash: 'hash:net',
  ipporthash: 'hash:ip,port',
  ipportiphash: 'hash:ip,port,ip',
  ipportnethash: 'hash:ip,port,net',
  setlist: 'list:set',
};

/** `hash:ip`, also by its old name `iphash`; undefined: no type of set. */
export function setType(word: string): string | undefined {
  if (/^(?:hash|bitmap|list):[a-z,]+$/.test(word)) return word;
  return Object.hasOwn(OLD_TYPES, word) ? OLD_TYPES[word] : undefined;
}

/** A member from what stands behind the set's name: the element, then its options in any order. */
export function memberOf(element: string, words: string): IpSetMember {
  if (words === '') return { element, nomatch: false };
  const parts = words.match(/"(?:[^"\\]|\\.)*"|\S+/g) ?? [];
  const left = parts.filter((part) => part !== 'nomatch');
  const options = left.join(' ');
  return { element, nomatch: left.length < parts.length, ...(options === '' ? {} : { options }) };
}

/** A set whose lines have all been read. */
export function builtSet({ name, type, options, members }: GrowingSet): IpSet {
  const family = /(?:^|\s)family inet6(?:\s|$)/.test(options) ? 'ipv6' : defaultFamily(type);
  return { name, type, options, members, ...(family ? { family } : {}) };
}

/** `10.0.0.1,tcp:80 timeout 30 nomatch`. */
export function memberText({ element, options, nomatch }: IpSetMember): string {
  return joinWords(element, options, nomatch ? 'nomatch' : '');
}
