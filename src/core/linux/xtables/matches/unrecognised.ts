import type { MatchExtension } from '../extension';

/** A part of a rule nobody here knows, or a known match with options that could not be read: kept word for word. */
export interface UnrecognisedMatch {
  /** `frobnicate` for `-m frobnicate`, `-s` for an address that could not be read. */
  readonly name: string;
  /** As written, beginning with `-m NAME` or the option. */
  readonly words: readonly string[];
}

/** Whether it matches is unknown. */
export const unrecognisedMatch: MatchExtension<'unrecognised', UnrecognisedMatch> = {
  name: 'unrecognised',
  reference: '',
  simulated: 'no',
  options: [],
  parse: () => ({ ok: true, value: { name: '', words: [] } }),
  print: (spec) => spec.words,
  test: () => 'unknown',
  explain: (spec) => ({ expected: spec.words.join(' '), actual: '' }),
};
