/** What one phrase of a listing means: words of a match, or options of the rule's target. */
export interface Piece {
  readonly match?: readonly string[];
  readonly target?: readonly string[];
  /** Words of a match of which the listing leaves something out that the rule cannot be without. */
  readonly partial?: readonly string[];
}

/** A phrase that an extension prints in a listing: the kernel's tools have one `print` function each. */
export interface Phrasing {
  /** Sticky: tried at one place. */
  readonly pattern: RegExp;
  readonly read: (found: RegExpExecArray, target: string) => Piece | undefined;
}

/** A match: `-m NAME`, then `!` and the option. */
export function matchPiece(name: string, negated: boolean, ...words: readonly string[]): Piece {
  return { match: ['-m', name, ...(negated ? ['!'] : []), ...words] };
}

/** Options that go on with the match before: `dpt:80` after `tcp`. */
export function more(negated: boolean, ...words: readonly string[]): Piece {
  return { match: [...(negated ? ['!'] : []), ...words] };
}

/** What a phrase of a listing says of the target: its options. */
export function targetPiece(...words: readonly string[]): Piece {
  return { target: words };
}

/** Was a group of a pattern there? */
export function has(group: string | undefined): boolean {
  return group !== undefined && group !== '';
}
