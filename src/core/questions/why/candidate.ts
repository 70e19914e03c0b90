import type { Phrase } from '../../lib/phrase';
import type { Network, Netns } from '../../linux/netns';
import type { SimFlow } from '../../sim/simulate';
import type { Trace, Hop, Leg, TraceStep } from '../../sim/trace';
import type { Derived } from '../../document/kernel-parts';
import type { Document, Flow, NodeFacts } from '../../document/document';
import { assertNever } from '../../lib/result';
import {
  type KubeProxyConfig,
  type OtherObject,
  type ProxyModeId,
  type ServiceObject,
  type ServiceType,
  type PodObject,
  getNamespace,
  namespacedName,
  listFrontAddresses,
} from '../../kubernetes/types';
import { isNetworkPolicy } from '../../kubernetes/policy/network-policy';
import type { NodeSettings } from '../../kubernetes/network/node-settings';
import { changeKubeProxy, replaceCluster } from '../../document/edits/cluster';
import { changeProxy } from '../../document/edits/proxy';
import type { ObjectName } from '../../document/edits/object-names';
import { changeNodeSettings } from '../../document/edits/nodes';
import { changePasted, setFacts, makeSetFacts, setSysctl } from '../../document/edits/pasted';
import { movePod, scaleDeployment, setPodReady, setPodTerminating } from '../../document/edits/pods';
import { changeServiceSpec, setServiceType } from '../../document/edits/services';
import { matchesLabels } from '../../kubernetes/pods';
import { isXtTable, type RuleRef } from '../../linux/hooks';
import { printNftRule } from '../../linux/nftables/text/print-ruleset';
import { printLine } from '../../linux/xtables/ruleset-text';
import { formatIp, type IpFamily } from '../../net/ip';

/** One edit of a document as plain data: what is simulated is exactly what a click applies. */
export type DocumentChange =
  | { readonly kind: 'service-spec'; readonly which: ObjectName; readonly spec: Partial<ServiceObject['spec']> }
  | { readonly kind: 'service-type'; readonly which: ObjectName; readonly type: ServiceType }
  | { readonly kind: 'pods-ready'; readonly pods: readonly ObjectName[]; readonly ready: boolean }
  | { readonly kind: 'pod-terminating'; readonly pod: ObjectName; readonly terminating: boolean }
  | { readonly kind: 'move-pod'; readonly pod: ObjectName; readonly node: string }
  | { readonly kind: 'scale'; readonly which: ObjectName; readonly replicas: number }
  /** A NetworkPolicy is taken away. */
  | { readonly kind: 'remove-policy'; readonly which: ObjectName }
  | { readonly kind: 'kube-proxy'; readonly config: Partial<KubeProxyConfig> }
  | { readonly kind: 'mode'; readonly mode: ProxyModeId }
  | { readonly kind: 'release'; readonly release: string }
  | {
      readonly kind: 'flow';
      readonly id: string;
      readonly from?: Flow['from'];
      readonly to?: Flow['to'];
      readonly port?: number;
    }
  | { readonly kind: 'node-settings'; readonly node: string; readonly settings: NodeSettings }
  /** `node`: of several pasted machines, a further one. */
  | { readonly kind: 'facts'; readonly facts: NodeFacts; readonly node?: string }
  /** Another document altogether: the cluster that was made of the pasted texts, changed. */
  | { readonly kind: 'open'; readonly document: Document }
  | { readonly kind: 'sysctl'; readonly name: string; readonly value: number }
  /** From a 0-based line of a pasted text on, `remove` lines are taken out and `insert` are put there. */
  | {
      readonly kind: 'lines';
      readonly text: string;
      readonly line: number;
      readonly remove: number;
      readonly insert: readonly string[];
    }
  /** One after the other. */
  | { readonly kind: 'all'; readonly changes: readonly DocumentChange[] };

/** The document with the change made; the very same one if there is nothing to change. */
export function applyChange(document: Document, change: DocumentChange): Document {
  switch (change.kind) {
    case 'service-spec':
      return changeServiceSpec(document, change.which, change.spec);
    case 'service-type':
      return setServiceType(document, change.which, change.type);
    case 'pods-ready':
      return change.pods.reduce((next, pod) => setPodReady(next, pod, change.ready), document);
    case 'pod-terminating':
      return setPodTerminating(document, change.pod, change.terminating);
    case 'move-pod':
      return movePod(document, change.pod, change.node);
    case 'scale':
      return scaleDeployment(document, change.which, change.replicas);
    case 'kube-proxy':
      return changeKubeProxy(document, change.config);
    case 'remove-policy':
      return withoutPolicy(document, change.which);
    case 'mode':
      return changeProxy(document, { mode: change.mode });
    case 'release':
      return changeProxy(document, { release: change.release });
    case 'flow':
      return changeFlowEnds(document, change);
    case 'node-settings':
      return changeNodeSettings(document, change.settings, change.node);
    case 'facts':
      return changeFacts(document, change);
    case 'open':
      return change.document;
    case 'sysctl':
      return setSysctl(document, change.name, change.value);
    case 'lines':
      return changeLines(document, change);
    case 'all':
      return change.changes.reduce(applyChange, document);
    default:
      return assertNever(change);
  }
}

function withoutPolicy(document: Document, { namespace, name }: ObjectName): Document {
  const isIt = (object: OtherObject): boolean =>
    isNetworkPolicy(object) && object.metadata?.name === name && (object.metadata.namespace ?? 'default') === namespace;
  const others = (document.cluster.others ?? []).filter((object) => !isIt(object));
  return replaceCluster(document, { ...document.cluster, others });
}

function changeFacts(document: Document, { facts, node }: Extract<DocumentChange, { kind: 'facts' }>): Document {
  if (node === undefined) return setFacts(document, facts);
  return makeSetFacts(document, node, { ...document.pasted.nodes?.[node]?.facts, ...facts });
}

function changeFlowEnds(
  document: Document,
  { id, from, to, port }: Extract<DocumentChange, { kind: 'flow' }>,
): Document {
  const ends = { ...(from ? { from } : {}), ...(to ? { to } : {}), ...(port === undefined ? {} : { port }) };
  return { ...document, flows: document.flows.map((flow) => (flow.id === id ? { ...flow, ...ends } : flow)) };
}

function changeLines(document: Document, change: Extract<DocumentChange, { kind: 'lines' }>): Document {
  const { text: id, line, remove, insert } = change;
  const lines = document.pasted.texts.find((text) => text.id === id)?.text.split('\n');
  if (!lines || line >= lines.length) return document;
  lines.splice(line, remove, ...insert);
  return changePasted(document, id, { text: lines.join('\n') });
}

/** What a cause is about: a change that touches the same is tried and shown before others of its kind. */
export type Concern =
  | 'selector'
  | 'readiness'
  | 'target-port'
  | 'port-names'
  | 'traffic-policy'
  | 'source-ranges'
  | 'external-ips'
  | 'node-ports'
  | 'host-ports'
  | 'asked-port'
  | 'affinity'
  | 'local-traffic'
  | 'mode'
  | 'release'
  | 'connection'
  | 'policies'
  | 'tracking'
  | 'marks'
  | 'source'
  | 'families'
  | 'hints'
  | 'node-facts'
  | 'rules';

/** A change worth simulating. */
export interface Candidate {
  readonly change: DocumentChange;
  /** What it does, in words. */
  readonly says: Phrase;
  /** Order among other candidates, one of {@link SIZE}: smaller is tried and shown first. */
  readonly size: number;
  readonly about?: Concern;
  /** Said beside it: what undoes it again, what it costs. */
  readonly note?: Phrase;
}

/** What candidates are made from: the flow as it was walked. */
export interface WalkedFlow {
  readonly document: Document;
  readonly flow: Flow;
  readonly network: Network;
  /** Senders a pasted node knows of. */
  readonly suggested: Derived['suggested'];
  /** Services its rules tell of. */
  readonly found: Derived['found'];
  /** What kube-proxy wrote on each node of a built cluster. */
  readonly compiled: Derived['compiled'];
  readonly connections: NonNullable<Derived['connections']>;
  readonly sent: SimFlow;
  /** The walk on the page. */
  readonly trace: Trace;
  /** Did it get through? */
  readonly through: boolean;
}

/**
 * Order of advice: objects and settings (a Pod 11, a Service 12, a node 13, all of kube-proxy 15), the kernel's and
 * the connection's state, the caller, release and mode, a rule added, two rules exchanged, a rule that tests less, a
 * policy, and last a rule taken out.
 */
export const SIZE = {
  pod: 11,
  service: 12,
  node: 13,
  config: 15,
  connection: 20,
  sysctl: 21,
  caller: 31,
  release: 40,
  mode: 41,
  accept: 50,
  order: 60,
  test: 70,
  policy: 80,
  rule: 90,
};

/** `filter FORWARD 3`, as people count. */
export const candidateRuleName = ({ table, chain, index }: RuleRef): string => `${table} ${chain} ${index + 1}`;

/** Name of an object as an edit takes it. */
export function makeName(object: {
  readonly metadata: { readonly name: string; readonly namespace?: string };
}): ObjectName {
  return { namespace: getNamespace(object), name: object.metadata.name };
}

/** The Service of a built cluster that the flow goes to: the one it names, or whose address or nodePort it has. */
export function findDocumentService({ document, flow, sent }: WalkedFlow): ServiceObject | undefined {
  if (document.subject === 'pasted') return undefined;
  const { to } = flow;
  const { services } = document.cluster;
  if (to.kind === 'service') {
    return services.find((each) => each.metadata.name === to.name && getNamespace(each) === to.namespace);
  }
  const address = formatIp(sent.dst);
  const has = ({ spec, ...service }: ServiceObject): boolean =>
    spec.clusterIP === address ||
    (spec.clusterIPs ?? []).includes(address) ||
    (spec.externalIPs ?? []).includes(address) ||
    listFrontAddresses(service).some(({ ip }) => ip === address);
  const answers = (service: ServiceObject): boolean => has(service) && asks(service, sent.dport);
  return (
    services.find(answers) ??
    services.find(has) ??
    services.find(({ spec }) => spec.ports?.some(({ nodePort }) => nodePort === sent.dport))
  );
}

const asks = ({ spec }: ServiceObject, port: number): boolean =>
  spec.ports?.some((each) => each.port === port) ?? false;

/** The Pods its selector picks, whatever state they are in. */
export function listPods({ document }: Pick<WalkedFlow, 'document'>, service: ServiceObject): readonly PodObject[] {
  return document.cluster.pods.filter(
    (pod) => getNamespace(pod) === getNamespace(service) && matchesLabels(pod.metadata.labels, service.spec.selector),
  );
}

/** A Service's address, and the ports that it has there. */
export interface PortsAtAddress {
  readonly service: string;
  readonly ports: readonly number[];
}

/** The Service whose clusterIP the packet was sent to, with all its ports; undefined: it is nobody's. */
export function portsAtAddress(walked: WalkedFlow): PortsAtAddress | undefined {
  const { flow, sent, found } = walked;
  const asked = formatIp(sent.dst);
  if (flow.to.kind !== 'address') return undefined;
  const service = findDocumentService(walked);
  if (service) {
    const { clusterIP, clusterIPs = [], ports = [] } = service.spec;
    const isOwn = clusterIP === asked || clusterIPs.includes(asked);
    return isOwn ? { service: namespacedName(service), ports: ports.map(({ port }) => port) } : undefined;
  }
  const here = found.filter(({ address, port, protocol }) => address === asked && port > 0 && protocol === sent.proto);
  const [first] = here;
  return first && { service: first.name, ports: [...new Set(here.map(({ port }) => port))] };
}

/** A hop with the leg it belongs to. */
export interface WalkedHop extends Hop {
  readonly leg: Leg;
}

/** Every hop of a walk, in order. */
export function listHops({ legs }: Trace): readonly WalkedHop[] {
  return legs.flatMap((leg) => leg.hops.map((hop) => ({ ...hop, leg })));
}

/** The first packet that did not arrive; else the last one. */
export function brokenLeg({ legs }: Trace): Leg | undefined {
  return legs.find(({ disposition: { kind } }) => kind !== 'DELIVERED') ?? legs.at(-1);
}

/** The family a hop's packets are of. */
export function getFamily({ steps }: Hop): IpFamily {
  return steps[0]?.packet.family ?? 'ipv4';
}

/** The rule as the kernel lists it; undefined where it is not there any more. */
export function ruleText(netns: Netns | undefined, family: IpFamily, ref: RuleRef): string | undefined {
  const { table, chain: name, index } = ref;
  if (isXtTable(table)) {
    const chain = netns?.xtables[family]?.tables.get(table)?.chains.get(name);
    return chain && index < chain.length ? printLine(chain, index, family) : undefined;
  }
  const chain = netns?.nftables?.tables.get(table)?.chains.get(name);
  return chain && index < chain.length ? printNftRule(chain.rule(index)) : undefined;
}

/** The rule of a hop whose jump led to a chain, the last before a step. */
export function jumpTo(steps: readonly TraceStep[], chain: string, before: number): RuleRef | undefined {
  const found = steps
    .slice(0, before)
    .findLast(
      (step) =>
        step.kind === 'rule' &&
        (step.verdict.kind === 'JUMP' || step.verdict.kind === 'GOTO') &&
        step.verdict.chain === chain,
    );
  return found?.kind === 'rule' ? found.ref : undefined;
}

/** So many rules that did not match in a row are looked at, those nearest to what was next. */
const MOST_SKIPPED = 64;

/** Rules that were asked and did not match, in order. */
export function listSkipped(steps: readonly TraceStep[]): RuleRef[] {
  return steps.flatMap((step) => {
    if (step.kind !== 'skip') return [];
    const { table, chain, from, to } = step;
    const first = Math.max(from, to - MOST_SKIPPED);
    return Array.from({ length: to - first + 1 }, (_, at) => ({ table, chain, index: first + at }));
  });
}
