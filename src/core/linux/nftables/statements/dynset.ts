import { type NftData, datumKey, single } from '../datum';
import { parseTime, printTime } from '../datatypes/datatype';
import { printExpression } from '../expressions';
import type { NftContext, NftStatementExtension, StatementOutcome } from '../extension';
import { addLive, deleteLive, makeOwner } from '../sets';
import type { Parser } from '../text/parser';
import { type NftExpression, type NftStatement } from '../types';

export interface DynsetSpec {
  readonly verb: 'add' | 'update' | 'delete';
  readonly set: string;
  readonly key: NftExpression;
  /** Maps: what is put there. */
  readonly value?: NftExpression;
  readonly timeout?: number;
  readonly statements: readonly NftStatement[];
  readonly statementsText: string;
}

type Body = Pick<DynsetSpec, 'statements' | 'statementsText' | 'timeout'>;

/** Reads up to the sign or word that ends it. */
function parseBody(parser: Parser): Body | undefined {
  const statements: NftStatement[] = [];
  let timeout: number | undefined;
  let text = '';
  while (!/^[}:@]/.test(parser.peek())) {
    if (parser.done()) return undefined;
    if (parser.take('timeout')) timeout = parseTime(parser.next());
    else {
      const start = parser.at;
      const statement = parser.grammar.statement(parser);
      if (!statement) return undefined;
      statements.push(statement);
      text += ` ${parser.textFrom(start)}`;
    }
  }
  return { statements, statementsText: text, ...(timeout === undefined ? {} : { timeout }) };
}

/** `set add ip saddr timeout 5m @d`, as it was written before the braces came. */
function parseOld(parser: Parser): DynsetSpec | undefined {
  const verb = parser.take('set') ? parser.takeOne(['add', 'update', 'delete'] as const) : undefined;
  const key = verb && parser.key([]);
  const body = key && parseBody(parser);
  const [sign, ...name] = parser.next();
  return verb && body && sign === '@' ? { verb, set: name.join(''), key, ...body } : undefined;
}

function parse(parser: Parser): DynsetSpec | undefined {
  if (parser.peek() === 'set') return parseOld(parser);
  const verb = parser.takeOne(['add', 'update', 'delete'] as const);
  const set = parser.next();
  if (!verb || !set.startsWith('@') || !parser.take('{')) return undefined;
  const declared = parser.scope.set(set.slice(1));
  const key = parser.key(declared?.keyTypes ?? []);
  const body = key && parseBody(parser);
  if (!body) return undefined;
  const types = declared?.data;
  const value = parser.takeColon() && types && types !== 'verdict' ? parser.value(types) : undefined;
  if (!parser.take('}')) return undefined;
  return { verb, set: set.slice(1), key, ...body, ...(value ? { value } : {}) };
}

function findData({ value }: DynsetSpec, ctx: NftContext): NftData | undefined | 'unknown' {
  if (!value) return undefined;
  const values = ctx.evaluate(value);
  return typeof values === 'string' ? 'unknown' : { kind: 'pattern', pattern: values.map(single) };
}

/** Adds to a set, or renews (`nft_dynset_eval`). A full set ends the rule, and so may what belongs to the element. */
function run(spec: DynsetSpec, ctx: NftContext): StatementOutcome {
  const set = ctx.table.sets.get(spec.set);
  const values = ctx.evaluate(spec.key);
  if (values === 'break') return 'break';
  const data = findData(spec, ctx);
  if (!set || values === 'unknown' || data === 'unknown') return 'unknown';
  const owner = makeOwner(set, ctx);
  if (spec.verb === 'delete') {
    // Whether there was one does not matter (nft_dynset_eval() goes on).
    deleteLive(set, values, owner);
    return 'continue';
  }
  const { timeout } = spec;
  const added = { values, ...(timeout === undefined ? {} : { timeout }), ...(data ? { data } : {}) };
  if (!addLive(set, added, owner, spec.verb === 'update')) return 'break';
  for (const statement of spec.statements) {
    const outcome = ctx.run(statement, `${owner.key} ${datumKey(values)}`);
    if (outcome !== 'continue') return outcome;
  }
  return 'continue';
}

/** A rule that writes into a set or a map. */
export const dynset: NftStatementExtension<'dynset', DynsetSpec> = {
  name: 'dynset',
  reference: 'net/netfilter/nft_dynset.c',
  simulated: 'full',
  starts: ['add', 'update', 'delete', 'set'],
  parse,
  print: ({ verb, set, key, timeout, statementsText, value }) => {
    const stays = timeout === undefined ? '' : ` timeout ${printTime(timeout)}`;
    const data = value ? ` : ${printExpression(value)}` : '';
    return `${verb} @${set} { ${printExpression(key)}${stays}${statementsText}${data} }`;
  },
  run,
};
