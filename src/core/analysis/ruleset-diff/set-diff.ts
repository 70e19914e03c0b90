import type { IpSet } from '../../linux/ipset/types';
import type { SetDifference } from './types';

/** Sets that came, went, or have other members; the order of members is the kernel's and means nothing. */
export function setDifferences(before: Iterable<IpSet>, after: Iterable<IpSet>): SetDifference[] {
  const [a, b] = [byName(before), byName(after)];
  return [...new Set([...a.keys(), ...b.keys()])].toSorted().flatMap((set): SetDifference[] => {
    const [old, fresh] = [a.get(set), b.get(set)];
    const [left, right] = [membersOf(old), membersOf(fresh)];
    const added = [...right].filter((member) => !left.has(member));
    const removed = [...left].filter((member) => !right.has(member));
    const made = { before: headOf(old), after: headOf(fresh) };
    const kind = !old ? 'added' : fresh ? 'changed' : 'removed';
    const remade = kind === 'changed' && made.before !== made.after;
    if (kind === 'changed' && !remade && added.length + removed.length === 0) return [];
    return [{ set, kind, added, removed, ...(remade ? { made } : {}) }];
  });
}

function byName(sets: Iterable<IpSet>): Map<string, IpSet> {
  return new Map([...sets].map((set) => [set.name, set]));
}

function membersOf(set: IpSet | undefined): Set<string> {
  return new Set(set?.members.map(({ element, nomatch }) => (nomatch ? `${element} nomatch` : element)));
}

/** Sizes and seeds of the hash are the kernel's business. */
function headOf(set: IpSet | undefined): string {
  if (!set) return '';
  const options = set.options.replaceAll(/\s*\b(?:hashsize|bucketsize|initval) \S+/g, '');
  return [set.type, set.family ?? '', options.trim()].filter((word) => word !== '').join(' ');
}
