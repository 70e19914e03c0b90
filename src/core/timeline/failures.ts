import type { TrafficSource } from './requests';
import type { Control } from './control';
import type { RequestOutcome } from './ending';
import { isServing, lastEnd, type EndedBy, type PodLife } from './run';
import type { Traffic, WalkedRequest } from './traffic';
import type { TimelineWorld } from './world';
import { phrase, type Phrase } from '../lib/phrase';
import { assertNever } from '../lib/result';
import type { TimelineRequest } from './timeline';

/** Why requests failed. */
export type FailureKind =
  /** The process of the Pod that rules led to had ended. */
  | EndedBy
  /** Rules had forgotten the Pod, but a connection led there: one that is open, or an entry of conntrack. */
  | 'open-connection'
  | 'stale-entry'
  | 'no-endpoints'
  /** A rule dropped it: no endpoint on the node that its policy allows. */
  | 'dropped'
  /** Nothing translated the Service's address: no rules, or no such Service. */
  | 'no-rules'
  /** A sync was writing the node's virtual servers one by one, or never came to its end. */
  | 'half-written'
  | 'table-full'
  /** Two packets left one socket at once for different Pods: one was dropped. */
  | 'race'
  | 'other';

/** Requests that failed for the same reason. */
export interface FailureGroup {
  readonly kind: FailureKind;
  readonly outcome: Exclude<RequestOutcome, 'served'>;
  readonly count: number;
  readonly first: number;
  readonly last: number;
  readonly pods: readonly string[];
  readonly nodes: readonly string[];
  readonly service?: string;
  /** The longest time between a process' end and the moment the node's rules forgot it, milliseconds; absent: they never did. */
  readonly gap?: number;
}

type Growing = { -readonly [K in keyof FailureGroup]: FailureGroup[K] } & {
  readonly podSet: Set<string>;
  readonly nodeSet: Set<string>;
};

interface Where {
  readonly control: Control;
  readonly world: TimelineWorld;
  readonly traffic: Traffic;
}

interface Cause {
  readonly kind: FailureKind;
  readonly pod?: PodLife | undefined;
  readonly endedAt?: number;
}

/** A request that failed, and why. */
export interface ExplainedFailures extends Cause {
  readonly client: TrafficSource;
  readonly walked: WalkedRequest;
  readonly at: number;
  readonly gap?: number;
}

/** Finds out why requests failed, and puts those that failed alike together. */
export class Failures {
  readonly #where: Where;
  readonly #groups = new Map<string, Growing>();

  constructor(where: Where) {
    this.#where = where;
  }

  get groups(): readonly FailureGroup[] {
    return [...this.#groups.values()]
      .map(({ podSet, nodeSet, ...group }) => ({ ...group, pods: [...podSet], nodes: [...nodeSet] }))
      .sort((a, b) => b.count - a.count);
  }

  /** Finds out why a request failed, now. */
  explain(client: TrafficSource, walked: WalkedRequest, at: number): ExplainedFailures {
    const cause = this.#cause(client, walked, at);
    const gap = this.#gap(client, walked, cause);
    return { ...cause, client, walked, at, ...(gap === undefined ? {} : { gap }) };
  }

  /** Puts it with those that failed alike. */
  note({ kind, pod, client, walked, at, gap }: ExplainedFailures): void {
    const outcome = walked.outcome === 'served' ? 'unknown' : walked.outcome;
    const key = `${kind} ${outcome}`;
    const fresh = { kind, outcome, count: 0, first: at, last: at, pods: [], nodes: [] };
    const group: Growing = this.#groups.get(key) ?? { ...fresh, podSet: new Set(), nodeSet: new Set() };
    this.#groups.set(key, group);
    group.count++;
    group.last = at;
    if (pod) group.podSet.add(pod.id);
    if (walked.node !== undefined) group.nodeSet.add(walked.node);
    const { to } = client.flow;
    if (to.kind === 'service') group.service = `${to.namespace}/${to.name}`;
    if (gap !== undefined) group.gap = Math.max(group.gap ?? 0, gap);
  }

  #cause(client: TrafficSource, walked: WalkedRequest, at: number): Cause {
    const { traffic } = this.#where;
    if (walked.isFull) return { kind: 'table-full' };
    if (walked.lostRace) return { kind: 'race' };
    const pod = traffic.walks.podAt(readAddress(walked.to), at);
    if (pod && !isServing(pod, at)) {
      const end = lastEnd(pod, at);
      const endedAt = end?.until ?? at;
      if (this.#isListed(client, walked, pod)) return { kind: end?.endedBy ?? 'other', pod, endedAt };
      const isOpen = client.spec.sends === 'keep-alive' && client.sent.proto === 'tcp';
      return { kind: isOpen ? 'open-connection' : 'stale-entry', pod, endedAt };
    }
    return { kind: this.#ruleCause(walked), pod };
  }

  #ruleCause({ disposition, node, to }: WalkedRequest): FailureKind {
    const { world } = this.#where;
    const moment = node === undefined ? undefined : world.node(node);
    if (moment?.half) return 'half-written';
    if (disposition.kind === 'REJECTED') return 'no-endpoints';
    if (moment?.flushed) return 'no-rules';
    if (disposition.kind === 'DROPPED' && disposition.netns === node && disposition.by !== 'neighbour')
      return 'dropped';
    if (node !== undefined && !moment) return 'node-lost';
    return this.#where.traffic.walks.podAt(readAddress(to), world.now) ? 'other' : 'no-rules';
  }

  /** Do the rules that the node has now choose the Pod? */
  #isListed(client: TrafficSource, { node }: WalkedRequest, pod: PodLife): boolean {
    const version = node === undefined ? undefined : this.#where.world.node(node)?.version;
    return version !== undefined && node !== undefined && this.#lists(client, { node, version }, pod);
  }

  #lists(
    client: TrafficSource,
    { node, version }: { readonly node: string; readonly version: number },
    pod: PodLife,
  ): boolean {
    const choice = this.#where.traffic.walks.choice({ client, node }, version);
    return choice?.endpoints.some(({ ip }) => pod.ips.includes(ip)) ?? false;
  }

  /** How much later than the process ended the node's rules forgot the Pod. */
  #gap(client: TrafficSource, { node }: WalkedRequest, { pod, endedAt }: Cause): number | undefined {
    if (!pod || endedAt === undefined || node === undefined) return undefined;
    const changes = this.#where.control.rules.get(node) ?? [];
    const later = changes.find(
      ({ at, version, flushed }) => at >= endedAt && !flushed && !this.#lists(client, { node, version }, pod),
    );
    return later && later.at - endedAt;
  }
}

function readAddress(place: string): string {
  return place.startsWith('[') ? place.slice(1, place.indexOf(']')) : place.replace(/:\d+$/, '');
}

/** How many requests failed, and why: the sentence first, then one for each reason, then those that waited for another SYN. */
export function tellAnswer(
  requests: readonly TimelineRequest[],
  { served }: Readonly<Record<RequestOutcome, number>>,
  groups: readonly FailureGroup[],
): readonly Phrase[] {
  const total = requests.length;
  if (total === 0) return [phrase('timeline.answer.nobody')];
  const failed = total - served;
  const late = tellLate(requests);
  if (failed === 0) return [phrase('timeline.answer.none', { total }), ...late];
  return [phrase('timeline.answer.some', { total, failed }), ...groups.map(tellGroup), ...late];
}

function tellLate(requests: readonly TimelineRequest[]): readonly Phrase[] {
  const waits = requests.flatMap(({ outcome, took }) => (outcome === 'served' && took !== undefined ? took : []));
  const most = waits.reduce((longest, each) => Math.max(longest, each), 0);
  return waits.length > 0 ? [phrase('timeline.answer.late', { count: waits.length, seconds: seconds(most) })] : [];
}

/** Words of an outcome as a message chooses by them. */
const CHOSEN = { refused: 'refused', 'timed-out': 'timed', reset: 'reset', unknown: 'other' } as const;

/** Why some failed. */
function tellGroup(group: FailureGroup): Phrase {
  const { count, kind, pods, nodes, service = '' } = group;
  const outcome = CHOSEN[group.outcome];
  const node = nodes[0] ?? '';
  switch (kind) {
    case 'terminated':
    case 'crashed':
    case 'node-lost':
      return tellEnded(group);
    case 'open-connection':
      return phrase('timeline.why.open-connection', { count, outcome, pod: pods[0] ?? '' });
    case 'stale-entry':
      return phrase('timeline.why.stale-entry', { count, outcome, pod: pods[0] ?? '', node });
    case 'no-endpoints':
      return phrase('timeline.why.no-endpoints', { count, outcome, service });
    case 'dropped':
      return phrase('timeline.why.dropped', { count, outcome, nodes: nodes.join(', ') });
    case 'no-rules':
      return phrase('timeline.why.no-rules', { count, outcome, service, nodes: nodes.join(', ') });
    case 'half-written':
      return phrase('timeline.why.half-written', { count, outcome, service, nodes: nodes.join(', ') });
    case 'table-full':
      return phrase('timeline.why.table-full', { count, outcome, nodes: nodes.join(', ') });
    case 'race':
      return phrase('timeline.why.race', { count, outcome, node });
    case 'other':
      return phrase('timeline.why.other', { count, outcome });
    default:
      return assertNever(kind);
  }
}

/** Seconds with one decimal, of what is shorter two. */
function seconds(ms: number): number {
  return ms < 1000 ? Math.round(ms / 10) / 100 : Math.round(ms / 100) / 10;
}

function tellEnded({ kind, outcome: said, count, pods, nodes, gap }: FailureGroup): Phrase {
  const outcome = CHOSEN[said];
  const how = kind === 'crashed' ? 'crashed' : kind === 'node-lost' ? 'lost' : 'other';
  if (gap === undefined)
    return phrase('timeline.why.ended-never', { count, outcome, how, pods: pods.length, pod: pods[0] ?? '' });
  if (pods.length === 1 && nodes.length === 1)
    return phrase('timeline.why.ended', {
      count,
      outcome,
      how,
      pod: pods[0] ?? '',
      node: nodes[0] ?? '',
      seconds: seconds(gap),
    });
  return phrase('timeline.why.ended-many', {
    count,
    outcome,
    how,
    pods: pods.length,
    nodes: nodes.length,
    seconds: seconds(gap),
  });
}
