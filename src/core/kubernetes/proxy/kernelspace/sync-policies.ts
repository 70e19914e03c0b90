import { phrase } from '../../../lib/phrase';
import { parseIp, type IpAddress } from '../../../net/ip';
import { listEndpoints, slicesByService, listSlices, type EndpointInfo } from '../../endpoint';
import { Memo } from '../../../lib/memo';
import { makeRef, type ObjectFinding } from '../../finding';
import { getNamespace } from '../../types';
import type { HnsPolicies, Origin } from '../mode';
import { servicePorts, type ServicePortInfo } from '../../service-port';
import {
  isOutsidePods,
  makeKernelspaceContext,
  providerAddress,
  type KernelspaceContext,
  type KernelspaceInput,
} from './context';
import {
  DISTRIBUTION,
  HNS_PROTOCOL,
  LOAD_BALANCER_FLAGS,
  policyName,
  PORT_MAPPING,
  type HnsPortMapping,
  type HostComputeEndpoint,
  type HostComputeLoadBalancer,
} from './hns';

const PRESERVE_DESTINATION = 'preserve-destination';

/** One service port while its load balancers are made. */
interface PortPlan {
  readonly port: ServicePortInfo;
  readonly chosen: KernelspaceEndpoints;
  readonly context: KernelspaceContext;
  readonly preserves: boolean;
}

/** A load balancer that is wanted. */
interface Wanted {
  readonly vip?: string;
  readonly externalPort: number;
  readonly localOnly: boolean;
  readonly dsr: boolean;
  readonly portFlags: number;
  /** The field that asked for it. */
  readonly field: string;
}

function wantedOf({ port, chosen, context, preserves }: PortPlan): Wanted[] {
  const { settings, hasDsr } = context;
  const { externalPolicyLocal, internalPolicyLocal } = port;
  const outside = { localOnly: externalPolicyLocal, dsr: externalPolicyLocal && hasDsr };
  const kept = externalPolicyLocal || preserves;
  const external = PORT_MAPPING.vipExternalIp;
  const mux = preserves ? PORT_MAPPING.useMux | PORT_MAPPING.preserveDip : 0;
  const nodePort: Wanted = {
    externalPort: port.nodePort,
    localOnly: kept,
    dsr: outside.dsr,
    portFlags: external | PORT_MAPPING.localRoutedVip,
    field: `spec.ports[${port.index}].nodePort`,
  };
  const cluster: Wanted = {
    vip: port.clusterIP,
    externalPort: port.port,
    localOnly: internalPolicyLocal,
    dsr: settings.enableDsr && hasDsr,
    portFlags: 0,
    field: 'spec.clusterIP',
  };
  const beyond = chosen.servesOutside ? port.externalIPs : [];
  return [
    cluster,
    ...(port.nodePort !== 0 && chosen.servesOutside ? [nodePort] : []),
    ...beyond.map((vip): Wanted => ({
      vip,
      externalPort: port.port,
      ...outside,
      portFlags: external,
      field: 'spec.externalIPs',
    })),
    ...listIngress(port).map((vip): Wanted => ({
      vip,
      externalPort: port.port,
      localOnly: kept,
      dsr: kept && hasDsr,
      portFlags: external | mux,
      field: 'status.loadBalancer.ingress',
    })),
  ];
}

/** Every ingress address: ipMode is not looked at. */
function listIngress({ loadBalancerVIPs }: ServicePortInfo): readonly string[] {
  return loadBalancerVIPs;
}

/** A name is what the first endpoint has for it. */
function internalPort({ port, chosen }: PortPlan): number {
  const target = port.service.spec.ports?.[port.index]?.targetPort;
  if (typeof target === 'number' && target !== 0) return target;
  return chosen.usable[0]?.port ?? port.port;
}

function parsed({ ip }: EndpointInfo): IpAddress | undefined {
  const found = parseIp(ip);
  return found.ok ? found.value : undefined;
}

function sourceVip(endpoints: readonly EndpointInfo[], context: KernelspaceContext): string | undefined {
  const { networkType, sourceVip: own } = context.settings;
  if (networkType !== 'overlay') return undefined;
  const beyond = endpoints.some((endpoint) => {
    const address = parsed(endpoint);
    return address !== undefined && isOutsidePods(context, address);
  });
  return beyond ? context.nodeIP : own;
}

function portMapping(plan: PortPlan, { externalPort, portFlags }: Wanted): HnsPortMapping {
  const { port } = plan;
  return {
    Protocol: HNS_PROTOCOL[port.protocol] ?? 0,
    InternalPort: internalPort(plan),
    ExternalPort: externalPort,
    ...(port.affinityTimeout > 0 ? { DistributionType: DISTRIBUTION.client } : {}),
    ...(portFlags > 0 ? { Flags: portFlags } : {}),
  };
}

function loadBalancer(plan: PortPlan, wanted: Wanted): HostComputeLoadBalancer[] {
  const { chosen, context } = plan;
  const endpoints = chosen.usable.filter(({ isLocal, ip }) =>
    isLocal ? context.localEndpoints.has(ip) : !wanted.localOnly,
  );
  // Without endpoints there is none: nothing is refused, it is simply not spread.
  if (endpoints.length === 0) return [];
  const flags = (wanted.dsr ? LOAD_BALANCER_FLAGS.dsr : 0) | (context.family === 'ipv6' ? LOAD_BALANCER_FLAGS.ipv6 : 0);
  const source = sourceVip(endpoints, context);
  return [
    {
      HostComputeEndpoints: endpoints.map(({ ip }) => ip),
      ...(source === undefined ? {} : { SourceVIP: source }),
      ...(wanted.vip === undefined ? {} : { FrontendVIPs: [wanted.vip] }),
      PortMappings: [portMapping(plan, wanted)],
      ...(flags > 0 ? { Flags: flags } : {}),
    },
  ];
}

/** Where health checks of the load balancer in front of the nodes go. */
function healthCheck({ port, context, preserves }: PortPlan): HostComputeLoadBalancer[] {
  const { healthCheckEndpoint } = context.settings;
  const checked = port.healthCheckNodePort === 0 ? 10_256 : port.healthCheckNodePort;
  if (healthCheckEndpoint === undefined) return [];
  const flags = preserves ? { Flags: PORT_MAPPING.useMux | PORT_MAPPING.preserveDip } : {};
  return listIngress(port).map((vip) => ({
    HostComputeEndpoints: [healthCheckEndpoint],
    FrontendVIPs: [vip],
    PortMappings: [{ Protocol: HNS_PROTOCOL.TCP, InternalPort: checked, ExternalPort: checked, ...flags }],
  }));
}

/** `02-11-0a-f4-02-07` of 10.244.2.7; of IPv6 the last four bytes, the last one first. */
export function remoteMac({ family, words }: IpAddress): string {
  const last = words.at(-1) ?? 0;
  const bytes = [24, 16, 8, 0].map((shift) => ((last >>> shift) & 0xff).toString(16).padStart(2, '0'));
  return ['02', '11', ...(family === 'ipv4' ? bytes : bytes.reverse())].join('-');
}

function remoteEndpoint(address: IpAddress, ip: string, context: KernelspaceContext): HostComputeEndpoint {
  const remote = { IpConfigurations: [{ IpAddress: ip }], MacAddress: remoteMac(address), Flags: 1 } as const;
  if (context.settings.networkType !== 'overlay') return remote;
  const Settings = { ProviderAddress: providerAddress(context, address) };
  return { ...remote, Policies: [{ Type: 'ProviderAddress', Settings }] };
}

/** Overlay: an endpoint of the clusterIP itself, with the node's own MAC address, which nothing here tells. */
function clusterIPEndpoint({ port, context }: PortPlan): HostComputeEndpoint {
  const Settings = { ProviderAddress: context.nodeIP };
  return {
    IpConfigurations: [{ IpAddress: port.clusterIP }],
    Flags: 1,
    Policies: [{ Type: 'ProviderAddress', Settings }],
  };
}

function originOf({ port }: PortPlan, field: string): Origin {
  const { service, index } = port;
  const namespace = getNamespace(service);
  const { name } = service.metadata;
  return {
    kind: 'Service',
    namespace,
    name,
    field,
    why: phrase('kubernetes.kernelspace.origin', { name: port.name }),
    servicePort: { namespace, serviceName: name, index },
  };
}

function listFindings(plan: PortPlan): ObjectFinding[] {
  const { port, chosen, context } = plan;
  const about = { path: `spec.ports[${port.index}]`, object: makeRef(port.service) };
  const ports = new Set(chosen.usable.map((endpoint) => endpoint.port));
  const missing = chosen.usable.filter(({ isLocal, ip }) => isLocal && !context.localEndpoints.has(ip));
  const severity = { severity: 'warning', code: 'conflict' } as const;
  return [
    ...(ports.size > 1
      ? [{ ...severity, ...about, message: phrase('kubernetes.kernelspace.ports-differ', { name: port.name }) }]
      : []),
    ...missing.map(({ ip }) => ({
      ...severity,
      ...about,
      message: phrase('kubernetes.kernelspace.no-hns-endpoint', { name: port.name, ip }),
    })),
  ];
}

/**
 * Endpoints and load balancer policies that kube-proxy's kernelspace mode asks the Host Network Service for
 * (pkg/proxy/winkernel/proxier.go of 1.30.5). Source ranges, nodePortAddresses, hints and masquerade settings do not exist there.
 */
export function syncHnsPolicies(input: KernelspaceInput): HnsPolicies {
  const { cluster, family, node } = input;
  const context = makeKernelspaceContext(input);
  const slices = slicesByService(cluster.endpointSlices, input.memo ?? new Memo());
  const endpoints = new Map<string, HostComputeEndpoint>();
  for (const ip of context.localEndpoints) endpoints.set(ip, { IpConfigurations: [{ IpAddress: ip }] });
  const loadBalancers: HostComputeLoadBalancer[] = [];
  const origins: Origin[] = [];
  const findings: ObjectFinding[] = [];
  for (const port of cluster.services.flatMap((service) => servicePorts(service, family, { ipMode: false }))) {
    const listed = listEndpoints(listSlices(slices, port), port, { family, node });
    const preserves = port.service.metadata.annotations?.[PRESERVE_DESTINATION] === 'true' && context.hasDsr;
    const plan: PortPlan = { port, chosen: chooseKernelspaceEndpoints(listed, port), context, preserves };
    const asked = wantedOf(plan).flatMap((wanted) => loadBalancer(plan, wanted).map((policy) => ({ policy, wanted })));
    const made = asked.map(({ policy }) => policy);
    const used = new Set(made.flatMap((each) => each.HostComputeEndpoints));
    for (const endpoint of plan.chosen.usable) {
      const address = parsed(endpoint);
      const isNew = address && used.has(endpoint.ip) && !endpoints.has(endpoint.ip);
      if (isNew) endpoints.set(endpoint.ip, remoteEndpoint(address, endpoint.ip, context));
    }
    if (context.settings.networkType === 'overlay' && made.length > 0)
      endpoints.set(port.clusterIP, clusterIPEndpoint(plan));
    const checks = made.length > 0 ? healthCheck(plan) : [];
    loadBalancers.push(...made, ...checks);
    origins.push(...asked.map(({ wanted }) => originOf(plan, wanted.field)));
    origins.push(...checks.map(() => originOf(plan, 'spec.healthCheckNodePort')));
    findings.push(...listFindings(plan));
  }
  return { endpoints: [...endpoints.values()], loadBalancers, names: loadBalancers.map(policyName), origins, findings };
}

/** The policies as JSON of HNS, one object a line. */
export function printHnsPolicies({ endpoints, loadBalancers }: HnsPolicies): string {
  const version = { SchemaVersion: { Major: 2, Minor: 0 } };
  const lines = [...endpoints, ...loadBalancers].map((each) => JSON.stringify({ ...each, ...version }));
  return lines.map((line) => `${line}\n`).join('');
}

/** The endpoints one port may use, and whether nodePorts and external addresses get load balancers at all. */
interface KernelspaceEndpoints {
  readonly usable: readonly EndpointInfo[];
  readonly servesOutside: boolean;
}

/**
 * Which endpoints count: a choice of its own (pkg/proxy/winkernel/proxier.go syncProxyRules, 1.30.5). Zone hints are
 * ignored on Windows.
 */
function chooseKernelspaceEndpoints(endpoints: readonly EndpointInfo[], port: ServicePortInfo): KernelspaceEndpoints {
  const { internalPolicyLocal, externalPolicyLocal, loadBalancerVIPs } = port;
  const near = internalPolicyLocal && externalPolicyLocal ? endpoints.filter(({ isLocal }) => isLocal) : endpoints;
  if (loadBalancerVIPs.length === 0) return { usable: near.filter(isReady), servesOutside: true };
  const asked = near.filter(({ isLocal }) => !externalPolicyLocal || isLocal);
  const allTerminating = !asked.some(({ ready, terminating }) => ready && !terminating);
  const noneServing = !asked.some(({ serving }) => serving);
  const servesOutside = !allTerminating && !noneServing;
  if (noneServing) return { usable: near, servesOutside };
  return { usable: near.filter(allTerminating ? ({ serving }) => serving : isReady), servesOutside };
}

function isReady({ ready, serving }: EndpointInfo): boolean {
  return ready && serving;
}
