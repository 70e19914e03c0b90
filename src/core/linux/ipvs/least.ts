import { firstInList } from './list-order';
import type { Candidate, ScheduleInput } from './scheduler';

/** 256 times the active connections and the inactive ones (`ip_vs_dest_conn_overhead`). */
export function connectionOverhead({ active, inactive }: Candidate): number {
  return active * 256 + inactive;
}

/**
 * The server with the smallest cost for its weight; weight 0 takes nothing. Fractions are compared by
 * multiplying, as ip_vs_wlc.c does. Among equals it is the first of the list.
 */
export function leastLoaded(
  input: ScheduleInput,
  cost: (server: Candidate) => number,
  weighted = true,
): Candidate | undefined {
  const able = input.servers.filter(({ weight }) => weight > 0);
  const [first, ...others] = able;
  if (!first) return undefined;
  const product = (a: Candidate, b: Candidate): number => cost(a) * (weighted ? b.weight : 1);
  const least = others.reduce((best, server) => (product(server, best) < product(best, server) ? server : best), first);
  const equals = able.filter((server) => product(server, least) === product(least, server));
  return firstInList(input, equals);
}

/** The first server of the list that does nothing (`ip_vs_nq_schedule`). */
export function firstIdle(input: ScheduleInput): Candidate | undefined {
  return firstInList(
    input,
    input.servers.filter(({ weight, active }) => weight > 0 && active === 0),
  );
}

/** Overloaded, while another is less than half busy (`is_overloaded` of ip_vs_lblc.c). */
export function isOverloaded(server: Candidate, servers: readonly Candidate[]): boolean {
  return server.active > server.weight && servers.some(({ active, weight }) => active * 2 < weight);
}
