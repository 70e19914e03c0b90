import type { Fence } from '../../formats/fence';
import type { Diagnostic } from '../../formats/format';
import { KUBECTL_DESCRIBE, type Described } from '../../formats/kubectl-describe';
import { within, type Steps, SLICE_OF_LINES } from '../../lib/scan';
import type { TextPiece } from '../pasted-types';
import type { Scanner } from './scan';
import type { Found, MachineText } from './types';
import { collectObjects } from '../../formats/kubernetes/collect';
import { readManifest } from '../../formats/kubernetes-yaml';
import type { Lines, TextLine } from '../../formats/lines/text-lines';
import type { ClusterObjects } from '../../kubernetes/types';
import { phrase } from '../../lib/phrase';

/** A text, to cut the lines of evidence out of. */
export interface ObjectSource {
  readonly text: string;
  readonly id: string;
}

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
  /** Number of objects that are not left out for an error. */
  readonly sound: number;
  readonly diagnostics: readonly Diagnostic[];
}

/** What reads objects. */
export const OBJECT_RECOGNISERS = { readManifest, collectObjects };

const BEGINS_YAML = /^(?:- )?(?:(?:apiVersion|addressType|kind|items):(?:\s|$)|(?:metadata|spec|status):\s*(?:\{|$))/;
const BEGINS_JSON = /^(?:\[\s*)?\{(?:\s*"|$)|^\[$/;
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
 * where they read as objects of the API; what has an error is left out, and said.
 */
function* objectsIn(lines: LinesOfText, { text, id }: ObjectSource, fence: Fence): Steps<FoundObjects> {
  const found: Found<ClusterObjects>[] = [];
  const taken: Lines[] = [];
  const diagnostics: Diagnostic[] = [];
  const open: Unclosed = { until: 0 };
  let [count, sound] = [0, 0];
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
    const manifest = (): ReturnType<typeof readManifest> =>
      OBJECT_RECOGNISERS.readManifest(text.slice(first.start, last.end));
    const fenced = yield* within(fence.attempt(OBJECTS.title, manifest), progress, progress);
    if (!fenced.ok) {
      fence.leave(OBJECTS.title, fenced.error, { from: first.line, to: last.line });
      if (fenced.error.how === 'slow') break;
      continue;
    }
    const read = fenced.value;
    for (const each of read.ok ? [] : read.error.filter(isSyntax).slice(0, MOST_SAID)) {
      diagnostics.push(moved(each, first));
    }
    if (!read.ok || read.value.value.names.length === 0) continue;
    const { cluster, names } = read.value.value;
    for (const each of read.value.diagnostics) if (isSaid(each)) diagnostics.push(moved(each, first));
    found.push({ value: cluster, evidence: { line: first.line, text: first.text.trim(), source: id } });
    taken.push({ from: first.line, to: last.line });
    count += names.length;
    sound += countSound(cluster);
  }
  return { found, taken, count, sound, diagnostics };
}

/** How many objects there are without those that were left out. */
function countSound({ nodes, pods, deployments, services, endpointSlices, others = [] }: ClusterObjects): number {
  return [nodes, pods, deployments, services, endpointSlices, others].reduce((sum, list) => sum + list.length, 0);
}

/** Of lines that may be something else, only what no YAML reader takes is said. */
const isSyntax = ({ code }: Diagnostic): boolean => code === 'syntax';
const MOST_SAID = 3;
const SAID_BESIDES: ReadonlySet<string> = new Set([
  'document.manifest.kind-by-shape',
  'formats.manifest.node-port-range',
  'formats.manifest.field-meant',
]);
/** Tells of a remark whether it is on a fault of objects that the API server would not take so, or on what a kind was told by. */
const isSaid = ({ severity, message }: Diagnostic): boolean => severity === 'error' || SAID_BESIDES.has(message.id);

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
  if (isClosed(lines.line(at).text)) return at;
  const close = lines.line(at).text.startsWith('[') ? ']' : '}';
  for (let next = at; next <= lines.count; next++) {
    const line = lines.line(next);
    if (next > at && line.indent === 0 && line.text.startsWith(close)) return next;
    open.until = next;
    if (ENDS.test(line.text)) return undefined;
    if (next % SLICE_OF_LINES === 0) yield 0;
  }
  return undefined;
}

/** Is a line an object whole: does its last brace close its first? */
function isClosed(text: string): boolean {
  if (!text.endsWith('}') && !text.endsWith(']')) return false;
  let depth = 0;
  let isQuoted = false;
  for (let at = 0; at < text.length; at++) {
    const char = text[at];
    if (isQuoted && char === '\\') at++;
    else if (char === '"') isQuoted = !isQuoted;
    else if (!isQuoted && (char === '{' || char === '[')) depth++;
    else if (!isQuoted && (char === '}' || char === ']') && --depth === 0) return at === text.length - 1;
  }
  return false;
}

/** LinkedPod an empty line only another object goes on, or what is further in. */
function* lastOfYaml(lines: LinesOfText, at: number): Steps<number> {
  let last = at;
  let gap = false;
  const keys = new Set([findKey(lines.line(at).text)]);
  for (let next = at + 1; next <= lines.count; next++) {
    const { text, indent } = lines.line(next);
    if (next % SLICE_OF_LINES === 0) yield 0;
    if (ENDS.test(text)) break;
    if (indent === 0 && text.startsWith('---')) keys.clear();
    // The first key of an EndpointSlice, as kubectl sorts them.
    const isNextSlice =
      findKey(text) === 'addressType' && next < lines.count && keys.has(findKey(lines.line(next + 1).text));
    if (indent === 0 && BEGINS_YAML.test(text) && (isAgain(keys, findKey(text)) || isNextSlice)) break;
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

/** `kind` of `kind: Pod`; empty: an item of a list, which begins with any key. */
function findKey(line: string): string {
  return /^[a-zA-Z]+(?=:)/.exec(line)?.[0] ?? '';
}

/** A document has each key once: where one comes again another object begins, though no `---` says so. */
function isAgain(keys: Set<string>, key: string): boolean {
  if (key !== '' && keys.has(key)) return true;
  keys.add(key);
  return false;
}

export const OBJECTS = { id: 'kubernetes-yaml', title: 'kubectl get -o yaml' } as const;
const OF_OBJECTS =
  /^[ \t]*(?:[-{][ \t]*)?(?:"apiVersion"|apiVersion|"kind"|kind)[ \t]*:|^(?:\[\s*)?\{\s*"(?:items|metadata|spec|status)"[ \t]*:|^metadata:[ \t]*$/m;

/** Objects of the API among other lines; kube-proxy's own configuration and CNI's are no such objects. */
export function* scanObjects(
  scanner: Scanner,
  pieces: TextPiece[],
  source: ObjectSource,
): Steps<MachineText['objects']> {
  if (!(yield* within(scanner.has(OF_OBJECTS), 0, 0.1))) return [];
  const { found, taken, count, sound, diagnostics } = yield* within(objectsIn(scanner, source, scanner.fence), 0.1, 1);
  for (const each of diagnostics) scanner.diagnostics.push(each);
  const own = scanner.give(taken, OBJECTS);
  if (own.length === 0) return [];
  const lines = own.reduce((sum, { from, to }) => sum + to - from + 1, 0);
  const faulty = sound === 0 ? { isFaulty: true as const } : {};
  pieces.push({ format: OBJECTS.id, title: OBJECTS.title, count, lines, from: own[0]?.from ?? 1, ...faulty });
  return found;
}

/** Objects that were described: what a Service's description says of its endpoints counts where nothing else tells of them. */
export function listDescribed(
  found: readonly Found<Described>[],
  { fence, diagnostics }: Scanner,
): MachineText['objects'] {
  return fence.once(KUBECTL_DESCRIBE.title, () => collectDescribed(found, diagnostics), []);
}

function collectDescribed(found: readonly Found<Described>[], diagnostics: Diagnostic[]): MachineText['objects'] {
  const [first] = found;
  if (!first) return [];
  const parts = found.flatMap(({ value: { objects, span } }) =>
    objects.map((value) => ({ value, spanOf: () => span })),
  );
  const behindOthers = new Set(found.flatMap(({ value: { objects } }) => objects.slice(1)));
  const isBeside = ({ value }: (typeof parts)[number]): boolean =>
    value['kind'] === 'Endpoints' && behindOthers.has(value);
  const [beside, own] = [parts.filter(isBeside), parts.filter((part) => !isBeside(part))];
  const { cluster, diagnostics: said } = OBJECT_RECOGNISERS.collectObjects([...beside, ...own]);
  diagnostics.push(...said.filter(({ severity }) => severity === 'error'));
  const shortened = new Set(found.flatMap(({ value }) => value.shortened ?? []));
  return [{ value: { ...cluster, shortened }, evidence: first.evidence }];
}
