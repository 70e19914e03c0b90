import { scaleDeployment, setPodReady } from '../../../core/document/edits/pods';
import type { Document } from '../../../core/document/document';
import type { ProxyModeId } from '../../../core/kubernetes/types';
import type { Phrase } from '../../../core/lib/phrase';
import type { Assumption } from '../../../core/paste/pasted-types';
import type { ComparedPane, PaneSpec } from '../../../core/questions/compare/compare';
import type { Outcome } from '../../../core/sim/trace';
import type { ModeOffer } from '../../../engine/protocol';
import { releaseFor } from '../../shell/bench/mode.model';
import { splitName } from '../../common/texts.model';
import { castAt } from '../cast/cast.model';
import { onePodMore } from './one-pod-more';
import type { StoryWithCast } from '../cast/scene.model';

type Edit = (document: Document) => Document;

/** An edit that a story ends in, with whom it is about. */
export interface EndingEdit {
  readonly kind: 'notReady' | 'ready' | 'more';
  readonly name: string;
  readonly edit: Edit;
}

/**
 * An edit of the cluster that is worth another try: of the Pod that was chosen, of one that is not ready, or one more.
 * Undefined: the walk is to no Service of a cluster.
 */
export function endingEdit(document: Document, { cast, moments }: StoryWithCast): EndingEdit | undefined {
  if (document.subject !== 'cluster') return undefined;
  const { pill, hosts } = castAt(cast, moments.length - 1);
  if (!pill) return undefined;
  const chosen = moments.findLast(({ kind, pod, lookup }) => kind === 'chosen' && pod && !lookup)?.pod?.netns;
  const actors = hosts.flatMap((host) => host.actors).filter(({ kind }) => kind === 'pod');
  const taken = actors.find(({ id, state }) => id === chosen && state === undefined);
  if (taken) return podEdit(taken.id, false);
  const waiting = actors.find(({ state, label }) => state === 'notReady' && label !== undefined);
  if (waiting) return podEdit(waiting.id, true);
  const more = onePodMore(document, pill);
  return more && { kind: 'more', name: pill.name, edit: (doc) => scaleDeployment(doc, more.which, more.replicas) };
}

/** Did a walk not get through, or its answer not get back? Then it is asked what would let it. */
export function isLost(shown: Pick<Outcome, 'disposition' | 'answered'> | undefined): boolean {
  return shown !== undefined && (shown.disposition.kind !== 'DELIVERED' || !shown.answered);
}

/** Assumptions that a walk through a pasted machine ends with: tables nobody pasted are taken to be empty. */
export function missingTables(assumptions: readonly Assumption[]): readonly Phrase[] {
  return assumptions.flatMap(({ about, reason }) => (about === 'table' ? [reason] : []));
}

/** @param id of its namespace on the machine: `default/web-1` */
function podEdit(id: string, ready: boolean): EndingEdit {
  const { namespace, name } = splitName(id);
  return {
    kind: ready ? 'ready' : 'notReady',
    name,
    edit: (document) => setPodReady(document, { namespace, name }, ready),
  };
}

/** More than these have no room on a card. */
const MOST_PODS = 5;

/** The Pods a Service may choose from, and the one that is not ready; of many, those that have room. */
export function endingPods(
  { cast, moments }: StoryWithCast,
  { name }: EndingEdit,
): { readonly names: readonly string[]; readonly more: number } {
  const { hosts } = castAt(cast, moments.length - 1);
  const pods = hosts.flatMap((host) => host.actors).filter((actor) => actor.kind === 'pod');
  const all = pods.flatMap((pod) => (pod.endpoint || splitName(pod.id).name === name ? [splitName(pod.id).name] : []));
  const names = all.filter((each, at) => each === name || at < MOST_PODS);
  return { names, more: all.length - names.length };
}

const SHOWN: readonly ProxyModeId[] = ['iptables', 'ipvs', 'nftables'];

/** The modes a walk is set beside: its own first, then the three that most clusters are in, as far as a release has them. */
export function endingPanes(
  offers: readonly ModeOffer[],
  own: Pick<Document, 'mode' | 'release'>,
): readonly PaneSpec[] {
  const others = SHOWN.flatMap((id) => offers.find((offer) => offer.id === id && id !== own.mode) ?? []);
  return [
    { mode: own.mode, release: own.release },
    ...others.map((offer) => ({ mode: offer.id, release: releaseFor(offer, own) })),
  ];
}

/** In what a walk differs from the one that was told, what matters most first. */
export type EndingDifference =
  | { readonly kind: 'ends'; readonly verdict: string }
  | { readonly kind: 'elsewhere'; readonly name: string }
  | { readonly kind: 'source'; readonly address: string }
  | { readonly kind: 'crossings'; readonly count: number };

/** A row of the modes: what it asked, and in what it differs. */
export interface EndingRow {
  readonly mode: ProxyModeId;
  readonly rules: number;
  readonly lookups: number;
  /** Of the most rules any of them asked, 0 to 1. */
  readonly share: number;
  readonly differs: readonly EndingDifference[];
}

/** Without the port, which a node that stands in draws anew. */
const addressOf = (text: string | undefined): string | undefined => text?.replace(/:\d+$/, '').replaceAll(/[[\]]/g, '');

const verdictOf = ({ outcomes, shown }: ComparedPane): string | undefined => outcomes[shown]?.disposition.kind;

/** The namespace that got the packet; undefined: none did. */
function findTaker({ outcomes, shown }: ComparedPane): string | undefined {
  const end = outcomes[shown]?.disposition;
  return end?.kind === 'DELIVERED' ? end.netns : undefined;
}

function listDifferences(own: ComparedPane, pane: ComparedPane): readonly EndingDifference[] {
  const [verdict, source] = [verdictOf(pane), addressOf(pane.counters.sourceSeen)];
  const { crossings: count } = pane.counters;
  const [taker, told] = [findTaker(pane), findTaker(own)];
  return [
    ...(verdict !== undefined && verdict !== verdictOf(own) ? [{ kind: 'ends', verdict } as const] : []),
    ...(taker !== undefined && told !== undefined && taker !== told
      ? [{ kind: 'elsewhere', name: pane.titles[taker] ?? taker } as const]
      : []),
    ...(source !== undefined && source !== addressOf(own.counters.sourceSeen)
      ? [{ kind: 'source', address: source } as const]
      : []),
    ...(count === own.counters.crossings ? [] : [{ kind: 'crossings', count } as const]),
  ];
}

/** The modes that could send it, the told walk's own first. */
export function endingRows(panes: readonly ComparedPane[]): readonly EndingRow[] {
  const sent = panes.filter(({ problem }) => problem === undefined);
  const [own] = sent;
  if (!own) return [];
  const most = Math.max(1, ...sent.map(({ counters }) => counters.rules));
  return sent.map((pane) => {
    const { rules, lookups } = pane.counters;
    return { mode: pane.spec.mode, rules, lookups, share: rules / most, differs: listDifferences(own, pane) };
  });
}
