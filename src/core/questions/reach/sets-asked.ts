import { knownStatement } from '../../linux/nftables/statements';
import type { NftTable } from '../../linux/nftables/types';
import type { XtTable } from '../../linux/xtables/types';

/** Sets that a rule asks whose members nobody knows for all time, by its chain and place. */
export type SetsAsked = (rule: { readonly chain: string; readonly index: number }) => readonly string[];

/** Of a rule of iptables every ipset: programs put members in and take them out, whatever a text lists. */
export function xtSetsAsked({ chains }: XtTable): SetsAsked {
  return ({ chain, index }) => {
    const matches = chains.get(chain)?.rule(index).matches ?? [];
    const names = matches.flatMap((each) => (each.match === 'set' ? (each.spec.set?.value.name ?? []) : []));
    return [...new Set(names)];
  };
}

/** Of a rule of nftables sets that packets fill, or that the text has not: others stand in the table with their members. */
export function nftSetsAsked({ chains, sets }: NftTable): SetsAsked {
  return ({ chain, index }) => {
    const names = (chains.get(chain)?.rule(index).statements ?? []).flatMap((statement) => {
      const known = knownStatement(statement);
      const right = known.statement === 'match' ? known.spec.right : undefined;
      return right?.kind === 'reference' && (sets.get(right.name)?.flags.includes('dynamic') ?? true)
        ? [right.name]
        : [];
    });
    return [...new Set(names)];
  };
}

/** All sets that rules of a table ask, once each. */
export function listSetsAsked(
  chains: ReadonlyMap<string, { readonly length: number }>,
  setsOf: SetsAsked,
): readonly string[] {
  const names = [...chains].flatMap(([chain, { length }]) =>
    Array.from({ length }, (_, index) => setsOf({ chain, index })).flat(),
  );
  return [...new Set(names)];
}
