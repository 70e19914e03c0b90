import { contains, parseCidr } from '../../net/cidr';
import { parseIp } from '../../net/ip';
import type { KubeProxyConfig, NodeObject, PodObject } from '../../kubernetes/types';
import { protocolOf, type ReadService } from './services';
import type { EndpointEntry } from './endpoint-entries';
import type { ReadPort } from './types';

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
  const isPod = podTest(known.config, known.taken);
  for (const service of services) {
    let count = 0;
    for (const port of service.ports) {
      for (const entry of entries.get(port) ?? []) {
        if (entry.placeholder || !isPod(entry.ip)) continue;
        const name = `${service.name}-${count + 1}`;
        const draft = drafts.get(entry.ip) ?? draftOf(service.namespace, name, entry);
        if (!drafts.has(entry.ip)) count++;
        drafts.set(entry.ip, draft);
        const protocol = protocolOf(port);
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

function draftOf(namespace: string, name: string, { ip, local }: EndpointEntry): PodDraft {
  return { namespace, name, ip, local: local === true, ports: new Map() };
}

/** Inside the cluster CIDR if there is one; never an address of the node. */
function podTest({ clusterCIDR = '' }: KubeProxyConfig, taken: ReadonlySet<string>): (ip: string) => boolean {
  const cidrs = clusterCIDR.split(',').flatMap((text) => {
    const parsed = parseCidr(text.trim());
    return parsed.ok ? [parsed.value] : [];
  });
  return (ip) => {
    const parsed = parseIp(ip);
    if (!parsed.ok || taken.has(ip)) return false;
    const own = cidrs.filter(({ address }) => address.family === parsed.value.family);
    return own.length === 0 || own.some((cidr) => contains(cidr, parsed.value));
  };
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
