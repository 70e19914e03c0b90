import type { KernelState } from '../core/kubernetes/proxy/mode';
import type { XtRuleset } from '../core/linux/xtables/types';
import type { IpFamily } from '../core/net/ip';
import type { NftSource } from './nft-chains';
import type { ChainView, Row } from './protocol';

/** What is listed of a namespace. */
export interface Source {
  readonly netns: string;
  readonly family: IpFamily;
  readonly ruleset: XtRuleset;
  readonly nft: NftSource;
  readonly ipvs: KernelState['ipvs'];
  readonly ebpf?: KernelState['ebpf'];
  readonly hns?: KernelState['hns'];
}

/** A stretch of a listing, whole lines that belong together: of a chain, a set, a virtual server, or of the listing itself. */
export interface Piece {
  readonly length: number;
  /** The text of a line, counted from 0 in the piece. */
  text(at: number): string;
  row(at: number): Row;
  /** What the lines are of, as changes name it: `nat KUBE-SERVICES`, `set cluster-ips`, `TCP 10.96.0.10:80`. */
  readonly name?: string;
  /** The object they are printed of: the same object, the same lines. */
  readonly of?: object;
  /** Where chains are listed with their lines: which, how far below the first line it is declared, and its first rule stands. */
  readonly chain?: { readonly view: ChainView; readonly rulesFrom: number };
  /** About how long its longest line is, where that is known without printing. */
  readonly width?: number;
}

/** Lines of the listing itself. */
export function structurePiece(texts: readonly string[], structure: NonNullable<Row['structure']>): Piece {
  return {
    length: texts.length,
    text: (at) => texts[at] ?? '',
    row: (at) => ({ text: texts[at] ?? '', at: [], structure }),
  };
}

/** The lines of a piece. */
export function listTexts(piece: Pick<Piece, 'length' | 'text'>): readonly string[] {
  return Array.from({ length: piece.length }, (_, at) => piece.text(at));
}

/** A list that is made when it is asked for the first time. */
export function made<T>(make: () => T): () => T {
  let known: { readonly value: T } | undefined;
  return () => (known ??= { value: make() }).value;
}

/** A value for each index, made once. */
export function madeEach<T>(make: (at: number) => T): (at: number) => T {
  const known = new Map<number, T>();
  return (at) => {
    const value = known.get(at) ?? make(at);
    known.set(at, value);
    return value;
  };
}
