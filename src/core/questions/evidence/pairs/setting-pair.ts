import type { PhraseIdBelow } from '../../../lib/phrase';

/** A component or mode, a setting of it, and a verb of failure that stand together in what a person wrote; its words are phrases of that id. */
export interface SettingPair {
  readonly id: PhraseIdBelow<'evidence.pair'>;
  /** A title, a sentence or two that follow each other have a word of each list: beginnings of words, in small letters, without signs. */
  readonly has: readonly (readonly string[])[];
  /** The text has one of these, wherever. */
  readonly beside?: readonly string[];
  /** Another text, if it has one of these. */
  readonly unless?: readonly string[];
  /** A sentence with one of these speaks for the first of the causes, and is quoted. */
  readonly tells?: readonly string[];
  /** What commands of its next step are given as JSON, by name. */
  readonly patches?: Readonly<Record<string, string>>;
  /** Where the causes are written down. */
  readonly source: string;
}
