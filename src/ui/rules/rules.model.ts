import { HOOKS, isIpHook, isXtTable, type AnyTableName, type Hook, type Verdict } from '../../core/linux/hooks';
import type { ConntrackStep } from '../../core/sim/trace';
import type { ChainView } from '../../engine/protocol';
import type { FlatStep } from '../../store/selectors';
import type { Ladder } from '../../core/linux/xtables/ladder';
import { findChain } from '../../engine/chain-index';
import { findRow, type ChainIndex } from './rule/rules-view.model';
import { standsAt, type Stand } from './stands.model';
import {
  chainOfStep,
  finishedRows,
  foldEmptyVisits,
  isEmptyVisit,
  VisitTracker,
  type VisitRow,
  type Visit,
} from './visits.model';

/** Where a card stands: which hook and table, and the step that reached the hook. */
export interface CardPlace {
  readonly hook?: Hook;
  readonly table?: AnyTableName;
  /** nftables: the base chain, and where among the others it is asked. */
  readonly base?: { readonly chain: string; readonly priority: number };
  readonly hookStep?: FlatStep;
}

/** A chain as one visit saw it. */
export interface ChainCard {
  readonly kind: 'chain';
  readonly id: string;
  readonly place: CardPlace;
  readonly table: AnyTableName;
  readonly chain: string;
  readonly view?: ChainView;
  readonly rows: readonly VisitRow[];
  readonly ladder?: Ladder;
  /** The card and the step of the rule that jumped here. */
  readonly from?: { readonly card: string; readonly step: FlatStep };
}

/** Something the kernel did outside the rules: conntrack, NAT, routing, bridge, arrival, departure. */
export interface EventCard {
  readonly kind: 'event';
  readonly id: string;
  readonly place: CardPlace;
  readonly step: FlatStep;
}

/**
 * Why a table of a hook is closed. `empty`: no rules. `known`: nat is asked for the first packet of a
 * connection only. `untracked`: nat is not asked without a connection. `unreached`: the packet ended before.
 */
export type ClosedReason = 'empty' | 'known' | 'untracked' | 'unasked' | 'unreached';

export interface ClosedTable {
  readonly table: AnyTableName;
  /** What its line is called: `nat`, `ip kube-proxy nat-prerouting`. */
  readonly name: string;
  readonly priority?: number;
  readonly reason: ClosedReason;
  /** Empty tables that were walked: their policy's step. */
  readonly step?: FlatStep;
  readonly verdict?: Verdict;
}

/** Tables in a row of which there is nothing to see: one line each. */
export interface ClosedCard {
  readonly kind: 'closed';
  readonly id: string;
  readonly place: CardPlace;
  readonly tables: readonly ClosedTable[];
}

export type Card = ChainCard | EventCard | ClosedCard;

/** What one node did with the packet, in the order it did it. */
export interface NodeDatapath {
  readonly cards: readonly Card[];
  /** Hooks the node has rules at and this packet did not come by. */
  readonly otherHooks: readonly Hook[];
}

/** Ladders up to this long are shown whole: odds are read rung by rung. */
const WHOLE_LADDER = 12;

/** conntrack is asked at this priority: what stands before it sees no connection yet. */
const CONNTRACK = -200;

type Draft = { kind: 'chain'; place: CardPlace; visit: Visit } | EventCard | ClosedCard;

/** Turns the steps of one hop into cards; mutable while it runs, used once. */
class Builder {
  readonly #index: ChainIndex | undefined;
  readonly #drafts: Draft[] = [];
  #tracker = new VisitTracker();
  #place: CardPlace = {};
  #left: readonly Stand[] = [];
  #nat: ClosedReason = 'unasked';

  constructor(index: ChainIndex | undefined) {
    this.#index = index;
  }

  take(step: FlatStep): void {
    const { data } = step;
    const at = chainOfStep(step);
    if (data.kind === 'hook' && isIpHook(data.hook)) this.#enterHook(step, data.hook);
    else if (at) this.#takeChainStep(step, at);
    else this.#takeEvent(step);
  }

  /** `stopped`: the packet ended here, so what is left of the hook was not reached. */
  finish(stopped: boolean): readonly Card[] {
    this.#closeTables(this.#left, stopped);
    const visits = this.#drafts.flatMap((draft) => (draft.kind === 'chain' ? [draft.visit] : []));
    foldEmptyVisits(visits);
    const drafts = this.#drafts.filter((draft) => draft.kind !== 'chain' || !isEmptyVisit(draft.visit));
    return mergeClosed(drafts).map((draft) => this.#finishCard(draft));
  }

  #enterHook(step: FlatStep, hook: Hook): void {
    this.#closeTables(this.#left, false);
    this.#place = { hook, hookStep: step };
    this.#left = this.#index ? standsAt(this.#index.entered, hook) : [];
  }

  #takeChainStep(step: FlatStep, at: { table: AnyTableName; chain: string }): void {
    this.#enterTable(at.table, at.chain);
    const { visit, fresh } = this.#tracker.take(step, at);
    if (fresh) this.#drafts.push({ kind: 'chain', place: this.#place, visit });
  }

  #takeEvent(step: FlatStep): void {
    const { kind } = step.data;
    if (kind === 'nat') this.#enterNat();
    else if (kind === 'conntrack') this.#enterConntrack(step);
    // Programs are at sockets and devices, outside all hooks.
    else if (kind !== 'stop' && kind !== 'ipvs') this.#leaveHook();
    this.#drafts.push({ kind: 'event', id: `event-${step.index}`, place: this.#place, step });
  }

  #enterConntrack({ data }: FlatStep): void {
    if (data.kind === 'conntrack') this.#nat = natReason(data);
    this.#closeTables(
      this.#left.filter(({ priority }) => priority < CONNTRACK),
      false,
    );
    const { hook, hookStep } = this.#place;
    this.#place = { ...(hook ? { hook } : {}), ...(hookStep ? { hookStep } : {}) };
  }

  #leaveHook(): void {
    this.#closeTables(this.#left, false);
    this.#place = {};
  }

  /** A rewrite stands in the table whose rule asked for it; one by a binding where nat would have been asked. */
  #enterNat(): void {
    const { table, base } = this.#place;
    const next = this.#left.find(({ nat }) => nat);
    if (table === 'nat' || (table !== undefined && base !== undefined)) return;
    this.#enterTable(next?.table ?? 'nat', next?.chain ?? '');
  }

  #enterTable(table: AnyTableName, chain: string): void {
    const at = this.#left.findIndex((stand) => stand.table === table && (stand.chain === chain || isXtTable(table)));
    const stand = this.#left[at];
    if (!stand && this.#place.table === table) return;
    this.#closeTables(this.#left.slice(0, Math.max(at, 0)), false);
    this.#left = this.#left.filter((other) => other !== stand);
    this.#tracker = new VisitTracker();
    const { hook, hookStep } = this.#place;
    this.#place = {
      ...(hook ? { hook } : {}),
      ...(hookStep ? { hookStep } : {}),
      table,
      ...(stand && !isXtTable(table) ? { base: { chain: stand.chain, priority: stand.priority } } : {}),
    };
  }

  #closeTables(stands: readonly Stand[], stopped: boolean): void {
    this.#left = this.#left.filter((stand) => !stands.includes(stand));
    for (const stand of stands) this.#closeTable(stand, stopped);
  }

  #closeTable({ table, name, priority, nat, length }: Stand, stopped: boolean): void {
    const asked = nat ? this.#nat : 'unasked';
    const reason = stopped ? 'unreached' : length === 0 ? 'empty' : asked;
    const id = `closed-${this.#place.hookStep?.index}-${name}`;
    const closed: ClosedTable = { table, name, reason, ...(isXtTable(table) ? {} : { priority }) };
    this.#drafts.push({ kind: 'closed', id, place: { ...this.#place, table }, tables: [closed] });
  }

  #finishCard(draft: Draft): Card {
    if (draft.kind !== 'chain') return draft;
    const { visit, place } = draft;
    const { table, chain, caller, entered, id } = visit;
    const view = this.#index && findChain(this.#index, table, chain);
    const ladder = this.#index && findRow(this.#index, { table, chain, index: 0 })?.rule?.ladder;
    const length = view?.length ?? 0;
    const card = { kind: 'chain', id, place, table, chain } as const;
    return {
      ...card,
      rows: finishedRows(visit, length, ladder !== undefined && length <= WHOLE_LADDER),
      ...(view ? { view } : {}),
      ...(ladder ? { ladder } : {}),
      ...(caller ? { from: { card: caller.id, step: entered } } : {}),
    };
  }
}

function natReason(step: ConntrackStep): ClosedReason {
  if (step.ctState === 'INVALID' || step.ctState === 'UNTRACKED') return 'untracked';
  return step.created ? 'unasked' : 'known';
}

/** A built-in chain of which only the policy spoke: nothing to open. */
function emptyVisit(draft: Draft): ClosedCard | undefined {
  if (draft.kind !== 'chain') return undefined;
  const [only, ...others] = draft.visit.rows;
  if (only?.kind !== 'end' || others.length > 0 || draft.visit.caller || !only.verdict) return undefined;
  const { table, chain } = draft.visit;
  const name = isXtTable(table) ? table : `${table} ${chain}`;
  const closed: ClosedTable = { table, name, reason: 'empty', step: only.step, verdict: only.verdict };
  return { kind: 'closed', id: draft.visit.id, place: draft.place, tables: [closed] };
}

function mergeClosed(drafts: readonly Draft[]): Draft[] {
  const merged: Draft[] = [];
  for (const draft of drafts.map((each) => emptyVisit(each) ?? each)) {
    const last = merged.at(-1);
    const joins = draft.kind === 'closed' && last?.kind === 'closed' && last.place.hookStep === draft.place.hookStep;
    if (joins) merged[merged.length - 1] = { ...last, tables: [...last.tables, ...draft.tables] };
    else merged.push(draft);
  }
  return merged;
}

/**
 * The cards of one hop, left to right in the order the kernel went: chains as they were visited,
 * events between them, closed tables as lines. `index` absent: the rules are not there yet, and
 * only what the steps themselves say is shown.
 */
export function makeDatapath(steps: readonly FlatStep[], index: ChainIndex | undefined): NodeDatapath {
  const builder = new Builder(index);
  for (const step of steps) builder.take(step);
  const visited = new Set(steps.flatMap(({ data }) => (data.kind === 'hook' ? [data.hook] : [])));
  const withRules = new Set(index?.byLine.map((chain) => chain.hook));
  const otherHooks = HOOKS.filter((hook) => !visited.has(hook) && withRules.has(hook));
  return { cards: builder.finish(steps.at(-1)?.data.kind === 'stop'), otherHooks };
}

/** The steps of the hop of `netns` that is at, or last before, or first after the playhead. */
export function hopInFocus(
  steps: readonly FlatStep[],
  playhead: number,
  netns: string | undefined,
): readonly FlatStep[] {
  const firsts = steps.filter((step) => step.netns === netns && step.step === 0);
  const first = firsts.findLast((step) => step.index <= playhead) ?? firsts[0];
  if (!first) return [];
  return steps.filter((step) => step.leg === first.leg && step.hop === first.hop);
}
