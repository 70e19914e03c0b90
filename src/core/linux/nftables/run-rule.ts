import { phrase, type Phrase } from '../../lib/phrase';
import { CONTINUE, type Verdict } from '../hooks';
import type { LiveContext } from './context';
import { printStatement, runStatement, statementExtension } from './statements';
import type { NftContext } from './extension';
import type { NftRule, NftStatement } from './types';

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

/**
 * A statement whose outcome is not known. A test stays open; words that are not known may be a statement that takes
 * the packet if nothing follows; what is not simulated takes it or lets the rule go on; without anything else the
 * rule cannot go on.
 */
function settle(rule: NftRule, index: number, ctx: NftContext): Verdict | undefined | 'open' | 'goes on' {
  const statement = rule.statements[index] as NftStatement;
  const isLast = index === rule.statements.length - 1;
  const mayTake = statement.statement === 'unrecognised' && isLast;
  if (statementExtension(statement).tests && !mayTake) return 'open';
  const taken = takenBy(statement, ctx);
  if (taken) return taken;
  return statement.statement === 'not simulated' && !isLast ? 'goes on' : undefined;
}

/**
 * Runs the statements of a rule in order. The first that fails ends the rule (NFT_BREAK) and what was done
 * before stays done; a verdict ends it too. A comparison that is not known is asked of `ctx.decide` only when
 * all behind it hold up to something with an effect. Undefined: the rule does not hold.
 */
export function runRule(rule: NftRule, ctx: LiveContext): Verdict | undefined {
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
