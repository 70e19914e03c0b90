import { ChainWalk } from '../chain-walk';
import type { Choice } from '../choice';
import type { TableName, Verdict } from '../hooks';
import { nextCandidate } from './chain-index';
import { testRule } from './evaluate';
import type { WalkEvent } from './events';
import type { HandedEdit, HookContext } from './extension';
import { takeTarget } from './take-target';
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

/**
 * Twenty chains that each jump twice to the next make a million visits: the kernel walks them and stands still
 * for so long. More than this is not walked.
 */
const MOST_CHAINS = 100_000;

type Live = { -readonly [K in keyof HookContext]: HookContext[K] };

interface Walk {
  readonly input: WalkInput;
  readonly ctx: Live;
  readonly place: ChainWalk<TableName, XtChain>;
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
  const { place, ctx } = walk;
  for (;;) {
    if (input.indexed !== false) place.index = nextCandidate(place.chain, place.index, ctx.skb.packet);
    const verdict = place.index < place.chain.length ? step(walk) : place.leave('end');
    if (verdict) return verdict;
  }
}

function start(input: WalkInput, base: XtChain): Walk {
  const { chains, name: table } = input.table;
  const place = new ChainWalk<TableName, XtChain>({
    table,
    base,
    ...(base.policy ? { policy: base.policy } : {}),
    chainOf: (name) => chains.get(name),
    refuses: (_, entered) => (entered > MOST_CHAINS ? 'TOO LONG' : undefined),
    record: input.record,
  });
  const decide = (choice: Choice): number => {
    const branch = input.ctx.decide(choice);
    place.answer(choice, branch);
    return branch;
  };
  return { input, place, ctx: { ...input.ctx, table, ref: { table, chain: base.name, index: 0 }, decide } };
}

/** One rule. A verdict ends the walk. */
function step(walk: Walk): Verdict | undefined {
  const { ctx, place } = walk;
  ctx.ref = { table: walk.input.table.name, chain: place.chain.name, index: place.index };
  place.ask();
  const rule = place.chain.rule(place.index);
  if (testRule(rule, ctx)) return take(walk, rule);
  place.pass();
  return undefined;
}

function take(walk: Walk, rule: XtRule): Verdict | undefined {
  const { ctx, place } = walk;
  const { ref } = ctx;
  const markBefore = ctx.skb.mark;
  const { handed, ...result } = takeTarget(rule, ctx, (name) => walk.input.table.chains.has(name));
  const told = place.hold();
  walk.input.record({
    kind: 'rule',
    ref,
    verdict: result.verdict,
    ...(ctx.skb.mark === markBefore ? {} : { markBefore }),
    ...told,
  });
  let { verdict } = result;
  for (const edit of handed) verdict = walk.input.apply(edit, ref) ?? verdict;
  return place.follow(verdict);
}
