import { type Steps, SLICE_OF_LINES } from '../lib/scan';
import { knownExpression } from '../linux/nftables/expressions';
import { knownStatement } from '../linux/nftables/statements';
import type { NftChain, NftExpression, NftRight, NftRuleset, NftTable } from '../linux/nftables/types';
import type { NftPattern } from '../linux/nftables/datum';
import { noteClue, type Clues } from './clues';

/** Longer sets are of Pods' links, not of the devices a person has. */
const MOST_ELEMENTS = 64;
/** Only rules with one of these can name a device; the others are not even read. */
const WORTH_READING = /\b[io]if(?:name)?\b/;

const SERVED: Readonly<Record<Clues['family'], readonly NftTable['family'][]>> = {
  ipv4: ['ip', 'inet'],
  ipv6: ['ip6', 'inet'],
};

/** Adds the devices that rules of nftables name. */
export function* addNftDevices(clues: Clues, { tables }: NftRuleset): Steps<void> {
  let done = 0;
  for (const table of tables.values()) {
    for (const chain of SERVED[clues.family].includes(table.family) ? table.chains.values() : []) {
      for (let index = 0; index < chain.length; index++) {
        if (++done % SLICE_OF_LINES === 0) yield 0;
        if (WORTH_READING.test(chain.text(index))) noteDevices(clues, table, { chain, index });
      }
    }
  }
}

function noteDevices(
  clues: Clues,
  table: NftTable,
  { chain, index }: { readonly chain: NftChain; readonly index: number },
): void {
  const line = chain.line(index);
  const evidence = line === undefined ? undefined : { line, text: chain.text(index) };
  for (const each of chain.rule(index).statements.map(knownStatement)) {
    const names =
      each.statement === 'match'
        ? namesIn(table, each.spec.left, each.spec.right)
        : each.statement === 'vmap'
          ? namesIn(table, each.spec.key, each.spec.map)
          : [];
    for (const name of names) noteClue(clues.interfaces, name, name, evidence);
  }
}

/** Names a device is compared with: `eth0`, and `veth+` for all that begin so, as iptables writes it. */
function namesIn(table: NftTable, compared: NftExpression, right: NftRight): string[] {
  const left = knownExpression(compared);
  const parts = left.expression === 'concat' ? left.spec.parts.map(knownExpression) : [left];
  return parts.flatMap((part, index) => {
    if (part.expression !== 'meta' || !WORTH_READING.test(part.spec.key)) return [];
    return patternsIn(table, right).flatMap((pattern) => {
      const { from, prefix } = pattern[index] ?? {};
      return typeof from === 'string' && from !== '' ? [prefix === undefined ? from : `${from}+`] : [];
    });
  });
}

function patternsIn({ sets }: NftTable, right: NftRight): NftPattern[] {
  if (right.kind === 'pattern') return [right.pattern];
  const elements = (right.kind === 'set' ? right.set : right.kind === 'reference' ? sets.get(right.name) : undefined)
    ?.elements;
  return Array.from(
    { length: Math.min(elements?.length ?? 0, MOST_ELEMENTS) },
    (_, at) => elements?.element(at)?.key,
  ).filter((key) => key !== undefined && key !== 'any');
}
