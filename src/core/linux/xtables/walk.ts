import { formatFraction, type Fraction } from '../../lib/fraction';
import { invariant } from '../../lib/assert';
import { phrase, type Phrase } from '../../lib/phrase';
import type { Choice } from '../choice';
import { CONTINUE, DROP, type TableName, type Verdict } from '../hooks';
import { nextCandidate } from './chain-index';
import { testRule } from './evaluate';
import type { WalkEvent } from './events';
import type { Edit, HandedEdit, HookContext } from './extension';
import { applyTarget, targetExtension } from './targets';
import type { RuleRef, XtChain, XtRule, XtTable } from './types';

export interface WalkInput {
  readonly table: XtTable;
  /** The built-in chain of the hook: `PREROUTING`. */
  readonly chain: string;
  /** `skb` is changed in place by targets that mark; `state` by matches that remember. */
  readonly ctx: Omit<HookContext, 'ref' | 'matchIndex' | 'table'>;
  /** Does what the walk cannot (NAT, conntrack); a verdict it returns replaces the target's (DROP when NAT fails). */
  readonly apply: (edit: HandedEdit, ref: RuleRef) => Verdict | undefined;
  readonly record: (event: WalkEvent) => void;
  /** False: every rule is asked, also in chains long enough for an index. The result is the same. */
  readonly indexed?: boolean;
}

/** What drew or was guessed while one rule was evaluated. */
interface Asked {
  odds?: Fraction;
  assumed?: Phrase;
}

/** The same in the words of an event. */
function told({ odds, assumed }: Asked): { odds?: string; assumed?: Phrase } {
  return { ...(odds ? { odds: formatFraction(odds) } : {}), ...(assumed ? { assumed } : {}) };
}

/** Where a jump came from. */
interface Frame {
  readonly chain: XtChain;
  readonly next: number;
  /** How many chains of the path were entered before the jump. */
  readonly depth: number;
}

/**
 * Twenty chains that each jump twice to the next make a million visits: the kernel walks them and stands still
 * for so long. More than this is not walked.
 */
const MOST_CHAINS = 100_000;

type Live = { -readonly [K in keyof HookContext]: HookContext[K] };

interface Walk {
  readonly input: WalkInput;
  readonly ctx: Live;
  readonly stack: Frame[];
  /** Chains entered and not yet left, gotos included: entering one again would never end. */
  readonly path: string[];
  /** How many chains were entered in all. */
  entered: number;
  chain: XtChain;
  index: number;
  /** First rule of the run that did not match and was not reported yet. */
  skipFrom: number;
  skipped: Asked;
  asked: Asked;
}

/**
 * Evaluates one table at a hook for a packet: ACCEPT, DROP, REJECT or STOLEN. Rules in order, jumps,
 * gotos, returns and the policy as ipt_do_table() in net/ipv4/netfilter/ip_tables.c. A ruleset that
 * loops, which the kernel refuses to load, ends as STOLEN by `LOOP`; one that jumps without measure by `TOO LONG`.
 */
export function walkTable(input: WalkInput): Verdict {
  const chain = input.table.chains.get(input.chain);
  if (!chain) return { kind: 'ACCEPT' };
  const walk = start(input, chain);
  for (;;) {
    if (input.indexed !== false) walk.index = nextCandidate(walk.chain, walk.index, walk.ctx.skb.packet);
    const verdict = walk.index < walk.chain.length ? step(walk) : leave(walk, 'end');
    if (verdict) return verdict;
  }
}

function start(input: WalkInput, chain: XtChain): Walk {
  const table = input.table.name;
  const walk: Walk = {
    input,
    ctx: { ...input.ctx, table, ref: { table, chain: chain.name, index: 0 }, decide: input.ctx.decide },
    stack: [],
    path: [chain.name],
    entered: 0,
    chain,
    index: 0,
    skipFrom: 0,
    skipped: {},
    asked: {},
  };
  walk.ctx.decide = (choice) => decide(walk, choice);
  return walk;
}

/** Passes a question on and notes what the answer means for the rule. */
function decide(walk: Walk, choice: Choice): number {
  const branch = walk.input.ctx.decide(choice);
  if (choice.kind === 'random') {
    const odds = choice.probabilities[branch];
    if (odds) walk.asked.odds = odds;
  } else walk.asked.assumed = choice.reason;
  return branch;
}

/** One rule. A verdict ends the walk. */
function step(walk: Walk): Verdict | undefined {
  const { chain, index, ctx } = walk;
  ctx.ref = { table: walk.input.table.name, chain: chain.name, index };
  walk.asked = {};
  const rule = chain.rule(index);
  if (testRule(rule, ctx)) return takeTarget(walk, rule);
  if (walk.asked.odds) walk.skipped.odds = walk.asked.odds;
  if (walk.asked.assumed) walk.skipped.assumed = walk.asked.assumed;
  walk.index++;
  return undefined;
}

function takeTarget(walk: Walk, rule: XtRule): Verdict | undefined {
  const { ctx } = walk;
  const { ref } = ctx;
  const markBefore = ctx.skb.mark;
  const result = rule.target ? evaluateTarget(walk, rule) : { verdict: CONTINUE };
  const handed = applyOwn(ctx, result.edits ?? []);
  flush(walk);
  walk.index++;
  walk.skipFrom = walk.index;
  walk.input.record({
    kind: 'rule',
    ref,
    verdict: result.verdict,
    ...(ctx.skb.mark === markBefore ? {} : { markBefore }),
    ...told(walk.asked),
  });
  let { verdict } = result;
  for (const edit of handed) verdict = walk.input.apply(edit, ref) ?? verdict;
  return follow(walk, verdict);
}

/** The target's word; one that is not simulated either takes the packet or lets it go on. */
function evaluateTarget(walk: Walk, rule: XtRule): { verdict: Verdict; edits?: readonly Edit[] } {
  const { target } = rule;
  const { ctx } = walk;
  if (!target) return { verdict: CONTINUE };
  const isChain = target.target === 'JUMP' || target.target === 'GOTO';
  const missing = isChain && !walk.input.table.chains.has(target.spec.chain);
  if (!missing && targetExtension(target).simulated !== 'no') return applyTarget(target, ctx);
  const name = isChain ? target.spec.chain : target.target === 'unrecognised' ? target.spec.name : target.target;
  const reason = missing ? phrase('xtables.target-missing', { name }) : phrase('xtables.target-unknown', { name });
  const branch = ctx.decide({ kind: 'unknown', where: whereOf(ctx.ref), reason, branches: 2 });
  return { verdict: branch === 0 ? { kind: 'STOLEN', by: name } : CONTINUE };
}

/** `nat KUBE-SERVICES 3`. */
export function whereOf(ref: RuleRef): string {
  return `${ref.table} ${ref.chain} ${ref.index + 1}`;
}

/** Marks and the TTL are changed here; the rest is handed back. */
function applyOwn({ skb }: Live, edits: readonly Edit[]): HandedEdit[] {
  const handed: HandedEdit[] = [];
  for (const edit of edits) {
    if (edit.kind === 'mark') skb.mark = edit.mark;
    else if (edit.kind === 'ctmark') {
      if (skb.ct) skb.ct.mark = edit.mark;
    } else if (edit.kind === 'ttl') skb.packet = { ...skb.packet, ttl: edit.ttl };
    else if (edit.kind === 'tos') {
      if ((skb.packet.tos ?? 0) !== edit.tos) skb.packet = { ...skb.packet, tos: edit.tos };
    } else handed.push(edit);
  }
  return handed;
}

function follow(walk: Walk, verdict: Verdict): Verdict | undefined {
  switch (verdict.kind) {
    case 'CONTINUE':
      return undefined;
    case 'RETURN':
      return leave(walk, 'target');
    case 'JUMP':
      walk.stack.push({ chain: walk.chain, next: walk.index, depth: walk.path.length });
      return enter(walk, verdict.chain);
    case 'GOTO':
      return enter(walk, verdict.chain);
    case 'ACCEPT':
    case 'DROP':
    case 'REJECT':
    case 'STOLEN':
      return verdict;
  }
}

function enter(walk: Walk, name: string): Verdict | undefined {
  const chain = walk.input.table.chains.get(name);
  invariant(chain, `jump to ${name}`);
  if (walk.path.includes(name)) return { kind: 'STOLEN', by: 'LOOP' };
  if (++walk.entered > MOST_CHAINS) return { kind: 'STOLEN', by: 'TOO LONG' };
  walk.path.push(name);
  walk.chain = chain;
  walk.index = 0;
  walk.skipFrom = 0;
  walk.skipped = {};
  return undefined;
}

/** The end of a chain, or RETURN: back behind the jump, or the policy of the built-in chain. */
function leave(walk: Walk, by: 'end' | 'target'): Verdict | undefined {
  const { record, table } = walk.input;
  flush(walk);
  const frame = walk.stack.pop();
  if (!frame) return policy(walk, by);
  if (by === 'end') record({ kind: 'return', table: table.name, chain: walk.chain.name });
  walk.path.length = frame.depth;
  walk.chain = frame.chain;
  walk.index = frame.next;
  walk.skipFrom = frame.next;
  walk.skipped = {};
  return undefined;
}

function policy(walk: Walk, by: 'end' | 'target'): Verdict {
  const { record, table, chain } = walk.input;
  const builtIn = table.chains.get(chain);
  // A goto out of the built-in chain: the user chain ends first.
  if (by === 'end' && walk.chain.name !== chain) record({ kind: 'return', table: table.name, chain: walk.chain.name });
  const verdict: Verdict = builtIn?.policy === 'DROP' ? DROP : { kind: 'ACCEPT' };
  record({ kind: 'policy', table: table.name, chain, verdict });
  return verdict;
}

/** Reports the rules before this one that did not match, as one event. */
function flush(walk: Walk): void {
  const { skipFrom, index, chain, skipped } = walk;
  if (index > skipFrom) {
    const table: TableName = walk.input.table.name;
    walk.input.record({ kind: 'skip', table, chain: chain.name, from: skipFrom, to: index - 1, ...told(skipped) });
  }
  walk.skipped = {};
}
