import { integerType, type NftDatatype, STRING } from '../datatypes/datatype';
import { CT_EVENT, INTEGER, MARK_DATATYPE } from '../datatypes/symbols';
import { printExpression } from '../expressions';
import type { NftContext, NftStatementExtension, StatementOutcome } from '../extension';
import type { Parser } from '../text/parser';
import type { NftExpression } from '../types';

export interface CtSetSpec {
  readonly direction?: 'original' | 'reply';
  readonly key: string;
  readonly value: NftExpression;
}

const KEYS: Readonly<Record<string, NftDatatype>> = {
  mark: MARK_DATATYPE,
  zone: integerType('ct_zone', 16, { host: true }),
  event: CT_EVENT,
  label: INTEGER,
  secmark: STRING,
  helper: STRING,
  timeout: STRING,
  expectation: STRING,
};

function parse(parser: Parser): CtSetSpec | undefined {
  if (!parser.take('ct')) return undefined;
  const direction = parser.takeOne(['original', 'reply'] as const);
  const key = parser.next();
  const type = KEYS[key];
  if (!type || !parser.take('set')) return undefined;
  const value = parser.value([type]);
  return value && { key, value, ...(direction ? { direction } : {}) };
}

function setZone({ direction }: CtSetSpec, zone: number, ctx: NftContext): StatementOutcome {
  // Seen before (from lo, or left untracked): conntrack has decided already.
  if (ctx.skb.ct || ctx.skb.ctState === 'UNTRACKED') return 'continue';
  return ctx.apply({ kind: 'zone', zone, ...(direction ? { direction } : {}) }) ?? 'continue';
}

/** Without a connection nothing is written, and the rule goes on (`nft_ct_set_eval`). */
function run(spec: CtSetSpec, ctx: NftContext): StatementOutcome {
  const values = ctx.evaluate(spec.value);
  if (values === 'break') return 'break';
  if (spec.key !== 'mark' && spec.key !== 'zone') return 'continue';
  if (values === 'unknown' || typeof values[0] !== 'number')
    return spec.key === 'mark' && !ctx.skb.ct ? 'continue' : 'unknown';
  if (spec.key === 'zone') return setZone(spec, values[0], ctx);
  if (ctx.skb.ct) ctx.skb.ct.mark = values[0] >>> 0;
  return 'continue';
}

/** Writes to the connection: its mark; before conntrack, the zone it is looked for in. */
export const ctSet: NftStatementExtension<'ct set', CtSetSpec> = {
  name: 'ct set',
  reference: 'net/netfilter/nft_ct.c',
  simulated: 'partly',
  starts: ['ct'],
  parse,
  print: ({ direction, key, value }) => ['ct', direction, key, 'set', printExpression(value)].filter(Boolean).join(' '),
  run,
};
