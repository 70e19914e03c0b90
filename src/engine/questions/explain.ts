import { explainRule, type ExplainedRule } from '../../core/linux/xtables/explain-rule';
import type { HookContext } from '../../core/linux/xtables/extension';
import {
  isIpHook,
  isXtTable,
  type DeviceHook,
  type Hook,
  type NftTableName,
  type RuleRef,
} from '../../core/linux/hooks';
import type { Netns } from '../../core/linux/netns';
import type { Surroundings } from '../../core/linux/nftables/walk';
import { explainNftRule } from '../../core/linux/nftables/explain-rule';
import type { Skb } from '../../core/linux/skb';
import type { ExploreInput } from '../../core/sim/explore';
import { makeCopy } from '../../core/sim/paths';
import { simulate } from '../../core/sim/simulate';
import type { Trace, TraceStep } from '../../core/sim/trace';
import type { SimState } from '../../core/sim/world';
import type { Engine } from '../engine';
import type { RuleExplanation, StepAddress } from '../protocol';

/** A run that was shown: what to send, and how its decisions fell. */
export interface ShownRun {
  readonly input: ExploreInput;
  readonly path: readonly number[];
  readonly trace: Trace;
}

interface ExplainArgs {
  readonly flowId: string;
  readonly at: StepAddress;
  readonly ref: RuleRef;
}

/** Why a rule did or did not match the packet of a step of the trace last shown for the flow. */
export function explain({ session }: Engine, { flowId, at, ref }: ExplainArgs): RuleExplanation {
  const run = session.shown.get(flowId);
  return run ? explainAt(run, at, ref) : { ref, matched: 'unknown', tests: [] };
}

/**
 * Why a rule did or did not match at a step of a shown trace. The run is walked again to that step,
 * so that the rule meets the very packet, connection and lists it met then.
 */
function explainAt(run: ShownRun, at: StepAddress, ref: RuleRef): RuleExplanation {
  const hook = hookAt(run.trace, at);
  let explained: ExplainedRule | undefined;
  if (hook) {
    replay(run, at, (skb, netns, states) => (explained ??= explainFor(run, { at, ref, hook, skb, netns, states })));
  }
  return { ref, ...(explained ?? { matched: 'unknown', tests: [] }) };
}

/** The hook a step belongs to: the last one reached in its hop. */
function hookAt(trace: Trace, { leg, hop, step }: StepAddress): Hook | DeviceHook | undefined {
  const steps = trace.legs[leg]?.hops[hop]?.steps.slice(0, step + 1) ?? [];
  return steps.findLast((each) => each.kind === 'hook')?.hook;
}

type Look = (skb: Skb, netns: string, states: SimState) => void;

function replay({ input, path }: ShownRun, at: StepAddress, look: Look): void {
  const states: SimState = makeCopy(input.state, input.seed ?? 0);
  let decided = 0;
  simulate({
    ...input,
    state: states,
    decide: () => path[decided++] ?? 0,
    watch: (here, skb, netns) => {
      if (here.leg === at.leg && here.hop === at.hop && here.step === at.step) look(skb, netns, states);
    },
  });
}

interface Moment {
  readonly at: StepAddress;
  readonly ref: RuleRef;
  readonly hook: Hook | DeviceHook;
  readonly skb: Skb;
  readonly netns: string;
  readonly states: SimState;
}

function explainFor({ input, trace }: ShownRun, moment: Moment): ExplainedRule | undefined {
  const { at, ref, hook, netns: id, states } = moment;
  const netns = input.network.netns.get(id);
  const state = states.get(id);
  const steps = trace.legs[at.leg]?.hops[at.hop]?.steps ?? [];
  const skb = { ...moment.skb, mark: markAsTested(steps, at.step, moment.skb.mark) };
  const { family } = skb.packet;
  const { table } = ref;
  const drawn = drawnAt(steps[at.step], ref);
  if (!isXtTable(table))
    return netns && state && explainNft(table, ref, { family, hook, skb, netns, state, decide: () => 0 }, drawn);
  const chain = netns?.xtables[family]?.tables.get(table)?.chains.get(ref.chain);
  if (!netns || !state || !chain || ref.index >= chain.length || !isIpHook(hook)) return undefined;
  const ctx: HookContext = { family, hook, table, skb, netns, state, ref, decide: () => 0 };
  return explainRule(chain.rule(ref.index), ctx, drawn);
}

/** The same for a rule of nftables. */
function explainNft(
  table: NftTableName,
  { chain: name, index }: RuleRef,
  around: Surroundings & { readonly netns: Netns },
  drawn: boolean | undefined,
): ExplainedRule | undefined {
  const found = around.netns.nftables?.tables.get(table);
  const chain = found?.chains.get(name);
  if (!found || !chain || index >= chain.length) return undefined;
  return explainNftRule(chain.rule(index), { table: found, chain: name, index }, around, drawn);
}

/** Steps are written after a target has set the mark; the tests before it saw the old one. */
function markAsTested(steps: readonly TraceStep[], index: number, mark: number): number {
  const [step, next] = [steps[index], steps[index + 1]];
  const changing = step?.kind === 'skip' && next?.kind === 'rule' && next.ref.chain === step.chain ? next : step;
  return changing?.kind === 'rule' ? (changing.markBefore ?? mark) : mark;
}

/** How a random match of the rule fell in this run, if the step says so. */
function drawnAt(step: TraceStep | undefined, ref: RuleRef): boolean | undefined {
  if (step?.kind === 'rule' && step.ref.chain === ref.chain && step.ref.index === ref.index) return true;
  const skipped = step?.kind === 'skip' && step.chain === ref.chain && step.from <= ref.index && ref.index <= step.to;
  return skipped ? false : undefined;
}
