import { formatIp } from '../net/ip';
import { hasPorts, formatEndpoint } from '../net/packet';
import { isProgramStep, type Trace, type TraceStep } from './trace';

/** Costs of one flow, counted from its trace. */
export interface TraceCounters {
  /** Rules tested, matched or not. */
  readonly rules: number;
  /** Lookups that found something in nftables' sets and maps, in the tables of IPVS, in maps of BPF, or among policies and flows of VFP; a rule that asks an ipset is a rule. */
  readonly lookups: number;
  /** Headers rewritten, both ways. */
  readonly rewrites: number;
  /** Times the data went from the kernel into a process or back, between the two ends. */
  readonly crossings: number;
  /** `10.244.1.9:40000`: whom the one who got the request saw as its sender. */
  readonly sourceSeen?: string;
}

function countRules(step: TraceStep): number {
  if (step.kind === 'rule') return 1;
  return step.kind === 'skip' ? step.to - step.from + 1 : 0;
}

function countLookups(step: TraceStep): number {
  if (step.kind === 'ipvs') return 1;
  if (isProgramStep(step)) return step.lookups.filter(({ value }) => value !== undefined).length;
  return step.kind === 'rule' && step.lookup ? 1 : 0;
}

function countRewrites(step: TraceStep): number {
  return step.kind === 'nat' || ((step.kind === 'ipvs' || isProgramStep(step)) && step.before) ? 1 : 0;
}

const sum = (steps: readonly TraceStep[], count: (step: TraceStep) => number): number =>
  steps.reduce((total, step) => total + count(step), 0);

/** Where a process proxies, the request that counts is that of its second connection: the first only reached the process. */
function sourceSeen({ legs }: Trace): string | undefined {
  const requests = legs.filter(({ role, lookup }) => role === 'request' && !lookup);
  const proxied = requests.some(({ second }) => second);
  const reached = requests.findLast(
    ({ second, disposition }) => disposition.kind === 'DELIVERED' && (second ?? false) === proxied,
  );
  const arrived = reached?.hops.at(-1)?.steps.findLast((step) => step.kind === 'deliver')?.packet;
  if (!arrived) return undefined;
  return hasPorts(arrived.l4) ? formatEndpoint(arrived.src, arrived.l4.sport) : formatIp(arrived.src);
}

/** Into the process with the request, out with each second connection, in with what comes back, out with the answer. */
function countCrossings({ legs }: Trace): number {
  const second = legs.filter((leg) => leg.second);
  if (second.length === 0) return 0;
  const dialed = second.filter(({ role }) => role === 'request');
  const back = second.filter(({ role, disposition }) => role !== 'request' && disposition.kind === 'DELIVERED');
  const answers = legs.filter(({ role, second: other, lookup }) => role === 'reply' && !other && !lookup);
  return 1 + dialed.length + back.length + answers.length;
}

/** Counts the work of a whole flow: request, reply and errors. */
export function makeCounters(trace: Trace): TraceCounters {
  const steps = trace.legs.flatMap(({ hops }) => hops.flatMap((hop) => hop.steps));
  const seen = sourceSeen(trace);
  return {
    rules: sum(steps, countRules),
    lookups: sum(steps, countLookups),
    rewrites: sum(steps, countRewrites),
    crossings: countCrossings(trace),
    ...(seen === undefined ? {} : { sourceSeen: seen }),
  };
}
