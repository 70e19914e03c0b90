import { createSpeaker } from '../content/phrases';
import { RECONSTRUCT_PHRASES } from '../content/en/phrases/reconstruct';
import type { Diagnostic, SourceSpan } from '../core/formats/format';
import type { ObjectFinding } from '../core/kubernetes/finding';
import { inOneLine } from '../core/lib/plain';

/** Says core's sentences in a terminal: in English. */
export const say = createSpeaker('en', RECONSTRUCT_PHRASES);

/** What a verb may do besides computing: all of it is handed in, so that tests can watch. */
export interface Io {
  readonly stdout: (text: string) => void;
  readonly stderr: (text: string) => void;
  /** Reads a file, or stdin for `-`. */
  readonly read: (path: string) => string;
  /** Standard input line by line, as it comes; absent: it is read whole. */
  readonly lines?: () => AsyncIterable<string>;
}

export interface Arguments {
  /** Everything that is not an option, after the verb. */
  readonly files: readonly string[];
  /** `--mode iptables` -> mode: 'iptables'; a bare `--json` -> json: true. */
  readonly options: Readonly<Record<string, string | true>>;
}

/** 0 done, 1 the answer is "no", 2 bad usage or unreadable input. */
export type ExitCode = 0 | 1 | 2;

/** A verb of the command line: one file each in verbs/, one line in main.ts. */
export interface Verb {
  readonly name: string;
  readonly usage: string;
  /** Options that take a value; all others are switches. */
  readonly valued: readonly string[];
  readonly run: (args: Arguments, io: Io) => ExitCode | Promise<ExitCode>;
}

/** `severity code line:column message`: one line on stderr. */
export function diagnosticLine({ severity, code, message, span, path }: Diagnostic): string {
  const place = span ? `${span.line}:${span.column}` : '0:0';
  return `${inOneLine(`${severity} ${code} ${place} ${path === undefined ? '' : `${path}: `}${say(message)}`)}\n`;
}

/** A finding as a diagnostic: its path carries the object's name, its span is looked up by it. */
export function diagnosticOfFinding(
  found: ObjectFinding,
  spanOf: (path: string) => SourceSpan | undefined,
): Diagnostic {
  const { severity, code, message, path: field, object } = found;
  if (!object) return { severity, code, message, path: field };
  const name = object.namespace === undefined ? object.name : `${object.namespace}/${object.name}`;
  const path = `${object.kind} ${name}${field === '' ? '' : ` ${field}`}`;
  const span = spanOf(path);
  return span ? { severity, code, message, path, span } : { severity, code, message, path };
}
