import type { NftContext, NftStatementExtension, StatementOutcome } from '../extension';
import { placeOf } from '../memory';
import type { Parser } from '../text/parser';

export interface LimitSpec {
  /** A limit of the table; its rate is kept there. */
  readonly name?: string;
  readonly over: boolean;
  readonly rate: number;
  /** Bytes are counted in this unit; absent: packets. */
  readonly bytes?: string;
  readonly per: string;
  readonly burst?: number;
  readonly burstUnit?: string;
}

/** Nanoseconds would not be exact in numbers of this size; milliseconds are. */
const PERIODS: Readonly<Record<string, number>> = {
  second: 1000,
  minute: 60_000,
  hour: 3_600_000,
  day: 86_400_000,
  week: 604_800_000,
};
const DEFAULT_BURST = 5;

function parse(parser: Parser): LimitSpec | undefined {
  if (!parser.take('limit')) return undefined;
  if (parser.take('name')) return { name: parser.string(), over: false, rate: 0, per: 'second' };
  if (!parser.take('rate')) return undefined;
  const over = parser.take('over');
  if (!over) parser.take('until');
  const words = [parser.next()];
  while (!words.join('').includes('/') || words.join('').endsWith('/')) {
    if (parser.done() || words.length > 3) return undefined;
    words.push(parser.next());
  }
  const parts = /^(\d+)([a-z]*)\/([a-z]+)$/.exec(words.join(''));
  if (!parts || !PERIODS[parts[3] ?? '']) return undefined;
  const [, rate, unit, per = ''] = parts;
  const burst = parser.take('burst') ? Number(parser.next()) : undefined;
  const burstUnit = burst === undefined ? undefined : parser.takeOne(['packets', 'bytes', 'kbytes', 'mbytes']);
  return {
    over,
    rate: Number(rate),
    per,
    ...(unit ? { bytes: unit } : {}),
    ...(burst === undefined ? {} : { burst }),
    ...(burstUnit ? { burstUnit } : {}),
  };
}

/** A bucket of time, full at the start (`nft_limit_eval`). Lengths of packets are not known, and so are limits of bytes. */
function run(spec: LimitSpec, ctx: NftContext): StatementOutcome {
  if (spec.bytes !== undefined || spec.name !== undefined) return 'unknown';
  const { state } = ctx;
  const cost = (PERIODS[spec.per] ?? 1000) / spec.rate;
  const full = cost * (spec.burst || DEFAULT_BURST);
  const key = `limit ${placeOf(ctx)}`;
  const elapsed = state.now - (state.nth.get(`${key} at`) ?? state.now);
  const tokens = Math.min(full, (state.nth.get(key) ?? full) + elapsed);
  const within = tokens >= cost;
  state.nth.set(`${key} at`, state.now);
  state.nth.set(key, within ? tokens - cost : tokens);
  return within === spec.over ? 'break' : 'continue';
}

/** At most so many packets a time; with `over`, those beyond. */
export const limit: NftStatementExtension<'limit', LimitSpec> = {
  name: 'limit',
  reference: 'net/netfilter/nft_limit.c',
  simulated: 'partly',
  tests: 'counts',
  starts: ['limit'],
  parse,
  print: ({ name, over, rate, bytes, per, burst, burstUnit }) => {
    if (name !== undefined) return `limit name "${name}"`;
    const unit = bytes === undefined ? '' : ` ${bytes}`;
    const most = burst === undefined ? '' : ` burst ${burst} ${burstUnit ?? 'packets'}`;
    return `limit rate ${over ? 'over ' : ''}${rate}${unit}/${per}${most}`;
  },
  run,
};
