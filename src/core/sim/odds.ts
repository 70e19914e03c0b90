import { add, formatFraction, parseFraction, toNumber, ZERO } from '../lib/fraction';
import type { Outcome, Disposition } from './trace';
import { formatIp } from '../net/ip';

/** Ends of a flow that hold whatever an unknown turns out to be. */
export interface Certain {
  /** How its request ends whatever is the case; absent: in more than one way. */
  readonly end?: Disposition;
  /** The caller gets an answer whatever is the case, or none; absent: that depends. */
  readonly answered?: boolean;
  /** All who get it see the same sender; false also where nobody gets it. */
  readonly oneSource: boolean;
  /** In so many ways it can go. */
  readonly ways: number;
}

/**
 * Ends that all outcomes of a flow share, where the odds of some are not known: one of them says nothing of the
 * others. Undefined where all odds are known: then an outcome is shown with its own.
 */
export function certainOf(outcomes: readonly Outcome[], truncated: boolean): Certain | undefined {
  const [first] = outcomes;
  if (!first || outcomes.every(({ probability }) => probability !== undefined)) return undefined;
  const isOne = (of: (outcome: Outcome) => string | boolean): boolean =>
    outcomes.every((each) => of(each) === of(first));
  const end = isOne(({ disposition }) => disposition.kind) && !truncated ? { end: first.disposition } : {};
  const answered = isOne((each) => each.answered) && !truncated ? { answered: first.answered } : {};
  const source = ({ arrived }: Outcome): string => (arrived ? formatIp(arrived.src) : '');
  return { ...end, ...answered, oneSource: source(first) !== '' && isOne(source), ways: outcomes.length };
}

type ReportedOdds = Pick<Outcome, 'probability' | 'kernelProbability'>;

/** Doubles that were added differ by this much where what they stand for does not; the kernel draws of 2^32 numbers. */
const NOISE = 2 ** -44;

/**
 * The odds that one of some outcomes comes: as meant, and where the kernel's draws give others, as it draws. Nothing is
 * known of them where it is not of one.
 */
export function sumOdds(outcomes: readonly ReportedOdds[]): ReportedOdds {
  let meant = ZERO;
  let kernel = 0;
  for (const { probability, kernelProbability } of outcomes) {
    if (probability === undefined) return {};
    const own = parseFraction(probability);
    meant = add(meant, own);
    kernel += kernelProbability ?? toNumber(own);
  }
  const differs = Math.abs(kernel - toNumber(meant)) > NOISE;
  return { probability: formatFraction(meant), ...(differs ? { kernelProbability: kernel } : {}) };
}
