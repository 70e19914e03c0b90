import type { NftFamily } from '../types';

/** Names of priorities, and the hooks that know them (`std_prio_lookup` of nft). */
const NAMED: readonly (readonly [name: string, at: number, hook?: string])[] = [
  ['raw', -300],
  ['mangle', -150],
  ['dstnat', -100, 'prerouting'],
  ['filter', 0],
  ['security', 50],
  ['srcnat', 100, 'postrouting'],
];
const BRIDGE: typeof NAMED = [
  ['dstnat', -300, 'prerouting'],
  ['filter', -200],
  ['out', 100, 'output'],
  ['srcnat', 300, 'postrouting'],
];
const NEAR = 10;

const namesFor = (family: NftFamily): typeof NAMED => (family === 'bridge' ? BRIDGE : NAMED);

/** `filter - 5`, `-90`, `dstnat+10`; undefined: it cannot be read. */
export function parsePriority(text: string, family: NftFamily): number | undefined {
  const parts = /^(?:([a-z]+)\s*)?(?:([+-]?)\s*(\d+))?$/.exec(text.trim());
  if (!parts) return undefined;
  const [, name, sign, digits] = parts;
  const base = name === undefined ? 0 : namesFor(family).find(([each]) => each === name)?.[1];
  if (base === undefined || (name === undefined && digits === undefined)) return undefined;
  return base + (sign === '-' ? -1 : 1) * Number(digits ?? 0);
}

/** As nft lists it. */
export function printPriority(priority: number, hook: string, family: NftFamily): string {
  for (const [name, at, only] of namesFor(family)) {
    const offset = priority - at;
    if (Math.abs(offset) > NEAR || (only !== undefined && only !== hook)) continue;
    return offset === 0 ? name : `${name} ${offset < 0 ? '-' : '+'} ${Math.abs(offset)}`;
  }
  return String(priority);
}
