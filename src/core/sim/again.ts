import type { SimFlow } from './simulate';
import type { Pending } from './world';

const LAST_PORT = 65_535;

/** Makes the connection before of a client that comes again (`net/netfilter/xt_recent.c`, a template of IPVS): from another port. */
export function flowBefore({ again: _again, ...flow }: SimFlow): SimFlow {
  return { ...flow, sport: flow.sport === LAST_PORT ? LAST_PORT - 1 : flow.sport + 1 };
}

/** Gives the first packet of a flow, said to be of a client that was here where it is. */
export function withAgain(pending: Pending, { again }: SimFlow): Pending {
  const { start } = pending;
  return again && start.kind === 'originate' ? { ...pending, start: { ...start, again } } : pending;
}
