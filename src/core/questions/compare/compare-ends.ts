import { parseFraction, toNumber } from '../../lib/fraction';
import type { Phrase } from '../../lib/phrase';
import { formatIp } from '../../net/ip';
import { hasPorts, formatEndpoint } from '../../net/packet';
import { sumOdds } from '../../sim/odds';
import type { Disposition, Outcome } from '../../sim/trace';

/** One way all outcomes of a flow can be told apart, with their odds summed; `odds` absent: something unknown decides. */
interface Share {
  readonly odds?: string;
  /** As the kernel draws; absent where that is what is meant. */
  readonly kernelOdds?: number;
}

export interface VerdictShare extends Share {
  readonly kind: Disposition['kind'];
  readonly answered: boolean;
  /** Delivered, but not to an endpoint of the Service it was for. */
  readonly astray?: true;
}

export interface BackendShare extends Share {
  /** `10.244.1.4:8080` */
  readonly to: string;
}

/** What becomes of a flow, all outcomes together: what two modes are compared by. */
export interface ComparedEnds {
  readonly verdicts: readonly VerdictShare[];
  readonly backends: readonly BackendShare[];
  /** Senders as the receivers see them, without ports. */
  readonly sources: readonly string[];
  /** The flow cannot be sent: why. */
  readonly problem?: Phrase;
}

/** The outcomes with the same key, in the order of the keys. */
function groupBy(
  outcomes: readonly Outcome[],
  keyOf: (outcome: Outcome) => string | undefined,
): [string, [Outcome, ...Outcome[]]][] {
  const groups = new Map<string, [Outcome, ...Outcome[]]>();
  for (const outcome of outcomes) {
    const key = keyOf(outcome);
    if (key === undefined) continue;
    const known = groups.get(key);
    if (known) known.push(outcome);
    else groups.set(key, [outcome]);
  }
  return [...groups].toSorted(([a], [b]) => (a < b ? -1 : 1));
}

function makeShare(outcomes: readonly Outcome[]): Share {
  const { probability, kernelProbability } = sumOdds(outcomes);
  return {
    ...(probability === undefined ? {} : { odds: probability }),
    ...(kernelProbability === undefined ? {} : { kernelOdds: kernelProbability }),
  };
}

const weightOf = ({ odds = '0' }: Share): number => toNumber(parseFraction(odds));

const delivered = ({ disposition, arrived }: Outcome): Outcome['arrived'] =>
  disposition.kind === 'DELIVERED' ? arrived : undefined;

/** Tells all outcomes of a flow together; `astray`: those of them that did not come to an endpoint of the Service they were for. */
export function endsOfFlow(
  outcomes: readonly Outcome[],
  problem?: Phrase,
  astray: readonly number[] = [],
): ComparedEnds {
  const missed = new Set(astray.map((index) => outcomes[index]));
  const verdicts = groupBy(
    outcomes,
    (outcome) => `${outcome.disposition.kind} ${outcome.answered} ${missed.has(outcome)}`,
  );
  const backends = groupBy(outcomes, (outcome) => {
    const packet = delivered(outcome);
    return packet && (hasPorts(packet.l4) ? formatEndpoint(packet.dst, packet.l4.dport) : formatIp(packet.dst));
  });
  const sources = new Set(outcomes.flatMap((outcome) => delivered(outcome)?.src ?? []).map(formatIp));
  return {
    verdicts: verdicts.map(([, group]) => ({
      kind: group[0].disposition.kind,
      answered: group[0].answered,
      ...(missed.has(group[0]) ? { astray: true as const } : {}),
      ...makeShare(group),
    })),
    backends: backends
      .map(([to, group]): BackendShare => ({ to, ...makeShare(group) }))
      .toSorted((a, b) => weightOf(b) - weightOf(a)),
    sources: [...sources].toSorted(),
    ...(problem ? { problem } : {}),
  };
}

/** What two panes can differ in: of odds what is meant, not how the kernel draws it. */
export type EndsPart = 'verdicts' | 'backends' | 'sources';

/**
 * The differences between panes. `elsewhere`: some panes are of other nodes or documents, whose addresses are other ones
 * anyway: then backends are compared by their number and odds, and senders by `whoIs`.
 */
export function differences(
  ends: readonly ComparedEnds[],
  { elsewhere, whoIs }: { readonly elsewhere: boolean; readonly whoIs: (pane: number, address: string) => string },
): readonly EndsPart[] {
  const texts: Readonly<Record<EndsPart, (end: ComparedEnds, pane: number) => unknown>> = {
    verdicts: ({ verdicts, problem }) => [
      verdicts.map(({ kind, answered, odds, astray }) => [kind, answered, odds, astray]),
      problem?.id,
    ],
    backends: ({ backends }) =>
      elsewhere ? backends.map(({ odds }) => odds) : backends.map(({ to, odds }) => [to, odds]),
    sources: ({ sources }, pane) => (elsewhere ? sources.map((each) => whoIs(pane, each)).toSorted() : sources),
  };
  return (['verdicts', 'backends', 'sources'] as const).filter(
    (part) => new Set(ends.map((end, pane) => JSON.stringify(texts[part](end, pane)))).size > 1,
  );
}
