import { add, formatFraction, fraction, parseFraction, ZERO, type Fraction } from '../../lib/fraction';
import { formatIp } from '../../net/ip';
import { formatEndpoint, hasPorts } from '../../net/packet';
import type { Disposition, Outcome } from '../../sim/trace';

/**
 * How a packet ends for the one who sent it. `kept`, `rewritten`: answered, and the receiver saw an address of
 * the sender, or another's; `lost`: it arrives and its answer does not.
 */
export type FateEnd =
  | 'kept'
  | 'rewritten'
  | 'lost'
  | 'refused'
  | 'dropped'
  | 'no-route'
  | 'leaves'
  | 'loops'
  | 'unknown';

/** Some of a flow's outcomes together. */
interface Share {
  /** `2/3`; absent: something unknown decides. */
  readonly odds?: string;
}

/** The fate of a flow: all its outcomes together. */
export interface FlowFate {
  /**
   * Ends of the flow, the likeliest first. A sender that may be drawn as its own receiver is left out of them where
   * there are others, and odds are those of the rest: so senders that are endpoints read like those that are none.
   */
  readonly ends: readonly (Share & { readonly end: FateEnd })[];
  /** How it ends where the sender is drawn as its own receiver. */
  readonly self?: FateEnd;
  /** True where the sender is the only endpoint that gets the packet. */
  readonly onlyItself?: true;
  /** Receivers by place: `10.244.1.4:8080`, the sender itself included. */
  readonly to: readonly (Share & { readonly place: string; readonly netns: string })[];
  /** Addresses that receivers see as the sender's. */
  readonly sources: readonly string[];
  /** Not every outcome was walked. */
  readonly truncated?: true;
}

/** A sender: its namespace, and the addresses it has. */
export interface Sender {
  readonly netns: string;
  readonly addresses: ReadonlySet<string>;
}

const END_BY_KIND: Readonly<Record<Exclude<Disposition['kind'], 'DELIVERED'>, FateEnd>> = {
  REJECTED: 'refused',
  NO_SOCKET: 'refused',
  DROPPED: 'dropped',
  MARTIAN: 'dropped',
  NO_ROUTE: 'no-route',
  LEFT: 'leaves',
  LOOP: 'loops',
  TTL_EXCEEDED: 'loops',
  UNKNOWN: 'unknown',
};

/** Worst first: what a reader has to know of several ends. */
const ORDER: readonly FateEnd[] = [
  'unknown',
  'lost',
  'loops',
  'dropped',
  'refused',
  'no-route',
  'leaves',
  'rewritten',
  'kept',
];

function getFateEnd({ disposition, answered, arrived }: Outcome, { addresses }: Sender): FateEnd {
  if (disposition.kind !== 'DELIVERED') return END_BY_KIND[disposition.kind];
  if (!answered) return 'lost';
  return arrived && addresses.has(formatIp(arrived.src)) ? 'kept' : 'rewritten';
}

/** Sums of odds by key, in the order keys are met; undefined: not known of one of them. */
function sumByKey(
  outcomes: readonly Outcome[],
  keyOf: (outcome: Outcome) => string,
): Map<string, Fraction | undefined> {
  const sums = new Map<string, Fraction | undefined>();
  for (const outcome of outcomes) {
    const key = keyOf(outcome);
    const before = sums.has(key) ? sums.get(key) : ZERO;
    const own = outcome.probability === undefined ? undefined : parseFraction(outcome.probability);
    sums.set(key, before && own && add(before, own));
  }
  return sums;
}

/** Odds among some outcomes only: their sum is one. */
function among(sums: ReadonlyMap<string, Fraction | undefined>): (sum: Fraction | undefined) => Share {
  let whole: Fraction | undefined = ZERO;
  for (const sum of sums.values()) whole = whole && sum && add(whole, sum);
  return (sum) =>
    whole && sum && whole.num !== 0n
      ? { odds: formatFraction(fraction(sum.num * whole.den, sum.den * whole.num)) }
      : {};
}

const isTo = ({ disposition }: Outcome, netns: string): boolean =>
  disposition.kind === 'DELIVERED' && disposition.netns === netns;

function getArrival({ arrived, disposition }: Outcome): string {
  if (disposition.kind !== 'DELIVERED' || !arrived) return '';
  return hasPorts(arrived.l4) ? formatEndpoint(arrived.dst, arrived.l4.dport) : formatIp(arrived.dst);
}

/** Tells all outcomes of a flow together, as seen by who sent it. */
export function tellFate(outcomes: readonly Outcome[], sender: Sender, truncated = false): FlowFate {
  const own = outcomes.filter((outcome) => isTo(outcome, sender.netns));
  const others = outcomes.filter((outcome) => !isTo(outcome, sender.netns));
  const asides = own.length > 0 && others.length > 0 ? own : [];
  const sums = sumByKey(asides.length > 0 ? others : outcomes, (outcome) => getFateEnd(outcome, sender));
  const share = among(sums);
  const ends = [...sums].map(([end, sum]) => ({ end: end as FateEnd, ...share(sum) }));
  const delivered = outcomes.filter(({ disposition }) => disposition.kind === 'DELIVERED');
  const places = sumByKey(delivered, getArrival);
  const netnsByPlace = new Map(
    delivered.map((outcome) => [getArrival(outcome), (outcome.disposition as { netns: string }).netns]),
  );
  const to = [...places].map(([place, sum]) => ({
    place,
    netns: netnsByPlace.get(place) ?? '',
    ...(sum ? { odds: formatFraction(sum) } : {}),
  }));
  return {
    ends: ends.toSorted((a, b) => ORDER.indexOf(a.end) - ORDER.indexOf(b.end)),
    ...(own.length > 0 && others.length === 0 ? { onlyItself: true as const } : {}),
    ...(asides[0] ? { self: getFateEnd(asides[0], sender) } : {}),
    to: to.toSorted((a, b) => (a.place < b.place ? -1 : 1)),
    sources: [...new Set(delivered.flatMap(({ arrived }) => (arrived ? [formatIp(arrived.src)] : [])))].toSorted(),
    ...(truncated ? { truncated: true as const } : {}),
  };
}

/** Fates that read alike: the same ends with the same odds; who gets the packet, and its address, are left out. */
export function fateKey({ ends, truncated }: FlowFate): string {
  return `${ends.map(({ end, odds = '?' }) => `${end} ${ends.length > 1 ? odds : odds === '?' ? '?' : ''}`).join(',')}${truncated ? '…' : ''}`;
}

/** Key of all that can be seen of a fate, by who gets it rather than by address; `withSources`: senders as seen, too. */
export function seenKey(fate: FlowFate, withSources: boolean): string {
  const to = fate.to.map(({ netns, place, odds = '?' }) => `${netns} ${place.replace(/^.*:/, '')} ${odds}`).toSorted();
  return JSON.stringify([fateKey(fate), fate.self ?? '', to, withSources ? fate.sources : []]);
}

/** Is every packet of it answered, whoever gets it? */
export function isAnswered({ ends, self, truncated }: FlowFate): boolean {
  const good = (end: FateEnd): boolean => end === 'kept' || end === 'rewritten';
  return !truncated && ends.length > 0 && ends.every(({ end }) => good(end)) && (self === undefined || good(self));
}

/** Does anybody else than the sender itself ever answer it? */
export function isSometimesAnswered({ ends }: FlowFate): boolean {
  return ends.some(({ end }) => end === 'kept' || end === 'rewritten');
}

/** May it arrive at somebody, answered or not? */
export function isSometimesDelivered({ ends }: FlowFate): boolean {
  return ends.some(({ end }) => end === 'kept' || end === 'rewritten' || end === 'lost');
}

/** How much of it is answered at the least and at the most, where of some of it that is not known: nothing 0, some of it 1, all of it 2. */
export function answeredShares(fate: FlowFate): { readonly least: number; readonly most: number } {
  const least = isAnswered(fate) ? 2 : isSometimesAnswered(fate) ? 1 : 0;
  const all = [...fate.ends.map(({ end }) => end), ...(fate.self === undefined ? [] : [fate.self])];
  const isOpen = fate.truncated === true || all.includes('unknown');
  if (!isOpen) return { least, most: least };
  const fails = all.some((end) => end !== 'kept' && end !== 'rewritten' && end !== 'unknown');
  return { least, most: fails ? 1 : 2 };
}
