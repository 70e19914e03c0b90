import {
  compareRuns,
  type Comparison,
  type PaneInput,
  type PaneRun,
  type PaneSpec,
} from '../../core/questions/compare/compare';
import { differences, endsOfFlow, type EndsPart, type ComparedEnds } from '../../core/questions/compare/compare-ends';
import { whyCiliumDiffers, type PlanePair } from '../../core/questions/compare/cilium-differences';
import { beyondFlows } from '../../core/questions/compare/cilium-beyond';
import { isProbe, probeFlow, probeFlows } from '../../core/questions/compare/compare-probes';
import type { Derive } from '../../core/document/kernel-parts';
import { type Document, type Flow, flowsOfSubject } from '../../core/document/document';
import { byOwner } from '../../core/kubernetes/complete';
import { ciliumSettings } from '../../core/kubernetes/proxy/ebpf/cilium-config';
import { getNamespace, type ClusterObjects } from '../../core/kubernetes/types';
import { phrase, type Phrase } from '../../core/lib/phrase';
import { formatIp } from '../../core/net/ip';
import { pickOutcome, makeTrace } from '../../core/sim/explore';
import type { Outcome } from '../../core/sim/trace';
import {
  MOST_PANES,
  paneKey,
  openPane,
  sentBy,
  whoIs,
  type KeptPane,
  type OpenPane,
  rulesBetween,
  type RulesAnswer,
  type RulesQuestion,
} from './compare-rules';
import type { Engine } from '../engine';
import { tellWalk, type Story } from '../../core/story/tell-walk';
import { misdeliveredOutcomes, exploreFlow, walkOrFault, type Opened } from '../../core/document/explored';

/** The documents of a comparison by their keys; the empty key is the one on the bench. */
export type ComparedDocuments = Readonly<Record<string, Document>>;

export interface CompareQuestion {
  readonly panes: readonly PaneSpec[];
  /** A flow of the document on the bench, or a generated one. */
  readonly flowId: string;
  /** Counts the outcomes of the first pane; absent: what the seed picks. */
  readonly outcome?: number;
  /** Each pane's walk is told in moments, too. */
  readonly told?: boolean;
}

/** What is asked for of one flow through every pane. */
export interface ComparisonWithStories extends Comparison {
  /** By pane, if it was asked for; of a pane that sends nothing without moments. */
  readonly stories?: readonly Story[];
}

/** One flow through every pane, all outcomes together. */
export interface ProbeRow {
  readonly flow: Flow;
  readonly ends: readonly ComparedEnds[];
  /** In what the panes differ. */
  readonly differ: readonly EndsPart[];
  /** Where one of them is Cilium's: which, and why it does otherwise than kube-proxy. */
  readonly reasons?: { readonly pane: number; readonly says: readonly Phrase[] };
}

/** Some rows of the table of differences. */
export interface ProbePage {
  readonly rows: readonly ProbeRow[];
  /** How many flows there are in all. */
  readonly total: number;
  /** With the first rows, where one pane is Cilium and one kube-proxy: what they do otherwise and no flow's end shows. */
  readonly beyond: readonly Phrase[];
}

/** Answers a comparison's questions about documents it was given before. */
export interface Comparer {
  readonly setDocuments: (documents: ComparedDocuments) => void;
  /** Lines one flow up through every pane. */
  readonly compare: (question: CompareQuestion) => ComparisonWithStories;
  /** The ends of the document's own and of generated flows, from the `from`th on, as many as `enough` allows: at least one. */
  readonly probe: (panes: readonly PaneSpec[], from: number, enough: () => boolean) => ProbePage;
  /** What of the generated rules differs between two panes. */
  readonly rules: (question: RulesQuestion) => RulesAnswer;
}

interface About {
  readonly documents: ComparedDocuments;
}

interface ProbeAsked extends About {
  readonly panes: readonly PaneSpec[];
  /** The place of the first row. */
  readonly from: number;
}

/** Milliseconds of rows in one answer: between two of them other questions have their turn. */
const SLICE = 30;

/** `panes`: whose modes may need parts that the documents' own do not. */
async function requestComparer(engine: Engine, { documents }: About, panes: readonly PaneSpec[]): Promise<Comparer> {
  const made = panes.map(({ document = '', mode }) => ({ ...(documents[document] ?? documents['']!), mode }));
  await Promise.all([...Object.values(documents), ...made].map(engine.ready));
  engine.comparer ??= createComparer(engine.newDerive);
  engine.comparer.setDocuments(documents);
  return engine.comparer;
}

/** Lines one flow up through every pane. */
export async function compare(
  engine: Engine,
  { question, ...about }: About & { readonly question: CompareQuestion },
): Promise<ComparisonWithStories> {
  return (await requestComparer(engine, about, question.panes)).compare(question);
}

/** Rows from a place on, as many as a slice of time allows: at least one. */
export async function probe(engine: Engine, { panes, from, ...about }: ProbeAsked): Promise<ProbePage> {
  const comparer = await requestComparer(engine, about, panes);
  const until = performance.now() + SLICE;
  return comparer.probe(panes, from, () => performance.now() > until);
}

/** Compares the generated rules of two panes. */
export async function compareRules(
  engine: Engine,
  { question, ...about }: About & { readonly question: RulesQuestion },
): Promise<RulesAnswer> {
  return (await requestComparer(engine, about, question.panes)).rules(question);
}

/** Forgets the panes. */
export function compareEnd(engine: Engine): void {
  engine.comparer = undefined;
}

/** Makes a {@link Comparer}: every pane keeps a memory of its own, so that an edit compiles little. */
export function createComparer(newDerive: () => Derive): Comparer {
  let kept = new Map<string, KeptPane>();
  let documents: ComparedDocuments = {};
  let flows: readonly Flow[] | undefined;
  const open = (wanted: readonly PaneSpec[]): OpenPane[] => {
    const specs = wanted.slice(0, MOST_PANES);
    const now = new Map<string, KeptPane>();
    for (const key of specs.map(paneKey)) now.set(key, kept.get(key) ?? now.get(key) ?? { derive: newDerive() });
    // What was asked for longest ago makes room.
    kept = new Map([...now, ...[...kept].filter(([key]) => !now.has(key))].slice(0, MOST_PANES));
    return specs.map((spec) => openPane(documents, spec, now.get(paneKey(spec))!));
  };
  return {
    setDocuments: (next) => {
      if (next[''] !== documents['']) flows = undefined;
      documents = next;
    },
    compare: ({ panes, flowId, outcome, told = false }) => {
      const bench = documents['']!;
      const flow = isProbe(flowId) ? probeFlow(bench, flowId) : bench.flows.find(({ id }) => id === flowId);
      const opened = open(panes);
      const comparison = compareRuns(
        opened.map((pane) => makeInput(bench, pane, flow)),
        outcome,
      );
      if (!told) return comparison;
      const stories = comparison.panes.map(({ trace }, at) =>
        walkOrFault(() => tellWalk({ ...opened[at]!.opened, trace }, true)),
      );
      return { ...comparison, stories: stories.map((story) => ('id' in story ? UNTOLD : story)) };
    },
    probe: (panes, from, enough) => {
      const bench = documents['']!;
      flows ??= toTry(bench);
      const opened = open(panes);
      const rows: ProbeRow[] = [];
      for (const flow of flows.slice(from)) {
        if (rows.length > 0 && enough()) break;
        rows.push(makeRow(bench, opened, flow));
      }
      return { rows, total: flows.length, beyond: from === 0 ? beyond(opened) : [] };
    },
    rules: (question) => {
      const [a, b] = open(question.panes);
      return rulesBetween([a!, b!], question);
    },
  };
}

/** Of a pane whose walk could not be told. */
const UNTOLD: Story = { moments: [], lenses: [] };

/** The person's flows, then every way to every Service port that is not among them. */
function toTry(bench: Document): readonly Flow[] {
  const own = flowsOfSubject(bench);
  if (bench.subject !== 'cluster') return own;
  const known = new Set(own.map(waysOf));
  return [...own, ...probeFlows(bench).filter((flow) => !known.has(waysOf(flow)))];
}

const waysOf = ({ from, to, protocol, port }: Flow): string =>
  JSON.stringify([
    ...[from, to].map((end) => Object.entries(end).toSorted(([a], [b]) => (a < b ? -1 : 1))),
    protocol,
    port,
  ]);

function makeInput(bench: Document, pane: OpenPane, flow: Flow | undefined): PaneInput {
  const factsOf: PaneInput['factsOf'] = (netns) => pane.opened.derived.network.netns.get(netns);
  return { spec: pane.spec, run: makeRun(bench, pane, flow), factsOf };
}

function makeRun(bench: Document, pane: OpenPane, flow: Flow | undefined): PaneRun {
  const sent = flow ? sentBy(bench, pane, flow) : undefined;
  if (!sent) return noRun(phrase('document.flow.none'));
  if (!sent.ok) return noRun(sent.error);
  const { opened, flow: own } = sent.value;
  const explored = exploreFlow(opened, { ...own, id: JSON.stringify({ ...own, id: '', title: '' }) });
  if ('id' in explored) return noRun(explored, own);
  const { input, exploration } = explored;
  const { outcomes } = exploration;
  if (outcomes.length === 0) return noRun(phrase('document.flow.none'), own);
  const picked = pickOutcome(outcomes, opened.document.seed);
  const { truncated } = exploration;
  const astray = misdeliveredOutcomes(opened, own, explored);
  return { outcomes, traceOf: (outcome) => makeTrace(input, outcome), picked, flow: own, truncated, ...astray };
}

function noRun(problem: Phrase, flow?: Flow): PaneRun {
  const traceOfNone = (): ReturnType<PaneRun['traceOf']> => ({ legs: [], assumptions: [], conntrack: {} });
  return { outcomes: [], traceOf: traceOfNone, picked: 0, problem, ...(flow ? { flow } : {}) };
}

/** Of a probe nothing is kept but its row. */
function makeRow(bench: Document, panes: readonly OpenPane[], flow: Flow): ProbeRow {
  const walked = panes.map((pane) => walkProbe(bench, pane, flow));
  const ends = walked.map(({ end }) => end);
  const elsewhere = panes.some(({ spec }) => spec.document !== undefined || spec.node !== undefined);
  const differ = differences(ends, { elsewhere, whoIs: (pane, address) => whoIs(panes[pane], address) });
  const reasons = differ.length === 0 || elsewhere ? undefined : whyOtherwise(panes, walked);
  return { flow, ends, differ, ...(reasons ? { reasons } : {}) };
}

/** A probe in one pane; `pair`: what its difference from another pane is told by. */
interface WalkedProbe {
  readonly end: ComparedEnds;
  readonly outcomes: readonly Outcome[];
  readonly pair?: Omit<PlanePair, 'kubeProxy' | 'cilium'>;
}

function walkProbe(bench: Document, pane: OpenPane, flow: Flow): WalkedProbe {
  const sent = sentBy(bench, pane, flow);
  if (!sent.ok) return { end: endsOfFlow([], sent.error), outcomes: [] };
  const { opened, flow: own } = sent.value;
  const explored = exploreFlow({ ...opened, explored: new Map() }, own);
  if ('id' in explored) return { end: endsOfFlow([], explored), outcomes: [] };
  const { outcomes } = explored.exploration;
  const { astray } = misdeliveredOutcomes(opened, own, explored);
  const devices = opened.derived.network.netns.get(explored.input.flow.netns)?.devices ?? [];
  const sender = new Set(devices.flatMap(({ addresses }) => addresses.map(({ address }) => formatIp(address))));
  return {
    end: endsOfFlow(outcomes, undefined, astray),
    outcomes,
    pair: { flow: own, sender, ...askedService(opened, own) },
  };
}

/** The Service of a flow; one to an address of the node is to the Service that has its nodePort. */
function askedService({ derived }: Opened, { to, port }: Flow): Pick<PlanePair, 'service' | 'zoned'> {
  const { services = [], endpointSlices = [] } = derived.settled ?? {};
  const isAsked = (object: ClusterObjects['services'][number]): boolean =>
    to.kind === 'service'
      ? object.metadata.name === to.name && getNamespace(object) === to.namespace
      : (object.spec.ports ?? []).some(({ nodePort }) => nodePort === port);
  const service = services.find(isAsked);
  if (!service) return { zoned: false };
  const slices = byOwner(endpointSlices).get(`${getNamespace(service)}/${service.metadata.name}`) ?? [];
  return { service, zoned: slices.some(({ endpoints = [] }) => endpoints.some(({ hints }) => hints !== undefined)) };
}

/** What Cilium is held against, where it is there. */
const LINUX_MODES = ['iptables', 'nftables', 'ipvs', 'userspace'] as const;

/** What Cilium's pane does otherwise than one of kube-proxy's, and no row shows. */
function beyond(panes: readonly OpenPane[]): readonly Phrase[] {
  const cilium = panes.find(({ spec }) => spec.mode === 'ebpf')?.opened;
  const isBeside = panes.some(({ spec }) => LINUX_MODES.some((mode) => mode === spec.mode));
  if (!cilium?.derived.settled || !isBeside || cilium.document.subject !== 'cluster') return [];
  const { document, derived } = cilium;
  return beyondFlows({
    cluster: derived.settled ?? document.cluster,
    settings: ciliumSettings(document.cilium ?? {}),
    release: document.release,
  });
}

/** Why Cilium's pane ends otherwise than kube-proxy's; nothing where there is not one of each. */
function whyOtherwise(panes: readonly OpenPane[], walked: readonly WalkedProbe[]): ProbeRow['reasons'] {
  const pane = panes.findIndex(({ spec }) => spec.mode === 'ebpf');
  const cilium = walked[pane];
  const first = LINUX_MODES.find((mode) => panes.some(({ spec }) => spec.mode === mode));
  const kubeProxy = walked[panes.findIndex(({ spec }) => spec.mode === first)];
  if (!cilium || !kubeProxy?.pair) return undefined;
  const says = whyCiliumDiffers({ ...kubeProxy.pair, kubeProxy: kubeProxy.outcomes, cilium: cilium.outcomes });
  return says.length > 0 ? { pane, says } : undefined;
}
