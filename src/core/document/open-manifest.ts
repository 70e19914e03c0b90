import { Memo } from '../lib/memo';
import { undressed } from '../formats/lines/undressed';
import { readTextInSteps } from '../paste/read-text';
import { listAskedNodes, withAskedFlows } from './asked-flows';
import { beginsAsObjects, withoutProse } from './prose-around';
import type { Document } from './document';
import { findMeantState } from './meant-state';
import { isError, sayGuessed, sayLeftOut } from './manifest-remarks';
import { addToCluster, openCluster, type ClusterHints } from './edits/open-cluster';
import type { Diagnostic } from '../formats/format';
import { collectObjects, type KeptState } from '../formats/kubernetes/collect';
import {
  objectsOfTables,
  tellsOfCluster,
  type NamespacedTable,
  type TabledObject,
} from '../formats/kubectl-table/objects';
import { readManifest } from '../formats/kubernetes-yaml';
import { EMPTY_CLUSTER } from '../kubernetes/build';
import { objectOfConfig } from '../kubernetes/config-fields';
import {
  findContradictions,
  listDifferingObjects,
  mergeClusters,
  type ShownService,
} from '../kubernetes/merge-clusters';
import { withPodOwners } from '../kubernetes/pod-owners';
import { beyondLimits, EXHAUSTED } from '../kubernetes/finding';
import {
  getNamespace,
  namespacedName,
  type ClusterObjects,
  type OtherObject,
  type PodObject,
  type ServiceObject,
} from '../kubernetes/types';
import type { HousedName } from '../formats/kubectl-table/same-object';
import { phrase, type Phrase } from '../lib/phrase';
import { within, type Steps } from '../lib/scan';
import { readStatedFacts, mergeStatedFacts, type StatedFacts } from '../paste/machine/told-words';
import { findMadeObject, readMadeObjects, type MadeObject } from '../paste/machine/made-by-commands';
import type { ListedObjects } from '../paste/machine/types';
import { Fence, LEFT_ASIDE } from '../formats/fence';
import { UNWATCHED, type FenceWatch } from '../lib/fence';

/** Texts of API objects, and the document whose cluster they become. */
export interface ManifestQuestion {
  readonly document: Document;
  /** Several are one manifest. */
  readonly texts: readonly string[];
  /** Into the cluster on the bench instead of in its place. */
  readonly into?: boolean;
  /**
   * The state that is meant where objects stand in several. Where words of the texts tell which (`object-times.ts`), that is what `told` and none
   * take; else `told` takes the last, and without any it is asked.
   */
  readonly state?: KeptState | 'told';
}

/** The document with the cluster on the bench; without one, what keeps the texts from being a cluster. */
export interface ManifestAnswer {
  readonly document?: Document;
  /** The objects as the texts tell them: nothing was put beside them. */
  readonly objects?: ClusterObjects;
  /** What the texts say in words. */
  readonly words?: StatedFacts;
  /** Objects and ranges that the texts do not hold, made up beside them. */
  readonly added?: Phrase;
  /** Objects that the texts show in several states, by name: nothing is opened until one is chosen. */
  readonly states?: readonly string[];
  readonly diagnostics: readonly Diagnostic[];
}

const READER = 'kubectl get -o yaml';

/**
 * Reads the texts and settles their cluster, in slices. What is sound is opened; what has an error is left out, and named. Nothing
 * sound, or more than the bench takes on: nothing is opened. Several states of one object are asked about, unless words tell which is meant.
 */
export function* openManifest(question: ManifestQuestion, watch: FenceWatch = UNWATCHED): Steps<ManifestAnswer> {
  const { document, texts, into = false } = question;
  const state = question.state === 'told' ? 'last' : question.state;
  const fence = new Fence([{ title: '', text: texts.join('\n---\n') }], watch);
  const reading = fence.attempt(READER, () => readManifest(texts.map(undressed).join('\n---\n'), state));
  const fenced = yield* within(reading, 0, 0.5);
  if (!fenced.ok) {
    fence.leave(READER, fenced.error);
    return { diagnostics: fence.diagnostics };
  }
  const read = fenced.value;
  const diagnostics = read.ok ? read.value.diagnostics : read.error;
  // Objects beyond a limit stay beyond it among other lines.
  if (diagnostics.some(({ code }) => code === EXHAUSTED.code)) return { diagnostics };
  const whole: ReadCluster = { cluster: read.ok ? read.value.value.cluster : EMPTY_CLUSTER, diagnostics };
  const hasError = diagnostics.some(isError);
  // Errors of a reading that is given up are of the lines between the objects.
  const among = hasError ? yield* within(clusterAmong({ texts, document, watch, state }), 0.5, 0.8) : undefined;
  const best = among && countObjects(among.cluster) > countObjects(whole.cluster) ? among : whole;
  if ((!read.ok || hasError) && countObjects(best.cluster) === 0) {
    // Read whole, words are wrong from their first line on.
    const isWritten = among === undefined || texts.map(undressed).some(beginsAsObjects);
    return { diagnostics: isWritten ? diagnostics : among.diagnostics };
  }
  const states = listStates(best.diagnostics);
  const isChosen = states.length === 0 || question.state === 'first' || question.state === 'last';
  const answer = isChosen ? undefined : yield* answerStates(question, states, watch);
  if (answer) return answer;
  const said = withoutProse(best.diagnostics, texts.map(undressed).join('\n---\n'));
  return putOnBench(document, { ...best, diagnostics: said, into, state, texts });
}

type ForBench = ReadCluster &
  Pick<ManifestQuestion, 'texts'> & { readonly into: boolean; readonly state: KeptState | undefined };

function putOnBench(
  document: Document,
  { cluster, diagnostics, into, state, texts, ...beside }: ForBench,
): ManifestAnswer {
  const beyond = into ? beyondLimits(mergeClusters([document.cluster, cluster])) : undefined;
  if (beyond) return { diagnostics: [beyond] };
  const hints = { ...beside, askedNodes: listAskedNodes(cluster, texts) };
  const opened = into ? addToCluster(document, cluster) : openCluster(document, cluster, hints);
  const { added, guessed } = opened;
  const isMore = added.nodes + added.services + added.pods + added.slices > added.own;
  // What counts is said once it is chosen; which of two that is, only of the last.
  const said = state === 'first' ? diagnostics.filter(({ message: { id } }) => id !== STATES) : diagnostics;
  return {
    document: into ? opened.document : withAskedFlows(opened.document, texts),
    objects: cluster,
    ...(beside.words ? { words: beside.words } : {}),
    diagnostics: [...sayLeftOut(said, texts), ...said, ...sayGuessed(guessed)],
    ...(isMore ? { added: phrase('document.opened.added', { ...added }) } : {}),
  };
}

/** Answers for objects in several states of which none was chosen: with the one that words tell, else by asking; undefined: the last is taken. */
function* answerStates(
  question: ManifestQuestion,
  states: readonly string[],
  watch: FenceWatch,
): Steps<ManifestAnswer | undefined> {
  const meant = yield* within(findMeantState(question.texts, states), 0.5, 0.6);
  if (!meant) return question.state === undefined ? { states, diagnostics: [] } : undefined;
  return withSaid(yield* within(openManifest({ ...question, state: meant.state }, watch), 0.6, 1), meant.said);
}

/** An answer with what words tell of its objects' states, in place of the remark that there are several. */
function withSaid(answer: ManifestAnswer, said: readonly Diagnostic[]): ManifestAnswer {
  return { ...answer, diagnostics: [...said, ...answer.diagnostics.filter(({ message: { id } }) => id !== STATES)] };
}

const STATES = 'document.manifest.states';

const sayState = (name: string): Diagnostic => ({
  severity: 'warning',
  code: 'invalid',
  message: phrase(STATES, { name }),
  path: name,
});

/** `Service shop/front`: objects of which several states were read. */
function listStates(diagnostics: readonly Diagnostic[]): readonly string[] {
  return [...new Set(diagnostics.flatMap(({ message: { id }, path }) => (id === STATES ? (path ?? []) : [])))];
}

/** Objects of texts, and what is said of them. */
interface ReadCluster extends ClusterHints {
  readonly cluster: ClusterObjects;
  readonly diagnostics: readonly Diagnostic[];
}

function countObjects({ nodes, pods, deployments, services, endpointSlices, others = [] }: ClusterObjects): number {
  return [nodes, pods, deployments, services, endpointSlices, others].reduce((sum, list) => sum + list.length, 0);
}

interface Among {
  readonly texts: readonly string[];
  readonly document: Document;
  readonly watch: FenceWatch;
  readonly state: KeptState | undefined;
}

/** Remarks on an object that has an error or stands in several states, and on a reader that failed. */
const isOfObjects = ({ code, message, severity }: Diagnostic): boolean =>
  code === LEFT_ASIDE ||
  message.id === 'document.manifest.kind-by-shape' ||
  message.id === STATES ||
  (severity === 'error' && /^(?:document|formats\.manifest)\./.test(message.id));

/** What texts hold among other lines. */
interface AmongLines {
  readonly found: readonly ShownObjects[];
  readonly tables: readonly ShownTable[];
  readonly others: readonly OtherObject[];
  readonly words: StatedFacts;
  readonly diagnostics: readonly Diagnostic[];
}

interface ShownObjects {
  readonly value: ListedObjects;
  readonly text: number;
  readonly line: number;
}

type ShownTable = NamespacedTable & { readonly text: number };

function* readAmong({ texts, document: { kubeProxy }, watch }: Among): Steps<AmongLines> {
  const found: ShownObjects[] = [];
  const tables: ShownTable[] = [];
  const others: OtherObject[] = [];
  const diagnostics: Diagnostic[] = [];
  for (const [index, text] of texts.entries()) {
    const read = yield* readTextInSteps({ id: String(index), title: '', text }, new Memo(watch));
    // An object with an error is not left out in silence.
    for (const each of read.diagnostics) if (isOfObjects(each)) diagnostics.push(each);
    for (const { value, evidence } of read.machine.objects) found.push({ value, text: index, line: evidence.line });
    for (const { value: table } of read.machine.tables) tables.push({ table, namespace: table.namespace, text: index });
    others.push(...read.machine.kubeProxy.map(({ value: { config } }) => objectOfConfig({ ...kubeProxy, ...config })));
  }
  const words = mergeStatedFacts(texts.flatMap(readStatedFacts));
  // A line of a file that was not pasted whole.
  if (words.mode !== undefined && others.length === 0) others.push(objectOfConfig({ ...kubeProxy, mode: words.mode }));
  return { found, tables, others, words, diagnostics };
}

/** kube-proxy's configuration, by itself or in its ConfigMap. */
const isKubeProxyObject = ({ kind, metadata }: OtherObject): boolean =>
  kind === 'KubeProxyConfiguration' || (kind === 'ConfigMap' && metadata?.name?.includes('kube-proxy') === true);

/** A row’s object with what the command that made it gives: a Pod’s labels; the labels that a Service selects, and the port it sends to. */
function withMade(row: TabledObject, made: readonly MadeObject[]): TabledObject {
  const { kind, metadata, spec } = row.value as unknown as PodObject | ServiceObject;
  const found = findMadeObject(made, kind, { name: metadata.name, namespace: getNamespace({ metadata }) });
  if (!found) return row;
  const { labels, targetPort } = found;
  if (kind === 'Pod') return { ...row, value: { ...row.value, metadata: { labels, ...metadata } } };
  if (row.hasSelectors !== false) return row;
  const { ports = [] } = spec;
  const sent = targetPort !== undefined && ports.length === 1 ? { ports: [{ ...ports[0], targetPort }] } : {};
  return { ...row, value: { ...row.value, spec: { ...spec, selector: labels, ...sent } }, hasSelectors: true };
}

/** `default/web`: Services of tables that have no column of selectors, and that nothing else tells of. */
function listUnselected(tabled: readonly TabledObject[], found: readonly ShownObjects[]): ReadonlySet<string> {
  const others = new Set(found.flatMap(({ value }) => value.services.map(namespacedName)));
  const services = tabled.flatMap(({ value, hasSelectors }) =>
    hasSelectors === false ? [namespacedName(value as unknown as ServiceObject)] : [],
  );
  return new Set(services.filter((name) => !others.has(name)));
}

/** Namespaces that descriptions and written objects tell. */
const housedNames = (found: readonly ShownObjects[]): readonly HousedName[] =>
  found.flatMap(({ value: { services, pods } }) => [
    ...services.flatMap(({ metadata, spec: { clusterIP: address } }): HousedName[] =>
      address === undefined
        ? []
        : [{ kind: 'services', name: metadata.name, namespace: getNamespace({ metadata }), address }],
    ),
    ...pods.flatMap(({ metadata, status }): HousedName[] =>
      status?.podIP === undefined
        ? []
        : [{ kind: 'pods', name: metadata.name, namespace: getNamespace({ metadata }), address: status.podIP }],
    ),
  ]);

/** Services of tables, descriptions and written objects, each with where it stands. */
function showServices(
  { found, tables }: AmongLines,
  tabled: ClusterObjects,
  spans: readonly TabledObject[],
): readonly ShownService[] {
  const textOf = (span: TabledObject['span']): number =>
    tables.find(({ table }) => table.rows.some((row) => row.span === span))?.text ?? 0;
  const ofTables = tabled.services.flatMap((service): ShownService[] => {
    const at = spans.findLast(({ value }) => isRowOf(value, service));
    return at ? [{ service, text: textOf(at.span), line: at.span.line }] : [];
  });
  const others = found.flatMap(({ value: { services }, text, line }) =>
    services.map((service): ShownService => ({ service, text, line })),
  );
  return [...ofTables, ...others];
}

const isRowOf = (value: TabledObject['value'], service: ServiceObject): boolean => {
  const own = value as unknown as ServiceObject;
  return own.kind === service.kind && namespacedName(own) === namespacedName(service);
};

/**
 * The objects that stand among other lines, as a terminal shows them: commands, prompts, tables, descriptions. Without any, what a
 * command line or a log tells of kube-proxy: the rest of its configuration stays.
 */
function* clusterAmong(among: Among): Steps<ReadCluster> {
  const { state } = among;
  const read = yield* readAmong(among);
  const { tables, found } = read;
  // Names of Pods alone are no cluster; beside objects they are of one.
  const isListed = found.length > 0 || tellsOfCluster(tables.map(({ table }) => table));
  const made = among.texts.flatMap(readMadeObjects);
  const tabled = isListed ? objectsOfTables(tables, housedNames(found)).map((each) => withMade(each, made)) : [];
  const ofTables = collectObjects(
    tabled.map(({ value, span }) => ({ value, spanOf: () => span })),
    state,
  );
  // A description leaves out what written objects tell: it is no other state of them, unless it denies them.
  const written = found.flatMap(({ value }) => (value.shortened === undefined ? [value] : []));
  const described = found.flatMap(({ value }) => (value.shortened === undefined ? [] : [value]));
  const contradicted = findContradictions(showServices(read, ofTables.cluster, tabled), state);
  const differing = [
    ...listDifferingObjects(written),
    ...contradicted.map((service) => `Service ${namespacedName(service)}`),
  ];
  const chosen = [...described, ...(state === 'first' ? written.toReversed() : written)];
  const decided: ClusterObjects = { ...EMPTY_CLUSTER, services: contradicted };
  const objects = withPodOwners(mergeClusters([ofTables.cluster, ...chosen, decided]));
  const isConfigured = (objects.others ?? []).some(isKubeProxyObject);
  const others = [...(objects.others ?? []), ...(isConfigured ? [] : read.others)];
  const cluster = countObjects(objects) > 0 ? { ...objects, others } : { ...EMPTY_CLUSTER, others: read.others };
  const states = [...new Set(differing)].map(sayState);
  return {
    cluster,
    unselected: listUnselected(tabled, found),
    words: read.words,
    diagnostics: [...read.diagnostics, ...states, ...ofTables.diagnostics.filter(isOfObjects)],
  };
}
