import { ChainWalk } from '../chain-walk';
import type { NftTableName, Verdict } from '../hooks';
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

interface Walk {
  readonly input: NftWalkInput;
  readonly name: NftTableName;
  readonly ctx: LiveContext;
  readonly place: ChainWalk<NftTableName, NftChain>;
  /** What the rule looked up, as yet unworded. */
  lookup?: () => SetLookup;
}

/**
 * Evaluates a base chain for a packet: ACCEPT, DROP, REJECT or STOLEN. Rules in order, jumps, gotos, returns and
 * the policy as nft_do_chain() in net/netfilter/nf_tables_core.c. A ruleset that loops or jumps too deep, which the
 * kernel refuses to load, ends as STOLEN by `LOOP`.
 */
export function walkChain(input: NftWalkInput): Verdict {
  const walk = start(input);
  const { place } = walk;
  for (;;) {
    const verdict = place.index < place.chain.length ? step(walk) : place.leave('end');
    if (verdict) return verdict;
  }
}

function start(input: NftWalkInput): Walk {
  const { table, chain: base } = input;
  const name = tableName(table);
  const place = new ChainWalk<NftTableName, NftChain>({
    table: name,
    base,
    ...(base.base ? { policy: base.base.policy } : {}),
    chainOf: (wanted) => table.chains.get(wanted),
    refuses: (open) => (open > MOST_JUMPS ? 'LOOP' : undefined),
    record: input.record,
  });
  const ctx = contextOf(input.ctx, { table, chain: base.name, apply: input.apply });
  const walk: Walk = { input, name, place, ctx };
  ctx.decide = (choice) => {
    const branch = input.ctx.decide(choice);
    place.answer(choice, branch);
    return branch;
  };
  ctx.looked = (lookup) => {
    walk.lookup = lookup;
  };
  return walk;
}

/** One rule. A verdict ends the walk. */
function step(walk: Walk): Verdict | undefined {
  const { ctx, place } = walk;
  ctx.ref = { table: walk.name, chain: place.chain.name, index: place.index };
  place.ask();
  delete walk.lookup;
  const markBefore = ctx.skb.mark;
  const verdict = runRule(place.chain.rule(place.index), ctx);
  if (!verdict) {
    place.pass();
    return undefined;
  }
  walk.input.record({
    kind: 'rule',
    ref: ctx.ref,
    verdict,
    ...(ctx.skb.mark === markBefore ? {} : { markBefore }),
    ...place.hold(),
    ...wordedLookup(walk),
  });
  return place.follow(verdict);
}

function wordedLookup({ lookup }: Walk): { readonly lookup?: SetLookup } {
  return lookup ? { lookup: lookup() } : {};
}
