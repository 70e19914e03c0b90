import { phrase } from '../../lib/phrase';
import { PROXY_MODES, releaseProblem } from '../../kubernetes/proxy';
import { namespaceOf } from '../../kubernetes/meta';
import { containerPorts } from '../../kubernetes/controllers/endpoint-pods';
import type { DeploymentObject, Labels, PodObject, ServiceObject } from '../../kubernetes/types';
import { formatIp } from '../../net/ip';
import { SIZE, type Candidate, type Concern, type WalkedFlow } from './candidate';
import { labelText } from './causes/endpoints';
import { configCandidates } from './config-candidates';
import { kernelCandidates } from './kernel-candidates';
import { podCandidates } from './pod-candidates';
import { releaseCandidates } from './release-candidates';
import { routeCandidates } from './route-candidates';
import { podsOf, serviceOf } from './walked';

/** Changes of a built cluster that the mechanisms on the flow's way listen to. */
export function clusterCandidates(walked: WalkedFlow): readonly Candidate[] {
  const service = serviceOf(walked);
  return [
    ...(service ? [...serviceCandidates(walked, service), ...podCandidates(walked, service)] : []),
    ...configCandidates(walked),
    ...kernelCandidates(walked),
    ...routeCandidates(walked),
    ...elsewhere(walked),
    ...releaseCandidates(walked),
    ...otherModes(walked),
  ];
}

/** Fields of a Service that are tried, and the causes they answer. */
const CONCERNS = {
  internalTrafficPolicy: 'traffic-policy',
  externalTrafficPolicy: 'traffic-policy',
  loadBalancerSourceRanges: 'source-ranges',
  selector: 'selector',
  targetPort: 'target-port',
  externalIPs: 'external-ips',
} as const satisfies Readonly<Record<string, Concern>>;
type Field = keyof typeof CONCERNS;

function serviceCandidates(walked: WalkedFlow, service: ServiceObject): readonly Candidate[] {
  const which = { namespace: namespaceOf(service), name: service.metadata.name };
  const name = `${which.namespace}/${which.name}`;
  const { spec } = service;
  const change = (field: Field, to: string, change: Partial<ServiceObject['spec']>): Candidate => ({
    change: { kind: 'service-spec', which, spec: change },
    says: phrase('document.why.service', { name, field, value: to }),
    size: SIZE.service,
    about: CONCERNS[field],
  });
  const { internalTrafficPolicy = 'Cluster', externalTrafficPolicy = 'Cluster' } = spec;
  const external = spec.type === 'NodePort' || spec.type === 'LoadBalancer' || (spec.externalIPs ?? []).length > 0;
  const other = { Cluster: 'Local', Local: 'Cluster' } as const;
  return [
    change('internalTrafficPolicy', other[internalTrafficPolicy], {
      internalTrafficPolicy: other[internalTrafficPolicy],
    }),
    ...(external
      ? [
          change('externalTrafficPolicy', other[externalTrafficPolicy], {
            externalTrafficPolicy: other[externalTrafficPolicy],
          }),
        ]
      : []),
    ...rangeChanges(walked, service).map(({ value, ranges }) =>
      change('loadBalancerSourceRanges', value, { loadBalancerSourceRanges: ranges }),
    ),
    ...selectorChanges(walked, service).map((selector) => change('selector', labelText(selector), { selector })),
    ...targetPortChanges(walked, service).map(({ value, ports }) => change('targetPort', value, { ports })),
    ...externalChanges(service).map(({ value, ips }) => change('externalIPs', value, { externalIPs: ips })),
    ...typeChanges(which, name, spec.type ?? 'ClusterIP'),
  ];
}

function typeChanges(
  which: { readonly namespace: string; readonly name: string },
  name: string,
  now: ServiceObject['spec']['type'],
): readonly Candidate[] {
  if (now === 'ExternalName') return [];
  return (['ClusterIP', 'NodePort', 'LoadBalancer'] as const)
    .filter((type) => type !== now)
    .map((type) => ({
      change: { kind: 'service-type', which, type },
      says: phrase('document.why.service', { name, field: 'type', value: type }),
      size: SIZE.service + 1,
    }));
}

interface RangeChange {
  readonly value: string;
  readonly ranges: readonly string[] | undefined;
}

/** Ranges are opened for the sender, taken away, or closed to it. */
function rangeChanges({ sent, trace }: WalkedFlow, { spec }: ServiceObject): readonly RangeChange[] {
  const ranges = spec.loadBalancerSourceRanges ?? [];
  if (ranges.length === 0) return [];
  const src = sent.src ?? trace.legs[0]?.hops[0]?.steps[0]?.packet.src;
  const own = src && `${formatIp(src)}/${src.family === 'ipv4' ? 32 : 128}`;
  return [
    ...(own !== undefined && !ranges.includes(own) ? [{ value: `+ ${own}`, ranges: [...ranges, own] }] : []),
    ...(ranges.length > 1
      ? ranges.map((range) => ({ value: `− ${range}`, ranges: ranges.filter((each) => each !== range) }))
      : []),
    { value: '∅', ranges: undefined },
  ];
}

/** Each externalIP taken away. */
function externalChanges({ spec: { externalIPs = [] } }: ServiceObject): readonly {
  readonly value: string;
  readonly ips: readonly string[];
}[] {
  return externalIPs.slice(0, 4).map((ip) => ({ value: `− ${ip}`, ips: externalIPs.filter((each) => each !== ip) }));
}

/** Labels of so many Pods are looked at. */
const MOST_LABELLED = 500;
/** The most labels that are tried as a selector. */
const MOST_SELECTORS = 4;

/** Labels of other Deployments and Pods of the namespace: one of them may be what the selector was meant to say. */
function selectorChanges(walked: WalkedFlow, service: ServiceObject): readonly Labels[] {
  if (podsOf(walked, service).length > 0) return [];
  const { cluster } = walked.document;
  const now = JSON.stringify(service.spec.selector ?? {});
  const isNear = (object: DeploymentObject | PodObject): boolean => namespaceOf(object) === namespaceOf(service);
  const labels = [
    ...cluster.deployments.filter(isNear).map(({ spec }) => spec.selector.matchLabels),
    ...cluster.pods
      .slice(0, MOST_LABELLED)
      .filter(isNear)
      .map(({ metadata }) => sameKeys(metadata.labels, service.spec.selector)),
  ].filter((each) => each !== undefined);
  const once = new Map(labels.map((each) => [JSON.stringify(each), each]));
  once.delete(now);
  once.delete('{}');
  return [...once.values()].slice(0, MOST_SELECTORS);
}

/** The labels of a Pod under the keys a selector asks for; all of them where it has none of these. */
function sameKeys(labels: Labels | undefined, selector: Labels | undefined): Labels | undefined {
  const wanted = Object.entries(labels ?? {}).filter(([key]) => selector && key in selector);
  return wanted.length > 0 ? Object.fromEntries(wanted) : labels;
}

/** Ports that the Service's own Pods listen on, then those of others, where the packet found none. */
function targetPortChanges(
  walked: WalkedFlow,
  service: ServiceObject,
): readonly { readonly value: string; readonly ports: ServiceObject['spec']['ports'] }[] {
  const { document, flow, through } = walked;
  const { ports = [] } = service.spec;
  const at = ports.findIndex(({ port }) => port === flow.port);
  if (through || at < 0) return [];
  const listened = [...podsOf(walked, service), ...document.cluster.pods.slice(0, MOST_LISTENERS)].flatMap((pod) =>
    containerPorts(pod).map(({ containerPort }) => containerPort),
  );
  const others = new Set(listened);
  others.delete(Number(ports[at]?.targetPort ?? ports[at]?.port));
  return [...others].slice(0, 4).map((port) => ({
    value: String(port),
    ports: ports.map((each, index) => (index === at ? { ...each, targetPort: port } : each)),
  }));
}

/** Of so many Pods the ports are looked at. */
const MOST_LISTENERS = 50;

/** The most other nodes that are tried. */
const MOST_NODES = 4;

/** The same flow by another node, or from another node. */
function elsewhere({ document, flow }: WalkedFlow): readonly Candidate[] {
  const { from, to } = flow;
  const nodes = document.cluster.nodes.map(({ metadata }) => metadata.name);
  const by =
    to.kind === 'service' && to.via === 'nodePort'
      ? nodes.filter((name) => name !== (to.node ?? nodes[0])).map((node) => ({ to: { ...to, node }, node }))
      : [];
  const sender =
    from.kind === 'node'
      ? nodes.filter((name) => name !== from.name).map((name) => ({ from: { ...from, name }, node: name }))
      : [];
  return [...by.slice(0, MOST_NODES), ...sender.slice(0, MOST_NODES)].map(({ node, ...ends }) => ({
    change: { kind: 'flow', id: flow.id, ...ends },
    says: 'to' in ends ? phrase('document.why.by-node', { node }) : phrase('document.why.from-node', { node }),
    size: SIZE.caller,
  }));
}

function otherModes({ document: { mode, release } }: WalkedFlow): readonly Candidate[] {
  return PROXY_MODES.filter((each) => each.id !== mode && !releaseProblem(each, release)).map(({ id, title }) => ({
    change: { kind: 'mode', mode: id },
    says: phrase('document.why.mode', { mode: title }),
    size: SIZE.mode,
    about: 'mode',
  }));
}
