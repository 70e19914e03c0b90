import { fraction } from '../../../lib/fraction';
import type { Candidate, IpvsScheduler, ScheduleInput } from '../scheduler';

const gcd = (a: number, b: number): number => (b === 0 ? a : gcd(b, a % b));

interface Steps {
  /** The largest weight asked for, and by how much it falls from pass to pass. */
  readonly most: number;
  readonly step: number;
}

function stepsOf(servers: readonly Candidate[]): Steps {
  const weights = servers.map(({ weight }) => weight).filter((weight) => weight > 0);
  const step = weights.reduce(gcd, 0) || 1;
  return { step, most: Math.max(0, ...weights) - (step - 1) };
}

/** A server has its turn in each pass that asks for no more than its weight. */
function drawPlace({ servers, memory, draw }: ScheduleInput, { most, step }: Steps): Candidate | undefined {
  const able = servers.filter(({ weight }) => weight > 0);
  const total = able.reduce((sum, { weight }) => sum + weight, 0);
  const odds = able.map(({ weight }) => fraction(weight, total));
  const chosen = able.length > 1 ? able[draw(odds)] : able[0];
  if (!chosen) return undefined;
  memory.currentWeight = most - Math.ceil(Math.max(0, most - chosen.weight) / step) * step;
  return chosen;
}

function goOn({ servers, memory }: ScheduleInput, { most, step }: Steps, left: number): Candidate | undefined {
  let wanted = Math.min(memory.currentWeight ?? most, most);
  let at = left + 1;
  for (let passes = 0; passes <= most / step + 2; passes++) {
    const found = servers.slice(at).find(({ weight }) => weight >= wanted);
    memory.currentWeight = wanted;
    if (found) return found;
    at = 0;
    wanted = wanted - step <= 0 ? most : wanted - step;
  }
  return undefined;
}

/** Weighted round robin: passes over the list, each asking for less weight. The place in the cycle is not known at first. */
export const wrr: IpvsScheduler = {
  name: 'wrr',
  reference: 'net/netfilter/ipvs/ip_vs_wrr.c',
  schedule: (input) => {
    const { servers, memory } = input;
    const steps = stepsOf(servers);
    if (steps.most === 0) return undefined;
    const left = servers.findIndex(({ key }) => key === memory.last);
    const chosen = left < 0 ? drawPlace(input, steps) : goOn(input, steps, left);
    if (chosen) memory.last = chosen.key;
    return chosen;
  },
};
