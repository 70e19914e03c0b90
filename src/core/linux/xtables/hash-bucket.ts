import type { Ternary } from '../chain-walk';
import type { Bounds } from '../skb';
import type { HashBucket, HashLevel } from '../state';
import { fromCost, type Burst, type HashRate } from './syntax/hash-rates';

/** What a full bucket of bytes holds: credits of one second (CREDITS_PER_JIFFY_BYTES * HZ with HZ=1000). */
const FULL_BYTES = 2 ** 22 * 1000;
const PER_MS_BYTES = 2 ** 22;

interface Taken {
  /** Was there enough for the packet? */
  readonly within: Ternary;
  readonly least: HashLevel;
  readonly most: HashLevel;
}

interface Asked {
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

/** What time put in since (`rateinfo_recalc`); rates of packets count in millionths of a second. */
function filled(level: HashLevel, rate: HashRate, full: HashLevel, elapsed: number): HashLevel {
  const gained = elapsed * (rate.kind === 'packets' ? 1000 : PER_MS_BYTES);
  return { ...level, credit: Math.min(full.credit, level.credit + gained) };
}

/** The price of a packet (`hashlimit_byte_cost`: chunks of 16 bytes). */
function costOf(rate: HashRate, length: number): number {
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
export function take(rate: HashRate, burst: Burst | undefined, { before, now, length }: Asked): Taken {
  const full = fullLevel(rate, burst);
  const elapsed = before ? Math.floor(now) - Math.floor(before.filled) : 0;
  const [dear, cheap] = [costOf(rate, length.max), costOf(rate, length.min)];
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
