import { phrase } from '../../../lib/phrase';
import { err, ok } from '../../../lib/result';
import { makeNetwork, getBits, formatIp, type IpFamily } from '../../../net/ip';
import { hasPorts } from '../../../net/packet';
import type { Ternary } from '../../chain-walk';
import { lengthBounds, not, type Bounds } from '../../skb';
import type { HashBucket, HashLevel } from '../../state';
import type { HookContext, MatchExtension } from '../extension';
import { numberCodec } from '../syntax/numbers';
import { field, type TableSpec, FLAG, nameCodec, setCodec, type Codec } from '../syntax/option-table';
import { tableMatch } from '../syntax/extension-table';
import { RATE_WORDS } from '../syntax/rates';

/** XT_HASHLIMIT_SCALE_v2: rates of packets are kept as millionths of a second a packet. */
const SCALE = 1_000_000;
const UNITS = [
  ['day', 86_400],
  ['hour', 3_600],
  ['min', 60],
  ['sec', 1],
] as const;
/** Rates of bytes are kept as a cost per 16 bytes (XT_HASHLIMIT_BYTE_SHIFT). */
const BYTE_SHIFT = 4;
const MAX32 = 0xffffffff;
const BYTE_EXPIRE = 15;
const BYTE_EXPIRE_BURST = 60;

type HashRate =
  | { readonly kind: 'packets'; readonly period: number; readonly unitSeconds: number }
  | { readonly kind: 'bytes'; readonly cost: number };

const MULTIPLES = [
  ['g', 1024 ** 3],
  ['m', 1024 ** 2],
  ['k', 1024],
  ['', 1],
] as const;

function parseBytes(text: string): number | undefined {
  const found = /^(\d+)([kmg]?)b$/i.exec(text);
  const unit = MULTIPLES.find(([letter]) => letter === (found?.[2] ?? '').toLowerCase())?.[1];
  return found && unit ? Number(found[1]) * unit : undefined;
}

function toCost(bytes: number): number {
  return Math.floor(MAX32 / (Math.floor(bytes / 2 ** BYTE_SHIFT) + 1));
}

/** The bytes a second a cost stands for (cost_to_bytes()). */
function fromCost(cost: number): number {
  return ((cost ? Math.floor(MAX32 / cost) : MAX32) - 1) * 2 ** BYTE_SHIFT;
}

function parseRate(text: string): HashRate | undefined {
  const bytes = /^(\d+[kmg]?b)\/s(?:ec(?:ond)?)?$/i.exec(text);
  if (bytes) {
    const count = parseBytes(bytes[1] ?? '');
    return count ? { kind: 'bytes', cost: toCost(count) } : undefined;
  }
  const found = /^(\d+)(?:\/([a-z]+))?$/i.exec(text);
  const word = (found?.[2] ?? 'second').toLowerCase();
  const seconds = RATE_WORDS.find(([name]) => name.startsWith(word))?.[1];
  const count = Number(found?.[1] ?? 0);
  if (seconds === undefined || count === 0 || count / seconds > SCALE) return undefined;
  return { kind: 'packets', period: Math.floor((SCALE * seconds) / count), unitSeconds: seconds };
}

/** A rate that is matched is kept as a count, and its unit as the interval it is counted over (revision 3 of the match). */
function overInterval(rate: HashRate): { readonly rate: HashRate; readonly seconds: number } {
  if (rate.kind === 'bytes') return { rate, seconds: 1 };
  const count = Math.floor((SCALE * rate.unitSeconds) / rate.period);
  return {
    rate: { kind: 'packets', period: Math.floor(SCALE / count), unitSeconds: 1 },
    seconds: rate.unitSeconds,
  };
}

/** The unit a period is best printed in, as in limit. */
function collectUnit(period: number): (typeof UNITS)[number] {
  let unit: (typeof UNITS)[number] = UNITS[0];
  for (const each of UNITS.slice(1)) {
    const length = each[1] * SCALE;
    if (period > length || Math.floor(length / period) < length % period) break;
    unit = each;
  }
  return unit;
}

/** Buckets live as long as this when it is not said, in seconds. */
function usualSeconds(rate: HashRate, burst: Burst | undefined): number {
  if (rate.kind === 'packets') return rate.unitSeconds;
  return burst ? BYTE_EXPIRE_BURST : BYTE_EXPIRE;
}

/** As {@link usualSeconds}, for the rate as it is printed: then the life need not be. */
function printUnitSeconds(rate: HashRate, burst: Burst | undefined): number {
  return rate.kind === 'packets' ? collectUnit(rate.period)[1] : usualSeconds(rate, burst);
}

const MOST_BURST = 1_000_000;

/**
 * A burst as it is kept: packets, or whole seconds of the rate's bytes (hashlimit_mt_check() in
 * extensions/libxt_hashlimit.c); undefined: not as many as the rate allows or needs.
 */
function burstFor(rate: HashRate, burst: Burst): Burst | undefined {
  const count = burst.kind === 'packets' ? burst.count : burst.bytes;
  if (rate.kind === 'packets') return count <= MOST_BURST ? { kind: 'packets', count } : undefined;
  const second = fromCost(rate.cost);
  return count < second ? undefined : { kind: 'bytes', bytes: Math.ceil(count / second) * second };
}

function printRate(rate: HashRate): string {
  if (rate.kind === 'packets') {
    const [name, seconds] = collectUnit(rate.period);
    return `${Math.floor((seconds * SCALE) / rate.period)}/${name}`;
  }
  const bytes = fromCost(rate.cost);
  const whole = MULTIPLES.slice(1).find(
    ([, unit]) => unit === 1 || (bytes >= unit && toCost(bytes - (bytes % unit)) === rate.cost),
  );
  const [letter, unit] = whole ?? ['', 1];
  return `${Math.floor(bytes / unit)}${letter}b/s`;
}

/** `10/sec`, `10mb/s`. */
const HASH_RATE: Codec<HashRate> = {
  takes: 1,
  parse: ([text = '']) => {
    const rate = parseRate(text);
    return rate ? ok(rate) : err(phrase('xtables.value-rate', { value: text }));
  },
  print: (rate) => [printRate(rate)],
};

type Burst = { readonly kind: 'packets'; readonly count: number } | { readonly kind: 'bytes'; readonly bytes: number };

/** `20`, `1mb`. */
const BURST: Codec<Burst> = {
  takes: 1,
  parse: ([text = '']) => {
    const bytes = parseBytes(text);
    if (bytes !== undefined) return ok({ kind: 'bytes', bytes });
    return /^\d+$/.test(text) && Number(text) > 0 && Number(text) <= MAX32
      ? ok({ kind: 'packets', count: Number(text) })
      : err(phrase('xtables.value-rate', { value: text }));
  },
  print: (burst) => {
    if (burst.kind === 'packets') return [String(burst.count)];
    const [letter, unit] = MULTIPLES.slice(1).find(([, each]) => burst.bytes >= each) ?? ['', 1];
    return [`${Math.floor(burst.bytes / unit)}${letter}b`];
  },
};

/** Credits of a full bucket of bytes: those of one second (CREDITS_PER_JIFFY_BYTES * HZ with HZ=1000). */
const FULL_BYTES = 2 ** 22 * 1000;
const PER_MS_BYTES = 2 ** 22;

interface Taken {
  /** Was there enough for the packet? */
  readonly within: Ternary;
  readonly least: HashLevel;
  readonly most: HashLevel;
}

interface HashlimitQuery {
  readonly before: HashBucket | undefined;
  readonly now: number;
  readonly length: Bounds;
}

/** A bucket nobody took from yet (`rateinfo_init`). */
function fullLevel(rate: HashRate, burst: Burst | undefined): HashLevel {
  if (rate.kind === 'packets') return { credit: rate.period * countOf(burst), refills: 0 };
  const refills = burst?.kind === 'bytes' ? Math.ceil(burst.bytes / fromCost(rate.cost)) : 0;
  return { credit: FULL_BYTES, refills };
}

const countOf = (burst: Burst | undefined): number => (burst?.kind === 'packets' ? burst.count : 5);

/**
 * Level of a bucket after `elapsed` milliseconds (`rateinfo_recalc`); rates of packets count in millionths of a
 * second.
 */
function filled(level: HashLevel, rate: HashRate, full: HashLevel, elapsed: number): HashLevel {
  const gained = elapsed * (rate.kind === 'packets' ? 1000 : PER_MS_BYTES);
  return { ...level, credit: Math.min(full.credit, level.credit + gained) };
}

/** The price of a packet (`hashlimit_byte_cost`: chunks of 16 bytes). */
function getCost(rate: HashRate, length: number): number {
  if (rate.kind === 'packets') return rate.period;
  const perChunk = Math.floor((rate.cost * FULL_BYTES) / 2 ** 32);
  return Math.min(FULL_BYTES, (Math.floor(length / 16) + 1) * perChunk);
}

/** An empty bucket of bytes with a burst left is filled at once. */
function refilled(level: HashLevel, cost: number): HashLevel {
  if (level.credit >= cost || level.refills === 0) return level;
  return { credit: FULL_BYTES, refills: level.refills - 1 };
}

const EMPTY: HashLevel = { credit: 0, refills: 0 };

/**
 * Takes a packet's price out of a bucket (net/netfilter/xt_hashlimit.c). How long a packet is lies between two
 * numbers, so a bucket of bytes is followed at its lowest and at its highest.
 */
function take(rate: HashRate, burst: Burst | undefined, { before, now, length }: HashlimitQuery): Taken {
  const full = fullLevel(rate, burst);
  const elapsed = before ? Math.floor(now) - Math.floor(before.filled) : 0;
  const [dear, cheap] = [getCost(rate, length.max), getCost(rate, length.min)];
  const low = filled(before?.least ?? full, rate, full, elapsed);
  const high = filled(before?.most ?? full, rate, full, elapsed);
  const [least, most] = [refilled(low, dear), refilled(high, cheap)];
  const [surely, perhaps] = [least.credit >= dear, most.credit >= cheap];
  const spent = (level: HashLevel, cost: number): HashLevel => ({ ...level, credit: level.credit - cost });
  // Filled for a long packet and not for a short one: the lowest is anything from here on.
  const certain = dear === cheap || (least === low && most === high);
  if (!perhaps) return { within: false, least, most };
  if (!surely) return { within: 'unknown', least: EMPTY, most };
  return { within: true, least: certain ? spent(least, dear) : EMPTY, most: spent(most, cheap) };
}

const COUNT = numberCodec(0, 0xffffffff);
const FIELDS = {
  upto: field('--hashlimit-upto', HASH_RATE, { aliases: ['--hashlimit'], negatable: true }),
  above: field('--hashlimit-above', HASH_RATE, { negatable: true }),
  burst: field('--hashlimit-burst', BURST),
  mode: field('--hashlimit-mode', setCodec(['srcip', 'srcport', 'dstip', 'dstport'])),
  name: field('--hashlimit-name', nameCodec(254)),
  size: field('--hashlimit-htable-size', COUNT, { isDefault: (size) => size === 0 }),
  max: field('--hashlimit-htable-max', COUNT, { isDefault: (max) => max === 0 }),
  gcinterval: field('--hashlimit-htable-gcinterval', COUNT, { isDefault: (interval) => interval === 1000 }),
  expire: field('--hashlimit-htable-expire', COUNT),
  srcmask: field('--hashlimit-srcmask', numberCodec(0, 128)),
  dstmask: field('--hashlimit-dstmask', numberCodec(0, 128)),
  rateMatch: field('--hashlimit-rate-match', FLAG),
  rateInterval: field('--hashlimit-rate-interval', COUNT, { isDefault: (interval) => interval === 1 }),
};
type HashlimitSpec = TableSpec<typeof FIELDS>;

function complete(spec: HashlimitSpec, family: IpFamily): HashlimitSpec {
  const { upto, above, expire, srcmask, dstmask, burst, rateInterval, ...rest } = spec;
  const given = (upto ?? above) as NonNullable<typeof upto>;
  const isUpto = (upto !== undefined) !== given.negated;
  const bits = getBits(family);
  const { rate: counted, seconds } = overInterval(given.value);
  const rate: HashRate = rest.rateMatch ? counted : given.value;
  const usual: Burst | undefined = rate.kind === 'packets' ? { kind: 'packets', count: 5 } : undefined;
  const kept = (burst && burstFor(rate, burst.value)) ?? usual;
  const lasts = expire?.value ?? usualSeconds(given.value, kept) * 1000;
  return {
    [isUpto ? 'upto' : 'above']: { negated: false, value: rate },
    ...rest,
    ...(kept ? { burst: { negated: false, value: kept } } : {}),
    ...(rest.rateMatch ? { rateInterval: rateInterval ?? { negated: false, value: seconds } } : {}),
    ...(lasts === printUnitSeconds(rate, kept) * 1000 ? {} : { expire: { negated: false, value: lasts } }),
    ...(srcmask && srcmask.value !== bits ? { srcmask } : {}),
    ...(dstmask && dstmask.value !== bits ? { dstmask } : {}),
  };
}

/** Key of a packet's bucket (`hashlimit_init_dst`): ports count for protocols that have them. */
function makeKey({ mode, srcmask, dstmask }: HashlimitSpec, { skb: { packet }, family }: HookContext): string {
  const { src, dst, l4 } = packet;
  const bits = getBits(family);
  const parts = (mode?.value ?? []).map((part) => {
    if (part === 'srcip') return formatIp(makeNetwork(src, srcmask?.value ?? bits));
    if (part === 'dstip') return formatIp(makeNetwork(dst, dstmask?.value ?? bits));
    if (!hasPorts(l4)) return '0';
    return String(part === 'srcport' ? l4.sport : l4.dport);
  });
  return parts.join(' ');
}

/** The buckets of a table, shared by all rules that name it; those past their time go at each turn of its collector. */
function findBucket(spec: HashlimitSpec, key: string, ctx: HookContext): HashBucket | undefined {
  const found = ctx.state.hashlimits.get(spec.name?.value ?? '')?.get(key);
  const turn = spec.gcinterval?.value ?? 1000;
  return found && Math.ceil(found.expires / turn) * turn > ctx.state.now ? found : undefined;
}

/** As `hashlimit_mt_common`. A rate match measures windows of time instead of filling buckets: not simulated. */
function test(spec: HashlimitSpec, ctx: HookContext): Ternary {
  const rate = (spec.upto ?? spec.above)?.value;
  if (!rate || spec.rateMatch) return 'unknown';
  const key = makeKey(spec, ctx);
  const { now, hashlimits } = ctx.state;
  const lasts = spec.expire?.value ?? printUnitSeconds(rate, spec.burst?.value) * 1000;
  const { within, least, most } = take(rate, spec.burst?.value, {
    before: findBucket(spec, key, ctx),
    now,
    length: lengthBounds(ctx.skb.packet),
  });
  const name = spec.name?.value ?? '';
  const table = hashlimits.get(name) ?? new Map<string, HashBucket>();
  hashlimits.set(name, table.set(key, { least, most, filled: now, expires: now + lasts }));
  return spec.above ? not(within) : within;
}

/** A limit per address or port. */
export const hashlimit: MatchExtension<'hashlimit', HashlimitSpec> = tableMatch({
  name: 'hashlimit',
  reference: 'net/netfilter/xt_hashlimit.c',
  fields: FIELDS,
  required: ['name'],
  oneOf: ['upto', 'above'],
  exclusive: ['upto', 'above'],
  simulated: 'partly',
  more: { stateful: true },
  test,
  complete: (spec, family) => {
    const rate = (spec.upto ?? spec.above)?.value;
    if (spec.burst && rate && !burstFor(rate, spec.burst.value)) {
      return err(phrase('xtables.option-conflict', { name: 'hashlimit', options: '--hashlimit-burst' }));
    }
    return ok(complete(spec, family));
  },
});
