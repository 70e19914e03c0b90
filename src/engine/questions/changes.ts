import { sameItems, type Memo } from '../../core/lib/memo';
import { BUILT_IN_CHAINS, isBuiltIn, type XtTable } from '../../core/linux/xtables/types';
import type { IpFamily } from '../../core/net/ip';
import type { Engine } from '../engine';
import { listListingPieces } from '../listing';
import { listTexts, type Piece, type Source } from '../pieces';
import { chainLines, chainNames } from '../xt-pieces';
import type { RulesRequest } from './rules';

/** How a line differs: it is in one of two listings only, or stands elsewhere among the others of its group. */
type ChangeKind = 'added' | 'removed' | 'moved';

export type ChangeCounts = Readonly<Record<ChangeKind, number>>;

export interface ChangedLine {
  readonly kind: ChangeKind;
  readonly text: string;
  /** 0-based line in the later listing: its own, or where it would stand. */
  readonly line: number;
}

/** The changes of one chain, set, virtual server, or of the addresses on kube-ipvs0. */
export interface ChangedGroup extends ChangeCounts {
  /** `nat KUBE-SERVICES`, `set cluster-ips`, `TCP 10.96.0.10:80`, `kube-ipvs0`. */
  readonly name: string;
  /** The first of them, in the order they stand. */
  readonly lines: readonly ChangedLine[];
}

/** What one listing has that the one before had not, and the other way round. */
export interface Changes extends ChangeCounts {
  /** Groups of changed rules, where the listing has the one with the fewest changes. */
  readonly groups: readonly ChangedGroup[];
  /** Lines of the later listing that are new; those that only moved are not among them. */
  readonly lines: Uint32Array;
}

/** More lines of a group than this are counted, not listed. */
const MOST_LINES = 60;

interface ChangesArgs extends RulesRequest {
  /** Of the rules the answer is about. */
  readonly edition: number;
}

/**
 * The rules of one edition that the edition before lacked, and the other way round; undefined: another was listed meanwhile,
 * or none before.
 */
export function changes({ listed, memo }: Engine, { netns, family, edition }: ChangesArgs): Changes | undefined {
  const now = listed.get(`${netns} ${family}`);
  return now?.before && now.view.edition === edition ? changesBetween(now.before, now.source, memo) : undefined;
}

/** Lines that belong together. */
interface Block {
  readonly texts: readonly string[];
  /** Of the later listing, 0-based. */
  readonly lines: readonly number[];
}

/** One that is not the same, or that is new (`old` absent) or gone (`now` absent). */
interface Other {
  readonly name: string;
  readonly old: Block | undefined;
  readonly now: Block | undefined;
}

function changesBetween(before: Source, now: Source, memo: Memo): Changes {
  const others = [...otherChains(before, now, memo), ...otherPieces(before, now, memo)];
  const groups: ChangedGroup[] = [];
  const fresh: number[] = [];
  let last = 0;
  for (const { name, old, now: block } of others) {
    last = block?.lines.at(-1) ?? last;
    const lines = block ? changedIn(old, block) : goneFrom(old, last);
    if (lines.length > 0) groups.push(groupWith(name, lines));
    for (const { kind, line } of lines) if (kind === 'added') fresh.push(line);
  }
  const sum = (key: ChangeKind): number => groups.reduce((count, group) => count + group[key], 0);
  return {
    added: sum('added'),
    removed: sum('removed'),
    moved: sum('moved'),
    groups,
    lines: Uint32Array.from(fresh.sort((a, b) => a - b)),
  };
}

function goneFrom(old: Block | undefined, line: number): ChangedLine[] {
  const gone = old?.texts.filter((text) => !isBrace(text)) ?? [];
  return gone.map((text) => ({ kind: 'removed', text, line }));
}

/** Chains of iptables: those the compiler did not write anew are the same objects. */
function* otherChains({ ruleset: before }: Source, { ruleset, family }: Source, memo: Memo): Generator<Other> {
  const textsIn = textsWith(family, memo);
  let line = 0;
  for (const table of ruleset.tables.values()) {
    const old = before.tables.get(table.name);
    const names = chainNames(table, memo);
    let rule = line + 1 + names.length;
    for (const [at, name] of names.entries()) {
      const chain = table.chains.get(name);
      if (!old || chain !== old.chains.get(name) || (!chain && !isDeclared(old, name))) {
        const lines = Array.from({ length: (chain?.length ?? 0) + 1 }, (_, i) =>
          i === 0 ? line + 1 + at : rule + i - 1,
        );
        const known = old && isDeclared(old, name) ? { texts: textsIn(old, name), lines: [] } : undefined;
        yield { name: `${table.name} ${name}`, old: known, now: { texts: textsIn(table, name), lines } };
      }
      rule += chain?.length ?? 0;
    }
    yield* goneChains(old, table, textsIn);
    line = rule + 1;
  }
  for (const old of before.tables.values())
    if (!ruleset.tables.has(old.name)) yield* goneChains(old, undefined, textsIn);
}

type TextsIn = (table: XtTable, name: string) => readonly string[];

function* goneChains(old: XtTable | undefined, now: XtTable | undefined, textsIn: TextsIn): Generator<Other> {
  if (!old) return;
  for (const name of new Set([...BUILT_IN_CHAINS[old.name], ...old.chains.keys()])) {
    if (now && isDeclared(now, name)) continue;
    yield { name: `${old.name} ${name}`, old: { texts: textsIn(old, name), lines: [] }, now: undefined };
  }
}

/** Built-in chains are there even if nobody declared them. */
function isDeclared({ name: table, chains }: XtTable, name: string): boolean {
  return chains.has(name) || BUILT_IN_CHAINS[table].some((each) => each === name);
}

/** A chain as it is listed, without its counters: they are no change. */
function textsWith(family: IpFamily, memo: Memo): TextsIn {
  return (table, name) => {
    const chain = table.chains.get(name);
    const lines = chain && chainLines(chain, memo, table.name, family);
    const policy = isBuiltIn(table.name, name) ? (chain?.policy ?? 'ACCEPT') : '-';
    return [
      `:${name} ${policy}`,
      ...(chain ? Array.from({ length: chain.length }, (_, at) => lines?.text(at) ?? '') : []),
    ];
  };
}

/** What stands below the rules of iptables: pieces of `nft list ruleset` and of IPVS with its sets. */
function* otherPieces(before: Source, now: Source, memo: Memo): Generator<Other> {
  const isSameNft = before.nft.generated === now.nft.generated && before.nft.ruleset === now.nft.ruleset;
  if (isSameNft && before.ipvs === now.ipvs) return;
  const [old, blocks] = [indexBlocks(before, memo), indexBlocks(now, memo)];
  for (const [name, block] of blocks) {
    const known = old.get(name);
    if (!known || !isSameBlock(known, block)) yield { name, old: known && asBlock(known), now: asBlock(block) };
  }
  for (const [name, block] of old) if (!blocks.has(name)) yield { name, old: asBlock(block), now: undefined };
}

/** Pieces of one name, with the line each begins at. */
type Placed = readonly { readonly piece: Piece; readonly from: number }[];

/** Of the same object, or, where a list has none for it, the same lines: neither is cut into words to find that out. */
function isSameBlock(a: Placed, b: Placed): boolean {
  return a.length === b.length && a.every(({ piece }, at) => isSamePiece(piece, b[at]?.piece));
}

function isSamePiece(a: Piece, b: Piece | undefined): boolean {
  return b !== undefined && ((a.of !== undefined && a.of === b.of) || sameItems(listTexts(a), listTexts(b)));
}

function asBlock(placed: Placed): Block {
  return {
    texts: placed.flatMap(({ piece }) => listTexts(piece).map(bareText)),
    lines: placed.flatMap(({ piece, from }) => Array.from({ length: piece.length }, (_, at) => from + at)),
  };
}

/** Without what only its place in the list gives an element. */
function bareText(line: string): string {
  return line
    .trim()
    .replace(/^elements = \{ /, '')
    .replace(/(?:,| \})$/, '');
}

/** Pieces below the rules of iptables, by name. */
function indexBlocks(source: Source, memo: Memo): ReadonlyMap<string, Placed> {
  const blocks = new Map<string, { readonly piece: Piece; readonly from: number }[]>();
  let from = 0;
  for (const piece of listListingPieces(source, memo)) {
    const { length, chain } = piece;
    const name = chain?.rulesFrom === 0 ? undefined : piece.name;
    if (name !== undefined) {
      const block = blocks.get(name) ?? [];
      if (block.length === 0) blocks.set(name, block);
      block.push({ piece, from });
    }
    from += length;
  }
  return blocks;
}

function groupWith(name: string, lines: readonly ChangedLine[]): ChangedGroup {
  const counts = { added: 0, removed: 0, moved: 0 };
  for (const { kind } of lines) counts[kind]++;
  return { name, ...counts, lines: lines.slice(0, MOST_LINES) };
}

/** Ends of blocks that have no text of their own. */
const isBrace = (text: string): boolean => text === '}' || text === '';

function changedIn(old: Block | undefined, now: Block): ChangedLine[] {
  const before = old?.texts ?? [];
  const { texts: after, lines } = now;
  let start = 0;
  while (start < before.length && start < after.length && before[start] === after[start]) start++;
  let end = 0;
  while (end < before.length - start && end < after.length - start && before.at(-1 - end) === after.at(-1 - end)) end++;
  const gone = before.slice(start, before.length - end);
  const come = after.slice(start, after.length - end);
  const kept = commonLines(gone, come);
  const at = (index: number): number => lines[Math.min(index, lines.length - 1)] ?? 0;
  const removed = gone.flatMap((text, index): ChangedLine[] =>
    kept.old.has(index) || isBrace(text) ? [] : [{ kind: 'removed', text, line: at(start) }],
  );
  const added = come.flatMap((text, index): ChangedLine[] =>
    kept.now.has(index) || isBrace(text) ? [] : [{ kind: 'added', text, line: at(start + index) }],
  );
  return withMoves(removed, added);
}

/** A text that went and came has moved: it is told once, where it stands now. */
function withMoves(removed: readonly ChangedLine[], added: readonly ChangedLine[]): ChangedLine[] {
  const gone = new Map<string, number>();
  for (const { text } of removed) gone.set(text, (gone.get(text) ?? 0) + 1);
  const moved = new Map<string, number>();
  const come = added.map((line): ChangedLine => {
    const left = gone.get(line.text) ?? 0;
    if (left === 0) return line;
    gone.set(line.text, left - 1);
    moved.set(line.text, (moved.get(line.text) ?? 0) + 1);
    return { ...line, kind: 'moved' };
  });
  const went = removed.filter(({ text }) => {
    const left = moved.get(text) ?? 0;
    if (left > 0) moved.set(text, left - 1);
    return left === 0;
  });
  return [...went, ...come];
}

/** Beyond so many pairs, lines are matched by their text alone: long sets have no order anyway. */
const MOST_PAIRS = 400_000;

interface Kept {
  readonly old: ReadonlySet<number>;
  readonly now: ReadonlySet<number>;
}

function commonLines(old: readonly string[], now: readonly string[]): Kept {
  return old.length * now.length <= MOST_PAIRS ? longestCommon(old, now) : sameTexts(old, now);
}

/** The longest common subsequence, by the table of its lengths. */
function longestCommon(old: readonly string[], now: readonly string[]): Kept {
  const width = now.length + 1;
  const lengths = new Uint32Array((old.length + 1) * width);
  for (let i = old.length - 1; i >= 0; i--) {
    for (let j = now.length - 1; j >= 0; j--) {
      const both = (lengths[(i + 1) * width + j + 1] ?? 0) + 1;
      const either = Math.max(lengths[(i + 1) * width + j] ?? 0, lengths[i * width + j + 1] ?? 0);
      lengths[i * width + j] = old[i] === now[j] ? both : either;
    }
  }
  const kept = { old: new Set<number>(), now: new Set<number>() };
  for (let i = 0, j = 0; i < old.length && j < now.length;) {
    if (old[i] === now[j]) {
      kept.old.add(i++);
      kept.now.add(j++);
    } else if ((lengths[(i + 1) * width + j] ?? 0) >= (lengths[i * width + j + 1] ?? 0)) i++;
    else j++;
  }
  return kept;
}

function sameTexts(old: readonly string[], now: readonly string[]): Kept {
  const places = new Map<string, number[]>();
  for (const [index, text] of now.entries()) places.set(text, [...(places.get(text) ?? []), index]);
  const kept = { old: new Set<number>(), now: new Set<number>() };
  for (const [index, text] of old.entries()) {
    const at = places.get(text)?.shift();
    if (at === undefined) continue;
    kept.old.add(index);
    kept.now.add(at);
  }
  return kept;
}
