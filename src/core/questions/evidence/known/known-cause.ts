import type { PhraseIdBelow } from '../../../lib/phrase';
import type { Complaint } from '../complaints';

/** Words in small letters, one of which a line of the text has; `a && b`: both in one line. */
type Words = readonly string[];

/** A cause the field knows, with what a text has to tell before it is named; its words are phrases of that id. */
export interface KnownCause {
  readonly id: PhraseIdBelow<'evidence.known'>;
  /** `says`: a line of the text names the fault itself. `fits`: what the text tells fits it, and proves nothing. */
  readonly certainty: 'says' | 'fits';
  /** The text has a word of each. */
  readonly needs: readonly Words[];
  /** Each that the text has a word of speaks for the cause, in its title more. */
  readonly signs?: readonly Words[];
  /** So many signs are asked for; without it none. */
  readonly least?: number;
  /** Another text, if it has one of these. */
  readonly unless?: Words;
  /** What the cause says is missing is there, if the text has a word of each. */
  readonly refuted?: readonly Words[];
  /** Complaints of which it is a cause; without it of somebody who is not reached. */
  readonly complaints?: readonly Complaint[];
  /** Value in the line that names the fault: its first group. */
  readonly reads?: RegExp;
  /** JSON or YAML that commands of its next step are given, by name. */
  readonly patches?: Readonly<Record<string, string>>;
  /** Source of the cause: a document, a file of the program, or a thread. */
  readonly source: string;
}
