import type { Document } from '../document/document';
import { nodePrograms, type NodeProgram } from '../document/node-program';
import type { ScriptEvent } from '../document/script';
import { Memo } from '../lib/memo';
import { phrase, type Phrase } from '../lib/phrase';
import { assertNever } from '../lib/result';
import { isOwnedBy, isTerminating } from '../kubernetes/pods';
import { balancerOf } from '../kubernetes/network/load-balancer-settings';
import { namespacedName, type ClusterObjects, type PodObject, type ServiceObject } from '../kubernetes/types';
import { ApiServer, type ProxyView, type Put } from './api-server';
import { delaysOf } from './delays';
import { Deployments } from './controllers';
import { NodeLifecycle } from './node-lifecycle';
import { watchSlices } from './slices';
import { Journal, type TimelineEvent, type PodLife, EventQueue, type Run } from './run';
import { KubeProxy, STOPPED, type RulesChange, type Sync } from './kube-proxy';
import { Kubelets } from './kubelet';
import { LoadBalancer, type BalancerChange } from './load-balancer';

/** Everything but the packets: what the cluster did, and what every kernel had when. */
export interface Control {
  /** What runs on each node and writes rules. */
  readonly programs: ReadonlyMap<string, NodeProgram>;
  readonly events: readonly TimelineEvent[];
  /** All versions of what kube-proxies watch. */
  readonly views: readonly ProxyView[];
  /** When each of them was stored. */
  readonly stored: readonly number[];
  /** Pods, Deployments and Nodes as they were stored, oldest first. */
  readonly puts: readonly Put[];
  /** By node, oldest first. */
  readonly rules: ReadonlyMap<string, readonly RulesChange[]>;
  readonly syncs: readonly Sync[];
  /** The version the trackers of a node ended with. */
  readonly seen: ReadonlyMap<string, number>;
  readonly lives: ReadonlyMap<string, PodLife>;
  readonly lost: ReadonlyMap<string, number>;
  /** By `namespace/name` of the Service. */
  readonly balancers: ReadonlyMap<string, readonly BalancerChange[]>;
}

const EVENTS_A_SLICE = 500;

/** Lets a cluster live through its document's script; in slices, each how far it is (0..1). */
export function* runControl(document: Document, settled: ClusterObjects): Generator<number, Control> {
  const { script } = document;
  const until = script?.duration ?? 0;
  const queue = new EventQueue();
  const journal = new Journal(() => queue.now);
  const api = new ApiServer(settled, journal);
  const programs = nodePrograms(document, settled, new Memo());
  const shared = { document, delays: delaysOf(document), programs, queue, journal, api };
  const run: Run = { ...shared, lives: new Map(), lost: new Map() };
  const parts = startParts(run, settled);
  for (const event of script?.events ?? []) queue.at(event.at, () => act(run, parts, event));
  for (let done = 1; queue.step(until); done++)
    if (done % EVENTS_A_SLICE === 0) yield until > 0 ? queue.now / until : 1;
  return {
    events: journal.events,
    programs,
    views: api.views,
    stored: api.stored,
    puts: api.puts,
    rules: new Map([...parts.proxies].map(([node, { rules }]) => [node, rules])),
    syncs: [...parts.proxies.values()].flatMap(({ syncs }) => syncs),
    seen: new Map([...parts.proxies].map(([node, { seen }]) => [node, seen])),
    lives: run.lives,
    lost: run.lost,
    balancers: new Map(parts.balancers.map(({ service, changes }) => [service, changes])),
  };
}

interface Parts {
  readonly kubelets: Kubelets;
  readonly deployments: Deployments;
  readonly nodes: NodeLifecycle;
  readonly proxies: ReadonlyMap<string, KubeProxy>;
  readonly balancers: readonly LoadBalancer[];
}

function startParts(run: Run, settled: ClusterObjects): Parts {
  const kubelets = new Kubelets(run);
  const deployments = new Deployments(run);
  watchSlices(run);
  const names = settled.nodes.map(({ metadata }) => metadata.name);
  const proxies = new Map(names.map((name) => [name, new KubeProxy(run, name)] as const));
  const nodes = new NodeLifecycle(run, kubelets, deployments);
  const balancers = balancedServices(run.document).map((service) => new LoadBalancer(run, service, proxies));
  return { kubelets, deployments, nodes, proxies, balancers };
}

/** Services that a client of the script comes to by a load balancer, and those whose balancer checks nodes. */
function balancedServices({ script, flows, cluster }: Document): readonly string[] {
  const used = new Set((script?.clients ?? []).map(({ flow }) => flow));
  const names = flows.flatMap(({ id, to }) =>
    used.has(id) && to.kind === 'service' && to.via === 'loadBalancer' ? [`${to.namespace}/${to.name}`] : [],
  );
  const checked = cluster.services.filter(checksNodes).map(namespacedName);
  return [...new Set([...names, ...checked])];
}

/**
 * Does the Service's balancer ask nodes for their health? One that announces an address, or sends to Pods, does not.
 */
function checksNodes(service: ServiceObject): boolean {
  const settings = balancerOf(service);
  if (!settings || settings.kind === 'announce') return false;
  return settings.kind === 'passthrough' || settings.targets === 'nodes';
}

/** The Pod of a name, or the oldest one of the Deployment of that name. */
function findPod({ api }: Run, name: string): string | undefined {
  if (api.pods.has(name)) return name;
  const owner = api.deployments.get(name);
  const isOf = (pod: PodObject): boolean => owner !== undefined && isOwnedBy(pod, owner) && !isTerminating(pod);
  return [...api.pods].find(([, pod]) => isOf(pod))?.[0];
}

function act(run: Run, parts: Parts, event: ScriptEvent): void {
  const note = (says: Phrase): number => run.journal.note({ lane: 'user', says });
  switch (event.do) {
    case 'scale': {
      const { deployment, replicas } = event;
      return parts.deployments.scale(deployment, replicas, note(phrase('timeline.do.scale', { deployment, replicas })));
    }
    case 'roll-out':
      return parts.deployments.rollOut(
        event.deployment,
        note(phrase('timeline.do.roll-out', { deployment: event.deployment })),
      );
    case 'delete-pod':
    case 'crash':
    case 'fail-readiness':
      return actOnPod(run, parts, event);
    case 'lose-node':
      return parts.nodes.lose(event.node, note(phrase('timeline.do.lose-node', { node: event.node })));
    case 'drain':
      return parts.nodes.drain(event.node, note(phrase('timeline.do.drain', { node: event.node })));
    case 'delete-node':
    case 'change-node-addresses':
      return actOnNode(run, parts, event);
    case 'stop-proxy':
    case 'restart-proxy':
    case 'lose-watch':
    case 'flush':
      return actOnProxy(run, parts, event);
    case 'delete-service':
    case 'change-selector':
      return actOnService(run, event);
    default:
      return assertNever(event);
  }
}

type Of<Do extends ScriptEvent['do']> = Extract<ScriptEvent, { do: Do }>;

function actOnPod(
  run: Run,
  { kubelets, deployments }: Parts,
  event: Of<'delete-pod' | 'crash' | 'fail-readiness'>,
): void {
  const pod = findPod(run, event.pod);
  const says = pod === undefined ? phrase('timeline.do.nothing', { name: event.pod }) : podSaid(event.do, pod);
  const cause = run.journal.note({ lane: 'user', says });
  if (pod === undefined) return;
  if (event.do === 'delete-pod') deployments.deletePod(pod, cause);
  else if (event.do === 'crash') kubelets.crash(pod, cause);
  else kubelets.failReadiness(pod, event.forMs);
}

function podSaid(what: Of<'delete-pod' | 'crash' | 'fail-readiness'>['do'], pod: string): Phrase {
  switch (what) {
    case 'delete-pod':
      return phrase('timeline.do.delete-pod', { pod });
    case 'crash':
      return phrase('timeline.do.crash', { pod });
    case 'fail-readiness':
      return phrase('timeline.do.fail-readiness', { pod });
    default:
      return assertNever(what);
  }
}

function actOnNode(run: Run, { nodes }: Parts, event: Of<'delete-node' | 'change-node-addresses'>): void {
  const { node } = event;
  const note = (says: Phrase): number => run.journal.note({ lane: 'user', says });
  if (!run.api.node(node)) return void note(phrase('timeline.do.nothing', { name: node }));
  if (event.do === 'delete-node') return nodes.delete(node, note(phrase('timeline.do.delete-node', { node })));
  const { addresses } = event;
  const cause = note(phrase('timeline.do.change-node-addresses', { node, addresses: addresses.join(', ') }));
  nodes.changeAddresses(node, addresses, cause);
}

function actOnProxy(
  run: Run,
  { proxies }: Parts,
  event: Of<'stop-proxy' | 'restart-proxy' | 'lose-watch' | 'flush'>,
): void {
  const { node } = event;
  const proxy = proxies.get(node);
  const note = (says: Phrase): number => run.journal.note({ lane: 'user', says });
  if (!proxy) return void note(phrase('timeline.do.nothing', { name: node }));
  switch (event.do) {
    case 'stop-proxy':
      note(phrase('timeline.do.stop-proxy', { node }));
      return proxy.stop();
    case 'restart-proxy':
      return proxy.start(note(phrase('timeline.do.restart-proxy', { node })));
    case 'lose-watch':
      return proxy.loseWatch(
        event.forMs,
        note(phrase('timeline.do.lose-watch', { node, seconds: event.forMs / 1000 })),
      );
    case 'flush':
      return proxy.flush(note(phrase('timeline.do.flush', { node })));
    default:
      return assertNever(event);
  }
}

function actOnService({ api, journal }: Run, event: Of<'delete-service' | 'change-selector'>): void {
  const { service: id } = event;
  const service = api.service(id);
  const note = (says: Phrase): number => journal.note({ lane: 'user', says });
  if (!service) return void note(phrase('timeline.do.nothing', { name: id }));
  if (event.do === 'delete-service') {
    const cause = note(phrase('timeline.do.delete-service', { service: id }));
    return api.putService(id, undefined, { says: phrase('timeline.service-deleted', { service: id }), cause });
  }
  const text = Object.entries(event.selector)
    .map(([key, value]) => `${key}=${value}`)
    .join(', ');
  const cause = note(phrase('timeline.do.change-selector', { service: id, selector: text }));
  const next = { ...service, spec: { ...service.spec, selector: event.selector } };
  api.putService(id, next, { says: phrase('timeline.service-stored', { service: id }), cause });
}

/**
 * The objects the rules of a node were written from at a version; of a kube-proxy that was stopped before, those it saw last.
 */
export function findProxyView({ views, programs }: Control, node: string, version: number): ProxyView | undefined {
  return version === STOPPED ? programs.get(node)?.stopped : views[version];
}

/** What of the objects a moment needs beside those that never change. */
type Stored = Pick<Control, 'puts' | 'stored' | 'views'>;

/**
 * The objects as the API server has them at a moment.
 * @param settled those it began with; `at`: milliseconds
 */
export function objectsAt({ puts, stored, views }: Stored, settled: ClusterObjects, at: number): ClusterObjects {
  const pods = new Map(settled.pods.map((pod) => [namespacedName(pod), pod] as const));
  const deployments = new Map(settled.deployments.map((each) => [namespacedName(each), each] as const));
  let { nodes } = settled;
  for (const put of puts) {
    if (put.at > at) break;
    if (put.kind === 'nodes') nodes = put.after;
    else if (put.kind === 'deployment') deployments.set(put.id, put.after);
    else if (put.after) pods.set(put.id, put.after);
    else pods.delete(put.id);
  }
  const version = stored.findLastIndex((time) => time <= at);
  return {
    ...settled,
    ...views[version],
    nodes,
    pods: [...pods.values()],
    deployments: [...deployments.values()],
  };
}
