import { formatFraction, type Fraction } from '../../lib/fraction';
import type { Phrase } from '../../lib/phrase';
import type { Choice } from '../choice';
import { DROP, type NftTableName, type Verdict } from '../hooks';
import { contextOf, type LiveContext, type Surroundings } from './context';
import type { NftWalkEvent, SetLookup } from './events';
import type { NftEdit } from './extension';
import { runRule } from './run-rule';
import { tableName, type NftChain, type NftTable } from './types';

export interface NftWalkInput {
  readonly table: NftTable;
  /** A base chain. */
  readonly chain: NftChain;
  /** `skb` and `state` are changed in place. */
  readonly ctx: Surroundings;
  /** Does what the walk cannot (NAT, conntrack); a verdict it returns is the statement's. */
  readonly apply: (edit: NftEdit) => Verdict | undefined;
  readonly record: (event: NftWalkEvent) => void;
}

/** The kernel refuses a ruleset that could jump deeper (NFT_JUMP_STACK_SIZE). */
const MOST_JUMPS = 16;

interface Asked {
  odds?: Fraction;
  assumed?: Phrase;
  lookup?: () => SetLookup;
}

function told({ odds, assumed }: Asked): { odds?: string; assumed?: Phrase } {
  return { ...(odds ? { odds: formatFraction(odds) } : {}), ...(assumed ? { assumed } : {}) };
}

/** Where a jump came from. */
interface Frame {
  readonly chain: NftChain;
  readonly next: number;
  readonly depth: number;
}

interface Walk {
  readonly input: NftWalkInput;
  readonly name: NftTableName;
  readonly ctx: LiveContext;
  readonly stack: Frame[];
  /** Chains entered and not yet left, gotos included: entering one again would never end. */
  readonly path: string[];
  chain: NftChain;
  index: number;
  skipFrom: number;
  skipped: Asked;
  asked: Asked;
}

/**
 * Evaluates a base chain for a packet: ACCEPT, DROP, REJECT or STOLEN. Rules in order, jumps, gotos, returns and
 * the policy as nft_do_chain() in net/netfilter/nf_tables_core.c. A ruleset that loops or jumps too deep, which the
 * kernel refuses to load, ends as STOLEN by `LOOP`.
 */
export function walkChain(input: NftWalkInput): Verdict {
  const walk = start(input);
  for (;;) {
    const verdict = walk.index < walk.chain.length ? step(walk) : leave(walk, 'end');
    if (verdict) return verdict;
  }
}

function start(input: NftWalkInput): Walk {
  const { table, chain } = input;
  const name = tableName(table);
  const walk: Walk = {
    input,
    name,
    ctx: contextOf(input.ctx, { table, chain: chain.name, apply: input.apply }),
    stack: [],
    path: [chain.name],
    chain,
    index: 0,
    skipFrom: 0,
    skipped: {},
    asked: {},
  };
  walk.ctx.decide = (choice) => decide(walk, choice);
  walk.ctx.looked = (lookup) => {
    walk.asked.lookup = lookup;
  };
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
  ctx.ref = { table: walk.name, chain: chain.name, index };
  walk.asked = {};
  const markBefore = ctx.skb.mark;
  const verdict = runRule(chain.rule(index), ctx);
  if (!verdict) {
    if (walk.asked.odds) walk.skipped.odds = walk.asked.odds;
    if (walk.asked.assumed) walk.skipped.assumed = walk.asked.assumed;
    walk.index++;
    return undefined;
  }
  flush(walk);
  walk.index++;
  walk.skipFrom = walk.index;
  const { lookup } = walk.asked;
  walk.input.record({
    kind: 'rule',
    ref: ctx.ref,
    verdict,
    ...(ctx.skb.mark === markBefore ? {} : { markBefore }),
    ...told(walk.asked),
    ...(lookup ? { lookup: lookup() } : {}),
  });
  return follow(walk, verdict);
}

function follow(walk: Walk, verdict: Verdict): Verdict | undefined {
  switch (verdict.kind) {
    case 'CONTINUE':
      return undefined;
    case 'RETURN':
      return leave(walk, 'rule');
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
  // A chain that is not there cannot be jumped to: the kernel has refused the ruleset, or this is a part of it.
  if (!chain) return { kind: 'STOLEN', by: name };
  if (walk.path.includes(name) || walk.path.length > MOST_JUMPS) return { kind: 'STOLEN', by: 'LOOP' };
  walk.path.push(name);
  walk.chain = chain;
  walk.index = 0;
  walk.skipFrom = 0;
  walk.skipped = {};
  return undefined;
}

/** The end of a chain, or `return`: back behind the jump, or the policy of the base chain. */
function leave(walk: Walk, by: 'end' | 'rule'): Verdict | undefined {
  flush(walk);
  const { chain, name } = walk;
  const frame = walk.stack.pop();
  if (by === 'end' && chain !== walk.input.chain) walk.input.record({ kind: 'return', table: name, chain: chain.name });
  if (!frame) return policy(walk);
  walk.path.length = frame.depth;
  walk.chain = frame.chain;
  walk.index = frame.next;
  walk.skipFrom = frame.next;
  walk.skipped = {};
  return undefined;
}

function policy({ input, name }: Walk): Verdict {
  const verdict: Verdict = input.chain.base?.policy === 'DROP' ? DROP : { kind: 'ACCEPT' };
  input.record({ kind: 'policy', table: name, chain: input.chain.name, verdict });
  return verdict;
}

/** Reports the rules before this one that did not hold, as one event. */
function flush(walk: Walk): void {
  const { skipFrom, index, chain, skipped } = walk;
  if (index > skipFrom) {
    walk.input.record({
      kind: 'skip',
      table: walk.name,
      chain: chain.name,
      from: skipFrom,
      to: index - 1,
      ...told(skipped),
    });
  }
  walk.skipped = {};
}
