import { isXtTable, type AnyTableName } from '../../core/linux/hooks';
import type { Disposition, NatStep, Trace } from '../../core/sim/trace';
import type { FlatStep } from '../../store/selectors';
import { chainOfStep } from '../rules/visits.model';
import type { Effect } from '../../core/questions/why/ending';
import type { Flips, Tried } from '../../core/questions/why/what-flips';

/** What stands on the list: changes that turn the outcome round, those that only change its odds, way or sender. */
interface FlipList {
  readonly flips: readonly Tried[];
  /** Changes after which the receiver sees the sender itself, where it now sees another address. */
  readonly keeps: readonly Tried[];
  /** Changes after which what a client sends by several ports comes to the same Pod more often, or less. */
  readonly shares: readonly Tried[];
  readonly others: readonly Tried[];
  /** Changes that were simulated and change nothing of it. */
  readonly without: number;
}

const RANK: Readonly<Record<Effect, number>> = { flips: 0, odds: 1, together: 2, source: 3, ends: 4, same: 5 };

/** The found changes by what they do; among equals the smallest stay first. `sender`: the address the packet was sent from. */
export function flipList({ found, tried, before }: Flips, sender?: string): FlipList {
  const isKept = ({ effect, after }: Tried): boolean =>
    effect === 'source' && sender !== undefined && after.sources.join() === sender && before.sources.join() !== sender;
  const flips = found.filter(({ effect }) => effect === 'flips');
  const keeps = found.filter(isKept);
  const shares = found.filter(({ effect }) => effect === 'together');
  const others = found
    .filter((each) => each.effect !== 'flips' && !keeps.includes(each) && !shares.includes(each))
    .toSorted((a, b) => RANK[a.effect] - RANK[b.effect]);
  return { flips, keeps, shares, others, without: tried - found.length };
}

/**
 * What a step of the walk did to the outcome. `dnat`/`snat`: a rule gave the connection another
 * address. `source-kept`: the source rules were asked and changed nothing. `unbind`: a packet was
 * rewritten because its connection already was. `directed`: IPVS chose a server; `directed-back`: it undid that for the
 * answer; `program`, `program-back`: the same of a program of eBPF; `switched`, `switched-back`: of VFP. `refused`: a rule
 * or a policy ended it. `ended`: the kernel did. `unknown`: the walk ends, what becomes of the packet is not known.
 * `arrived`: it reached its socket.
 */
type CauseKind =
  | 'dnat'
  | 'snat'
  | 'source-kept'
  | 'directed'
  | 'directed-back'
  | 'switched'
  | 'switched-back'
  | 'program'
  | 'program-back'
  | 'unbind'
  | 'refused'
  | 'ended'
  | 'unknown'
  | 'arrived';

export interface CauseView {
  readonly kind: CauseKind;
  /** The step that shows it; the playhead can go there. */
  readonly at: FlatStep;
  /** The rule (or policy) step that decided. */
  readonly rule?: FlatStep;
  /** The jumps from the built-in chain to the rule, in order. */
  readonly path: readonly FlatStep[];
  /** The earlier step that made this one happen: the mark that was set, the rule that bound the connection. */
  readonly because?: FlatStep;
  /** Of a mark: what it was when the table asked for it, and the rule that took it off since. */
  readonly carried?: CarriedMark;
  /** Where a packet was refused: the conntrack and routing steps that brought it to that hook as what it was. */
  readonly given?: readonly FlatStep[];
}

/** A mark a packet had, and what became of it. */
export interface CarriedMark {
  readonly mark: number;
  readonly clearedBy?: FlatStep;
}

/** Why one packet ended as it did. */
export interface LegStory {
  readonly leg: number;
  readonly role: FlatStep['role'];
  readonly second?: true | undefined;
  readonly lookup?: true | undefined;
  readonly disposition: Disposition;
  readonly causes: readonly CauseView[];
}

/** The step whose draw settled which outcome the request has: the last one with odds. */
export function lastDraw(steps: readonly FlatStep[]): FlatStep | undefined {
  return steps.findLast(({ role, data }) => role === 'request' && 'odds' in data && data.odds !== undefined);
}

function hookBefore(hop: readonly FlatStep[], at: FlatStep): number {
  return hop.findLastIndex((step) => step.index <= at.index && step.data.kind === 'hook');
}

/** The jumps that were open when `target` was evaluated, outermost first. */
export function jumpPath(hop: readonly FlatStep[], target: FlatStep): readonly FlatStep[] {
  const table = chainOfStep(target)?.table;
  let open: FlatStep[] = [];
  for (const step of hop.slice(Math.max(0, hookBefore(hop, target)))) {
    const at = chainOfStep(step);
    if (!at || at.table !== table) continue;
    const depth = open.findLastIndex((jump) => jumpsTo(jump) === at.chain);
    open = open.slice(0, depth + 1);
    if (step.index >= target.index) break;
    if (jumpsTo(step) !== undefined) open.push(step);
  }
  return open;
}

function jumpsTo({ data }: FlatStep): string | undefined {
  if (data.kind !== 'rule') return undefined;
  const { verdict } = data;
  return verdict.kind === 'JUMP' || verdict.kind === 'GOTO' ? verdict.chain : undefined;
}

/** Does a table rewrite connections? Of nftables any can; at POSTROUTING kube-proxy has only nat chains. */
function isNat(table: AnyTableName | undefined): boolean {
  return table !== undefined && (table === 'nat' || !isXtTable(table));
}

/** The rule that asked for a rewrite: the last that matched before it. */
function rewritingRule(hop: readonly FlatStep[], before: FlatStep): FlatStep | undefined {
  return hop.findLast(({ index, data }) => index < before.index && data.kind === 'rule' && isNat(data.ref.table));
}

/** Does the chain of this rule ask for the mark, up to the rule? Only then can a mark be its reason. */
type TestsMark = (rule: FlatStep) => boolean;

/**
 * The rule that gave the packet the mark it carried into the table, if the table asked for it: the one that jumped to
 * the marking chain, for what it tests is the reason; the marking rule itself where nothing jumped there.
 */
function becauseMarked(
  hop: readonly FlatStep[],
  rule: FlatStep,
  testsMark: TestsMark,
): Pick<CauseView, 'because' | 'carried'> {
  if (!testsMark(rule)) return {};
  const start = hop[hookBefore(hop, rule)]?.index ?? rule.index;
  const setter = hop.findLast(
    ({ index, data }) => index < start && data.kind === 'rule' && data.markBefore !== undefined && data.mark !== 0,
  );
  if (setter?.data.kind !== 'rule') return {};
  const chain = chainOfStep(setter)?.chain;
  const because = hop.findLast((step) => step.index < setter.index && jumpsTo(step) === chain) ?? setter;
  const clearedBy = hop.find(
    ({ index, data }) => index > start && index < rule.index && data.kind === 'rule' && data.markBefore !== undefined,
  );
  return { because, carried: { mark: setter.data.mark, ...(clearedBy ? { clearedBy } : {}) } };
}

interface Look {
  readonly all: readonly FlatStep[];
  readonly testsMark: TestsMark;
}

function decided(kind: CauseKind, at: FlatStep, rule: FlatStep | undefined, hop: readonly FlatStep[]): CauseView {
  return { kind, at, path: rule ? jumpPath(hop, rule) : [], ...(rule ? { rule } : {}) };
}

function withBecause(cause: CauseView, because: FlatStep | undefined): CauseView {
  return because ? { ...cause, because } : cause;
}

/** The rule's rewrite that a binding repeats or undoes: the last by a rule in the same namespace before. */
function boundBy(all: readonly FlatStep[], at: FlatStep): FlatStep | undefined {
  const rewrites = all.filter(
    ({ netns, index, data }) => netns === at.netns && index < at.index && data.kind === 'nat' && data.by === 'rule',
  );
  // A reply's source is what the request's destination was rewritten from, and the other way round.
  const sameLeg = rewrites.findLast(({ leg }) => leg === at.leg);
  const mirrored = rewrites.findLast(({ data }) => data.kind === 'nat' && data.manip !== (at.data as NatStep).manip);
  return sameLeg ?? mirrored ?? rewrites.at(-1);
}

function natCause(hop: readonly FlatStep[], at: FlatStep, nat: NatStep, look: Look): CauseView {
  if (nat.by === 'binding') return withBecause({ kind: 'unbind', at, path: [] }, boundBy(look.all, at));
  const rule = rewritingRule(hop, at);
  if (nat.manip === 'DST') return decided('dnat', at, rule, hop);
  return { ...decided('snat', at, rule, hop), ...(rule ? becauseMarked(hop, rule, look.testsMark) : {}) };
}

/** What the kernel had found out in this namespace before a packet ended: its state, its way. */
function givenBefore(hop: readonly FlatStep[], at: FlatStep): Pick<CauseView, 'given'> {
  const last = (kind: 'conntrack' | 'routing'): FlatStep | undefined =>
    hop.findLast(({ index, data }) => index < at.index && data.kind === kind);
  const given = [last('conntrack'), last('routing')].filter((step) => step !== undefined);
  return given.length > 0 ? { given } : {};
}

function endCause(hop: readonly FlatStep[], at: FlatStep): CauseView | undefined {
  if (at.data.kind === 'deliver') return { kind: 'arrived', at, path: [] };
  if (at.data.kind !== 'stop') return undefined;
  const before = hop.findLast(({ index }) => index < at.index);
  const byRule = at.data.ref !== undefined;
  const byPolicy = before?.data.kind === 'policy' && before.data.verdict.kind === 'DROP';
  const given = givenBefore(hop, at);
  if (!byRule && !byPolicy) return { kind: at.data.unknown ? 'unknown' : 'ended', at, path: [], ...given };
  const rule = byRule ? hop.findLast(({ index, data }) => index < at.index && data.kind === 'rule') : before;
  return { ...decided(at.data.unknown ? 'unknown' : 'refused', at, rule, hop), ...given };
}

/** POSTROUTING asked the nat rules and none of them changed the source: what said so, if a rule did. */
function sourceKept(hop: readonly FlatStep[]): CauseView | undefined {
  const from = hop.findIndex(({ data }) => data.kind === 'hook' && data.hook === 'POSTROUTING');
  if (from < 0) return undefined;
  const steps = hop.slice(from);
  if (steps.some(({ data }) => data.kind === 'nat' || data.kind === 'stop')) return undefined;
  const asked = steps.findLast((step) => isNat(chainOfStep(step)?.table));
  if (!asked) return undefined;
  const rule = steps.findLast(
    ({ data }) => data.kind === 'rule' && isNat(data.ref.table) && jumpsTo({ data } as FlatStep) === undefined,
  );
  return decided('source-kept', rule ?? asked, rule, hop);
}

const EBPF_BACK: ReadonlySet<string> = new Set(['restored']);

function rewriteCause(hop: readonly FlatStep[], at: FlatStep, look: Look): CauseView[] {
  const { data } = at;
  if (data.kind === 'nat') return [natCause(hop, at, data, look)];
  if (data.kind === 'ebpf' && data.before)
    return [{ kind: EBPF_BACK.has(data.did) ? 'program-back' : 'program', at, path: [] }];
  if (data.kind === 'vfp' && data.before)
    return [{ kind: EBPF_BACK.has(data.did) ? 'switched-back' : 'switched', at, path: [] }];
  if (data.kind !== 'ipvs' || !data.before) return [];
  return [{ kind: data.at === 'in' ? 'directed' : 'directed-back', at, path: [] }];
}

function hopCauses(hop: readonly FlatStep[], look: Look): CauseView[] {
  const causes = hop.flatMap((at) => rewriteCause(hop, at, look));
  const kept = sourceKept(hop);
  const last = hop.at(-1);
  const end = last && endCause(hop, last);
  return [...causes, ...(kept ? [kept] : []), ...(end ? [end] : [])];
}

/**
 * Why every packet of the trace ended as it did: the steps that rewrote it, kept it or ended it, each
 * with the rule that decided and what had made that possible. Everything is read off the trace; a
 * reason that is not in it is not given.
 */
export function collectStory(trace: Trace, steps: readonly FlatStep[], testsMark: TestsMark): readonly LegStory[] {
  const look = { all: steps, testsMark };
  return trace.legs.map(({ role, second, disposition, hops }, leg) => {
    const ofLeg = steps.filter((step) => step.leg === leg);
    const causes = hops.flatMap((_, hop) =>
      hopCauses(
        ofLeg.filter((step) => step.hop === hop),
        look,
      ),
    );
    return { leg, role, ...(second ? { second } : {}), disposition, causes };
  });
}
