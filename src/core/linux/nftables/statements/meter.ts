import { datumKey } from '../datum';
import { parseTime, printTime } from '../datatypes/datatype';
import { printExpression } from '../expressions';
import type { NftContext, NftStatementExtension, StatementOutcome } from '../extension';
import type { Parser } from '../text/parser';
import { tableName, type NftExpression, type NftStatement } from '../types';

export interface MeterSpec {
  readonly meter: string;
  readonly size: number;
  readonly key: NftExpression;
  readonly timeout?: number;
  readonly statement: NftStatement;
  readonly text: string;
}

/** nft gives it this size where none is written. */
const USUAL_SIZE = 65_535;

function parse(parser: Parser): MeterSpec | undefined {
  if (!parser.take('meter')) return undefined;
  const meter = parser.string();
  const size = parser.take('size') ? Number(parser.next()) : USUAL_SIZE;
  const key = parser.take('{') ? parser.expression() : undefined;
  const timeout = key && parser.take('timeout') ? parseTime(parser.next()) : undefined;
  const start = parser.at;
  const statement = key && parser.grammar.statement(parser);
  if (!key || !statement) return undefined;
  const text = parser.textFrom(start);
  const spec = { meter, size, key, statement, text, ...(timeout === undefined ? {} : { timeout }) };
  return Number.isInteger(size) && parser.take('}') ? spec : undefined;
}

/** Each key has a statement of its own, which may end the rule: a set of them that is nowhere listed (`nft_dynset_eval`). */
function run({ meter, key, statement }: MeterSpec, ctx: NftContext): StatementOutcome {
  const values = ctx.evaluate(key);
  if (typeof values === 'string') return values;
  return ctx.run(statement, `meter ${tableName(ctx.table)} ${meter} ${datumKey(values)}`);
}

/** `meter m { ip saddr limit rate over 10/second }`: a limit for each key. */
export const meter: NftStatementExtension<'meter', MeterSpec> = {
  name: 'meter',
  reference: 'net/netfilter/nft_dynset.c',
  simulated: 'partly',
  starts: ['meter'],
  tests: 'counts',
  parse,
  print: ({ meter: name, size, key, timeout, text }) => {
    const stays = timeout === undefined ? '' : ` timeout ${printTime(timeout)}`;
    return `meter ${name} size ${size} { ${printExpression(key)}${stays} ${text} }`;
  },
  run,
};
