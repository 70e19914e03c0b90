/** A chain whose rules can be had as they are written. */
export interface ChainRules {
  readonly name: string;
  readonly length: number;
  readonly text?: (index: number) => string | undefined;
}

/** Longer chains are a Service list. */
const MOST_RULES = 500;

/** The rules of a chain as they are written, in its order. */
export const listChainTexts = ({ length, text }: ChainRules): readonly string[] =>
  Array.from({ length: Math.min(length, MOST_RULES) }, (_, at) => text?.(at) ?? '');
