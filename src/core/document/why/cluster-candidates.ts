import { phrase } from '../../lib/phrase';
import { PROXY_MODES, releaseProblem } from '../../kubernetes/proxy';
import { namespaceOf } from '../../kubernetes/meta';
import type { ServiceObject } from '../../kubernetes/types';
import { formatIp } from '../../net/ip';
import type { Candidate, WalkedFlow } from './candidate';
import { SIZE } from './candidate';
import { configCandidates } from './config-candidates';
import { podCandidates } from './pod-candidates';

/** The Service the flow goes to: the one it names, or whose address it has. */
function serviceOf({ document, flow, sent }: WalkedFlow): ServiceObject | undefined {
  const { to } = flow;
  const { services } = document.cluster;
  if (to.kind === 'service') {
    return services.find((each) => each.metadata.name === to.name && namespaceOf(each) === to.namespace);
  }
  const address = formatIp(sent.dst);
  const has = ({ spec, status }: ServiceObject): boolean =>
    spec.clusterIP === address ||
    (spec.clusterIPs ?? []).includes(address) ||
    (spec.externalIPs ?? []).includes(address) ||
    (status?.loadBalancer?.ingress ?? []).some(({ ip }) => ip === address);
  return services.find(has) ?? services.find(({ spec }) => spec.ports?.some(({ nodePort }) => nodePort === sent.dport));
}

/** Changes of a built cluster that the mechanisms on the flow's way listen to. */
export function clusterCandidates(walked: WalkedFlow): readonly Candidate[] {
  const service = serviceOf(walked);
  return [
    ...(service ? [...serviceCandidates(walked, service), ...podCandidates(walked, service)] : []),
    ...configCandidates(walked),
    ...elsewhere(walked),
    ...otherModes(walked),
  ];
}

function serviceCandidates(walked: WalkedFlow, service: ServiceObject): readonly Candidate[] {
  const which = { namespace: namespaceOf(service), name: service.metadata.name };
  const name = `${which.namespace}/${which.name}`;
  const { spec } = service;
  const change = (field: string, to: string, change: Partial<ServiceObject['spec']>): Candidate => ({
    change: { kind: 'service-spec', which, spec: change },
    says: phrase('document.why.service', { name, field, value: to }),
    size: SIZE.service,
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

type Labels = Readonly<Record<string, string>>;

const labelText = (labels: Labels): string =>
  Object.entries(labels)
    .map(([key, value]) => `${key}=${value}`)
    .join(',');

/** Labels of other Deployments of the namespace: one of them may be what the selector was meant to say. */
function selectorChanges({ document }: WalkedFlow, service: ServiceObject): readonly Labels[] {
  const now = JSON.stringify(service.spec.selector ?? {});
  return document.cluster.deployments
    .filter((deployment) => namespaceOf(deployment) === namespaceOf(service))
    .flatMap(({ spec }) => (spec.selector.matchLabels ? [spec.selector.matchLabels] : []))
    .filter((labels) => JSON.stringify(labels) !== now)
    .slice(0, 4);
}

/** Ports that containers of the cluster listen on, where the packet found none. */
function targetPortChanges(
  { document, flow, trace }: WalkedFlow,
  { spec }: ServiceObject,
): readonly { readonly value: string; readonly ports: ServiceObject['spec']['ports'] }[] {
  const refused = trace.legs.some(({ disposition }) => disposition.kind === 'NO_SOCKET');
  const at = spec.ports?.findIndex(({ port }) => port === flow.port) ?? -1;
  if (!refused || at < 0) return [];
  const listened = document.cluster.pods.flatMap(({ spec: { containers = [] } }) =>
    containers.flatMap(({ ports = [] }) => ports.map(({ containerPort }) => containerPort)),
  );
  return [...new Set(listened)].slice(0, 4).map((port) => ({
    value: String(port),
    ports: spec.ports?.map((each, index) => (index === at ? { ...each, targetPort: port } : each)),
  }));
}

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
  }));
}
