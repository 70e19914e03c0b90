import type { PartRef } from '../../../engine/protocol';
import { lineReader } from '../../parts/lines.model';

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
  /** Those with the fewest changes stand where the listing has them. */
  readonly groups: readonly ChangedGroup[];
  /** Lines of the later listing that are new; those that only moved are not among them. */
  readonly lines: Uint32Array;
}

/** More lines of a group than this are counted, not listed. */
const MOST_LINES = 60;

interface Block {
  readonly texts: string[];
  readonly lines: number[];
}

/** The lines of a listing by what they belong to; lines of its own structure change with what they enclose. */
function blocksOf(text: string): Map<string, Block> {
  const read = lineReader();
  const blocks = new Map<string, Block>();
  for (const [line, words] of text.split('\n').entries()) {
    const part = read(words).parts[0];
    if (!part) continue;
    const name = groupOf(part);
    const block = blocks.get(name) ?? { texts: [], lines: [] };
    if (block.lines.length === 0) blocks.set(name, block);
    block.texts.push(part.kind === 'element' ? bareElement(words) : bareText(words));
    block.lines.push(line);
  }
  return blocks;
}

function groupOf(part: PartRef): string {
  if (part.kind === 'chain' || part.kind === 'rule') return `${part.table} ${part.chain}`;
  if (part.kind === 'set' || part.kind === 'element') return `set ${part.set}`;
  if (part.kind === 'virtual-server' || part.kind === 'real-server') return part.server;
  return part.kind === 'address' ? 'kube-ipvs0' : part.socket;
}

/** Elements without what only their place in the list gives them. */
function bareElement(text: string): string {
  return text
    .trim()
    .replace(/^elements = \{ /, '')
    .replace(/(?:,| \})$/, '');
}

/** Counters are no change. */
function bareText(text: string): string {
  const bare = text.trim();
  return /^:\S+ \S+ \[/.test(bare) ? bare.replace(/ \[\d+:\d+\]$/, '') : bare.replace(/^\[\d+:\d+\] /, '');
}

/** Compares two listings of one node. Lines that only end a block, or begin one, count with it. */
export function changesBetween(before: string, after: string): Changes {
  const [old, now] = [blocksOf(before), blocksOf(after)];
  const groups: ChangedGroup[] = [];
  const fresh: number[] = [];
  let last = 0;
  for (const [name, block] of now) {
    const lines = changedIn(old.get(name), block);
    last = block.lines.at(-1) ?? last;
    if (lines.length > 0) groups.push(groupWith(name, lines));
    for (const { kind, line } of lines) if (kind === 'added') fresh.push(line);
  }
  for (const [name, { texts }] of old) {
    if (now.has(name)) continue;
    const gone = texts.filter((text) => !isBrace(text));
    groups.push(
      groupWith(
        name,
        gone.map((text) => ({ kind: 'removed', text, line: last })),
      ),
    );
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
