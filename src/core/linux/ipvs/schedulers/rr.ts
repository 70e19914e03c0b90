import { fraction } from '../../../lib/fraction';
import type { SchedulableServer, IpvsScheduler, ScheduleInput } from '../scheduler';
import { LIST_HEAD } from '../service';

/** The server behind the last one; where the list was left is drawn if nobody knows it. */
function inOrder(
  { service, servers, memory, draw }: ScheduleInput,
  able: readonly SchedulableServer[],
): SchedulableServer | undefined {
  const last = memory.last ?? (service.fresh ? LIST_HEAD : undefined);
  const left = servers.findIndex(({ key }) => key === last);
  if (left < 0 && last !== LIST_HEAD && able.length > 1) return able[draw(able.map(() => fraction(1, able.length)))];
  for (let step = 1; step <= servers.length; step++) {
    const next = servers[(left + step) % servers.length];
    if (next && next.weight > 0) return next;
  }
  return undefined;
}

/** Each server that had no turn yet may be the next; once all had one they follow each other as before. */
function inUnknownOrder(
  { memory, draw }: ScheduleInput,
  able: readonly SchedulableServer[],
): SchedulableServer | undefined {
  const turn = memory.turn ?? [];
  const seen = new Set(turn);
  const unseen = able.filter(({ key }) => !seen.has(key));
  if (unseen.length > 0) {
    const chosen = unseen.length > 1 ? unseen[draw(unseen.map(() => fraction(1, unseen.length)))] : unseen[0];
    if (chosen) memory.turn = [...turn, chosen.key];
    return chosen;
  }
  const left = turn.indexOf(memory.last ?? LIST_HEAD);
  const byKey = new Map(able.map((one) => [one.key, one] as const));
  for (let step = 1; step <= turn.length; step++) {
    const next = byKey.get(turn[(left + step) % turn.length] ?? LIST_HEAD);
    if (next) return next;
  }
  return undefined;
}

/** Round robin: the next server of the list that takes connections. */
export const rr: IpvsScheduler = {
  name: 'rr',
  reference: 'net/netfilter/ipvs/ip_vs_rr.c',
  schedule: (input) => {
    const able = input.servers.filter(({ weight }) => weight > 0);
    const chosen = input.service.unordered ? inUnknownOrder(input, able) : inOrder(input, able);
    if (chosen) input.memory.last = chosen.key;
    return chosen;
  },
};
