import { tableName, type NftTable } from '../../linux/nftables/types';
import type { FindingPlace } from './finding';

const JUMP = /\b(?:jump|goto)\s+([^\s,;}"]+)/g;

/** Everything in a table that leads to a chain: rules, verdict maps in them, elements of named maps. */
export function nftJumps(table: NftTable): ReadonlyMap<string, FindingPlace[]> {
  const found = new Map<string, FindingPlace[]>();
  const name = tableName(table);
  const note = (text: string, place: FindingPlace): void => {
    for (const [, target = ''] of text.replaceAll(/"[^"]*"/g, '').matchAll(JUMP)) {
      const known = found.get(target);
      if (known) known.push(place);
      else found.set(target, [place]);
    }
  };
  for (const { name: chain, length, text } of table.chains.values()) {
    for (let index = 0; index < length; index++) note(text(index), { table: name, chain, index });
  }
  for (const [set, { data, elements }] of table.sets) {
    if (data !== 'verdict') continue;
    for (let at = 0; at < elements.length; at++) {
      const text = elements.text(at);
      note(text, { table: name, chain: set, text });
    }
  }
  return found;
}
