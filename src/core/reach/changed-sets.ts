import type { Netns } from '../linux/netns';
import type { XtTable } from '../linux/xtables/types';

/** Names of the ipsets that a table's rules add packets to, or take them from. */
function changedBy({ chains }: XtTable): string[] {
  return [...chains.values()].flatMap((chain) =>
    Array.from({ length: chain.length }, (_, at) => chain.rule(at).target).flatMap((target) => {
      if (target?.target !== 'SET') return [];
      const { add, del } = target.spec;
      return [add, del].flatMap((reference) => (reference ? [reference.value.name] : []));
    }),
  );
}

/** Do rules of a host change this ipset (net/netfilter/xt_set.c `set_target_v3`)? Looked for when the first set is asked about. */
export function setChanges({ xtables }: Netns): (set: string) => boolean {
  let changed: ReadonlySet<string> | undefined;
  const look = (): ReadonlySet<string> =>
    new Set(Object.values(xtables).flatMap(({ tables }) => [...tables.values()].flatMap((table) => changedBy(table))));
  return (set) => (changed ??= look()).has(set);
}
