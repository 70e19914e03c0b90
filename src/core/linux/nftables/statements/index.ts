import { indexExtensions, type NftContext, type NftStatementExtension, type StatementOutcome } from '../extension';
import type { Parser } from '../text/parser';
import type { NftStatement } from '../types';
import { nftConnlimit } from './connlimit';
import { counter } from './counter';
import { ctSet } from './ct-set';
import { duplicate } from './duplicate';
import { dynset } from './dynset';
import { flowAdd } from './flow-add';
import { last } from './last';
import { nftLimit } from './limit';
import { log } from './log';
import { masquerade } from './masquerade';
import { match } from './match';
import { metaSet } from './meta-set';
import { meter } from './meter';
import { nat } from './nat';
import { notSimulated } from './not-simulated';
import { notrack } from './notrack';
import { optionSet } from './option-set';
import { payloadSet } from './payload-set';
import { nftQuota } from './quota';
import { redirect } from './redirect';
import { reject } from './reject';
import { nftSynproxy } from './synproxy';
import { nftTproxy } from './tproxy';
import { unrecognisedStatement } from './unrecognised';
import { verdict } from './verdict';
import { vmap } from './vmap';
import { xtables } from './xtables';

/** Every statement that can be read: one line each. Those without words of their own are tried last. */
export const STATEMENTS = [
  verdict,
  counter,
  log,
  nftLimit,
  nftQuota,
  last,
  reject,
  nat,
  masquerade,
  redirect,
  metaSet,
  ctSet,
  payloadSet,
  optionSet,
  notrack,
  dynset,
  meter,
  duplicate,
  flowAdd,
  nftTproxy,
  nftSynproxy,
  nftConnlimit,
  xtables,
  notSimulated,
  unrecognisedStatement,
  vmap,
  match,
] as const;

type StatementOf<E> =
  E extends NftStatementExtension<infer Name, infer Spec> ? { readonly statement: Name; readonly spec: Spec } : never;

/** A statement with what its extension reads; the union follows from the list above. */
export type KnownStatement = StatementOf<(typeof STATEMENTS)[number]>;

type AnyStatement = NftStatementExtension<string, unknown>;

// The casts of this registry: a spec travels with the name of the extension that made it.
const ALL = STATEMENTS as unknown as readonly AnyStatement[];
const { byName: BY_NAME, byStart: BY_START } = indexExtensions(ALL);
const WITHOUT_START = ALL.filter(({ starts }) => starts === undefined);

/** The extension a statement belongs to. */
export function statementExtension({ statement }: NftStatement): AnyStatement {
  return BY_NAME.get(statement) as AnyStatement;
}

/** Narrows a statement to its own kind and spec. */
export function knownStatement(statement: NftStatement): KnownStatement {
  return statement as KnownStatement;
}

/** Reads one statement; undefined: nothing known begins here. */
export function parseStatement(parser: Parser): NftStatement | undefined {
  for (const extension of [...(BY_START.get(parser.peek()) ?? []), ...WITHOUT_START]) {
    const spec = parser.attempt(() => extension.parse(parser));
    if (spec) return { statement: extension.name, spec };
  }
  return undefined;
}

/** As nft lists it. */
export function printStatement(statement: NftStatement): string {
  return statementExtension(statement).print(statement.spec);
}

/** Runs it for the packet; may change the packet, its connection and the state. */
export function runStatement(statement: NftStatement, ctx: NftContext): StatementOutcome {
  return statementExtension(statement).run(statement.spec, ctx);
}
