import type { IpSet } from '../../linux/ipset/types';
import { diffLists, type MemberList } from './list-diff';
import type { SetDifference } from './types';

/** Sets that came, went, or have other members; the order of members is the kernel's and means nothing. */
export function setDifferences(before: Iterable<IpSet>, after: Iterable<IpSet>): SetDifference[] {
  return diffIpsets(before, after).sets;
}

/** The same, with the names of the sets that do not differ. */
export function diffIpsets(
  before: Iterable<IpSet>,
  after: Iterable<IpSet>,
): { readonly sets: SetDifference[]; readonly same: readonly string[] } {
  const { changed, same } = diffLists([...before].map(listOf), [...after].map(listOf));
  return { sets: changed.map(({ name, ...difference }) => ({ set: name, ...difference })), same };
}

function listOf(set: IpSet): MemberList {
  const members = set.members.map(({ element, nomatch }) => (nomatch ? `${element} nomatch` : element));
  return { name: set.name, made: headOf(set), members };
}

/** Sizes and seeds of the hash are the kernel's business. */
function headOf(set: IpSet): string {
  const options = set.options.replaceAll(/\s*\b(?:hashsize|bucketsize|initval) \S+/g, '');
  return [set.type, set.family ?? '', options.trim()].filter((word) => word !== '').join(' ');
}
