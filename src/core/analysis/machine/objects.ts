import type { Diagnostic } from '../../formats/format';
import { readManifest } from '../../formats/kubernetes-yaml';
import type { Lines, TextLine } from '../../formats/lines/text-lines';
import type { ClusterObjects } from '../../kubernetes/types';
import { phrase } from '../../lib/phrase';
import { SLICE_OF_LINES, within, type Steps } from '../../lib/steps';
import type { Found } from './types';

/** Lines of a text, 1-based. */
interface LinesOfText {
  readonly count: number;
  readonly line: (line: number) => TextLine;
}

/** Objects that stand in some lines of a text. */
interface FoundObjects {
  readonly found: readonly Found<ClusterObjects>[];
  readonly taken: readonly Lines[];
  /** Objects of any kind. */
  readonly count: number;
  readonly diagnostics: readonly Diagnostic[];
}

const BEGINS_YAML = /^(?:- )?(?:apiVersion|kind|items):(?:\s|$)/;
const BEGINS_JSON = /^\{(?:\s*"|$)/;
/** At the margin a document goes on with a key, an item, a comment or a separator. */
const GOES_ON = /^(?:[\w./-]+:(?:\s|$)|- |-$|#|---)/;
/** A prompt or the fence of a code block ends what was printed. */
const ENDS = /^(?:```|\$ |[\w.-]+@[\w.-]+\S*[#$%>])/;
/** Longer streams of objects are left to the window that opens clusters. */
const MOST = 4_000_000;

/** The objects of some lines, and the line behind them. */
interface Stream {
  readonly last: number | undefined;
  readonly next: number;
}

/**
 * Finds what `kubectl get -o yaml` or `-o json` printed among other lines, in slices. Lines are taken only
 * where they read as objects of the API; what has an error is left where it is.
 */
export function* objectsIn(lines: LinesOfText, text: string, id: string): Steps<FoundObjects> {
  const found: Found<ClusterObjects>[] = [];
  const taken: Lines[] = [];
  const diagnostics: Diagnostic[] = [];
  const open: Unclosed = { until: 0 };
  let count = 0;
  for (let at = 1; at <= lines.count;) {
    const progress = at / lines.count;
    const stream = yield* within(streamAt(lines, at, open), progress, progress);
    if (at % SLICE_OF_LINES === 0) yield progress;
    const first = lines.line(at);
    at = stream.next;
    if (stream.last === undefined) continue;
    const last = lines.line(stream.last);
    if (last.end - first.start > MOST) {
      diagnostics.push(tooLong(first, last));
      continue;
    }
    const read = yield* within(readManifest(text.slice(first.start, last.end)), progress, progress);
    for (const each of read.ok ? [] : read.error.filter(isSyntax).slice(0, MOST_SAID)) {
      diagnostics.push(moved(each, first));
    }
    if (!read.ok || read.value.value.names.length === 0) continue;
    const { cluster, names } = read.value.value;
    for (const each of read.value.diagnostics) if (each.severity === 'error') diagnostics.push(moved(each, first));
    found.push({ value: cluster, evidence: { line: first.line, text: first.text.trim(), source: id } });
    taken.push({ from: first.line, to: last.line });
    count += names.length;
  }
  return { found, taken, count, diagnostics };
}

/** Of lines that may be something else, only what no YAML reader takes is said. */
const isSyntax = ({ code }: Diagnostic): boolean => code === 'syntax';
const MOST_SAID = 3;

/** A diagnostic of a part of a text, in the text. */
function moved(diagnostic: Diagnostic, { start, line }: TextLine): Diagnostic {
  const { span, ...rest } = diagnostic;
  if (!span) return diagnostic;
  return { ...rest, span: { ...span, start: span.start + start, end: span.end + start, line: span.line + line - 1 } };
}

function tooLong(first: TextLine, last: TextLine): Diagnostic {
  const megabytes = Math.round((last.end - first.start) / 1e6);
  const message = phrase('analysis.text.objects-too-long', { from: first.line, to: last.line, megabytes });
  const span = { start: first.start, end: first.end, line: first.line, column: 1 };
  return { severity: 'warning', code: 'not-simulated', message, span };
}

/** The object or stream that begins at a line; no last line: none begins. */
function* streamAt(lines: LinesOfText, at: number, open: Unclosed): Steps<Stream> {
  const { text, indent } = lines.line(at);
  if (indent === 0 && BEGINS_YAML.test(text)) {
    const last = yield* lastOfYaml(lines, at);
    return { last, next: last + 1 };
  }
  const last =
    indent === 0 && at >= open.until && BEGINS_JSON.test(text) ? yield* lastOfJson(lines, at, open) : undefined;
  return { last, next: (last ?? at) + 1 };
}

/** Up to which line it is known that no brace at the margin closes an object: that is not looked for again. */
interface Unclosed {
  until: number;
}

/** Until a brace at the margin. */
function* lastOfJson(lines: LinesOfText, at: number, open: Unclosed): Steps<number | undefined> {
  for (let next = at; next <= lines.count; next++) {
    const line = lines.line(next);
    if (next > at && line.indent === 0 && line.text.startsWith('}')) return next;
    open.until = next;
    if (ENDS.test(line.text)) return undefined;
    if (next % SLICE_OF_LINES === 0) yield 0;
  }
  return undefined;
}

/** Behind an empty line only another object goes on, or what is further in. */
function* lastOfYaml(lines: LinesOfText, at: number): Steps<number> {
  let last = at;
  let gap = false;
  for (let next = at + 1; next <= lines.count; next++) {
    const { text, indent } = lines.line(next);
    if (next % SLICE_OF_LINES === 0) yield 0;
    if (ENDS.test(text)) break;
    if (text === '') {
      gap = true;
      continue;
    }
    if (indent === 0 && !(gap ? text.startsWith('---') || BEGINS_YAML.test(text) : GOES_ON.test(text))) break;
    gap = false;
    last = next;
  }
  return last;
}
