import { createClusterDerive } from '../document/derive-cluster';
import type { Document } from '../document/document';
import type { ScriptDelays } from '../document/script';
import { Memo } from '../lib/memo';
import type { Phrase } from '../lib/phrase';
import type { ClusterObjects } from '../kubernetes/types';
import { tellAnswer, Failures, type ExplainedFailures, type FailureGroup, type FailureKind } from './failures';
import { clientOf, TimelineRequests, type SentRequest } from './requests';
import { runControl, type Control } from './control';
import { delaysOf } from './delays';
import type { RequestOutcome } from './ending';
import type { TimelineEvent } from './run';
import { Traffic } from './traffic';
import { TimelineWorld } from './world';

/** One request: when, whose, and what came of it. */
export interface TimelineRequest {
  /** Milliseconds from the beginning. */
  readonly at: number;
  /** Index of the client in the script. */
  readonly client: number;
  readonly outcome: RequestOutcome;
  /** Endpoint the request went to in the end: `10.244.1.5:8080`. */
  readonly to: string;
  /** How long its client waited: before it gave up, or until a SYN that was sent again was answered; milliseconds. */
  readonly took?: number;
  readonly pod?: string;
  /** Node whose rules decided. */
  readonly node?: string;
  readonly why?: FailureKind;
}

/** From when on a node's rules were of which version, and when newer objects than that were stored. */
export interface RulesHistory {
  readonly node: string;
  /** Times in which its rules were older than the API server's objects, milliseconds. */
  readonly behind: readonly (readonly [from: number, until: number])[];
  /** When its tables were empty. */
  readonly flushed: readonly (readonly [from: number, until: number])[];
}

/** What happened from an edit to the last failed request. */
export interface Timeline {
  readonly duration: number;
  readonly delays: ScriptDelays;
  readonly events: readonly TimelineEvent[];
  readonly requests: readonly TimelineRequest[];
  readonly counts: Readonly<Record<RequestOutcome, number>>;
  readonly failures: readonly FailureGroup[];
  readonly nodes: readonly RulesHistory[];
  /** The answer, a sentence each. */
  readonly answer: readonly Phrase[];
  /** Clients that cannot send, and why. */
  readonly problems: readonly { readonly client: number; readonly says: Phrase }[];
}

/** A timeline with what it is made of, for tests and for who wants to look at a moment. */
export interface Lived extends Timeline {
  readonly control: Control;
  readonly settled: ClusterObjects;
  /** How many requests were walked; the others were like one of them. */
  readonly walked: number;
}

const REQUESTS_A_SLICE = 200;
/** How much of the work the cluster is; the rest are the requests. */
const CONTROL_SHARE = 0.3;

/** A cluster as its controllers leave it; what its timeline begins with. */
export function reconcileCluster(document: Document, memo: Memo): ClusterObjects {
  return createClusterDerive(memo)(document).settled ?? document.cluster;
}

/**
 * Lives through a document's script: first the cluster, then the requests of its clients, each walked through the network
 * and the rules of its moment; one that nothing tells from another that was is not walked again, unless `walksAll`. In slices, each how far it is (0..1). The same document gives the same timeline.
 */
export function* liveThrough(document: Document, memo = new Memo(), walksAll = false): Generator<number, Lived> {
  const settled = reconcileCluster(document, memo);
  yield 0.02;
  const control = yield* scaled(runControl(document, settled), [0.02, CONTROL_SHARE]);
  const { world, traffic, requests: sending, clients } = startSending(document, { settled, control, memo, walksAll });
  const failures = new Failures({ control, world, traffic });
  const duration = document.script?.duration ?? 0;
  const requests = yield* scaled(sendAll(sending, { traffic, failures, duration }), [CONTROL_SHARE, 1]);
  const counts = countOutcomes(requests);
  return {
    duration,
    delays: delaysOf(document),
    events: control.events,
    requests,
    counts,
    failures: failures.groups,
    nodes: [...control.rules.keys()].map((node) => rulesHistory(control, node, duration)),
    answer: tellAnswer(requests, counts, failures.groups),
    problems: clients.flatMap((client, index) => (client.ok ? [] : [{ client: index, says: client.error }])),
    control,
    settled,
    walked: traffic.walked,
  };
}

/** A cluster as it lived, before anybody asks it for anything. */
interface Stage {
  readonly settled: ClusterObjects;
  readonly control: Control;
  readonly memo: Memo;
  /** Each request is walked, also those that are like one that was: takes its time, for tests. */
  readonly walksAll?: boolean;
}

/** Clients of the script, and the world their requests are sent through, at the beginning. */
export interface Sending {
  readonly world: TimelineWorld;
  readonly traffic: Traffic;
  readonly requests: TimelineRequests;
  readonly clients: readonly ReturnType<typeof clientOf>[];
}

/** Everything that requests need, before the first is sent. */
export function startSending(document: Document, { settled, control, memo, walksAll = false }: Stage): Sending {
  const world = new TimelineWorld(document, settled, { control, memo });
  const clients = (document.script?.clients ?? []).map((_, index) =>
    clientOf(document, { network: world.network, cluster: settled }, index),
  );
  const able = clients.flatMap((client) => (client.ok ? [client.value] : []));
  const traffic = new Traffic({ document, cluster: settled, control, world, memo, walksAll });
  return { world, traffic, clients, requests: new TimelineRequests(document, able, { world, traffic, control }) };
}

/** The progress of a part within the whole. */
function* scaled<T>(work: Generator<number, T>, [from, to]: readonly [number, number]): Generator<number, T> {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
    yield from + step.value * (to - from);
  }
}

interface Telling {
  readonly traffic: Traffic;
  readonly failures: Failures;
  readonly duration: number;
}

/** A request as it is told, and why it failed, by its place. */
interface ExplainedRequest {
  readonly request: TimelineRequest;
  readonly failed?: ExplainedFailures;
}

function* sendAll(requests: TimelineRequests, telling: Telling): Generator<number, readonly TimelineRequest[]> {
  const all = new Map<number, ExplainedRequest>();
  const hear = (): void => {
    for (const { nth, walked, took } of requests.takeLate()) {
      const arrival = requests.all[nth];
      if (arrival) all.set(nth, tellRequest({ ...arrival, nth, walked, took }, telling));
    }
  };
  while (requests.next < requests.all.length) {
    if (requests.next % REQUESTS_A_SLICE === REQUESTS_A_SLICE - 1) yield requests.next / requests.all.length;
    const sent = requests.send();
    hear();
    if (sent) all.set(sent.nth, tellRequest(sent, telling));
  }
  requests.goTo(telling.duration);
  hear();
  for (const { failed } of all.values()) if (failed) telling.failures.note(failed);
  return [...all.values()].map(({ request }) => request);
}

function tellRequest({ at, client, walked, took }: SentRequest, { traffic, failures }: Telling): ExplainedRequest {
  if (!walked) return { request: { at, client: client.index, outcome: 'refused', to: '', why: 'no-endpoints' } };
  const { outcome, to, node } = walked;
  const pod = traffic.walks.podAt(to.replace(/^\[|\]?:\d+$/g, ''), at)?.id;
  const failed = outcome === 'served' ? undefined : failures.explain(client, walked, at);
  const request = {
    at,
    client: client.index,
    outcome,
    to,
    ...(took > 0 ? { took } : {}),
    ...(pod === undefined ? {} : { pod }),
    ...(node === undefined ? {} : { node }),
    ...(failed ? { why: failed.kind } : {}),
  };
  return { request, ...(failed ? { failed } : {}) };
}

function countOutcomes(requests: readonly TimelineRequest[]): Record<RequestOutcome, number> {
  const counts: Record<RequestOutcome, number> = { served: 0, refused: 0, 'timed-out': 0, reset: 0, unknown: 0 };
  for (const { outcome } of requests) counts[outcome]++;
  return counts;
}

/** When a node's rules were older than what the API server had. */
export function rulesHistory(control: Control, node: string, duration: number): RulesHistory {
  const changes = control.rules.get(node) ?? [];
  const stored = control.stored;
  const behind: [number, number][] = [];
  const flushed: [number, number][] = [];
  for (const [nth, { version, at, flushed: isFlushed }] of changes.entries()) {
    const until = Math.min(changes[nth + 1]?.at ?? duration, duration);
    const from = Math.max(at, 0);
    if (isFlushed) flushed.push([from, until]);
    const newer = stored[version + 1];
    if (newer !== undefined && newer < until) behind.push([Math.max(from, newer), until]);
  }
  return { node, behind: joined(behind), flushed: joined(flushed) };
}

function joined(spans: readonly (readonly [number, number])[]): readonly (readonly [number, number])[] {
  const all: [number, number][] = [];
  for (const [from, until] of spans) {
    const last = all.at(-1);
    if (last && last[1] >= from) last[1] = Math.max(last[1], until);
    else all.push([from, until]);
  }
  return all;
}
