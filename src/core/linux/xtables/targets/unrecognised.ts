import { CONTINUE } from '../../hooks';
import type { TargetExtension } from '../extension';

/** A target nobody here knows, or a known one with options that could not be read: kept word for word. */
export interface UnrecognisedTarget {
  readonly name: string;
  /** As written, after `-j NAME`. */
  readonly words: readonly string[];
}

/** A target that is not known: its verdict is unknown. */
export const unrecognisedTarget: TargetExtension<'unrecognised', UnrecognisedTarget> = {
  name: 'unrecognised',
  reference: '',
  simulated: 'no',
  options: [],
  parse: () => ({ ok: true, value: { name: '', words: [] } }),
  print: (spec) => spec.words,
  apply: () => ({ verdict: CONTINUE }),
};
