import { add, formatFraction, parseFraction, toNumber, type Fraction } from '../lib/fraction';
import type { Phrase } from '../lib/phrase';
import { formatIp } from '../net/ip';
import { hasPorts } from '../net/packet';
import { formatEndpoint } from '../net/tuple';
import type { Disposition, Outcome } from '../sim/trace';

/** One way all outcomes of a flow can be told apart, with their odds summed; `odds` absent: something unknown decides. */
interface Share {
  readonly odds?: string;
}

export interface VerdictShare extends Share {
  readonly kind: Disposition['kind'];
  readonly answered: boolean;
}

export interface BackendShare extends Share {
  /** `10.244.1.4:8080` */
  readonly to: string;
}

/** What becomes of a flow, all outcomes together: what two modes are compared by. */
export interface FlowEnds {
  readonly verdicts: readonly VerdictShare[];
  readonly backends: readonly BackendShare[];
  /** Whom receivers see as the sender, without its port. */
  readonly sources: readonly string[];
  /** The flow cannot be sent: why. */
  readonly problem?: Phrase;
}

interface Sum {
  readonly odds: Fraction | undefined;
  readonly outcome: Outcome;
}

/** Sums the odds of the outcomes with the same key, in the order of the keys. */
function sumBy(outcomes: readonly Outcome[], keyOf: (outcome: Outcome) => string | undefined): [string, Sum][] {
  const sums = new Map<string, Sum>();
  for (const outcome of outcomes) {
    const key = keyOf(outcome);
    if (key === undefined) continue;
    const odds = outcome.probability === undefined ? undefined : parseFraction(outcome.probability);
    const known = sums.get(key);
    sums.set(key, { outcome, odds: known ? known.odds && odds && add(known.odds, odds) : odds });
  }
  return [...sums].toSorted(([a], [b]) => (a < b ? -1 : 1));
}

const share = (odds: Fraction | undefined): Share => (odds ? { odds: formatFraction(odds) } : {});

const delivered = ({ disposition, arrived }: Outcome): Outcome['arrived'] =>
  disposition.kind === 'DELIVERED' ? arrived : undefined;

/** Tells all outcomes of a flow together. */
export function endsOfFlow(outcomes: readonly Outcome[], problem?: Phrase): FlowEnds {
  const verdicts = sumBy(outcomes, ({ disposition, answered }) => `${disposition.kind} ${answered}`);
  const backends = sumBy(outcomes, (outcome) => {
    const packet = delivered(outcome);
    return packet && (hasPorts(packet.l4) ? formatEndpoint(packet.dst, packet.l4.dport) : formatIp(packet.dst));
  });
  const sources = new Set(outcomes.flatMap((outcome) => delivered(outcome)?.src ?? []).map(formatIp));
  return {
    verdicts: verdicts.map(([, { outcome, odds }]) => ({
      kind: outcome.disposition.kind,
      answered: outcome.answered,
      ...share(odds),
    })),
    backends: backends
      .map(([to, { odds }]) => ({ to, weight: odds ? toNumber(odds) : 0, ...share(odds) }))
      .toSorted((a, b) => b.weight - a.weight)
      .map(({ weight: _weight, ...backend }) => backend),
    sources: [...sources].toSorted(),
    ...(problem ? { problem } : {}),
  };
}

/** What two panes can differ in. */
export type EndsPart = 'verdicts' | 'backends' | 'sources';

/**
 * What the panes differ in. `elsewhere`: some panes are of other nodes or documents, whose addresses are other ones
 * anyway: then backends are compared by their number and odds, and senders by `whoIs`.
 */
export function differences(
  ends: readonly FlowEnds[],
  { elsewhere, whoIs }: { readonly elsewhere: boolean; readonly whoIs: (pane: number, address: string) => string },
): readonly EndsPart[] {
  const texts: Readonly<Record<EndsPart, (end: FlowEnds, pane: number) => unknown>> = {
    verdicts: ({ verdicts, problem }) => [verdicts, problem?.id],
    backends: ({ backends }) =>
      elsewhere ? backends.map(({ odds }) => odds) : backends.map(({ to, odds }) => [to, odds]),
    sources: ({ sources }, pane) => (elsewhere ? sources.map((each) => whoIs(pane, each)).toSorted() : sources),
  };
  return (['verdicts', 'backends', 'sources'] as const).filter(
    (part) => new Set(ends.map((end, pane) => JSON.stringify(texts[part](end, pane)))).size > 1,
  );
}
