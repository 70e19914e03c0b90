import type { Document, Flow } from '../../core/document/document';
import { findNodeChoice } from '../../core/questions/compare/compare-panes';
import type { WantedPort } from '../../core/kubernetes/proxy/parts';
import { getNamespace, type TrafficPolicy } from '../../core/kubernetes/types';
import type { ModeOffer, PaneSpec } from '../../engine/protocol';
import type { ProbeRow } from '../../engine/questions/compare';

/** Rows that differ first, by how much and then as they came; the others after them, if they are wanted. */
export function inOrder(rows: readonly ProbeRow[], all: boolean): readonly ProbeRow[] {
  const weight = ({ differ }: ProbeRow): number =>
    (differ.includes('verdicts') ? 4 : 0) +
    (differ.includes('backends') ? 2 : 0) +
    (differ.includes('sources') ? 1 : 0);
  const wanted = all ? rows : rows.filter(({ differ }) => differ.length > 0);
  return wanted.toSorted((a, b) => weight(b) - weight(a));
}

/** Keys of documents that need not be kept: the example of that id, and what is pasted or built on this bench. */
export const EXAMPLE_KEY = 'example:';
export const PASTED_KEY = 'pasted';
export const CLUSTER_KEY = 'cluster';
export const BEFORE_KEY = 'before';

/** What of a pane is said in its name, in this order. */
interface PaneTitle {
  readonly document?: string;
  readonly mode?: string;
  readonly release?: string;
  readonly node?: string;
  readonly policy?: TrafficPolicy;
}

/** Under what a Service's traffic policy is chosen for a flow; undefined: it has none. */
export function findPolicyKind({ to }: Flow): 'external' | 'internal' | undefined {
  if (to.kind !== 'service') return undefined;
  return to.via === 'clusterIP' ? 'internal' : 'external';
}

/** The policy a pane changes, of whichever kind. */
export function findPolicy({ policy }: PaneSpec): TrafficPolicy | undefined {
  return policy?.external ?? policy?.internal;
}

/** A pane with another policy of the Service the flow goes to; undefined: as the document says. */
export function withPolicy(spec: PaneSpec, flow: Flow, policy: TrafficPolicy | undefined): PaneSpec {
  const { policy: _old, ...rest } = spec;
  const kind = findPolicyKind(flow);
  if (policy === undefined || kind === undefined || flow.to.kind !== 'service') return rest;
  const { namespace, name } = flow.to;
  return { ...rest, policy: { namespace, name, [kind]: policy } };
}

/** Nodes a pane can be of, for that flow; none where it makes no difference. */
export function nodesFor(document: Document | undefined, flow: Flow | undefined): readonly string[] {
  if (!document || !flow || document.subject === 'pasted' || findNodeChoice(flow) === undefined) return [];
  return document.cluster.nodes.map(({ metadata }) => metadata.name);
}

/** What panes are called by. `titles`: of documents, by their keys. */
export interface PaneWords {
  readonly offers: readonly ModeOffer[];
  readonly documents: Readonly<Record<string, Document>>;
  readonly titles: Readonly<Record<string, string>>;
}

/** Titles of panes: the settings they differ in; where nothing differs, their mode. */
export function paneTitles(
  panes: readonly PaneSpec[],
  { offers, documents, titles: called }: PaneWords,
): readonly PaneTitle[] {
  const differ = (of: (spec: PaneSpec) => unknown): boolean => new Set(panes.map(of)).size > 1;
  const byDocument = differ(({ document }) => document);
  const byRelease = differ(({ release }) => release) && !differ(({ mode }) => mode);
  const twice = (spec: PaneSpec): boolean => panes.filter(({ mode }) => mode === spec.mode).length > 1;
  const byNode = differ(({ node }) => node);
  const byPolicy = differ(findPolicy);
  const others = byDocument || byNode || byPolicy;
  const byMode = differ(({ mode }) => mode) || !(others || byRelease);
  const modeOf = (spec: PaneSpec): string => offers.find(({ id }) => id === spec.mode)?.title ?? spec.mode;
  const titles = panes.map((spec): PaneTitle => ({
    ...(byDocument ? { document: called[spec.document ?? ''] ?? '' } : {}),
    ...(byMode && !isPasted(spec, documents) ? { mode: modeOf(spec) } : {}),
    ...(byRelease || (byMode && !others && twice(spec)) ? { release: spec.release } : {}),
    ...(byNode && spec.node !== undefined ? { node: spec.node } : {}),
    ...(byPolicy && findPolicy(spec) ? { policy: findPolicy(spec)! } : {}),
  }));
  return titles.map((title, at) => (Object.keys(title).length > 0 ? title : { mode: modeOf(panes[at]!) }));
}

/** The name in a line. */
export const titleText = (title: PaneTitle): string => Object.values(title).join(' · ');

/** Is the pane of pasted texts, whose mode nobody chooses? */
export function isPasted({ document = '' }: PaneSpec, documents: Readonly<Record<string, Document>>): boolean {
  return documents[document]?.subject === 'pasted';
}

type Documents = Readonly<Record<string, Document>>;

/** Keeps a document for a pane under a key of its own; an example needs no keeping, the same document is kept once. */
export function keepDocument(
  kept: Documents,
  wanted: string,
  document: Document,
): { readonly documents: Documents; readonly key: string } {
  if (wanted.startsWith(EXAMPLE_KEY)) return { documents: kept, key: wanted };
  const known = Object.keys(kept).find((key) => kept[key] === document);
  if (known !== undefined) return { documents: kept, key: known };
  let turn = 1;
  while (`own:${turn}` in kept) turn++;
  return { documents: { ...kept, [`own:${turn}`]: document }, key: `own:${turn}` };
}

/** A Service port as it is called: `web, port 80`; where another of the Service has the number, too, with its protocol. */
interface PortName {
  /** `default/web`. */
  readonly service: string;
  /** `80`, `53/UDP`; undefined: no document has it. */
  readonly port: string | undefined;
}

/** The name of a service port in the first of the documents that has it. */
export function namePort({ namespace, serviceName, index = 0 }: WantedPort, documents: readonly Document[]): PortName {
  const service = `${namespace}/${serviceName}`;
  const found = documents
    .flatMap(({ cluster }) => cluster.services)
    .find((each) => getNamespace(each) === namespace && each.metadata.name === serviceName && each.spec.ports?.[index]);
  const ports = found?.spec.ports ?? [];
  const own = ports[index];
  if (!own) return { service, port: undefined };
  const isAlone = ports.every((each) => each === own || each.port !== own.port);
  return { service, port: isAlone ? String(own.port) : `${own.port}/${own.protocol ?? 'TCP'}` };
}
