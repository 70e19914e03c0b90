import { phrase, type Phrase } from '../lib/phrase';
import type { Network } from '../linux/netns';
import { formatIp, parseIp } from '../net/ip';
import { makeTrace, explore } from '../sim/explore';
import type { TraceStep } from '../sim/trace';
import type { PastedNodePlan } from './node/plan';
import type { FlowEnds } from './pasted-types';
import { isMachine, senderOfPasted } from './sender';
import type { SuggestedFlow } from './summaries';

/** How much of what was pasted a walk meets: nothing, a chain that asks it, a rule that matches, a rule that rewrites or ends it. */
type Meeting = 0 | 1 | 2 | 3;

/** A packet that may be offered, and where it would be sent. */
export interface OfferTrial {
  readonly network: Network;
  readonly flow: FlowEnds;
  /** Chains of pasted tables that hold rules: `nat KUBE-SERVICES`. */
  readonly chains: ReadonlySet<string>;
}

/** So many outcomes of one packet are looked at. */
const MOST_OUTCOMES = 8;
const SOURCE_PORT = 45_678;

/** The ends of a flow that is offered, as a document has them. */
export function endsOfOffer({ device, from, enters, node, to, protocol, port }: SuggestedFlow): FlowEnds {
  return {
    from: {
      kind: 'interface',
      address: from,
      ...(device === undefined ? {} : { device }),
      ...(enters === undefined ? {} : { enters }),
      ...(node === undefined ? {} : { node }),
    },
    to: { kind: 'address', address: to },
    protocol,
    port,
  };
}

/** Sends a packet and says how much of the pasted rules, sets and servers it meets on the pasted machines. */
export function tryOffer({ network, flow, chains }: OfferTrial): Meeting {
  const netns = senderOfPasted(network, flow.from);
  const [src, dst] = [parseIp(flow.from.address ?? ''), parseIp(flow.to.address ?? '')];
  if (netns === undefined || !src.ok || !dst.ok) return 0;
  const { protocol: proto, port: dport } = flow;
  const sent = { netns, src: src.value, dst: dst.value, proto, sport: SOURCE_PORT, dport };
  const input = { network, flow: sent, seed: 1 } as const;
  const { outcomes } = explore(input);
  let most: Meeting = 0;
  for (const outcome of outcomes.slice(0, MOST_OUTCOMES)) {
    const hops = makeTrace(input, outcome).legs.flatMap((leg) => leg.hops);
    const steps = hops.filter((hop) => isMachine(hop.netns)).flatMap((hop) => hop.steps);
    const meeting = findMeeting(steps, chains);
    if (meeting > most) most = meeting;
  }
  return most;
}

function findMeeting(steps: readonly TraceStep[], chains: ReadonlySet<string>): Meeting {
  // A table of nftables is called by its family, too, and none is made up.
  const isPasted = (table: string, chain: string): boolean => table.includes(' ') || chains.has(`${table} ${chain}`);
  let most: Meeting = 0;
  for (const step of steps) {
    if (step.kind === 'ipvs') return 3;
    if (step.kind === 'stop' && step.ref && isPasted(step.ref.table, step.ref.chain)) return 3;
    if (step.kind === 'nat' && most === 2) return 3;
    if (step.kind === 'skip' && most === 0 && isPasted(step.table, step.chain)) most = 1;
    if (step.kind === 'rule' && isPasted(step.ref.table, step.ref.chain)) most = 2;
  }
  return most;
}

/** Nobody's, so that a client has one (RFC 5737, RFC 3849). */
const CLIENT = { ipv4: '192.0.2.10', ipv6: '2001:db8::10' } as const;

/** The first offer from another sender: what a Pod or the node asks is asked from outside, and the other way round. */
export function offersBeside(
  { device, from: _from, ...rest }: SuggestedFlow,
  { uplink, devices }: Pick<PastedNodePlan, 'uplink' | 'devices'>,
): readonly SuggestedFlow[] {
  const to = parseIp(rest.to);
  if (!to.ok || rest.enters !== undefined) return [];
  const { family } = to.value;
  const own = devices.get(uplink)?.addresses.find(({ address }) => address.family === family);
  const beside = (by: string): Phrase => phrase('analysis.offer.beside', { title: rest.title, by });
  const outside =
    device === uplink ? [] : [{ ...rest, device: uplink, from: CLIENT[family], reason: beside('outside') }];
  const isOwn = own !== undefined && device !== undefined;
  return [...outside, ...(isOwn ? [{ ...rest, from: formatIp(own.address), reason: beside('node') }] : [])];
}

interface RankedBy {
  /** How much of the pasted an offer meets. */
  readonly attempt: (offer: SuggestedFlow) => Meeting;
  /** Tried after the first. */
  readonly others: readonly SuggestedFlow[];
}

/** Later ones are not tried. */
const MOST_TRIED = 12;

/**
 * The offers with one first that meets what was pasted. The first stays where a rule matches it, unless it is only made of what a
 * chain asks and another is rewritten or ended by a rule.
 */
export function rankOffers(offers: readonly SuggestedFlow[], { attempt, others }: RankedBy): readonly SuggestedFlow[] {
  const [first] = offers;
  if (first === undefined) return offers;
  let [best, most]: [SuggestedFlow, Meeting] = [first, attempt(first)];
  // What a line of the text shows is the question: only another such line is asked in its place.
  const isShown = first.isShown === true;
  const enough = isShown ? 1 : isOfChain(first) ? 3 : 2;
  const rest = offers.slice(1, MOST_TRIED);
  for (const offer of isShown ? rest.filter((offer) => offer.isShown === true) : [...others, ...rest]) {
    if (most >= enough) break;
    const meeting = attempt(offer);
    if (meeting > most) [best, most] = [offer, meeting];
  }
  return best === first ? offers : [best, ...offers.filter((offer) => offer !== best)];
}

/** Is the offer made of a rule that stands in a chain, not of a Service? */
const isOfChain = ({ title, enters }: SuggestedFlow): boolean => enters !== undefined || /^\S+ [A-Z]/.test(title);
