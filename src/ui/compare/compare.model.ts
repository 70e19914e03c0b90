import { goesByTurns } from '../../core/linux/ipvs/scheduler';
import type { ComparedPane } from '../../core/questions/compare/compare';
import type { Document, Flow } from '../../core/document/document';
import type { ProxyModeId } from '../../core/kubernetes/mode-ids';
import type { AlignedMoment } from '../../core/sim/align';
import type { Disposition, Leg, Trace, TraceStep } from '../../core/sim/trace';
import type { Comparison, ModeOffer, PaneSpec } from '../../engine/protocol';
import { releaseFor, type Proxied, offeredRelease } from '../shell/bench/mode.model';
import { CLUSTER_KEY, BEFORE_KEY, nodesFor, PASTED_KEY, findPolicyKind, withPolicy } from './pane.model';
import type { Phrase } from '../../core/lib/phrase';
import { narrateAlone, tell } from '../../core/sim/narrate';
import { plainName } from '../../core/story/service-at';
import type { ViewState } from '../../store/view-state';

/** What a pane does in one row. */
export interface CompareCell {
  readonly steps: readonly TraceStep[];
  readonly rules: number;
  readonly lookups: number;
}

/** What begins a row, by the words it is called with; a hook is called by its own name. */
type RowEvent =
  | 'originate'
  | 'receive'
  | 'bridge'
  | 'transmit'
  | 'tunnel'
  | 'deliver'
  | 'stop'
  | 'rules'
  | 'routing'
  | 'routingAgain'
  | 'natDst'
  | 'natDstBinding'
  | 'natSrc'
  | 'natSrcBinding';

/** One moment as a row of the table: what happens where, and how each pane does it. */
export interface CompareRow {
  readonly id: number;
  /** First tick of the shared scrubber that is in this row, and how many are. */
  readonly tick: number;
  readonly ticks: number;
  readonly role: Leg['role'];
  /** What the namespaces it happens in are called, most often one. */
  readonly places: readonly string[];
  /** The row before is elsewhere, or of another packet. */
  readonly arrives: boolean;
  readonly event: { readonly hook: string } | { readonly id: RowEvent };
  /** Undefined: nothing of the kind happens in that pane. */
  readonly cells: readonly (CompareCell | undefined)[];
}

const EVENTS: Readonly<Record<string, RowEvent>> = {
  originate: 'originate',
  receive: 'receive',
  bridge: 'bridge',
  transmit: 'transmit',
  tunnel: 'tunnel',
  deliver: 'deliver',
  stop: 'stop',
  rules: 'rules',
  'nat DST rule': 'natDst',
  'nat DST binding': 'natDstBinding',
  'nat SRC rule': 'natSrc',
  'nat SRC binding': 'natSrcBinding',
};

function makeEvent(what: string): CompareRow['event'] {
  if (what.startsWith('routing')) return { id: what.endsWith(' again') ? 'routingAgain' : 'routing' };
  const id = EVENTS[what];
  return id ? { id } : { hook: what };
}

interface PlacedStep {
  readonly netns: string;
  readonly data: TraceStep;
}

function placedSteps({ legs }: Trace): PlacedStep[] {
  return legs.flatMap(({ hops }) => hops.flatMap(({ netns, steps }) => steps.map((data) => ({ netns, data }))));
}

function makeCell(steps: readonly TraceStep[]): CompareCell {
  const rules = steps.reduce(
    (sum, step) => sum + (step.kind === 'skip' ? step.to - step.from + 1 : step.kind === 'rule' ? 1 : 0),
    0,
  );
  const lookups = steps.filter((step) => step.kind === 'rule' && step.lookup).length;
  return { steps, rules, lookups };
}

/** The rows of a comparison, in the order of the scrubber. */
export function listComparedRows({ panes, moments }: Comparison): readonly CompareRow[] {
  const traces = panes.map(({ trace }) => placedSteps(trace));
  let tick = 0;
  let before = '';
  return moments.map((moment, id): CompareRow => {
    const [role = 'request', place = '', what = ''] = moment.key.split('|');
    const arrives = before !== `${role}|${place}`;
    before = `${role}|${place}`;
    const first = tick;
    tick += moment.ticks;
    const shown = stepsIn(moment, traces);
    return {
      id,
      tick: first,
      ticks: moment.ticks,
      role: role as Leg['role'],
      places: listPlaces(shown, panes),
      arrives,
      event: makeEvent(what),
      cells: shown.map((steps) => steps && makeCell(steps.map(({ data }) => data))),
    };
  });
}

/** What the row's namespaces are called, each once. */
function listPlaces(shown: readonly (readonly PlacedStep[] | undefined)[], panes: Comparison['panes']): string[] {
  const titles = shown.flatMap((steps, pane) => {
    const netns = steps?.[0]?.netns;
    return netns === undefined ? [] : (panes[pane]?.titles[netns] ?? netns);
  });
  return [...new Set(titles)];
}

function stepsIn({ steps }: AlignedMoment, traces: readonly (readonly PlacedStep[])[]): (PlacedStep[] | undefined)[] {
  return steps.map((range, column) => range && traces[column]?.slice(range.from, range.from + range.count));
}

/** The row a tick is in: an index. */
export function rowAt(rows: readonly CompareRow[], tick: number): number {
  return Math.max(
    0,
    rows.findLastIndex((row) => row.tick <= tick),
  );
}

/** The last tick of the shared scrubber. */
export function lastTick(rows: readonly CompareRow[]): number {
  const end = rows.at(-1);
  return end ? end.tick + end.ticks - 1 : 0;
}

/** How many ticks of a row have passed at a tick of the scrubber; -1: it is not the present row. */
export function ticksInside({ tick, ticks }: CompareRow, at: number, last: number): number {
  const inside = Math.min(at, last) - tick;
  return inside >= 0 && inside < ticks ? inside : -1;
}

/** How a pane ended, in what can be said and compared: `DELIVERED` without an answer is another end. */
interface PaneEnd {
  readonly disposition: Disposition['kind'];
  readonly answered: boolean;
}

function findEnd({ outcomes, shown }: ComparedPane): PaneEnd | undefined {
  const outcome = outcomes[shown];
  return outcome && { disposition: outcome.disposition.kind, answered: outcome.answered };
}

/** The different ends with the panes that have them, by index; those that cannot be sent have none. */
export function listEnds(panes: readonly ComparedPane[]): readonly (PaneEnd & { readonly panes: readonly number[] })[] {
  const groups = new Map<string, PaneEnd & { readonly panes: number[] }>();
  for (const [index, pane] of panes.entries()) {
    const end = findEnd(pane);
    if (!end) continue;
    const key = `${end.disposition} ${end.answered}`;
    const group = groups.get(key);
    if (group) group.panes.push(index);
    else groups.set(key, { ...end, panes: [index] });
  }
  return [...groups.values()];
}

export const MOST_SHOWN_PANES = 4;
export const FEWEST_PANES = 2;

/** What is compared unless somebody asks for more: the modes a kube-proxy of today can be put into. */
const COMPARED_MODES: ReadonlySet<ProxyModeId> = new Set(['iptables', 'ipvs', 'nftables']);

/** The modes of today and the document's own, each at the document's release or the nearest it has. */
export function defaultPanes(offers: readonly ModeOffer[], proxied: Proxied): readonly PaneSpec[] {
  return offers
    .filter(({ id }) => COMPARED_MODES.has(id) || id === proxied.mode)
    .map((offer) => ({ mode: offer.id, release: releaseFor(offer, proxied) }));
}

/** A pasted node begins beside what was built on the bench, if anything was: nobody can have it in another mode. */
export function pastedPanes({
  mode,
  release,
  cluster,
}: Pick<Document, 'mode' | 'release' | 'cluster'>): readonly PaneSpec[] {
  const built = cluster.nodes.length > 0 ? [{ mode, release, document: CLUSTER_KEY }] : [];
  return [{ mode, release }, ...built];
}

/** The settings of one more pane: the first offered mode that no pane shows of `document`, else those of the last pane. */
export function onePaneMore(
  panes: readonly PaneSpec[],
  offers: readonly ModeOffer[],
  { proxied, document }: { readonly proxied: Proxied; readonly document?: string },
): readonly PaneSpec[] {
  const shown = panes.filter((pane) => pane.document === document);
  const unused = offers.find(({ id }) => shown.every(({ mode }) => mode !== id));
  const last = panes.at(-1);
  const of = document === undefined ? {} : { document };
  const next = unused ? { mode: unused.id, release: releaseFor(unused, proxied), ...of } : last;
  return next && panes.length < MOST_SHOWN_PANES ? [...panes, next] : panes;
}

/** A step in a few words: there are four of them side by side. */
interface Line {
  /** Undefined: its badge and its addresses say all. */
  readonly words?: Phrase;
  /** The chain gone to: stands right after the verdict. */
  readonly detail?: string;
  readonly odds?: string;
  /** The odds are a share by turns: nothing was drawn. */
  readonly turns?: true;
  readonly reason?: Phrase;
  /** Nothing was decided: told more quietly. */
  readonly quiet?: true;
}

/** What a badge and addresses or a reason say in full. */
const WORDLESS: ReadonlySet<TraceStep['kind']> = new Set(['nat', 'stop']);
const QUIET: ReadonlySet<TraceStep['kind']> = new Set(['conntrack', 'skip', 'return', 'policy']);

/** The words of a step. `cell` is where it stands: a hook tells what was asked there. */
export function makeLine(step: TraceStep, { rules, lookups }: Pick<CompareCell, 'rules' | 'lookups'>): Line {
  const narration = narrateAlone(step, { called: plainName });
  const { values, because } = narration;
  const goes = step.kind === 'rule' && (step.verdict.kind === 'JUMP' || step.verdict.kind === 'GOTO');
  const odds = values['about'] ?? 'none';
  const why = because.find(({ kind }) => kind === 'assumed' || (kind === 'reason' && step.kind === 'stop'));
  return {
    ...(WORDLESS.has(step.kind)
      ? {}
      : { words: tell({ ...narration, values: { ...values, rules, lookups } }, 'line') }),
    ...(goes ? { detail: String(values['to']) } : {}),
    ...(odds === 'none' ? {} : { odds: String(odds) }),
    ...(step.kind === 'ipvs' && goesByTurns(step.scheduler) ? { turns: true } : {}),
    ...(why && 'says' in why ? { reason: why.says } : {}),
    ...(QUIET.has(step.kind) ? { quiet: true } : {}),
  };
}

export const ARRANGEMENTS = ['modes', 'releases', 'policies', 'nodes', 'edit', 'pasted'] as const;
export type Arrangement = (typeof ARRANGEMENTS)[number];

/** What there is to arrange. */
interface Arrangeable {
  readonly offers: readonly ModeOffer[];
  readonly document: Document;
  readonly flow: Flow | undefined;
  /** The document before the last edit. */
  readonly before: Document | undefined;
}

/** The panes of an arrangement; undefined: there is nothing to arrange so. Two at least. */
export function arrange(kind: Arrangement, things: Arrangeable): readonly PaneSpec[] | undefined {
  const panes = PANES[kind](things);
  return panes.length > 1 ? panes : undefined;
}

const asIs = ({ mode, release }: Document): PaneSpec => ({ mode, release });

/** Nobody can have a pasted node in another mode or release. */
const built = ({ subject }: Document): boolean => subject === 'cluster';

const PANES: Readonly<Record<Arrangement, (things: Arrangeable) => readonly PaneSpec[]>> = {
  modes: ({ offers, document }) => (built(document) ? defaultPanes(offers, document) : []),
  releases: ({ offers, document }) => (built(document) ? twoReleases(offers, document) : []),
  policies: ({ document, flow }) => {
    if (!flow || !built(document) || !hasPolicy(document, flow)) return [];
    return (['Cluster', 'Local'] as const).map((policy) => withPolicy(asIs(document), flow, policy));
  },
  nodes: ({ document, flow }) =>
    nodesFor(document, flow)
      .slice(0, MOST_SHOWN_PANES)
      .map((node) => ({ ...asIs(document), node })),
  edit: ({ document, before }) => (before ? [{ ...asIs(before), document: BEFORE_KEY }, asIs(document)] : []),
  pasted: ({ document }) =>
    document.subject === 'pasted'
      ? pastedPanes(document)
      : document.pasted.texts.length > 0
        ? [asIs(document), { ...asIs(document), document: PASTED_KEY }]
        : [],
};

/** Panes of this release and the next the mode has; of the newest, the one before and this. */
function twoReleases(offers: readonly ModeOffer[], document: Document): readonly PaneSpec[] {
  const offer = offers.find(({ id }) => id === document.mode);
  const had = (offer?.releases ?? []).filter(({ problem }) => !problem).map(({ release }) => release);
  const at = had.indexOf(offeredRelease(offer, document.release)?.release ?? '');
  if (at < 0) return [];
  const from = Math.min(at, had.length - 2);
  return had.slice(Math.max(0, from), from + 2).map((release) => ({ mode: document.mode, release }));
}

/** externalTrafficPolicy is only of Services that can be reached from outside. */
function hasPolicy({ cluster }: Document, flow: Flow): boolean {
  const { to } = flow;
  if (findPolicyKind(flow) !== 'external') return findPolicyKind(flow) !== undefined;
  const service = cluster.services.find(
    ({ metadata }) =>
      to.kind === 'service' && metadata.name === to.name && (metadata.namespace ?? 'default') === to.namespace,
  );
  return service !== undefined && service.spec.type !== 'ExternalName';
}

/** The id under which the page remembers whether pictures stand above the table. */
export const PICTURES = 'compare-pictures';

type Looked = Pick<ViewState, 'collapsed' | 'depth' | 'compare'>;

/** Are pictures shown above the table? Who comes from the story sees them, unless they were folded away. */
export function isPictured({ collapsed, depth }: Omit<Looked, 'compare'>): boolean {
  return !(collapsed[PICTURES] ?? depth !== 'story');
}

/** Is it told as the story is: pictures under the story's own header, and what they are worked with in its menus? */
export function isStoryComparison(view: Looked): boolean {
  return view.depth === 'story' && view.compare.tab === 'walk' && isPictured(view);
}
