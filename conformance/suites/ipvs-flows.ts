import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { answeredMs, lasts } from './flows/attempt-clock';
import { endConnection } from './flows/end-connection';
import { freshTable } from './kernel/replay';
import { listIpvsConnections } from '../../src/core/linux/ipvs/connection-list';
import { createState } from '../../src/core/linux/state';
import type { Netns, Network } from '../../src/core/linux/netns';
import { ip } from '../../src/core/net/ip';
import { formatEndpoint } from '../../src/core/net/packet';
import { explore, stateAfter, makeTrace, type ExploreInput } from '../../src/core/sim/explore';
import type { Outcome } from '../../src/core/sim/trace';
import type { SimState } from '../../src/core/sim/world';
import { flowOf, networkOf, readCase, type FlowRequest, type RecordedLayout } from './flows/case';
import { connectionLines, distributionName, outcomeKey, walkLines, withoutStrays, type Attempt } from './flows/compare';
import { entryOf } from './kernel/expect';
import { outcomeOf } from './flows/outcome';
import { visitsIn } from './flows/replay';
import { withRecordedIpvs } from './ipvs-recorded';
import { IPVS_RECORDINGS, newTally, projectFolder, type Suite, type SuiteResult, type Tally } from './suite';

/** `flows/CASE.json`: what real sockets met on nodes in IPVS mode. */
interface Recording {
  readonly topology: RecordedLayout;
  /** `ipvsadm -Ln --nosort` of each node. */
  readonly loaded: Readonly<Record<string, { readonly ipvs: string }>>;
  readonly flows: readonly {
    readonly id: string;
    readonly request: Omit<FlowRequest, 'id'>;
    /** The backend of each attempt in turn, `rejected` or `dropped`. */
    readonly order: readonly string[];
    /** The first attempt of each outcome. */
    readonly attempts: readonly RecordedAttempt[];
  }[];
  /** How long all of it took. */
  readonly seconds: number;
}

type RecordedAttempt = Attempt & {
  readonly n: number;
  /** By node: the templates, and the connections of this attempt, as /proc/net/ip_vs_conn had them. */
  readonly ipvs?: Readonly<Record<string, readonly RecordedConnection[]>>;
};

interface RecordedConnection {
  readonly proto: string;
  readonly client: string;
  readonly virtual: string;
  readonly dest: string;
  readonly state: string;
  /** Seconds; of a replay not told. */
  readonly expires?: number;
}

interface Tallies {
  readonly outcomes: Tally;
  readonly walks: Tally;
  readonly connections: Tally;
  readonly certain: Tally;
  readonly directed: Tally;
}

/** What an attempt leaves for the next one: lists, where schedulers stand, and the director's connections. */
function leftBy(after: SimState, passed: number): SimState {
  return new Map(
    [...after].map(([id, { recent, nth, nftSets, ipvs, now }]) => {
      const left = { ...createState(), recent, nth, nftSets, ipvs, now: now + passed };
      return [id, left] as const;
    }),
  );
}

/** `request node1 INPUT`: where a packet was seen. */
const seenAt = (line: string): string => line.split(' ', 3).join(' ');

/**
 * Walks are compared as multisets of visits: the recorder guessed the order of nodes. A packet that nobody took is
 * sent again by its sender: what was seen more than once, at places of the first, does not count.
 */
function walkDifference(recorded: Attempt, replayed: Attempt): string | undefined {
  const [wanted, got] = [recorded, replayed].map((attempt) => walkLines(withoutInputEnd(withoutStrays(attempt)))) as [
    string[],
    string[],
  ];
  const left = [...wanted];
  for (const line of got) {
    const at = left.indexOf(line);
    const near = wanted.find((each) => seenAt(each) === seenAt(line)) ?? 'nothing';
    if (at < 0) return `    kernel: ${near}\n    here:   ${line}`;
    left.splice(at, 1);
  }
  const places = new Set(got.map(seenAt));
  const repeated = 'delivered' in recorded.outcome ? [] : left.filter((line) => places.has(seenAt(line)));
  const missed = left.find((line) => !repeated.includes(line));
  return missed === undefined ? undefined : `    kernel: ${missed}\n    here:   nothing`;
}

/** A scheduled packet leaves INPUT before the recorder's last look; a mark afterwards was told where it had changed. */
function withoutInputEnd(attempt: Attempt): Attempt {
  const strip = (visits: Attempt['trace']['request']): NonNullable<Attempt['trace']['request']> =>
    (visits ?? []).map(({ after, markAfter, ...visit }) =>
      visit.hook === 'INPUT'
        ? visit
        : { ...visit, ...(after ? { after } : {}), ...(markAfter === visit.mark ? {} : { markAfter }) },
    );
  const { request, reply, error } = attempt.trace;
  return {
    ...attempt,
    trace: {
      request: strip(request),
      ...(reply ? { reply: strip(reply) } : {}),
      ...(error ? { error: strip(error) } : {}),
    },
  };
}

/** The connections of an attempt and all templates, by node; ports of clients are drawn anew each time. */
function directedLines(of: Readonly<Record<string, readonly RecordedConnection[]>>, asked: string): string[] {
  // A port of a client may come back while an older connection from there is still known.
  const isAsked = ({ client, virtual }: RecordedConnection): boolean => client.endsWith(':0') || virtual === asked;
  const lines = Object.entries(of).flatMap(([node, connections]) =>
    connections.filter(isAsked).map(({ proto, client, virtual, dest, state }) => {
      const masked = client.endsWith(':0') ? client : client.replace(/\d+$/, '*');
      return `${node} ${proto} ${masked} ${virtual} ${dest} ${state}`;
    }),
  );
  return [...new Set(lines)].sort();
}

/** The same of a replay, of whose connections those are its own that have its client's port. */
function directedIn(network: Network, state: SimState, sport: number): Record<string, RecordedConnection[]> {
  const nodes = [...state].filter(([id]) => network.netns.get(id)?.kind === 'node');
  return Object.fromEntries(
    nodes.map(([id, { ipvs, now }]) => {
      const all = listIpvsConnections(ipvs, now).map(({ protocol: proto, server: dest, ...each }) => ({
        ...each,
        proto,
        dest,
      }));
      return [id, all.filter(({ client }) => client.endsWith(':0') || client.endsWith(`:${sport}`))] as const;
    }),
  );
}

/** Plays the attempts of one recording one after the other, through what the ones before left. */
class FlowPlayer {
  private state: SimState | undefined;
  private played = 0;
  private readonly network: Network;
  private readonly tallies: Tallies;
  private readonly where: string;
  private readonly answeredMs: number;

  constructor(network: Network, tallies: Tallies, { where, answered }: { where: string; answered: number }) {
    this.network = network;
    this.tallies = tallies;
    this.where = where;
    this.answeredMs = answered;
  }

  play(flow: Recording['flows'][number]): void {
    const problems: Partial<Record<keyof Tallies, string>> = {};
    const found = flowOf(this.network, { ...flow.request, id: flow.id });
    for (const [n, name] of flow.order.entries()) {
      const recorded = flow.attempts.find((attempt) => attempt.n === n);
      const own = found && { ...found, flow: { ...found.flow, ...(flow.request.srcPort ? {} : this.nextPort()) } };
      const chosen = own && this.attempt({ ...own, ...(this.state ? { state: this.state } : {}) }, name, problems);
      if (recorded && chosen) this.compare(recorded, chosen, { problems, request: flow.request });
    }
    const id = `${this.where} ${flow.id} ${JSON.stringify(flow.request)}`;
    for (const [kind, tally] of Object.entries(this.tallies) as [keyof Tallies, Tally][]) {
      tally.total++;
      const problem = problems[kind];
      if (problem === undefined) tally.passed++;
      else tally.failures.push({ id, diff: problem });
    }
  }

  /** Each socket has a port of its own. */
  private nextPort(): { readonly sport: number } {
    return { sport: FIRST_PORT + this.played++ };
  }

  /** One attempt: the outcome that was recorded, of those that are possible here. */
  private attempt(
    input: ExploreInput,
    name: string,
    problems: Partial<Record<keyof Tallies, string>>,
  ): Replayed | undefined {
    const { outcomes } = explore(input);
    const replayed = outcomes.map((outcome) => replayedOf(input, outcome));
    const same = replayed.find(({ outcome }) => distributionName(outcome) === name);
    const certain = replayed.length === 1;
    if (!same) {
      const here = replayed.map(({ outcome }) => distributionName(outcome)).join(' ');
      problems.outcomes ??= `    kernel: ${name}\n    here:   ${here}`;
      if (certain) problems.certain ??= `    kernel: ${name}\n    here, certainly: ${here}`;
      return undefined;
    }
    const after = stateAfter(input, same.found);
    if (same.found.answered) endConnection(input, makeTrace(input, same.found), after);
    this.state = leftBy(after, this.answeredMs * lasts(name));
    return { ...same, ipvs: directedIn(input.network, after, input.flow.sport) };
  }

  private compare(
    recorded: RecordedAttempt,
    replayed: Replayed,
    { problems, request }: { problems: Partial<Record<keyof Tallies, string>>; request: Omit<FlowRequest, 'id'> },
  ): void {
    const virtual = formatEndpoint(ip(request.to), request.port);
    if (outcomeKey(recorded.outcome) !== outcomeKey(replayed.outcome)) {
      const [kernel, here] = [recorded.outcome, replayed.outcome].map((each) => JSON.stringify(each));
      problems.outcomes ??= `    kernel: ${kernel}\n    here:   ${here}`;
    }
    problems.walks ??= walkDifference(recorded, replayed);
    const [wanted, got] = [connectionLines(recorded), connectionLines(replayed)];
    if (recorded.conntrack && wanted.join('\n') !== got.join('\n')) {
      problems.connections ??= `    kernel: ${wanted.join('; ')}\n    here:   ${got.join('; ')}`;
    }
    const [listed, ours] = [recorded, replayed].map(({ ipvs = {} }) => directedLines(ipvs, virtual)) as [
      string[],
      string[],
    ];
    if (recorded.ipvs && listed.join('\n') !== ours.join('\n')) {
      problems.directed ??= `    kernel: ${listed.join('; ')}\n    here:   ${ours.join('; ')}`;
    }
  }
}

interface Replayed extends Attempt {
  readonly found: Outcome;
  readonly ipvs?: Readonly<Record<string, readonly RecordedConnection[]>>;
}

const FIRST_PORT = 45_678;

function replayedOf(input: ExploreInput, found: Outcome): Replayed {
  const trace = makeTrace(input, found);
  const conntrack = Object.entries(trace.conntrack).map(([id, entries]) => [id, entries.map(entryOf)] as const);
  return {
    found,
    outcome: outcomeOf(trace),
    trace: visitsIn(input.network, trace),
    conntrack: Object.fromEntries(conntrack),
  };
}

function runCase(dir: string, file: string, tallies: Tallies): void {
  const name = file.replace('.json', '');
  const folder = join(dir, 'cases', name.split('--')[0] ?? name);
  const recording = JSON.parse(readFileSync(join(dir, 'flows', file), 'utf8')) as Recording;
  const recorded = readCase(folder, recording.topology);
  const load = (node: Netns): Netns => ({
    ...withRecordedIpvs(node, join(folder, 'rules', node.id)),
    ipvs: freshTable(recording.loaded[node.id]?.ipvs ?? ''),
  });
  const player = new FlowPlayer(networkOf(recorded, { load }), tallies, {
    where: name,
    answered: answeredMs(recording),
  });
  for (const flow of recording.flows) player.play(flow);
}

const TITLES: Readonly<Record<string, string>> = {
  certain: 'picks called certain',
  directed: 'connections and templates of IPVS',
};

/** Flows of whole clusters in IPVS mode: who answered attempt by attempt, walk and conntrack. */
export const IPVS_FLOWS_SUITE: Suite = {
  name: 'ipvs-flows',
  run: (dir = projectFolder(IPVS_RECORDINGS)): SuiteResult[] => {
    const flows = join(dir, 'flows');
    if (!existsSync(flows) || !existsSync(join(dir, 'cases'))) return [];
    const tallies: Tallies = {
      outcomes: newTally(),
      walks: newTally(),
      connections: newTally(),
      certain: newTally(),
      directed: newTally(),
    };
    for (const file of readdirSync(flows).sort()) if (file.endsWith('.json')) runCase(dir, file, tallies);
    return Object.entries(tallies).map(([name, tally]: [string, Tally]) => ({
      name: TITLES[name] ?? name,
      skipped: 0,
      ...tally,
    }));
  },
};
