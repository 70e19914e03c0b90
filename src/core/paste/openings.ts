import { textsOfModes } from './machine/sections';
import type { TextSummary } from './pasted-types';

/** A text by the id that its summary has. */
interface IdentifiedText {
  readonly id: string;
}

const OBJECTS: ReadonlySet<string> = new Set(['kubernetes-yaml', 'kubectl-describe']);

/** What alone makes no node but a cluster, and names things in one. */
const ALONGSIDE: ReadonlySet<string> = new Set([
  ...OBJECTS,
  'kube-proxy-config',
  'cni-conflist',
  // What clients in Pods got tells of no machine.
  'dns-answers',
  'http-answers',
]);

/** Texts of a node: rules, addresses, routes, sets, connections, and beside these what names them. */
export function textsWithRules<T extends IdentifiedText>(
  texts: readonly T[],
  summaries: readonly TextSummary[],
): readonly T[] {
  if (!summaries.some(tellsOfNode)) return [];
  return texts.filter(({ id }) =>
    summaries.some(({ id: of, parts, pieces = [] }) => of === id && parts.length + pieces.length > 0),
  );
}

function tellsOfNode({ parts, pieces = [] }: TextSummary): boolean {
  return parts.length > 0 || pieces.some(({ format }) => !ALONGSIDE.has(format));
}

/** True where texts tell of nothing but a cluster: its objects, written out, described or in tables that list Services or Pods. */
export function tellOnlyOfCluster(summaries: readonly TextSummary[]): boolean {
  const isOfCluster = ({ format }: { readonly format: string }): boolean =>
    ALONGSIDE.has(format) || format === 'kubectl-table';
  return (
    summaries.some(({ listsCluster }) => listsCluster) &&
    summaries.every(({ parts, pieces = [] }) => parts.length === 0 && pieces.every(isOfCluster))
  );
}

/** Texts that hold API objects, written out, described or in tables, and no rules. */
export function textsWithObjects<T extends IdentifiedText>(
  texts: readonly T[],
  summaries: readonly TextSummary[],
): readonly T[] {
  return texts.filter(({ id }) =>
    summaries.some(
      ({ id: of, parts, pieces = [], others, listsCluster }) =>
        of === id &&
        parts.length === 0 &&
        (listsCluster === true ||
          pieces.some(({ format, isFaulty }) => OBJECTS.has(format) && !isFaulty) ||
          others.some(({ looksLike }) => looksLike === 'kubernetes')),
    ),
  );
}

/** Texts that tell how kube-proxy is set, where none tells of a node it runs on, or of a cluster. */
export function textsOfKubeProxy<T extends IdentifiedText>(
  texts: readonly T[],
  summaries: readonly TextSummary[],
): readonly T[] {
  if (summaries.some(tellsOfNode) || textsWithObjects(texts, summaries).length > 0) return [];
  return texts.filter(({ id }) =>
    summaries.some(
      ({ id: of, pieces = [] }) => of === id && pieces.some(({ format }) => format === 'kube-proxy-config'),
    ),
  );
}

/**
 * The parts of one note that shows several modes under headings, each a node of its own. Undefined: there are several texts, nothing
 * is to be taken apart, or a person said which machine a text is of.
 */
export function partsByMode(
  texts: readonly (IdentifiedText & { readonly text: string })[],
  summaries: readonly TextSummary[],
): ReturnType<typeof textsOfModes> | undefined {
  const [note] = texts;
  const machines = summaries.find(({ id }) => id === note?.id)?.machines ?? [];
  const names = new Set(machines.filter(({ sign }) => sign.how === 'heading').map(({ told }) => told));
  if (!note || texts.length > 1 || names.size < 2) return undefined;
  const parts = textsOfModes(note.text).filter(({ mode }) => names.has(mode));
  return parts.length < 2 ? undefined : parts;
}
