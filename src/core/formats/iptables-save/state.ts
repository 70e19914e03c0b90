import type { Phrase } from '../../lib/phrase';
import type { IpFamily } from '../../net/ip';
import type { TableName } from '../../linux/hooks';
import type { Section } from './section';

/** Something to say of a line, before it is a diagnostic. */
export interface LineNote {
  readonly severity: 'error' | 'warning' | 'info';
  readonly code: string;
  readonly message: Phrase;
  readonly line: number;
  readonly start: number;
  readonly end: number;
}

/** Lines `from`..`to` (1-based) that are nothing of ours. */
export interface LineRun {
  readonly from: number;
  to: number;
  readonly start: number;
  end: number;
}

/** What the first pass found. */
export interface Reading {
  readonly text: string;
  /** The text, and behind it the rules that lists of addresses stand for: spans of rules point into this. */
  readonly written: string;
  readonly sections: Section[];
  readonly notes: LineNote[];
  readonly ignored: LineRun[];
}

/** The first pass while it goes on. */
export interface State extends Omit<Reading, 'written'> {
  /** What {@link Reading.written} has behind the text, and how long that is. */
  readonly added: string[];
  addedLength: number;
  /** Where the next comma stands. */
  comma: number;
  current: Section | undefined;
  /** Said by a header or a command just before. */
  family: IpFamily | undefined;
  table: TableName | undefined;
  readonly scripts: Map<string, Section>;
  /** Counts commands, headers and blocks: what is printed between two of them belongs together. */
  group: number;
  line: number;
  /** How many rules were put before others so far. */
  inserts: number;
}

/** Says something of the line being read. */
export function note(
  state: State,
  severity: LineNote['severity'],
  code: string,
  message: Phrase,
  at: { start: number; end: number } = { start: 0, end: 0 },
): void {
  state.notes.push({ severity, code, message, line: state.line, ...at });
}
