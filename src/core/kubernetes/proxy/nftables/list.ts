import { Memo, once } from '../../../lib/memo';
import type { GeneratedElement, GeneratedNftables, GeneratedNftChain, GeneratedNftSet } from '../mode';
import { listedKey, listedRule } from './list-rule';
import { nftFamily } from './names';
import { elementText } from '../shared/element-text';

/**
 * What `nft list ruleset` (1.0.6) prints of a table. Sets and maps come first, then chains, each in
 * the order they were made; the kernel keeps elements by hash, here they have the order they were
 * put in. Nothing, if nft refused the transaction.
 */
export function listTable(state: GeneratedNftables, memo = new Memo()): string {
  return listPieces(state, memo)
    .map(({ text }) => text)
    .join('');
}

/** A stretch of a listing, whole lines: of a set or a chain, or of what is around them. */
export interface ListedPiece {
  readonly text: string;
  readonly set?: GeneratedNftSet;
  readonly chain?: GeneratedNftChain;
}

/** {@link listTable} with what each stretch is of. */
export function listPieces(state: GeneratedNftables, memo: Memo): readonly ListedPiece[] {
  if (state.refusal) return [];
  const comment = state.comment === undefined ? '' : `\tcomment "${state.comment}"\n`;
  const pieces: ListedPiece[] = [{ text: `table ${nftFamily(state.family)} ${state.table} {\n${comment}` }];
  const gap: ListedPiece = { text: '\n' };
  for (const set of state.sets.values()) {
    if (pieces.length > 1) pieces.push(gap);
    pieces.push({ text: listSet(set, memo), set });
  }
  for (const chain of state.chains.values()) {
    if (state.sets.size > 0) pieces.push(gap);
    pieces.push({ text: listChain(chain, memo), chain });
  }
  return [...pieces, { text: '}\n' }];
}

function listSet(set: GeneratedNftSet, memo: Memo): string {
  const lines = [`type ${set.type}`];
  if (set.flags?.includes('dynamic')) lines.push('size 65535');
  if (set.flags) lines.push(`flags ${set.flags.join(',')}`);
  if (set.timeout !== undefined) lines.push(`timeout ${duration(set.timeout)}`);
  if (set.comment !== undefined) lines.push(`comment "${set.comment}"`);
  if (set.elements.length > 0) lines.push(`elements = { ${listElements(set, memo)} }`);
  return `\t${set.kind} ${set.name} {\n${lines.map((line) => `\t\t${line}\n`).join('')}\t}\n`;
}

/** Two plain IPv4 addresses a line, all else one. */
function listElements({ type, elements }: GeneratedNftSet, memo: Memo): string {
  const perLine = type === 'ipv4_addr' ? 2 : 1;
  const text = (element: GeneratedElement, index: number): string => {
    const gap = index === 0 ? '' : index % perLine === 0 ? ',\n\t\t\t     ' : ', ';
    return gap + listedText(element, memo);
  };
  return elements.map(text).join('');
}

const listedText = once((element: GeneratedElement): string =>
  elementText({ ...element, key: listedKey(element.key) }),
);

/** `3h`, `1m30s`, `1d`. */
function duration(seconds: number): string {
  const parts: [number, string][] = [
    [Math.floor(seconds / 86_400), 'd'],
    [Math.floor(seconds / 3600) % 24, 'h'],
    [Math.floor(seconds / 60) % 60, 'm'],
    [seconds % 60, 's'],
  ];
  const text = parts
    .filter(([count]) => count > 0)
    .map(([count, unit]) => `${count}${unit}`)
    .join('');
  return text === '' ? '0s' : text;
}

/** Most chains are the same ones after an edit. */
const listChain = once(({ name, base, comment, rules }: GeneratedNftChain): string => {
  const lines: string[] = [];
  if (comment !== undefined) lines.push(`comment "${comment}"`);
  if (base) lines.push(`type ${base.type} hook ${base.hook} priority ${priorityText(base)}; policy accept;`);
  for (const rule of rules) lines.push(listedRule(rule.text));
  return `\tchain ${name} {\n${lines.map((line) => `\t\t${line}\n`).join('')}\t}\n`;
});

/** The names nft gives to priorities, each where it is defined, and how far from one it still uses the name. */
const NAMED: readonly (readonly [name: string, at: number, hooks?: readonly string[]])[] = [
  ['raw', -300],
  ['mangle', -150],
  ['dstnat', -100, ['prerouting']],
  ['filter', 0],
  ['security', 50],
  ['srcnat', 100, ['postrouting']],
];
const NEAR = 10;

function priorityText({ hook, priority }: NonNullable<GeneratedNftChain['base']>): string {
  for (const [name, at, hooks] of NAMED) {
    const offset = priority - at;
    if (Math.abs(offset) > NEAR || (hooks && !hooks.includes(hook))) continue;
    if (offset === 0) return name;
    return `${name} ${offset < 0 ? '-' : '+'} ${Math.abs(offset)}`;
  }
  return String(priority);
}
