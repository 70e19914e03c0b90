import { phrase } from '../../lib/phrase';
import type { Difference } from '../../paste/proxy/types';
import type { KernelState } from '../../kubernetes/proxy/mode';
import type { IpFamily } from '../../net/ip';
import { editsBetween } from '../diff/chain-diff';
import { tableFromLines } from '../../linux/nftables/table-from-lines';
import { printNftRule } from '../../linux/nftables/text/print-ruleset';
import { printElements } from '../../linux/nftables/text/print-set';
import { tableName, type NftChain, type NftTable } from '../../linux/nftables/types';
import { readNftChainName } from '../../paste/proxy/nft-ports';

/** Lists what recompiling does not give back of kube-proxy's table of one family: chains, rules, elements; empty: all. */
export function compareNftables(family: IpFamily, observed: NftTable, state: KernelState): Difference[] {
  const { nftables } = state;
  if (!nftables) return [];
  const compiled = tableFromLines(nftables);
  const names = new Set([...observed.chains.keys(), ...compiled.chains.keys()]);
  const chains = [...names].flatMap((name) =>
    chainDifferences(
      { family, table: tableName(observed), chain: name },
      observed.chains.get(name),
      compiled.chains.get(name),
    ),
  );
  return [...chains, ...setDifferences(family, observed, compiled)];
}

type Where = Pick<Difference, 'family' | 'table' | 'chain'>;

function chainDifferences(where: Where, seen: NftChain | undefined, wanted: NftChain | undefined): Difference[] {
  const { chain } = where;
  const values = { chain, rules: seen?.length ?? 0 };
  if (!seen)
    return [{ ...where, kind: 'missing', text: chain, why: phrase('reconstruct.difference.missing-chain', values) }];
  if (!wanted) {
    if (readNftChainName(chain))
      return [{ ...where, kind: 'stale', text: chain, why: phrase('reconstruct.difference.stale-chain', values) }];
    return [{ ...where, kind: 'stale', text: chain, why: phrase('reconstruct.difference.old-chain', values) }];
  }
  const [a, b] = [listTexts(wanted), listTexts(seen)];
  return editsBetween(a, b).flatMap((edit): Difference[] => {
    if (edit.kind === 'same') return [];
    if (edit.kind === 'added') {
      const why = phrase('reconstruct.difference.extra-rule', { chain });
      return [{ ...where, kind: 'changed', index: edit.after, text: b[edit.after] ?? '', why }];
    }
    return [
      {
        ...where,
        kind: 'missing',
        text: a[edit.before] ?? '',
        why: phrase('reconstruct.difference.missing-rule', { chain }),
      },
    ];
  });
}

function listTexts(chain: NftChain): string[] {
  return Array.from({ length: chain.length }, (_, index) => normal(printNftRule(chain.rule(index))));
}

/** A bracketed list of sources is a set: its order says nothing, and one alone is listed with brackets or without. */
function normal(text: string): string {
  return text.replace(/saddr != \{ (.*) \} drop/, (_, list: string) => {
    const sources = list.split(', ').toSorted();
    return sources.length === 1 ? `saddr != ${list} drop` : `saddr != { ${sources.join(', ')} } drop`;
  });
}

function setDifferences(family: IpFamily, observed: NftTable, compiled: NftTable): Difference[] {
  const names = new Set([...observed.sets.keys(), ...compiled.sets.keys()]);
  return [...names].flatMap((name): Difference[] => {
    const [seen, wanted] = [observed.sets.get(name), compiled.sets.get(name)];
    const where = { family, table: tableName(observed), chain: name };
    // Who was sent where is the kernel's memory, not kube-proxy's writing.
    if (seen?.flags.includes('dynamic') && wanted) return [];
    const has = new Set(seen ? printElements(seen).map(withoutComment) : []);
    const wants = new Set(wanted ? printElements(wanted).map(withoutComment) : []);
    const extra = [...has].filter((text) => !wants.has(text));
    const lost = [...wants].filter((text) => !has.has(text));
    const differences: Difference[] = [
      ...extra.map((text): Difference => ({
        ...where,
        kind: 'changed',
        text,
        why: phrase('reconstruct.difference.extra-rule', { chain: name }),
      })),
      ...lost.map((text): Difference => ({
        ...where,
        kind: 'missing',
        text,
        why: phrase('reconstruct.difference.missing-rule', { chain: name }),
      })),
    ];
    if (!seen || !wanted) {
      const id = seen
        ? phrase('reconstruct.difference.old-chain', { chain: name, rules: 0 })
        : phrase('reconstruct.difference.missing-chain', { chain: name });
      differences.unshift({ ...where, kind: seen ? 'stale' : 'missing', text: name, why: id });
    }
    return differences;
  });
}

function withoutComment(text: string): string {
  return text.replace(/ comment "[^"]*"/, '');
}
