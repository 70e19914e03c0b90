import type { Ternary } from '../../chain-walk';
import { lengthBounds } from '../../skb';
import type { NftContext, NftStatementExtension, StatementOutcome } from '../extension';
import { statementMemoryKey } from '../sets';
import { findObject, parseObjectUse, printObjectUse, type ObjectUse } from '../object-use';
import type { Parser } from '../text/parser';

export interface NftQuotaSpec {
  readonly object?: ObjectUse;
  readonly over: boolean;
  readonly amount: number;
  readonly unit: string;
  readonly used?: string;
}

const UNITS: Readonly<Record<string, number>> = { bytes: 1, kbytes: 1024, mbytes: 1_048_576, gbytes: 1_073_741_824 };

function parse(parser: Parser): NftQuotaSpec | undefined {
  if (!parser.take('quota')) return undefined;
  if (parser.take('name')) {
    const object = parseObjectUse(parser);
    return object && { object, over: false, amount: 0, unit: 'bytes' };
  }
  return parseAmount(parser);
}

/** `over 100 mbytes used 5 bytes`, of a statement or a named quota. */
function parseAmount(parser: Parser): NftQuotaSpec | undefined {
  while (parser.take(';'));
  const over = parser.take('over');
  if (!over) parser.take('until');
  const amount = Number(parser.next());
  const unit = parser.next();
  if (!Number.isFinite(amount) || !(unit in UNITS)) return undefined;
  const used = parser.take('used') ? `${parser.next()} ${parser.next()}` : undefined;
  return { over, amount, unit, ...(used ? { used } : {}) };
}

function usedBytes({ used }: NftQuotaSpec): number {
  const [count = '0', unit = 'bytes'] = (used ?? '').split(' ');
  return Number(count) * (UNITS[unit] ?? 1);
}

/** Every packet counts, and those beyond the amount are over it (`nft_quota_do_eval`); lengths lie between two numbers. */
function run(spec: NftQuotaSpec, ctx: NftContext): StatementOutcome {
  if (!spec.object) return consume(spec, `nft ${statementMemoryKey(ctx)}`, ctx);
  const found = findObject(spec.object, 'quota', ctx);
  if (typeof found === 'string') return found;
  const named = parseAmount(found.words);
  return named ? consume(named, found.key, ctx) : 'unknown';
}

function consume(spec: NftQuotaSpec, key: string, { state, skb }: NftContext): StatementOutcome {
  const already = usedBytes(spec);
  const used = state.quotas.get(key) ?? { min: already, max: already };
  const { min, max } = lengthBounds(skb.packet);
  const now = { min: used.min + min, max: used.max + max };
  state.quotas.set(key, now);
  const amount = spec.amount * (UNITS[spec.unit] ?? 1);
  const over: Ternary = now.min > amount ? true : now.max <= amount ? false : 'unknown';
  if (over === 'unknown') return 'unknown';
  return over === spec.over ? 'continue' : 'break';
}

/** Holds until so many bytes have passed; with `over`, from then on. */
export const nftQuota: NftStatementExtension<'quota', NftQuotaSpec> = {
  name: 'quota',
  reference: 'net/netfilter/nft_quota.c',
  simulated: 'partly',
  tests: 'counts',
  starts: ['quota'],
  parse,
  print: ({ object, over, amount, unit, used }) =>
    !object
      ? `quota ${over ? 'over ' : ''}${amount} ${unit}${used === undefined ? '' : ` used ${used}`}`
      : `quota name ${printObjectUse(object)}`,
  run,
};
