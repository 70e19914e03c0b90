import { node } from '../../../src/core/kubernetes/build';
import { listEndpoints, type EndpointInfo } from '../../../src/core/kubernetes/endpoint';
import {
  localTrafficDetector,
  nodePortAddresses,
  nodePortIPs,
} from '../../../src/core/kubernetes/proxy/shared/local-traffic';
import { proxierNodeIP } from '../../../src/core/kubernetes/proxy/shared/node';
import { servicePorts, usesClusterEndpoints, usesLocalEndpoints } from '../../../src/core/kubernetes/service-port';
import { categorizeEndpoints } from '../../../src/core/kubernetes/topology';
import type { EndpointSliceObject, KubeProxyConfig, ServiceObject } from '../../../src/core/kubernetes/types';
import type { IpFamily } from '../../../src/core/net/ip';
import { compareLines } from '../compiler/nftables-text';
import { Tally } from '../compiler/recordings';
import type { SuiteResult } from '../suite';

type Family = 'IPv4' | 'IPv6';
const familyOf = (family: Family): IpFamily => (family === 'IPv6' ? 'ipv6' : 'ipv4');

interface RecordedEndpoint {
  readonly endpoint: string;
  readonly isLocal: boolean;
  readonly ready: boolean;
  readonly serving: boolean;
  readonly terminating: boolean;
  readonly zoneHints?: readonly string[];
  readonly nodeHints?: readonly string[];
}

/** A service port as its fields were printed: lists as `[a b]`. */
type RecordedPort = Readonly<Record<string, string | number | boolean>>;

/** The calls of a file, by what was called. */
export type CallRecord =
  | {
      readonly kind: 'slices';
      readonly test: string;
      readonly node: string;
      readonly slices: readonly EndpointSliceObject[];
      readonly endpoints: Readonly<Record<string, readonly RecordedEndpoint[]>>;
    }
  | {
      readonly kind: 'service';
      readonly test: string;
      readonly family: Family;
      readonly service: ServiceObject;
      readonly ports: Readonly<Record<string, RecordedPort>>;
    }
  | {
      readonly kind: 'categorize';
      readonly test: string;
      readonly endpoints: readonly RecordedEndpoint[];
      readonly labels?: Readonly<Record<string, string>>;
      readonly nodeName: string;
      readonly gatePreferSame: { readonly PreferSameTrafficDistribution: boolean };
      readonly port: RecordedPort;
      readonly cluster: readonly string[];
      readonly local: readonly string[];
      readonly all: readonly string[];
      readonly hasAny: boolean;
    }
  | {
      readonly kind: 'nodeips';
      readonly name: string;
      readonly family: Family;
      readonly addresses: readonly string[];
      readonly cidrs: readonly string[];
      readonly matchAll: boolean;
      readonly ips: readonly string[];
    }
  | {
      readonly kind: 'detectors';
      readonly mode: string;
      readonly detectLocal: {
        readonly BridgeInterface: string;
        readonly InterfaceNamePrefix: string;
        readonly ClusterCIDRs?: readonly string[];
      };
      readonly podCIDRs?: readonly string[];
      readonly detectors: Readonly<Partial<Record<Family, { readonly ifLocal: readonly string[] }>>>;
    }
  | {
      readonly kind: 'nodeIPs';
      readonly bindAddress: string;
      readonly raw?: readonly string[];
      readonly ips: Readonly<Record<Family, string>>;
    };

const show = (value: unknown): string => JSON.stringify(value);

/** `ns1/ep1:p11/UDP` of every port that slices have, with its endpoints. */
function endpointLines({ slices, node: name }: Extract<CallRecord, { kind: 'slices' }>): string[] {
  const named = slices.flatMap(({ metadata, ports = [] }) =>
    ports.map(({ name: portName = '', protocol = 'TCP' }) => {
      const owner = `${metadata.namespace}/${metadata.labels?.['kubernetes.io/service-name']}`;
      return { key: `${owner}${portName === '' ? '' : `:${portName}`}/${protocol}`, portName, protocol };
    }),
  );
  const byKey = new Map(named.map((port) => [port.key, port]));
  return [...byKey.values()].flatMap(({ key, ...port }) =>
    (['ipv4', 'ipv6'] as const).flatMap((family) =>
      listEndpoints(slices, port, { family, node: name }).map((each) => `${key} ${endpointLine(each)}`),
    ),
  );
}

function endpointLine(each: RecordedEndpoint | EndpointInfo): string {
  const { endpoint, isLocal, ready, serving, terminating, zoneHints = [], nodeHints = [] } = each;
  return show([endpoint, isLocal, ready, serving, terminating, zoneHints, nodeHints]);
}

function compareSlices(record: Extract<CallRecord, { kind: 'slices' }>): string[] {
  const want = Object.entries(record.endpoints).flatMap(([key, list]) =>
    list.map((each) => `${key} ${endpointLine(each)}`),
  );
  return compareLines('endpoint', want.toSorted(), endpointLines(record).toSorted());
}

const list = (texts: readonly string[]): string => `[${texts.join(' ')}]`;

function compareService({ service, family, ports }: Extract<CallRecord, { kind: 'service' }>): string[] {
  const found = servicePorts(service, familyOf(family));
  const lines = found.map((port) => {
    const fields: RecordedPort = {
      clusterIP: port.clusterIP,
      externalIPs: list(port.externalIPs),
      externalPolicyLocal: port.externalPolicyLocal,
      healthCheckNodePort: port.healthCheckNodePort,
      internalPolicyLocal: port.internalPolicyLocal,
      loadBalancerVIPs: list(port.loadBalancerVIPs),
      nodePort: port.nodePort,
      port: port.port,
      protocol: port.protocol,
      sourceRanges: list(port.sourceRanges),
      stickyMaxAgeSeconds: port.affinityTimeout,
      usesCluster: usesClusterEndpoints(port),
      usesLocal: usesLocalEndpoints(port),
    };
    return `${port.name}/${port.protocol} ${show(fields)}`;
  });
  const want = Object.entries(ports).map(([key, { affinity: _affinity, text: _text, ...fields }]) => {
    const known = Object.entries(fields).toSorted(([a], [b]) => (a < b ? -1 : 1));
    return `${key} ${show(Object.fromEntries(known))}`;
  });
  return compareLines('port', want.toSorted(), lines.toSorted());
}

function compareCategories(record: Extract<CallRecord, { kind: 'categorize' }>): string[] {
  const { endpoints, labels = {}, nodeName, gatePreferSame, port } = record;
  const zone = labels['topology.kubernetes.io/zone'] ?? '';
  const features = {
    hints: true,
    topologyMode: true,
    terminatingEndpoints: true,
    hintsWithoutAnnotation: true,
    nodeHints: gatePreferSame.PreferSameTrafficDistribution,
    runningWins: true,
  };
  const infos = endpoints.map(
    // A category asks for nothing else of an endpoint.
    (each) =>
      ({ ...each, zoneHints: each.zoneHints ?? [], nodeHints: each.nodeHints ?? [] }) as unknown as EndpointInfo,
  );
  const policies = {
    nodePort: Number(port['nodePort']),
    loadBalancerVIPs: port['loadBalancerVIPs'] === '[]' ? [] : ['1.2.3.4'],
    externalIPs: port['externalIPs'] === '[]' ? [] : ['1.2.3.4'],
    internalPolicyLocal: port['internalPolicyLocal'] === true,
    externalPolicyLocal: port['externalPolicyLocal'] === true,
    hintsAnnotation: '',
    topologyMode: '',
  };
  const found = categorizeEndpoints(infos, policies, {
    node: labels['kubernetes.io/hostname'] ?? nodeName,
    zone,
    features,
  });
  const names = (some: readonly EndpointInfo[]): string[] => some.map(({ endpoint }) => endpoint).toSorted();
  const lines = [names(found.cluster), names(found.local), names(found.reachable), found.hasAny].map(show);
  const sorted = [record.cluster, record.local, record.all].map((some) => show([...some].toSorted()));
  return compareLines('category', [...sorted, show(record.hasAny)], lines);
}

function compareNodeIPs({
  cidrs,
  family,
  addresses,
  matchAll,
  ips,
}: Extract<CallRecord, { kind: 'nodeips' }>): string[] {
  const found = nodePortAddresses(cidrs, familyOf(family));
  const own = addresses.map((text) => text.replace(/\/.*$/, ''));
  const candidates = own.filter((address) => address.includes(':') === (family === 'IPv6'));
  const have = [show(found.matchAll), ...nodePortIPs(found, candidates).toSorted()];
  return compareLines('node IP', [show(matchAll), ...[...ips].toSorted()], have);
}

function compareDetectors(record: Extract<CallRecord, { kind: 'detectors' }>): string[] {
  const { BridgeInterface, InterfaceNamePrefix, ClusterCIDRs = [] } = record.detectLocal;
  const config = {
    detectLocalMode: record.mode,
    clusterCIDR: ClusterCIDRs.join(','),
    detectLocal: { bridgeInterface: BridgeInterface, interfaceNamePrefix: InterfaceNamePrefix },
  } as KubeProxyConfig;
  const own = node('node', { podCIDRs: record.podCIDRs ?? [] });
  const lines = (['IPv4', 'IPv6'] as const).map((family) => {
    const found = localTrafficDetector(config, own, familyOf(family));
    if (!found) return `${family} none`;
    return `${family} ${found.kind === 'cidr' ? `-s ${found.cidr}` : `-i ${found.name}${found.prefix ? '+' : ''}`}`;
  });
  const want = (['IPv4', 'IPv6'] as const).map(
    (family) => `${family} ${record.detectors[family]?.ifLocal.join(' ') ?? 'none'}`,
  );
  return compareLines('detector', want, lines);
}

function compareNodeAddress(
  { bindAddress, raw = [], ips }: Extract<CallRecord, { kind: 'nodeIPs' }>,
  release: string,
): string[] {
  const own = node('node', { addresses: raw });
  const cluster = { nodes: [own], services: [], endpointSlices: [], pods: [], deployments: [] };
  const lines = (['IPv4', 'IPv6'] as const).map((family) => {
    const input = { cluster, node: 'node', family: familyOf(family), config: { bindAddress }, release };
    return `${family} ${proxierNodeIP(input)}`;
  });
  return compareLines('node IP', [`IPv4 ${ips.IPv4}`, `IPv6 ${ips.IPv6}`], lines);
}

function compareCall(record: CallRecord, release: string): string[] {
  switch (record.kind) {
    case 'slices':
      return compareSlices(record);
    case 'service':
      return compareService(record);
    case 'categorize':
      return compareCategories(record);
    case 'nodeips':
      return compareNodeIPs(record);
    case 'detectors':
      return compareDetectors(record);
    case 'nodeIPs':
      return compareNodeAddress(record, release);
  }
}

const TOO_LONG = 'a name that no device can have: rules here never carry it';

/** Linux has no device of such a name, so that another of its length stands for it in rules. */
function isTooLong(record: CallRecord): boolean {
  if (record.kind !== 'detectors') return false;
  const { BridgeInterface, InterfaceNamePrefix } = record.detectLocal;
  return BridgeInterface.length > 15 || InterfaceNamePrefix.length > 15;
}

/** What a function of kube-proxy made of what it was given, one line a function. */
export function compareCalls(release: string, records: readonly CallRecord[]): SuiteResult[] {
  const tallies = new Map<string, Tally>();
  let tooLong = 0;
  for (const [index, record] of records.entries()) {
    const tally = tallies.get(record.kind) ?? new Tally(`${record.kind} ${release}`);
    tallies.set(record.kind, tally);
    if (isTooLong(record)) tooLong++;
    else tally.add(`${'test' in record ? record.test : 'call'} ${index + 1}`, compareCall(record, release));
  }
  return [...tallies].map(([kind, tally]) => {
    const result = tally.result();
    return kind === 'detectors' ? { ...result, skipped: tooLong, skips: { [TOO_LONG]: tooLong } } : result;
  });
}
