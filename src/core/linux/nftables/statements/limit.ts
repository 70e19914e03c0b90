import type { Packet } from '../../../net/packet';
import { lengthBounds } from '../../skb';
import type { NftContext, NftStatementExtension, StatementOutcome } from '../extension';
import { statementMemoryKey } from '../sets';
import { findObject, parseObjectUse, printObjectUse, type ObjectUse } from '../object-use';
import type { Parser } from '../text/parser';

export interface NftLimitSpec {
  /** A limit of the table; its rate is kept there. */
  readonly object?: ObjectUse;
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

function parse(parser: Parser): NftLimitSpec | undefined {
  if (!parser.take('limit')) return undefined;
  if (parser.take('name')) {
    const object = parseObjectUse(parser);
    return object && { object, over: false, rate: 0, per: 'second' };
  }
  return parseRate(parser);
}

/** `rate over 10/second burst 5 packets`, of a statement or a named limit. */
function parseRate(parser: Parser): NftLimitSpec | undefined {
  while (parser.take(';'));
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

const UNITS: Readonly<Record<string, number>> = { bytes: 1, kbytes: 1024, mbytes: 1_048_576 };

/** Cost of a packet at its shortest and its longest, and room of the bucket, in milliseconds (`nft_limit_init`). */
function makePrices({ rate, per, bytes, burst, burstUnit = 'bytes' }: NftLimitSpec, packet: Packet): Prices {
  const period = PERIODS[per] ?? 1000;
  if (bytes === undefined) {
    const cost = period / rate;
    return { cheap: cost, dear: cost, full: cost * (burst || DEFAULT_BURST) };
  }
  const perByte = period / (rate * (UNITS[bytes] ?? 1));
  const { min, max } = lengthBounds(packet);
  const more = (burst ?? 0) * (UNITS[burstUnit] ?? 1);
  return { cheap: min * perByte, dear: max * perByte, full: period + more * perByte };
}
interface Prices {
  readonly cheap: number;
  readonly dear: number;
  readonly full: number;
}

/**
 * A bucket of time, full at the start (`nft_limit_eval`). Where the length of a packet is not known, what is left
 * in a bucket of bytes lies between two numbers.
 */
function run(spec: NftLimitSpec, ctx: NftContext): StatementOutcome {
  if (!spec.object) return take(spec, `limit ${statementMemoryKey(ctx)}`, ctx);
  const found = findObject(spec.object, 'limit', ctx);
  if (typeof found === 'string') return found;
  const named = parseRate(found.words);
  return named ? take(named, found.key, ctx) : 'unknown';
}

function take(spec: NftLimitSpec, key: string, ctx: NftContext): StatementOutcome {
  const { now, nth } = ctx.state;
  const { cheap, dear, full } = makePrices(spec, ctx.skb.packet);
  const elapsed = now - (nth.get(`${key} at`) ?? now);
  const filled = (name: string): number => Math.min(full, (nth.get(name) ?? full) + elapsed);
  const [least, most] = [filled(`${key} least`), filled(key)];
  const surely = least >= dear;
  const perhaps = most >= cheap;
  nth.set(`${key} at`, now);
  // A packet that does not fit takes nothing.
  nth.set(key, surely ? most - cheap : perhaps ? Math.max(most - cheap, Math.min(most, dear)) : most);
  nth.set(`${key} least`, surely ? least - dear : perhaps ? 0 : least);
  if (surely !== perhaps) return 'unknown';
  return surely === spec.over ? 'break' : 'continue';
}

/** At most so many packets a time; with `over`, those beyond. */
export const nftLimit: NftStatementExtension<'limit', NftLimitSpec> = {
  name: 'limit',
  reference: 'net/netfilter/nft_limit.c',
  simulated: 'partly',
  tests: 'counts',
  starts: ['limit'],
  parse,
  print: ({ object, over, rate, bytes, per, burst, burstUnit }) => {
    if (object) return `limit name ${printObjectUse(object)}`;
    const unit = bytes === undefined ? '' : ` ${bytes}`;
    const most = burst === undefined ? '' : ` burst ${burst} ${burstUnit ?? 'packets'}`;
    return `limit rate ${over ? 'over ' : ''}${rate}${unit}/${per}${most}`;
  },
  run,
};
