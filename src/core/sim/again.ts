import type { Decide } from '../linux/chain-walk';
import { createState } from '../linux/state';
import type { Network } from '../linux/netns';
import { sameIp, type IpAddress } from '../net/ip';
import { answeringAlike, makeCopy, nextPath, runDeciding } from './paths';
import type { SimFlow } from './simulate';
import type { Leg } from './trace';
import type { Pending, SimState } from './world';

/** A client's connection before this flow: whom it got to, and how many seconds ago. */
export interface Before {
  /** The address it got to; absent: whoever is drawn. */
  readonly to?: IpAddress;
  /** How long ago it was sent; absent: just now. */
  readonly seconds?: number;
  /** The decisions that lead to {@link to}, where they were looked for already; `none`: there are none. */
  readonly way?: readonly number[] | 'none';
}

const LAST_PORT = 65_535;
/** Connections that are tried to get to whom the one before is said to have got to: kube-proxy writes an endpoint each a rule. */
const MOST_TRIED = 4096;

/** Makes the connection before of a client that comes again (`net/netfilter/xt_recent.c`, a template of IPVS): from another port. */
export function flowBefore({ again: _again, ...flow }: SimFlow): SimFlow {
  return { ...flow, sport: flow.sport === LAST_PORT ? LAST_PORT - 1 : flow.sport + 1 };
}

/** Gives the first packet of a flow, said to be of a client that was here where it is. */
export function withAgain(pending: Pending, again: boolean): Pending {
  const { start } = pending;
  return again && start.kind === 'originate' ? { ...pending, start: { ...start, again } } : pending;
}

/** Sends the connection before through some states. */
export type SendBefore = (states: SimState, decide: Decide) => readonly Leg[];

/** Finds the address that the last request of some legs was delivered to: behind a process that proxies, that of its own connection. */
function reached(legs: readonly Leg[]): IpAddress | undefined {
  const request = legs.findLast(({ role }) => role === 'request');
  return request?.disposition.kind === 'DELIVERED' ? request.hops.at(-1)?.steps.at(-1)?.packet.dst : undefined;
}

/** Where the connection before is sent through, and how. */
interface Through {
  readonly network: Network;
  readonly states: SimState;
  readonly send: SendBefore;
}

/** Looks for the decisions by which the connection before gets to an address; the states stay as they are. `none`: by none. */
function findWay(to: IpAddress, { states, send }: Through): readonly number[] | 'none' {
  let path: readonly number[] | undefined = [];
  for (let tried = 0; path && tried < MOST_TRIED; tried++) {
    const { made, decisions } = runDeciding(path, (decide) =>
      reached(send(makeCopy(states, 0), answeringAlike(decide))),
    );
    if (made && sameIp(made, to)) return decisions.map(({ taken }) => taken);
    path = nextPath(decisions);
  }
  return 'none';
}

/** A flow that says by which decisions its connection before got to whom it did; the states stay as they are but for their clocks. */
export function withWay(flow: SimFlow, through: Through): SimFlow {
  const { again } = flow;
  if (again === undefined || again === true || !again.to) return flow;
  putBack(through, again.seconds ?? 0);
  return { ...flow, again: { ...again, way: findWay(again.to, through) } };
}

/**
 * Sends the connection before of a client that comes again, to whom it is said to have got, as long ago as is said. Its decisions are
 * made by `decide`, which takes those in `lead` first. False: the flow has none, or it cannot have got there.
 */
export function sendBefore(
  { again }: SimFlow,
  through: Through & { readonly decide: Decide; readonly lead: number[] },
): boolean {
  if (again === undefined) return false;
  const { to, seconds = 0, way }: Before = again === true ? {} : again;
  const { states, send, decide, lead } = through;
  putBack(through, seconds);
  const found = way ?? (to ? findWay(to, through) : []);
  if (found !== 'none') {
    lead.push(...found);
    send(states, decide);
    lead.length = 0;
  }
  putBack(through, -seconds);
  if (seconds > 0) letOthersCome(states);
  return found !== 'none';
}

/** Puts the clocks of all namespaces back by so many seconds, or on where that is negative. */
function putBack({ states, network: { netns } }: Through, seconds: number): void {
  if (seconds === 0) return;
  for (const id of netns.keys()) if (!states.has(id)) states.set(id, createState());
  for (const state of states.values()) state.now -= seconds * 1000;
}

/** Forgets whose turn it is where turns are taken: others may have asked since. */
function letOthersCome(states: SimState): void {
  for (const { ipvs, proxies } of states.values()) {
    ipvs.forgetTurns();
    for (const memory of proxies.values()) delete memory.next;
  }
}
