import { makeCidr, contains, formatCidr, parseCidr, type Cidr, parseIp, type IpAddress } from '../../net/ip';
import type { KubeProxyConfig, NodeObject, PodObject } from '../../kubernetes/types';
import { serviceProtocol, type ReadService, type EndpointEntry } from './services';
import type { ReadPort } from '../../paste/proxy/types';

type Entries = ReadonlyMap<ReadPort, readonly EndpointEntry[]>;

/** One made-up Pod for each endpoint address that can be a Pod's. */
export interface MadePods {
  readonly pods: readonly PodObject[];
  readonly podOf: (namespace: string, ip: string) => string | undefined;
}

interface PodDraft {
  readonly namespace: string;
  readonly name: string;
  readonly ip: string;
  readonly local: boolean;
  readonly ports: Map<string, { containerPort: number; protocol: 'TCP' | 'UDP' | 'SCTP' }>;
}

/** Pods where endpoints are: rules carry addresses, never names, so these are `SERVICE-1`, `SERVICE-2` ... */
export function makePods(
  services: readonly ReadService[],
  entries: Entries,
  known: {
    readonly config: KubeProxyConfig;
    readonly taken: ReadonlySet<string>;
    readonly node: string;
    /** The Node of a Pod that is not on this one. */
    readonly elsewhere: (ip: string) => string;
  },
): MadePods {
  const drafts = new Map<string, PodDraft>();
  const endpoints = services.map(({ ports }) => ports.flatMap((port) => (entries.get(port) ?? []).map(({ ip }) => ip)));
  const isPod = podTest(known.config, known.taken, endpoints);
  for (const service of services) {
    let count = 0;
    for (const port of service.ports) {
      for (const entry of entries.get(port) ?? []) {
        if (entry.placeholder || !isPod(entry.ip)) continue;
        const name = `${service.name}-${count + 1}`;
        const draft = drafts.get(entry.ip) ?? makeDraft(service.namespace, name, entry);
        if (!drafts.has(entry.ip)) count++;
        drafts.set(entry.ip, draft);
        const protocol = serviceProtocol(port);
        draft.ports.set(`${protocol} ${entry.port}`, { containerPort: entry.port, protocol });
      }
    }
  }
  const podOf = (namespace: string, ip: string): string | undefined => {
    const draft = drafts.get(ip);
    return draft?.namespace === namespace ? draft.name : undefined;
  };
  return { pods: [...drafts.values()].map((draft) => podObject(draft, known)), podOf };
}

function makeDraft(namespace: string, name: string, { ip, local }: EndpointEntry): PodDraft {
  return { namespace, name, ip, local: local === true, ports: new Map() };
}

/**
 * Which addresses are Pods'. What rules call local is the Pod network or this node's part of it: an address in it is a
 * Pod's, and so is one beside such in the endpoints of a Service, which one selector makes, and one in a block as wide
 * where such are. Without a prefix all are. Never an address of a node.
 */
function podTest(
  { clusterCIDR = '' }: KubeProxyConfig,
  taken: ReadonlySet<string>,
  endpoints: readonly (readonly string[])[],
): (ip: string) => boolean {
  const cidrs = clusterCIDR.split(',').flatMap((text) => {
    const parsed = parseCidr(text.trim());
    return parsed.ok ? [parsed.value] : [];
  });
  const ofFamily = (address: IpAddress): readonly Cidr[] =>
    cidrs.filter((cidr) => cidr.address.family === address.family);
  const blocks = new Set<string>();
  const blocksOf = (address: IpAddress): string[] =>
    ofFamily(address).map(({ prefix }) => formatCidr(makeCidr(address, prefix)));
  const isInside = (address: IpAddress): boolean => ofFamily(address).some((cidr) => contains(cidr, address));
  for (const texts of endpoints) {
    const addresses = texts.filter((ip) => !taken.has(ip)).flatMap(listAddress);
    if (addresses.some(isInside)) for (const block of addresses.flatMap(blocksOf)) blocks.add(block);
  }
  return (ip) => {
    const [address] = listAddress(ip);
    if (!address || taken.has(ip)) return false;
    return ofFamily(address).length === 0 || isInside(address) || blocksOf(address).some((block) => blocks.has(block));
  };
}

function listAddress(text: string): IpAddress[] {
  const parsed = parseIp(text);
  return parsed.ok ? [parsed.value] : [];
}

function podObject(
  { namespace, name, ip, local, ports }: PodDraft,
  { node, elsewhere }: { readonly node: string; readonly elsewhere: (ip: string) => string },
): PodObject {
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { namespace, name },
    spec: { nodeName: local ? node : elsewhere(ip), containers: [{ name: 'main', ports: [...ports.values()] }] },
    status: {
      phase: 'Running',
      podIP: ip,
      podIPs: [{ ip }],
      conditions: [{ type: 'Ready', status: 'True' }],
    },
  };
}

/** A Ready Node. */
export function nodeObject(
  name: string,
  made: { readonly addresses?: readonly string[]; readonly podCIDRs?: readonly string[]; readonly zone?: string },
): NodeObject {
  const { addresses = [], podCIDRs = [], zone } = made;
  return {
    apiVersion: 'v1',
    kind: 'Node',
    metadata: {
      name,
      labels: {
        'kubernetes.io/hostname': name,
        ...(zone === undefined ? {} : { 'topology.kubernetes.io/zone': zone }),
      },
    },
    spec: podCIDRs.length === 0 ? {} : { podCIDR: podCIDRs[0] ?? '', podCIDRs },
    status: {
      addresses: addresses.map((address) => ({ type: 'InternalIP', address })),
      conditions: [{ type: 'Ready', status: 'True' }],
    },
  };
}
