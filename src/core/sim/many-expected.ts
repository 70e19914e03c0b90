import { phrase, type Phrase } from '../lib/phrase';
import {
  add,
  formatFraction,
  fraction,
  multiply,
  ONE,
  parseFraction,
  toNumber,
  ZERO,
  type Fraction,
} from '../lib/fraction';
import type { Exploration } from './explore';
import { nextPath } from './paths';
import { makeLanding, type Landing, sendMany, type Many, type ManyInput } from './many';
import type { Outcome } from './trace';

/** How one connection bears on the next, as far as the ones that were sent show it. */
export type Bearing =
  /** Each was decided anew, with the odds of the first. */
  | 'independent'
  /** Only the first, or the first few, were drawn; what they left behind decided all the others. */
  | 'settled'
  /** Nothing was drawn, and all ended alike. */
  | 'fixed'
  /** Nothing was drawn, and they ended at several places all the same: the port decided, or what was left behind. */
  | 'followed'
  /** Some were drawn anew and some were not. */
  | 'mixed'
  /** Something that is not simulated decided. */
  | 'unknown';

/** Expectation for one landing, in connections. */
export interface ExpectedLanding {
  readonly landing: Landing;
  /** Odds of the first connection, as meant: `1/3`. */
  readonly odds?: string;
  /** The same as the kernel's draws give them, to the nearest double; absent where they are those meant. */
  readonly kernelOdds?: number;
  /** The mean over all that could have happened, by the odds as meant; absent where it was not computed. */
  readonly mean?: string;
  /** The fewest and the most that any beginning leads to. `settled` only. */
  readonly range?: readonly [number, number];
}

export interface Expected {
  readonly bearing: Bearing;
  readonly landings: readonly ExpectedLanding[];
  /** Why no mean is given, where none is. */
  readonly noMean?: Phrase;
}

/** Connections sent for an expectation at most: seconds of work. */
const MOST_SENT = 3000;

function getBearing(many: Many, { outcomes, truncated }: Exploration): Bearing {
  const { sent } = many;
  if (outcomes.some(({ probability }) => probability === undefined)) return 'unknown';
  const paths = new Map(outcomes.map((outcome) => [outcome.path.join(), makeLanding(outcome).key] as const));
  const anew = ({ path, landing }: Many['sent'][number]): boolean =>
    paths.get(path.join()) === many.landings[landing]?.key;
  const drawn = sent.filter(({ path }) => path.length > 0).length;
  if (drawn === 0) return many.landings.length > 1 ? 'followed' : 'fixed';
  if (outcomes.length === 1 && sent.every(anew)) return 'fixed';
  if (!truncated && sent.every(anew)) return 'independent';
  // A beginning of at most half of them: the others show that nothing is drawn behind it.
  const begun = sent.slice(0, drawn).every(({ path }) => path.length > 0);
  return begun && drawn * 2 <= sent.length ? 'settled' : 'mixed';
}

interface Counted {
  readonly landing: Landing;
  odds: Fraction;
  kernelOdds: number;
  /** Some outcome of it is not drawn as meant. */
  differs: boolean;
  mean: Fraction;
  least: number;
  most: number;
  /** In how many beginnings it was met. */
  met: number;
}

class Counts {
  readonly all = new Map<string, Counted>();

  of(landing: Landing): Counted {
    const known = this.all.get(landing.key);
    if (known) return known;
    const made = { landing, odds: ZERO, kernelOdds: 0, differs: false, mean: ZERO, least: Infinity, most: 0, met: 0 };
    this.all.set(landing.key, made);
    return made;
  }
}

const oddsOf = ({ probability }: Outcome): Fraction => (probability === undefined ? ZERO : parseFraction(probability));

/**
 * Sends the same number once for every way the drawn beginning could have been decided.
 * @returns how many beginnings were counted; undefined: there are too many to send
 */
function countBeginnings(counts: Counts, input: ManyInput): number | undefined {
  let beginnings = 0;
  for (let path: number[] | undefined = []; path;) {
    if (++beginnings * input.count > MOST_SENT) return undefined;
    const { landings, sent, decisions } = sendMany({ ...input, beginning: path });
    const odds = decisions.reduce(
      (product, { choice, taken }) =>
        choice.kind === 'random' ? multiply(product, choice.probabilities[taken] ?? ZERO) : product,
      ONE,
    );
    landings.forEach((landing, at) => {
      const count = sent.filter((each) => each.landing === at).length;
      const counted = counts.of(landing);
      counted.mean = add(counted.mean, multiply(odds, fraction(count)));
      counted.least = Math.min(counted.least, count);
      counted.most = Math.max(counted.most, count);
      counted.met++;
    });
    path = nextPath(decisions);
  }
  return beginnings;
}

/** Why there is no mean. Of what is not simulated the reason for the bearing speaks. */
function findNoMean(bearing: Bearing, count: number): Phrase | undefined {
  switch (bearing) {
    case 'settled':
      return phrase('sim.many.no-mean-beginnings', {
        beginnings: Math.floor(MOST_SENT / count),
        count,
        most: MOST_SENT,
      });
    case 'followed':
    case 'mixed':
      return phrase(`sim.many.no-mean-${bearing}`);
    case 'independent':
    case 'fixed':
    case 'unknown':
      return undefined;
  }
}

function makeReportedOdds({
  odds,
  kernelOdds,
  differs,
}: Pick<Counted, 'odds' | 'kernelOdds' | 'differs'>): Pick<ExpectedLanding, 'odds' | 'kernelOdds'> {
  return { odds: formatFraction(odds), ...(differs ? { kernelOdds } : {}) };
}

/**
 * Expectations for connections that were sent: the odds of the first, and how many of all of them belong to each
 * landing. Where only a beginning was drawn, every way it could have gone is sent and averaged.
 */
export function expectedOf(input: ManyInput, many: Many, exploration: Exploration): Expected {
  const bearing = getBearing(many, exploration);
  const counts = new Counts();
  const { outcomes } = exploration;
  for (const outcome of outcomes) {
    const counted = counts.of(makeLanding(outcome));
    counted.odds = add(counted.odds, oddsOf(outcome));
    counted.kernelOdds += outcome.kernelProbability ?? toNumber(oddsOf(outcome));
    counted.differs ||= outcome.kernelProbability !== undefined;
  }
  for (const landing of many.landings) counts.of(landing);
  const beginnings = bearing === 'settled' ? countBeginnings(counts, input) : undefined;
  const even = bearing === 'independent' || bearing === 'fixed';
  const landings = [...counts.all.values()].map(({ landing, mean, least, most, met, ...counted }): ExpectedLanding => {
    const { odds } = counted;
    const expected = beginnings ? mean : even ? multiply(odds, fraction(input.count)) : undefined;
    const low = met < (beginnings ?? 0) ? 0 : least;
    return {
      landing,
      ...(bearing === 'unknown' || odds.num === 0n ? {} : makeReportedOdds(counted)),
      ...(expected ? { mean: formatFraction(expected) } : {}),
      ...(beginnings ? { range: [low, most] as const } : {}),
    };
  });
  const noMean = beginnings ? undefined : findNoMean(bearing, input.count);
  return { bearing, landings, ...(noMean ? { noMean } : {}) };
}
