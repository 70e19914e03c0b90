import { Memo } from '../lib/memo';
import { undressed } from '../formats/lines/undressed';
import { readTextInSteps } from '../paste/read-text';
import type { Document } from './document';
import { addToCluster, openCluster, type Guessed } from './edits/open-cluster';
import type { Diagnostic } from '../formats/format';
import { collectObjects, type KeptState } from '../formats/kubernetes/collect';
import { objectsOfTables, tellsOfCluster, type AskedTable } from '../formats/kubectl-table/objects';
import { readManifest } from '../formats/kubernetes-yaml';
import { EMPTY_CLUSTER } from '../kubernetes/build';
import { objectOfConfig } from '../kubernetes/config-fields';
import { listDifferingObjects, mergeClusters } from '../kubernetes/merge-clusters';
import { beyondLimits, EXHAUSTED } from '../kubernetes/finding';
import type { ClusterObjects, OtherObject } from '../kubernetes/types';
import { phrase, type Phrase } from '../lib/phrase';
import { within, type Steps } from '../lib/scan';
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
  /** The state that is meant where objects stand in several; absent: it is asked. */
  readonly state?: KeptState;
}

/** The document with the cluster on the bench; without one, what keeps the texts from being a cluster. */
export interface ManifestAnswer {
  readonly document?: Document;
  /** The objects as the texts tell them: nothing was put beside them. */
  readonly objects?: ClusterObjects;
  /** Objects and ranges that the texts do not hold, made up beside them. */
  readonly added?: Phrase;
  /** Objects that the texts show in several states, by name: nothing is opened until one is chosen. */
  readonly states?: readonly string[];
  readonly diagnostics: readonly Diagnostic[];
}

const READER = 'kubectl get -o yaml';

/**
 * Reads the texts and settles their cluster, in slices. What is sound is opened; what has an error is left out, and named. Nothing
 * sound, or more than the bench takes on: nothing is opened. Several states of one object are asked about.
 */
export function* openManifest(
  { document, texts, into = false, state }: ManifestQuestion,
  watch: FenceWatch = UNWATCHED,
): Steps<ManifestAnswer> {
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
  if ((!read.ok || hasError) && countObjects(best.cluster) === 0) return { diagnostics };
  const states = state === undefined ? listStates(best.diagnostics) : [];
  if (states.length > 0) return { states, diagnostics: [] };
  return putOnBench(document, { ...best, into });
}

function putOnBench(
  document: Document,
  { cluster, diagnostics, into }: ReadCluster & { readonly into: boolean },
): ManifestAnswer {
  const beyond = into ? beyondLimits(mergeClusters([document.cluster, cluster])) : undefined;
  if (beyond) return { diagnostics: [beyond] };
  const { document: opened, added, guessed } = into ? addToCluster(document, cluster) : openCluster(document, cluster);
  const isMore = added.nodes + added.services + added.pods > 0;
  const said = diagnostics.filter(({ message: { id } }) => id !== STATES);
  return {
    document: opened,
    objects: cluster,
    diagnostics: [...sayLeftOut(said), ...said, ...sayGuessed(guessed)],
    ...(isMore ? { added: phrase('document.opened.added', added) } : {}),
  };
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

/** The remark on what no object tells and was guessed. */
function sayGuessed({ cidr, mode, isBridge, isBesideCilium, isListening }: Guessed = {}): readonly Diagnostic[] {
  if (cidr === undefined && mode === undefined && !isBesideCilium && !isListening) return [];
  const values = {
    cidr: cidr ?? 'none',
    mode: mode ?? 'none',
    pods: isBridge ? 'bridge' : 'told',
    cilium: isBesideCilium ? 'beside' : 'none',
    ports: isListening ? 'untold' : 'told',
    config: cidr === undefined && mode === undefined && !isBridge ? 'told' : 'asked',
  };
  return [{ severity: 'warning', code: 'assumed', message: phrase('document.opened.guessed', values) }];
}

/** Objects of texts, and what is said of them. */
interface ReadCluster {
  readonly cluster: ClusterObjects;
  readonly diagnostics: readonly Diagnostic[];
}

const isError = ({ severity }: Diagnostic): boolean => severity === 'error';

function countObjects({ nodes, pods, deployments, services, endpointSlices, others = [] }: ClusterObjects): number {
  return [nodes, pods, deployments, services, endpointSlices, others].reduce((sum, list) => sum + list.length, 0);
}

/** So many are named. */
const MOST_NAMED = 5;

/** The objects that were left out for an error, by name; where none is told, by the line of it. */
function sayLeftOut(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  const names = new Set(diagnostics.filter(isError).map(nameLeftOut));
  if (names.size === 0) return [];
  const shown = [...names].slice(0, MOST_NAMED).join(', ') + (names.size > MOST_NAMED ? ', …' : '');
  const message = phrase('document.opened.left-out', { count: names.size, names: shown });
  return [{ severity: 'warning', code: 'left-out', message }];
}

function nameLeftOut({ path = '', span }: Diagnostic): string {
  const [kind = '', name = ''] = path.split(' ');
  return name === '' ? `L${span?.line ?? 1}` : `${kind} ${name}`;
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

/**
 * The objects that stand among other lines, as a terminal shows them: commands, prompts, tables, descriptions. Without any, what a
 * command line or a log tells of kube-proxy: the rest of its configuration stays.
 */
function* clusterAmong({ texts, document: { kubeProxy }, watch, state }: Among): Steps<ReadCluster> {
  const found: ListedObjects[] = [];
  const tables: AskedTable[] = [];
  const told: OtherObject[] = [];
  const diagnostics: Diagnostic[] = [];
  for (const [index, text] of texts.entries()) {
    const read = yield* readTextInSteps({ id: String(index), title: '', text }, new Memo(watch));
    // An object with an error is not left out in silence.
    for (const each of read.diagnostics) if (isOfObjects(each)) diagnostics.push(each);
    found.push(...read.machine.objects.map(({ value }) => value));
    for (const { value: table } of read.machine.tables) tables.push({ table, namespace: table.namespace });
    told.push(...read.machine.kubeProxy.map(({ value: { config } }) => objectOfConfig({ ...kubeProxy, ...config })));
  }
  const tabled = tellsOfCluster(tables.map(({ table }) => table)) ? objectsOfTables(tables) : [];
  const ofTables = collectObjects(
    tabled.map(({ value, span }) => ({ value, spanOf: () => span })),
    state,
  );
  // A description leaves out what written objects tell: it is no other state of them.
  const written = found.filter(({ shortened }) => shortened === undefined);
  const described = found.filter(({ shortened }) => shortened !== undefined);
  for (const name of listDifferingObjects(written)) diagnostics.push(sayState(name));
  const chosen = [...described, ...(state === 'first' ? written.toReversed() : written)];
  const objects = mergeClusters([ofTables.cluster, ...chosen]);
  const cluster = countObjects(objects) > 0 ? objects : { ...EMPTY_CLUSTER, others: told };
  return { cluster, diagnostics: [...diagnostics, ...ofTables.diagnostics.filter(isOfObjects)] };
}
