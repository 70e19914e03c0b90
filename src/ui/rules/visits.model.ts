import type { AnyTableName, Verdict } from '../../core/linux/hooks';
import type { FlatStep } from '../../store/selectors';

/** One line of a chain as one visit saw it. Rule indexes are 0-based. */
export type VisitRow =
  /** A rule matched. */
  | { readonly kind: 'hit'; readonly index: number; readonly step: FlatStep; readonly verdict: Verdict }
  /** One rule was tested and did not match. */
  | { readonly kind: 'miss'; readonly index: number; readonly step: FlatStep }
  /** A run of rules that did not match, folded. */
  | { readonly kind: 'run'; readonly from: number; readonly to: number; readonly step: FlatStep }
  /** One rule that was not reached. */
  | { readonly kind: 'later'; readonly index: number }
  /** The chain jumped to by the rule above has no rules: back at once. */
  | { readonly kind: 'back'; readonly chain: string; readonly step: FlatStep }
  /** Rules that were not reached, folded. */
  | { readonly kind: 'rest'; readonly from: number; readonly to: number }
  /** The end of the chain: back to the caller, or the policy. */
  | { readonly kind: 'end'; readonly step: FlatStep; readonly verdict?: Verdict };

/** One walk through one chain, from where it was entered to where it was left. */
export interface Visit {
  readonly id: string;
  readonly table: AnyTableName;
  readonly chain: string;
  readonly rows: VisitRow[];
  /** The step by which it was entered: a jump's rule, or the first step of a built-in chain. */
  readonly entered: FlatStep;
  /** The visit that jumped here. */
  readonly caller?: Visit;
}

/** A step inside a chain, and which. */
interface ChainStep {
  readonly table: AnyTableName;
  readonly chain: string;
}

/** The chain a step belongs to; undefined for steps outside tables. */
export function chainOfStep({ data }: FlatStep): ChainStep | undefined {
  if (data.kind === 'rule') return data.ref;
  return data.kind === 'skip' || data.kind === 'return' || data.kind === 'policy' ? data : undefined;
}

/** Follows jumps and returns through one table at one hook, and keeps one {@link Visit} for each walk of a chain. */
export class VisitTracker {
  readonly #visits: Visit[] = [];
  #stack: Visit[] = [];
  #jump: { step: FlatStep; from: Visit; chain: string } | undefined;

  /** Takes the next step; answers the visit it belongs to, and whether that visit is new. */
  take(step: FlatStep, at: ChainStep): { visit: Visit; fresh: boolean } {
    const before = this.#visits.length;
    const visit = this.#visitOf(step, at);
    visit.rows.push(makeRow(step));
    const verdict = step.data.kind === 'rule' ? step.data.verdict : undefined;
    this.#jump =
      verdict?.kind === 'JUMP' || verdict?.kind === 'GOTO' ? { step, from: visit, chain: verdict.chain } : undefined;
    return { visit, fresh: this.#visits.length > before };
  }

  #visitOf(step: FlatStep, { table, chain }: ChainStep): Visit {
    const jump = this.#jump;
    if (jump?.chain === chain) return this.#enter({ table, chain, entered: jump.step, caller: jump.from });
    const depth = this.#stack.findLastIndex((visit) => visit.table === table && visit.chain === chain);
    if (depth < 0) this.#stack = [];
    else this.#stack = this.#stack.slice(0, depth + 1);
    return this.#stack[depth] ?? this.#enter({ table, chain, entered: step });
  }

  #enter(visit: Omit<Visit, 'id' | 'rows'>): Visit {
    const entered: Visit = { ...visit, id: `visit-${visit.entered.index}-${visit.chain}`, rows: [] };
    this.#visits.push(entered);
    this.#stack.push(entered);
    return entered;
  }
}

function makeRow(step: FlatStep): VisitRow {
  const { data } = step;
  if (data.kind === 'rule') return { kind: 'hit', index: data.ref.index, step, verdict: data.verdict };
  if (data.kind === 'skip') return { kind: 'run', from: data.from, to: data.to, step };
  return data.kind === 'policy' ? { kind: 'end', step, verdict: data.verdict } : { kind: 'end', step };
}

function range(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, i) => from + i);
}

function lastTested(rows: readonly VisitRow[]): number {
  return rows.reduce((last, row) => {
    if (row.kind === 'hit' || row.kind === 'miss') return Math.max(last, row.index);
    return row.kind === 'run' ? Math.max(last, row.to) : last;
  }, -1);
}

/** A user chain without rules: its visit is only its end. */
export function isEmptyVisit({ rows, caller }: Visit): boolean {
  return caller !== undefined && rows.length === 1 && rows[0]?.kind === 'end' && rows[0].verdict === undefined;
}

/** Writes empty visits into their callers, below the rules that jumped. */
export function foldEmptyVisits(visits: readonly Visit[]): void {
  for (const visit of visits.filter(isEmptyVisit)) {
    const [end] = visit.rows;
    const rows = visit.caller?.rows;
    if (end?.kind !== 'end' || !rows) continue;
    const jump = rows.findIndex((row) => row.kind === 'hit' && row.step === visit.entered);
    rows.splice(jump + 1, 0, { kind: 'back', chain: visit.chain, step: end.step });
  }
}

/** Runs up to this long are shown rule by rule: folding them would not save a line. */
const SHORT_RUN = 2;

function unfold(row: VisitRow, whole: boolean): readonly VisitRow[] {
  if (row.kind === 'run' && (whole || row.to - row.from < SHORT_RUN)) {
    return range(row.from, row.to).map((index) => ({ kind: 'miss', index, step: row.step }) as const);
  }
  if (row.kind !== 'rest') return [row];
  return whole ? range(row.from, row.to).map((index) => ({ kind: 'later', index }) as const) : [row];
}

/**
 * The rows of a finished visit of a chain with `length` rules: what was tested, then what was not
 * reached. `whole`: fold nothing (short chains that have to be read as one, as a probability ladder).
 */
export function finishedRows(visit: Visit, length: number, whole: boolean): readonly VisitRow[] {
  const from = lastTested(visit.rows) + 1;
  const ended = visit.rows.some((row) => row.kind === 'end');
  const rest: VisitRow[] = ended || from >= length ? [] : [{ kind: 'rest', from, to: length - 1 }];
  return [...visit.rows, ...rest].flatMap((row) => unfold(row, whole));
}
