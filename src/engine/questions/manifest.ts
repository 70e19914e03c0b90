import { Memo } from '../../core/lib/memo';
import { undressed } from '../../core/formats/lines/undressed';
import { readTextInSteps } from '../../core/paste/read-text';
import type { Document } from '../../core/document/document';
import { addToCluster, openCluster } from '../../core/document/edits/open-cluster';
import type { Diagnostic } from '../../core/formats/format';
import { readManifest } from '../../core/formats/kubernetes-yaml';
import { EMPTY_CLUSTER } from '../../core/kubernetes/build';
import { objectOfConfig } from '../../core/kubernetes/config-fields';
import { beyondLimits, EXHAUSTED } from '../../core/kubernetes/finding';
import type { ClusterObjects, OtherObject } from '../../core/kubernetes/types';
import { phrase, type Phrase } from '../../core/lib/phrase';
import { within, type Steps } from '../../core/lib/scan';
import { Fence, LEFT_ASIDE } from '../../core/formats/fence';
import { UNWATCHED, type FenceWatch } from '../../core/lib/fence';
import type { Engine } from '../engine';

/** Texts of API objects, and the document whose cluster they become. */
export interface ManifestQuestion {
  readonly document: Document;
  /** Several are one manifest. */
  readonly texts: readonly string[];
  /** Into the cluster on the bench instead of in its place. */
  readonly into?: boolean;
}

/** The document with the cluster on the bench; without one, what keeps the texts from being a cluster. */
export interface ManifestAnswer {
  readonly document?: Document;
  /** What the texts do not hold and was made up beside them. */
  readonly added?: Phrase;
  readonly diagnostics: readonly Diagnostic[];
}

const READER = 'kubectl get -o yaml';

/** Texts of API objects as the cluster of a document. */
export function manifest({ memo }: Engine, question: ManifestQuestion): Steps<ManifestAnswer> {
  return openManifest(question, memo.watch);
}

/** Reads the texts and settles their cluster, in slices. One error and nothing is opened. */
export function* openManifest(
  { document, texts, into = false }: ManifestQuestion,
  watch: FenceWatch = UNWATCHED,
): Steps<ManifestAnswer> {
  const fence = new Fence([{ title: '', text: texts.join('\n---\n') }], watch);
  const reading = fence.attempt(READER, () => readManifest(texts.map(undressed).join('\n---\n')));
  const fenced = yield* within(reading, 0, 0.5);
  if (!fenced.ok) {
    fence.leave(READER, fenced.error);
    return { diagnostics: fence.diagnostics };
  }
  const read = fenced.value;
  const diagnostics = read.ok ? read.value.diagnostics : read.error;
  // What is too much stays too much among other lines.
  if (diagnostics.some(({ code }) => code === EXHAUSTED.code)) return { diagnostics };
  const said: Diagnostic[] = [];
  const hasError = diagnostics.some(({ severity }) => severity === 'error');
  const cluster =
    read.ok && !hasError
      ? read.value.value.cluster
      : yield* within(clusterAmong({ texts, document, watch, said }), 0.5, 0.8);
  if (!cluster) return { diagnostics };
  const beyond = into ? beyondLimits(joined([document.cluster, cluster])) : undefined;
  if (beyond) return { diagnostics: [beyond] };
  const { document: opened, added } = into ? addToCluster(document, cluster) : openCluster(document, cluster);
  const isMore = added.nodes + added.services + added.pods > 0;
  // Errors of a reading that was given up are of the lines between the objects.
  for (const each of diagnostics) if (each.severity !== 'error') said.push(each);
  return { document: opened, diagnostics: said, ...(isMore ? { added: phrase('document.opened.added', added) } : {}) };
}

interface Among {
  readonly texts: readonly string[];
  readonly document: Document;
  readonly watch: FenceWatch;
  /** What readers leave aside is added to it. */
  readonly said: Diagnostic[];
}

/**
 * The objects that stand among other lines, as a terminal shows them: commands, prompts, tables. Without any, what a
 * command line or a log tells of kube-proxy: the rest of its configuration stays.
 */
function* clusterAmong({ texts, document: { kubeProxy }, watch, said }: Among): Steps<ClusterObjects | undefined> {
  const found: ClusterObjects[] = [];
  const told: OtherObject[] = [];
  for (const [index, text] of texts.entries()) {
    const read = yield* readTextInSteps({ id: String(index), title: '', text }, new Memo(watch));
    said.push(...read.diagnostics.filter(({ code }) => code === LEFT_ASIDE));
    // An object with an error is not left out in silence.
    if (read.diagnostics.some(({ severity }) => severity === 'error')) return undefined;
    found.push(...read.machine.objects.map(({ value }) => value));
    told.push(...read.machine.kubeProxy.map(({ value: { config } }) => objectOfConfig({ ...kubeProxy, ...config })));
  }
  if (found.length > 0) return joined(found);
  return told.length === 0 ? undefined : { ...EMPTY_CLUSTER, others: told };
}

function joined(clusters: readonly ClusterObjects[]): ClusterObjects {
  return {
    nodes: clusters.flatMap(({ nodes }) => nodes),
    pods: clusters.flatMap(({ pods }) => pods),
    deployments: clusters.flatMap(({ deployments }) => deployments),
    services: clusters.flatMap(({ services }) => services),
    endpointSlices: clusters.flatMap(({ endpointSlices }) => endpointSlices),
    others: clusters.flatMap(({ others = [] }) => others),
  };
}
