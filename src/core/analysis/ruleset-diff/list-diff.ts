import type { Remade } from './types';

/** Something that is a list of members, whose order says nothing, and a line that says how it is made. */
export interface MemberList {
  readonly name: string;
  readonly made: string;
  readonly members: readonly string[];
}

export interface ListDifference {
  readonly name: string;
  readonly kind: 'added' | 'removed' | 'changed';
  readonly added: readonly string[];
  readonly removed: readonly string[];
  readonly made?: Remade;
}

/** Lists that came, went, or have other members, and the names of those that are the same. */
export function diffLists(
  before: Iterable<MemberList>,
  after: Iterable<MemberList>,
): { readonly changed: ListDifference[]; readonly same: string[] } {
  const [a, b] = [byName(before), byName(after)];
  const changed: ListDifference[] = [];
  const same: string[] = [];
  for (const name of [...new Set([...a.keys(), ...b.keys()])].toSorted()) {
    const difference = diffList(name, a.get(name), b.get(name));
    if (difference) changed.push(difference);
    else same.push(name);
  }
  return { changed, same };
}

function diffList(
  name: string,
  old: MemberList | undefined,
  fresh: MemberList | undefined,
): ListDifference | undefined {
  const [left, right] = [new Set(old?.members), new Set(fresh?.members)];
  const added = [...right].filter((member) => !left.has(member));
  const removed = [...left].filter((member) => !right.has(member));
  const kind = !old ? 'added' : fresh ? 'changed' : 'removed';
  const remade = old && fresh && old.made !== fresh.made ? { made: { before: old.made, after: fresh.made } } : {};
  if (kind === 'changed' && !('made' in remade) && added.length + removed.length === 0) return undefined;
  return { name, kind, added, removed, ...remade };
}

function byName(lists: Iterable<MemberList>): Map<string, MemberList> {
  return new Map([...lists].map((list) => [list.name, list]));
}
