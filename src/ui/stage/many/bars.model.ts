import { parseFraction, toNumber } from '../../../core/lib/fraction';
import type { ManyView } from '../../../engine/protocol';
import { kernelDecimal } from '../../common/texts.model';
import { formatEndpoint, type Tuple } from '../../../core/net/packet';

/** `10.244.1.2:40000 → 10.96.0.1:80`: one direction of a connection. */
export function formatTuple({ src, sport, dst, dport }: Tuple): string {
  return `${formatEndpoint(src, sport)} → ${formatEndpoint(dst, dport)}`;
}

/** One place where connections land, against what was to be expected there. */
export interface Bar {
  readonly landing: number;
  /** One letter, so that the order they landed in can be written down. */
  readonly letter: string;
  readonly count: number;
  /** The first connection's odds as meant, and as the kernel draws where those are others: `0.33333`. */
  readonly odds: string | undefined;
  readonly kernel: string | undefined;
  readonly mean: number | undefined;
  /** Between which counts chance (twice the standard deviation), or every possible beginning, leads. */
  readonly range: readonly [number, number] | undefined;
  /** Index of the first packet that landed there. */
  readonly first: number | undefined;
}

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** The letter of a landing; beyond those there are, a dot. */
function getLetter(landing: number): string {
  return LETTERS[landing] ?? '·';
}

/** Twice the standard deviation of a binomial count: where 95 of 100 sendings end up. */
function spread(mean: number, count: number): readonly [number, number] {
  const deviation = 2 * Math.sqrt(mean * Math.max(0, 1 - mean / count));
  return [Math.max(0, mean - deviation), Math.min(count, mean + deviation)];
}

/** Every landing in the order of the engine's list, also those nobody reached. */
export function listBars({ landings, sent, bearing }: ManyView): readonly Bar[] {
  return landings.map(({ odds, kernelOdds, mean, range }, landing): Bar => {
    const own = sent.flatMap((packet, at) => (packet.landing === landing ? [at] : []));
    const expected = mean === undefined ? undefined : toNumber(parseFraction(mean));
    const chance = bearing === 'independent' && expected !== undefined ? spread(expected, sent.length) : undefined;
    return {
      landing,
      letter: getLetter(landing),
      count: own.length,
      odds,
      kernel: kernelDecimal(odds, kernelOdds),
      mean: expected,
      range: range ?? chance,
      first: own[0],
    };
  });
}

/** `33 1/3`, `12`: a mean as it is written beside a bar. */
export function meanText(mean: number): string {
  const rounded = Math.round(mean * 10) / 10;
  return Number.isInteger(rounded) ? String(rounded) : rounded.toFixed(1);
}

/** How many letters are written out. */
const MOST_LETTERS = 100;

/** The order connections landed in, ten letters a word. */
export function orderText({ sent }: Pick<ManyView, 'sent'>): string {
  const letters = sent.slice(0, MOST_LETTERS).map(({ landing }) => getLetter(landing));
  const words = letters.join('').match(/.{1,10}/gu) ?? [];
  return words.join(' ') + (sent.length > MOST_LETTERS ? ' …' : '');
}
