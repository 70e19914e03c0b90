import type { PastedNode, TextMachine, TextSummary } from './pasted-types';
import { shortName } from './machine/sections';
import type { ReadPart } from './read-parts';
import { summaryOf } from './summaries';
import type { Understood } from './understand';

interface Understanding {
  readonly name: string;
  readonly understood: Understood;
}

/** A text or a part of one, and the machines it is of. */
interface Part {
  readonly read: ReadPart;
  readonly of: readonly Understanding[];
  readonly summary: TextSummary;
}

/** In the order they were pasted; texts of the cluster are of no machine. */
export function textsOf({ texts }: PastedNode, nodes: readonly Understanding[]): TextSummary[] {
  const parts = new Map<string, Map<ReadPart, Understanding[]>>(texts.map(({ id }) => [id, new Map()]));
  for (const node of nodes) {
    for (const read of node.understood.texts) {
      const of = parts.get(read.pasted.id);
      of?.set(read, [...(of.get(read) ?? []), node]);
    }
  }
  return [...parts.values()].flatMap((of) => (of.size === 0 ? [] : [together([...of].map(partOf), nodes.length > 1)]));
}

function partOf([read, of]: readonly [ReadPart, Understanding[]]): Part {
  const [first] = of;
  if (!first) throw new RangeError('a text of no machine');
  return { read, of, summary: summaryOf(read, first.understood) };
}

/** What is said of a text: of one with parts what is said of all of them, each with its machine. */
function together(parts: readonly Part[], isOfSeveral: boolean): TextSummary {
  const [first] = parts;
  if (!first) throw new RangeError('a text without a part');
  const machines = parts.flatMap(machineOf).toSorted((a, b) => a.sign.line - b.sign.line);
  const told = machines.length > 0 ? { machines } : {};
  if (parts.length === 1) return { ...withNode(first.summary, isOfSeveral ? nodeOf(first) : undefined), ...told };
  const all = parts.map((part) => ({ ...part.summary, node: isOfSeveral ? nodeOf(part) : undefined }));
  const pieces = all.flatMap(({ pieces: own = [], node }) => own.map((piece) => withNode(piece, node)));
  return {
    ...first.summary,
    parts: all.flatMap(({ parts: own, node }) => own.map((part) => withNode(part, node))),
    ...(pieces.length > 0 ? { pieces } : {}),
    others: all.flatMap(({ others }) => others).toSorted((a, b) => a.from - b.from),
    diagnostics: all.flatMap(({ diagnostics }) => diagnostics),
    ...told,
  };
}

function withNode<T extends object>(value: T, node: string | undefined): T & { readonly node?: string } {
  return node === undefined ? value : { ...value, node };
}

/** Of the cluster: of none. */
function nodeOf({ of }: Part): string | undefined {
  return of.length === 1 ? of[0]?.name : undefined;
}

/** Prompts of machines that nothing else is told of, as a laptop's, name none of the bench. */
function machineOf({ read: { toldBy, pasted }, of }: Part): TextMachine[] {
  const name = of[0]?.name;
  if (!toldBy || name === undefined || name !== (pasted.node ?? shortName(toldBy.told))) return [];
  return [{ ...toldBy, name }];
}
