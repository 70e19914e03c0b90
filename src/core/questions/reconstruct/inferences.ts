import type { ProxyModeId, ServiceObject } from '../../kubernetes/types';
import { phrase } from '../../lib/phrase';
import type { AssembledCluster } from './assemble';
import type { ReadService } from './services';
import type {
  Certainty,
  Inference,
  Observed,
  OtherNode,
  ReadPort,
  ReadProxy,
  Wanted,
  Witness,
} from '../../paste/proxy/types';

/** What is known of the Node beside its rules, and what of that a person said. */
interface NodeInferences {
  readonly known: Observed['node'];
  readonly wanted: Wanted;
}

/** What each field of a service port is called in the Service, and its value there. */
const FIELDS: readonly (readonly [
  read: string,
  field: (port: ReadPort) => string,
  value: (port: ReadPort) => string | number | undefined,
])[] = [
  ['name', () => 'metadata.name', ({ namespace, service }) => `${namespace}/${service}`],
  ['clusterIP', () => 'spec.clusterIPs', ({ clusterIP }) => clusterIP],
  ['port', (port) => `spec.ports[${port.portName}].port`, ({ port }) => port],
  ['nodePort', (port) => `spec.ports[${port.portName}].nodePort`, ({ nodePort }) => nodePort],
  ['externalIPs', () => 'spec.externalIPs', ({ externalIPs }) => externalIPs.join(' ')],
  ['loadBalancerIPs', () => 'status.loadBalancer.ingress', ({ loadBalancerIPs }) => loadBalancerIPs.join(' ')],
  ['sourceRanges', () => 'spec.loadBalancerSourceRanges', ({ sourceRanges }) => sourceRanges.join(' ')],
  ['healthCheckNodePort', () => 'spec.healthCheckNodePort', ({ healthCheckNodePort }) => healthCheckNodePort],
  [
    'affinitySeconds',
    () => 'spec.sessionAffinityConfig.clientIP.timeoutSeconds',
    ({ affinitySeconds }) => affinitySeconds,
  ],
  ['externalLocal', () => 'spec.externalTrafficPolicy', ({ externalLocal }) => policy(externalLocal)],
  ['internalLocal', () => 'spec.internalTrafficPolicy', ({ internalLocal }) => policy(internalLocal)],
  ['cluster', (port) => `endpoints[${port.portName}]`, ({ cluster }) => cluster?.join(' ')],
  ['local', (port) => `endpoints[${port.portName}] on this node`, ({ local }) => local?.join(' ')],
];

function policy(local: boolean | undefined): string | undefined {
  return local === undefined ? undefined : local ? 'Local' : 'Cluster';
}

/** Everything that was inferred, with where the rules tell it. */
export function listInferences(
  mode: ProxyModeId,
  made: AssembledCluster,
  proxies: readonly ReadProxy[],
  told: NodeInferences,
): Inference[] {
  const services = made.services.flatMap((service, index) => serviceInferences(service, made.cluster.services[index]));
  const configured = proxies.flatMap((proxy) => proxyInferences(mode, made, proxy));
  return [...services, ...nodeInferences(made, told), ...made.others.flatMap(otherInferences), ...configured];
}

function serviceInferences(service: ReadService, object: ServiceObject | undefined): Inference[] {
  const about = `Service ${service.namespace}/${service.name}`;
  const told = service.ports.flatMap((port) =>
    FIELDS.flatMap(([read, field, value]): Inference[] => {
      const found = value(port);
      const evidence = port.evidence.get(read);
      if (found === undefined || found === '' || !evidence) return [];
      return [{ about, field: field(port), value: String(found), certainty: getCertainty(read, port), evidence }];
    }),
  );
  const type: Inference = {
    about,
    field: 'spec.type',
    value: object?.spec.type ?? 'ClusterIP',
    certainty: 'told',
    evidence: typeEvidence(service.ports),
  };
  if (service.ports.some(({ namespaceCut }) => namespaceCut)) {
    const why = phrase('reconstruct.made-up.namespace');
    const cut = told.map((each) =>
      each.field === 'metadata.name' ? { ...each, certainty: 'made-up' as const, why } : each,
    );
    return [...cut, type];
  }
  if (service.named) return [...told, type];
  const isKubernetes = service.namespace === 'default' && service.name === 'kubernetes';
  const why = isKubernetes ? phrase('reconstruct.made-up.kubernetes') : phrase('reconstruct.made-up.name');
  return [
    ...told,
    type,
    { about, field: 'metadata.name', value: service.name, certainty: 'made-up', evidence: [], why },
  ];
}

/** Once nobody takes the traffic, external addresses of both kinds read the same. */
function getCertainty(read: string, port: ReadPort): Certainty {
  const isRefused = !port.hasEndpoints && (read === 'externalIPs' || read === 'loadBalancerIPs');
  return isRefused ? 'either' : 'told';
}

function typeEvidence(ports: readonly ReadPort[]): Witness[] {
  const fields = ['loadBalancerIPs', 'healthCheckNodePort', 'nodePort', 'clusterIP'];
  for (const field of fields) {
    const found = ports.flatMap(({ evidence }) => evidence.get(field) ?? []);
    if (found.length > 0) return found.slice(0, 2);
  }
  return [];
}

/** The Node's name, addresses and Pod CIDRs: said by a person, listed by the machine, told by rules, or made up. */
function nodeInferences(
  { node, addresses, cluster }: AssembledCluster,
  { known = {}, wanted }: NodeInferences,
): Inference[] {
  const about = `Node ${node}`;
  const witness = (field: keyof NonNullable<Wanted['node']>): Witness =>
    wanted.node?.[field] === undefined ? { kind: 'node' } : { kind: 'person' };
  const isNamed = known.name !== undefined || wanted.node?.name !== undefined;
  const name: Inference = {
    about,
    field: 'metadata.name',
    value: node,
    ...(isNamed
      ? { certainty: 'told', evidence: [witness('name')] }
      : { certainty: 'made-up', evidence: [], why: phrase('reconstruct.made-up.node-name') }),
  };
  const listed = addresses.map(({ address, madeUp }): Inference => {
    const base = { about, field: 'status.addresses', value: address };
    if (!madeUp) return { ...base, certainty: 'told', evidence: [witness('addresses')] };
    return { ...base, certainty: 'made-up', evidence: [], why: phrase('reconstruct.made-up.node-address') };
  });
  const podCIDRs = cluster.nodes[0]?.spec?.podCIDRs ?? [];
  const cidrs: Inference[] =
    podCIDRs.length === 0
      ? []
      : [
          {
            about,
            field: 'spec.podCIDRs',
            value: podCIDRs.join(' '),
            certainty: 'told',
            evidence: [witness('podCIDRs')],
          },
        ];
  return [name, ...listed, ...cidrs];
}

/** What a machine beside this one lists of itself. */
function otherInferences({ name, addresses = [], podCIDRs = [] }: OtherNode): Inference[] {
  const base = { about: `Node ${name}`, certainty: 'told', evidence: [{ kind: 'node', name }] } as const;
  return [
    { ...base, field: 'metadata.name', value: name },
    ...addresses.map((value) => ({ ...base, field: 'status.addresses', value })),
    ...(podCIDRs.length > 0 ? [{ ...base, field: 'spec.podCIDRs', value: podCIDRs.join(' ') }] : []),
  ];
}

function rangeInferences({ serviceCIDRs, evidence }: ReadProxy): Inference[] {
  const found = evidence.get('serviceCIDRs');
  if (!serviceCIDRs || !found) return [];
  const value = serviceCIDRs.join(' ');
  return [{ about: 'ServiceCIDR kubernetes', field: 'spec.cidrs', value, certainty: 'told', evidence: found }];
}

function proxyInferences(mode: ProxyModeId, { config }: AssembledCluster, proxy: ReadProxy): Inference[] {
  const about = 'KubeProxyConfiguration';
  const section = mode === 'nftables' ? 'nftables' : 'iptables';
  const detected = config.detectLocalMode ?? `ClusterCIDR ${config.clusterCIDR ?? ''}`;
  const rows: readonly (readonly [read: string, field: string, value: string | number | boolean | undefined])[] = [
    ['masqueradeBit', `${section}.masqueradeBit`, proxy.masqueradeBit],
    ['masqueradeAll', `${section}.masqueradeAll`, proxy.masqueradeAll],
    ['detectLocal', 'detectLocalMode', proxy.detector && detected.trim()],
    ['nodePortAddresses', 'nodePortAddresses', (config.nodePortAddresses ?? []).join(' ')],
    ['localhostNodePorts', 'iptables.localhostNodePorts', proxy.localhostNodePorts],
    ['tcpBeLiberal', 'conntrack.tcpBeLiberal', config.conntrack?.tcpBeLiberal],
    ['scheduler', 'ipvs.scheduler', proxy.scheduler],
    ['bindAddress', 'bindAddress', proxy.bindAddress],
  ];
  const configured = rows.flatMap(([read, field, value]): Inference[] => {
    const evidence = proxy.evidence.get(read);
    if (value === undefined || !evidence) return [];
    return [{ about, field, value: String(value), certainty: 'told', evidence }];
  });
  return [...configured, ...rangeInferences(proxy)];
}
