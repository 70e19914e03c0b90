import { fraction } from '../../../lib/fraction';
import { firstInList, type SchedulableServer, type IpvsScheduler, type ScheduleInput } from '../scheduler';
import { LIST_HEAD, type SchedulerMemory } from '../service';

const gcd = (a: number, b: number): number => (b === 0 ? a : gcd(b, a % b));

interface Steps {
  /** The largest weight asked for, and by how much it falls from pass to pass. */
  readonly most: number;
  readonly step: number;
}

function makeSteps(all: readonly number[]): Steps {
  const weights = all.filter((weight) => weight > 0);
  const step = weights.reduce(gcd, 0) || 1;
  return { step, most: Math.max(0, ...weights) - (step - 1) };
}

/**
 * Weight that the pass asks for after servers or weights have changed (`ip_vs_wrr_dest_changed`); 0: no server was
 * there.
 */
export function weightAfterChange(current: number, weights: readonly number[]): number {
  const { step, most } = makeSteps(weights);
  if (current > most || current === 0) return Math.max(0, most);
  return step > 1 ? Math.floor(current / step) * step + 1 : current;
}

/** A table that was filled server by server, the oldest being the last of the list, and not asked yet. */
export function weightWhenFresh(weights: readonly number[]): number {
  const oldestFirst = weights.toReversed();
  return oldestFirst.reduce((current, _, i) => weightAfterChange(current, oldestFirst.slice(0, i + 1)), 0);
}

/** Where it stands is drawn: a server has a turn in each pass that asks for no more than its weight. */
function drawPlace({ servers, memory, draw }: ScheduleInput, { step }: Steps): SchedulableServer | undefined {
  const able = servers.filter(({ weight }) => weight > 0);
  const total = able.reduce((sum, { weight }) => sum + weight, 0);
  const chosen = able.length > 1 ? able[draw(able.map(({ weight }) => fraction(weight, total)))] : able[0];
  if (!chosen) return undefined;
  const passes = chosen.weight / step;
  const pass = passes > 1 ? draw(Array.from({ length: passes }, () => fraction(1, passes))) : 0;
  memory.currentWeight = chosen.weight - (step - 1) - pass * step;
  return chosen;
}

/** Nothing was scheduled yet, or the kernel stands at the head of its list. */
function isAtHead({ service, memory }: ScheduleInput): boolean {
  return memory.last === undefined ? service.fresh === true : memory.last === LIST_HEAD;
}

const lower = (wanted: number, { most, step }: Steps): number => (wanted - step <= 0 ? most : wanted - step);

function inOrder(input: ScheduleInput, steps: Steps): SchedulableServer | undefined {
  const { servers, memory } = input;
  const left = servers.findIndex(({ key }) => key === memory.last);
  if (left < 0 && !isAtHead(input)) return drawPlace(input, steps);
  let wanted = Math.min(memory.currentWeight ?? weightWhenFresh(servers.map(({ weight }) => weight)), steps.most);
  let at = left + 1;
  for (let passes = 0; passes <= steps.most / steps.step + 2; passes++) {
    const found = servers.slice(at).find(({ weight }) => weight >= wanted);
    memory.currentWeight = wanted;
    if (found) return found;
    at = 0;
    wanted = lower(wanted, steps);
  }
  return undefined;
}

const seenBefore = ({ pass }: SchedulerMemory): readonly string[] => pass?.seen ?? [];

/** The next of a pass that began at a place nobody knows: one of the others, or those stood before and it is over. */
function nextOfBegun(
  { memory, draw }: ScheduleInput,
  left: readonly SchedulableServer[],
): SchedulableServer | undefined {
  const ways = left.length + 1;
  const chosen = left.length === 0 ? undefined : left[draw(Array.from({ length: ways }, () => fraction(1, ways)))];
  const [first] = seenBefore(memory);
  if (!chosen && first !== undefined && left.length > 0) {
    const before = left.map(({ key }) => ({ first: key, others: seenBefore(memory) }));
    memory.precedes = [...(memory.precedes ?? []), ...before];
  }
  const last = seenBefore(memory).at(-1);
  if (chosen && last !== undefined) {
    memory.precedes = [...(memory.precedes ?? []), { first: last, others: [chosen.key] }];
  }
  return chosen;
}

/** The same where the order of the list is not known: the servers of a pass follow in it, whatever it is. */
function inUnknownOrder(input: ScheduleInput, steps: Steps): SchedulableServer | undefined {
  const { servers, memory, service } = input;
  const alike = steps.most === 1 && service.fresh;
  if (memory.last === undefined && !alike) {
    const chosen = drawPlace(input, steps);
    if (chosen) memory.pass = { seen: [chosen.key], begunBefore: true };
    return chosen;
  }
  let wanted = Math.min(memory.currentWeight ?? steps.most, steps.most);
  for (let passes = 0; passes <= steps.most / steps.step + 2; passes++) {
    const { seen, begunBefore } = memory.pass ?? { seen: [], begunBefore: false };
    const left = servers.filter(({ key, weight }) => weight >= wanted && !seen.includes(key));
    const chosen = begunBefore ? nextOfBegun(input, left) : firstInList(input, left);
    memory.currentWeight = wanted;
    memory.pass = chosen ? { seen: [...seen, chosen.key], begunBefore } : { seen: [], begunBefore: false };
    if (chosen) return chosen;
    wanted = lower(wanted, steps);
  }
  return undefined;
}

/** Weighted round robin: passes over the list, each asking for less weight. */
export const wrr: IpvsScheduler = {
  name: 'wrr',
  reference: 'net/netfilter/ipvs/ip_vs_wrr.c',
  schedule: (input) => {
    const steps = makeSteps(input.servers.map(({ weight }) => weight));
    if (steps.most <= 0) return undefined;
    const chosen = input.service.unordered ? inUnknownOrder(input, steps) : inOrder(input, steps);
    if (chosen) input.memory.last = chosen.key;
    return chosen;
  },
};
