import { CLASSID, INTEGER, MARK_DATATYPE, PKT_TYPE } from '../datatypes/symbols';
import { STRING, type NftDatatype } from '../datatypes/datatype';
import { printExpression } from '../expressions';
import type { NftContext, NftStatementExtension, StatementOutcome } from '../extension';
import type { NftExpression } from '../types';

export interface MetaSetSpec {
  readonly key: string;
  readonly value: NftExpression;
}

const KEYS: Readonly<Record<string, NftDatatype>> = {
  mark: MARK_DATATYPE,
  priority: CLASSID,
  nftrace: INTEGER,
  pkttype: PKT_TYPE,
  secmark: STRING,
  broute: INTEGER,
};

function run({ key, value }: MetaSetSpec, ctx: NftContext): StatementOutcome {
  const values = ctx.evaluate(value);
  if (values === 'break') return 'break';
  // Only the mark has a say in anything that is simulated.
  if (key !== 'mark') return 'continue';
  if (values === 'unknown' || typeof values[0] !== 'number') return 'unknown';
  ctx.skb.mark = values[0] >>> 0;
  return 'continue';
}

/** Writes what the kernel knows of a packet besides its bytes: the mark. */
export const metaSet: NftStatementExtension<'meta set', MetaSetSpec> = {
  name: 'meta set',
  reference: 'net/netfilter/nft_meta.c',
  simulated: 'partly',
  starts: ['meta', 'mark', 'nftrace', 'pkttype', 'priority', 'secmark'],
  parse: (parser) => {
    parser.take('meta');
    const key = parser.next();
    const type = KEYS[key];
    if (!type || !parser.take('set')) return undefined;
    const value = parser.value([type]);
    return value && { key, value };
  },
  print: ({ key, value }) => `meta ${key} set ${printExpression(value)}`,
  run,
};
