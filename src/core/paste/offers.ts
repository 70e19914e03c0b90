import { phrase, type Phrase } from '../lib/phrase';
import type { RuleRef } from '../linux/hooks';
import type { Network } from '../linux/netns';
import { formatIp, parseIp } from '../net/ip';
import { makeTrace, explore } from '../sim/explore';
import type { TraceStep } from '../sim/trace';
import type { PastedNodePlan } from './node/plan';
import type { FlowEnds } from './pasted-types';
import { SERVER } from './rule-flows';
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
  /** The rule that the packet is made for. */
  readonly meant?: SuggestedFlow['meant'];
}

/** What came of a packet that may be offered. */
export interface OfferTried {
  readonly meets: Meeting;
  /** Does the rule match it that it is made for, else is its chain asked? Met where it is for none. */
  readonly meant: 'met' | 'asked' | 'missed';
}

/** So many outcomes of one packet are looked at. */
const MOST_OUTCOMES = 8;
/** So many ways are walked for them: a listing of which much is unknown has thousands, and a packet is only offered. */
const MOST_WAYS = 64;
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
export function tryOffer({ network, flow, chains, meant }: OfferTrial): OfferTried {
  const netns = senderOfPasted(network, flow.from);
  const [src, dst] = [parseIp(flow.from.address ?? ''), parseIp(flow.to.address ?? '')];
  if (netns === undefined || !src.ok || !dst.ok) return { meets: 0, meant: meant ? 'missed' : 'met' };
  const { protocol: proto, port: dport } = flow;
  const sent = { netns, src: src.value, dst: dst.value, proto, sport: SOURCE_PORT, dport };
  const input = { network, flow: sent, seed: 1 } as const;
  const { outcomes } = explore({ ...input, limit: MOST_WAYS });
  let most: Meeting = 0;
  let came: OfferTried['meant'] = meant ? 'missed' : 'met';
  for (const outcome of outcomes.slice(0, MOST_OUTCOMES)) {
    const hops = makeTrace(input, outcome).legs.flatMap((leg) => leg.hops);
    const steps = hops.filter((hop) => isMachine(hop.netns)).flatMap((hop) => hop.steps);
    const meeting = findMeeting(steps, chains);
    if (meeting > most) most = meeting;
    if (steps.some((step) => step.kind === 'rule' && isAt(step.ref, meant) && step.ref.index === meant?.index))
      came = 'met';
    else if (came === 'missed' && steps.some((step) => isAsking(step, meant))) came = 'asked';
  }
  return { meets: most, meant: came };
}

const isAt = ({ table, chain }: Pick<RuleRef, 'table' | 'chain'>, meant: SuggestedFlow['meant']): boolean =>
  table === meant?.table && chain === meant.chain;

function isAsking(step: TraceStep, meant: SuggestedFlow['meant']): boolean {
  if (step.kind === 'rule') return isAt(step.ref, meant);
  return step.kind === 'skip' && isAt(step, meant);
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
export function firstOtherOffer(
  { device, from: _from, ...rest }: SuggestedFlow,
  { uplink, devices }: Pick<PastedNodePlan, 'uplink' | 'devices'>,
): readonly SuggestedFlow[] {
  const to = parseIp(rest.to);
  if (!to.ok || rest.enters !== undefined) return [];
  const { family } = to.value;
  // Somebody outside whom no text names is asked by nobody outside.
  const isSomebody = rest.to === SERVER[family];
  const own = devices.get(uplink)?.addresses.find(({ address }) => address.family === family);
  // What is said of a Service holds whoever asks.
  const isOfService = rest.reason.id === 'analysis.offer.service';
  const beside = (by: string): Phrase =>
    isOfService ? rest.reason : phrase('analysis.offer.beside', { title: rest.title, by });
  const outside =
    device === uplink || isSomebody
      ? []
      : [{ ...rest, device: uplink, from: CLIENT[family], reason: beside('outside') }];
  const isOwn = own !== undefined && device !== undefined;
  return [...outside, ...(isOwn ? [{ ...rest, from: formatIp(own.address), reason: beside('node') }] : [])];
}

interface RankedBy {
  /** Sends an offer. */
  readonly attempt: (offer: SuggestedFlow) => OfferTried;
  /** Tried after the first. */
  readonly others: readonly SuggestedFlow[];
}

/** Later ones are not tried. */
const MOST_TRIED = 12;
/** So many that hold are enough to choose from. */
const MOST_HELD = 5;

/**
 * The offers with one first that meets what was pasted, and behind it those of the others that do, and that the rule matches which
 * they are made for. The first stays where a rule matches it, unless it is only made of what a chain asks and another is rewritten
 * or ended by a rule.
 */
export function rankOffers(offers: readonly SuggestedFlow[], { attempt, others }: RankedBy): readonly SuggestedFlow[] {
  const [first] = offers;
  if (first === undefined) return offers;
  const tried = new Map<SuggestedFlow, OfferTried>();
  const send = (offer: SuggestedFlow): OfferTried => {
    const made = tried.get(offer) ?? attempt(offer);
    tried.set(offer, made);
    return made;
  };
  const best = findBest(offers, others, send);
  const rest = offers.filter((offer) => offer !== best);
  let held = 0;
  for (const offer of rest) {
    if (held >= MOST_HELD || tried.size >= MOST_TRIED) break;
    if (isHeld(send(offer))) held++;
  }
  const getTried = (offer: SuggestedFlow): OfferTried => tried.get(offer) ?? UNTRIED;
  const kept = rest.filter((offer) => isHeld(getTried(offer)));
  const near = rest.filter((offer) => getTried(offer).meets > 0 && getTried(offer).meant === 'asked').map(comingTo);
  return [sayTruly(best, send(best)), ...kept, ...near];
}

const UNTRIED: OfferTried = { meets: 1, meant: 'met' };

const isHeld = ({ meets, meant }: OfferTried): boolean => meets > 0 && meant === 'met';

/** An offer with no more said of it than is so. */
function sayTruly(offer: SuggestedFlow, { meets, meant }: OfferTried): SuggestedFlow {
  if (meant === 'asked') return comingTo(offer);
  const isOfRule = offer.meant !== undefined || offer.enters !== undefined;
  if (meant === 'met' && (meets > 0 || !isOfRule)) return offer;
  return { ...offer, reason: phrase('analysis.offer.unmet') };
}

function findBest(
  offers: readonly SuggestedFlow[],
  others: readonly SuggestedFlow[],
  send: (offer: SuggestedFlow) => OfferTried,
): SuggestedFlow {
  const [first, ...later] = offers as [SuggestedFlow, ...SuggestedFlow[]];
  let [best, most] = [first, getWorth(first, send(first))];
  // What a line of the text shows is the question: only another such line is asked in its place.
  const isShown = first.isShown === true;
  const enough = isShown ? 1 : isOfChain(first) ? 3 : 2;
  const rest = later.slice(0, MOST_TRIED - 1).filter((each) => !isShown || each.isShown === true);
  // Another sender is asked for where the first one's packet matches nothing.
  for (const offer of isShown || most >= 2 ? rest : [...others, ...rest]) {
    if (most > enough) break;
    const worth = getWorth(offer, send(offer));
    if (worth > most) [best, most] = [offer, worth];
  }
  return best;
}

/** Of two that meet as much the one is worth more that its own rule matches; a machine that asks itself is seldom the question. */
function getWorth({ from, to }: SuggestedFlow, { meets, meant }: OfferTried): number {
  if (meets === 0) return 0;
  return meets + WORTH[meant] - (from === to ? 2.5 : 0);
}

const WORTH = { met: 0.5, asked: 0.25, missed: 0 } as const;

/** An offer of which no more is said than the chain it comes to. */
function comingTo({ meant, ...offer }: SuggestedFlow): SuggestedFlow {
  const chain = meant === undefined ? offer.title : `${meant.table} ${meant.chain}`;
  return { ...offer, reason: phrase('analysis.offer.rule', { chain, position: 'none' }) };
}

/** Is the offer made of a rule that stands in a chain, not of a Service? */
const isOfChain = ({ title, enters }: SuggestedFlow): boolean => enters !== undefined || /^\S+ [A-Z]/.test(title);
