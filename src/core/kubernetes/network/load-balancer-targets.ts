import type { Memo } from '../../lib/memo';
import { phrase, type Phrase } from '../../lib/phrase';
import { sha256Hex } from '../../lib/sha';
import { formatIp, parseIp, type IpAddress } from '../../net/ip';
import { isNodeReady } from '../pods';
import { findInternalIP } from '../controllers/nodes';
import { slicesByService } from '../endpoint';
import {
  listFrontAddresses,
  namespacedName,
  type ClusterObjects,
  type Endpoint,
  type NodeObject,
  type ServiceObject,
} from '../types';
import { balancerOf } from './load-balancer-settings';

const NO_BALANCERS = 'node.kubernetes.io/exclude-from-external-load-balancers';

/** Where a load balancer may send, and whether its health check lets it. */
export interface BalancerTarget {
  /** The node, or the endpoint's `namespace/name`. */
  readonly name: string;
  readonly addresses: readonly IpAddress[];
  readonly isIn: boolean;
  readonly why: Phrase;
}

/** Health of nodes as load balancers find it out. */
export interface HealthChecks {
  /** Nodes whose kube-proxy does not run. */
  readonly stopped: ReadonlySet<string>;
  /**
   * While time runs: the nodes that a balancer's health checks have in by now, of a Service (`namespace/name`).
   * Absent, or undefined: as they answer now.
   */
  readonly checked?: (service: string) => ReadonlySet<string> | undefined;
}

/** Inputs of the choice of targets. */
export interface BalancerGround extends HealthChecks {
  readonly cluster: ClusterObjects;
  readonly memo: Memo;
}

/** The targets of a Service's load balancer, with what its health check finds. */
export function balancerTargets(service: ServiceObject, ground: BalancerGround): readonly BalancerTarget[] {
  const settings = balancerOf(service);
  if (!settings) return [];
  if ((settings.kind === 'proxy' || settings.kind === 'nat') && settings.targets === 'pods')
    return podTargets(service, ground);
  const targets = ground.cluster.nodes.map((node) => nodeTarget(service, node, ground));
  return settings.kind === 'announce' ? announcing(service, targets, ground) : targets;
}

function listEndpoints(service: ServiceObject, { cluster, memo }: BalancerGround): readonly Endpoint[] {
  const slices = slicesByService(cluster.endpointSlices, memo).get(namespacedName(service)) ?? [];
  return slices.flatMap(({ endpoints = [] }) => endpoints);
}

const canServe = ({ conditions }: Endpoint): boolean => conditions?.serving ?? conditions?.ready ?? true;
const isReady = ({ conditions }: Endpoint): boolean => conditions?.ready !== false;

function listAddresses(node: NodeObject): readonly IpAddress[] {
  const texts = (['ipv4', 'ipv6'] as const).map((family) => findInternalIP(node, family));
  return texts.flatMap((text) => parsed(text ?? ''));
}

/** The address in a text, if it is one. */
export function parsed(text: string): readonly IpAddress[] {
  const address = parseIp(text);
  return address.ok ? [address.value] : [];
}

/**
 * Local: kube-proxy answers 200 on healthCheckNodePort while an endpoint here is ready
 * (pkg/proxy/healthcheck/service_health.go); Cluster: /healthz of kube-proxy (proxy_health.go).
 */
function nodeTarget(service: ServiceObject, node: NodeObject, ground: BalancerGround): BalancerTarget {
  const { name } = node.metadata;
  const { externalTrafficPolicy, healthCheckNodePort: port = 0 } = service.spec;
  const target = (isIn: boolean, why: Phrase): BalancerTarget => ({ name, addresses: listAddresses(node), isIn, why });
  if (node.metadata.labels?.[NO_BALANCERS] !== undefined) {
    return target(false, phrase('kubernetes.balancer.excluded', { node: name }));
  }
  if (!isNodeReady(node)) return target(false, phrase('kubernetes.balancer.not-ready', { node: name }));
  const checked = ground.checked?.(namespacedName(service));
  if (checked) {
    const isIn = checked.has(name);
    return target(isIn, phrase('kubernetes.balancer.checked', { node: name, in: isIn ? 'yes' : 'no' }));
  }
  if (ground.stopped.has(name)) return target(false, phrase('kubernetes.balancer.no-proxy', { node: name }));
  if (externalTrafficPolicy !== 'Local') return target(true, phrase('kubernetes.balancer.healthz', { node: name }));
  const local = listEndpoints(service, ground).filter((each) => each.nodeName === name && isReady(each)).length;
  return target(local > 0, phrase('kubernetes.balancer.local', { node: name, port, count: local }));
}

function podTargets(service: ServiceObject, ground: BalancerGround): readonly BalancerTarget[] {
  return listEndpoints(service, ground).map((endpoint) => {
    const text = endpoint.addresses?.[0] ?? '';
    const name = endpoint.targetRef?.name ?? text;
    const why = phrase('kubernetes.balancer.pod', { pod: name, ready: isReady(endpoint) ? 'yes' : 'no' });
    return { name, addresses: parsed(text), isIn: isReady(endpoint), why };
  });
}

/**
 * One speaker answers for the address: of the nodes that may, the one whose name and the address have the smallest hash
 * (speaker/layer2_controller.go of MetalLB, `ShouldAnnounce`). Speakers do not ask kube-proxy.
 */
function announcing(
  service: ServiceObject,
  targets: readonly BalancerTarget[],
  ground: BalancerGround,
): readonly BalancerTarget[] {
  const address = ingressAddresses(service)[0];
  const serving = listEndpoints(service, ground).filter(canServe);
  const local = new Set(serving.map(({ nodeName }) => nodeName));
  const isLocal = service.spec.externalTrafficPolicy === 'Local';
  const labelled = new Map(ground.cluster.nodes.map((node) => [node.metadata.name, node.metadata.labels ?? {}]));
  const may = targets
    .map(({ name }) => name)
    .filter((name) => labelled.get(name)?.[NO_BALANCERS] === undefined && (!isLocal || local.has(name)));
  const rank = new Map(may.map((name) => [name, sha256Hex(`${name}#${address ? formatIp(address) : ''}`)]));
  const [first] =
    serving.length === 0 ? [] : may.toSorted((a, b) => ((rank.get(a) ?? '') < (rank.get(b) ?? '') ? -1 : 1));
  return targets.map((target) => {
    const isIn = target.name === first;
    const why = isIn
      ? 'announces'
      : may.includes(target.name) && serving.length > 0
        ? 'other-announces'
        : 'may-not-announce';
    return { ...target, isIn, why: phrase(`kubernetes.balancer.${why}`, { node: target.name }) };
  });
}

/** The addresses a load balancer gave a Service. */
export function ingressAddresses(service: ServiceObject): readonly IpAddress[] {
  return listFrontAddresses(service).flatMap(({ ip }) => parsed(ip));
}
