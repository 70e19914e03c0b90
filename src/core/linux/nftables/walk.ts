import { ChainWalk } from '../chain-walk';
import { type NftEdit, type NftContext, type NftWalkEvent, type SetLookup } from './extension';
import { evaluateExpression, evaluatePartly, findDraw } from './expressions';
import { knownStatement, printStatement, runStatement, statementExtension } from './statements';
import { tableName, type NftRule, type NftStatement, type NftTable, type NftChain } from './types';
import { type NftTableName, type Verdict, CONTINUE } from '../hooks';
import { phrase, type Phrase } from '../../lib/phrase';

/** A context whose rule and statement change as they are run. */
export type LiveContext = { -readonly [K in keyof NftContext]: NftContext[K] };

/** Surroundings that rules are run in: a packet at a hook of a namespace. */
export type Surroundings = Pick<NftContext, 'family' | 'hook' | 'skb' | 'netns' | 'state' | 'decide'>;

/** Everything rules of a table can see of a packet; `chain` is where they begin. */
export function getRuleContext(
  around: Surroundings,
  { table, chain, apply }: Pick<NftContext, 'table' | 'apply'> & { readonly chain: string },
): LiveContext {
  const name: NftTableName = tableName(table);
  const live: LiveContext = {
    ...around,
    table,
    ref: { table: name, chain, index: 0 },
    position: 0,
    apply,
    evaluate: (expression) => evaluateExpression(expression, live),
    partly: (expression) => evaluatePartly(expression, live),
    drawOf: (expression) => findDraw(expression, live),
    run: (statement, owner) => runStatement(statement, { ...live, owner }),
    looked: () => undefined,
  };
  return live;
}

const placeText = ({ ref }: NftContext): string => `${ref.table} ${ref.chain} ${ref.index + 1}`;

/** Asks whether something that is not known holds. Branch 0: it does. */
function ask(reason: Phrase, ctx: NftContext): boolean {
  return ctx.decide({ kind: 'unknown', where: placeText(ctx), reason, branches: 2 }) === 0;
}

const unknownReason = (statement: NftStatement, ctx: NftContext): Phrase =>
  phrase('nftables.statement-unknown', { text: printStatement(statement), where: placeText(ctx) });

/** Whether it runs makes a difference: it neither compares only, nor counts or logs. */
function hasEffect(statement: NftStatement): boolean {
  const { tests, simulated } = statementExtension(statement);
  return tests !== 'compares' && simulated !== 'irrelevant';
}

/** A statement that is not simulated takes the packet, or lets the rule go on. */
function takenBy(statement: NftStatement, ctx: NftContext): Verdict | undefined {
  return ask(unknownReason(statement, ctx), ctx) ? { kind: 'STOLEN', by: printStatement(statement) } : undefined;
}

/** A mark that is not known does not matter to a packet that this very rule refuses. */
function isUnreadValue({ statements }: NftRule, index: number): boolean {
  const writes = statements[index]?.statement === 'meta set' || statements[index]?.statement === 'ct set';
  const rest = statements.slice(index + 1).map(knownStatement);
  const end = rest.find((each) => statementExtension(each).simulated !== 'irrelevant');
  const isRefusal = end?.statement === 'reject' || (end?.statement === 'verdict' && end.spec.verdict.kind === 'DROP');
  return writes && isRefusal;
}

/** Words that are not known, of which a part decides: a verdict with something behind it that cannot be read. */
function decidesUnread(statement: NftStatement): boolean {
  const known = knownStatement(statement);
  return known.statement === 'unrecognised' && known.spec.decides === true;
}

/**
 * A statement whose outcome is not known. A test stays open; words that are not known may be a statement that takes
 * the packet if nothing follows; what is not simulated takes it or lets the rule go on; without anything else the
 * rule cannot go on.
 */
function settle(rule: NftRule, index: number, ctx: NftContext): Verdict | undefined | 'open' | 'goes on' {
  const statement = rule.statements[index] as NftStatement;
  const isLast = index === rule.statements.length - 1;
  const mayTake = statement.statement === 'unrecognised' && (isLast || decidesUnread(statement));
  if (statementExtension(statement).tests && !mayTake) return 'open';
  if (isUnreadValue(rule, index)) return 'goes on';
  const taken = takenBy(statement, ctx);
  if (taken) return taken;
  return statement.statement === 'not simulated' && !isLast ? 'goes on' : undefined;
}

/**
 * Runs the statements of a rule in order. The first that fails ends the rule (NFT_BREAK) and what was done
 * before stays done; a verdict ends it too. A comparison that is not known is asked of `ctx.decide` only when
 * all behind it hold up to something with an effect. Undefined: the rule does not hold.
 */
function runRule(rule: NftRule, ctx: LiveContext): Verdict | undefined {
  let open: NftStatement | undefined;
  for (let index = 0; index < rule.statements.length; index++) {
    const statement = rule.statements[index] as NftStatement;
    ctx.position = index;
    if (open && hasEffect(statement)) {
      if (!ask(unknownReason(open, ctx), ctx)) return undefined;
      open = undefined;
    }
    const outcome = runStatement(statement, ctx);
    if (outcome === 'break') return undefined;
    if (outcome === 'unknown') {
      const settled = settle(rule, index, ctx);
      if (settled === 'open') open ??= statement;
      else if (settled !== 'goes on') return settled;
    } else if (outcome !== 'continue') return outcome;
  }
  return open ? undefined : CONTINUE;
}

interface NftWalkInput {
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
  /** Lookup of the rule, as yet unworded. */
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
  const ctx = getRuleContext(input.ctx, { table, chain: base.name, apply: input.apply });
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
  const { mark: markBefore, packet } = ctx.skb;
  const verdict = runRule(place.chain.rule(place.index), ctx);
  if (!verdict) {
    place.pass();
    return undefined;
  }
  reportSkipped(walk, { mark: markBefore, packet });
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

/** The rules before this one did not hold for the packet as it was, which this one may have changed since. */
function reportSkipped({ ctx: { skb }, place }: Walk, before: Pick<NftContext['skb'], 'mark' | 'packet'>): void {
  const { mark, packet } = skb;
  Object.assign(skb, before);
  place.report();
  Object.assign(skb, { mark, packet });
}

function wordedLookup({ lookup }: Walk): { readonly lookup?: SetLookup } {
  return lookup ? { lookup: lookup() } : {};
}
