import { getMemo, once } from '../../../lib/memo';
import {
  complement,
  decimalOfShare,
  formatFraction,
  formatShare,
  fraction,
  isShareOf,
  type BinaryShare,
  type Fraction,
} from '../../../lib/fraction';
import { phrase } from '../../../lib/phrase';
import { err, ok } from '../../../lib/result';
import type { RandomChoice } from '../../chain-walk';
import type { HookContext, MatchExtension } from '../extension';
import { numberCodec } from '../syntax/numbers';
import { field, type Codec, type TableSpec, choiceCodec } from '../syntax/option-table';
import { tableMatch } from '../syntax/extension-table';
import { unless } from '../../packet-space';

/** Random bits that a probability is compared with. */
const BITS = 31;
/** Stored value of the probability 1. */
export const PROBABILITY_SCALE = 2 ** BITS;
const SCALE = PROBABILITY_SCALE;
/** More endpoints than this are never told apart by ten decimals of 1/k. */
const MOST_ENDPOINTS = 20_000;

/** The kernel keeps round(p * 2^31) and compares 31 random bits with it. */
const PROBABILITY: Codec<number> = {
  takes: 1,
  parse: ([text = '']) => {
    const p = /^\d*\.?\d+(e[-+]?\d+)?$/i.test(text) ? Number(text) : Number.NaN;
    return p >= 0 && p <= 1 ? ok(Math.round(p * SCALE)) : err(phrase('xtables.value-probability', { value: text }));
  },
  print: (stored) => [(stored / SCALE).toFixed(11)],
};

const FIELDS = {
  mode: field('--mode', choiceCodec(['random', 'nth'])),
  probability: field('--probability', PROBABILITY, { negatable: true }),
  every: field('--every', numberCodec(1, 0xffffffff), { negatable: true }),
  packet: field('--packet', numberCodec(0, 0xffffffff)),
};
export type StatisticSpec = TableSpec<typeof FIELDS>;

/**
 * Fraction that a stored probability was meant to be. kube-proxy writes 1/k with ten decimals (five until 1.16); a
 * value that is exactly how one of those texts is stored counts as 1/k, so that the odds of a Service's endpoints come
 * out equal. Everything else is itself over 2^31.
 */
export function meantProbability(stored: number): Fraction {
  const k = Math.round(SCALE / stored);
  if (k >= 1 && k <= MOST_ENDPOINTS) {
    for (const decimals of [10, 5]) {
      if (Math.round(Number((1 / k).toFixed(decimals)) * SCALE) === stored) return fraction(1, k);
    }
  }
  return fraction(stored, SCALE);
}

/** The odds that a random rule matches: as meant, and as it is written where that is another number. */
export interface WrittenOdds {
  readonly meant: Fraction;
  /** `(get_random_u32() & 0x7FFFFFFF) < stored`: so many of 2^31 (net/netfilter/xt_statistic.c). */
  readonly kernel?: BinaryShare;
}

/** The odds of a stored probability; `negated`: of `! --probability`. */
export function writtenOdds(stored: number, negated = false): WrittenOdds {
  const meant = meantProbability(stored);
  const kernel = isShareOf({ hits: stored, bits: BITS }, meant) ? {} : { kernel: { hits: stored, bits: BITS } };
  return negated ? negate({ meant, ...kernel }) : { meant, ...kernel };
}

function negate({ meant, kernel }: WrittenOdds): WrittenOdds {
  const rest = kernel && { kernel: { hits: SCALE - kernel.hits, bits: BITS } };
  return { meant: complement(meant), ...rest };
}

/** A rule is asked once for every outcome that is explored: its odds are worked out once. */
const branchesOf = once((spec: StatisticSpec): Pick<RandomChoice, 'probabilities' | 'kernel'> => {
  const matches = writtenOdds(spec.probability?.value ?? 0, spec.probability?.negated);
  const misses = negate(matches);
  const kernel = matches.kernel && misses.kernel && { kernel: [matches.kernel, misses.kernel] };
  return { probabilities: [matches.meant, misses.meant], ...kernel };
});

function testRandom(spec: StatisticSpec, ctx: HookContext): boolean {
  const given = spec.probability;
  if (!given) return true;
  if (given.value === 0 || given.value === SCALE) return (given.value === SCALE) !== given.negated;
  const where = `${ctx.table} ${ctx.ref.chain} ${ctx.ref.index + 1}`;
  return ctx.decide({ kind: 'random', where, ...branchesOf(spec, getMemo(ctx.netns)) }) === 0;
}

/** Counts every packet that gets here; matches when the counter comes round to 0. */
function testNth(spec: StatisticSpec, ctx: HookContext): boolean {
  const every = spec.every?.value ?? 1;
  const key = `${ctx.ref.table} ${ctx.ref.chain} ${ctx.ref.index} ${ctx.matchIndex ?? 0}`;
  // libxt_statistic.c starts the counter so that packet number `--packet`, counted from 0, is the first to match.
  const before = ctx.state.nth.get(key) ?? every - 1 - (spec.packet?.value ?? 0);
  const count = before === every - 1 ? 0 : before + 1;
  ctx.state.nth.set(key, count);
  return (count === 0) !== (spec.every?.negated ?? false);
}

/** Every nth packet, or a random share. */
export const statistic: MatchExtension<'statistic', StatisticSpec> = tableMatch({
  name: 'statistic',
  reference: 'net/netfilter/xt_statistic.c',
  fields: FIELDS,
  required: ['mode'],
  more: { stateful: true },
  complete: (spec) => {
    if (spec.mode?.value === 'random') {
      if (spec.probability && !spec.every && !spec.packet) return ok(spec);
      return err(phrase('xtables.option-required', { name: 'statistic', option: '--probability' }));
    }
    const every = spec.every?.value;
    if (every === undefined || spec.probability) {
      return err(phrase('xtables.option-required', { name: 'statistic', option: '--every' }));
    }
    // "statistic: option "--every" also requires "--packet"" (libxt_statistic.c).
    const packet = spec.packet?.value;
    if (packet === undefined) return err(phrase('xtables.option-required', { name: 'statistic', option: '--packet' }));
    if (packet < every) return ok(spec);
    return err(phrase('xtables.value-number', { value: String(packet), min: 0, max: every - 1 }));
  },
  test: (spec, ctx) => (spec.mode?.value === 'nth' ? testNth(spec, ctx) : testRandom(spec, ctx)),
  set: ({ mode, probability: given }, space) => {
    // Whose turn it is nobody can say of a packet alone.
    if (mode?.value === 'nth') return undefined;
    if (!given) return space.all;
    if (given.value === 0 || given.value === SCALE)
      return unless(space, given.negated, given.value ? space.all : space.none);
    return space.draw(writtenOdds(given.value, given.negated).meant);
  },
  actual: (spec) => {
    if (!spec.probability) return '';
    const { meant, kernel } = writtenOdds(spec.probability.value, spec.probability.negated);
    const written = kernel ? ` ≈ ${formatShare(kernel)} = ${decimalOfShare(kernel)}` : '';
    return `${formatFraction(meant)}${written}`;
  },
});
