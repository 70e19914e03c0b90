import { createRng } from '../lib/random';
import type { ConntrackEntry } from '../linux/conntrack/table';
import type { Packet } from '../net/packet';
import { makeCounters } from './counters';
import { makeLanding, type Landing, drawBranch, ManySender, type ManyInput, type ManyRun } from './many';
import { runPacket } from './simulate';
import type { Leg, TraceStep } from './trace';
import { makeEnding } from './explore';

/** Requests over connections that stay open. */
export interface RequestsInput extends Omit<ManyInput, 'count' | 'first'> {
  readonly requests: number;
  /** At most as many as requests. */
  readonly connections: number;
}

/** Connections and requests of one landing. */
export interface RequestsLanding {
  readonly landing: Landing;
  readonly connections: number;
  readonly requests: number;
}

/** Memory that keeps packets of an open connection at their place. */
export type KeptBy =
  | { readonly kind: 'conntrack'; readonly netns: string; readonly entry: ConntrackEntry }
  | { readonly kind: 'ipvs'; readonly netns: string; readonly service: string; readonly server: string }
  /** The data went to the process, and on over the connection it had opened. */
  | { readonly kind: 'proxy'; readonly netns: string; readonly endpoint: string };

export interface Requests {
  readonly connections: number;
  readonly requests: number;
  readonly landings: readonly RequestsLanding[];
  /** How often a destination was decided: once a connection. */
  readonly decisions: number;
  /** Rules tested for the first packet of the first connection, and for its last request. */
  readonly rules: { readonly first: number; readonly later: number };
  readonly keptBy?: KeptBy;
}

interface Connection {
  readonly run: ManyRun;
  readonly landing: Landing;
}

/** Next packet of a client on the connection it opened with `first`: data that acknowledges the answer. */
function dataAfter(first: Packet): Packet {
  const { l4 } = first;
  if (l4.proto === 'tcp') {
    const flags = { ack: true, psh: true } as const;
    return { ...first, l4: { ...l4, flags, seq: (l4.seq + 1) >>> 0, ack: SERVER_NEXT } };
  }
  return l4.proto === 'sctp' ? { ...first, l4: { ...l4, chunk: 'DATA' } } : first;
}

/** Sequence number of a server's first byte: servers begin at 5000, and the SYN counts one. */
const SERVER_NEXT = 5001;

/** The requests of a connection that carry its data, those of its name left out: the client's, and behind a proxying process that one's. */
function carriers({ legs }: ManyRun['trace']): readonly Leg[] {
  const requests = legs.filter(({ role, lookup }) => role === 'request' && !lookup);
  const last = requests.findLast(({ second }) => second);
  return last && requests[0] ? [requests[0], last] : requests.slice(0, 1);
}

/** Sends data where the connection's first packet came from; every packet meets the rules and the table anew. */
function sendData(input: RequestsInput, sender: ManySender, { run }: Connection): readonly Leg[] {
  const rng = createRng(run.seed);
  return carriers(run.trace).flatMap((leg) => {
    const hop = leg.hops[0];
    const start = hop?.steps[0];
    const netns = input.network.netns.get(hop?.netns ?? '');
    if (!start || !netns) return [];
    return runPacket({
      network: input.network,
      netns,
      state: sender.state,
      decide: (choice) => (choice.kind === 'random' ? drawBranch(choice, rng) : 1),
      packet: dataAfter(start.packet),
      ...(start.kind === 'receive' ? { device: start.device } : {}),
    });
  });
}

function keptAt(netns: string, step: TraceStep): KeptBy | undefined {
  if (step.kind === 'ipvs' && step.at === 'in' && step.from === 'connection') {
    return { kind: 'ipvs', netns, service: step.service, server: step.chosen ?? '' };
  }
  if (step.kind !== 'conntrack' || step.created || !step.entry?.status.includes('DST_NAT')) return undefined;
  return { kind: 'conntrack', netns, entry: step.entry };
}

/** The conntrack entry, connection or process that decided instead of the rules. */
function keptBy(legs: readonly Leg[], connection: Connection): KeptBy | undefined {
  const [, second] = carriers(connection.run.trace);
  const netns = second?.hops[0]?.netns;
  const { endpoint } = connection.landing;
  if (netns !== undefined && endpoint !== undefined) return { kind: 'proxy', netns, endpoint };
  for (const { hops } of legs) {
    for (const hop of hops) {
      const found = hop.steps.map((step) => keptAt(hop.netns, step)).find((each) => each !== undefined);
      if (found) return found;
    }
  }
  return undefined;
}

/** Where data ended: a delivery counts as one to the connection's own place, whoever listens. */
function landingOfData(legs: readonly Leg[], opened: Landing): Landing {
  const trace = { legs, assumptions: [], conntrack: {} };
  const landed = makeLanding(makeEnding(trace, []));
  const same = landed.disposition.kind === 'DELIVERED' && landed.disposition.netns === opened.disposition.netns;
  return same && landed.endpoint === opened.endpoint ? opened : { ...landed, answered: false };
}

class Tally {
  readonly rows = new Map<string, { landing: Landing; connections: number; requests: number }>();

  row(landing: Landing): { landing: Landing; connections: number; requests: number } {
    const known = this.rows.get(landing.key);
    if (known) return known;
    const made = { landing, connections: 0, requests: 0 };
    this.rows.set(landing.key, made);
    return made;
  }
}

/**
 * Opens connections and sends requests over them in turn. Each is a packet of its own, walked through the state
 * that the ones before it left: where it goes is evaluated, not assumed. Connections that were never answered
 * carry no requests; those count where the connection ended.
 */
export function sendRequests(input: RequestsInput): Requests {
  const wanted = Math.max(1, Math.min(input.connections, input.requests));
  const sender = new ManySender({ ...input, count: wanted });
  const tally = new Tally();
  const open: Connection[] = [];
  let later = 0;
  let kept: KeptBy | undefined;
  for (let i = 0; i < input.requests; i++) {
    const fresh = open.length < wanted;
    const connection = open[i % wanted] ?? connect(sender);
    if (fresh) {
      open.push(connection);
      tally.row(connection.landing).connections++;
    }
    const legs = carriesData(connection, fresh) ? sendData(input, sender, connection) : undefined;
    tally.row(legs ? landingOfData(legs, connection.landing) : connection.landing).requests++;
    if (!legs) continue;
    later = rulesOf(legs);
    kept ??= keptBy(legs, connection);
  }
  const rules = { first: open[0] ? rulesOf(carriers(open[0].run.trace)) : 0, later };
  return {
    connections: open.length,
    requests: input.requests,
    landings: [...tally.rows.values()],
    decisions: open.length,
    rules,
    ...(kept ? { keptBy: kept } : {}),
  };
}

function connect(sender: ManySender): Connection {
  const run = sender.send();
  return { run, landing: makeLanding(run.ending) };
}

/** The first packet of TCP and SCTP carries no request yet, that of UDP is one. */
function carriesData({ landing, run }: Connection, fresh: boolean): boolean {
  return landing.answered && (!fresh || run.flow.proto === 'tcp' || run.flow.proto === 'sctp');
}

const rulesOf = (legs: readonly Leg[]): number => makeCounters({ legs, assumptions: [], conntrack: {} }).rules;
