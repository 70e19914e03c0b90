import { err, ok, type Result } from '../lib/result';
import { beyondLimits, tooManyOf, type ObjectFinding } from '../kubernetes/finding';
import { finished, within, type Steps } from '../lib/scan';
import type { ClusterObjects } from '../kubernetes/types';
import type { Diagnostic, Format, Parsed, SourceSpan } from './format';
import { collectObjects, type KeptState, type ManifestObject } from './kubernetes/collect';
import { printCluster } from './kubernetes/print';
import { readObjectTextInSteps } from './kubernetes/read';

/** Reads what {@link formatPath} printed. */
function parsePath(text: string): (string | number)[] {
  return [...text.matchAll(/\[(\d+)\]|[^.[\]]+/g)].map(([part, index]) => (index === undefined ? part : Number(index)));
}

const LISTS = { Node: 'nodes', Pod: 'pods', Service: 'services', EndpointSlice: 'endpointSlices' } as const;

/** A shorter text is read as soon as it is counted. */
const LONG = 1_000_000;
/** The kind of a document or of a List's item, as kubectl indents them; further in stand references to other objects. */
const KIND = /^(?:- |  |  - )?kind:[ \t]*(Node|Pod|Service|EndpointSlice)[ \t]*\r?$/gm;

/** How many objects of each kind a long YAML text has, without reading it; JSON is read as fast as it is counted. */
function countKinds(text: string): Partial<Record<(typeof LISTS)[keyof typeof LISTS], number>> {
  const counts: Partial<Record<(typeof LISTS)[keyof typeof LISTS], number>> = {};
  if (text.length < LONG) return counts;
  for (const [, kind] of text.matchAll(KIND)) {
    const list = LISTS[kind as keyof typeof LISTS];
    counts[list] = (counts[list] ?? 0) + 1;
  }
  return counts;
}

/** A text of API objects, read. */
export interface Manifest {
  readonly cluster: ClusterObjects;
  /** `Service default/web`, in the order of the text. */
  readonly names: readonly string[];
  /**
   * Where a part of an object stands in the text, by the path findings carry:
   * `Service default/web spec.ports[0].port`. A part that is not written is where its parent is.
   */
  readonly spanOf: (path: string) => SourceSpan | undefined;
}

/** A manifest without a text behind it, to be printed. */
export function makeManifest(cluster: ClusterObjects): Manifest {
  return { cluster, names: [], spanOf: () => undefined };
}

/**
 * Reads objects in slices; `KUBERNETES_YAML.parse` does the same at once. More than the bench takes on is an error:
 * said before the text is read where it is long, else with the place of what is too much.
 */
export function* readManifest(
  text: string,
  keep: KeptState = 'last',
): Steps<Result<Parsed<Manifest>, readonly Diagnostic[]>> {
  const counted = tooManyOf(countKinds(text));
  if (counted) return err([makeDiagnostic(counted, [])]);
  const read = yield* within(readObjectTextInSteps(text), 0, 0.9);
  const { cluster, objects, diagnostics } = collectObjects(read.documents, keep);
  const beyond = beyondLimits(cluster);
  const all = [...(beyond ? [makeDiagnostic(beyond, objects)] : []), ...read.diagnostics, ...diagnostics];
  if (beyond) return err(all);
  if (objects.length === 0 && all.some(({ severity }) => severity === 'error')) return err(all);
  const value: Manifest = { cluster, names: objects.map(({ name }) => name), spanOf: spanIn(objects) };
  return ok({ value, diagnostics: all });
}

/**
 * Kubernetes objects as kubectl reads them: YAML 1.1 or JSON, several documents, Lists, typed lists.
 * An object with an error is left out and the error says where; if nothing at all is an object, the parse fails.
 */
export const KUBERNETES_YAML: Format<'kubernetes-yaml', Manifest> = {
  id: 'kubernetes-yaml',
  title: 'Kubernetes objects (YAML or JSON)',
  command: 'kubectl get nodes,pods,services,endpointslices,ingresses,networkpolicies -A -o yaml',
  detect: (text) => {
    const head = text.slice(0, 20_000);
    const hasKind = /(^|\n|[{,])[^\S\n]*(- )?"?kind"?\s*:\s*"?[A-Z]\w+/.test(head);
    const hasVersion = /(^|\n|[{,])[^\S\n]*(- )?"?apiVersion"?\s*:/.test(head);
    return hasKind && hasVersion ? 0.95 : hasVersion || hasKind ? 0.5 : 0;
  },
  parse: (text) => finished(readManifest(text)),
  print: ({ cluster }) => printCluster(cluster),
};

/** A finding of a limit, with the place of what is too much. */
function makeDiagnostic(
  { severity, code, message, path, object }: ObjectFinding,
  objects: readonly ManifestObject[],
): Diagnostic {
  if (!object) return { severity, code, message };
  const name = object.namespace === undefined ? object.name : `${object.namespace}/${object.name}`;
  const span = objects.findLast((each) => each.name === `${object.kind} ${name}`)?.spanOf(parsePath(path));
  return { severity, code, message, ...(span ? { span } : {}) };
}

function spanIn(objects: readonly ManifestObject[]): Manifest['spanOf'] {
  return (path) => {
    const [, kind = '', name = '', field = ''] = /^(\S+) (\S+)(?: (.*))?$/.exec(path) ?? [];
    const wanted = `${kind} ${kind === 'Node' ? name.replace(/^.*\//, '') : name}`;
    return objects.findLast((object) => object.name === wanted)?.spanOf(parsePath(field));
  };
}
