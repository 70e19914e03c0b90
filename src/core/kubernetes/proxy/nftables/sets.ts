import type { ProxierContext } from './context';
import type { RuleWhy } from './explain';
import * as names from './names';
import { proxyOrigin } from './rule';
import type { SetHead } from './transaction';

/** The sets and maps of a table, without elements: what kube-proxy declares at every sync. */
export type SharedSets = Readonly<Record<keyof typeof SHARED, SetHead>>;

type Key = 'address' | 'destination' | 'port' | 'hairpin' | 'source';

/** Sets whose sentence is written. */
type SetName<Why = RuleWhy> = string extends Why ? string : Why extends `set-${infer Name}` ? Name : never;

interface Declared {
  readonly name: SetName;
  readonly kind: 'set' | 'map';
  readonly key: Key;
  readonly comment: string;
  readonly flags?: readonly string[];
}

const SHARED = {
  clusterIPs: { name: names.CLUSTER_IPS, kind: 'set', key: 'address', comment: 'Active ClusterIPs' },
  nodePortIPs: {
    name: names.NODEPORT_IPS,
    kind: 'set',
    key: 'address',
    comment: 'IPs that accept NodePort traffic',
  },
  noEndpointServices: {
    name: names.NO_ENDPOINT_SERVICES,
    kind: 'map',
    key: 'destination',
    comment: 'vmap to drop or reject packets to services with no endpoints',
  },
  noEndpointNodePorts: {
    name: names.NO_ENDPOINT_NODEPORTS,
    kind: 'map',
    key: 'port',
    comment: 'vmap to drop or reject packets to service nodeports with no endpoints',
  },
  firewallIPs: {
    name: names.FIREWALL_IPS,
    kind: 'map',
    key: 'destination',
    comment: 'destinations that are subject to LoadBalancerSourceRanges',
  },
  firewall: {
    name: names.FIREWALL,
    kind: 'set',
    key: 'destination',
    comment: 'destinations that are subject to LoadBalancerSourceRanges',
  },
  firewallAllow: {
    name: names.FIREWALL_ALLOW,
    kind: 'set',
    key: 'source',
    flags: ['interval'],
    comment: 'destinations+sources that are allowed by LoadBalancerSourceRanges',
  },
  serviceIPs: {
    name: names.SERVICE_IPS,
    kind: 'map',
    key: 'destination',
    comment: 'ClusterIP, ExternalIP and LoadBalancer IP traffic',
  },
  serviceNodePorts: { name: names.SERVICE_NODEPORTS, kind: 'map', key: 'port', comment: 'NodePort traffic' },
  hairpinConnections: {
    name: names.HAIRPIN_CONNECTIONS,
    kind: 'set',
    key: 'hairpin',
    comment: 'service hairpin connections',
  },
} as const satisfies Record<string, Declared>;

/** The shared sets and maps of a family. */
export function sharedSets({ family, features }: Pick<ProxierContext, 'family' | 'features'>): SharedSets {
  const address = addressType(family);
  const types: Readonly<Record<Key, string>> = {
    address,
    destination: `${address} . inet_proto . inet_service`,
    port: 'inet_proto . inet_service',
    source: `${address} . inet_proto . inet_service . ${address}`,
    hairpin: `${address} . ${address} . inet_proto . inet_service`,
  };
  const head = ({ name, kind, key, comment, flags }: Declared): SetHead => ({
    kind,
    name,
    type: kind === 'map' ? `${types[key]} : verdict` : types[key],
    flags,
    ...(features.objectComments ? { comment } : {}),
    origin: proxyOrigin('mode', `set-${name}`),
  });
  const entries = Object.entries(SHARED).map(([id, declared]) => [id, head(declared)] as const);
  // The keys are those of SHARED, one by one.
  return Object.fromEntries(entries) as Record<keyof typeof SHARED, SetHead>;
}

/** The type of an address in sets. */
export function addressType(family: ProxierContext['family']): 'ipv4_addr' | 'ipv6_addr' {
  return family === 'ipv4' ? 'ipv4_addr' : 'ipv6_addr';
}
