import { KUBERNETES_YAML } from '../../formats/kubernetes-yaml';
import type { Lines, TextLine } from '../../formats/lines/text-lines';
import type { ClusterObjects } from '../../kubernetes/types';
import type { Found } from './types';

/** Objects that stand in some lines of a text. */
interface FoundObjects {
  readonly found: readonly Found<ClusterObjects>[];
  readonly taken: readonly Lines[];
  /** Objects of any kind. */
  readonly count: number;
}

const BEGINS_YAML = /^(?:- )?(?:apiVersion|kind|items):(?:\s|$)/;
const BEGINS_JSON = /^\{(?:\s*"|$)/;
/** At the margin a document goes on with a key, an item, a comment or a separator. */
const GOES_ON = /^(?:[\w./-]+:(?:\s|$)|- |-$|#|---)/;
/** A prompt or the fence of a code block ends what was printed. */
const ENDS = /^(?:```|\$ |[\w.-]+@[\w.-]+\S*[#$%>])/;
/** Longer objects are left to the window that opens clusters. */
const MOST = 4_000_000;

/**
 * Finds what `kubectl get -o yaml` or `-o json` printed among other lines. Lines are taken only where
 * they read as objects of the API; what has an error is left where it is.
 */
export function objectsIn(lines: readonly TextLine[], text: string, id: string): FoundObjects {
  const found: Found<ClusterObjects>[] = [];
  const taken: Lines[] = [];
  let count = 0;
  for (let at = 0; at < lines.length; at++) {
    const first = lines[at];
    const end = first ? endOf(lines, at) : undefined;
    const last = end === undefined ? undefined : lines[end];
    if (!first || end === undefined || !last || last.end - first.start > MOST) continue;
    const read = KUBERNETES_YAML.parse(text.slice(first.start, last.end));
    if (read.ok && read.value.value.names.length > 0) {
      const evidence = { line: first.line, text: first.text.trim(), source: id };
      found.push({ value: read.value.value.cluster, evidence });
      taken.push({ from: first.line, to: last.line });
      count += read.value.value.names.length;
    }
    at = end;
  }
  return { found, taken, count };
}

/** The last line of the object or stream that begins at a line; undefined: none begins. */
function endOf(lines: readonly TextLine[], at: number): number | undefined {
  const { text = '', indent = 0 } = lines[at] ?? {};
  if (indent > 0) return undefined;
  if (BEGINS_YAML.test(text)) return lastOfYaml(lines, at);
  if (!BEGINS_JSON.test(text)) return undefined;
  for (let next = at; next < lines.length; next++) {
    const line = lines[next];
    if (next > at && line?.indent === 0 && line.text.startsWith('}')) return next;
    if (line && ENDS.test(line.text)) return undefined;
  }
  return undefined;
}

/** Behind an empty line only another object goes on, or what is further in. */
function lastOfYaml(lines: readonly TextLine[], at: number): number {
  let last = at;
  let gap = false;
  for (let next = at + 1; next < lines.length; next++) {
    const { text = '', indent = 0 } = lines[next] ?? {};
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
