import type { Phrase } from '../lib/phrase';
import type { Result } from '../lib/result';

/** A place in a text: offsets are UTF-16 units, lines and columns are 1-based. */
export interface SourceSpan {
  readonly start: number;
  readonly end: number;
  readonly line: number;
  readonly column: number;
}

export type Severity = 'error' | 'warning' | 'info';

/**
 * What is said of an input. `code` is stable: `unrecognised`, `irrelevant`, `not-simulated`,
 * `partly-simulated`, `syntax`, `invalid`, `refused` (by the kernel or its tools), `assumed`, `left-aside` (a reader failed). `message` says what and the next step.
 */
export interface Diagnostic {
  readonly severity: Severity;
  readonly code: string;
  readonly message: Phrase;
  readonly span?: SourceSpan;
  /** The path inside an object: `Service default/web spec.ports[0].port`. */
  readonly path?: string;
  /** The ids of the texts it is about, where it is about several and a person may have to choose between them. */
  readonly texts?: readonly string[];
}

export interface Parsed<T> {
  readonly value: T;
  readonly diagnostics: readonly Diagnostic[];
}

/** A text format: one file each, listed once in index.ts, most specific first. */
export interface Format<Id extends string, T> {
  readonly id: Id;
  readonly title: string;
  /** The command that prints it: `iptables-save`. */
  readonly command: string;
  /** How sure is it that the text is of this format, 0..1? Looks at the beginning only. */
  readonly detect: (text: string) => number;
  /** Never throws; an error only if nothing at all could be read. */
  readonly parse: (text: string) => Result<Parsed<T>, readonly Diagnostic[]>;
  /** The canonical text. */
  readonly print: (value: T) => string;
  /** What is in it, in numbers and names; plain data for reports. */
  readonly summary?: (value: T) => Readonly<Record<string, unknown>>;
}
