import { formatFraction, fraction } from '../lib/fraction';
import { phrase, type Phrase } from '../lib/phrase';
import type { Decide } from '../linux/chain-walk';
import type { IpAddress } from '../net/ip';
import type { SimFlow } from './simulate';
import type { Recorder, Pending, World } from './world';

/** A name that has to be asked for before anything can be sent. */
export interface NamedPlaces {
  /** `web`: as the sender writes it. */
  readonly name: string;
  /** `web.default.svc.cluster.local`: the name that is found. */
  readonly found: string;
  /** DNS queries before the flow, one after the other: it is sent when all of them were answered. */
  readonly queries: readonly SimFlow[];
  /** The name and its records, as the server answers. */
  readonly answer: Phrase;
  /** The answer in a datagram that has no room for it (TC); absent: it has. */
  readonly cut?: Phrase;
  /** Addresses of the answer, in no order: each is as likely the one that is taken. */
  readonly places: readonly { readonly dst: IpAddress; readonly dport: number }[];
}

/**
 * Asks for the name of a flow: true once every question was answered, or where there is none. Their legs are marked,
 * and what they leave behind stays.
 */
export function resolveFlowName(
  { named, netns }: SimFlow,
  recorder: Recorder,
  send: (query: SimFlow, question: NonNullable<World['question']>) => void,
): boolean {
  if (!named) return true;
  const { found: name, answer, cut } = named;
  const question = { name, answer, ...(cut ? { cut } : {}) };
  recorder.isLookup = true;
  const isTold = named.queries.every((query) => {
    const before = recorder.legs().length;
    send(query, question);
    return recorder
      .legs()
      .slice(before)
      .some(({ role, second, disposition }) => {
        return role === 'reply' && !second && disposition.kind === 'DELIVERED' && disposition.netns === netns;
      });
  });
  recorder.isLookup = false;
  return isTold;
}

/** The flow to one of the places its name has. */
export function toPlace(flow: SimFlow, decide: Decide): { readonly flow: SimFlow; readonly odds?: string } {
  const { named } = flow;
  const only = named?.places[0];
  if (!named || !only) return { flow };
  const { length: count } = named.places;
  if (count === 1) return { flow: { ...flow, ...only } };
  const probabilities = named.places.map(() => fraction(1, count));
  const taken = named.places[decide({ kind: 'random', where: named.found, probabilities })] ?? only;
  return { flow: { ...flow, ...taken }, odds: formatFraction(fraction(1, count)) };
}

/** The first packet of a flow to a name, with why it goes there. */
export function beginNamed(pending: Pending, { named }: SimFlow, odds: string | undefined): Pending {
  const { start } = pending;
  if (!named || start.kind === 'receive') return pending;
  const reason = phrase('sim.lookup.told', { name: named.name, found: named.found, count: named.places.length });
  return { ...pending, start: { ...start, name: named.name, reason, ...(odds === undefined ? {} : { odds }) } };
}
