import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeCluster, node } from '../../../src/core/kubernetes/build';
import { withDefaults } from '../../../src/core/kubernetes/defaults';
import { getMinor } from '../../../src/core/kubernetes/release';
import type { SyncInput } from '../../../src/core/kubernetes/proxy/mode';
import type { EndpointSliceObject, KubeProxyConfig, ServiceObject } from '../../../src/core/kubernetes/types';

/** What a proxier of a test was made with. */
interface Settings {
  readonly nodeName?: string;
  readonly hostname?: string;
  readonly family: 'IPv4' | 'IPv6';
  readonly nodeIP: string;
  readonly nodePortAddresses: readonly string[];
  readonly masqueradeAll: boolean;
  readonly localDetector: boolean;
  readonly ifLocal?: readonly string[];
  readonly localhostNodePorts?: boolean;
  readonly conntrackTCPLiberal?: boolean;
  readonly nfAcctCounters?: Readonly<Record<string, boolean>>;
  readonly serviceCIDRs?: string;
  readonly featureGates?: Readonly<Record<string, boolean>>;
  readonly topologyLabels?: Readonly<Record<string, string>>;
  readonly nodeLabels?: Readonly<Record<string, string>>;
  /** Emptied chains, by how many milliseconds ago. */
  readonly staleChains?: Readonly<Record<string, number>>;
  /** Milliseconds. */
  readonly sinceCleanup?: number;
  readonly syncPeriod?: number;
  readonly ipvsScheduler?: string;
  /** Addresses the node's interfaces have (IPVS). */
  readonly localAddresses?: readonly string[];
  readonly interfaceAddresses?: readonly string[];
}

/** A sync of a proxier: what it had been told by then, and what it wrote. */
export interface SyncRecord {
  readonly kind: 'sync';
  readonly seq: number;
  readonly proxier: number;
  readonly nth: number;
  readonly test: string;
  readonly release: string;
  readonly needFullSync: boolean | null;
  readonly settings: Settings;
  readonly services: readonly ServiceObject[];
  readonly slices: readonly EndpointSliceObject[];
  /** Absent or empty: it was not initialised yet. */
  readonly input?: string;
  readonly failed?: boolean;
  /** What stands afterwards, as the kernel's own tools list it. */
  readonly listing?: string;
  readonly listingWithout?: string;
  readonly virtualServers?: readonly unknown[];
  readonly ipsets?: Readonly<Record<string, readonly string[]>>;
  readonly bound?: readonly string[];
}

/** A packet, and what the authors expect of it. */
export interface FlowRecord {
  readonly kind: 'flow';
  readonly test: string;
  readonly name: string;
  /** Number of the sync whose rules these are; 0: those of the record. */
  readonly sync: number;
  readonly listing?: string;
  readonly source: string;
  readonly dest: string;
  readonly port: string;
  readonly protocol: 'TCP' | 'UDP' | 'SCTP';
  readonly nodeIPs: readonly string[];
  /** Endpoints with `, ` between; DROP, REJECT, ACCEPT; empty: no rule decides. */
  readonly output: string;
  readonly masq: boolean;
}

/** A field that is null is one that is not there. */
const withoutNulls = (_key: string, value: unknown): unknown => value ?? undefined;

/** The records of a file; others than syncs and flows are rows of other suites. */
export function readRecords<T>(folder: string, file: string): T[] {
  const text = readFileSync(join(folder, file), 'utf8');
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line, withoutNulls) as T);
}

/** Is it a test of OpenShift's own, about what Kubernetes has not? */
export function isOthers({ test }: Pick<SyncRecord, 'test'>): boolean {
  return test.startsWith('TestOpenShift');
}

/** Has it a gate off that its release has locked? The tests emulate an older one. */
export function isUnlocked({ settings, release }: SyncRecord): boolean {
  return settings.featureGates?.['LoadBalancerIPMode'] === false && getMinor(release) >= 32;
}

/** The interfaces of the fake node. */
const NODE_ADDRESSES = [
  '127.0.0.1',
  '::1',
  '192.168.0.2',
  '192.168.1.2',
  '192.168.99.11',
  '2001:db8::1',
  '2001:db8:1::2',
];

function configOf(settings: Settings): KubeProxyConfig {
  const { masqueradeAll, localDetector, ifLocal = [], featureGates, syncPeriod = 0 } = settings;
  const scheduler = settings.ipvsScheduler;
  return {
    ...(localDetector ? { clusterCIDR: ifLocal[1] ?? '' } : {}),
    nodePortAddresses: settings.nodePortAddresses,
    iptables: {
      masqueradeAll,
      localhostNodePorts: settings.localhostNodePorts ?? true,
      ...(syncPeriod > 0 ? { syncPeriod: `${syncPeriod}ms` } : {}),
    },
    nftables: { masqueradeAll },
    conntrack: { tcpBeLiberal: settings.conntrackTCPLiberal ?? false },
    ...(scheduler === undefined ? {} : { ipvs: { scheduler } }),
    ...(featureGates ? { featureGates } : {}),
  };
}

/** What a proxier of a test knew, as kube-proxy of the release would have been given it. */
export function inputOf({ settings, services, slices, release }: SyncRecord): SyncInput {
  const { nodeName = settings.hostname ?? '', nodeIP, serviceCIDRs = '' } = settings;
  const labels = settings.topologyLabels ?? settings.nodeLabels ?? {};
  const bare = node(nodeName, { addresses: [nodeIP] });
  const own = { ...bare, metadata: { ...bare.metadata, labels } };
  return {
    cluster: withDefaults(makeCluster([own, ...services, ...slices])),
    node: nodeName,
    family: settings.family === 'IPv6' ? 'ipv6' : 'ipv4',
    config: configOf(settings),
    release,
    interfaceAddresses: NODE_ADDRESSES,
    serviceCIDRs: serviceCIDRs.split(',').filter((cidr) => cidr !== ''),
  };
}
